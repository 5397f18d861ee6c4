// That the questions which are drawn on each operation meet every class that can be met, one in a
// hundred times or more.
#include <layoutcheck/engine/classes.hpp>
#include <layoutcheck/engine/operations.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace layoutcheck::engine {
namespace {

constexpr std::size_t questions = 4040;

TEST(Classes, OfEachOperationAreMetOnceInAHundredTimes) {
  for (const Statement& row : operations()) {
    if (row.convention != Convention::strict) continue;
    const auto classes = classes_of(*row.operation);
    const auto counts = count_classes(row, 1, questions);
    for (std::size_t i = 0; i < classes.size(); ++i)
      EXPECT_GE(100 * counts[i], questions) << row.id << ": " << classes[i]->name;
  }
}

TEST(Classes, AreLeftOutOnlyWhereThereIsAReason) {
  std::size_t left_out = 0;
  for (const Statement& row : operations()) {
    const auto classes = classes_of(*row.operation);
    for (const QuestionClass& one : question_classes()) {
      const bool has_reason = !unmet_reason(*row.operation, one).empty();
      const bool is_told = std::ranges::find(classes, &one) != classes.end();
      EXPECT_FALSE(has_reason && is_told) << row.id << ": " << one.name;
      // Extents and edges are told of all operations.
      if (one.kind != ClassKind::branch) EXPECT_TRUE(has_reason || is_told) << row.id;
      left_out += has_reason ? 1U : 0U;
    }
  }
  EXPECT_GT(left_out, 0U);
}

}  // namespace
}  // namespace layoutcheck::engine
