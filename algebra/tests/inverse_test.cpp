// Tests of right and left inverses.
#include "expect_case.hpp"

namespace layoutcheck::algebra {
namespace {

TEST(RightInverse, TakesModesInTheOrderOfTheirStrides) {
  expect_cases(R"(
    right_inverse(4:1) = 4:1
    right_inverse(((2,2),3):((3,6),1)) = (3,4):(4,1)
    right_inverse((2,3,4):(12,4,1)) = (4,3,2):(6,2,1)
    right_inverse((2,2,4):(4,1,8)) = 2:2                 # 2 is no value
    right_inverse(4:2) = 1:0
    right_inverse(():()) = 1:0
    right_inverse(1:5) = 1:0
    right_inverse((3,1,2):(2,7,1)) = (2,3):(3,1)
    right_inverse((3,4):(0,1)) = 4:3
    right_inverse((2,2,2):(2,0,1)) = (2,2):(4,1)
  )");
}

TEST(RightInverse, IsTheLargestOfWholeModes) {
  expect_cases(R"(
    right_inverse((2,4):(1,1)) = 4:2
    right_inverse((2,2):(1,1)) = 2:1
    right_inverse((3,2,2):(1,1,2)) = 4:3
    right_inverse((2,3,4,5):(1,1,2,3)) = (3,5):(2,24)
    right_inverse((5,3,2,3):(3,1,1,2)) = (3,5):(5,1)
    right_inverse((4,2):(1,2)) = 4:1
  )");
}

TEST(RightInverse, OverflowsOnlyWhereItsEntriesDo) {
  expect_cases(R"(
    right_inverse((4611686018427387904,4,2):(0,0,1)) = overflow
    right_inverse((2,4611686018427387904,4):(1,0,0)) = 2:1
    right_inverse((4611686018427387904,4):(1,4611686018427387904)) = overflow
    right_inverse((2,9223372036854775807,2):(2,0,1)) = overflow
    right_inverse((2,4611686018427387903,2):(2,0,1)) = (2,2):(9223372036854775806,1)
  )");
}

TEST(LeftInverse, ReadsDigits) {
  expect_cases(R"(
    left_inverse(4:1) = 4:1
    left_inverse(4:2) = (2,4):(0,1)
    left_inverse((8,4):(4,1)) = (4,8):(8,1)
    left_inverse((4,8):(1,5)) = (5,8):(1,4)
    left_inverse((2,2,8):(1,2,5)) = (5,8):(1,4)
    left_inverse((2,2):(2,8)) = (2,4,2):(0,1,2)
    left_inverse(():()) = 1:0
    left_inverse(1:5) = 1:0
    left_inverse((2,2):(2,3)) = undefined
    left_inverse((9,2):(5,2)) = undefined
    left_inverse((2,2):(1,1)) = undefined
    left_inverse((3,2):(1,2)) = undefined
    left_inverse((2,2):(0,1)) = undefined
    left_inverse@extended((2,2):(0,1)) = 2:2
    left_inverse@squeezed((2,2,3):(4,0,1)) = (4,2):(4,1)
    left_inverse@extended((2,2):(1,1)) = undefined
    left_inverse@extended(4:0) = 1:0
    left_inverse((2,2):(4611686018427387904,1)) = (4611686018427387904,2):(2,1)
    left_inverse@extended((4611686018427387904,4,2):(0,0,1)) = overflow
  )");
}

TEST(MaxCommonLayout, IsARightInverseOfBoth) {
  expect_cases(R"(
    max_common_layout(8:1, 8:1) = 8:1
    max_common_layout((4,2):(2,1), 8:1) = 1:0
    max_common_layout(8:1, (4,2):(1,4)) = 8:1
    max_common_layout(8:1, (4,2):(1,5)) = 4:1
    max_common_layout((4,2):(1,5), 8:1) = 4:1
    max_common_layout((4,2,3):(2,1,8), (4,2,3):(2,1,9)) = (2,4):(4,1)
    max_common_layout((2,4,3):(4,1,8), (2,4,3):(4,1,9)) = (4,2):(2,1)
    max_common_layout((4,3):(3,1), (2,2,3):(3,9,1)) = (3,2):(4,1)
    max_common_layout((5,4):(1,1), (4,2,2):(1,20,4)) = 4:1  # 5 is undone, too
    max_common_layout(4:1, (4,2):(1,4)) = 4:1
    max_common_layout((2,2):(1,0), (2,2):(0,1)) = 1:0     # 2:3 is one
    max_common_layout(():(), 4:1) = 1:0
    max_common_layout(9223372036854775807:1, 9223372036854775806:1) = 9223372036854775806:1
    max_common_layout((3,3):(1,4611686018427387904), 9:1) = 3:1
    max_common_layout((2):(1), (2,3):(1,1)) = 2:1
    max_common_layout(2:1, 3:1) = 2:1
    max_common_layout@extended(2:1, 3:1) = 3:1
    max_common_layout@extended((2,1):(1,5), 3:1) = 2:1
    max_common_layout@squeezed((2,1):(1,5), 3:1) = 3:1
    max_common_vector@extended(2:1, 3:1) = 3
    max_common_vector((4,3):(3,1), (2,2,3):(3,9,1)) = 6
    max_common_vector((4,2):(2,1), 8:1) = 1
    max_common_vector(8:1, (2,2,2):(4,2,1)) = 1
  )");
}

}  // namespace
}  // namespace layoutcheck::algebra
