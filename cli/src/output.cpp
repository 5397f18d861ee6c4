// Output: whole texts into files.
#include "output.hpp"

#include <layoutcheck/properties/files.hpp>

#include <iostream>

namespace layoutcheck::cli {

void write_text(const std::string& file, const std::string& text) {
  if (file == "-")
    std::cout << text;
  else if (!file.empty())
    properties::write_file(file, text);
}

}  // namespace layoutcheck::cli
