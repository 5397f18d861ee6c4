// The errors of the CUDA runtime, as its reference lists them.
#pragma once

namespace layoutcheck::gpu::runtime {

enum class Error : int {
  success = 0,
  invalid_value = 1,
  memory_allocation = 2,
  initialization = 3,
  invalid_configuration = 9,
  invalid_pitch = 12,
  invalid_symbol = 13,
  invalid_memcpy_direction = 21,
  invalid_device_function = 98,
  invalid_device = 101,
  no_kernel_image = 209,
  invalid_resource_handle = 400,
  symbol_not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  assertion = 710,
  misaligned_address = 716,
  launch_failure = 719,
  not_supported = 801,
  unknown = 999,
};

/// "cudaErrorInvalidValue", and "invalid argument"; those of Error::unknown for others.
const char* name_of(int error);
const char* text_of(int error);

}  // namespace layoutcheck::gpu::runtime
