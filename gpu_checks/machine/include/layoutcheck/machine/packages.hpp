// Python packages on this machine that provide NVRTC, CUDA's headers and CuTe.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace layoutcheck::gpu::cuda {

/// The value of an environment variable; "" if it is not set.
std::string variable(const char* name);

/// The folders in a folder; none if it cannot be read.
std::vector<std::filesystem::path> folders_in(const std::filesystem::path& folder);

/// The folders of packages: those of the active virtual environment, and those from which python3
/// imports.
std::vector<std::filesystem::path> site_packages();

}  // namespace layoutcheck::gpu::cuda
