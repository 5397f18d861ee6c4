// Questions: which rows a name means, draws and enumerations within filters, files.
#include <layoutcheck/conformance/questions.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

namespace layoutcheck::conformance {
namespace {

using engine::Filter;
using engine::parse_bounds;
using engine::parse_filter;
using engine::Range;

std::vector<std::string> all_of(const std::function<void(const TakeQuestion&)>& source) {
  std::vector<std::string> questions;
  source([&](const Case& question) {
    questions.push_back(to_string(question));
    return true;
  });
  return questions;
}

std::vector<std::string> enumerated(const std::string& name, const Range& range,
                                    const Filter& filter = {}) {
  const auto rows = rows_named({name}, Convention::strict);
  return all_of([&](const TakeQuestion& take) { enumerate_questions(rows, range, filter, take); });
}

TEST(Questions, ARowIsNamedOnceAndInItsConvention) {
  const auto strict = rows_named({"composition", "composition(layout, tiler)"}, Convention::strict);
  const auto extended = rows_named({"composition"}, Convention::extended);
  EXPECT_EQ(std::set(strict.begin(), strict.end()).size(), strict.size());
  for (const auto* row : strict)
    EXPECT_EQ(row->convention, Convention::strict) << row->id;
  EXPECT_EQ(std::count_if(extended.begin(), extended.end(),
                          [](const auto* row) { return row->convention == Convention::extended; }),
            2);
  EXPECT_THROW(rows_named({"compositoin"}, Convention::strict), std::invalid_argument);
  EXPECT_THROW(rows_named({"composition(shape)"}, Convention::strict), std::invalid_argument);
}

TEST(Questions, WhatIsOverModulesIsAskedOfThoseWhoNameIt) {
  const auto ids = [](const std::string& wish) {
    std::vector<std::string> found;
    for (const auto* row : rows_named({wish}, Convention::strict))
      found.emplace_back(row->id);
    return found;
  };
  const std::string over_module = "coalesce(layout over a module)";
  EXPECT_EQ(std::ranges::count(ids("coalesce"), over_module), 0);
  EXPECT_EQ(std::ranges::count(ids("all"), over_module), 0);
  EXPECT_EQ(ids(over_module), std::vector{over_module});
  EXPECT_EQ(ids("xor_layout"), std::vector<std::string>{"xor_layout(swizzled layout)"});
}

TEST(Questions, EnumeratedOnesAreAllThereAre) {
  // (), and a, b, (a), (b), (a,b) with each of a and b one of 2 extents and 2 strides.
  EXPECT_EQ(
      enumerated("coalesce(layout)", {parse_bounds("rank<=2, extent<=2, stride<=1, depth<=1"), {}})
          .size(),
      1U + 4 + 4 + 16);
}

TEST(Questions, ShardsMakeUpTheWhole) {
  const auto bounds = parse_bounds("rank<=2, extent<=2, stride<=2, depth<=1");
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto part = enumerated("composition(layout, layout)", {bounds, {i, 3}});
    EXPECT_FALSE(part.empty());
    parts.insert(parts.end(), part.begin(), part.end());
  }
  auto whole = enumerated("composition(layout, layout)", {bounds, {}});
  std::sort(parts.begin(), parts.end());
  std::sort(whole.begin(), whole.end());
  EXPECT_EQ(parts, whole);
}

/// So many of each row, in each shard its part, and at least one; and the search ends where the
/// filter leaves nothing, though there is always a heavier layout.
TEST(Questions, TheBoundOnCasesIsThatOfEachRow) {
  const auto some = [](const char* bounds, engine::Shard shard = {}, const char* filter = "") {
    std::map<std::string, std::size_t> counts;
    const auto rows = rows_named({"coalesce(layout)", "size(layout)"}, Convention::strict);
    enumerate_questions(rows, {parse_bounds(bounds), shard},
                        *filter == '\0' ? Filter{} : parse_filter(filter),
                        [&](const Case& question) {
                          ++counts[question.operation];
                          return true;
                        });
    return counts;
  };
  using Counts = std::map<std::string, std::size_t>;
  EXPECT_EQ(some("cases<=7"), (Counts{{"coalesce", 7}, {"size", 7}}));
  EXPECT_EQ(some("cases<=1"), (Counts{{"coalesce", 1}, {"size", 1}}));
  EXPECT_EQ(some("cases<=7", {1, 3}), (Counts{{"coalesce", 2}, {"size", 2}}));
  EXPECT_EQ(some("cases<=1", {1, 3}), (Counts{{"coalesce", 1}, {"size", 1}}));
  EXPECT_EQ(some("cases<=7", {}, "extent>=2"), (Counts{{"coalesce", 7}, {"size", 7}}));
  EXPECT_EQ(some("cases<=7", {}, "extent>=2, size<=1, rank>=1"), Counts());
}

TEST(Questions, PassTheFilter) {
  const Filter filter = parse_filter("rank>=1, extent>=2, stride>=1, extent<=6, size<=20");
  const auto rows = rows_named(
      {"composition(layout, tiler)", "logical_divide(layout, tiler)", "coalesce(layout)"},
      Convention::strict);
  Draws draws;
  draws.count = 2000;
  draws.filter = filter;
  const auto questions =
      all_of([&](const TakeQuestion& take) { draw_questions(rows, draws, take); });
  EXPECT_EQ(questions.size(), 2000U);
  const auto some =
      enumerated("composition(layout, layout)", {parse_bounds("weight<=10"), {}}, filter);
  EXPECT_GT(some.size(), 100U);
  for (const auto* list : {&questions, &some}) {
    for (const std::string& text : *list) {
      const Case question = parse_case(text);
      EXPECT_EQ(text.find("()"), std::string::npos) << text;
      EXPECT_EQ(text.find("<>"), std::string::npos) << text;
      const Layout& a = std::get<Layout>(question.operands[0]);
      for (std::size_t i = 0; i < a.length(); ++i) {
        EXPECT_GE(a.extents()[i], 2) << text;
        EXPECT_LE(a.extents()[i], 6) << text;
        EXPECT_GE(a.strides()[i], 1) << text;
      }
    }
  }
}

TEST(Questions, OfRank2HaveNoOperandThatIsAnEntry) {
  Draws draws;
  draws.count = 500;
  draws.filter = parse_filter("rank>=2");
  const auto rows = rows_named({"coalesce(layout)"}, Convention::strict);
  for (const std::string& text :
       all_of([&](const TakeQuestion& take) { draw_questions(rows, draws, take); }))
    EXPECT_TRUE(text.starts_with("coalesce((")) << text;
}

TEST(Questions, AFilterThatNothingPassesIsAnError) {
  const auto rows = rows_named({"coalesce(layout)"}, Convention::strict);
  Draws draws;
  draws.filter = parse_filter("extent>=2, size<=1, rank>=1");
  EXPECT_THROW(draw_questions(rows, draws, [](const Case&) { return true; }), std::runtime_error);
}

TEST(Questions, AFilterIsReadWithItsPlace) {
  for (const char* text : {"", "rank", "rank>1", "length>=1", "rank>=1, rank>=2", "extent>=x"})
    EXPECT_THROW(parse_filter(text), std::invalid_argument) << text;
  EXPECT_EQ(parse_filter("rank>=1").least_rank, 1U);
  EXPECT_EQ(parse_filter("depth>=1").least_depth, 1U);
  EXPECT_EQ(parse_filter("rank>=1").most, engine::Bounds{});
  EXPECT_THROW(parse_bounds("rank>=1"), std::invalid_argument);
}

TEST(Questions, OfFilesLoseTheirAnswers) {
  const auto file = std::filesystem::path(testing::TempDir()) / "layoutcheck_questions.txt";
  std::ofstream(file) << "# two\nrank((2,2)) = 3  # wrong\ncoalesce((2,2):(1,2))\nsize((2)) = 2\n";
  const auto rows = rows_named({"rank", "coalesce"}, Convention::strict);
  EXPECT_EQ(all_of([&](const TakeQuestion& take) { read_questions(file, rows, {}, take); }),
            (std::vector<std::string>{"rank((2,2))", "coalesce((2,2):(1,2))"}));
  std::ofstream(file) << "rank((2,2)\n";
  try {
    read_questions(file, rows, {}, [](const Case&) { return true; });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("layoutcheck_questions.txt:1: column"),
              std::string::npos);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace layoutcheck::conformance
