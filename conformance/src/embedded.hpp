// The profiles, which the build puts into the library.
#pragma once

#include <layoutcheck/notation/embedded_file.hpp>

#include <span>

namespace layoutcheck::conformance {

/// The files of profiles/.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::conformance
