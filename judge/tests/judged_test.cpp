// What is said of a reply that is no answer, or whose right answer is not known.
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <new>
#include <sstream>

namespace layoutcheck {
namespace {

TEST(JudgeReply, SaysHowASubjectFailed) {
  const Judged crashed =
      judge_reply(parse_case("rank((2))"),
                  {Reply::Kind::crash, NonValue::unsupported, "signal 6: Aborted"}, {});
  EXPECT_EQ(crashed.verdict.kind, VerdictKind::crash);
  EXPECT_EQ(crashed.verdict.why, "signal 6: Aborted");
}

TEST(JudgeReply, SaysThatThereIsNoAnswerBesideWhyOneCannotBeRead) {
  const auto judged_line = [](const std::string& text) {
    std::istringstream in(text);
    CaseLine line;
    EXPECT_TRUE(next_case(in, line));
    return judged(line, {}).verdict;
  };
  const Verdict no_value = judged_line("complement((2):(0)) = 0:1");
  EXPECT_EQ(no_value.kind, VerdictKind::wrong);
  EXPECT_EQ(no_value.why, "column 23: an extent of a layout is positive; the answer is undefined");
  EXPECT_EQ(no_value.expected, Answer(NonValue::undefined));
  const Verdict malformed = judged_line("complement((2):(0)) = 0;1");
  EXPECT_EQ(malformed.kind, VerdictKind::malformed);
  EXPECT_EQ(malformed.why.substr(0, 10), "column 23:");
  EXPECT_TRUE(malformed.why.ends_with("; the answer is undefined")) << malformed.why;
  // An answer that there is stands beside it.
  const Verdict other = judged_line("size((2):(0)) = -1");
  EXPECT_EQ(other.why.find("; the answer"), std::string::npos) << other.why;
  EXPECT_EQ(to_string(*other.expected), "2");
  // What is no question has no answer.
  EXPECT_EQ(judged_line("size((2):(0) = 2").expected, std::nullopt);
}

TEST(JudgeReply, LeavesAFailureOfOursToWhoAsks) {
  const Language language{&standard_vocabulary(),
                          [](const Case&) -> std::optional<Reply> { throw std::bad_alloc(); }};
  JudgeOptions options;
  options.language = &language;
  const Reply reply{Reply::Kind::answered, Value(Int{1}), ""};
  EXPECT_THROW(judge_reply(parse_case("rank((2))"), reply, options), std::bad_alloc);
  const Judged told = judged(parse_case("rank((2))"), reply, options);
  EXPECT_TRUE(told.is_our_fault);
  EXPECT_EQ(told.verdict.kind, VerdictKind::undecided);
  EXPECT_EQ(told.question.answer, std::nullopt);
}

TEST(JudgeCase, SaysWhyTheRightAnswerIsNotKnown) {
  const Language language{
      &standard_vocabulary(), [](const Case&) -> std::optional<Reply> {
        return Reply{Reply::Kind::stopped, NonValue::unsupported, "it has 2^70 points"};
      }};
  JudgeOptions options;
  options.language = &language;
  const Verdict verdict = judge(parse_case("rank((2)) = 1"), options);
  EXPECT_EQ(verdict.kind, VerdictKind::undecided);
  EXPECT_EQ(verdict.why, "it has 2^70 points");
}

}  // namespace
}  // namespace layoutcheck
