// What verify says of how far it is.
#include "ticker.hpp"

#include <gtest/gtest.h>

namespace layoutcheck::cli {
namespace {

TEST(Progress, IsABarWithTheTimeThatIsLeft) {
  engine::CampaignProgress progress;
  progress.expected = 100;
  EXPECT_EQ(progress_line(progress, 1), "[..............................] 0 cases, 0/s, 0.0 %");
  progress.done = 20;
  progress.resumed = 30;
  EXPECT_EQ(progress_line(progress, 2), "[###############...............] 50 cases, 10/s, 50.0 %");
  EXPECT_EQ(progress_line(progress, 10),
            "[###############...............] 50 cases, 2/s, 50.0 %, at most 25 s left");
  EXPECT_EQ(progress_line(progress, 100),
            "[###############...............] 50 cases, 0/s, 50.0 %, at most 4 min left");
  progress.expected = 170;
  EXPECT_EQ(progress_line(progress, 20),
            "[########......................] 50 cases, 1/s, 29.4 %, at most 2 min left");
  progress.expected = 1e5;
  EXPECT_EQ(progress_line(progress, 100),
            "[..............................] 50 cases, 0/s, 0.1 %, at most 6 days left");
  // More than was expected.
  progress.expected = 0;
  EXPECT_EQ(progress_line(progress, 1), "[##############################] 50 cases, 20/s, 100.0 %");
}

TEST(Progress, HasNoBarWithoutAnEndInSight) {
  engine::CampaignProgress progress;
  progress.expected = 100;
  progress.incomplete_estimate = true;
  progress.done = 5;
  EXPECT_EQ(progress_line(progress, 10), "5 cases, 0/s");
}

}  // namespace
}  // namespace layoutcheck::cli
