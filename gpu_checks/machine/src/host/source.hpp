// The source of kernels, made ready for the host's compiler after its preprocessor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu::host {

struct PreparedSource {
  /// With the qualifiers replaced that are no macros (see device.hpp), and a table of the entries
  /// behind it. Lines stay where they are.
  std::string text;
  /// The `__global__` functions that are no templates, with their namespaces, in order.
  std::vector<std::string> entries;
};

/// Takes what a preprocessor left of device.hpp and a source. With `hide`, the compiler cannot know
/// which variable it is that shared memory is named by: it tells of no access that it knows to be
/// inside one. Text that is no C++ is passed on, for the compiler to complain about.
PreparedSource prepare_source(std::string_view preprocessed, bool hide);

}  // namespace layoutcheck::gpu::host
