// Output: whole texts into files.
#pragma once

#include <string>

namespace layoutcheck::cli {

/// Writes the text to the file, to standard output for "-", and nowhere for "". Throws
/// std::runtime_error naming the file.
void write_text(const std::string& file, const std::string& text);

}  // namespace layoutcheck::cli
