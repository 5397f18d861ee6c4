// The texts that the build puts into the library, for the compiler that a user's machine has.
#pragma once

#include <layoutcheck/notation/embedded_file.hpp>

#include <span>

namespace layoutcheck::gpu::host {

/// host/device.hpp, host/protocol.hpp, host/runner/… and layoutcheck/machine/launch.hpp, named as
/// they are included.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::gpu::host
