// Generators for RapidCheck: of the right sorts, with the structural shrinker behind them.
#include <layoutcheck/rapidcheck.hpp>

#include <gtest/gtest.h>

namespace layoutcheck {
namespace {

using engine::Nesting;

TEST(RapidCheck, ShrinksToTheSmallestCounterexample) {
  const rc::Gen<std::tuple<Layout>> layouts = gen<Layout>(engine::layouts(Nesting::nested));
  const auto fails = [](const std::tuple<Layout>& layout) {
    return std::get<Layout>(layout).length() >= 2;
  };
  rc::Random random(7);
  std::size_t failures = 0;
  for (int i = 0; i < 50; ++i) {
    auto found = layouts(random.split(), 50);
    if (!fails(found.value())) continue;
    ++failures;
    for (bool simpler = true; simpler;) {
      simpler = false;
      for (auto all = found.shrinks(); const auto candidate = all.next();) {
        if (!fails(candidate->value())) continue;
        found = *candidate;
        simpler = true;
        break;
      }
    }
    EXPECT_EQ(std::get<Layout>(found.value()), parse_layout("(1,1):(0,0)"));
  }
  EXPECT_GT(failures, 10U);
}

TEST(RapidCheck, OperandsComeFromTheDomain) {
  const auto pairs = gen<Layout, Layout>(engine::composable_layouts(Nesting::flat));
  rc::Random random(8);
  for (int i = 0; i < 50; ++i) {
    const auto [a, b] = pairs(random.split(), 30).value();
    EXPECT_TRUE(a.is_flat() && b.is_flat());
  }
  EXPECT_THROW(gen<Morphism>(engine::layouts(Nesting::flat))(random, 30).value(),
               std::bad_variant_access);
}

}  // namespace
}  // namespace layoutcheck
