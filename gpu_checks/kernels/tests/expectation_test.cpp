// Expectations: how they are written, and which accesses they take for right.
#include <layoutcheck/kernels/expectation.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace layoutcheck::gpu {
namespace {

using testing::HasSubstr;
using Kind = Mismatch::Kind;

/// What is told of the accesses of block 0, in order: thread, offset.
std::vector<Mismatch> told_of(const std::string& expectation,
                              const std::vector<std::pair<std::uint64_t, Int>>& accesses,
                              std::uint64_t blocks = 1, std::uint64_t threads = 2) {
  ExpectationCheck check(parse_expectation(expectation), blocks, threads);
  std::vector<Mismatch> mismatches;
  const auto report = [&](const Mismatch& mismatch) { mismatches.push_back(mismatch); };
  for (const auto& [thread, offset] : accesses)
    check.access(0, thread, offset, true, 7, report);
  const std::uint64_t block = 0;
  check.finish({&block, 1}, report);
  EXPECT_EQ(check.mismatches(), mismatches.size());
  return mismatches;
}

std::string refusal(const std::string& text) {
  try {
    ExpectationCheck(parse_expectation(text), 8, 32);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Expectation, IsReadWithAllItsParts) {
  const Expectation e = parse_expectation(
      "y[writes, any order] = swizzle(2,0,3) o (2^2,(8,2),1):(64,(4,1),0) where offset < 2^7 and "
      "(4,(8,2),1):(0,(1,0),0) < 5");
  EXPECT_EQ(e.target.buffer, "y");
  EXPECT_FALSE(e.target.reads);
  EXPECT_TRUE(e.target.writes);
  EXPECT_TRUE(e.target.any_order);
  ASSERT_TRUE(e.swizzle);
  EXPECT_EQ((*e.swizzle)(8), 9U);
  EXPECT_EQ(to_string(e.layout), "(4,(8,2),1):(64,(4,1),0)");
  ASSERT_EQ(e.bounds.size(), 2U);
  EXPECT_FALSE(e.bounds[0].layout);
  EXPECT_EQ(e.bounds[0].limit, 128);
  EXPECT_EQ(e.bounds[1].limit, 5);
}

TEST(Expectation, NamesSharedMemoryWithItsType) {
  const Target target = parse_target("tile : f16[writes]");
  EXPECT_EQ(target.buffer, "tile");
  EXPECT_EQ(target.element_bytes, 2U);
  EXPECT_FALSE(parse_target("tile").element_bytes);
  EXPECT_THAT(refusal("tile: f17[writes] = (1,1,1):(1,1,1)"), HasSubstr("'f17' is no type"));
}

TEST(Expectation, TakesASwizzleAsCuTePrintsIt) {
  const Expectation e = parse_expectation("y = Sw<2,0,3> o (1,32,1):(0,1,0)");
  ASSERT_TRUE(e.swizzle);
  EXPECT_EQ((*e.swizzle)(8), 9U);
  EXPECT_THAT(refusal("y = Sw<2,0> o (1,1,1):(1,1,1)"), HasSubstr("Sw<B,M,S>"));
}

TEST(Expectation, KnowsTheFirstAccessOfABlockThatIsNotLaunched) {
  const auto beyond = [](const std::string& text, std::uint64_t launched = 8) {
    return ExpectationCheck(parse_expectation(text), launched, 32).beyond_launch();
  };
  EXPECT_FALSE(beyond("y = (8,32,1):(32,1,0)"));
  const auto missing = beyond("y = (9,32,2):(64,2,1)");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->block, 8U);
  EXPECT_EQ(missing->expected, 512);
  EXPECT_FALSE(beyond("y = (9,32,2):(64,2,1) where offset < 512"));
  // Of block 7 nothing is expected, of block 8 something.
  EXPECT_EQ(beyond("y = ((4,3),32,1):((32,128),1,0) where ((4,3),32,1):((1,0),0,0) < 3", 7)->block,
            8U);
  EXPECT_THROW(beyond("y = (2^50,32,2):(64,2,1) where offset < 512"), std::invalid_argument);
}

TEST(Expectation, TakesOperationsWithinOperations) {
  EXPECT_EQ(to_string(parse_layout_expression("composition((6,2):(8,2), (4,3):(3,1))")),
            "((2,2),3):((24,2),8)");
  EXPECT_EQ(to_string(parse_layout_expression(
                "concatenate(coalesce((2,2):(1,2)), 2^3:4, mode((5,7):(1,2), 1))")),
            "(4,8,7):(1,4,2)");
}

TEST(Expectation, RefusesWhatItIsNot) {
  EXPECT_THAT(refusal("y (1,1,1):(1,1,1)"), HasSubstr("BUFFER[WHICH] = LAYOUT"));
  EXPECT_THAT(refusal("y[write] = (1,1,1):(1,1,1)"), HasSubstr("reads, writes, atomics or all"));
  EXPECT_THAT(refusal("y = (1,1):(1,1)"), HasSubstr("(block, thread, value)"));
  EXPECT_THAT(refusal("y = (8,33,1):(1,1,1)"), HasSubstr("32 threads are launched"));
  EXPECT_THAT(refusal("y = (8,32,2):(1,1,9223372036854775807)"), HasSubstr("64 bits"));
  EXPECT_THAT(refusal("y = (8,32,2):(1,1,"), HasSubstr("column 15"));
  EXPECT_THAT(refusal("y = composition((2,2):(2,1), 3:1)"), HasSubstr("undefined"));
  EXPECT_THAT(refusal("y = table(65537:1)"), HasSubstr("limit"));
  EXPECT_THAT(refusal("y = nonsense(3)"), HasSubstr("nonsense"));
  EXPECT_THAT(refusal("y = (1,1,1):(1,1,1) where offset > 3"), HasSubstr("offset < N"));
  EXPECT_THAT(refusal("y = (2,2,1):(1,1,1) where (2,1,1):(1,1,1) < 3"), HasSubstr("sizes"));
  EXPECT_THAT(refusal("y = swizzle(4,0,3) o (1,1,1):(1,1,1)"), HasSubstr("swizzle"));
  EXPECT_THAT(refusal("y = (1,1,1):(1,1,1) where offset < x"), HasSubstr("no number"));
}

TEST(Expectation, IsMetByEachValueInItsPlace) {
  EXPECT_TRUE(told_of("y = (1,2,2):(0,2,1)", {{0, 0}, {1, 2}, {0, 1}, {1, 3}}).empty());
}

TEST(Expectation, TellsOfAWrongOffset) {
  const auto told = told_of("y = (1,2,2):(0,2,1)", {{0, 0}, {1, 2}, {0, 5}, {1, 3}});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].kind, Kind::wrong_offset);
  EXPECT_EQ(told[0].thread, 0U);
  EXPECT_EQ(told[0].value, 1U);
  EXPECT_EQ(told[0].line, 7U);
  EXPECT_EQ(told[0].expected, 1);
  EXPECT_EQ(told[0].found, 5);
}

TEST(Expectation, TellsOfMissingAndUnexpectedAccesses) {
  auto told = told_of("y = (1,2,2):(0,2,1)", {{0, 0}, {0, 1}, {1, 2}});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].kind, Kind::missing);
  EXPECT_EQ(told[0].thread, 1U);
  EXPECT_EQ(told[0].expected, 3);
  told = told_of("y = (1,1,1):(0,2,1)", {{0, 0}, {0, 0}, {1, 0}});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].kind, Kind::unexpected);
  EXPECT_EQ(told[0].thread, 0U);
  EXPECT_EQ(told[1].kind, Kind::unexpected);
  EXPECT_EQ(told[1].thread, 1U);
}

TEST(Expectation, LeavesOutWhatLiesBeyondItsBounds) {
  const std::string edge = "y = (1,2,3):(0,3,1) where offset < 4";
  EXPECT_TRUE(told_of(edge, {{0, 0}, {0, 1}, {0, 2}, {1, 3}}).empty());
  const auto told = told_of(edge, {{0, 0}, {0, 1}, {0, 2}, {1, 3}, {1, 4}});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].kind, Kind::unexpected);
  // Every other value is left out.
  EXPECT_TRUE(
      told_of("y = (1,1,(2,2)):(0,0,(1,2)) where (1,1,(2,2)):(0,0,(1,0)) < 1", {{0, 0}, {0, 2}})
          .empty());
  // The columns of a row of 3 in a matrix of rows of 4.
  EXPECT_TRUE(told_of("y = (1,2,4):(0,4,1) where (1,2,4):(0,0,1) < 3",
                      {{0, 0}, {0, 1}, {0, 2}, {1, 4}, {1, 5}, {1, 6}})
                  .empty());
}

TEST(Expectation, ComparesMultisetsWhereOrderDoesNotMatter) {
  const std::string any = "y[all, any order] = (1,2,2):(0,2,1)";
  EXPECT_TRUE(told_of(any, {{0, 1}, {1, 2}, {0, 0}, {1, 3}}).empty());
  const auto told = told_of(any, {{0, 1}, {0, 1}, {1, 2}, {1, 3}});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].kind, Kind::missing);
  EXPECT_EQ(told[0].expected, 0);
  EXPECT_EQ(told[1].kind, Kind::unexpected);
  EXPECT_EQ(told[1].found, 1);
}

TEST(Expectation, MovesOffsetsByItsSwizzle) {
  EXPECT_TRUE(
      told_of("y = swizzle(1,0,1) o (1,2,2):(0,2,1)", {{0, 0}, {0, 1}, {1, 3}, {1, 2}}).empty());
}

TEST(Expectation, TellsOfPartsOfElements) {
  for (const std::string which : {"y", "y[all, any order]"}) {
    ExpectationCheck check(parse_expectation(which + " = (1,1,1):(0,0,0)"), 1, 1);
    std::vector<Mismatch> told;
    check.access(0, 0, 0, false, 3, [&](const Mismatch& m) { told.push_back(m); });
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].kind, Kind::not_an_element);
  }
}

TEST(Expectation, FollowsBlocksOfAHugeGrid) {
  const std::uint64_t block = (std::uint64_t{1} << 62) - 1;
  ExpectationCheck check(parse_expectation("y = (2^62,1,1):(1,0,0)"), std::uint64_t{1} << 62, 1);
  std::vector<Mismatch> told;
  const auto report = [&](const Mismatch& m) { told.push_back(m); };
  check.access(block, 0, static_cast<Int>(block), true, 3, report);
  check.finish({&block, 1}, report);
  EXPECT_TRUE(told.empty());
}

}  // namespace
}  // namespace layoutcheck::gpu
