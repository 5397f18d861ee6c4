// The account: what keeps a run from being right.
#include <layoutcheck/judge/account.hpp>

#include <gtest/gtest.h>

namespace layoutcheck {
namespace {

Verdict verdict(VerdictKind kind) {
  Verdict made;
  made.kind = kind;
  return made;
}

/// Of one answer that agrees.
Account account() {
  Account made;
  made.count.add(verdict(VerdictKind::agrees));
  return made;
}

TEST(Account, OfNothingIsNotRight) {
  EXPECT_FALSE(is_right(Account{}));
  Account skipped;
  for (const VerdictKind kind : {VerdictKind::unsupported, VerdictKind::undecided}) {
    skipped.undecided_share = 100;
    skipped.count.add(verdict(kind));
    EXPECT_FALSE(is_right(skipped)) << describe(kind);
    EXPECT_EQ(shortcomings(skipped), std::vector<std::string>{"nothing was judged"});
  }
}

TEST(Account, IsRightOnlyWithoutFaults) {
  EXPECT_TRUE(is_right(account()));
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    Account other = account();
    other.undecided_share = 100;
    other.count.add(verdict(kind));
    EXPECT_EQ(is_right(other), !is_fault(kind)) << describe(kind);
  }
}

TEST(Account, IsRightOnlyIfNothingIsMissing) {
  const auto lacks = [&](const std::string& shortcoming, const auto& change) {
    Account other = account();
    change(other);
    EXPECT_FALSE(is_right(other));
    EXPECT_EQ(shortcomings(other),
              shortcoming.empty() ? std::vector<std::string>{} : std::vector{shortcoming});
  };
  const Verdict undecided;
  lacks("", [](Account& a) { a.interrupted = true; });
  lacks("a sentence", [](Account& a) { a.complaints = {"a sentence"}; });
  lacks("1 question was not answered", [](Account& a) { a.unanswered = 1; });
  lacks("1 line came instead of 2", [](Account& a) { a.wanted_lines = 2; });
  lacks("layoutcheck failed to judge 1 line", [&](Account& a) {
    a.undecided_share = 100;
    a.count.add(undecided, true);
  });
  lacks("1 of 2 lines is undecided, more than 49.5 %", [&](Account& a) {
    a.count.add(undecided);
    a.undecided_share = 49.5;
  });
  lacks("1 of 2 lines is undecided, more than 0 %",
        [&](Account& a) { a.count.add(VerdictKind::undecided, 1); });
}

TEST(Account, CountsWhatExcusesAnswers) {
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    Account other;
    other.add("rank", verdict(kind), false, "an excuse");
    other.add("rank", verdict(kind), false, "an excuse");
    EXPECT_EQ(other.operations.at("rank").of(kind), 2U);
    const std::map<std::string, std::size_t> twice = {{"an excuse", 2}};
    const std::map<std::string, std::size_t> none;
    const bool is_outside =
        kind == VerdictKind::outside_preconditions || kind == VerdictKind::acceptable;
    EXPECT_EQ(other.outside, is_outside ? twice : none);
    EXPECT_EQ(other.expected, kind == VerdictKind::expected_failure ? twice : none);
  }
}

TEST(Account, MayLeaveExactlyItsShareUndecided) {
  Account other = account();
  other.count.add(VerdictKind::undecided, 1);
  other.undecided_share = 50;
  EXPECT_TRUE(is_right(other));
  other.wanted_lines = 2;
  EXPECT_TRUE(is_right(other));
}

TEST(Account, NamesTheOperationsOfWhichTooMuchIsUnsupported) {
  Account other;
  const auto add = [&](const std::string& operation, VerdictKind kind, int times) {
    for (int i = 0; i < times; ++i)
      other.add(operation, verdict(kind));
  };
  add("rank", VerdictKind::agrees, 5);
  add("rank", VerdictKind::unsupported, 5);
  add("size", VerdictKind::agrees, 1);
  add("size", VerdictKind::unsupported, 3);
  EXPECT_TRUE(is_right(other)) << "unless told, any share may be";
  other.unsupported_share = 50;
  EXPECT_FALSE(is_right(other));
  EXPECT_EQ(shortcomings(other),
            std::vector<std::string>{"unsupported: size (3 of 4), more than 50 %"});
  other.unsupported_share = 75;
  EXPECT_TRUE(is_right(other));
  other.unsupported_share = 49.5;
  EXPECT_EQ(
      shortcomings(other),
      std::vector<std::string>{"unsupported: rank (5 of 10), size (3 of 4), more than 49.5 %"});
  for (char name = 'a'; name < 'm'; ++name)
    add(std::string(1, name), VerdictKind::unsupported, 1);
  const std::vector<std::string> lacks = shortcomings(other);
  ASSERT_EQ(lacks.size(), 1U);
  EXPECT_NE(lacks.front().find("j (1 of 1) and 4 more operations, more than 49.5 %"),
            std::string::npos)
      << lacks.front();
}

TEST(Count, SortsAnswersByWhatIsKnownOfThem) {
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    for (const bool sampled : {false, true}) {
      Verdict of_kind = verdict(kind);
      of_kind.points = sampled ? 256 : 0;
      Count count;
      count.add(of_kind);
      const bool found =
          is_right(kind) || kind == VerdictKind::wrong_form || kind == VerdictKind::wrong ||
          kind == VerdictKind::answers_the_unanswerable ||
          kind == VerdictKind::refuses_the_answerable || kind == VerdictKind::crash ||
          kind == VerdictKind::timeout || kind == VerdictKind::expected_failure;
      EXPECT_EQ(count.lines(), 1U);
      EXPECT_EQ(count.of(kind), 1U) << describe(kind);
      EXPECT_EQ(count.faults(), is_fault(kind) ? 1U : 0U) << describe(kind);
      EXPECT_EQ(count.judged(), found ? 1U : 0U) << describe(kind);
      EXPECT_EQ(count.exhaustive, found && !sampled ? 1U : 0U);
      EXPECT_EQ(count.sampled, found && sampled ? 1U : 0U);
    }
  }
}

TEST(Count, TellsWhyAnswersAreUndecided) {
  Verdict unknown;
  unknown.expected = NonValue::unsupported;
  Count count;
  count.add(unknown);
  EXPECT_EQ(count.undecided, (std::array<std::size_t, reasons>{0, 1, 0}));
  count.add(unknown, true);
  EXPECT_EQ(count.undecided, (std::array<std::size_t, reasons>{0, 1, 1}));
  count.add(Verdict());
  count.add(VerdictKind::undecided, 3);
  count.add(VerdictKind::agrees, 5);
  EXPECT_EQ(count.undecided, (std::array<std::size_t, reasons>{4, 1, 1}));
  EXPECT_EQ(describe(Reason::limit), "the work limit");
  EXPECT_EQ(describe(Reason::unknown), "an operation that the oracle does not know");
  EXPECT_EQ(describe(Reason::failure), "a failure of layoutcheck");
}

TEST(Count, AddsUp) {
  Count sum;
  for (std::size_t i = 0; i < verdict_kinds; ++i)
    sum.verdicts[i] = i + 1;
  sum.undecided = {5, 2, 3};
  sum.exhaustive = 7;
  sum.sampled = 11;
  const Count other = sum;
  sum += other;
  for (std::size_t i = 0; i < verdict_kinds; ++i)
    EXPECT_EQ(sum.verdicts[i], 2 * (i + 1));
  EXPECT_EQ(sum.undecided, (std::array<std::size_t, reasons>{10, 4, 6}));
  EXPECT_EQ(sum.exhaustive, 14U);
  EXPECT_EQ(sum.sampled, 22U);
}

}  // namespace
}  // namespace layoutcheck
