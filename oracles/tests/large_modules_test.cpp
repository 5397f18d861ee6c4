// What points prove of layouts over modules, against their tables.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/large_modules.hpp>

#include <gtest/gtest.h>

#include <random>

namespace layoutcheck::oracle {
namespace {

constexpr std::size_t samples = 64;

struct Operands {
  ModuleLayout a;
  Layout b;
};

Operands draw_operands(std::mt19937& random) {
  const auto below = [&](Int n) { return static_cast<Int>(random() % static_cast<unsigned>(n)); };
  const Int module = below(3);
  Tuple extents;
  std::vector<Element> strides;
  for (Int i = below(3); i >= 0; --i) {
    extents.push_back(below(6) + 1);
    const Int d = below(10);
    strides.push_back(module == 0   ? Element::bits(d)
                      : module == 1 ? Element::integer(d - 4)
                                    : Element::coordinate({{{below(2)}, d - 4}}));
  }
  Tuple shape;
  Tuple moves;
  for (Int i = below(2); i >= 0; --i) {
    shape.push_back(below(8) + 1);
    moves.push_back(below(9));
  }
  return {ModuleLayout::flat(std::move(extents), std::move(strides)),
          Layout::flat(std::move(shape), std::move(moves))};
}

TEST(LargeModules, AreComposedAsTablesAre) {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    const auto [a, b] = draw_operands(random);
    const auto right = composition(a, b, Convention::extended, {});
    const auto found = composition_at_points(a, b, Convention::extended, samples);
    const std::string line = to_string(a) + ", " + to_string(b);
    ASSERT_EQ(found.has_value(), right.has_value()) << line;
    if (found) ASSERT_EQ(to_string(*found), to_string(*right)) << line;
  }
}

TEST(LargeModules, AreCoalescedAsTablesAre) {
  std::mt19937 random(6);
  for (int i = 0; i < 5000; ++i) {
    const ModuleLayout a = draw_operands(random).a;
    ASSERT_EQ(to_string(coalesced_at_points(a)), to_string(coalesce(a, {}))) << to_string(a);
  }
}

TEST(LargeModules, AgreeWhereTheyHaveTheSameValues) {
  const auto layout = [](Int extent, Element stride) {
    return ModuleLayout::entry(extent, stride);
  };
  EXPECT_TRUE(agree_at_points(
      layout(1 << 20, Element::bits(1)),
      ModuleLayout::flat({1 << 10, 1 << 10}, {Element::bits(1), Element::bits(1 << 10)}), samples));
  EXPECT_FALSE(agree_at_points(layout(1 << 20, Element::bits(1)),
                               layout(1 << 20, Element::integer(1)), samples));
  EXPECT_FALSE(agree_at_points(layout(1 << 20, Element::bits(1)), layout(1 << 20, Element::bits(3)),
                               samples));
}

/// A number whose divisors are not known leaves it open.
TEST(LargeModules, AreLeftOpenWhereDivisorsAreNotKnown) {
  EXPECT_THROW(coalesced_at_points(ModuleLayout::flat({4398042316799 * 2, 3},
                                                      {Element::bits(1), Element::bits(7)})),
               LimitReached);
}

}  // namespace
}  // namespace layoutcheck::oracle
