// Tests of layouts over modules and of swizzled layouts.
#include "expect_case.hpp"
#include <layoutcheck/algebra/modules.hpp>

namespace layoutcheck::algebra {
namespace {

TEST(Modules, EvaluateInTheModule) {
  expect_cases(R"(
    apply((4,2):(-1,8), (3,1)) = 5
    apply((4,2):(-1,8), 6) = 6
    apply((4,2):(-1,8), 8) = undefined
    apply((4,8):(1@0,1@1), (2,3)) = (2,3)
    apply((4,8):(1@1,1@0), (2,3)) = (3,2)
    apply((4,8):(1@0,1@1), (2,0)) = 2@0
    apply((4,(2,3)):(3@0@1,(1@0,(2@0)+(1@1@1))), (1,(1,2))) = (5,(3,2))
    apply((8,8):(F1,F9), (3,2)) = F17
    apply((4,8):(F1,F8), (2,1)) = F10
    apply(4:F3, 3) = F9
    apply(4:F3, 4) = undefined
    apply((2,2):(F5,F5), 3) = 0
    apply(():(), 0) = 0
  )");
  expect_cases("apply((2,2):(F1,F3), 5) = F7", Convention::extended);
  expect_cases("apply(4:F4611686018427387904, 2) = overflow");
}

TEST(Modules, CoalesceToTheShortest) {
  expect_cases(R"(
    coalesce((2,2):(F1,F2)) = 4:F1
    coalesce((2,2):(F5,F10)) = 4:F5
    coalesce((2,3):(F5,F10)) = (2,3):(F5,F10)
    coalesce(8:F5) = 8:F5
    coalesce((2,2):(F3,F6)) = (2,2):(F3,F6)
    coalesce((3,2):(F1,F3)) = (3,2):(F1,F3)
    coalesce((2,3):(F1,F2)) = 6:F1
    coalesce((2,2,2):(F5,F10,F20)) = (4,2):(F5,F20)
    coalesce((2,4,2):(F5,F10,F40)) = (4,4):(F5,F20)
    coalesce((2,(1,3)):(0,(F7,F1))) = (2,3):(0,F1)
    coalesce((2,3,2):(0,0,F1)) = (6,2):(0,F1)
    coalesce((1):(F7)) = 1:0
    coalesce(4:F4611686018427387904) = 4:F4611686018427387904
    coalesce((2,4):(F4611686018427387904,F4611686018427387904)) = (2,4):(F4611686018427387904,F4611686018427387904)
    coalesce((4,2):(-1,-4)) = 8:-1
    coalesce((4,2):(-1,4)) = (4,2):(-1,4)
    coalesce((2,3,2):(1@0,2@0,6@1)) = (6,2):(1@0,6@1)
    coalesce((2,2):((1@0)+(2@1),(2@0)+(4@1))) = 4:(1@0)+(2@1)
    coalesce((2,2):((1@0)+(2@1),(2@0)+(3@1))) = (2,2):((1@0)+(2@1),(2@0)+(3@1))
  )");
}

TEST(Modules, ComposeWhereThereIsALayout) {
  expect_cases(R"(
    composition(4:F1, (2,2):(1,1)) = undefined
    composition(6:F1, (3,2):(1,3)) = undefined
    composition(6:F1, (2,3):(1,2)) = (2,3):(F1,F2)
    composition((8,8):(F1,F9), (4,4):(2,16)) = (4,4):(F2,F18)
    composition((2,2,2):(F5,F10,F20), 8:1) = (4,2):(F5,F20)
    composition((8,8):(F1,F9), 4:4) = (2,2):(F4,F9)
    composition((8,8):(F1,F9), 65:1) = undefined
    composition((4,8):(1@0,1@1), (2,2):(2,4)) = (2,2):(2@0,1@1)
    composition((4,8):(1@0,1@1), 8:3) = undefined
    composition((4,2):(-1,8), 2:2) = 2:-2
    composition((4,2):(-1,8), ((2),1):((4),9)) = ((2),1):((8),0)
    composition((4,2):(F1,F8), ():()) = ():()
  )");
  expect_cases("composition((8,8):(F1,F9), 128:1) = (8,16):(F1,F9)", Convention::extended);
}

TEST(Swizzles, AreFunctionsOfOffsets) {
  // Sw<2,0,2> of 0, …, 15 (NVlabs/CuTe, docs/06_swizzle.md).
  const Int expected[] = {0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 13, 12};
  for (Int x = 0; x < 16; ++x)
    EXPECT_EQ(swizzled({2, 0, 2}, x), expected[x]);
  expect_cases(R"(
    apply(Sw<3,4,3> o 0 o (8,64):(64,1), (1,0)) = 64
    apply(Sw<3,4,3> o 0 o (8,64):(64,1), (2,0)) = 144
    apply(Sw<2,0,-2> o 0 o 16:1, 3) = 15
    apply(Sw<3,0,3> o 4 o 64:1, 9) = 12
    apply(Sw<0,0,0> o 7 o (2,2):(1,4), (1,1)) = 12
    apply(Sw<1,0,1> o 9223372036854775807 o 2:1, 1) = overflow
  )");
}

TEST(Swizzles, AreLayoutsOverXorUnderTheirCondition) {
  expect_cases(R"(
    xor_layout(Sw<3,0,3> o 0 o (8,8):(1,8)) = (8,8):(F1,F9)
    xor_layout(Sw<3,0,3> o 0 o 64:1) = (8,8):(F1,F9)
    xor_layout(Sw<3,0,3> o 1 o 64:1) = undefined
    xor_layout(Sw<3,0,3> o 0 o (3,2):(1,3)) = undefined
    xor_layout(Sw<3,0,3> o 0 o (2,2):(1,1)) = undefined
    xor_layout(Sw<1,1,1> o 0 o (3):(1)) = (3):(F1)
    xor_layout(Sw<1,0,1> o 0 o (3):(1)) = undefined
    xor_layout(Sw<1,0,1> o 0 o 6:1) = undefined
    xor_layout(Sw<0,0,0> o 0 o (3,2):(1,4)) = (3,2):(F1,F4)
    xor_layout(Sw<2,1,2> o 0 o ():()) = ():()
  )");
}

TEST(Linear, IsWhatHasSparseStridesAndPowersOfTwo) {
  expect_cases(R"(
    to_linear((8,8):(F1,F9)) = (1,2,4,9,18,36)
    to_linear(4:F3) = undefined
    to_linear((2,2):(F3,F6)) = (3,6)
    to_linear(3:F1) = undefined
    to_linear((4,1):(0,F7)) = (0,0)
    to_linear(():()) = ()
    to_linear(4:1) = undefined
    to_linear(4:1@0) = undefined
    to_linear(4:F4611686018427387904) = overflow
    from_linear((1,2,4,9,18,36)) = (8,8):(F1,F9)
    from_linear(()) = 1:0
    from_linear((0,0)) = 4:0
    from_linear((3,6)) = (2,2):(F3,F6)
  )");
}

}  // namespace
}  // namespace layoutcheck::algebra
