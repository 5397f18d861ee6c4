// Tests of offsets in other units.
#include "expect_case.hpp"

namespace layoutcheck::algebra {
namespace {

TEST(Upcast, CountsUnits) {
  expect_cases(R"(
    upcast(8:1, 2) = 4:1
    upcast(8:1, 3) = 3:1
    upcast(3:1, 8) = 1:0
    upcast(5:0, 8) = 5:0
    upcast(4:6, 3) = 4:2
    upcast(1:7, 2) = 1:0
    upcast(():(), 2) = ():()
    upcast((32,(32,4)):(32,(1,1024)), 16) = (32,(2,4)):(2,(1,64))
    upcast(((4,8),(16,2)):((256,16),(1,128)), 16) = ((4,8),(1,2)):((16,1),(0,8))
    upcast((4,2):(1,4), 8) = (1,1):(0,0)
    upcast(8:1, 1) = 8:1
  )");
}

TEST(Upcast, ExistsWhereNothingCarriesIntoTheNextUnit) {
  expect_cases(R"(
    upcast((2,2):(1,1), 2) = undefined
    upcast((2,2):(1,1), 3) = (1,1):(0,0)
    upcast((3,2):(1,3), 2) = undefined
    upcast((2,3):(1,3), 4) = undefined
    upcast(2:3, 2) = 2:1
    upcast(3:3, 2) = undefined
    upcast(4:2, 3) = undefined
    upcast(3:2, 3) = 2:1
    upcast((2,2):(3,4), 8) = (1,1):(0,0)
    upcast((2,2):(3,5), 8) = undefined
  )");
}

TEST(Upcast, NeverOverflows) {
  expect_cases(R"(
    upcast(9223372036854775807:1, 2) = 4611686018427387904:1
    upcast(9223372036854775807:9223372036854775807, 9223372036854775807) = 9223372036854775807:1
    upcast((9223372036854775807,2):(1,1), 9223372036854775807) = undefined
    upcast((9223372036854775806,2):(1,1), 9223372036854775807) = (1,1):(0,0)
    upcast(9223372036854775807:9223372036854775807, 9223372036854775806) = undefined
    upcast(9223372036854775806:9223372036854775807, 9223372036854775806) = 9223372036854775806:1
  )");
}

TEST(Downcast, MultipliesExtentsOfStrideOneAndOtherStrides) {
  expect_cases(R"(
    downcast((4,8):(8,1), 2) = (4,16):(16,1)
    downcast(((2,2),3):((0,1),4), 4) = ((2,8),3):((0,1),16)
    downcast((2,2):(1,1), 2) = (4,4):(1,1)
    downcast((1,4):(1,1), 2) = (2,8):(1,1)
    downcast(1:1, 1) = 1:1
    downcast((1,2):(3,1), 2) = (1,4):(6,1)
    downcast(4:2, 2) = undefined
    downcast(4:2, 1) = undefined
    downcast(1:0, 2) = undefined
    downcast((2,2):(1,4611686018427387904), 2) = overflow
    downcast(4611686018427387904:1, 2) = overflow
  )");
}

TEST(Recast, FollowsTheRuleEntryByEntry) {
  expect_cases(R"(
    recast(24:1, 8, 1) = 3:1
    recast(25:1, 8, 1) = 4:1
    recast(24:1, 1, 8) = 192:1
    recast(24:2, 4, 1) = 12:1
    recast(24:2, 6, 1) = 8:1
    recast(24:2, 16, 8) = 24:1
    recast(24:2, 8, 16) = 24:4
    recast(24:2, 5, 5) = 24:2
    recast(1:7, 3, 3) = 1:7
    recast((8,4):(0,2), 8, 1) = (8,1):(0,1)
    recast((4,4):(4,1), 8, 1) = (2,1):(1,1)
    recast((2,2):(1,1), 2, 1) = (1,1):(1,1)
    recast(((4,6),8):((1,4),24), 1, 6) = ((24,6),8):((1,24),144)
    recast(():(), 3, 2) = ():()
    recast(2:3, 2, 1) = undefined
    recast(1:3, 2, 1) = undefined
    recast(4:1, 3, 2) = 3:1
    recast((2,4):(3,1), 6, 4) = (2,3):(2,1)
    recast(2:2, 3, 2) = undefined
    recast(2:2, 3, 4) = undefined
  )");
}

TEST(Recast, OverflowsOnlyWhereThereIsAnAnswer) {
  expect_cases(R"(
    recast(4611686018427387904:1, 1, 2) = overflow
    recast(4611686018427387904:1, 2, 4) = overflow
    recast(9223372036854775807:1, 9223372036854775807, 9223372036854775806) = 9223372036854775806:1
    recast(9223372036854775807:1, 9223372036854775807, 1) = 1:1
    recast(2:4611686018427387904, 1, 2) = overflow
    recast(2:4611686018427387904, 2, 4) = overflow
    recast((4611686018427387904,2):(1,3), 2, 3) = undefined
    recast((2,4611686018427387904):(3,1), 2, 3) = undefined
  )");
}

}  // namespace
}  // namespace layoutcheck::algebra
