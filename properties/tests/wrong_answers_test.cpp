// Who checks the judge: an answer that is wrong in a known way is never right. Of the questions of
// `verify` some are asked with one such answer; here each is, with all of them.
#include "src/words.hpp"
#include <layoutcheck/engine/wrong_answers.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::properties {
namespace {

/// Judges wrong answers to drawn questions of a row. Returns how many.
std::size_t judge_wrong_answers(const Statement& row, std::size_t questions,
                                const JudgeOptions& options) {
  SeededEntropy entropy(7);
  std::size_t judged = 0;
  for (std::size_t i = 0; i < questions; ++i) {
    Case question = question_of(row, draw(row.domain, entropy, 20));
    try {
      const Answer right = oracle::expect(question, row.convention, {}).answer;
      for (Answer& changed : changed_answers(right)) {
        question.answer = std::move(changed);
        if (!is_known_to_be_wrong(question, right, row.convention)) continue;
        const Verdict verdict = judge(question, options);
        EXPECT_FALSE(is_right(verdict.kind)) << to_string(question) << ": " << to_string(verdict)
                                             << "; the answer is " << to_string(right);
        ++judged;
        if (testing::Test::HasFailure()) return judged;
      }
    } catch (const LimitReached&) {
      continue;
    }
  }
  return judged;
}

TEST(WrongAnswers, AreNeverRight) {
  std::size_t judged = 0;
  for (const Statement& row : operations()) {
    const std::size_t of_row = judge_wrong_answers(row, 12, {});
    EXPECT_GT(of_row, 30U) << row.id;
    judged += of_row;
  }
  RecordProperty("judged", static_cast<int>(judged));
}

/// With hardly any points to tabulate, the judge has to object at samples.
TEST(WrongAnswers, AreNotRightBySamplesEither) {
  JudgeOptions options;
  options.limits.points = 8;
  for (const Statement& row : operations()) {
    judge_wrong_answers(row, 12, options);
    if (HasFailure()) return;
  }
}

bool is_known(const std::string& wrong, const std::string& right,
              Convention convention = Convention::strict) {
  return is_known_to_be_wrong(parse_case(wrong), *parse_case(right).answer, convention);
}

/// What is compared value by value: of some answers that differ some are right.
TEST(WrongAnswers, AreKnownByTheirValues) {
  EXPECT_TRUE(is_known("right_inverse(4:F1) = 8:F1", "right_inverse(4:F1) = 4:F1"));
  EXPECT_TRUE(is_known("right_inverse(4:F1) = 2:F1", "right_inverse(4:F1) = 4:F1"));
  EXPECT_TRUE(is_known("right_inverse(4:F1) = 4:1", "right_inverse(4:F1) = 4:F1"));
  EXPECT_FALSE(is_known("right_inverse(4:F1) = (2,2):(F1,F2)", "right_inverse(4:F1) = 4:F1"));
  EXPECT_FALSE(
      is_known("right_inverse((2,2):(F1,F1)) = 2:F2", "right_inverse((2,2):(F1,F1)) = 2:F1"));
  EXPECT_TRUE(
      is_known("right_inverse((2,2):(F1,F1)) = 2:F3", "right_inverse((2,2):(F1,F1)) = 2:F1"));
  EXPECT_TRUE(is_known("right_inverse((4,2):(-1,1)) = 2:F4", "right_inverse((4,2):(-1,1)) = 2:4"));
  EXPECT_FALSE(is_known("left_inverse(2:F3) = (2,2):(F1,0)", "left_inverse(2:F3) = (2,2):(0,F1)"));
  EXPECT_TRUE(is_known("left_inverse(2:F3) = (2,2):(F1,F1)", "left_inverse(2:F3) = (2,2):(0,F1)"));
  EXPECT_FALSE(is_known("left_inverse(3:F1) = 3:F1", "left_inverse(3:F1) = undefined"));
  EXPECT_FALSE(is_known("complement(2:F3) = 2:F2", "complement(2:F3) = 2:F1"));
  EXPECT_TRUE(is_known("complement(2:F3) = 2:F3", "complement(2:F3) = 2:F1"));
  EXPECT_TRUE(is_known("complement(2:F3) = 4:F1", "complement(2:F3) = 2:F1"));
  EXPECT_FALSE(is_known("complement@extended((2,2):(0,F2)) = 2:F3",
                        "complement@extended((2,2):(0,F2)) = 2:F1"));
  EXPECT_TRUE(is_known("complement(2:1@0) = 2:1@0", "complement(2:1@0) = 1:0"));
  EXPECT_FALSE(is_known("complement(2:1@0) = (1):(1@0)", "complement(2:1@0) = 1:0"));
  EXPECT_FALSE(is_known("right_inverse((2,2):(1,1)) = 2:2", "right_inverse((2,2):(1,1)) = 2:1"));
  EXPECT_TRUE(is_known("right_inverse((2,2):(1,1)) = 4:1", "right_inverse((2,2):(1,1)) = 2:1"));
  EXPECT_TRUE(is_known("nullspace((2,2):(0,1)) = 1:0", "nullspace((2,2):(0,1)) = 2:1"));
  EXPECT_FALSE(is_known("coalesce((2,2):(1,2)) = (2,2):(1,2)", "coalesce((2,2):(1,2)) = 4:1"));
  EXPECT_TRUE(is_known("flatten((2,(3))) = (3,2)", "flatten((2,(3))) = (2,3)"));
  EXPECT_FALSE(is_known("flatten(2) = 2", "flatten(2) = (2)"));
  EXPECT_TRUE(is_known("coalesce(2:1) = undefined", "coalesce(2:1) = 2:1"));
  EXPECT_TRUE(is_known("size(2:1) = 3", "size(2:1) = 2"));
}

}  // namespace
}  // namespace layoutcheck::properties
