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
      if (!(words >> at.file >> at.line >> at.column)) continue;
      lines_[number] = at;
      // `, function_name LABEL, inlined_at 1 4 2`.
      constexpr std::string_view word_of_caller = "inlined_at";
      const std::size_t inlined = line.find(word_of_caller);
      Line caller;
      if (inlined != std::string::npos) {
        std::istringstream numbers(line.substr(inlined + word_of_caller.size()));
        if (numbers >> caller.file >> caller.line >> caller.column) callers_[at] = caller;
      }
    } else if (word.starts_with('.') && (line.find(".entry") != std::string::npos ||
                                         line.find(".func") != std::string::npos)) {
      lines_[number] = {};
    }
  }
}

const SourceLines::Line* SourceLines::line_of(std::size_t line) const {
  const auto after = lines_.upper_bound(line);
  return after == lines_.begin() ? nullptr : &std::prev(after)->second;
}

std::optional<SourceLines::Place> SourceLines::place(const Line& at) const {
  const auto file = files_.find(at.file);
  // Line 0 is of what the compiler made up.
  if (at.line == 0 || file == files_.end()) return std::nullopt;
  return Place{file->second, at.line};
}

std::optional<SourceLines::Place> SourceLines::of(std::size_t line) const {
  const Line* at = line_of(line);
  return at == nullptr ? std::nullopt : place(*at);
}

std::optional<SourceLines::Place> SourceLines::caller_of(std::size_t line) const {
  const Line* at = line_of(line);
  std::optional<Place> outermost;
  // No more than there are, should they name each other.
  for (std::size_t left = callers_.size(); at != nullptr && left > 0; --left) {
    const auto caller = callers_.find(*at);
    if (caller == callers_.end()) break;
    at = &caller->second;
    if (auto known = place(*at)) outermost = std::move(known);
  }
  return outermost;
}

}  // namespace layoutcheck::gpu::ptx
