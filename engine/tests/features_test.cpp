// Features: that what is said of a question and its answer is so.
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/features.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace layoutcheck::engine {
namespace {

std::set<std::string> said_of(const std::string& line) {
  const Case content = parse_case(line);
  const Features features =
      features_of(operation_of(content), content.operands, content.answer.value());
  std::set<std::string> names;
  for (std::size_t i = 0; i < feature_count; ++i)
    if (features[i]) names.insert(feature_name(i));
  return names;
}

void expect_said(const std::string& line, const std::vector<std::string>& said,
                 const std::vector<std::string>& not_said = {}) {
  const std::set<std::string> names = said_of(line);
  for (const std::string& name : said)
    EXPECT_TRUE(names.contains(name)) << line << ": " << name << " is not said";
  for (const std::string& name : not_said)
    EXPECT_FALSE(names.contains(name)) << line << ": " << name << " is said";
}

TEST(Features, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < feature_count; ++i)
    EXPECT_TRUE(names.insert(feature_name(i)).second) << feature_name(i);
}

TEST(Features, OfOneLayout) {
  expect_said(
      "coalesce((2,2):(1,3)) = (2,2):(1,3)",
      {"operand 1: two extents above 1", "operand 1: brackets of depth 1",
       "operand 1: no mode continues the one before", "operand 1: a mode after a gap",
       "operand 1: a mode after a gap of one", "operand 1: one gap in the chain",
       "operand 1: a gap of the chain that the stride is no multiple of",
       "operand 1: strides increase", "operand 1: size below cosize", "operand 1: equal extents",
       "answer: operand 1 itself", "answer: as many modes as operand 1"},
      {"operand 1: an empty tuple", "operand 1: an extent of 1", "operand 1: equal strides",
       "operand 1: the chain starts above 1", "A and B are equal"});
  expect_said("coalesce((2,1,((3,4),()),2):(1,5,((2,6),()),0)) = (24,2):(1,0)",
              {"operand 1: four or more extents above 1", "operand 1: brackets of depth 3 or more",
               "operand 1: an empty tuple inside", "operand 1: an extent of 1",
               "operand 1: an extent of 1 with a stride", "operand 1: a stride of 0",
               "operand 1: an extent of 1 between modes", "operand 1: no gap in the chain",
               "operand 1: two modes continue the one before", "operand 1: size above cosize",
               "operand 1: an extent that is no power of 2",
               "operand 1: each stride divides the next of the chain",
               "answer: fewer modes than operand 1"},
              {"operand 1: a mode after a gap", "operand 1: a stride of 0 between modes"});
  expect_said("cosize((2,3,2,2):(7,2,0,2)) = 14",
              {"operand 1: strides decrease", "operand 1: equal strides",
               "operand 1: a stride does not divide the next of the chain",
               "operand 1: the chain starts above 1", "operand 1: a stride of 0 between modes",
               "operand 1: the chain overlaps", "answer: a number above 1"},
              {"operand 1: strides rise and fall", "operand 1: strides increase"});
  expect_said("is_compact((4,2):(1,3)) = false",
              {"operand 1: a mode that overlaps the one before",
               "operand 1: a mode that overlaps the one before by one", "answer: false"});
  expect_said("flat_coalesce(():()) = ():()",
              {"operand 1: an empty tuple", "operand 1: no extent above 1",
               "operand 1: a constant function", "operand 1: size = cosize"});
}

TEST(Features, OfEdges) {
  expect_said("cosize((2,2):(1,2147483647)) = 2147483649",
              {"operand 1: an integer just below 2^31", "answer: an integer from 2^31 on",
               "operand 1: a size, cosize or step from 2^31 on",
               "operand 1: a size, cosize or step just below 2^32"},
              {"operand 1: an integer from 2^31 on"});
  expect_said("coalesce((2,3):(1,9223372036854775807)) = (2,3):(1,9223372036854775807)",
              {"operand 1: an integer just below 2^63"});
  expect_said("upcast((2,2):(1,4503599627370496), 2) = (1,2):(1,2251799813685248)",
              {"operand 1: a size, cosize or step from 2^53 on"});
  const Case large = parse_case("recast((2,3):(1,1073741824), 8, 16) = (4,3):(1,2147483648)");
  const auto edges =
      edges_of(features_of(operation_of(large), large.operands, large.answer.value()));
  EXPECT_TRUE(edges[1]);
  EXPECT_FALSE(edges[0] || edges[6] || edges[7]);
}

/// A table may be long, which the time must not depend on by more than its length.
TEST(Features, OfALongTable) {
  constexpr Int entries = 1 << 20;
  Tuple table(static_cast<std::size_t>(entries));
  std::iota(table.begin(), table.end(), Int{2});
  const Answer answer = Value(NestedTuple::flat(std::move(table)));
  EXPECT_FALSE(features_of(nullptr, {}, answer)[feature(Of::answer, Fact::equal_extents)]);
}

TEST(Features, OfACompositionOrDivision) {
  expect_said("composition((4,6):(1,8), (3,2):(2,12)) = undefined",
              {"B ends inside A", "B has the smaller size", "the size of B divides that of A",
               "a mode of B crosses an end of a mode of A", "B steps within a mode of A",
               "a mode of B ends within a mode of A", "a mode of B ends with a mode of A",
               "operand 2: a layout as tiler", "answer: undefined"},
              {"B goes beyond A", "a mode of B crosses two or more ends of modes of A"});
  expect_said("composition((2,2,2):(4,2,1), (8):(1)) = (2,2,2):(4,2,1)",
              {"A and B have the same size", "B ends where A does", "B steps by whole modes of A",
               "a mode of B crosses two or more ends of modes of A", "answer: operand 1 itself"});
  expect_said("logical_divide((4,6):(1,4), <2,_>) = ((2,2),6):((1,2),4)",
              {"operand 2: a tiler or coordinate by mode", "operand 2: a mode that _ keeps"});
}

TEST(Features, OfNumbersAndCoordinates) {
  expect_said("complement((2,2):(1,6), 24) = (3,2):(2,12)",
              {"N is above the cosize", "N is a multiple of a stride above 1"},
              {"N divides a stride", "N is the cosize"});
  expect_said(
      "recast((2,3):(1,6), 3, 6) = undefined",
      {"N divides a stride", "N is the size", "the second number is a multiple of the first"});
  expect_said("apply((2,3):(3,1), (1,2)) = 5", {"an entry of the coordinate is the last"},
              {"an entry of the coordinate is outside", "the first coordinate"});
}

TEST(Features, OfMorphismsAndModules) {
  expect_said("complement((2,3,2)--(3,1,*)-->(3,5,2)) = undefined",
              {"operand 1: arrows cross", "operand 1: one arrow to the base point",
               "operand 1: one entry of the codomain is not hit"});
  expect_said("apply(Sw<2,0,4> o 4 o (4,2):(1,4), 3) = 7",
              {"operand 1: a swizzle down", "operand 1: an offset",
               "operand 1: a swizzle of bits that no offset has"},
              {"operand 1: a swizzle of no bits"});
  expect_said("coalesce((2,2):(F1,F3)) = (2,2):(F1,F3)",
              {"operand 1: strides under XOR", "operand 1: strides under XOR that share bits"});
}

TEST(Features, AreSaidOfWhatIsDrawn) {
  Features any;
  for (const Statement& row : operations()) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      SeededEntropy entropy(seed);
      const Case question =
          question_of(row, draw(row.domain, entropy, static_cast<int>(seed % 101)));
      const Reply reply = reply_of_algebra(question, row.convention);
      const Features features = features_of(row.operation, question.operands, reply.answer);
      EXPECT_TRUE(features.any()) << question;
      EXPECT_EQ(features, features_of(row.operation, question.operands, reply.answer));
      any |= features;
    }
  }
  // What no draw has would be said of nothing.
  for (std::size_t fact = 0; fact < fact_count; ++fact) {
    const auto is_of = [&](Fact one) { return fact == static_cast<std::size_t>(one); };
    // Edges and overflow are so rare that so few draws need not have them.
    if (is_of(Fact::overflow)) continue;
    if (fact >= static_cast<std::size_t>(Fact::below_31) &&
        fact <= static_cast<std::size_t>(Fact::passes_above_63))
      continue;
    bool is_said = false;
    for (const Of of : {Of::question, Of::first, Of::second, Of::others, Of::answer})
      is_said = is_said || any[feature(of, static_cast<Fact>(fact))];
    EXPECT_TRUE(is_said) << feature_name(fact);
  }
}

}  // namespace
}  // namespace layoutcheck::engine
