// CUDA's driver: how it is found, what its errors are called, and what it says of the device.
#include "cuda/driver.hpp"

#include "cuda/library.hpp"
#include <layoutcheck/machine/cuda.hpp>
#include <layoutcheck/machine/executor.hpp>

#include <array>
#include <cstdlib>

namespace layoutcheck::gpu {
namespace cuda {
namespace {

Driver load(const std::string& file) {
  const Library library(file);
  Driver driver;
  library.find("cuInit", driver.init);
  library.find("cuGetErrorName", driver.error_name);
  library.find("cuGetErrorString", driver.error_string);
  library.find("cuDriverGetVersion", driver.driver_version);
  library.find("cuDeviceGetCount", driver.device_count);
  library.find("cuDeviceGet", driver.device);
  library.find("cuDeviceGetName", driver.device_name);
  library.find("cuDeviceTotalMem_v2", driver.device_memory);
  library.find("cuDeviceGetAttribute", driver.device_attribute);
  library.find("cuCtxCreate_v2", driver.create_context);
  library.find("cuCtxDestroy_v2", driver.destroy_context);
  library.find("cuCtxPushCurrent_v2", driver.push_context);
  library.find("cuCtxPopCurrent_v2", driver.pop_context);
  library.find("cuModuleLoadDataEx", driver.load_module);
  library.find("cuModuleUnload", driver.unload_module);
  library.find("cuModuleGetFunction", driver.find_function);
  library.find("cuFuncSetAttribute", driver.set_function_attribute);
  library.find("cuMemAlloc_v2", driver.allocate);
  library.find("cuMemFree_v2", driver.free);
  library.find("cuMemcpyHtoD_v2", driver.copy_to_device);
  library.find("cuMemcpyDtoH_v2", driver.copy_to_host);
  library.find("cuMemsetD8_v2", driver.set_bytes);
  library.find("cuLaunchKernel", driver.launch);
  library.find("cuEventCreate", driver.create_event);
  library.find("cuEventRecord", driver.record_event);
  library.find("cuEventSynchronize", driver.wait_for_event);
  library.find("cuEventElapsedTime", driver.elapsed);
  library.find("cuEventDestroy_v2", driver.destroy_event);
  library.find_if_there("cuTensorMapEncodeTiled", driver.encode_tiled);
  return driver;
}

}  // namespace

std::string Driver::describe(int result) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (error_name(result, &name) != 0 || name == nullptr)
    name = "an error that the driver has no name for";
  std::string described = std::string(name) + " (" + std::to_string(result) + ")";
  if (error_string(result, &text) == 0 && text != nullptr) described += std::string(": ") + text;
  return described;
}

void Driver::check(int result, const std::string& what) const {
  if (result != 0) throw LaunchError("cuda: " + what + ": " + describe(result));
}

Driver open_driver() {
  const char* named = std::getenv("LAYOUTCHECK_CUDA_DRIVER");
  const bool is_named = named != nullptr && *named != '\0';
  Driver driver;
  try {
    driver = load(is_named ? named : "libcuda.so.1");
  } catch (const Unavailable&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Unavailable(std::string("no CUDA driver") +
                      (is_named ? ", which LAYOUTCHECK_CUDA_DRIVER names" : "") + ": " +
                      error.what());
  }
  int count = 0;
  int result = driver.init(0);
  if (result == 0) result = driver.device_count(&count);
  if (result != 0) throw Unavailable("the CUDA driver does not start: " + driver.describe(result));
  if (count <= device_ordinal) throw Unavailable("the CUDA driver shows no device");
  return driver;
}

}  // namespace cuda

DeviceInfo cuda_device() {
  const cuda::Driver driver = cuda::open_driver();
  cuda::Driver::Device device = 0;
  driver.check(driver.device(&device, cuda::device_ordinal), "the device");
  const auto attribute = [&](cuda::DeviceAttribute which) {
    int value = 0;
    return driver.device_attribute(&value, which, device) == 0 ? value : 0;
  };

  DeviceInfo info;
  std::array<char, 256> name{};
  if (driver.device_name(name.data(), static_cast<int>(name.size()) - 1, device) == 0)
    info.name = name.data();
  info.major = attribute(cuda::capability_major);
  info.minor = attribute(cuda::capability_minor);
  int version = 0;
  if (driver.driver_version(&version) == 0) {
    info.driver_version =
        std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  }
  std::size_t memory = 0;
  if (driver.device_memory(&memory, device) == 0) info.memory_bytes = memory;
  info.multiprocessors = attribute(cuda::multiprocessor_count);
  info.clock = 1e3 * attribute(cuda::clock_rate);
  // Twice, because the memory answers at both edges of its clock.
  info.memory_bandwidth =
      2e3 * attribute(cuda::memory_clock_rate) * attribute(cuda::memory_bus_width) / 8;
  return info;
}

}  // namespace layoutcheck::gpu
