// Replay of the lines of files.
#include "replay.hpp"

#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/read_text.hpp>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace layoutcheck::fuzz {

std::vector<std::filesystem::path> input_files(const std::filesystem::path& place) {
  return case_files(place, {".txt", ".lines"});
}

Counts replay(const Target& target, const std::filesystem::path& file,
              const std::function<void(std::size_t number, const Checked&)>& use) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw std::runtime_error("cannot read " + file.string());
  Counts counts{};
  std::size_t number = 0;
  std::istringstream lines(rest_of(in, file.string()));
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const Checked checked = target.check(line);
    ++counts[static_cast<std::size_t>(checked.kind)];
    if (checked.kind == Checked::Kind::found) use(number, checked);
  }
  return counts;
}

}  // namespace layoutcheck::fuzz
