// Output: whole texts into files.
#pragma once

#include <string>
#include <vector>

namespace layoutcheck::cli {

/// Whether a report goes to standard output, so that what is for people goes elsewhere. Of these
/// files "" is none, and "-" is standard output. Throws std::invalid_argument if several are, and
/// std::runtime_error naming a file that cannot be written.
bool require_reports(const std::vector<std::string>& files);

/// Writes the text to the file, to standard output for "-", and nowhere for "". Throws
/// std::runtime_error naming the file.
void write_text(const std::string& file, const std::string& text);

}  // namespace layoutcheck::cli
