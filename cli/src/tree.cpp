// Trees: the nesting of a shape, a profile or a tiler, one line an entry.
#include "tree.hpp"

#include "lines.hpp"
#include <layoutcheck/notation/text.hpp>

#include <vector>

namespace layoutcheck::cli {

namespace {

struct Branch {
  std::string label;
  std::vector<Value> modes;
};

template <class Node>
std::vector<Value> modes_of(const Node& node) {
  if (node.is_entry()) return {};
  const auto modes = node.modes();
  return {modes.begin(), modes.end()};
}

Branch branch_of(const Value& value) {
  Branch branch{to_string(value), {}};
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    branch.modes = modes_of(*tuple);
  } else if (const auto* profile = std::get_if<Profile>(&value)) {
    branch.modes = modes_of(*profile);
  } else if (const auto* tiler = std::get_if<Tiler>(&value)) {
    if (tiler->modes() != nullptr)
      branch.modes.assign(tiler->modes()->begin(), tiler->modes()->end());
    else if (tiler->shape() != nullptr)
      branch.modes = modes_of(*tiler->shape());
  }
  return branch;
}

void grow(const Value& value, const std::string& indent, const TextStyle& style,
          std::size_t max_lines, std::vector<std::string>& lines, std::size_t& left_out) {
  const Branch branch = branch_of(value);
  for (std::size_t i = 0; i < branch.modes.size(); ++i) {
    const bool last = i + 1 == branch.modes.size();
    const Value& mode = branch.modes[i];
    if (lines.size() >= max_lines) {
      ++left_out;
    } else {
      const std::string fork = !style.utf8 ? (last ? "`- " : "|- ") : last ? "└─ " : "├─ ";
      lines.push_back(indent + fork + to_string(mode));
    }
    grow(mode,
         indent + (last         ? "   "
                   : style.utf8 ? "│  "
                                : "|  "),
         style, max_lines, lines, left_out);
  }
}

}  // namespace

std::string text_tree(const Value& value, const TextStyle& style, std::size_t max_lines) {
  std::vector<std::string> lines = {to_string(value)};
  std::size_t left_out = 0;
  grow(value, "", style, max_lines, lines, left_out);
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  if (left_out > 0) text += "cut: " + counted(left_out, "more line") + "\n";
  return text;
}

}  // namespace layoutcheck::cli
