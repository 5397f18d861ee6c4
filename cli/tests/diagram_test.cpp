// Diagrams of morphisms as text, and trees.
#include "diagram.hpp"

#include "tree.hpp"
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace layoutcheck::cli {
namespace {

std::string drawn(const std::string& f, bool utf8 = true, std::size_t width = 0) {
  return text_diagram(diagram_of(parse_morphism(f)), {utf8, Colours::none, width});
}

TEST(Diagram, HasTheFirstEntriesAtTheBottom) {
  EXPECT_EQ(drawn("(2,2)--(1,3)-->(2,5,2,5)"),
            "              5\n"
            "         ╭──▶ 2\n"
            "  2 ─────╯    5\n"
            "  2 ────────▶ 2\n");
}

TEST(Diagram, LeadsEntriesToTheBasePoint) {
  EXPECT_EQ(drawn("(3,128,128)--(*,2,1)-->(128,128)"),
            "  128 ─────╮\n"
            "  128 ─────│──▶ 128\n"
            "    3 ─▶ * ╰──▶ 128\n");
}

TEST(Diagram, IsDrawnInAscii) {
  EXPECT_EQ(drawn("(2,2)--(1,3)-->(2,5,2,5)", false),
            "              5\n"
            "         +--> 2\n"
            "  2 -----+    5\n"
            "  2 --------> 2\n");
}

TEST(Diagram, ChangesTracksInACircle) {
  EXPECT_EQ(drawn("(2,3)--(2,1)-->(3,2)"),
            "  3 ───────╮ ╭──▶ 2\n"
            "         ╭─│─╯\n"
            "  2 ─────╯ ╰────▶ 3\n");
}

TEST(Diagram, HasBracketsAroundNestedModes) {
  EXPECT_EQ(drawn("((2,2),3)--(1,2,3)-->(2,(2,3))"),
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
  EXPECT_THAT(drawn("(2,3,5)--(3,1,2)-->(3,5,2)", true, 15), testing::HasSubstr("5 ──▶ 5  at 2\n"));
}

TEST(Diagram, OfNothingIsEmpty) {
  EXPECT_EQ(drawn("()--()-->()"), "");
}

/// Follows every wire of a drawing from its entry to its head; each must arrive where the map says.
class Permutation : public testing::TestWithParam<int> {};

TEST_P(Permutation, IsDrawnWithoutWiresOnTopOfOneAnother) {
  Tuple order = {1, 2, 3, 4, 5};
  for (int i = 0; i < GetParam(); ++i) {
    std::next_permutation(order.begin(), order.end());
  }
  // Entries are distinct primes, so that a wrong arrow would join different ones.
  const Tuple primes = {2, 3, 5, 7, 11};
  Tuple codomain(5);
  for (std::size_t i = 0; i < 5; ++i) {
    codomain[static_cast<std::size_t>(order[i]) - 1] = primes[i];
  }
  const Morphism f(NestedTuple::flat(primes), order, NestedTuple::flat(codomain));
  std::vector<std::vector<std::string>> cells;
  std::istringstream lines(text_diagram(diagram_of(f), {}));
  for (std::string line; std::getline(lines, line);) {
    cells.emplace_back();
    for (std::size_t i = 0; i < line.size();) {
      std::size_t next = i + 1;
      while (next < line.size() && (static_cast<unsigned char>(line[next]) & 0xc0U) == 0x80U) {
        ++next;
      }
      cells.back().push_back(line.substr(i, next - i));
      i = next;
    }
  }
  const auto at = [&](std::size_t row, std::size_t column) {
    return row < cells.size() && column < cells[row].size() ? cells[row][column] : " ";
  };
  const auto number_from = [&](std::size_t row, std::size_t column) {
    std::string digits;
    for (; at(row, column) != " "; ++column) {
      digits += at(row, column);
    }
    return digits;
  };
  int arrows = 0;
  for (std::size_t start = 0; start < cells.size(); ++start) {
    std::size_t column = 0;
    while (at(start, column) == " " && column < 10) {
      ++column;
    }
    const std::string entry = number_from(start, column);
    if (entry.empty() || std::isdigit(static_cast<unsigned char>(entry[0])) == 0 || column > 4) {
      continue;
    }
    std::size_t row = start;
    column += entry.size() + 1;
    int down = 0;
    while (at(row, column) != "▶") {
      const std::string glyph = at(row, column);
      ASSERT_NE(glyph, " ") << to_string(f);
      if (down == 0 && (glyph == "╮" || glyph == "╯")) {
        down = glyph == "╮" ? 1 : -1;
      } else if (down != 0 && (glyph == "╰" || glyph == "╭")) {
        down = 0;
      }
      // A wire goes straight on under one that crosses it.
      if (down == 0) {
        ++column;
      } else {
        row = down > 0 ? row + 1 : row - 1;
      }
    }
    column += 2;
    while (at(row, column) == " ") {
      ++column;
    }
    EXPECT_EQ(number_from(row, column), entry) << to_string(f);
    ++arrows;
  }
  EXPECT_EQ(arrows, 5);
}

INSTANTIATE_TEST_SUITE_P(Diagram, Permutation, testing::Range(0, 120));

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
