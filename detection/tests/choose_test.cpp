// Choosing: what is chosen has all pairs of features, in few questions.
#include "choose.hpp"

#include <layoutcheck/engine/features.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>

#include <set>

namespace layoutcheck::detection {
namespace {

std::vector<Case> cases(const std::vector<std::string>& texts) {
  std::vector<Case> all;
  for (const std::string& text : texts)
    all.push_back(parse_case(text));
  return all;
}

std::vector<std::string> texts(const std::vector<Case>& cases) {
  std::vector<std::string> all;
  for (const Case& one : cases)
    all.push_back(to_string(one));
  return all;
}

TEST(Choose, OfWhatIsAlikeTheShortestIsEnough) {
  EXPECT_THAT(texts(chosen(cases({"size((7,11,13))", "size((7,11,3))"}), SIZE_MAX, 0)),
              testing::ElementsAre("size((7,11,3))"));
}

TEST(Choose, WhatDiffersIsKept) {
  const std::vector<Case> all =
      cases({"coalesce((2,2):(1,2))", "coalesce((2,2):(2,1))", "coalesce((2,2):(1,3))",
             "coalesce(():())", "complement(2:1)", "complement((2,2):(1,1))"});
  EXPECT_THAT(texts(chosen(all, SIZE_MAX, 0)), testing::UnorderedElementsAreArray(texts(all)));
}

TEST(Choose, TheSignaturesTakeTurns) {
  const std::vector<Case> all =
      cases({"coalesce((2,2):(1,2))", "coalesce((2,(2,2)):(2,(1,7)))", "size(2)"});
  const std::vector<Case> few = chosen(all, 2, 0);
  ASSERT_EQ(few.size(), 2U);
  EXPECT_NE(few[0].operation, few[1].operation);
  EXPECT_THAT(chosen(all, 1, 0), testing::SizeIs(1));
}

/// What adds nothing to those before it comes once all pairs of features are there.
TEST(Choose, PairsThatAreThereCountAnew) {
  std::vector<std::string> questions;
  for (const int first : {0, 1, 2, 3})
    for (const int second : {0, 1, 2, 3})
      for (const int third : {0, 1, 2, 3, 4, 9})
        questions.push_back("coalesce((2,2,2):(" + std::to_string(first) + "," +
                            std::to_string(second) + "," + std::to_string(third) + "))");
  const std::vector<Case> all = cases(questions);
  std::set<std::string> kinds;
  for (const Case& question : all)
    kinds.insert(engine::features_of(operation_of(question), question.operands,
                                     engine::reply_of_algebra(question, Convention::strict).answer)
                     .to_string());
  EXPECT_THAT(chosen(all, SIZE_MAX, 0), testing::SizeIs(kinds.size()));
}

TEST(Choose, TheShortestThatAreNotTrivialComeFirst) {
  EXPECT_THAT(
      texts(chosen(cases({"size((2147483648,2147483649))", "size(1)", "size(())", "size((2,3))"}),
                   1, 1)),
      testing::ElementsAre("size((2,3))"));
}

}  // namespace
}  // namespace layoutcheck::detection
