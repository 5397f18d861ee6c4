// Drawings of who touches what, descriptions of launches, and what was found of launches as lines.
#include "kernel_description.hpp"
#include "kernel_documents.hpp"
#include "kernel_drawing.hpp"
#include "kernel_launches.hpp"
#include "svg.hpp"
#include "text_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace layoutcheck::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Grid drawn_kernel(const std::string& text, const std::map<std::int64_t, gpu::Owner>& owners) {
  const Drawing drawing = parse_drawing(text);
  Grid grid = grid_of(drawing, 1024, 64);
  put_owners(grid, drawing, owners);
  return grid;
}

TEST(KernelDrawing, ShowsThreadsAndValuesInThePlaceOfOffsets) {
  const Grid grid =
      drawn_kernel("y[writes] as (2,2):(1,4)", {{0, {0, 3, 1, false}}, {5, {0, 4, 0, true}}});
  EXPECT_EQ(text_grid(grid, {false, Colours::none, 0}),
            "      0       1\n"
            "  +-------+-------+\n"
            "0 |  T3V1 |     . |\n"
            "  +-------+-------+\n"
            "1 |     . | T4V0+ |\n"
            "  +-------+-------+\n");
  EXPECT_TRUE(tint_of(grid, 0, 0, 0).has_value());
  EXPECT_FALSE(tint_of(grid, 0, 0, 1).has_value());
  EXPECT_NE(tint_of(grid, 0, 0, 0)->hue, tint_of(grid, 0, 1, 1)->hue);
  EXPECT_THAT(svg_grid(grid, "y", ""), HasSubstr(">T4V0+</text>"));
}

TEST(KernelDrawing, NamesTheBlockWhereThereAreSeveral) {
  const Grid grid = drawn_kernel("y as 2:1", {{0, {7, 0, 0, false}}, {1, {8, 0, 0, false}}});
  EXPECT_THAT(grid.sheets[0].offsets[0], ElementsAre("B7 T0V0", "B8 T0V0"));
}

TEST(KernelDrawing, BeginsWhereItIsToldTo) {
  const Drawing drawing = parse_drawing("y[reads] as (2,2):(1,2^20) at 2^31");
  EXPECT_EQ(drawing.target.buffer, "y");
  const gpu::Watch watch = watch_of(drawing, grid_of(drawing, 8, 64));
  const std::int64_t start = std::int64_t{1} << 31;
  EXPECT_THAT(watch.offsets,
              ElementsAre(start, start + 1, start + (1 << 20), start + (1 << 20) + 1));
  EXPECT_FALSE(watch.target.writes);
}

TEST(KernelDrawing, HasRowsOf32UnlessSaid) {
  const Grid grid = wrapped(grid_of(parse_drawing("y"), std::uint64_t{1} << 60, 64), row_length);
  EXPECT_EQ(grid.columns.size, 32);
  EXPECT_EQ(grid.rows.size, Exact(1) << 55);
  EXPECT_EQ(grid.rows.shown, 2U);
  EXPECT_EQ(grid_of(parse_drawing("y"), 5, 64).columns.size, 5);
}

TEST(KernelDrawing, WrapsARowThatDoesNotFit) {
  const Grid row = drawn_kernel("y as 7:1 at 2", {{6, {0, 3, 1, false}}});
  const std::string text = text_rows(row, row_length, {false, Colours::none, 34});
  EXPECT_EQ(text,
            "      0      1      2      3\n"
            "  +------+------+------+------+\n"
            "0 |    . |    . |    . |    . |\n"
            "  +------+------+------+------+\n"
            "4 | T3V1 |    . |    . |      |\n"
            "  +------+------+------+------+\n");
  const Grid grid = wrapped(row, 4);
  EXPECT_TRUE(tint_of(grid, 0, 1, 0).has_value());
  EXPECT_FALSE(tint_of(grid, 0, 1, 3).has_value());
  // What fits, and what is no row, stays as it is.
  EXPECT_EQ(text_rows(row, row_length, {false, Colours::none, 0}),
            text_grid(row, {false, Colours::none, 0}));
  EXPECT_EQ(wrapped(drawn_kernel("y as (2,40):(40,1)", {}), row_length).columns.shown, 32U);
  EXPECT_EQ(text_rows(row, row_length, {false, Colours::none, 1}).find("T3V1") == std::string::npos,
            false);
}

TEST(KernelDrawing, RefusesWhatItIsNot) {
  for (const char* text : {"", "y as", "y as (2,2)", "y at x", "y as 2:1 at 3 at 4", "y[w] as 2:1"})
    EXPECT_THROW(parse_drawing(text), std::invalid_argument) << text;
  EXPECT_THROW(watch_of(parse_drawing("y as 2:1 at 9223372036854775807"),
                        grid_of(parse_drawing("y as 2:1"), 8, 64)),
               std::invalid_argument);
}

TEST(KernelDescription, GivesWhatTheCommandLineDoesNot) {
  KernelWords words;
  words.grid = "4";
  words.expect = {"z = 1:1"};
  const KernelWords all = with_description(words,
                                           "# a launch\n"
                                           "ptx  copy.ptx\n"
                                           "grid 8\n"
                                           "block 32,\n"
                                           "\n"
                                           "  2\n"
                                           "args x: in f32[4],\n"
                                           "\tnull\n"
                                           "args i32=5\n"
                                           "expect y = 2:1\n",
                                           "some/folder/launch.kernel");
  EXPECT_EQ(all.ptx, "some/folder/copy.ptx");
  EXPECT_EQ(all.grid, "4");
  EXPECT_EQ(all.block, "32, 2");
  EXPECT_THAT(all.args, ElementsAre("x: in f32[4], null", "i32=5"));
  EXPECT_THAT(all.expect, ElementsAre("z = 1:1"));
}

TEST(KernelDescription, RefusesWithItsLine) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      with_description({}, text, "k");
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("ptx a\n\ngird 3\n"),
              HasSubstr("k, line 3: 'gird' is not one of ptx, entry"));
  EXPECT_THAT(refusal("  grid 3"), HasSubstr("line 1"));
  EXPECT_THAT(refusal("grid"), HasSubstr("no value"));
  EXPECT_THAT(refusal("grid 3\ngrid 4"), HasSubstr("line 2: grid was said before"));
}

TEST(KernelLaunches, WhatWasFoundIsLines) {
  LaunchFound found;
  found.kind = gpu::AtSize::Kind::wrong;
  found.text = "a\tb\\n\n\nlast";
  found.json = {"\"a\": [\n1]", "\"b\": \"\\t\""};
  found.name = "k\tk";
  found.verdict = "wrong: 2 findings";
  found.seconds = 0.25;
  found.html = "<p>\n</p>";
  found.sarif.left_out = 3;
  found.sarif.lacks = {"x\ty"};
  found.sarif.notes = {"part\tone", "two"};
  found.sarif.results = {
      {"race", "m\n1", "entry", Place{"a\tb.ptx", 7}, {{"compiled from", Place{"k.cu", 9}}}, 2},
      {"launch", "m", "entry"}};
  const std::string lines = to_lines(found);
  const LaunchFound read = parse_found(lines);
  EXPECT_EQ(to_lines(read), lines);
  EXPECT_EQ(read.text, found.text);
  EXPECT_EQ(read.json, found.json);
  EXPECT_EQ(read.kind, found.kind);
  EXPECT_EQ(read.html, found.html);
  EXPECT_EQ(read.verdict, found.verdict);
  EXPECT_EQ(to_sarif(read.sarif), to_sarif(found.sarif));
  // A page and JUnit made of what was read are those of what was found.
  const KernelRuns runs{{found}, {"a < b"}};
  const KernelRuns merged{{read}, {"a < b"}};
  EXPECT_EQ(to_html(merged), to_html(runs));
  EXPECT_EQ(to_junit(merged), to_junit(runs));
  for (const char* bad : {"launch\tfine\n", "text\n", "what\tx\n", "result\ta\tb\tc\t1\td\n"})
    EXPECT_THROW(parse_found(bad), std::exception) << bad;
}

TEST(KernelDocuments, HaveATestCaseForEachLaunch) {
  const auto launch = [](gpu::AtSize::Kind kind, const std::string& verdict) {
    LaunchFound found;
    found.kind = kind;
    found.name = "k<" + std::string(name(kind));
    found.verdict = verdict;
    found.seconds = 1.5;
    return found;
  };
  using Kind = gpu::AtSize::Kind;
  KernelRuns runs{{launch(Kind::right, "right"), launch(Kind::right_in_part, "right in part: a"),
                   launch(Kind::wrong, "wrong: 1 finding"), launch(Kind::undecided, "undecided"),
                   launch(Kind::refused, "refused: b")}};
  runs.launches[2].sarif.results = {{"race", "race: m", "k", Place{"k.ptx", 7}, {}, 3}};
  runs.launches[1].sarif.notes = {"not judged"};
  const std::string junit = to_junit(runs);
  EXPECT_THAT(junit, HasSubstr("tests=\"5\" failures=\"2\" errors=\"1\" skipped=\"1\""));
  EXPECT_THAT(junit, HasSubstr("name=\"k&lt;right\" time=\"1.500\"/>"));
  EXPECT_THAT(junit, HasSubstr("<skipped message=\"right in part: a\"/>"));
  EXPECT_THAT(junit, HasSubstr("<failure message=\"wrong: 1 finding\">\n"
                               "k.ptx, line 7: race: m (and 2 more)\n"));
  EXPECT_THAT(junit, HasSubstr("<error message=\"refused: b\">"));
  EXPECT_THAT(to_html(runs), HasSubstr("class=\"wrong\">5 launches: 1 right, 1 right in part, 1 "
                                       "wrong, 1 undecided, 1 refused; "));
  EXPECT_THAT(to_sarif(runs),
              HasSubstr("{\"level\": \"warning\", \"message\": {\"text\": \"not judged\"}}"));
  // Whoever has a part fail, and a run that was stopped.
  runs.part_fails = runs.is_stopped = true;
  EXPECT_THAT(to_junit(runs), HasSubstr("tests=\"6\" failures=\"4\" errors=\"1\" skipped=\"0\""));
  EXPECT_THAT(
      to_junit(runs),
      HasSubstr("name=\"(the whole)\">\n      <failure message=\"stopped before the end\">"));
}

}  // namespace
}  // namespace layoutcheck::cli
