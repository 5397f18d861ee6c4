// Injective, surjective and bijective layouts: counting values against comparing them one by one,
// and what is decided beyond the limit against both.
#include "enumerate.hpp"
#include <layoutcheck/oracles/bijections.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

TEST(Bijections, CountValues) {
  std::size_t injective = 0;
  std::size_t surjective = 0;
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3, 4}, up_to(7))) {
    const std::vector<Exact> values = table(layout, limits);
    bool is_injective_here = true;
    for (std::size_t x = 0; x < values.size(); ++x)
      for (std::size_t y = 0; y < x; ++y)
        is_injective_here = is_injective_here && values[x] != values[y];
    bool is_surjective_here = true;
    for (Exact n = 0; n < cosize(layout); ++n)
      is_surjective_here = is_surjective_here && std::ranges::find(values, n) != values.end();
    ASSERT_EQ(is_injective(layout, limits), is_injective_here) << layout;
    ASSERT_EQ(is_surjective(layout, limits), is_surjective_here) << layout;
    ASSERT_EQ(is_bijective(layout, limits), is_injective_here && is_surjective_here) << layout;
    ASSERT_EQ(is_injective_by_differences(layout, limits), is_injective_here) << layout;
    ASSERT_EQ(is_surjective_by_strides(layout), is_surjective_here) << layout;
    injective += is_injective_here ? 1 : 0;
    surjective += is_surjective_here ? 1 : 0;
  }
  EXPECT_GT(injective, 1000U);
  EXPECT_GT(surjective, 1000U);
}

/// What is decided with a limit below the size is what the table says.
TEST(Bijections, BeyondTheLimitAsWithin) {
  std::size_t decided = 0;
  const auto compare = [&](const ModuleLayout& layout) {
    const Values values = values_of(layout, limits);
    Limits few;
    few.points = static_cast<std::size_t>(size(layout)) - 1;
    try {
      ASSERT_EQ(is_surjective(layout, few), values.whole_box) << to_string(layout);
      ASSERT_EQ(is_bijective(layout, few), values.none_twice && values.whole_box)
          << to_string(layout);
      ASSERT_EQ(is_injective(layout, few), values.none_twice) << to_string(layout);
      ++decided;
    } catch (const LimitReached&) {
    }
  };
  for (const Layout& layout : all_flat_layouts(3, {2, 3}, {0, 1, 2, 3, 4, 6})) {
    if (layout.length() == 0) continue;
    std::vector<Element> bits;
    std::vector<Element> coordinates;
    for (std::size_t i = 0; i < layout.length(); ++i) {
      const Int d = layout.strides()[i];
      bits.push_back(Element::bits(d));
      coordinates.push_back(Element::coordinate({{{static_cast<Int>(i % 2)}, i == 0 ? -d : d}}));
    }
    compare(ModuleLayout::flat(layout.extents(), bits));
    compare(ModuleLayout::flat(layout.extents(), coordinates));
  }
  EXPECT_GT(decided, 1000U);
}

TEST(Bijections, ABoxHasThePlacesOfItsValues) {
  const auto values = [](std::vector<Element::Part> first, std::vector<Element::Part> second) {
    return values_of(ModuleLayout::flat({2, 2}, {Element::coordinate(std::move(first)),
                                                 Element::coordinate(std::move(second))}),
                     limits);
  };
  EXPECT_TRUE(values({{{0}, 1}}, {{{1}, 1}}).whole_box);
  EXPECT_TRUE(values({{{0}, -1}}, {{{1}, 1}}).whole_box);
  EXPECT_FALSE(values({{{0}, 1}}, {{{1}, 2}}).whole_box);
  EXPECT_FALSE(values({{{0}, 1}, {{1}, 1}}, {{{1}, 1}}).whole_box);
  EXPECT_FALSE(values({{{0}, 1}, {{1}, -1}}, {}).whole_box);
  EXPECT_TRUE(values({{{0}, 1}}, {{{0}, 1}}).whole_box);
  EXPECT_FALSE(values({{{0}, 1}}, {{{0}, 1}}).none_twice);
}

TEST(Bijections, TooManyDifferencesAreNotTried) {
  const Layout layout = Layout::flat({1000, 1000, 1000}, {1000003, 1000033, 1000037});
  EXPECT_THROW(is_injective(layout, limits), LimitReached);
  EXPECT_FALSE(is_surjective(layout, limits));
}

}  // namespace
}  // namespace layoutcheck::oracle
