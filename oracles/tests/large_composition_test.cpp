// Compositions by their values at some points: what they say holds wherever a table can tell.
#include "enumerate.hpp"
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/large_composition.hpp>

#include <gtest/gtest.h>

#include <random>

namespace layoutcheck::oracle {
namespace {

struct Counts {
  std::size_t composites = 0;
  std::size_t undefined = 0;
  std::size_t open = 0;
};

/// Compares what the points say with what the table says.
void compare(const Layout& a, const Layout& b, Convention convention, CompositeForm form,
             Counts& counts) {
  if (convention == Convention::strict && cosize(b) > size(a)) return;
  const Outcome<ExactLayout> known = form == CompositeForm::nested
                                         ? composition(a, b, convention, Limits{})
                                         : flat_composition(a, b, Limits{});
  try {
    const Outcome<ExactLayout> found = composition_at_points(a, b, form, convention, 16);
    ASSERT_EQ(found.has_value(), known.has_value())
        << to_string(a) << " after " << to_string(b) << ": "
        << (found ? known.reason() : found.reason());
    if (found) ASSERT_EQ(*found, *known) << to_string(a) << " after " << to_string(b);
    ++(found ? counts.composites : counts.undefined);
  } catch (const LimitReached&) {
    ++counts.open;
  }
}

TEST(CompositionAtPoints, IsRightForAllSmallLayouts) {
  Counts counts;
  const std::vector<Layout> outer = all_flat_layouts(2, {1, 2, 3, 5}, {0, 1, 3});
  const std::vector<Layout> inner = all_flat_layouts(2, {1, 4, 6}, {0, 1, 3, 4});
  for (const Layout& a : outer) {
    for (const Layout& b : inner) {
      for (Convention convention : {Convention::strict, Convention::extended, Convention::squeezed})
        compare(a, b, convention, CompositeForm::nested, counts);
      compare(a, b, Convention::strict, CompositeForm::flat, counts);
    }
  }
  EXPECT_GT(counts.composites, 50000U);
  EXPECT_GT(counts.undefined, 10000U);
  EXPECT_EQ(counts.open, 0U);
}

TEST(CompositionAtPoints, IsRightWhereItDoesNotSeeAllPoints) {
  // The places are some dozens of up to 3000 points.
  std::mt19937_64 random(3);
  const auto below = [&](std::uint64_t n) { return static_cast<Int>(random() % n); };
  Counts counts;
  for (int i = 0; i < 4000; ++i) {
    Tuple extents;
    Tuple strides;
    for (Int entry = below(3); entry >= 0; --entry) {
      extents.push_back(2 + below(30));
      strides.push_back(below(3) == 0 ? below(4) : below(900));
    }
    const Layout a = Layout::flat(extents, strides);
    const Layout b = below(2) == 0
                         ? Layout::flat({500 + below(500)}, {1 + below(40)})
                         : Layout::flat({20 + below(30), 20 + below(30)},
                                        {1 + below(10), below(2) == 0 ? 1 + below(300) : 60});
    compare(a, b, Convention::extended, CompositeForm::nested, counts);
  }
  EXPECT_GT(counts.composites, 1000U);
  EXPECT_GT(counts.undefined, 2000U);
  EXPECT_EQ(counts.open, 0U);
}

/// What is found for 2^40 points and more: the composite as text, or "" and why there is none.
std::pair<std::string, std::string> composite(const std::string& a, const std::string& b) {
  const Outcome<ExactLayout> c = composition_at_points(
      parse_layout(a), parse_layout(b), CompositeForm::nested, Convention::extended, 64);
  return c ? std::pair(to_string(to_layout(*c)), std::string())
           : std::pair(std::string(), c.reason());
}

TEST(CompositionAtPoints, NamesThePointsThatProveThatThereIsNone) {
  EXPECT_EQ(composite("(4,2):(1,9)", "1099511627776:2").first, "(2,549755813888):(2,9)");
  EXPECT_EQ(composite("(4,2):(1,9)", "1099511627776:3").second,
            "along entry 0 of B: f(x) = A(3*x), 0 <= x < 1099511627776, is no layout function: its "
            "step is 3 at 1 = gcd(2, 3), and 8 at 2 and 8 at 3");
  EXPECT_EQ(composite("(4,2):(1,9)", "(2,1099511627776):(3,4)").first, "(2,1099511627776):(3,9)");
  EXPECT_EQ(composite("(8,2):(1,9)", "(2,3,1099511627776):(2,3,8)").second,
            "A(2*1) + A(3*2) + A(8*1099511627775) = 9895604649983, but A(8796093022208) = "
            "9895604649984");
}

TEST(CompositionAtPoints, AStepIsAWordOfANumber) {
  // A point of 60 modes of 62 bits has 59 words, and each division takes one off.
  const Layout layout = Layout::flat(Tuple(60, Int{1} << 62U), Tuple(60, 1));
  const Exact last = size(layout) - 1;
  const Exact value = Exact(60) * ((Int{1} << 62U) - 1);
  for (const Convention convention : {Convention::strict, Convention::extended}) {
    EXPECT_EQ(value_at(layout, last, convention), value);
    const WorkLimit grant(1000);
    EXPECT_THROW(value_at(layout, last, convention), LimitReached);
  }
}

}  // namespace
}  // namespace layoutcheck::oracle
