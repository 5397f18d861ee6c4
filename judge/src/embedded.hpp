// The worked examples, which the build puts into the library.
#pragma once

#include <layoutcheck/notation/embedded_file.hpp>

#include <span>

namespace layoutcheck::papers {

/// The files of corpus/papers.
std::span<const EmbeddedFile> embedded_files();

}  // namespace layoutcheck::papers
