// Worked examples: the lines of corpus/papers, by the statements that their comments name.
#include "embedded.hpp"
#include <layoutcheck/judge/examples.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck {

namespace {

/// "colfax.2.1.1.2" in "f(x) = y  # colfax 2.1.1.2, more"; "" if the comment names no statement.
std::string statement_named_in(std::string_view line) {
  const std::size_t hash = line.find('#');
  if (hash == std::string_view::npos) return "";
  std::string_view comment = line.substr(hash + 1);
  const auto word = [&comment] {
    comment.remove_prefix(std::min(comment.find_first_not_of(' '), comment.size()));
    const std::size_t end = std::min(comment.find_first_of(" ,:;"), comment.size());
    const std::string_view found = comment.substr(0, end);
    comment.remove_prefix(end);
    return found;
  };
  const std::string source(word());
  const std::string number(word());
  return number.empty() ? "" : source + "." + number;
}

}  // namespace

const std::map<std::string, std::vector<ExampleLine>, std::less<>>& examples() {
  static const auto index = [] {
    std::map<std::string, std::vector<ExampleLine>, std::less<>> lines;
    for (const EmbeddedFile& file : papers::embedded_files()) {
      std::size_t number = 0;
      for (std::string_view rest = file.text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        ++number;
        if (is_blank(line)) continue;
        const std::string id = statement_named_in(line);
        if (!id.empty()) lines[id].push_back({std::string(file.name), number, std::string(line)});
      }
    }
    return lines;
  }();
  return index;
}

const std::vector<ExampleLine>& example_lines(std::string_view id) {
  static const std::vector<ExampleLine> none;
  const auto found = examples().find(id);
  return found == examples().end() ? none : found->second;
}

}  // namespace layoutcheck
