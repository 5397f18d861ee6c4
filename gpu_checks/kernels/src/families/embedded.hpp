// The texts of the kernels, which the build puts into the library.
#pragma once

#include <layoutcheck/notation/embedded_file.hpp>

#include <span>

namespace layoutcheck::gpu {

/// The files of gpu_checks/kernels/cu.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::gpu
