// The reading: how it is read, and that it is of statements that there are.
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/reading.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace layoutcheck::properties {
namespace {

/// What is said of this text, which is no reading.
std::string complaint_about(std::string_view text) {
  try {
    parse_reading(text, "part.tsv");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Reading, IsALineForEachStatement) {
  const auto found = parse_reading(
      "# a comment\n"
      "colfax.2.1.6.11\t$s_i d_i | d_{i+1}$ … `sorted''\twhole\tThe definition against a search.\n"
      "colfax.2.1.1.2\t$(3, 128)$\tlines\tEach number.",
      "part.tsv");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, "colfax.2.1.6.11");
  EXPECT_EQ(found[0].quotation, "$s_i d_i | d_{i+1}$ … `sorted''");
  EXPECT_EQ(found[0].extent, Extent::whole);
  EXPECT_EQ(found[0].note, "The definition against a search.");
  EXPECT_EQ(found[1].extent, Extent::lines);
}

TEST(Reading, HasAWordForEachExtent) {
  for (const Extent extent : extents) {
    const auto found =
        parse_reading("id\tq\t" + std::string(describe(extent)) + "\tnote\n", "part.tsv");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].extent, extent);
  }
}

TEST(Reading, NamesThePlaceOfAnError) {
  EXPECT_EQ(complaint_about("a\tq\twhole\tn\nb\tq\twhole\n"),
            "part.tsv:2: expected 4 cells, found 3");
  EXPECT_EQ(complaint_about("a\tq\twhole\tn\tmore\n"), "part.tsv:1: expected 4 cells, found 5");
  EXPECT_EQ(complaint_about("a\tq\tall\tn\n"), "part.tsv:1: 'all' is no extent");
  EXPECT_EQ(complaint_about("a\t \twhole\tn\n"), "part.tsv:1: a cell is empty");
  EXPECT_EQ(complaint_about("a\tq\twhole\tn\n\nb\tq\twhole\tn\n"),
            "part.tsv:2: expected 4 cells, found 1");
}

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
