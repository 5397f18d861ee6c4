// Tests of layouts over modules and of swizzled layouts.
#include "expect_case.hpp"
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/algebra/module_inverses.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/swizzled.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>

#include <fstream>
#include <limits>

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
    coalesce((2,(2,2)):(F1,(F2,F4)), (2,4)) = (2,4):(F1,F2)
    coalesce((1,(2,2)):(F9,(F2,F4)), (1,4)) = (1,4):(0,F2)
    coalesce((2,(2,2)):(F1,(F2,F4)), (4,2)) = undefined
    coalesce((2,(2,4611686018427387904)):(F1,(F2,F4)), (2,9223372036854775807)) = undefined
  )");
}

TEST(Modules, HaveACosizeWhereThereIsABox) {
  expect_cases(R"(
    cosize((4,8):(1@0,2@1)) = 60
    cosize((4,(3,1)):(1@0,((2@0)+(1@1),-1@1))) = 24
    cosize((2,2):(1@3,1@3)) = 3
    cosize((1,4):(F3,0)) = 1
    cosize((4,8):(1@0,-1@1)) = undefined
    cosize((2,2):(F1,0)) = undefined
    cosize((2147483648,4294967296):(1@0,1@1)) = overflow
    cosize((2147483648,4294967295):(1@0,1@1)) = 9223372034707292160
    cosize((4611686018427387904,2):(4@0,-1@0)) = undefined
  )");
}

TEST(Modules, AreListsOfModes) {
  expect_cases(R"(
    rank((8,8):(F1,F9)) = 2
    depth(((2,2),4):((F1,F4),F2)) = 2
    size((4,8):(1@0,1@1)) = 32
    size((4611686018427387904,2):(F1,F9)) = overflow
    flatten(((2,2),4):((F1,F4),F2)) = (2,2,4):(F1,F4,F2)
    mode(((2,2),4):((F1,F4),F2), 0) = (2,2):(F1,F4)
    mode((2,2):(F1,0), 1) = 2:0
    mode((2,2):(F1,F2), 2) = undefined
    concatenate(2:F1, (2,2):(F2,F4)) = (2,(2,2)):(F1,(F2,F4))
    concatenate(2:F1, 2:1) = undefined
    slice(<_,3>, (4,8):(1@0,1@1)) = (4):(1@0)
    slice(<_,<1,_>>, (4,(2,8)):(F1,(F4,F8))) = (4,8):(F1,F8)
    slice(_, (4,8):(1@0,1@1)) = (4,8):(1@0,1@1)
    slice(<_>, (4,8):(1@0,1@1)) = undefined
    dice(<_,3>, (4,8):(1@0,1@1)) = (8):(1@1)
  )");
}

TEST(Modules, HaveTheSameFunctionAsTheirTables) {
  std::vector<ModuleLayout> layouts;
  const std::vector<std::vector<Element>> all = {
      {{}, Element::bits(1), Element::bits(2), Element::bits(3), Element::bits(6)},
      {{},
       Element::coordinate({{{0}, 1}}),
       Element::coordinate({{{0}, 2}}),
       Element::coordinate({{{1}, 1}})},
      {{}, Element::integer(1), Element::integer(-1), Element::integer(2)}};
  for (const std::vector<Element>& strides : all) {
    for (const Tuple& extents :
         {Tuple{2, 2}, Tuple{1, 4}, Tuple{3, 2}, Tuple{2, 3}, Tuple{2, 2, 2}}) {
      std::size_t choices = 1;
      for (std::size_t i = 0; i < extents.size(); ++i)
        choices *= strides.size();
      for (std::size_t choice = 0; choice < choices; ++choice) {
        std::vector<Element> chosen;
        for (std::size_t rest = choice; chosen.size() < extents.size(); rest /= strides.size())
          chosen.push_back(strides[rest % strides.size()]);
        layouts.push_back(ModuleLayout::flat(extents, std::move(chosen)));
      }
    }
  }
  std::vector<std::vector<Element>> tables;
  for (const ModuleLayout& layout : layouts) {
    std::vector<Element> table;
    while (const auto value = apply(layout, NestedTuple(static_cast<Int>(table.size()))))
      table.push_back(*value);
    tables.push_back(std::move(table));
  }
  std::size_t same = 0;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    for (std::size_t j = 0; j < layouts.size(); ++j) {
      const bool is_same = same_function(layouts[i], layouts[j]);
      same += is_same && layouts[i] != layouts[j] ? 1 : 0;
      EXPECT_EQ(is_same, tables[i] == tables[j])
          << to_string(layouts[i]) << " and " << to_string(layouts[j]);
    }
  }
  EXPECT_GT(same, 100U);
  // At any size, also where an extent is no power of two.
  expect_cases(R"(
    same_function((1048576,1048576):(F1,F1048576), 1099511627776:F1) = true
    same_function((1048576,1048576):(F1,F1048576), 1099511627776:F3) = false
    same_function((3,1099511627776):(F1,F4), (3,2,549755813888):(F1,F4,F8)) = true
    same_function((2,2,8):(0,F1297036692682702848,F2594073385365405696), (2,8,2):(0,0,F1)) = false
    same_function((1048576,1048576):(1@0,1@1), (1048576,1048576):(1@1,1@0)) = false
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

/// Beyond what may be tabulated.
TEST(Modules, ComposeAtAnySize) {
  expect_cases(R"(
    composition((1048576,1048576):(1@0,1@1), 1048576:1048576) = 1048576:1@1
    composition((4194304,4194304):(1@0,1@1), (2097152,4194304):(3,4194304)) = undefined
    composition((4194304,4194304):(-1,7), (2097152,4194304):(2,4194304)) = (2097152,4194304):(-2,7)
    composition((4194304,4,4194304):(1@0,1@1,1@2), 16777216:4) = (1048576,4,4):(4@0,1@1,1@2)
    composition((4,1073741824):(-9223372036854775807,8), (2,4194304):(1,256)) = (2,4194304):(-9223372036854775807,512)
    composition((4,50,2):((1@0)+(1@1),4@1,7@1), 6:70) = undefined
    composition((4,50,2):(1@0,0,0), 6:70) = (2,3):(2@0,0)
    composition((4,50,2):(1@1,4@1,7@1), 6:70) = (3,2):(70@1,17@1)
    composition((1048576,6,4):((1@0)+(-1@1),1048576@0,1@1), 6291456:2) = (524288,6,2):((2@0)+(-2@1),1048576@0,1@1)
    composition((8,137438953472):(F1,F9), 1099511627776:1) = (8,137438953472):(F1,F9)
    composition((8,8,17179869184):(F1,F9,F64), (8,2097152):(8,64)) = (8,2097152):(F9,F64)
    composition((8,8,17179869184):(F1,F9,F64), (3,2097152):(8,64)) = (3,2097152):(F9,F64)
    composition((8,137438953472):(F1,F9), 4194304:3) = undefined
    composition((8,137438953472):(F1,F9), (4194304,2):(2,4194304)) = undefined
    composition((3,1099511627776):(F1,F3), 6291456:1) = (3,2097152):(F1,F3)
    composition(17592186044416:F3, (3,4194304):(1,4194304)) = (3,4194304):(F3,F12582912)
    composition(17592186044416:F3, (4,4194304):(1,4)) = undefined
    composition((2,2,4194304):(0,0,F1), (4194304,2):(2,5)) = undefined
    composition((2,2,64):(F1,0,F8), (2,2,2,2,2):(1,1,1,1,48)) = undefined
    composition((2,2,64):(F1,0,F8), (2,2,2,2):(1,1,1,48)) = (2,2,2,2):(F1,F1,F1,F96)
    composition((3,4):(F1,F4), (3,2):(1,6)) = (3,2):(F1,F8)
    composition((4194304,2):(F1,0), (2,4194304):(2097152,1)) = (2,4194304):(F2097152,F1)
    composition((4194304,2):(F3,0), (2,4194304):(2097152,1)) = undefined
    composition((4194304,2):(F1,0), (2,2097152,2):(2097152,1,2097152)) = (2,2097152,2):(F2097152,F1,F2097152)
    composition((4,2,4194304):(F3,0,F8), (2,2):(2,2)) = (2,2):(F6,F6)
    composition((4,2,4194304):(F3,0,F8), (4,2):(1,2)) = undefined
    composition((1,4194304):(F7,F5), (1,2097152):(9,2)) = (1,2097152):(0,F10)
    xor_layout(Sw<3,4,3> o 0 o (4194304,1048576):(1,4194304)) = ((128,8,4096),1048576):((F1,F144,F1024),F4194304)
    swizzled_layout((4194303,1048576):(F1,F4194304)) = Sw<0,0,0> o 0 o (4194303,1048576):(1,4194304)
    swizzled_layout((4194304,4):(F1024,F1)) = Sw<0,0,0> o 0 o (4194304,4):(1024,1)
  )");
  expect_cases("composition((4,4,1):(F1,F9,F3), 4194304:16) = 4194304:F3", Convention::extended);
}

/// What an answer does not fit in is no matter where there is none.
TEST(Modules, AreUndefinedAtAnySize) {
  expect_cases(R"(
    composition(4:F4611686018427388182, (2,2):(2,1)) = undefined
    composition((2,2,2):(F4611686018427387905,F1,F2), (2,2,2):(1,2,2)) = undefined
    composition((4,2):(6917529027641081856@0,1@1), (2,2,2):(2,1,1)) = undefined
    composition((4,2):(6917529027641081856@0,1@1), 2:2) = overflow
  )");
}

/// At coordinates, at negative integers as C++ divides, and at bits.
TEST(Modules, AreComposedAfterLayoutsOverModules) {
  expect_cases(R"(
    composition((4,4):(4,1), (4,4):(1@1,1@0)) = (4,4):(1,4)
    composition((4,(2,3)):(6,(3,1)), (2,4):(1@1@1,1@0)) = (2,4):(1,6)
    composition((4,(2,3)):(6,(3,1)), (2,3):((2@0)+(1@1),2@1)) = (2,3):(15,1)
    composition((4,4):(F4,F1), (4,4):(1@1,1@0)) = (4,4):(F1,F4)
    composition((4,4):(4,1), 2:1@2) = undefined
    composition((4,4):(4,1), 2:1@0@0) = undefined
    composition((4,4):(4,1), 5:1@0) = undefined
    composition((4,4):(4,1), (2,2):(4@0,1@1)) = undefined
    composition@extended((4,4):(4,1), 5:1@0) = 5:4
    composition((4,4):(4,1), 2:-1@0) = undefined
    composition@extended((4,4):(4,1), (4,4):(-1@0,1@1)) = (4,4):(-4,1)
    composition@extended((2,4):(-1,512), 4:-1) = (2,2):(1,-512)
    composition@extended((4,4):(1,8), (4,4):(1,-1)) = (4,4):(1,-1)
    composition@extended((4,2):(1,8), (4,4):(2,-1)) = undefined
    composition@extended((4,2):(F1,F8), 2:-1) = undefined
    composition((2,2,2):(F2,F4,F1), (2,2):(F3,F4)) = (2,2):(F6,F1)
    composition((2,2,2):(F2,F4,F1), (2,2):(F3,F8)) = undefined
    composition((2,2,2):(F2,F4,F1), (2,2):(F3,F1)) = (2,2):(F6,F2)
    composition((8,8):(1,9), (2,2):(F3,F8)) = (2,2):(3,9)
    composition((8,8):(1,9), (2,2):(F3,F1)) = undefined
    composition((2,4):(0,F3074457345618258603), (6,2):(F1,F6)) = undefined
  )");
}

/// by_tables.txt names what only tables decide.
TEST(Modules, AreDecidedWithoutTables) {
  std::ifstream in(LAYOUTCHECK_SOURCE_DIR "/algebra/tests/by_tables.txt");
  ASSERT_TRUE(in);
  std::vector<std::string> others = {
      "composition((3,1099511627776):(F1,F3), 3145728:3)",
      "composition((4194304,4,4194304):(3@0,1@1,-1@2), 16777216:4)",
      "composition((8,137438953472):(F1,F9), 4194304:3)",
      "composition((8,8,137438953472):(F3,0,F9), (8,8,4194304):(1,64,512))",
      "composition((4194304,4194304):(1@0,1@1), (4194304,4194304):(1@1,1@0))",
      "composition((4194304,4194304):(F1,F4194304), (4194304,4194304):(F3,F1))",
      "composition@extended((4194304,4194304):(3,1), (4194304,4194304):(1,-1))",
      "logical_divide((1024,1048576,4):(F1,F1024,F9), 4194304:4)",
      "logical_product((8,16777216):(F1,F8), 4194304:1)",
      "xor_layout(Sw<3,4,3> o 0 o (6291456,1048576):(1,8388608))",
      "coalesce((4194304,4,4194304):(F1,F4194304,F16777216))",
      "to_linear((4194304,4,4194304):(F1,F4194304,F16777216))",
      "swizzled_layout((4194303,1048576):(F1,F4194304))",
      "right_inverse((4194304,4,4194304):(F1,F4194304,F16777216))",
      "right_inverse((4194304,4194304):(1@1,1@0))",
      "right_inverse(Sw<3,4,3> o 0 o (4194304,1048576):(1,4194304))",
      "left_inverse((4194304,4,4194304):(F1,F4194304,F16777216))",
      "left_inverse((4194304,4194304):(1@1,1@0))",
      "left_inverse((4194303,4):(F1,F4194304))",
      "left_inverse(Sw<3,4,3> o 0 o (4194304,1048576):(1,4194304))",
      "complement((4194304,4):(F1,F8388608))",
      "complement((4194304,4):(F1,F8388608), 67108864)",
      "complement((4194304,4194304):(2@1,1@0))",
      "upcast(Sw<2,1,2> o 0 o (4194304,4):(1,4194304), 2)",
      "is_injective((4194303,4,4194304):(F1,F4194304,F16777216))",
  };
  const auto needs_table = [](const std::string& question) {
    try {
      evaluate(parse_case(question));
      return false;
    } catch (const LimitReached& limit) {
      return std::string(limit.what()).find("the limit") != std::string::npos;
    }
  };
  std::string line;
  while (std::getline(in, line))
    if (!is_blank(line)) EXPECT_TRUE(needs_table(line)) << line;
  for (const std::string& question : others)
    EXPECT_FALSE(needs_table(question)) << question;
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
    to_linear((1,4):(4@1,0)) = (0,0)
    to_linear((1,2):(4@1,1@0)) = undefined
    to_linear(1:5) = ()
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

TEST(ModuleInverses, OverXorGoByElimination) {
  expect_cases(R"(
    right_inverse((8,8):(F1,F9)) = (8,8):(F1,F9)
    right_inverse((8,8):(F9,F1)) = (8,8):(F8,F9)
    right_inverse((4,8):(F1,F5)) = (4,4):(F1,F5)
    right_inverse((2,2):(F3,F1)) = (2,2):(F2,F3)
    right_inverse((2,2):(F1,F1)) = 2:F1
    right_inverse(4:F2) = 1:0
    right_inverse((2,2):(0,F1)) = 2:F2
    right_inverse(3:F1) = 3:F1
    right_inverse((3,2):(F1,F4)) = 3:F1
    right_inverse((3,2):(F1,F3)) = 4:F1
    right_inverse((1):(F7)) = 1:0
    left_inverse((8,8):(F1,F9)) = (8,8):(F1,F9)
    left_inverse(2:F3) = (2,2):(0,F1)
    left_inverse(4:F2) = (2,4):(0,F1)
    left_inverse((2,2):(F1,F1)) = undefined
    left_inverse((2,2):(0,F1)) = undefined
    left_inverse(3:F1) = undefined
  )");
  expect_cases(R"(
    left_inverse((2,2):(F1,F1)) = 2:F1
    left_inverse((2,2):(0,F1)) = 2:F2
    complement((2,2):(0,F2)) = 2:F1
    complement(2:F2, 5) = (2,2):(F1,F4)
  )",
               Convention::extended);
}

TEST(ModuleInverses, ComplementsHaveWhatNoValueLeadsWith) {
  expect_cases(R"(
    complement(2:F3) = 2:F1
    complement(2:F3, 8) = (2,2):(F1,F4)
    complement(2:F3, 6) = undefined
    complement(2:F2, 12) = (2,3):(F1,F4)
    complement((8,8):(F1,F9)) = 1:0
    complement((2,2):(F1,F1)) = undefined
    complement(3:F2) = 2:F1
    complement(3:F2, 6) = 2:F1
    complement(3:F1) = 1:0
    complement((3,2):(F1,F4)) = undefined
    complement((2,2):(0,F2)) = undefined
    complement(4:F4611686018427387904) = 4611686018427387904:F1
  )");
}

TEST(ModuleInverses, GoPlaceByPlace) {
  expect_cases(R"(
    right_inverse((4,8):(1@0,1@1)) = (4,8):(1,4)
    right_inverse((4,8):(1@1,1@0)) = (8,4):(4,1)
    right_inverse((4,8):(1@1@1,1@0@1)) = (1,(8,4)):(0,(4,1))
    right_inverse((2,4):(2@0,1@1)) = (1,4):(0,2)
    right_inverse((2,2):((1@0)+(1@1),1@0)) = undefined
    right_inverse((2,3,4):(0,1@0,3@0)) = (12):(2)
    right_inverse((4,2):(-1,1)) = 2:4
    right_inverse((4,2):(-1,2)) = 1:0
    left_inverse((4,8):(1@1,1@0)) = (8,4):(4,1)
    left_inverse((4,8):(2@0,1@1)) = ((2,4),8):((0,1),4)
    left_inverse((2,2):(0,1@0)) = undefined
    left_inverse((4,2):(-1,1)) = undefined
    left_inverse(4:-1) = 4:-1
    left_inverse((2,4):(-4,-1)) = (4,2):(-2,-1)
    left_inverse((4,8):(-2@0,1@1)) = ((2,4),8):((0,-1),4)
    left_inverse((2,2):(2@0,3@0)) = undefined
    complement((2,5,3):(4@1,5@0,16@1)) = (5,4,2):(1@0,1@1,8@1)
    complement(3:1@0) = 1:0
    complement((2,2):(2@0,2@0)) = undefined
    complement(2:(1@0)+(1@1)) = undefined
    complement(2:-1@0) = undefined
    complement(3:1@0, 6) = undefined
    complement((2,1):(4,-1)) = 4:1
    complement((2,1):(4,-1), 16) = (4,2):(1,8)
    complement(2:-4) = undefined
  )");
  expect_cases("left_inverse((2,2):(0,1@0)) = (2):(2)", Convention::extended);
}

/// What is negated need not fit.
TEST(ModuleInverses, NegateTheLeastInteger) {
  const auto layout = [](std::initializer_list<Int> strides) {
    std::vector<Element> elements;
    for (const Int d : strides)
      elements.push_back(Element::integer(d));
    return ModuleLayout::flat(Tuple(strides.size(), 2), elements);
  };
  constexpr Int least = std::numeric_limits<Int>::min();
  EXPECT_THROW(left_inverse(layout({least})), Overflow);
  EXPECT_FALSE(left_inverse(layout({least, least})).has_value());
  EXPECT_EQ(to_string(*left_inverse(layout({least / 2, least}))), "(4611686018427387904,4):(0,-1)");
  EXPECT_EQ(to_string(*left_inverse(layout({least, least / 4}))),
            "(2305843009213693952,4,2):(0,-2,-1)");
}

TEST(ModuleDivisions, AreCompositions) {
  expect_cases(R"(
    logical_divide((8,8):(F1,F9), 4:16) = (4,(8,2)):(F18,(F1,F9))
    logical_divide((8,8):(F1,F9), 8:8) = (8,8):(F9,F1)
    logical_divide((4,8):(1@0,1@1), 4:1) = (4,8):(1@0,1@1)
    logical_divide((4,8):(1@0,1@1), 2:2) = (2,(2,8)):(2@0,(1@0,1@1))
    logical_divide((4,8):(1@0,1@1), 3:1) = undefined
    logical_divide((4,2):(-1,8), 2:4) = (2,4):(8,-1)
    logical_product(2:F3, 4:1) = (2,(2,2)):(F3,(F1,F4))
    logical_product((8,8):(F1,F9), 2:1) = ((8,8),2):((F1,F9),F64)
    logical_product(2:F1, (2,2):(1,1)) = undefined
    logical_product((2,2):(F1,F1), 2:1) = undefined
    logical_product((4,8):(1@0,1@1), 2:1) = undefined
    logical_product((2,1):(1,-1), 3:1) = ((2,1),3):((1,-1),2)
    logical_product(2:-1, 3:1) = undefined
    logical_divide((8,8):(1@0,1@1), <4:1,2>) = ((4,2),(2,4)):((1@0,4@0),(1@1,2@1))
    logical_divide((8,8):(1@0,1@1), <_,2>) = (8,(2,4)):(1@0,(1@1,2@1))
    zipped_divide((1048576,1048576):(1@0,1@1), (128,64)) = ((128,64),(8192,16384)):((1@0,1@1),(128@0,64@1))
    tiled_divide((8,8):(F1,F9), <4:2,_>) = ((4,1),2,8):((F2,0),F1,F9)
    flat_divide((8,8):(-1,8), <4:2,2>) = (4,2,2,4):(-2,8,-1,16)
    zipped_divide((6,8):(1@0,1@1), <4,2>) = undefined
    zipped_divide((8,8):(1@0,1@1), <2,2,2>) = undefined
    logical_product((2,4):(F3,F8), <2,_>) = ((2,2),4):((F3,F1),F8)
    logical_product((4,8):(1@0,1@1), <2,2>) = undefined
    logical_product((4,8):(1@0,0), <_,2>) = undefined
    zipped_product((2,4):(F3,F8), <2:1,4:2>) = ((2,4),(2,4)):((F3,F8),(F1,F2))
    blocked_product((2,2):(F3,F4), (2,4):(1,2)) = ((2,2),(2,4)):((F3,F1),(F4,F8))
    raked_product((2,2):(F3,F4), 4:1) = (((2,2),2),(1,2)):(((F1,F8),F3),(0,F4))
    blocked_product((4,8):(1@0,1@1), (2,2):(1,2)) = undefined
  )");
}

TEST(ModuleDivisions, ArePartitioned) {
  expect_cases(R"(
    crd2idx(<_,3>, (4,8):(1@0,1@1)) = 3@1
    slice_and_offset(<_,<1,_>>, (4,(2,3)):(1@0,(2@1,1@2))) = <(4,3):(1@0,1@2),2@1>
    slice_and_offset(<1,_>, (8,8):(F1,F9)) = <(8):(F9),F1>
    slice_and_offset(<_,8>, (4,8):(1@0,1@1)) = undefined
    domain_offset((2,3), (4,8):(1@0,1@1)) = <(4,8):(1@0,1@1),(2,3)>
    local_tile((1048576,1048576):(1@0,1@1), (128,64), (3,5)) = <(128,64):(1@0,1@1),(384,320)>
    local_tile((8,8):(F1,F9), (2,4), (1,1)) = <(2,4):(F1,F9),F38>
    local_tile((8,4):(-1,8), (4,2), (1,1)) = <(4,2):(-1,8),12>
    local_tile((64,64):(1@0,1@1), (16,32), (4,0)) = undefined
    outer_partition((64,64):(1@0,1@1), (16,32), (1,2)) = <(4,2):(16@0,32@1),(1,2)>
    local_partition((8,64):(1@0,1@1), (2,4):(4,1), 5) = <(4,16):(2@0,4@1),(1,1)>
    local_partition((8,64):(1@0,1@1), (2,4):(8,1), 1) = undefined
    partition_S((8,8):(F1,F9), (4,2), (4,2):(2,1), 3) = <(2,2,4):(F1,F4,F18),F11>
    partition_A((8,64):(1@0,1@1), (4,1):(1,0), (4,2,2,1):(1,4,8,0), (2,2,2), <_,_,_>, 5) = <(1,2,32):(0,4@0,2@1),3@0>
    partition_B((8,8):(F1,F9), (4,1):(1,0), (4,2,2,1):(1,4,8,0), (2,2,2), <_,_,_>, 9) = <(1,2,4):(0,F4,F18),F3>
    partition_C((64,64):(1@0,1@1), (4,1):(1,0), (4,2,2,1):(1,4,8,0), (2,2,2), <_,_,_>, 13) = <(1,16,16):(0,4@0,4@1),(3,2)>
    tile_to_shape((8,8):(F1,F9), (16,16), (1,0)) = ((8,2),(8,2)):((F1,F128),(F9,F64))
    tile_to_shape((8,8):(F8,F1), ((2,8),32)) = ((2,8),(8,4)):((F8,F16),(F1,F128))
    tile_to_shape((8,8):(1@0,1@1), (16,16)) = undefined
    nullspace((4,5,2):(1@0,0,0)) = 10:4
    nullspace((4,4611686018427387904,2):(1@0,0,1@1)) = 4611686018427387904:4
    nullspace((2,3):((1@0)+(1@1),0)) = 3:2
    nullspace((2,2):(-1,1)) = undefined
    nullspace((2,2):(F1,0)) = undefined
  )");
}

TEST(Swizzles, AreSlicedInvertedAndCast) {
  expect_cases(R"(
    slice(<_,3>, Sw<3,0,3> o 0 o (8,8):(1,8)) = Sw<3,0,3> o 24 o (8):(1)
    slice(<2,_>, Sw<3,0,3> o 1 o (8,8):(1,8)) = Sw<3,0,3> o 3 o (8):(8)
    slice(_, Sw<3,0,3> o 5 o (8,8):(1,8)) = Sw<3,0,3> o 5 o (8,8):(1,8)
    slice(<8,_>, Sw<3,0,3> o 0 o (8,8):(1,8)) = undefined
    right_inverse(Sw<3,0,3> o 0 o (8,8):(1,8)) = (8,8):(F1,F9)
    right_inverse(Sw<3,0,3> o 0 o (8,8):(8,1)) = (8,8):(F8,F9)
    right_inverse(Sw<3,0,3> o 1 o (8,8):(1,8)) = undefined
    right_inverse(Sw<0,0,0> o 0 o (2,2):(1,1)) = 2:F1
    left_inverse(Sw<2,0,2> o 0 o 16:1) = (4,4):(F1,F5)
    left_inverse(Sw<2,0,2> o 1 o 16:1) = undefined
    max_common_vector(Sw<2,0,2> o 0 o 16:1, 16:1) = 4
    max_common_vector(Sw<2,3,3> o 0 o 16:1, 16:1) = 16
    max_common_vector(Sw<1,0,1> o 0 o 4:1, 4:1) = 2
    max_common_vector(Sw<2,0,2> o 0 o 16:1, Sw<2,0,2> o 0 o 16:1) = 16
    max_common_vector(Sw<2,0,2> o 1 o 16:1, 16:1) = 0
    max_common_vector(Sw<0,0,0> o 0 o (4,2):(1,2), (4,2):(1,2)) = 4
    max_common_vector(Sw<0,0,0> o 1 o (4,2):(1,2), (4,2):(1,2)) = 0
    upcast(Sw<3,4,3> o 0 o (8,64):(64,1), 8) = Sw<3,1,3> o 0 o (8,8):(8,1)
    upcast(Sw<3,0,3> o 0 o (8,8):(8,1), 4) = Sw<1,0,3> o 0 o (8,2):(2,1)
    upcast(Sw<3,0,3> o 0 o (8,8):(8,1), 8) = Sw<0,0,0> o 0 o (8,1):(1,0)
    upcast(Sw<3,4,3> o 4 o (8,64):(64,1), 8) = undefined
    upcast(Sw<3,4,3> o 8 o (8,64):(64,1), 8) = Sw<3,1,3> o 1 o (8,8):(8,1)
    upcast(Sw<2,0,-2> o 0 o 16:1, 2) = undefined
    upcast(Sw<2,0,-2> o 0 o 16:1, 16) = Sw<0,0,0> o 0 o 1:0
    upcast(Sw<2,0,2> o 0 o 16:1, 3) = undefined
    recast(Sw<3,4,3> o 8 o (8,64):(64,1), 128, 16) = Sw<3,1,3> o 1 o (8,8):(8,1)
    recast(Sw<3,4,3> o 8 o (8,64):(64,1), 8, 16) = Sw<3,5,3> o 16 o (8,128):(128,1)
    recast(Sw<3,4,3> o 8 o (8,64):(64,1), 16, 16) = Sw<3,4,3> o 8 o (8,64):(64,1)
    recast(Sw<3,4,3> o 8 o (8,64):(64,1), 3, 3) = Sw<3,4,3> o 8 o (8,64):(64,1)
    recast(Sw<3,4,3> o 4 o (8,64):(64,1), 8, 1) = undefined
    recast(Sw<3,0,3> o 0 o (8,8):(8,2), 1, 2) = undefined
    recast(Sw<3,4,3> o 0 o (8,64):(64,1), 3, 1) = undefined
    recast(Sw<3,4,3> o 0 o (8,64):(64,1), 2, 3) = undefined
    downcast(Sw<3,1,3> o 1 o (8,8):(8,1), 8) = Sw<3,4,3> o 8 o (8,64):(64,1)
    downcast(Sw<3,1,3> o 1 o (8,8):(16,2), 8) = undefined
    downcast(Sw<3,50,3> o 0 o 8:1, 1024) = overflow
    swizzled_layout((8,8):(F1,F9)) = Sw<3,0,3> o 0 o (8,8):(1,8)
    swizzled_layout((8,8):(F1,F8)) = Sw<0,0,0> o 0 o (8,8):(1,8)
    swizzled_layout((4,4):(F5,F4)) = Sw<2,0,-2> o 0 o (4,4):(1,4)
    swizzled_layout((2,2):(F1,F1)) = undefined
    swizzled_layout((4,8):(1@0,1@1)) = undefined
  )");
}

/// Beyond what may be tabulated, Theorem 12 decides wherever it can.
TEST(Swizzles, HaveACosizeAtAnySize) {
  expect_cases(R"(
    cosize(Sw<3,4,3> o 0 o (8,64):(64,1)) = 512
    cosize(Sw<3,0,3> o 0 o 8:8) = 64
    cosize(Sw<3,0,3> o 3 o 8:8) = 61
    cosize(Sw<2,0,-2> o 0 o 4:1) = 16
    cosize(Sw<2,0,2> o 0 o (3,3):(4,1)) = 12
    cosize(Sw<3,4,3> o 0 o (1099511627776,64):(64,1)) = 70368744177664
    cosize(Sw<1,60,1> o 0 o 2:9223372036854775807) = 8070450532247928832
    cosize(Sw<0,0,0> o 0 o 2:9223372036854775807) = overflow
  )");
}

TEST(Swizzles, ArePartitioned) {
  expect_cases(R"(
    blocked_product(Sw<3,4,3> o 0 o (8,64):(64,1), (16,1):(1,0)) = Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
    outer_partition(Sw<3,4,3> o 4 o (8,64):(64,1), (4,16), (1,2)) = Sw<3,4,3> o 70 o (2,4):(256,16)
    local_partition(Sw<3,4,3> o 0 o (8,64):(64,1), (2,4):(4,1), 5) = Sw<3,4,3> o 65 o (4,16):(128,4)
    partition_S(Sw<3,4,3> o 0 o (8,64):(64,1), (4,2), (4,2):(2,1), 1) = Sw<3,4,3> o 128 o (2,2,32):(64,256,2)
    partition_C(Sw<3,4,3> o 0 o (8,64):(64,1), (4,1):(1,0), (4,2,2,1):(1,4,8,0), (2,2,2), <_,_,_>, 13) = Sw<3,4,3> o 194 o (1,2,16):(0,256,4)
  )");
}

TEST(Swizzles, AreComposedAfter) {
  expect_cases(R"(
    composition((8,8):(8,1), Sw<3,0,3> o 0 o (8,8):(8,1)) = Sw<3,0,-3> o 0 o (8,8):(1,8)
    composition((4,2):(2,1), Sw<1,0,1> o 0 o 8:1) = Sw<1,1,1> o 0 o (4,2):(2,1)
    composition(1024:2, Sw<3,4,3> o 8 o (8,64):(64,1)) = Sw<3,5,3> o 16 o (8,64):(128,2)
    composition(12:1, Sw<1,0,2> o 0 o (3,4):(4,1)) = Sw<1,0,2> o 0 o (3,4):(4,1)
    composition(8:3, Sw<1,0,1> o 0 o (2,2,2):(1,2,4)) = undefined
    composition(8:1, Sw<1,0,1> o 0 o 9:1) = undefined
    composition@extended(8:1, Sw<1,0,1> o 0 o 9:1) = Sw<1,0,1> o 0 o 9:1
    composition@extended(4:1, Sw<1,0,1> o 5 o 4:1) = Sw<0,0,0> o 5 o (2,2):(2,1)
    composition@squeezed((4,1):(1,7), Sw<1,0,1> o 0 o 8:1) = Sw<1,0,1> o 0 o 8:1
    composition(Sw<3,4,3> o 0 o 1024:1, Sw<3,4,3> o 0 o (8,64):(64,1)) = Sw<0,0,0> o 0 o (8,64):(64,1)
    composition(Sw<3,3,3> o 0 o 1024:1, Sw<3,4,3> o 0 o (8,64):(64,1)) = Sw<1,3,3> o 0 o (8,64):(64,1)
    composition(1024:F1, Sw<3,4,3> o 0 o (8,64):(64,1)) = ((2,4),64):((F64,F144),F1)
    composition(1024:F1, Sw<3,4,3> o 8 o (8,64):(64,1)) = undefined
    composition((64,8):(F1,F65), Sw<3,0,3> o 0 o (8,8):(8,1)) = (8,8):(F9,F1)
    composition((8,8):(0,1@1), Sw<3,0,3> o 7 o (8):(8)) = (8):(1@1)
    composition((8,8):(1@0,1@1), Sw<3,0,3> o 0 o (8,8):(8,1)) = undefined
  )");
}

TEST(Swizzles, AreComposedAfterAtAnySize) {
  expect_cases(R"(
    composition((1048576,1048576):(1048576,1), Sw<3,4,3> o 0 o (1048576,1048576):(1,1048576)) = Sw<3,24,3> o 0 o (1048576,1048576):(1048576,1)
    composition(17592186044416:F1, Sw<3,4,3> o 0 o (4194304,1048576):(1,4194304)) = ((128,8,4096),1048576):((F1,F144,F1024),F4194304)
    composition((4194304,1048576):(1@0,1@1), Sw<3,4,3> o 0 o (4194304,1048576):(1,4194304)) = undefined
    composition((4194304,1048576):(0,1@1), Sw<3,4,3> o 0 o (4194304,1048576):(1,4194304)) = (4194304,1048576):(0,1@1)
  )");
}

TEST(Swizzles, AreUpcastAtAnySize) {
  expect_cases(R"(
    upcast(Sw<0,0,0> o 0 o (1048576,4):(1,1048576), 4) = Sw<0,0,0> o 0 o (262144,4):(1,262144)
    upcast(Sw<3,0,3> o 0 o (1048576,4):(1,1048576), 4) = Sw<1,0,3> o 0 o (262144,4):(1,262144)
    upcast(Sw<2,1,-2> o 0 o (1048576,4):(1,1048576), 2) = Sw<2,0,-2> o 0 o (524288,4):(1,524288)
    upcast(Sw<2,2,-2> o 0 o (1048576,4):(1,1048576), 2) = Sw<2,1,-2> o 0 o (524288,4):(1,524288)
    upcast(Sw<2,0,-2> o 0 o (1048576,4):(1,1048576), 16) = Sw<0,0,0> o 0 o (65536,4):(1,65536)
    upcast(Sw<2,0,-2> o 0 o (1048576,4):(1,1048576), 32) = Sw<0,0,0> o 0 o (32768,4):(1,32768)
    upcast(Sw<3,0,3> o 2 o (1048576,4):(1,1048576), 4) = undefined
    recast(Sw<3,4,3> o 8 o (1048576,4):(1,1048576), 128, 16) = Sw<3,1,3> o 1 o (131072,4):(1,131072)
    recast(Sw<3,4,3> o 8 o (1048576,4):(1,1048576), 8, 16) = Sw<3,5,3> o 16 o (2097152,4):(1,2097152)
  )");
  for (const Int units : {2, 4, 8}) {
    EXPECT_THROW(
        upcast(SwizzledLayout({2, 0, -2}, 0, Layout::flat({1048576, 4}, {1, 1048576})), units),
        LimitReached);
  }
}

TEST(ThreadsAndValues, AreLaidOutInATile) {
  expect_cases(R"(
    layout_tv((2,2):(1,2), (2,1):(1,0)) = (4,2):(2,1)
    layout_tv((4,2):(2,1), (2,2):(1,2)) = ((2,4),(2,2)):((16,2),(1,8))
    layout_tv(4:1, (1,2):(0,1)) = (4,2):(1,4)
    layout_tv(():(), ():()) = (1,1):(0,0)
    layout_tv(4:2, 2:1) = undefined
    layout_tv(4:1, (2,2):(1,0)) = undefined
  )");
}

TEST(ThreadsAndValues, OfAtomsAreTiled) {
  expect_cases(R"(
    get_layoutS_TV((4,2):(1,4), (2,1):(1,0), (2,1):(0,0)) = ((2,2),(1,2)):((0,2),(0,4))
    get_layoutS_TV((3,2):(1,3), (2,1):(1,0), (2,1):(1,0)) = undefined
    get_layoutS_TV((2,2):(1,2), (2,1):(2,0), (2,1):(2,0)) = undefined
    get_layoutS_TV((2,2):(1,2), (2,1):(1,0), (2,1):(2,0)) = undefined
    partition_S((8,8):(1,8), (8,4), (8,4):(1,8), 3) = <(4,1,2):(8,0,32),3>
    partition_S((8):(1), (4), (2,2):(1,2), 2) = undefined
    get_layoutC_TV((1,1):(0,0), (1,2,2,2):(0,1,2,4), (1,1,1), <_,_,_>) = ((4,2),(1,(1,1))):((1,0),(0,(0,0)))
    get_layoutA_TV((1,1):(0,0), (1,2,2,2):(0,1,2,4), (1,1,1), <_,_,_>) = ((2,2,2),(1,(1,1))):((1,0,2),(0,(0,0)))
    get_layoutA_TV((2,2):(1,2), (2,2,1,1):(1,2,0,0), (2,2,2), <6,_,_>) = undefined
    partition_A((8,8):(1,8), (2,2):(1,2), (2,2,2,1):(1,2,4,0), (2,2,2), <_,8>, 3) = <(2,2,4):(8,4,16),3>
  )");
}

TEST(ThreadsAndValues, AreUndecidedWhereAStageDoesNotFit) {
  // Nine strides do not fit in 64 bits; the answer has none of more than one.
  EXPECT_THROW(evaluate(parse_case("partition_C((18,1):(1024819115206086201,0), (1,1):(0,0), "
                                   "(1,1,1,1):(0,0,0,0), (1,1,1), <9:1>, 0)")),
               LimitReached);
  // The coordinate has too many parts.
  EXPECT_THROW(
      evaluate(parse_case("local_tile@squeezed((32):(11), 5:4611686018427387903, (2,32))")),
      LimitReached);
  // The other thread is at 2^63.
  EXPECT_THROW(
      evaluate(parse_case("partition_S@extended(1:4611686018427387904, 2, (2,()):(2,()), 0)")),
      LimitReached);
  // Not even the tile is a layout.
  EXPECT_THROW(evaluate(parse_case("partition_S@extended((1,1,3):(0,0,4611686018427387904), "
                                   "(2,1,2), (3,1):(1,0), 0)")),
               LimitReached);
}

}  // namespace
}  // namespace layoutcheck::algebra
