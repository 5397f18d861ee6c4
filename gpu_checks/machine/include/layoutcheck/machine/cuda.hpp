// CUDA on this machine: the device, the driver and NVRTC, for provenance and to interpret
// measurements.
#pragma once

#include <cstdint>
#include <string>

namespace layoutcheck::gpu {

/// The GPU that make_cuda_executor() runs on. Numbers are 0 if the driver does not report them.
struct DeviceInfo {
  std::string name;
  /// The compute capability: 9 and 0 for sm_90.
  int major = 0;
  int minor = 0;
  /// The newest CUDA version that the driver supports, "13.0".
  std::string driver_version;
  std::uint64_t memory_bytes = 0;
  int multiprocessors = 0;
  /// The typical clock of the multiprocessors, in hertz.
  double clock = 0;
  /// The peak memory bandwidth in bytes per second, from the clock and the bus width.
  double memory_bandwidth = 0;
};

/// The first device that the driver lists. Throws Unavailable if there is none.
DeviceInfo cuda_device();

/// The version of the NVRTC that compile_to_ptx() uses, "13.0". Throws Unavailable without one.
std::string nvrtc_version();

/// Whether it supports `--pch`, which compiles the leading headers of a source once for all sources
/// with the same headers; also reserves memory for that. Throws Unavailable without one.
bool nvrtc_precompiles_headers();

/// The path of the NVRTC library. Throws Unavailable without one.
std::string nvrtc_path();

}  // namespace layoutcheck::gpu
