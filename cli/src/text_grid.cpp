// Grids as text: frames of box-drawing characters or ASCII, coordinates along the edges, colours if
// wanted.
#include "text_grid.hpp"

#include <algorithm>
#include <array>

namespace layoutcheck::cli {

namespace {

/// Where two lines of a frame meet: at its first, an inner or its last line, in each direction.
enum class Meeting { first, inner, last };

/// A frame whose lines are light, or heavy around tiles.
class Frame {
 public:
  Frame(const Grid& grid, std::size_t columns, bool utf8)
      : grid_(grid), columns_(columns), utf8_(utf8) {}

  [[nodiscard]] std::string vertical(std::size_t line) const {
    return !utf8_ ? "|" : heavy(grid_.columns, columns_, line) ? "┃" : "│";
  }

  /// The horizontal line above a row, or below the last one.
  [[nodiscard]] std::string rule(std::size_t line, std::size_t column_width) const {
    const bool heavy_line = heavy(grid_.rows, grid_.rows.shown, line);
    std::string text;
    for (std::size_t i = 0; i <= columns_; ++i) {
      text += junction(line, i, heavy_line);
      for (std::size_t k = 0; i < columns_ && k < column_width; ++k)
        text += !utf8_ ? (heavy_line ? "=" : "-") : heavy_line ? "━" : "─";
    }
    return text;
  }

 private:
  [[nodiscard]] bool heavy(const Axis& axis, std::size_t shown, std::size_t line) const {
    // Where the grid is cut it does not end, and so has no edge.
    return grid_.has_edges() &&
           (line == 0 ||
            (line == shown ? shown == axis.size : axis.tile[line - 1] != axis.tile[line]));
  }

  static Meeting place(std::size_t line, std::size_t last) {
    return line == 0 ? Meeting::first : line == last ? Meeting::last : Meeting::inner;
  }

  [[nodiscard]] std::string junction(std::size_t row, std::size_t column, bool heavy_row) const {
    if (!utf8_) return "+";
    // By the weight of the vertical line, that of the horizontal one, the place down and the place
    // to the right.
    static constexpr const char* junctions[2][2][3][3] = {
        {{{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
         {{"┍", "┯", "┑"}, {"┝", "┿", "┥"}, {"┕", "┷", "┙"}}},
        {{{"┎", "┰", "┒"}, {"┠", "╂", "┨"}, {"┖", "┸", "┚"}},
         {{"┏", "┳", "┓"}, {"┣", "╋", "┫"}, {"┗", "┻", "┛"}}}};
    const bool heavy_column = heavy(grid_.columns, columns_, column);
    return junctions[heavy_column ? 1 : 0][heavy_row ? 1 : 0][static_cast<std::size_t>(
        place(row, grid_.rows.shown))][static_cast<std::size_t>(place(column, columns_))];
  }

  const Grid& grid_;
  std::size_t columns_;
  bool utf8_;
};

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string centred(const std::string& text, std::size_t width) {
  const std::size_t space = width - std::min(width, text.size());
  return std::string(space - space / 2, ' ') + text + std::string(space / 2, ' ');
}

/// The width of a cell without the spaces around: of the longest offset, and of the longest labels
/// over their runs.
std::size_t column_width(const Grid& grid) {
  std::size_t width = 1;
  for (const Sheet& sheet : grid.sheets) {
    for (const auto& row : sheet.offsets)
      for (const std::string& offset : row)
        width = std::max(width, offset.size());
  }
  for (const Axis::Digit& digit : grid.columns.digits) {
    for (const std::string& label : digit.labels) {
      const std::size_t pitch = (label.size() + 3 + digit.run - 1) / digit.run;
      width = std::max(width, pitch - std::min<std::size_t>(3, pitch));
    }
  }
  return width;
}

std::size_t label_width(const Axis::Digit& digit) {
  std::size_t width = 0;
  for (const std::string& label : digit.labels)
    width = std::max(width, label.size());
  return width;
}

/// The colours of the palette of 256 for a hue. The nearest ones by number often have another hue.
int indexed(const Tint& tint) {
  static constexpr std::array<std::array<int, 4>, hue_count> ramps = {{{195, 159, 117, 81},
                                                                       {223, 222, 215, 214},
                                                                       {194, 151, 115, 79},
                                                                       {225, 218, 182, 175},
                                                                       {230, 229, 228, 227},
                                                                       {189, 153, 111, 75},
                                                                       {224, 217, 210, 209},
                                                                       {255, 251, 248, 246}}};
  const auto step = static_cast<std::size_t>(tint.strength * 3.999);
  return ramps[tint.hue][step];
}

std::string on_background(const std::string& text, const Tint& tint, Colours colours) {
  const Rgb& colour = tint.colour;
  const std::string background = colours == Colours::full ? "48;2;" + std::to_string(colour.red) +
                                                                ";" + std::to_string(colour.green) +
                                                                ";" + std::to_string(colour.blue)
                                                          : "48;5;" + std::to_string(indexed(tint));
  return "\033[38;5;16;" + background + "m" + text + "\033[0m";
}

/// The labels above the columns, one line for each digit.
std::string column_labels(const Grid& grid, std::size_t columns, std::size_t label_width,
                          std::size_t width, const TextStyle& style) {
  std::string lines;
  for (const Axis::Digit& digit : grid.columns.digits) {
    std::string line(label_width + 1, ' ');
    for (std::size_t i = 0; i < columns; i += digit.run) {
      const std::size_t run = std::min(digit.run, columns - i);
      line += centred(digit.labels[i], run * (width + 3) - 1) + " ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines += faint(line, style.colours) + "\n";
  }
  return lines;
}

/// The labels before a row; an outer digit is said once for its run.
std::string row_label(const Axis& rows, std::size_t row) {
  std::string label;
  for (const Axis::Digit& digit : rows.digits)
    label += padded(row % digit.run == 0 ? digit.labels[row] : "", label_width(digit)) + " ";
  return label;
}

/// The columns that the grid takes with its labels.
std::size_t frame_width(const Grid& grid) {
  return row_label(grid.rows, 0).size() + 1 + grid.columns.shown * (column_width(grid) + 3);
}

}  // namespace

std::string text_rows(const Grid& grid, std::size_t most, const TextStyle& style) {
  std::size_t columns = most;
  while (columns > 1 && style.width > 0 && frame_width(wrapped(grid, columns)) > style.width)
    columns /= 2;
  return text_grid(wrapped(grid, columns), style);
}

std::string text_grid(const Grid& grid, const TextStyle& style) {
  const std::size_t width = column_width(grid);
  const std::size_t label_width = row_label(grid.rows, 0).size();
  std::size_t columns = grid.columns.shown;
  if (style.width > 0 && label_width + 1 + columns * (width + 3) > style.width) {
    const std::size_t room = style.width > label_width + 3 ? style.width - label_width - 3 : 0;
    columns = std::clamp<std::size_t>(room / (width + 3), 1, columns);
  }
  const Frame frame(grid, columns, style.utf8);
  const std::string ellipsis = style.utf8 ? "…" : "...";
  const std::string right_end =
      columns < grid.columns.size ? " " + faint(ellipsis, style.colours) : "";
  const std::string indent(label_width, ' ');

  std::string text;
  for (std::size_t s = 0; s < grid.sheets.size(); ++s) {
    const Sheet& sheet = grid.sheets[s];
    if (!sheet.heading.empty())
      text += (s == 0 ? "" : "\n") + indent + bold(sheet.heading, style.colours) + "\n";
    text += column_labels(grid, columns, label_width, width, style);
    for (std::size_t row = 0; row < grid.rows.shown; ++row) {
      text += indent + frame.rule(row, width + 2) + "\n" +
              faint(row_label(grid.rows, row), style.colours);
      for (std::size_t column = 0; column < columns; ++column) {
        const std::string cell = " " + padded(sheet.offsets[row][column], width) + " ";
        const auto tint = tint_of(grid, s, row, column);
        text += frame.vertical(column) + (tint && style.colours != Colours::none
                                              ? on_background(cell, *tint, style.colours)
                                              : cell);
      }
      text += frame.vertical(columns) + right_end + "\n";
    }
    text += indent + frame.rule(grid.rows.shown, width + 2) + "\n";
    if (grid.rows.shown < grid.rows.size)
      text += indent + "  " + faint(style.utf8 ? "⋮" : "...", style.colours) + "\n";
  }
  if (const std::string note = cut_note(grid, columns); !note.empty())
    text += "cut: " + note + "; --max-cells, a wider terminal or --svg shows more\n";
  return text;
}

}  // namespace layoutcheck::cli
