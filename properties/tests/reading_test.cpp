// The reading: of each numbered statement, and as its entry allows.
#include "src/words.hpp"
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/reading.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <map>

namespace layoutcheck::properties {
namespace {

TEST(Reading, IsOneOfEachNumberedStatementAndOfNothingElse) {
  std::map<std::string_view, std::size_t> times;
  for (const Reading& reading : readings()) {
    ++times[reading.id];
    const Statement* statement = find_statement(reading.id);
    EXPECT_TRUE(statement != nullptr && is_numbered(*statement)) << reading.id;
    EXPECT_EQ(find_reading(reading.id)->id, reading.id);
  }
  for (const Statement& statement : statements())
    EXPECT_EQ(times[statement.id], is_numbered(statement) ? 1U : 0U) << statement.id;
  EXPECT_EQ(find_reading("nonsense.1"), nullptr);
}

TEST(Reading, HasTheExtentThatTheEntryAllows) {
  for (const Reading& reading : readings()) {
    SCOPED_TRACE(reading.id);
    const Statement* statement = find_statement(reading.id);
    ASSERT_NE(statement, nullptr);
    EXPECT_EQ(reading.extent == Extent::stand_in, !statement->lost.empty());
    EXPECT_TRUE(reading.extent == Extent::none || statement->standing != Standing::not_checkable);
    EXPECT_TRUE(reading.extent != Extent::lines || !example_lines(reading.id).empty());
  }
}

}  // namespace
}  // namespace layoutcheck::properties
