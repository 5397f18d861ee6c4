// The device: how many there are, and that what was launched has ended.
#include "api.hpp"

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;

LAYOUTCHECK_CUDA int cudaGetDeviceCount(int* count) {
  *count = 1;
  return 0;
}

LAYOUTCHECK_CUDA int cudaGetDevice(int* device) {
  *device = 0;
  return 0;
}

LAYOUTCHECK_CUDA int cudaSetDevice(int device) {
  return with_device(
      [&](Session&) { return device == 0 ? Error::success : Error::invalid_device; });
}

LAYOUTCHECK_CUDA int cudaDeviceSynchronize() {
  return with_device([](Session&) { return Error::success; });
}
