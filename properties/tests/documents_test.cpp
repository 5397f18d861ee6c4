// The documents that are made from the registry are up to date, and the record says enough.
#include "../src/markdown.hpp"
#include <layoutcheck/properties/documents.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace layoutcheck::properties {
namespace {

std::string content(const std::string& file) {
  std::ifstream in(LAYOUTCHECK_SOURCE_DIR "/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Documents, AreUpToDate) {
  for (const Document& document : documents) {
    const std::string name(document.name);
    EXPECT_TRUE(content("docs/" + name + ".md") == document.text(built_in_record()))
        << "run: layoutcheck statements --document " << name << " >docs/" << name << ".md";
  }
}

TEST(Documents, QuoteEveryCharacterAsItself) {
  EXPECT_EQ(markdown::in_quotes("$L_f \\text{a|b} \\{*\\}$ & <i> [x](y) ~a~ \\"),
            "“\\$L\\_f \\text{a\\|b} \\\\{\\*\\\\}\\$ \\& \\<i> \\[x](y) \\~a\\~ \\\\”");
  EXPECT_EQ(markdown::in_quotes("``a''"), "“&#96;&#96;a''”");
}

TEST(Record, IsTheFileAndReadsBack) {
  const std::string text = content("properties/record.tsv");
  EXPECT_EQ(to_string(parse_record(text, "record")), text);
  EXPECT_EQ(to_string(built_in_record()), text);
}

TEST(Record, HasAMillionCasesAndARangeOfWhatHolds) {
  const Record& record = built_in_record();
  for (const Statement& statement : statements()) {
    if (!statement.check || statement.standing != Standing::holds) continue;
    const Evidence* random = record.at_random(statement.id);
    ASSERT_NE(random, nullptr) << statement.id;
    EXPECT_GE(random->met, 1000000U) << statement.id;
    EXPECT_FALSE(record.enumerated(statement.id).empty()) << statement.id;
    for (const Evidence* range : record.enumerated(statement.id))
      EXPECT_TRUE(range->complete || range->exhausted) << statement.id << " " << range->range;
  }
}

TEST(Record, NamesOnlyWhatThereIs) {
  for (const auto& [id, evidence] : built_in_record().evidence)
    EXPECT_NE(find_statement(id), nullptr) << id;
}

TEST(Record, NamesThePlaceOfAnError) {
  try {
    parse_record("# a comment\nf(x)\trandom\t1\tmany\t0\t0\t-\tno\n", "record.tsv");
    ADD_FAILURE() << "it was read";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "record.tsv:2: 'many' is no number");
  }
  EXPECT_THROW(parse_record("f(x)\trandom\t1\n", "r"), std::runtime_error);
}

TEST(Record, ReplacesWhatItHasOfARange) {
  Record record = parse_record("id\trandom\t10\t9\t-\t0\t-\tno\n", "r");
  std::vector<Row> rows{{&operations().front(), {}, {}}};
  rows[0].random.cases = 5;
  rows[0].random.met = 4;
  put(record, rows, "", "first");
  rows[0].random.met = 3;
  rows[0].random.nontrivial = 2;
  put(record, rows, "", "second");
  const Evidence* random = record.at_random(operations().front().id);
  ASSERT_NE(random, nullptr);
  EXPECT_EQ(random->met, 3U);
  EXPECT_EQ(random->nontrivial, 2U);
  EXPECT_EQ(record.commands.at(""), "second");
  ASSERT_NE(record.at_random("id"), nullptr);
  EXPECT_EQ(record.at_random("id")->nontrivial, std::nullopt);
  EXPECT_TRUE(record.enumerated(operations().front().id).empty());
}

}  // namespace
}  // namespace layoutcheck::properties
