// Tests of complements.
#include "expect_case.hpp"
#include <layoutcheck/algebra/complement.hpp>

namespace layoutcheck::algebra {
namespace {

TEST(Complement, Predicates) {
  expect_cases(R"(
    is_complementable((4,1,1,4,4):(64,0,0,1,8)) = true      # colfax 2.1.6.12
    is_complementable((4,4,4):(64,1,1)) = false
    is_complementable((10,2):(4,80)) = true
    is_complementable((10,2):(80,4)) = true           # 2 * 4 | 80, against colfax 2.1.6.13
    is_complementable((2,2):(1,3)) = false                  # colfax 2.1.6.7
    is_complementable(2:0) = false                          # colfax 2.1.6.15, against 2.1.6.11
    is_complementable(1:0) = true
    is_complementable(():()) = true
    is_complementable((2,2):(0,1)) = false
    is_complementable(2:3, 12) = true
    is_complementable(2:3, 9) = false
    is_complementable(1:7, 1) = true
    is_complementable(4294967296:4294967296) = true
    is_complementable(4294967296:4294967296, 9223372036854775807) = false
    is_complementable((4294967296,2):(4294967296,9223372036854775807)) = false
    is_complement((3):(5), (5):(1)) = true                  # colfax 2.1.6.2
    is_complement((4,2,10):(1400,2,20), (2,5,7,2):(1,4,200,5600)) = true
    is_complement((8,8):(2,32), (2,2):(1,16)) = true
    is_complement((8,8):(2,32), (5,2,2,1):(256,1,16,0)) = true
    is_complement(2:1, 2:1) = false
    is_complement(1:5, ():()) = true
    is_complement(():(), 2:0) = false
  )");
}

TEST(Complement, Least) {
  expect_cases(R"(
    flat_complement((8,8):(1,8)) = ():()                    # colfax 2.1.6.17
    flat_complement((2,2):(2,8)) = (2,2):(1,4)
    flat_complement((3,3,8):(16,96,1)) = (2,2):(8,48)
    flat_complement((1):(7)) = ():()
    flat_complement((2):(0)) = undefined
    complement((8,8):(1,8)) = 1:0
    complement((2,2):(2,8)) = (2,2):(1,4)
    complement(2:3) = 3:1
    complement(():()) = 1:0
    complement((2,2):(1,3)) = undefined
    complement(2:9223372036854775807) = 9223372036854775807:1
  )");
}

TEST(Complement, OfASizeStrict) {
  expect_cases(R"(
    flat_complement((3,10):(80,4), 2400) = (4,2,10):(1,40,240)                     # colfax 2.1.6.30
    flat_complement(():(), 6) = (6):(1)
    flat_complement((1):(5), 1) = ():()
    flat_complement((2,2):(1,3), 12) = undefined
    complement(((4,2),(2,2)):((3,24),(192,96)), 768) = (3,2,2,2):(1,12,48,384)     # colfax 2.3.6.10
    complement(((16,4),64):((1,16),64), 4096) = 1:0
    complement(((16,4),64):((1,16),64), 8192) = 2:4096
    complement(((16,4),64):((8,1),128), 16384) = (2,2):(4,8192)
    complement((2,2):(1,6), 24) = (3,2):(2,12)                                     # slides 4
    complement(4:1, 6) = undefined
    complement(4:1, 2) = undefined
    complement((4,2):(1,0), 8) = undefined
    complement(1:5, 6) = 6:1
    complement(():(), 1) = 1:0
    complement(2:4294967296, 9223372036854775807) = undefined
  )");
}

TEST(Complement, OfASizeExtended) {
  expect_cases(R"(
    complement((2,2):(1,6), 24) = (3,2):(2,12)
    complement(4:1, 6) = 2:4
    complement(4:1, 2) = 1:0
    complement(4:1, 1) = 1:0
    complement(2:3, 1) = 3:1
    complement((4,2):(1,0), 8) = 2:4
    complement((4,2):(0,0), 8) = 8:1
    complement((2,2):(1,3), 8) = undefined
    complement((2,2):(1,1), 8) = undefined
    complement(1:5, 6) = 6:1
    complement(4294967296:4294967296, 5) = 4294967296:1
    complement@strict(4:1, 6) = undefined
  )",
               Convention::extended);
  expect_cases("complement@extended(4:1, 6) = 2:4");
}

TEST(Complement, ReasonsNameTheEntries) {
  EXPECT_EQ(complement(parse_layout("(1,4,4):(9,6,1)")).reason(),
            "entry 2 (4:1) and entry 1 (4:6): 4 * 1 does not divide 6");
  EXPECT_EQ(complement(parse_layout("(2,2):(1,0)")).reason(),
            "entry 1 (2:0) takes the same offset more than once");
  EXPECT_EQ(complement(parse_layout("(2,2):(4,1)"), 12, Convention::strict).reason(),
            "entry 0 (2:4): 2 * 4 does not divide 12");
}

}  // namespace
}  // namespace layoutcheck::algebra
