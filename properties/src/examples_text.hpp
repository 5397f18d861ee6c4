// The corpus of worked examples, which the build puts into the library, so that the registry can
// name the lines that check a statement.
#pragma once

#include <span>
#include <string_view>

namespace layoutcheck::properties {

struct ExamplesFile {
  std::string_view name;
  std::string_view text;
};

/// The files of corpus/papers.
std::span<const ExamplesFile> examples_files();

}  // namespace layoutcheck::properties
