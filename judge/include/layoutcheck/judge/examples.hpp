// The worked examples of the literature, corpus/papers, which are built into the library.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck {

/// A line of the corpus of worked examples that checks a statement.
struct ExampleLine {
  std::string file;
  std::size_t number = 0;
  std::string text;
};

/// The lines whose comment names this statement: "# colfax 2.1.1.2, perhaps more".
const std::vector<ExampleLine>& example_lines(std::string_view id);

/// The ids that lines of the corpus name, each with its lines.
const std::map<std::string, std::vector<ExampleLine>, std::less<>>& examples();

}  // namespace layoutcheck
