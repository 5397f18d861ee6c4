// Names and texts of errors.
#include "errors.hpp"

#include <algorithm>
#include <iterator>

namespace layoutcheck::gpu::runtime {

namespace {

struct Known {
  Error error;
  const char* name;
  const char* text;
};

constexpr Known documented[] = {
    {Error::success, "cudaSuccess", "no error"},
    {Error::invalid_value, "cudaErrorInvalidValue", "invalid argument"},
    {Error::memory_allocation, "cudaErrorMemoryAllocation", "out of memory"},
    {Error::initialization, "cudaErrorInitializationError", "initialization error"},
    {Error::invalid_configuration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {Error::invalid_pitch, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {Error::invalid_symbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {Error::invalid_memcpy_direction, "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {Error::invalid_device_function, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {Error::invalid_device, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {Error::no_kernel_image, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {Error::invalid_resource_handle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {Error::symbol_not_found, "cudaErrorSymbolNotFound", "named symbol not found"},
    {Error::not_ready, "cudaErrorNotReady", "device not ready"},
    {Error::illegal_address, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {Error::launch_out_of_resources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {Error::launch_timeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {Error::assertion, "cudaErrorAssert", "device-side assert triggered"},
    {Error::misaligned_address, "cudaErrorMisalignedAddress", "misaligned address"},
    {Error::launch_failure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {Error::not_supported, "cudaErrorNotSupported", "operation not supported"},
    {Error::unknown, "cudaErrorUnknown", "unknown error"},
};

const Known& find(int error) {
  const auto* const found = std::ranges::find(documented, static_cast<Error>(error), &Known::error);
  return found == std::end(documented) ? *std::prev(std::end(documented)) : *found;
}

}  // namespace

const char* name_of(int error) {
  return find(error).name;
}

const char* text_of(int error) {
  return find(error).text;
}

}  // namespace layoutcheck::gpu::runtime
