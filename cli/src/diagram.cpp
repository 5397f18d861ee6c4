// Diagrams of morphisms: two columns of entries, the first at the bottom, and an arrow for each
// value of the map.
#include "diagram.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace layoutcheck::cli {

namespace {

std::vector<std::string> texts(const Tuple& entries) {
  std::vector<std::string> list;
  for (Int entry : entries)
    list.push_back(std::to_string(entry));
  return list;
}

std::vector<std::string> members(Int count) {
  std::vector<std::string> list;
  for (Int i = 1; i <= count; ++i)
    list.push_back(std::to_string(i));
  return list;
}

std::size_t width_of(const std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts)
    width = std::max(width, text.size());
  return width;
}

/// An arrow that changes its height. It leaves its entry on the line of `from`, rises or falls in
/// the track `first`, and arrives on the line of `to`. Where a second track is needed, it changes
/// over on the free line below `to`.
struct Wire {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t first = 0;
  std::optional<std::size_t> second;
};

/// Orders wires so that no two run along the same line at the same place: the wire that leaves from
/// line r must turn before the one that arrives on line r starts to run along it. As no line has
/// more than one of each, these conditions form chains and circles; in a circle, one wire takes its
/// first turn before all others and its second one after all.
std::vector<Wire> route(const Tuple& map) {
  std::vector<Wire> rising;
  std::vector<Wire> falling;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const auto to = static_cast<std::size_t>(map[i]) - 1;
    if (map[i] != 0 && to != i) (to > i ? rising : falling).push_back({i, to, 0, {}});
  }
  // Among parallel wires this order has no crossings.
  std::reverse(rising.begin(), rising.end());
  std::vector<Wire> waiting = std::move(rising);
  waiting.insert(waiting.end(), falling.begin(), falling.end());

  std::vector<Wire> placed;
  std::vector<std::size_t> circles;
  std::size_t track = 0;
  while (!waiting.empty()) {
    const auto is_free = [&](const Wire& wire) {
      return std::none_of(waiting.begin(), waiting.end(),
                          [&](const Wire& other) { return other.from == wire.to; });
    };
    const auto next = std::find_if(waiting.begin(), waiting.end(), is_free);
    if (next != waiting.end()) {
      next->first = track++;
      placed.push_back(*next);
      waiting.erase(next);
    } else {
      circles.push_back(placed.size());
      placed.push_back(waiting.front());
      waiting.erase(waiting.begin());
    }
  }
  // The first turns of the circles go before everything else.
  std::size_t early = 0;
  for (Wire& wire : placed)
    wire.first += circles.size();
  for (std::size_t i : circles) {
    placed[i].second = circles.size() + track + early;
    placed[i].first = early++;
  }
  return placed;
}

/// A drawing on a raster of characters; the lines of the raster count from the top.
class Canvas {
 public:
  Canvas(std::size_t height, std::size_t width, bool utf8)
      : utf8_(utf8), cells_(height, std::vector<std::string>(width, " ")) {}

  void put(std::size_t line, std::size_t column, std::string glyph) {
    cells_[line][column] = std::move(glyph);
  }

  void write(std::size_t line, std::size_t column, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i)
      put(line, column + i, std::string(1, text[i]));
  }

  void run(std::size_t line, std::size_t first, std::size_t last) {
    for (std::size_t column = first; column <= last; ++column)
      put(line, column, utf8_ ? "─" : "-");
  }

  /// A line that goes over what it crosses.
  void turn(std::size_t column, std::size_t from, std::size_t to) {
    for (std::size_t line = std::min(from, to) + 1; line < std::max(from, to); ++line)
      put(line, column, utf8_ ? "│" : "|");
    const bool up = to < from;
    put(from, column, !utf8_ ? "+" : up ? "╯" : "╮");
    put(to, column, !utf8_ ? "+" : up ? "╭" : "╰");
  }

  void head(std::size_t line, std::size_t column) { put(line, column, utf8_ ? "▶" : ">"); }

  [[nodiscard]] std::string text() const {
    std::string lines;
    for (const auto& row : cells_) {
      std::string line;
      for (const std::string& cell : row)
        line += cell;
      line.erase(line.find_last_not_of(' ') + 1);
      lines += line + "\n";
    }
    // The free line below the first entries is seldom used.
    if (lines.ends_with("\n\n")) lines.pop_back();
    return lines;
  }

 private:
  bool utf8_;
  std::vector<std::vector<std::string>> cells_;
};

/// One arrow a line: the entry, where it goes, and what is there.
std::string listed(const Diagram& diagram, const TextStyle& style) {
  const std::size_t width = width_of(diagram.from);
  const std::string arrow = style.utf8 ? "──▶" : "-->";
  std::string text;
  for (std::size_t i = diagram.from.size(); i-- > 0;) {
    text += "  " + std::string(width - diagram.from[i].size(), ' ') + diagram.from[i] + " " +
            arrow + " ";
    if (diagram.map[i] == 0) {
      text += "*\n";
    } else {
      const std::string& target = diagram.to[static_cast<std::size_t>(diagram.map[i]) - 1];
      text += target + faint("  at " + std::to_string(diagram.map[i]), style.colours) + "\n";
    }
  }
  return text;
}

bool is_injective(const Tuple& map) {
  std::set<Int> seen;
  return std::all_of(map.begin(), map.end(),
                     [&](Int value) { return value == 0 || seen.insert(value).second; });
}

/// The brackets beside a column of entries; `inner` is the column of the raster next to the
/// entries.
template <class LineOf>
void draw_brackets(Canvas& canvas, const std::vector<Bracket>& list, std::size_t inner,
                   bool to_the_left, const LineOf& line_of, bool utf8) {
  const std::size_t depth = deepest(list);
  for (const Bracket& bracket : list) {
    const std::size_t away = depth - bracket.depth;
    const std::size_t column = to_the_left ? inner - away : inner + away;
    const std::size_t top = line_of(bracket.last - 1);
    const std::size_t bottom = line_of(bracket.first);
    for (std::size_t line = top; line <= bottom; ++line)
      canvas.put(line, column, utf8 ? "│" : "|");
    if (top == bottom) {
      canvas.put(top, column, to_the_left ? "[" : "]");
    } else if (utf8) {
      canvas.put(top, column, to_the_left ? "╭" : "╮");
      canvas.put(bottom, column, to_the_left ? "╰" : "╯");
    } else {
      canvas.put(top, column, to_the_left ? "/" : "\\");
      canvas.put(bottom, column, to_the_left ? "\\" : "/");
    }
  }
}

}  // namespace

Diagram diagram_of(const Morphism& f) {
  return {texts(f.domain().entries()), f.domain().profile(), f.map(), texts(f.codomain().entries()),
          f.codomain().profile()};
}

Diagram diagram_of(const PointedMap& a) {
  return {members(a.domain()), Profile::flat(a.values().size()), a.values(), members(a.codomain()),
          Profile::flat(static_cast<std::size_t>(a.codomain()))};
}

std::vector<Bracket> brackets(const Profile& profile) {
  std::vector<Bracket> list;
  std::vector<Bracket> open;
  std::size_t entry = 0;
  for (char c : profile.word()) {
    if (c == '(') {
      open.push_back({entry, entry, open.size()});
    } else if (c == '*') {
      ++entry;
    } else {
      open.back().last = entry;
      if (open.size() > 1 && open.back().last > open.back().first) list.push_back(open.back());
      open.pop_back();
    }
  }
  return list;
}

std::size_t deepest(const std::vector<Bracket>& list) {
  std::size_t depth = 0;
  for (const Bracket& bracket : list)
    depth = std::max(depth, bracket.depth);
  return depth;
}

std::string text_diagram(const Diagram& diagram, const TextStyle& style) {
  constexpr std::size_t most_arrows = 400;
  const std::size_t height = std::max(diagram.from.size(), diagram.to.size());
  if (!is_injective(diagram.map) || height > most_arrows) return listed(diagram, style);
  const std::vector<Wire> wires = route(diagram.map);
  const bool has_circle =
      std::any_of(wires.begin(), wires.end(), [](const Wire& w) { return w.second.has_value(); });
  std::size_t tracks = wires.size();
  for (const Wire& wire : wires)
    tracks += wire.second ? 1U : 0U;

  const std::vector<Bracket> left = brackets(diagram.from_profile);
  const std::vector<Bracket> right = brackets(diagram.to_profile);
  const std::size_t left_edge = 2 + (left.empty() ? 0 : deepest(left) + 1);
  const std::size_t start = left_edge + width_of(diagram.from) + 1;
  // Room for the arrow to the base point, then the tracks, then the heads.
  const std::size_t first_track = start + 5;
  const std::size_t head = first_track + 2 * tracks + 1;
  const std::size_t right_edge = head + 2;
  const std::size_t to_width = width_of(diagram.to);
  const std::size_t width = right_edge + to_width + 2 + deepest(right);
  constexpr std::size_t widest_without_terminal = 200;
  if (width > (style.width > 0 ? style.width : widest_without_terminal))
    return listed(diagram, style);

  // With a circle, each line has a free one below it.
  const std::size_t pitch = has_circle ? 2 : 1;
  const auto line_of = [&](std::size_t i) { return (height - 1 - i) * pitch; };
  const auto column_of = [&](std::size_t track) { return first_track + 2 * track; };
  Canvas canvas(height == 0 ? 0 : (height - 1) * pitch + (has_circle ? 2 : 1), width, style.utf8);
  for (std::size_t i = 0; i < diagram.from.size(); ++i) {
    const std::string& text = diagram.from[i];
    canvas.write(line_of(i), start - 1 - text.size(), text);
    if (diagram.map[i] == 0) {
      canvas.run(line_of(i), start, start);
      canvas.head(line_of(i), start + 1);
      canvas.put(line_of(i), start + 3, "*");
    } else if (static_cast<std::size_t>(diagram.map[i]) == i + 1) {
      canvas.run(line_of(i), start, head - 1);
      canvas.head(line_of(i), head);
    }
  }
  for (std::size_t j = 0; j < diagram.to.size(); ++j)
    canvas.write(line_of(j), right_edge + to_width - diagram.to[j].size(), diagram.to[j]);
  for (const Wire& wire : wires) {
    canvas.run(line_of(wire.from), start, column_of(wire.first) - 1);
    canvas.run(line_of(wire.to), column_of(wire.second.value_or(wire.first)) + 1, head - 1);
    if (wire.second)
      canvas.run(line_of(wire.to) + 1, column_of(wire.first) + 1, column_of(*wire.second) - 1);
    canvas.head(line_of(wire.to), head);
  }
  for (const Wire& wire : wires) {
    const std::size_t change = wire.second ? line_of(wire.to) + 1 : line_of(wire.to);
    canvas.turn(column_of(wire.first), line_of(wire.from), change);
    if (wire.second) canvas.turn(column_of(*wire.second), change, line_of(wire.to));
  }
  if (!left.empty()) draw_brackets(canvas, left, left_edge - 2, true, line_of, style.utf8);
  if (!right.empty())
    draw_brackets(canvas, right, right_edge + to_width + 1, false, line_of, style.utf8);
  return canvas.text();
}

}  // namespace layoutcheck::cli
