// Output: whole texts into files.
#include "output.hpp"

#include <layoutcheck/properties/files.hpp>

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace layoutcheck::cli {

bool require_reports(const std::vector<std::string>& files) {
  const auto to_output = std::count(files.begin(), files.end(), "-");
  if (to_output > 1) {
    throw std::invalid_argument("only one report can go to standard output");
  }
  for (const std::string& file : files) {
    if (!file.empty() && file != "-") properties::require_writable(file);
  }
  return to_output == 1;
}

void write_text(const std::string& file, const std::string& text) {
  if (file == "-") {
    std::cout << text;
  } else if (!file.empty()) {
    properties::write_file(file, text);
  }
}

}  // namespace layoutcheck::cli
