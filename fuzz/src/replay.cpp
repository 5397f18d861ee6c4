// Replay of the lines of files.
#include "replay.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace layoutcheck::fuzz {

std::vector<std::filesystem::path> input_files(const std::filesystem::path& place) {
  if (!std::filesystem::exists(place))
    throw std::runtime_error("there is no file or folder " + place.string());
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
    const auto extension = entry.path().extension();
    if (entry.is_regular_file() && (extension == ".txt" || extension == ".lines"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  if (files.empty())
    throw std::runtime_error("there is no *.txt and no *.lines under " + place.string());
  return files;
}

Counts replay(const Target& target, const std::filesystem::path& file,
              const std::function<void(std::size_t number, const Checked&)>& use) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw std::runtime_error("cannot read " + file.string());
  Counts counts{};
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const Checked checked = target.check(line);
    ++counts[static_cast<std::size_t>(checked.kind)];
    if (checked.kind == Checked::Kind::found) use(number, checked);
  }
  return counts;
}

}  // namespace layoutcheck::fuzz
