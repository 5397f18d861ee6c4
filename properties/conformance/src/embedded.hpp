// The profiles, which the build puts into the library.
#pragma once

#include <span>
#include <string_view>

namespace layoutcheck::conformance {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// The files of profiles/.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::conformance
