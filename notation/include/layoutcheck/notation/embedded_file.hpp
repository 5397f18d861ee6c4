// A file of the repository that the build puts into a library (cmake/EmbedText.cmake).
#pragma once

#include <string_view>

namespace layoutcheck {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace layoutcheck
