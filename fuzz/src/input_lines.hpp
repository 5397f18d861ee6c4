// The lines of an input.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace layoutcheck::fuzz {

/// The lines without their ends, as parts of the input. One that ends in a line end has none after
/// it.
inline std::vector<std::string_view> split_lines(std::string_view input) {
  std::vector<std::string_view> lines;
  while (!input.empty()) {
    lines.push_back(input.substr(0, input.find('\n')));
    input.remove_prefix(std::min(lines.back().size() + 1, input.size()));
  }
  return lines;
}

}  // namespace layoutcheck::fuzz
