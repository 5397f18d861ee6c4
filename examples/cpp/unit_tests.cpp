// The same in unit tests: single answers and the whole verdict.
#include "my_algebra.hpp"
#include <layoutcheck/gtest.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using layoutcheck::Answers;
using layoutcheck::Layout;

TEST(MyAlgebra, CoalescesARowOfModes) {
  EXPECT_THAT(my_algebra::Shown::coalesce(Layout::flat({2, 2, 3}, {1, 2, 8})),
              Answers("coalesce((2,2,3):(1,2,8))"));
}

TEST(MyAlgebra, IsRight) {
  layoutcheck::Plan plan;
  plan.draws.count = 1000;
  EXPECT_THAT(layoutcheck::verify(my_algebra::Shown(), plan), layoutcheck::IsRight());
}
