// The lines of the source from which PTX was compiled, as far as it tells.
#include <layoutcheck/machine/ptx.hpp>

#include <sstream>

namespace layoutcheck::gpu::ptx {

SourceLines::SourceLines(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line);
    std::string word;
    std::size_t file = 0;
    words >> word;
    if (word == ".file") {
      // `.file 1 "path"`, perhaps after the lines that name it.
      const std::size_t begin = line.find('"');
      const std::size_t end = line.rfind('"');
      if (words >> file && begin < end) files_[file] = line.substr(begin + 1, end - begin - 1);
    } else if (word == ".loc") {
      Line at;
      if (words >> at.file >> at.line) lines_[number] = at;
    } else if (word.starts_with('.') && (line.find(".entry") != std::string::npos ||
                                         line.find(".func") != std::string::npos)) {
      lines_[number] = {};
    }
  }
}

std::optional<SourceLines::Place> SourceLines::of(std::size_t line) const {
  const auto after = lines_.upper_bound(line);
  if (after == lines_.begin()) return std::nullopt;
  const Line& at = std::prev(after)->second;
  const auto file = files_.find(at.file);
  // Line 0 is of what the compiler made up.
  if (at.line == 0 || file == files_.end()) return std::nullopt;
  return Place{file->second, at.line};
}

}  // namespace layoutcheck::gpu::ptx
