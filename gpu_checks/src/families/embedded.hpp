// The texts of the kernels, which the build puts into the library.
#pragma once

#include <span>
#include <string_view>

namespace layoutcheck::gpu {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// The files of gpu_checks/kernels.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::gpu
