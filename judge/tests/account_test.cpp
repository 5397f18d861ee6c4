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
  lacks("1 questions were not answered", [](Account& a) { a.unanswered = 1; });
  lacks("1 lines came in the place of 2", [](Account& a) { a.wanted_lines = 2; });
  lacks("layoutcheck failed to judge 1 lines", [&](Account& a) {
    a.undecided_share = 100;
    a.count.add(undecided, true);
  });
  lacks("1 of 2 lines are undecided, more than 49.5 %", [&](Account& a) {
    a.count.add(undecided);
    a.undecided_share = 49.5;
  });
  lacks("1 of 2 lines are undecided, more than 0 %",
        [&](Account& a) { a.count.add(VerdictKind::undecided, 1); });
}

}  // namespace
}  // namespace layoutcheck
