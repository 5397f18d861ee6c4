// Fat binaries: what nvcc puts into a program for its kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace layoutcheck::gpu::runtime {

/// Says in a sentence why there is no PTX to be had.
class NoPtx : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The texts of PTX in a fat binary that a device of this compute capability (90 is 9.0) runs, the
/// one for the newest devices; `""` if it holds nothing at all. Throws NoPtx.
std::string ptx_in(const void* fatbin, unsigned capability);

}  // namespace layoutcheck::gpu::runtime
