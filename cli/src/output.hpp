// Output: whole texts into files, none of which is anything else of the run.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace layoutcheck::cli {

/// The files of a run, so that none is written over that is read, run or written as well. "", "-",
/// and what is no regular file, such as /dev/null, are claimed by nobody.
class Claims {
 public:
  /// A file that is read or run, or a folder whose files are; a name that is none is no matter.
  void add_input(const std::string& path);
  /// A file that is written. Throws std::invalid_argument if it is claimed already.
  void add_output(const std::string& path);

 private:
  /// By their places: what they are for.
  std::map<std::filesystem::path, const char*> files_;
};

/// Writes the text to the file, or to standard output if the file is "-"; nothing if it is "".
/// Throws std::runtime_error naming the file.
void write_text(const std::string& file, const std::string& text);

}  // namespace layoutcheck::cli
