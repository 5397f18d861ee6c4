// Tests of divisions and products.
#include "expect_case.hpp"

namespace layoutcheck::algebra {
namespace {

TEST(Division, Logical) {
  expect_cases(R"(
    logical_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),(2,4)):((1,4),(2,8))         # colfax 2.3.8.2
    logical_divide((4,8):(1,4), (2,2):(4,1)) = ((2,2),(2,4)):((4,1),(2,8))
    logical_divide((4,8):(1,4), (2,4):(2,4)) = ((2,4),(2,2)):((2,4),(1,16))
    logical_divide((4,6):(1,40), 6:4) = (6,4):(40,1)
    logical_divide((4,6,2,4,2,5):(36,1,18,0,0,144), (4,10):(1,192)) = ((4,(2,5)),(6,2,4)):((36,(0,144)),(1,18,0))
    logical_divide(6:1, 4:1) = undefined
    logical_divide@extended(6:1, 4:1) = (4,2):(1,4)
    logical_divide(4:1, 4:1) = (4,1):(1,0)
    logical_divide(():(), 1:0) = (1,1):(0,0)
    logical_divide((4,8):(1,4), 4) = (4,8):(1,4)
    logical_divide((4,8):(1,4), <2,4>) = ((2,2),(4,2)):((1,2),(4,16))
    logical_divide((4,8):(1,4), (2,4)) = ((2,2),(4,2)):((1,2),(4,16))
    logical_divide((4,8):(1,4), <_,4:2>) = (4,(4,2)):(1,(8,4))
    logical_divide((4,8):(1,4), <2,2,2>) = undefined
  )");
}

TEST(Division, Arrangements) {
  expect_cases(R"(
    zipped_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),(2,4)):((1,4),(2,8))
    zipped_divide((4,8):(1,4), <2,4>) = ((2,4),(2,2)):((1,4),(2,16))
    zipped_divide((4,8,3):(1,4,32), <2,4>) = ((2,4),(2,2,3)):((1,4),(2,16,32))
    tiled_divide((4,8,3):(1,4,32), <2,4>) = ((2,4),2,2,3):((1,4),2,16,32)
    flat_divide((4,8,3):(1,4,32), <2,4>) = (2,4,2,2,3):(1,4,2,16,32)
    tiled_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),2,4):((1,4),2,8)
    flat_divide((4,8):(1,4), (2,2):(1,4)) = (2,2,2,4):(1,4,2,8)
    zipped_divide(((4,8),6):((1,4),32), ((2,4),3)) = (((2,4),3),((2,2),2)):(((1,4),32),((2,16),96))
    zipped_divide((4,8):(1,4), <_,4>) = ((1,4),(4,2)):((0,4),(1,16))
    zipped_divide(((4,2),8):((1,4),8), <_,4>) = ((1,4),((4,2),2)):((0,8),((1,4),32))
    zipped_divide(8:1, 2) = (2,4):(1,2)
    zipped_divide(8:1, <2>) = ((2),(4)):((1),(2))
    zipped_divide((4,8):(1,4), <3>) = undefined
    zipped_divide(((4,8),6):((1,4),32), ((2,3),3)) = undefined
    tiled_divide((4,8):(1,4), <2,2,2>) = undefined
    flat_divide((4,8):(1,4), <_,3>) = undefined
  )");
}

TEST(Division, ColfaxFlat) {
  expect_cases(R"(
    colfax_flat_divide((2,2,2,2):(1,4,2,8), (2,2):(4,2)) = (2,2,2,2):(2,4,1,8)          # against 2.1.7.10
    colfax_flat_divide((2,2,2,2):(1,4,2,8), (2,2):(2,4)) = (2,2,2,2):(4,2,1,8)
    colfax_flat_divide((3,5,9,6):(54,0,6,1), (6,3):(135,1)) = (6,3,5,9):(1,54,0,6)      # colfax 2.1.7.11
    colfax_flat_divide((4):(1), ():()) = (4):(1)
    colfax_flat_divide((4):(1), (3):(1)) = undefined
  )");
}

TEST(Product, Logical) {
  expect_cases(R"(
    logical_product((2,2):(5,10), (3,5):(5,1)) = ((2,2),(3,5)):((5,10),(20,1))          # colfax 2.3.9.3
    logical_product((3,3):(6,1), (10,12):(24,2)) = ((3,3),(10,12)):((6,1),(216,18))     # colfax 2.3.9.4
    logical_product((2,10):(1680,4), (4,9):(2,56)) = ((2,10),((2,2),(3,3))):((1680,4),((2,40),(560,3360)))
    logical_product((4,(2,2)):(9,(1,3)), ((2,4),8):((1,4),2)) = undefined
    logical_product((4,(3,3)):(9,(1,3)), ((2,4),8):((1,4),2)) = ((4,(3,3)),((2,4),8)):((9,(1,3)),((36,144),72))
    logical_product(4:1, 1:0) = (4,1):(1,0)
    logical_product(():(), 3:2) = ((),3):((),2)
    logical_product((4,2):(1,0), 3:1) = undefined
    logical_product@extended((4,2):(1,0), 3:1) = ((4,2),3):((1,0),4)
    logical_product((2,2):(1,2), <3,2>) = ((2,3),(2,2)):((1,2),(2,1))
    logical_product(4294967296:1, 2:4294967296) = overflow
  )");
}

TEST(Product, Arrangements) {
  expect_cases(R"(
    zipped_product((2,2):(1,2), 3:1) = ((2,2),3):((1,2),4)
    tiled_product((2,2):(1,2), (3,4):(1,3)) = ((2,2),3,4):((1,2),4,12)
    flat_product((2,2):(1,2), (3,4):(1,3)) = (2,2,3,4):(1,2,4,12)
    blocked_product((2,5):(5,1), (3,4):(1,3)) = ((2,3),(5,4)):((5,10),(1,30))
    raked_product((2,5):(5,1), (3,4):(1,3)) = ((3,2),(4,5)):((10,5),(30,1))
    blocked_product(2:1, 3:1) = ((2,3)):((1,2))
    blocked_product(2:1, (3,4):(1,3)) = ((2,3),(1,4)):((1,2),(0,6))
    blocked_product((2,5):(5,1), 3:1) = ((2,3),(5,1)):((5,10),(1,0))
    raked_product(():(), 3:1) = ((3,1)):((1,0))
    blocked_product((2,2):(1,1), 3:1) = undefined
    raked_product((2,2):(1,3), 3:1) = undefined
    zipped_product((2,2):(1,1), 3:1) = undefined
    tiled_product((2,2):(1,2), <2,2,2>) = undefined
    flat_product((2,2):(1,3), 2:1) = undefined
  )");
}

TEST(Product, ColfaxFlat) {
  expect_cases(R"(
    colfax_flat_product((2,2,2):(1,2,4), (2,2,2):(1,2,4)) = (2,2,2,2,2,2):(1,2,4,8,16,32)   # colfax 2.1.7.14
    colfax_flat_product((2,2,2):(1,2,4), (3,5):(5,1)) = (2,2,2,3,5):(1,2,4,40,8)
    colfax_flat_product((3):(2), ():()) = (3):(2)
    colfax_flat_product((3):(1), ():()) = (3):(1)
    colfax_flat_product((2,2):(1,3), (2):(1)) = undefined
  )");
}

TEST(Division, ReasonsNameTheTilerAndTheMode) {
  const auto reason = [](const char* line) { return evaluate(parse_case(line)).reason; };
  EXPECT_EQ(reason("logical_divide(6:1, 4:1)"),
            "4:1 has no complement for 6: entry 0 (4:1): 4 * 1 does not divide 6");
  EXPECT_EQ(reason("zipped_divide(6:1, 4:1)"), reason("logical_divide(6:1, 4:1)"));
  EXPECT_EQ(reason("flat_divide((4,8):(1,4), <_,3>)"),
            "mode 1: 3:1 has no complement for 8: entry 0 (3:1): 3 * 1 does not divide 8");
  EXPECT_EQ(reason("logical_product((4,2):(1,0), 3:1)"),
            "(4,2):(1,0) has no complement: entry 1 (2:0) takes the same offset more than once");
  EXPECT_EQ(reason("blocked_product(2:0, 3:1)"),
            "(2):(0) has no complement: entry 0 (2:0) takes the same offset more than once");
}

}  // namespace
}  // namespace layoutcheck::algebra
