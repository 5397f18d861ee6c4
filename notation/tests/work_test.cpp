// Work: what a grant allows, and what one leaves to the grant around it.
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/work.hpp>

#include <gtest/gtest.h>

namespace layoutcheck {
namespace {

constexpr std::int64_t many = INT64_MAX;

/// How many steps, `part` at a time, are done before the grant ends; at most `most`.
std::int64_t steps_done(std::int64_t part, std::int64_t most) {
  std::int64_t done = 0;
  try {
    for (; done < most; done += part)
      work(static_cast<std::size_t>(part));
  } catch (const LimitReached&) {
  }
  return done;
}

TEST(Work, IsUnlimitedWithoutAGrant) {
  for (int i = 0; i < 4; ++i)
    work(SIZE_MAX / 4);
  EXPECT_EQ(steps_done(1, 1000), 1000);
}

TEST(Work, EndsExactlyWithTheGrant) {
  for (const std::int64_t granted : {0, 1, 7, 65535, 65536, 65537, 1000000}) {
    const WorkLimit grant(granted);
    EXPECT_EQ(steps_done(1, 2000000), granted);
    EXPECT_EQ(steps_done(1, 10), 0) << "a grant that is used up stays so";
  }
  const WorkLimit grant(1000);
  EXPECT_EQ(steps_done(300, 2000), 900);
}

TEST(Work, SaysWhichLimitIsReached) {
  const WorkLimit grant(12);
  try {
    work(13);
    FAIL();
  } catch (const LimitReached& limit) {
    EXPECT_STREQ(limit.what(), "the work limit of 12 steps is reached");
  }
}

TEST(Work, AGrantTakesFromTheOneAroundIt) {
  const WorkLimit outer(1000);
  {
    const WorkLimit inner(400);
    EXPECT_EQ(steps_done(1, 500), 400);
  }
  EXPECT_NEAR(static_cast<double>(steps_done(1, 10000)), 600, 1);
  const WorkLimit more(500);
  EXPECT_EQ(steps_done(1, 10), 0) << "the grant around it is used up";
}

TEST(Work, AGrantThatIsOverLeavesNoLimit) {
  {
    const WorkLimit grant(5);
    EXPECT_EQ(steps_done(1, 10), 5);
  }
  EXPECT_EQ(steps_done(1, 100000), 100000);
}

TEST(Work, EndsAtTheTime) {
  const auto now = std::chrono::steady_clock::now();
  const WorkLimit grant(many, now);
  try {
    work();
    FAIL();
  } catch (const LimitReached& limit) {
    EXPECT_STREQ(limit.what(), "the time limit is reached");
  }
  EXPECT_THROW(work(), LimitReached);
}

TEST(Work, TheEarlierTimeHolds) {
  const auto now = std::chrono::steady_clock::now();
  const auto later = now + std::chrono::hours(1);
  using Time = std::optional<std::chrono::steady_clock::time_point>;
  const std::pair<Time, Time> passed[] = {{now, later}, {later, now}, {now, {}}, {{}, now}};
  for (const auto& [outside, inside] : passed) {
    const WorkLimit outer(many, outside);
    const WorkLimit inner(many, inside);
    EXPECT_THROW(work(), LimitReached);
  }
  const WorkLimit outer(many, later);
  const WorkLimit inner(many);
  EXPECT_NO_THROW(work());
}

TEST(Work, IsCountedByConstructors) {
  const WorkLimit grant(1000);
  const Layout layout = Layout::flat(Tuple(100, 2), Tuple(100, 1));
  EXPECT_THROW(
      {
        for (int i = 0; i < 1000; ++i)
          static_cast<void>(layout.modes());
      },
      LimitReached);
}

}  // namespace
}  // namespace layoutcheck
