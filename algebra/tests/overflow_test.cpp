// What does not fit in 64 bits, and what is beyond a limit: the answer, and what the message names.
#include "expect_case.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <functional>

namespace layoutcheck::algebra {
namespace {

class TooLarge : public testing::TestWithParam<const char*> {};

TEST_P(TooLarge, NamesTheOperationAndItsOperands) {
  const Case c = parse_case(GetParam());
  const Evaluation evaluation = evaluate(c);
  EXPECT_EQ(evaluation.answer, Answer(NonValue::overflow))
      << c << ", not " << to_string(evaluation.answer);
  EXPECT_TRUE(evaluation.reason.starts_with(question(c) + ": ")) << evaluation.reason;
  EXPECT_TRUE(evaluation.reason.ends_with(" does not fit in 64 bits")) << evaluation.reason;
}

INSTANTIATE_TEST_SUITE_P(Tuples, TooLarge,
                         testing::Values("size((4294967296,(4294967296)))",
                                         "size((4294967296,4294967296):(0,0))",
                                         "index((4294967296,4294967296), (0,4294967295))",
                                         "column_major((4294967296,4294967296,1))",
                                         "row_major((1,4294967296,4294967296))"));

INSTANTIATE_TEST_SUITE_P(
    Layouts, TooLarge,
    testing::Values("cosize(2:9223372036854775807)", "cosize((2,2):(9223372036854775807,1))",
                    "cosize(3:4611686018427387904)", "apply(3:4611686018427387904, 2)",
                    "apply((2,2):(9223372036854775807,1), (1,1))", "table(3:4611686018427387904)",
                    "table((2,2):(9223372036854775807,1))",
                    "flat_coalesce((4294967296,4294967296):(1,4294967296))",
                    "coalesce((4294967296,4294967296):(1,4294967296))"));

INSTANTIATE_TEST_SUITE_P(
    Compositions, TooLarge,
    testing::Values("composition(4294967296:4294967296, 2:4294967295)",
                    "composition(4294967296:4294967296, <2:4294967295>)",
                    "flat_composition((3):(4611686018427387904), (2):(2))",
                    "weak_composite(2:4611686018427387904, (2,1):(1,2))",
                    "logical_product(4294967296:1, 2:4294967296)",
                    "logical_product(2:4611686018427387904, 2:4611686018427387904)",
                    "zipped_product(4294967296:1, 2:4294967296)",
                    "tiled_product(4294967296:1, 2:4294967296)",
                    "flat_product(4294967296:1, 2:4294967296)",
                    "blocked_product(4294967296:1, 2:4294967296)",
                    "raked_product(4294967296:1, 2:4294967296)",
                    // Where entries of stride 0 do not count, the block has a complement.
                    "tile_to_shape@extended((2,2):(0,1), "
                    "(4294967296,4294967296,4294967296,4294967296))",
                    "colfax_flat_product((4294967296):(1), (2):(4294967296))",
                    // The quotient has an extent of 2^63.
                    "logical_divide((4294967296,4294967296):(1,4294967296), 2:1)",
                    "zipped_divide((4294967296,4294967296):(1,4294967296), 2:1)",
                    "tiled_divide((4294967296,4294967296):(1,4294967296), 2:1)",
                    "flat_divide((4294967296,4294967296):(1,4294967296), 2:1)",
                    "colfax_flat_divide((4294967296,4294967296):(1,4294967296), (2):(1))"));

INSTANTIATE_TEST_SUITE_P(
    Morphisms, TooLarge,
    testing::Values("layout((2)--(3)-->(4294967296,4294967296,2))",
                    "table((2)--(3)-->(4294967296,4294967296,2))",
                    "flat_coalesce((4294967296,4294967296)--(*,*)-->())",
                    "coalesce((4294967296,(4294967296))--(1,2)-->(4294967296,4294967296))",
                    "sum(<0>--()--><9223372036854775807>, <1>--(1)--><1>)"));

TEST(Overflow, IsNoAnswerWhereThereIsNone) {
  // The sizes do not fit, but there is no complement whatever they are.
  expect_cases(R"(
    logical_divide((4294967296,4294967296):(1,4294967296), 2:0) = undefined
    logical_divide((4294967296,4294967296):(1,4294967296), 3:1) = undefined
    logical_divide((4294967296,4294967296):(1,4294967296), (2,2):(1,3)) = undefined
    logical_divide@extended((4294967296,4294967296):(1,4294967296), (2,2):(1,3)) = undefined
    zipped_divide((4294967296,4294967296):(1,4294967296), 3:1) = undefined
    colfax_flat_divide((4294967296,4294967296):(1,4294967296), (3):(1)) = undefined
    colfax_flat_divide((4294967296,4294967296):(1,4294967296), (2):(0)) = undefined
    composition(4:1, (2,2):(9223372036854775807,9223372036854775807)) = undefined
    apply(3:9223372036854775807, 5) = undefined
    apply((3,4):(9223372036854775807,1), (2,5)) = undefined
    apply((3,4):(9223372036854775807,1), (2,(0))) = undefined
    flat_composition((6,2305843009213693952):(9223372036854775807,0), (4):(4611686018427387903)) = undefined
    weak_composite((4294967296,4294967296):(0,0), (9223372036854775807,3):(8,0)) = undefined
  )");
  // A* = (4611686018427387904,∞):(1,9223372036854775808) does not fit, and it is not linear on B.
  expect_cases(R"(
    logical_product(2:4611686018427387904, 3:2305843009213693952) = undefined
    zipped_product(2:4611686018427387904, 3:2305843009213693952) = undefined
    tiled_product(2:4611686018427387904, 3:2305843009213693952) = undefined
    flat_product(2:4611686018427387904, 3:2305843009213693952) = undefined
    blocked_product(2:4611686018427387904, 3:2305843009213693952) = undefined
    raked_product(2:4611686018427387904, 3:2305843009213693952) = undefined
    colfax_flat_product((2):(4611686018427387904), (3):(2305843009213693952)) = undefined
    logical_product(2:4611686018427387904, (2,3):(2305843009213693952,9223372036854775807)) = undefined
  )");
  // The complement of B does not fit, and B leaves the domain of A.
  expect_cases(R"(
    logical_divide((2,4611686018427387904):(0,1), 2:9223372036854775807) = undefined
    zipped_divide((2,4611686018427387904):(0,1), 2:9223372036854775807) = undefined
    tiled_divide((2,4611686018427387904):(0,1), 2:9223372036854775807) = undefined
    flat_divide((2,4611686018427387904):(0,1), 2:9223372036854775807) = undefined
    colfax_flat_divide((2,4611686018427387904):(0,1), (2):(9223372036854775807)) = undefined
  )");
  // The answer for one mode does not fit, but there is none for another.
  expect_cases(R"(
    composition((4294967296,4):(4294967296,1), <2:4294967295,5>) = undefined
    composition(((4294967296,4),4):((4294967296,1),1), <<2:4294967295,5>,2>) = undefined
    logical_product((2,2):(1,0), <2:6600865208457857930,3>) = undefined
    flat_product((2,2):(1,0), <2:6600865208457857930,3>) = undefined
    logical_divide((4294967296,4):(9223372036854775807,1), <2:2,3>) = undefined
    composition((4294967296,4):(4294967296,1), <2:4294967295,2>) = overflow
  )");
  EXPECT_EQ(
      evaluate(parse_case("logical_divide((4294967296,4294967296):(1,4294967296), 3:1)")).reason,
      "3:1 has no complement for 18446744073709551616: it is not a multiple of 3");
  EXPECT_EQ(
      evaluate(parse_case("composition(4:1, (2,2):(9223372036854775807,9223372036854775807))"))
          .reason,
      "B takes the value 18446744073709551614, outside the domain of A, which has size 4");
}

TEST(Overflow, IsNoAnswerWhereOnlyANumberOnTheWayIsTooLarge) {
  expect_cases(R"(
    logical_product((2):(4611686018427387904), 3:1) = ((2),3):((4611686018427387904),1)
    blocked_product(2:4611686018427387904, 3:1) = ((2,3)):((4611686018427387904,1))
    colfax_flat_product((2):(4611686018427387904), (3):(1)) = (2,3):(4611686018427387904,1)
    same_function((1,4294967296,4294967296):(5,1,4294967296), (65536,281474976710656):(1,65536)) = true
    same_function((4294967296,4294967296,2):(1,4294967296,3), (65536,281474976710656,2,1):(1,65536,3,9)) = true
    same_function((4294967296,4294967296,2):(1,4294967296,3), (65536,281474976710656,2):(1,65536,5)) = false
    apply((4294967296,4294967296):(0,0), 9223372036854775807) = 0
    logical_divide((4294967296,4294967296):(1,0), 2:1) = (2,(2147483648,4294967296)):(1,(2,0))
    logical_divide@extended((4294967296,4294967296):(1,0), 3:4294967296) = (3,(4294967296,1431655766)):(0,(1,0))
    zipped_divide((4294967296,4294967296):(1,0), 2:1) = (2,(2147483648,4294967296)):(1,(2,0))
    tiled_divide((4294967296,4294967296):(1,0), 2:1) = (2,2147483648,4294967296):(1,2,0)
    flat_divide((4294967296,4294967296):(1,0), (2,2):(2,1)) = (2,2,1073741824,4294967296):(2,1,4,0)
    colfax_flat_divide((4294967296,4294967296):(1,0), (2):(1)) = (2,2147483648,4294967296):(1,2,0)
    logical_divide((4294967296,4294967296):(1,0), (4294967296,4294967296):(1,4294967296)) = ((4294967296,4294967296),1):((1,0),0)
    colfax_flat_divide((4294967296,4294967296):(1,0), (4294967296,4294967296):(1,4294967296)) = (4294967296,4294967296):(1,0)
    logical_divide((4294967296,4294967296):(1,0), <2>) = ((2,2147483648),4294967296):((1,2),0)
    weak_composite((4294967296,4294967296):(1,4294967296), 2:2) = 2:2
    logical_product(2:4611686018427387904, 1:4611686018427387904) = (2,1):(4611686018427387904,0)
    logical_product(2:4611686018427387904, (2,3):(2305843009213693952,0)) = (2,(2,3)):(4611686018427387904,(2305843009213693952,0))
    layout((2)--(1)-->(2,4294967296,4294967296)) = (2):(1)
  )");
}

TEST(Overflow, IsNotTheSizeOfAnEmptyTable) {
  EXPECT_EQ(size(NestedTuple::flat({4294967296, 4294967296, 0})), 0);
  EXPECT_EQ(size(NestedTuple::flat({0})), 0);
}

/// The message of the limit that the computation reaches.
std::string limit_of(const std::function<void()>& compute) {
  try {
    compute();
  } catch (const LimitReached& limit) {
    return limit.what();
  }
  return "";
}

TEST(Limits, AreNamed) {
  EXPECT_EQ(limit_of([] { table(parse_layout("(2,3):(1,2)"), 5); }),
            "the table of (2,3):(1,2) has more than the limit of 5 values");
  EXPECT_EQ(limit_of([] { realization(parse_morphism("(2,3)--(1,2)-->(2,3)"), 5); }),
            "the realization has more than 5 values");
  EXPECT_EQ(limit_of([] {
              composition(parse_layout("(4,4,4):(1,5,19)"), parse_layout("(3,3):(5,5)"),
                          Convention::strict, 4);
            }),
            "composition: whether A∘B is a layout is not decided by its first 4 points, the limit");
  EXPECT_EQ(limit_of([] { evaluate(parse_case("table(9:1)"), Convention::strict, 8); }),
            "the table of 9:1 has more than the limit of 8 values");
  EXPECT_EQ(limit_of([] { evaluate(parse_case("table(9--(1)-->9)"), Convention::strict, 8); }),
            "the realization has more than 8 values");
  NestedTuple deep(1);
  for (std::size_t i = 0; i < max_depth; ++i)
    deep = concatenate(std::vector<NestedTuple>{deep});
  EXPECT_EQ(limit_of([&] { concatenate(std::vector<NestedTuple>{deep}); }),
            "the answer nests deeper than 256");
}

TEST(Limits, DoNotMatterWhereNothingIsTabulated) {
  const Layout large = parse_layout("(4294967296,4294967296):(1,4294967296)");
  EXPECT_EQ(*composition(large, parse_layout("(4,2147483648):(1,2)"), Convention::strict, 0),
            parse_layout("(4,2147483648):(1,2)"));
  EXPECT_EQ(*composition(parse_layout("6:3"), parse_layout("2:3"), Convention::strict, 0),
            parse_layout("2:9"));
}

}  // namespace
}  // namespace layoutcheck::algebra
