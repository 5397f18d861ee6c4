// CUDA's driver: the functions of it that the executor uses, found in its library at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace layoutcheck::gpu::cuda {

/// The functions and types as NVIDIA's documentation of the driver declares them. Names that have
/// a number behind them are those that programs link; a newer form never takes their place.
struct Driver {
  using Device = int;
  using Pointer = unsigned long long;
  using Context = struct OpaqueContext*;
  using Module = struct OpaqueModule*;
  using Function = struct OpaqueFunction*;
  using Stream = struct OpaqueStream*;
  using Event = struct OpaqueEvent*;

  int (*init)(unsigned flags) = nullptr;
  int (*error_name)(int result, const char** text) = nullptr;
  int (*error_string)(int result, const char** text) = nullptr;
  int (*driver_version)(int* version) = nullptr;
  int (*device_count)(int* count) = nullptr;
  int (*device)(Device* device, int ordinal) = nullptr;
  int (*device_name)(char* name, int size, Device device) = nullptr;
  int (*device_memory)(std::size_t* bytes, Device device) = nullptr;
  int (*device_attribute)(int* value, int attribute, Device device) = nullptr;
  int (*create_context)(Context* context, unsigned flags, Device device) = nullptr;
  int (*destroy_context)(Context context) = nullptr;
  int (*push_context)(Context context) = nullptr;
  int (*pop_context)(Context* context) = nullptr;
  int (*load_module)(Module* module, const void* image, unsigned option_count, int* options,
                     void** values) = nullptr;
  int (*unload_module)(Module module) = nullptr;
  int (*find_function)(Function* function, Module module, const char* name) = nullptr;
  int (*set_function_attribute)(Function function, int attribute, int value) = nullptr;
  int (*allocate)(Pointer* address, std::size_t bytes) = nullptr;
  int (*free)(Pointer address) = nullptr;
  int (*copy_to_device)(Pointer to, const void* from, std::size_t bytes) = nullptr;
  int (*copy_to_host)(void* to, Pointer from, std::size_t bytes) = nullptr;
  int (*set_bytes)(Pointer to, unsigned char value, std::size_t bytes) = nullptr;
  int (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                Stream stream, void** arguments, void** extra) = nullptr;
  int (*create_event)(Event* event, unsigned flags) = nullptr;
  int (*record_event)(Event event, Stream stream) = nullptr;
  int (*wait_for_event)(Event event) = nullptr;
  int (*elapsed)(float* milliseconds, Event from, Event to) = nullptr;
  int (*destroy_event)(Event event) = nullptr;
  /// Null before CUDA 12.
  int (*encode_tiled)(void* map, int type, unsigned rank, void* address,
                      const std::uint64_t* extents, const std::uint64_t* strides,
                      const std::uint32_t* box, const std::uint32_t* steps, int interleave,
                      int swizzle, int promotion, int fill) = nullptr;

  /// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered".
  [[nodiscard]] std::string describe(int result) const;
  /// Throws LaunchError, "cuda: `what`: …", unless the result is success.
  void check(int result, const std::string& what) const;
};

/// The numbers of attributes of devices and functions, and of options of the compiler in the
/// driver.
enum DeviceAttribute {
  clock_rate = 13,  // in kilohertz, as the next but one
  multiprocessor_count = 16,
  memory_clock_rate = 36,
  memory_bus_width = 37,  // in bits
  capability_major = 75,
  capability_minor = 76,
};
enum FunctionAttribute { most_dynamic_shared = 8 };
enum ModuleOption { error_log = 5, error_log_bytes = 6 };

/// Loads the driver that LAYOUTCHECK_CUDA_DRIVER names, or else libcuda.so.1, and starts it. Throws
/// Unavailable if there is no driver or no device.
Driver open_driver();

/// The device that is used: the first that the driver shows.
inline constexpr int device_ordinal = 0;

}  // namespace layoutcheck::gpu::cuda
