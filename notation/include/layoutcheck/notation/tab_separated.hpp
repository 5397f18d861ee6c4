// Lines of cells separated by tabs, as the record and the checkpoints of a run are written.
#pragma once

#include <layoutcheck/notation/number.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::tab_separated {

/// The cells of a line; one more than it has tabs.
inline std::vector<std::string> cells_of(std::string_view line, char separator = '\t') {
  std::vector<std::string> cells;
  while (true) {
    const std::size_t end = line.find(separator);
    cells.emplace_back(line.substr(0, end));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

/// The line that has these cells, at least one. (A stream would leave out what memory does not
/// suffice for.)
inline std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells)
    (line += cell) += '\t';
  line.back() = '\n';
  return line;
}

/// The text as one cell, in which a backslash before t, n or itself stands for what a cell cannot
/// have.
inline std::string escaped_cell(std::string_view text) {
  std::string cell;
  for (const char c : text)
    if (c == '\t')
      cell += "\\t";
    else if (c == '\n')
      cell += "\\n";
    else if (c == '\\')
      cell += "\\\\";
    else
      cell += c;
  return cell;
}

/// The text of a cell written so.
inline std::string unescaped_cell(std::string_view cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\' || i + 1 == cell.size()) {
      text += cell[i];
      continue;
    }
    const char c = cell[++i];
    text += c == 't' ? '\t' : c == 'n' ? '\n' : c;
  }
  return text;
}

/// Calls `read` with each line of the text. What it throws is thrown on as a std::runtime_error
/// that names `place` and the number of the line.
template <class Read>
void read_lines(std::string_view text, const std::string& place, Read&& read) {
  for (std::size_t n = 1; !text.empty(); ++n) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    try {
      read(line);
    } catch (const std::exception& error) {
      throw std::runtime_error(place + ":" + std::to_string(n) + ": " + error.what());
    }
  }
}

/// The cell of a number that there may be: the number, or "-".
inline std::string number_or_none(std::optional<std::size_t> number) {
  return number ? std::to_string(*number) : "-";
}

/// The number in a cell. Throws std::invalid_argument.
inline std::size_t number_in(const std::string& cell) {
  const auto number = number_from<std::size_t>(cell);
  if (!number) throw std::invalid_argument("'" + cell + "' is not a number");
  return *number;
}

}  // namespace layoutcheck::tab_separated
