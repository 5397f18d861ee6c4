// Diagrams of morphisms as text, and trees.
#include "diagram.hpp"

#include "tree.hpp"
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace layoutcheck::cli {
namespace {

std::string drawn_diagram(const std::string& f, bool utf8 = true, std::size_t width = 0) {
  return text_diagram(diagram_of(parse_morphism(f)), {utf8, Colours::none, width});
}

TEST(Diagram, HasTheFirstEntriesAtTheBottom) {
  EXPECT_EQ(drawn_diagram("(2,2)--(1,3)-->(2,5,2,5)"),
            "              5\n"
            "         ╭──▶ 2\n"
            "  2 ─────╯    5\n"
            "  2 ────────▶ 2\n");
}

TEST(Diagram, LeadsEntriesToTheBasePoint) {
  EXPECT_EQ(drawn_diagram("(3,128,128)--(*,2,1)-->(128,128)"),
            "  128 ─────╮\n"
            "  128 ─────│──▶ 128\n"
            "    3 ─▶ * ╰──▶ 128\n");
}

TEST(Diagram, IsDrawnInAscii) {
  EXPECT_EQ(drawn_diagram("(2,2)--(1,3)-->(2,5,2,5)", false),
            "              5\n"
            "         +--> 2\n"
            "  2 -----+    5\n"
            "  2 --------> 2\n");
}

TEST(Diagram, ChangesTracksInACircle) {
  EXPECT_EQ(drawn_diagram("(2,3)--(2,1)-->(3,2)"),
            "  3 ───────╮ ╭──▶ 2\n"
            "         ╭─│─╯\n"
            "  2 ─────╯ ╰────▶ 3\n");
}

TEST(Diagram, HasBracketsAroundNestedModes) {
  EXPECT_EQ(drawn_diagram("((2,2),3)--(1,2,3)-->(2,(2,3))"),
            "    3 ──────▶ 3 ╮\n"
            "  ╭ 2 ──────▶ 2 ╯\n"
            "  ╰ 2 ──────▶ 2\n");
}

TEST(Diagram, ListsArrowsThatMeetOrDoNotFit) {
  const auto map = std::get<PointedMap>(parse_any("<4>--(2,2,*,6)--><6>"));
  EXPECT_EQ(text_diagram(diagram_of(map), {}),
            "  4 ──▶ 6  at 6\n"
            "  3 ──▶ *\n"
            "  2 ──▶ 2  at 2\n"
            "  1 ──▶ 2  at 2\n");
  EXPECT_THAT(drawn_diagram("(2,3,5)--(3,1,2)-->(3,5,2)", true, 15),
              testing::HasSubstr("5 ──▶ 5  at 2\n"));
}

TEST(Diagram, OfNothingIsEmpty) {
  EXPECT_EQ(drawn_diagram("()--()-->()"), "");
}

/// A drawing as cells of one code point each; beyond it everything is blank.
class ReadDiagram {
 public:
  explicit ReadDiagram(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      rows_.emplace_back();
      for (char c : line) {
        if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) rows_.back().emplace_back();
        rows_.back().back() += c;
      }
    }
  }

  [[nodiscard]] std::size_t height() const { return rows_.size(); }

  [[nodiscard]] std::string at(std::size_t row, std::size_t column) const {
    return row < rows_.size() && column < rows_[row].size() ? rows_[row][column] : " ";
  }

  /// The first number of the row from this column on; `column` is moved behind it.
  std::string number(std::size_t row, std::size_t& column) const {
    std::string digits;
    while (at(row, column) == " " && column < 80)
      ++column;
    for (; std::isdigit(static_cast<unsigned char>(at(row, column)[0])) != 0; ++column)
      digits += at(row, column);
    return digits;
  }

  /// What the wire that starts here leads to; "" if it breaks off. A wire goes straight on under
  /// one that crosses it.
  [[nodiscard]] std::string end_of_wire(std::size_t row, std::size_t column) const {
    int down = 0;
    while (at(row, column) != "▶") {
      const std::string glyph = at(row, column);
      if (glyph == " ") return "";
      if (down == 0 && (glyph == "╮" || glyph == "╯"))
        down = glyph == "╮" ? 1 : -1;
      else if (down != 0 && (glyph == "╰" || glyph == "╭"))
        down = 0;
      if (down == 0)
        ++column;
      else
        row = down > 0 ? row + 1 : row - 1;
    }
    return number(row, ++column);
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

TEST(Diagram, LeadsEachWireOfAPermutationToItsEnd) {
  // Distinct entries, so that a wire that changed over to another would join different ones.
  const Tuple entries = {2, 3, 5, 7, 11};
  Tuple map = {1, 2, 3, 4, 5};
  do {
    Tuple codomain(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i)
      codomain[static_cast<std::size_t>(map[i]) - 1] = entries[i];
    const Morphism f(NestedTuple::flat(entries), map, NestedTuple::flat(codomain));
    const ReadDiagram drawing(text_diagram(diagram_of(f), {}));
    std::size_t wires = 0;
    for (std::size_t row = 0; row < drawing.height(); ++row) {
      std::size_t column = 0;
      const std::string entry = drawing.number(row, column);
      if (!entry.empty() && column == 4) {
        EXPECT_EQ(drawing.end_of_wire(row, column + 1), entry) << to_string(f);
        ++wires;
      }
    }
    EXPECT_EQ(wires, entries.size()) << to_string(f);
  } while (std::next_permutation(map.begin(), map.end()));
}

TEST(Tree, ShowsTheNesting) {
  const TextStyle plain;
  EXPECT_EQ(text_tree(parse_any("((2,2),(2,4))"), plain, 100),
            "((2,2),(2,4))\n"
            "├─ (2,2)\n"
            "│  ├─ 2\n"
            "│  └─ 2\n"
            "└─ (2,4)\n"
            "   ├─ 2\n"
            "   └─ 4\n");
  EXPECT_EQ(text_tree(parse_any("24"), plain, 100), "24\n");
  EXPECT_EQ(text_tree(parse_any("(*,())"), {false, Colours::none, 0}, 100),
            "(*,())\n|- *\n`- ()\n");
  EXPECT_EQ(text_tree(parse_any("<4:2,_>"), plain, 100), "<4:2,_>\n├─ 4:2\n└─ _\n");
}

TEST(Tree, IsCutWithANote) {
  EXPECT_EQ(text_tree(parse_any("(2,2,2,2)"), {}, 3), "(2,2,2,2)\n├─ 2\n├─ 2\ncut: 2 more lines\n");
}

}  // namespace
}  // namespace layoutcheck::cli
