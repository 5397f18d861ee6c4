// Matchers for GoogleTest: an answer to a question, and a whole verification. They need GoogleMock,
// which nothing else of layoutcheck does.
//
//   EXPECT_THAT(mine::composition(a, b), Answers("composition((4,2):(1,4), 2:2)"));
//   EXPECT_THAT(layoutcheck::verify(Mine()), IsRight());
#pragma once

#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/verify.hpp>

#include <gmock/gmock-matchers.h>

namespace layoutcheck {

/// Matches what conformance::answer_from() takes.
class AnswersMatcher {
 public:
  using is_gtest_matcher = void;

  explicit AnswersMatcher(std::string_view question)
      : question_(parse_case(question, 1, standard_vocabulary())) {}

  template <class T>
  bool MatchAndExplain(const T& answer, std::ostream* out) const {
    Case answered = question_;
    answered.answer = conformance::answer_from(answer);
    const Verdict verdict = judge(answered);
    if (out != nullptr) {
      *out << to_string(*answered.answer) << ": " << to_string(verdict);
      if (verdict.expected) *out << "; expected " << to_string(*verdict.expected);
    }
    return layoutcheck::is_right(verdict.kind);
  }

  void DescribeTo(std::ostream* out) const { *out << "answers " << question(question_); }
  void DescribeNegationTo(std::ostream* out) const {
    *out << "does not answer " << question(question_);
  }

 private:
  Case question_;
};

/// Matches a right answer to a question, in a form that its specification allows. The
/// convention is strict unless the question names another. Throws ParseError if the text is no
/// question.
inline AnswersMatcher Answers(std::string_view question) {
  return AnswersMatcher(question);
}

/// Matches a verification that found every answer right.
MATCHER(IsRight, negation ? "finds a fault" : "finds every answer right") {
  static_cast<void>(result_listener);
  return arg.is_right();
}

}  // namespace layoutcheck
