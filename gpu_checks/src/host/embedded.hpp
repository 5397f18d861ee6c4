// The texts that the build puts into the library, for the compiler that a user's machine has.
#pragma once

#include <span>
#include <string_view>

namespace layoutcheck::gpu::host {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// device.hpp, protocol.hpp, runner.cpp and launch.hpp.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::gpu::host
