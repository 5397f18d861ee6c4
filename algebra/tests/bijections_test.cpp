// Tests of injective, surjective and bijective layouts.
#include "expect_case.hpp"
#include <layoutcheck/algebra/bijections.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <set>

namespace layoutcheck::algebra {
namespace {

TEST(Bijections, OfLayouts) {
  expect_cases(R"(
    is_injective((2,3):(3,2)) = true
    is_injective((3,3):(3,2)) = true
    is_injective((3,4):(3,2)) = false           # 2 * 3 = 3 * 2
    is_injective((4,3):(3,2)) = true
    is_injective(():()) = true
    is_injective(1:0) = true
    is_injective(2:0) = false
    is_injective((2,1):(1,0)) = true
    is_injective((2,(2,2)):(1,(2,3))) = false   # 1 + 2 = 3
    is_injective((2,2,2):(3,5,6)) = true
    is_injective((2,2,2,2,2):(6,9,11,12,13)) = true
    is_injective((2,2,2,2,2):(6,9,11,12,17)) = false    # 6 + 11 = 17
    is_surjective((2,2):(1,2)) = true
    is_surjective((2,2):(1,3)) = false
    is_surjective((3,2):(1,3)) = true
    is_surjective((3,2):(1,2)) = true           # 2 twice
    is_surjective((3,2):(2,1)) = true
    is_surjective((2,3):(3,2)) = false
    is_surjective(():()) = true
    is_surjective(2:0) = true
    is_surjective((1,2):(7,1)) = true
    is_surjective((1,2):(7,2)) = false
    is_bijective(((2,2),(2,2)):((1,4),(2,8))) = true
    is_bijective((3,2):(2,1)) = true
    is_bijective((2,3):(3,2)) = false
    is_bijective(2:0) = false
    is_bijective(():()) = true
  )");
}

TEST(Bijections, OfLargeLayouts) {
  expect_cases(R"(
    is_injective((1048576,1048576):(1048576,1)) = true
    is_injective((1048577,1048576):(1048576,1)) = true
    is_injective((1048577,1048577):(1048576,1)) = false
    is_injective((1073741824,1073741824):(1073741827,1073741826)) = true
    is_injective((1073741828,1073741828):(1073741827,1073741826)) = false
    is_injective((4294967296,4294967296,9):(0,1,2)) = false
    is_injective((9223372036854775807,2):(9223372036854775807,9223372036854775806)) = true
    is_injective((9223372036854775807,9223372036854775807):(9223372036854775806,9223372036854775805)) = false
    is_injective((1000,1000000000000,1000000000000):(7,1000000007000,999999000000000001)) = true
    is_injective((3,1000000,1000000):(1000003,1000001,2000003000006)) = true
    is_injective((3,1000000,1000000):(2000003,1000001,1000002)) = false     # one of each
    is_injective((3,1000000,1000000):(2000001,1000003,2000005)) = false
    is_surjective((1048576,1048576):(1,1048576)) = true
    is_surjective((1048576,1048576):(1,1048577)) = false
    is_surjective((1048576,1048576):(1,3)) = true
    is_surjective((9223372036854775807,9223372036854775807):(1,9223372036854775807)) = true
    is_surjective((9223372036854775806,9223372036854775807):(1,9223372036854775807)) = false
    is_bijective((4294967296,4294967296):(1,4294967296)) = true
    is_bijective((4294967296,4294967296):(1,4294967295)) = false
  )");
}

TEST(Bijections, OverIntegersAndCoordinates) {
  expect_cases(R"(
    is_injective((2,3):(-1,2)) = true
    is_injective((3,3):(-1,2)) = false
    is_injective((2,2):(-3,3)) = false
    is_surjective((2,3):(-1,2)) = true
    is_surjective((2,3):(-1,3)) = false
    is_bijective((2,3):(-1,2)) = true
    is_bijective((3,2):(-1,2)) = false
    is_bijective((4,8):(1@0,1@1)) = true
    is_bijective((4,8):(1@0,2@1)) = false
    is_bijective((4,8):(-1@0,1@1)) = true
    is_bijective((2,2,3):(1@0,1@1,2@0)) = true
    is_bijective((2,2,3):(1@0,0,2@0)) = false
    is_surjective((2,2,3):(1@0,0,2@0)) = true
    is_injective((2,2,3):(1@0,0,2@0)) = false
    is_injective((2,2,2):(1@0,1@1,(1@0)+(1@1))) = false
    is_injective((2,2,2):(1@0,1@1,(1@0)+(2@1))) = true
    is_surjective((2,2,2):(1@0,1@1,(1@0)+(1@1))) = false
    is_surjective((1,2):((1@0)+(1@1),1@0)) = true
    is_surjective(2:(1@0)+(-1@1)) = false
    is_injective(2:(1@0)+(-1@1)) = true
    is_injective((2,2):((1@0)+(-1@1),(-1@0)+(1@1))) = false
    is_bijective((4294967296,4294967296,4294967296):(1@0,1@1,4294967296@0)) = true
    is_injective((2,2):((9223372036854775807@0)+(1@1),(9223372036854775807@0)+(2@1))) = true
  )");
}

TEST(Bijections, OverXor) {
  expect_cases(R"(
    is_bijective((8,8):(F1,F9)) = true
    is_bijective((8,8):(F1,F8)) = true
    is_bijective((8,8):(F1,F4)) = false
    is_injective((8,8):(F1,F4)) = false
    is_surjective((8,8):(F1,F4)) = true
    is_surjective(3:F1) = true
    is_surjective(3:F2) = false
    is_bijective((2,2):(F3,F1)) = true
    is_injective((2,2):(F3,F3)) = false
    is_surjective((2,2,2):(F3,F1,F2)) = true
    is_surjective((2,2):(F1,F5)) = false
    is_surjective((2,2,2):(F1,F5,F2)) = true
    is_injective((3,3):(F1,F3)) = false
    is_injective((3,3):(F1,F4)) = true
    is_injective((4,2):(F3,F9)) = false                # 3 * 3
    is_injective((4,2):(F3,F8)) = true
    is_surjective((4,2):(F3,F1)) = false
    is_bijective((2,2):(F1,0)) = false
    is_surjective((2,2):(F1,0)) = true
    is_bijective((1,2):(F5,F1)) = true
    is_bijective((8,8,1048575):(F1,F9,F64)) = true      # a swizzled tile, many times
    is_bijective((8,8,1048575):(F1,F9,F128)) = false
    is_bijective((8,8,1048575):(F1,F9,F32)) = false
    is_bijective(1048575:F1) = true
    is_injective(1048575:F3) = true
    is_surjective(1048575:F3) = false
    is_injective((1048576,1048576):(F1,F1048577)) = true
    is_bijective((1048576,1048576):(F1,F1048577)) = true
    is_bijective((1048576,1048576):(F1,F2097153)) = false
    is_bijective((1048575,1048575):(F1,F1048576)) = false
    is_injective((1048575,1048575):(F1,F1048576)) = true
    is_injective((1048575,1048575):(F1,F524288)) = false
  )");
}

/// All collisions are tried.
TEST(Bijections, TheSearchFindsWhatThereIs) {
  std::size_t decided = 0;
  for (Int a = 1; a <= 12; ++a)
    for (Int b = a + 1; b <= 13; ++b)
      for (Int c = b + 1; c <= 14; ++c)
        for (const Tuple& extents : {Tuple{2, 2, 2}, Tuple{3, 2, 3}, Tuple{2, 4, 3}}) {
          const Layout layout = Layout::flat(extents, {a, b, c});
          const Tuple values = table(layout);
          const std::set<Int> taken(values.begin(), values.end());
          ASSERT_EQ(is_injective(layout), taken.size() == values.size()) << to_string(layout);
          ASSERT_EQ(is_surjective(layout), std::ssize(taken) == cosize(layout))
              << to_string(layout);
          decided += is_injective(layout) ? 1 : 0;
        }
  EXPECT_GT(decided, 200U);
}

/// The limit is said, and not passed: the question is a sum of subsets, with three large extents.
TEST(Bijections, WhatTakesTooLongIsNotDecided) {
  const WorkLimit limit(1 << 20);
  const Int large = Int{1} << 20;
  EXPECT_THROW(is_injective(Layout::flat({large, large, large},
                                         {1099511627791, 1299709000037, 1499711000023})),
               LimitReached);
}

TEST(Bijections, ATableThatIsTooLargeIsNotMade) {
  // Multiples of 3 carry, and meet those of 5.
  const ModuleLayout layout =
      ModuleLayout::flat({100, 100}, {Element::bits(3), Element::bits(320)});
  EXPECT_THROW(is_injective(layout, 9999), LimitReached);
  EXPECT_THROW(is_surjective(layout, 9999), LimitReached);
  EXPECT_NO_THROW(is_injective(layout, 10000));
}

}  // namespace
}  // namespace layoutcheck::algebra
