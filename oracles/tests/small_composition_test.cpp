// Composition in machine words against composition by exact tables, on every pair of layouts in a
// small range and on pairs with larger numbers.
#include "enumerate.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/small_composition.hpp>

#include <gtest/gtest.h>

#include <random>

namespace layoutcheck::oracle {
namespace {

/// Compares the two on one pair; returns whether A∘B exists.
bool compare(SmallComposition& small, const Layout& a, const Layout& b, Convention convention) {
  const Outcome<ExactLayout> exact = composition(a, b, convention, Limits{4096});
  EXPECT_TRUE(SmallComposition::takes(a, b));
  const bool exists = small.compose(a, b, convention);
  EXPECT_EQ(exists, exact.has_value())
      << "composition(" << to_string(a) << ", " << to_string(b) << ")";
  if (exists && exact) {
    EXPECT_TRUE(small.is(to_layout(*exact)))
        << "composition(" << to_string(a) << ", " << to_string(b) << ")";
  }
  return exists;
}

/// The layouts with brackets of some other kind.
std::vector<Layout> with_nested(std::vector<Layout> layouts) {
  const std::size_t flat = layouts.size();
  for (std::size_t i = 0; i < flat; ++i) {
    const Layout layout = layouts[i];
    const char* words[] = {"((()))", "*", "(*(*))"};
    if (layout.length() < 3) {
      layouts.emplace_back(Profile::from_word(words[layout.length()]), layout.extents(),
                           layout.strides());
    }
  }
  return layouts;
}

TEST(SmallComposition, IsCompositionByTablesInASmallRange) {
  SmallComposition small;
  const std::vector<Layout> layouts =
      with_nested(all_flat_layouts(2, {1, 2, 3, 4}, {0, 1, 2, 3, 4}));
  std::size_t exist = 0;
  for (const Layout& a : layouts) {
    for (const Layout& b : layouts)
      for (const Convention convention : conventions)
        exist += compare(small, a, b, convention) ? 1U : 0U;
  }
  EXPECT_GT(exist, 100000U);
}

TEST(SmallComposition, IsCompositionByTablesOnLargerNumbers) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t n) { return static_cast<Int>(random() % n); };
  SmallComposition small;
  std::size_t exist = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto draw = [&](bool tame) {
      Tuple shape;
      Tuple stride;
      Int next = 1;
      for (Int r = below(4); r > 0; --r) {
        shape.push_back(Int{1} << below(4));
        stride.push_back(tame ? next : below(1 << 20));
        next *= shape.back();
      }
      return Layout::flat(std::move(shape), std::move(stride));
    };
    const Layout a = draw(i % 3 == 0);
    const Layout b = draw(i % 2 == 0);
    for (const Convention convention : conventions)
      exist += compare(small, a, b, convention) ? 1U : 0U;
  }
  EXPECT_GT(exist, 2000U);
}

TEST(SmallComposition, RefusesWhatIsLarge) {
  const Layout one = Layout::entry(1, 0);
  EXPECT_TRUE(SmallComposition::takes(Layout::entry(4096, 1 << 20), one));
  EXPECT_FALSE(SmallComposition::takes(Layout::entry(4097, 1), one));
  EXPECT_FALSE(SmallComposition::takes(one, Layout::entry(1, (1 << 20) + 1)));
  EXPECT_FALSE(SmallComposition::takes(Layout::flat({64, 65}, {1, 1}), one));
  EXPECT_FALSE(SmallComposition::takes(Layout::entry(Int{1} << 62, 1), one));
}

TEST(SmallComposition, KnowsAnAnswerFromItsOtherForms) {
  SmallComposition small;
  const Layout a = Layout::flat({6, 2}, {8, 2});
  ASSERT_TRUE(small.compose(a, Layout::flat({4, 3}, {3, 1}), Convention::strict));
  EXPECT_TRUE(small.is(parse_layout("((2,2),3):((24,2),8)")));
  EXPECT_FALSE(small.is(parse_layout("(2,2,3):(24,2,8)")));
  EXPECT_FALSE(small.is(parse_layout("((2,2),3):((24,2),9)")));
  EXPECT_FALSE(small.is(parse_layout("((2,2),4):((24,2),8)")));
}

}  // namespace
}  // namespace layoutcheck::oracle
