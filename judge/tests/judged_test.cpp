// What is said of a reply that is no answer, or whose right answer is not known.
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::properties {
namespace {

TEST(JudgeReply, SaysHowASubjectFailed) {
  const Judged crashed =
      judge_reply(parse_case("rank((2))"),
                  {Reply::Kind::crash, NonValue::unsupported, "signal 6: Aborted"}, {});
  EXPECT_EQ(crashed.verdict.kind, VerdictKind::crash);
  EXPECT_EQ(crashed.verdict.why, "signal 6: Aborted");
}

TEST(JudgeCase, SaysWhyTheRightAnswerIsNotKnown) {
  const Language language{
      &standard_vocabulary(), [](const Case&) -> std::optional<Reply> {
        return Reply{Reply::Kind::stopped, NonValue::unsupported, "it has 2^70 points"};
      }};
  JudgeOptions options;
  options.language = &language;
  const Verdict verdict = judge_case(parse_case("rank((2)) = 1"), options);
  EXPECT_EQ(verdict.kind, VerdictKind::undecided);
  EXPECT_EQ(verdict.why, "it has 2^70 points");
}

}  // namespace
}  // namespace layoutcheck::properties
