// Python's packages on this machine, some of which have NVRTC, CUDA's headers and CuTe.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace layoutcheck::gpu::cuda {

/// The value of a variable of the environment; "" if it is not set.
std::string variable(const char* name);

/// The folders in a folder; none if it cannot be read.
std::vector<std::filesystem::path> folders_in(const std::filesystem::path& folder);

/// Where packages are installed: in the virtual environment that is active, and where python3
/// imports from.
std::vector<std::filesystem::path> site_packages();

}  // namespace layoutcheck::gpu::cuda
