// What there is of CUDA on this machine: for provenance, and for what a measurement is held
// against.
#pragma once

#include <cstdint>
#include <string>

namespace layoutcheck::gpu {

/// The GPU that make_cuda_executor() runs on. Numbers are 0 where the driver does not say.
struct DeviceInfo {
  std::string name;
  /// The compute capability: 9 and 0 for sm_90.
  int major = 0;
  int minor = 0;
  /// The newest CUDA that the driver knows, "13.0".
  std::string driver_version;
  std::uint64_t memory_bytes = 0;
  int multiprocessors = 0;
  /// The typical clock of the multiprocessors, in hertz.
  double clock = 0;
  /// The peak of the device's memory, in bytes a second: its clock and the width of its bus.
  double memory_bandwidth = 0;
};

/// The first device that the driver shows. Throws Unavailable if there is none.
DeviceInfo cuda_device();

/// The version of the NVRTC that compile_to_ptx() uses, "13.0". Throws Unavailable without one.
std::string nvrtc_version();

/// Whether it takes `--pch`, by which the headers of a source are compiled once and kept for those
/// that begin with the same; room for that is made. Throws Unavailable without one.
bool nvrtc_precompiles_headers();

/// The file that it was found at. Throws Unavailable without one.
std::string nvrtc_path();

}  // namespace layoutcheck::gpu
