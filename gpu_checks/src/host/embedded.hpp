// The texts that the build puts into the library, for the compiler that a user's machine has.
#pragma once

#include <span>
#include <string_view>

namespace layoutcheck::gpu::host {

struct EmbeddedFile {
  /// As it is included.
  std::string_view name;
  std::string_view text;
};

/// host/device.hpp, host/protocol.hpp, host/runner/… and layoutcheck/gpu/launch.hpp.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::gpu::host
