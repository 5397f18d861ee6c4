// Grids: the pictures of the sources, tiles and their colours, what is cut.
#include "grid.hpp"

#include "lines.hpp"
#include "text_grid.hpp"
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace layoutcheck::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::size_t plenty = 4096;

Grid grid_of(const std::string& layout, std::size_t max_cells = plenty) {
  const Layout l = parse_layout(layout);
  return make_grid(l, natural_tiles(l), max_cells);
}

std::string drawn(const std::string& layout, bool utf8 = true, std::size_t width = 0) {
  return text_grid(grid_of(layout), {utf8, Colours::none, width});
}

Tiles tiles_of_answer(const std::string& answered) {
  const Case c = parse_case(answered);
  return natural_tiles(std::get<Layout>(std::get<Value>(*c.answer)), &c);
}

TEST(Grid, IsThatOfColfax2313) {
  EXPECT_EQ(drawn("(3,(3,2)):(3,(1,10))"),
            "          0              1\n"
            "     0    1    2    0    1    2\n"
            "  ┏━━━━┯━━━━┯━━━━┳━━━━┯━━━━┯━━━━┓\n"
            "0 ┃  0 │  1 │  2 ┃ 10 │ 11 │ 12 ┃\n"
            "  ┠────┼────┼────╂────┼────┼────┨\n"
            "1 ┃  3 │  4 │  5 ┃ 13 │ 14 │ 15 ┃\n"
            "  ┠────┼────┼────╂────┼────┼────┨\n"
            "2 ┃  6 │  7 │  8 ┃ 16 │ 17 │ 18 ┃\n"
            "  ┗━━━━┷━━━━┷━━━━┻━━━━┷━━━━┷━━━━┛\n");
}

TEST(Grid, IsThatOfColfax2314) {
  EXPECT_EQ(drawn("((2,2),(2,2)):((1,4),(2,8))"),
            "         0         1\n"
            "       0    1    0    1\n"
            "    ┏━━━━┯━━━━┳━━━━┯━━━━┓\n"
            "0 0 ┃  0 │  2 ┃  8 │ 10 ┃\n"
            "    ┠────┼────╂────┼────┨\n"
            "  1 ┃  1 │  3 ┃  9 │ 11 ┃\n"
            "    ┣━━━━┿━━━━╋━━━━┿━━━━┫\n"
            "1 0 ┃  4 │  6 ┃ 12 │ 14 ┃\n"
            "    ┠────┼────╂────┼────┨\n"
            "  1 ┃  5 │  7 ┃ 13 │ 15 ┃\n"
            "    ┗━━━━┷━━━━┻━━━━┷━━━━┛\n");
}

TEST(Grid, IsDrawnInAsciiWhereThereIsNoUtf8) {
  EXPECT_EQ(drawn("(2,2):(1,2)", false),
            "    0   1\n"
            "  +---+---+\n"
            "0 | 0 | 2 |\n"
            "  +---+---+\n"
            "1 | 1 | 3 |\n"
            "  +---+---+\n");
}

TEST(Grid, OfRank0HasOneCell) {
  EXPECT_EQ(drawn("():()", false), "+---+\n| 0 |\n+---+\n");
}

TEST(Grid, OfRank1OrDepth0IsOneRow) {
  EXPECT_EQ(drawn("3:5", false),
            "   0    1    2\n"
            "+----+----+----+\n"
            "|  0 |  5 | 10 |\n"
            "+----+----+----+\n");
  EXPECT_EQ(drawn("(3):(5)", false), drawn("3:5", false));
}

TEST(Grid, OfRank3HasASheetForEachIndexOfTheThirdMode) {
  const Grid grid = grid_of("(2,2,(2,2)):(1,2,(4,8))");
  ASSERT_EQ(grid.sheets.size(), 4U);
  EXPECT_EQ(grid.sheets[0].heading, "(_,_,(0,0))");
  EXPECT_EQ(grid.sheets[1].heading, "(_,_,(1,0))");
  EXPECT_EQ(grid.sheets[2].heading, "(_,_,(0,1))");
  EXPECT_EQ(grid.sheets[3].heading, "(_,_,(1,1))");
  EXPECT_EQ(grid.sheets[1].offsets[1][1], "7");
  EXPECT_EQ(grid.sheets[3].offsets[1][1], "15");
}

TEST(Grid, LeavesOutEntriesOfExtent1AsLabels) {
  EXPECT_EQ(grid_of("((1,3),(2,1)):((7,1),(3,9))").rows.digits.size(), 1U);
}

TEST(Grid, OfManyEntriesIsDrawnAtOnce) {
  const Layout mode = Layout::flat(Tuple(20000, 2), Tuple(20000, 1));
  const std::vector<Layout> modes = {mode, mode};
  const Grid grid = make_grid(Layout::tuple_of(modes), Tiles::outer, 64);
  EXPECT_EQ(grid.rows.digits.size(), 3U);
  EXPECT_EQ(grid.sheets[0].offsets[7][7], "6");
}

TEST(Grid, IsCutWithANote) {
  const Grid grid = grid_of("(1000,(1000,2)):(1,(1000,7))", 12);
  EXPECT_EQ(grid.rows.shown * grid.columns.shown, 12U);
  const std::string text = text_grid(grid, {});
  EXPECT_THAT(text, HasSubstr("cut: 3 of 1000 rows, 4 of 2000 columns"));
  EXPECT_THAT(text, HasSubstr("…"));
  EXPECT_THAT(text, HasSubstr("⋮"));
}

TEST(Grid, OffsetsExceed64Bits) {
  const Grid grid = grid_of("(9223372036854775807,2):(9223372036854775807,9223372036854775807)", 6);
  EXPECT_EQ(grid.sheets[0].offsets[2][1], "27670116110564327421");
  EXPECT_EQ(grid.rows.size, Exact("9223372036854775807"));
}

TEST(Grid, FitsTheTerminal) {
  const std::string text = drawn("(2,100):(1,2)", true, 40);
  EXPECT_THAT(text, HasSubstr("of 100 columns"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(columns_of(line) <= 40 || line.starts_with("cut:")) << line;
}

TEST(Grid, LongLabelsWidenTheCells) {
  EXPECT_EQ(drawn("11:0", false),
            "   0    1    2    3    4    5    6    7    8    9   10\n"
            "+----+----+----+----+----+----+----+----+----+----+----+\n"
            "|  0 |  0 |  0 |  0 |  0 |  0 |  0 |  0 |  0 |  0 |  0 |\n"
            "+----+----+----+----+----+----+----+----+----+----+----+\n");
}

TEST(Tiles, AreColumnsInALogicalDivide) {
  // colfax 2.3.8.3: each column has one colour, each row one intensity.
  const Layout answer = parse_layout("((2,2),(2,4)):((1,4),(2,8))");
  const Grid grid = make_grid(answer, Tiles::columns, plenty);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 8; ++column) {
      const Tint tint = *tint_of(grid, 0, row, column);
      EXPECT_EQ(tint.hue, tint_of(grid, 0, 0, column)->hue);
      EXPECT_EQ(tint.strength, tint_of(grid, 0, row, 0)->strength);
      if (column > 0) EXPECT_NE(tint.hue, tint_of(grid, 0, row, column - 1)->hue);
    }
  }
}

TEST(Tiles, AreTheOuterIndicesOfNestedModes) {
  const Grid grid = make_grid(parse_layout("((2,2),(2,4)):((1,4),(2,8))"), Tiles::outer, plenty);
  EXPECT_EQ(grid.rows.tiles, 2);
  EXPECT_EQ(grid.columns.tiles, 4);
  EXPECT_EQ(tint_of(grid, 0, 0, 0)->hue, tint_of(grid, 0, 1, 1)->hue);
  EXPECT_NE(tint_of(grid, 0, 1, 1)->hue, tint_of(grid, 0, 2, 1)->hue);
  EXPECT_NE(tint_of(grid, 0, 1, 1)->hue, tint_of(grid, 0, 1, 2)->hue);
  EXPECT_LT(tint_of(grid, 0, 0, 0)->strength, tint_of(grid, 0, 1, 1)->strength);
  // The places of each tile are alike.
  EXPECT_EQ(tint_of(grid, 0, 0, 0)->strength, tint_of(grid, 0, 2, 2)->strength);
  EXPECT_EQ(tint_of(grid, 0, 1, 1)->strength, tint_of(grid, 0, 3, 7)->strength);
}

TEST(Tiles, TakeTheirHuesInThreesWhereThereAreMoreThanHues) {
  const Grid grid = make_grid(parse_layout("((2,4),(2,4)):((1,4),(2,16))"), Tiles::outer, plenty);
  ASSERT_GT(grid.rows.tiles * grid.columns.tiles, hue_count);
  EXPECT_EQ(tint_of(grid, 0, 0, 2)->hue, tint_of(grid, 0, 6, 0)->hue);
  EXPECT_NE(tint_of(grid, 0, 0, 2)->hue, tint_of(grid, 0, 0, 0)->hue);
}

TEST(Tiles, FollowTheOperation) {
  EXPECT_EQ(
      tiles_of_answer("logical_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),(2,4)):((1,4),(2,8))"),
      Tiles::columns);
  EXPECT_EQ(tiles_of_answer("logical_divide((4,8):(1,4), <2:1,2:1>) = ((2,2),(2,4)):((1,2),(4,8))"),
            Tiles::outer);
  EXPECT_EQ(tiles_of_answer("zipped_divide((4,8):(1,4), <2:1,2:1>) = ((2,2),(2,4)):((1,4),(2,8))"),
            Tiles::columns);
  EXPECT_EQ(
      tiles_of_answer("raked_product((2,2):(1,2), (3,4):(1,3)) = ((3,2),(4,2)):((4,1),(12,2))"),
      Tiles::inner);
  EXPECT_EQ(natural_tiles(parse_layout("(4,8):(1,4)")), Tiles::columns);
  EXPECT_EQ(natural_tiles(parse_layout("4:1")), Tiles::none);
}

/// The relative luminance of sRGB (WCAG 2.1).
double luminance(Rgb colour) {
  const auto linear = [](int channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

TEST(Tiles, LeaveBlackTextContrast) {
  const Grid grid = make_grid(parse_layout("(16,16):(1,16)"), Tiles::columns, plenty);
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 16; ++column)
      EXPECT_GE((luminance(tint_of(grid, 0, row, column)->colour) + 0.05) / 0.05, 7.0);
}

TEST(Tiles, HaveNoColourInPlainText) {
  EXPECT_THAT(drawn("((2,2),(2,2)):((1,4),(2,8))"), Not(HasSubstr("\033")));
  EXPECT_THAT(text_grid(grid_of("(2,2):(1,2)"), {true, Colours::indexed, 0}),
              HasSubstr("\033[38;5;16;48;5;"));
  EXPECT_THAT(text_grid(grid_of("(2,2):(1,2)"), {true, Colours::full, 0}),
              HasSubstr("\033[38;5;16;48;2;"));
}

TEST(Grid, FactsAreExact) {
  EXPECT_EQ(facts(parse_layout("(3,(3,2)):(3,(1,10))")), "rank 2, size 18, cosize 19");
  EXPECT_EQ(facts(parse_layout("(4294967296,4294967296):(1,1)")),
            "rank 2, size 18446744073709551616, cosize 8589934591");
}

}  // namespace
}  // namespace layoutcheck::cli
