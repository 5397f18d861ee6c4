// Pictures: grids and diagrams as self-contained SVG, with text as text.
#include "svg.hpp"

#include "escape.hpp"
#include "lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace layoutcheck::cli {

namespace {

/// A number with at most two decimals, whatever the locale.
std::string number(double x) {
  const auto hundredths = std::llround(x * 100);
  const auto magnitude = std::llabs(hundredths);
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(magnitude / 100);
  if (magnitude % 100 != 0) {
    const std::string digits = std::to_string(magnitude % 100 + 100).substr(1);
    text += "." + (digits[1] == '0' ? digits.substr(0, 1) : digits);
  }
  return text;
}

std::string hex(Rgb colour) {
  std::array<char, 8> text{};
  std::snprintf(
      text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(colour.red) & 0xffU,
      static_cast<unsigned>(colour.green) & 0xffU, static_cast<unsigned>(colour.blue) & 0xffU);
  return text.data();
}

/// About the width of a text in the widest of the fonts that may stand in for one another.
double width_of(const std::string& text, double size) {
  double ems = 0;
  for (char c : text) {
    const std::string_view narrow = "(),.:;-<_ *[]ijl";
    const std::string_view wide = "=>+mw";
    ems += narrow.find(c) != std::string_view::npos ? 0.4
           : wide.find(c) != std::string_view::npos ? 0.85
                                                    : 0.64;
  }
  return ems * size;
}

/// In pixels.
constexpr double longest_side = 4096;

/// What a line of text at the edge of a picture has room for; the title of the document is whole.
std::string fitting(const std::string& text) {
  constexpr std::size_t columns = 200;
  return clipped(text, columns);
}

/// Pieces of a picture.
class Picture {
 public:
  void text(double x, double y, const std::string& content, const char* style_class) {
    body_ += "  <text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + style_class +
             "\">" + xml_escaped(content) + "</text>\n";
  }

  void rectangle(double x, double y, double width, double height, const std::string& fill) {
    body_ += "  <rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) +
             "\" height=\"" + number(height) + "\" fill=\"" + fill + "\"/>\n";
  }

  void line(const std::string& d, const std::string& colour, double width) {
    body_ += "  <path d=\"" + d + R"(" fill="none" stroke=")" + colour + "\" stroke-width=\"" +
             number(width) + "\"/>\n";
  }

  void area(const std::string& d, const std::string& colour) {
    body_ += "  <path d=\"" + d + "\" fill=\"" + colour + "\"/>\n";
  }

  /// The whole document.
  [[nodiscard]] std::string document(double width, double height, const std::string& title) const {
    // What is larger is shown smaller: programs that draw pictures have limits.
    const double scale = std::min(1.0, longest_side / std::max(width, height));
    const std::string w = number(std::ceil(width));
    const std::string h = number(std::ceil(height));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
           number(std::ceil(width * scale)) + "\" height=\"" + number(std::ceil(height * scale)) +
           "\" viewBox=\"0 0 " + w + " " + h + "\" role=\"img\">\n  <title>" + xml_escaped(title) +
           "</title>\n"
           "  <style>\n"
           "    text { font-family: \"DejaVu Sans\", Verdana, Helvetica, Arial, sans-serif; fill: "
           "#1a1a1a; }\n"
           "    .title { font-size: 15px; }\n"
           "    .facts { font-size: 12px; fill: #595959; }\n"
           "    .heading { font-size: 13px; }\n"
           "    .cell { font-size: 13px; text-anchor: middle; }\n"
           "    .label { font-size: 10.5px; text-anchor: middle; fill: #6b6b6b; }\n"
           "    .from { font-size: 17px; text-anchor: end; }\n"
           "    .to { font-size: 17px; text-anchor: start; }\n"
           "    .base { font-size: 15px; text-anchor: start; fill: #6b6b6b; }\n"
           "  </style>\n"
           "  <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" +
           body_ + "</svg>\n";
  }

 private:
  std::string body_;
};

constexpr const char* ink = "#1a1a1a";
constexpr const char* grey_ink = "#4d4d4d";
constexpr double margin = 20;
constexpr double title_size = 15;
constexpr double cell_height = 28;
constexpr double label_step = 15;

double longest(const std::vector<std::string>& texts, double size) {
  double width = 0;
  for (const std::string& text : texts)
    width = std::max(width, width_of(text, size));
  return width;
}

double cell_width(const Grid& grid) {
  double width = 32;
  for (const Sheet& sheet : grid.sheets)
    for (const auto& row : sheet.offsets)
      width = std::max(width, longest(row, 13) + 12);
  for (const Axis::Digit& digit : grid.columns.digits)
    width = std::max(width, (longest(digit.labels, 10.5) + 6) / static_cast<double>(digit.run));
  return width;
}

/// Lines are heavy around tiles, but not where the grid is cut.
bool is_heavy(const Grid& grid, const Axis& axis, std::size_t line) {
  return grid.has_edges() &&
         (line == 0 ||
          (line == axis.shown ? axis.shown == axis.size : axis.tile[line - 1] != axis.tile[line]));
}

/// The labels of an axis, each centred over its run; `put` receives the digit, the middle in cells,
/// and the label.
template <class Put>
void put_labels(const Axis& axis, const Put& put) {
  for (std::size_t d = 0; d < axis.digits.size(); ++d) {
    const Axis::Digit& digit = axis.digits[d];
    for (std::size_t i = 0; i < axis.shown; i += digit.run) {
      const std::size_t run = std::min(digit.run, axis.shown - i);
      put(d, static_cast<double>(i) + static_cast<double>(run) / 2, digit.labels[i]);
    }
  }
}

/// The light lines of a grid lie below the heavy ones, which reach out to each other at the
/// corners.
void draw_lines(Picture& picture, const Grid& grid, double x, double y, double width) {
  const double right = x + width * static_cast<double>(grid.columns.shown);
  const double bottom = y + cell_height * static_cast<double>(grid.rows.shown);
  for (const bool heavy : {false, true}) {
    const double thickness = heavy ? 2 : 0.8;
    const double reach = thickness / 2;
    const std::string colour = heavy ? ink : grey_ink;
    for (std::size_t i = 0; i <= grid.rows.shown; ++i) {
      if (is_heavy(grid, grid.rows, i) == heavy) {
        const std::string at = number(y + cell_height * static_cast<double>(i));
        picture.line("M" + number(x - reach) + " " + at + "H" + number(right + reach), colour,
                     thickness);
      }
    }
    for (std::size_t i = 0; i <= grid.columns.shown; ++i) {
      if (is_heavy(grid, grid.columns, i) == heavy) {
        const std::string at = number(x + width * static_cast<double>(i));
        picture.line("M" + at + " " + number(y - reach) + "V" + number(bottom + reach), colour,
                     thickness);
      }
    }
  }
}

/// Colours of lines that stand out from white by more than 4.5 : 1.
const char* line_colour(std::size_t i) {
  static constexpr std::array<const char*, 6> colours = {"#005a8c", "#b34700", "#00704f",
                                                         "#9c3d75", "#7a5c00", "#4d4d4d"};
  return colours[i % colours.size()];
}

/// A bracket beside a column: a line with short ends towards the entries.
void draw_bracket(Picture& picture, double x, double top, double bottom, double towards) {
  picture.line("M" + number(x + towards) + " " + number(top) + "H" + number(x) + "V" +
                   number(bottom) + "H" + number(x + towards),
               grey_ink, 1.3);
}

/// `lean` moves the middle of the curve to the right, in parts of its width.
void draw_arrow(Picture& picture, double x0, double y0, double x1, double y1,
                const std::string& colour, double lean = 0) {
  constexpr double head = 9;
  const double end = x1 - head + 1;
  const std::string curve = "M" + number(x0) + " " + number(y0) + "C" +
                            number(x0 + (end - x0) * (0.45 + lean)) + " " + number(y0) + " " +
                            number(end - (end - x0) * (0.45 - lean)) + " " + number(y1) + " " +
                            number(end) + " " + number(y1);
  // The white seam shows which of two curves goes over the other.
  if (y0 != y1) picture.line(curve, "#ffffff", 6);
  picture.line(curve, colour, 1.8);
  picture.area("M" + number(x1) + " " + number(y1) + "L" + number(x1 - head) + " " +
                   number(y1 - 4.2) + "L" + number(x1 - head + 2) + " " + number(y1) + "L" +
                   number(x1 - head) + " " + number(y1 + 4.2) + "Z",
               colour);
}

}  // namespace

std::string svg_grid(const Grid& grid, const std::string& whole_title,
                     const std::string& all_facts) {
  const std::string title = fitting(whole_title);
  const std::string facts = fitting(all_facts);
  Picture picture;
  const double cell = cell_width(grid);
  double row_margin = margin;
  std::vector<double> row_label_at;
  for (const Axis::Digit& digit : grid.rows.digits) {
    const double width = longest(digit.labels, 10.5) + 8;
    row_label_at.push_back(row_margin + width / 2);
    row_margin += width;
  }
  const double x = row_margin + (grid.rows.digits.empty() ? 0 : 4);
  double y = margin + title_size;
  picture.text(margin, y, title, "title");
  y += 19;
  picture.text(margin, y, facts, "facts");
  y += 8;

  for (std::size_t s = 0; s < grid.sheets.size(); ++s) {
    const Sheet& sheet = grid.sheets[s];
    if (!sheet.heading.empty()) {
      y += 26;
      picture.text(x, y, sheet.heading, "heading");
    }
    y += 6 + label_step * static_cast<double>(grid.columns.digits.size());
    put_labels(grid.columns, [&](std::size_t digit, double middle, const std::string& label) {
      const auto above = static_cast<double>(grid.columns.digits.size() - 1 - digit);
      picture.text(x + cell * middle, y - 5 - label_step * above, label, "label");
    });
    put_labels(grid.rows, [&](std::size_t digit, double middle, const std::string& label) {
      picture.text(row_label_at[digit], y + cell_height * middle + 4, label, "label");
    });
    for (std::size_t i = 0; i < grid.rows.shown; ++i) {
      for (std::size_t j = 0; j < grid.columns.shown; ++j) {
        const double left = x + cell * static_cast<double>(j);
        const double top = y + cell_height * static_cast<double>(i);
        if (const auto tint = tint_of(grid, s, i, j))
          picture.rectangle(left, top, cell, cell_height, hex(tint->colour));
        picture.text(left + cell / 2, top + cell_height / 2 + 4.7, sheet.offsets[i][j], "cell");
      }
    }
    draw_lines(picture, grid, x, y, cell);
    y += cell_height * static_cast<double>(grid.rows.shown);
  }
  const std::string note = cut_note(grid, grid.columns.shown);
  if (!note.empty()) {
    y += 22;
    picture.text(margin, y, "cut: " + note, "facts");
  }
  const double width = std::max({x + cell * static_cast<double>(grid.columns.shown),
                                 margin + width_of(title, title_size), margin + width_of(facts, 12),
                                 margin + width_of(note, 12) + 40});
  return picture.document(width + margin, y + margin, whole_title);
}

std::string svg_diagram(const Diagram& diagram, const std::string& whole_title,
                        const std::string& whole_caption) {
  const std::string title = fitting(whole_title);
  const std::string caption = fitting(whole_caption);
  constexpr double step = 42;
  constexpr double font = 17;
  constexpr double bracket_step = 12;
  Picture picture;
  const std::vector<Bracket> left = brackets(diagram.from_profile);
  const std::vector<Bracket> right = brackets(diagram.to_profile);
  const std::size_t height =
      std::max<std::size_t>(1, std::max(diagram.from.size(), diagram.to.size()));
  const double top = margin + title_size + 34;
  const auto y_of = [&](std::size_t i) { return top + step * static_cast<double>(height - 1 - i); };
  const double gap = std::max(160.0, 32.0 * static_cast<double>(height));

  const double from_width = longest(diagram.from, font);
  const double to_width = longest(diagram.to, font);
  const double brackets_width = bracket_step * static_cast<double>(deepest(left)) +
                                bracket_step * static_cast<double>(deepest(right));
  const double body = from_width + gap + to_width + brackets_width + 24;
  const double text_width = std::max(width_of(title, title_size), width_of(caption, title_size));
  const double width = std::max(body, text_width) + 2 * margin;
  // The drawing stands in the middle of what its title needs.
  const double origin = margin + std::max(0.0, text_width - body) / 2;
  const double from_end =
      origin + bracket_step * static_cast<double>(deepest(left)) + 8 + from_width;
  const double to_start = from_end + gap;

  picture.text(margin, margin + title_size, title, "title");
  std::size_t colour = 0;
  for (std::size_t i = 0; i < diagram.from.size(); ++i) {
    const double y = y_of(i);
    if (diagram.map[i] != 0) {
      // Leaning in turn, curves that would all cross in one point do not.
      const double lean = 0.13 * (static_cast<double>(colour % 3) - 1);
      draw_arrow(picture, from_end + 8, y, to_start - 8,
                 y_of(static_cast<std::size_t>(diagram.map[i]) - 1), line_colour(colour), lean);
      ++colour;
    }
    picture.text(from_end, y + 6, diagram.from[i], "from");
  }
  // Over the curves that pass by.
  for (std::size_t i = 0; i < diagram.from.size(); ++i) {
    if (diagram.map[i] == 0) {
      picture.rectangle(from_end + 6, y_of(i) - 7, 33, 14, "#ffffff");
      draw_arrow(picture, from_end + 8, y_of(i), from_end + 26, y_of(i), "#6b6b6b");
      picture.text(from_end + 29, y_of(i) + 6, "∗", "base");
    }
  }
  for (std::size_t j = 0; j < diagram.to.size(); ++j)
    picture.text(to_start, y_of(j) + 6, diagram.to[j], "to");
  const auto draw = [&](const std::vector<Bracket>& list, double inner, double outwards) {
    for (const Bracket& bracket : list) {
      // A bracket inside another one is a little shorter, so that their ends stay apart.
      const double reach = 15 - 2.5 * std::min<double>(4, static_cast<double>(bracket.depth - 1));
      draw_bracket(picture, inner + outwards * static_cast<double>(deepest(list) - bracket.depth),
                   y_of(bracket.last - 1) - reach, y_of(bracket.first) + reach,
                   outwards > 0 ? -5 : 5);
    }
  };
  draw(left, from_end - from_width - 10, -bracket_step);
  draw(right, to_start + to_width + 10, bracket_step);
  double y = top + step * static_cast<double>(height - 1) + 24;
  if (!caption.empty()) {
    y += 24;
    picture.text(margin, y, caption, "title");
  }
  return picture.document(width, y + margin - 4, whole_title);
}

}  // namespace layoutcheck::cli
