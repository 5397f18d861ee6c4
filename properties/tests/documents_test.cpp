// The documents that are made from the registry are up to date, and the record says enough.
#include "../src/markdown.hpp"
#include "src/words.hpp"
#include <layoutcheck/properties/documents.hpp>
#include <layoutcheck/properties/proofs.hpp>
#include <layoutcheck/properties/reading.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

namespace layoutcheck::properties {
namespace {

std::string content(const std::string& file) {
  std::ifstream in(LAYOUTCHECK_SOURCE_DIR "/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string text_of(std::string_view name) {
  const auto* const found =
      std::ranges::find(documents, name, [](const Document& document) { return document.name; });
  return found->text(built_in_record());
}

/// The first cells of the rows of its tables, but for those with titles.
std::vector<std::string> ids_in(const std::string& text) {
  std::vector<std::string> ids;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| ") && line.find('.') < line.find(" | "))
      ids.push_back(line.substr(2, line.find(" | ") - 2));
  return ids;
}

TEST(Documents, OfErrorsIsUpToDate) {
  EXPECT_TRUE(content("docs/errata.md") == text_of("errata"))
      << "run: layoutcheck statements --document errata >docs/errata.md";
}

TEST(Documents, HaveARowForEachStatement) {
  for (const std::string_view name : {"statements", "reading"}) {
    std::vector<std::string> missing;
    const std::vector<std::string> ids = ids_in(text_of(name));
    for (const Statement& statement : statements()) {
      if (name == "reading" && find_reading(statement.id) == nullptr) continue;
      if (std::ranges::count(ids, statement.id) != 1) missing.emplace_back(statement.id);
    }
    EXPECT_THAT(missing, testing::IsEmpty()) << name;
  }
}

TEST(Documents, SayOfAStatementWhatWasFoundAndCounted) {
  std::istringstream lines(text_of("statements"));
  std::string row;
  while (std::getline(lines, row) && !row.starts_with("| colfax.2.1.6.21 |")) {
  }
  const Statement* statement = find_statement("colfax.2.1.6.21");
  ASSERT_NE(statement, nullptr);
  const std::string counted = evidence_text(*statement, built_in_record());
  EXPECT_THAT(row, testing::HasSubstr("| fails as stated | holds, with colfax 2.1.6.11 amended | "
                                      "a property | " +
                                      counted.substr(0, counted.find(';'))));
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

TEST(Record, SaysOfEveryRangeHowManyCasesAreNotTrivial) {
  for (const auto& [id, evidence] : built_in_record().evidence) {
    for (const Evidence& range : evidence)
      if (!range.range.empty()) EXPECT_TRUE(range.nontrivial) << id << " " << range.range;
  }
}

TEST(Record, HasThousandsOfCasesThatAreNotTrivialWhereTheLightestAreTrivial) {
  for (const std::string_view id :
       {"colfax.1.1.A.amended", "colfax.1.1.B.amended", "colfax.1.1.F.amended", "colfax.2.3.7.10",
        "colfax.2.3.7.10.amended", "colfax.2.3.7.3.amended", "colfax.2.3.9.2.amended",
        "colfax.3.2.2.15.amended", "colfax.3.2.6.21.amended", "colfax.3.2.6.31.amended"}) {
    const auto ranges = built_in_record().enumerated(id);
    EXPECT_TRUE(std::any_of(ranges.begin(), ranges.end(), [](const Evidence* range) {
      return range->nontrivial.value_or(0) >= 1000;
    })) << id;
  }
}

TEST(Evidence, SaysWhatIsNotTrivialAndWhatAllMeans) {
  const Statement& statement = operations().front();
  const auto evidence_of = [&](const std::string& rest) {
    return evidence_text(statement, parse_record(std::string(statement.id) + "\t" + rest, "r"));
  };
  EXPECT_EQ(evidence_of("random\t12\t10\t7\t1\t-\tno\n"),
            "met in 10 of 12 random cases, in 7 not trivial, 1 undecided");
  EXPECT_EQ(evidence_of("random\t12\t10\t-\t0\t-\tno\n"), "met in 10 of 12 random cases");
  EXPECT_EQ(evidence_of("weight<=14\t12\t10\t0\t0\t14\tyes\n"),
            "all of weight <= 14, met in 10 of 12, in 0 not trivial");
  EXPECT_EQ(evidence_of("weight<=14, cases<=12\t12\t10\t3\t0\t8\tno\n"),
            "all of weight <= 8 and some that weigh more, met in 10 of 12, in 3 not trivial");
  EXPECT_EQ(evidence_of("weight<=14\t12\t10\t3\t0\t8\tyes\n"),
            "all of its operands, met in 10 of 12, in 3 not trivial");
  EXPECT_EQ(evidence_of("rank<=2, depth<=1, extent<=3, number<=3\t12\t10\t3\t2\t9\tyes\n"),
            "all within rank<=2, depth<=1, extent<=3, number<=3, met in 10 of 12, in 3 not "
            "trivial, 2 undecided");
  EXPECT_EQ(
      evidence_of("rank<=2, depth<=1, extent<=3, number<=3, cases<=12\t12\t10\t3\t0\t4\tno\n"),
      "all of weight <= 4 within rank<=2, depth<=1, extent<=3, number<=3, cases<=12 and some "
      "that weigh more, met in 10 of 12, in 3 not trivial");
}

TEST(Proofs, AreNamedByTheLineOfTheirHeading) {
  std::size_t places = 0;
  for (const Statement& statement : statements()) {
    for (const std::string& place : places_in_proofs(statement.id)) {
      ++places;
      const std::size_t colon = place.find(':');
      std::istringstream lines(content(place.substr(0, colon)));
      std::string line;
      for (std::size_t i = 0, n = std::stoul(place.substr(colon + 1)); i < n; ++i)
        std::getline(lines, line);
      const std::string id(statement.id);
      EXPECT_TRUE(line.starts_with("### " + id.substr(0, id.find('.'))) &&
                  line.find(id.substr(id.find('.') + 1)) != std::string::npos)
          << id << " at " << place << ": " << line;
    }
  }
  EXPECT_GT(places, 80U);
  EXPECT_EQ(places_in_proofs("colfax.3.2.6.13"), places_in_proofs("colfax.3.2.6.11"));
  EXPECT_EQ(places_in_proofs("colfax.2.1.3.40").size(), 2U);
  EXPECT_TRUE(places_in_proofs("colfax.2.1.1.1").empty());
}

/// By how many standard deviations a count differs from what the share makes likely.
double deviation(std::size_t count, std::size_t cases, double share) {
  const auto n = static_cast<double>(cases);
  // Nobody knows of a rare event how rare it is.
  return std::abs(static_cast<double>(count) - n * share) /
         std::sqrt(std::max(n * share * (1 - share), 0.25));
}

TEST(Record, SaysWhatIsDrawn) {
  RunOptions run;
  run.seed = 1;
  // Three times each size.
  run.cases = 303;
  run.shrink_budget = 0;
  std::size_t checked = 0;
  for (const auto* rows : {&operations(), &statements()}) {
    for (const Statement& statement : *rows) {
      const Evidence* random = built_in_record().at_random(statement.id);
      if (!statement.check || random == nullptr) continue;
      ++checked;
      ASSERT_TRUE(random->nontrivial) << statement.id;
      const Tally tally = run_random(statement, run);
      const auto all = static_cast<double>(random->cases);
      constexpr double most = 6;
      EXPECT_LT(deviation(tally.met, tally.cases, static_cast<double>(random->met) / all), most)
          << statement.id << ": met " << tally.met;
      EXPECT_LT(
          deviation(tally.nontrivial, tally.cases, static_cast<double>(*random->nontrivial) / all),
          most)
          << statement.id << ": not trivial " << tally.nontrivial;
    }
  }
  EXPECT_GE(checked, 600U);
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
    EXPECT_STREQ(error.what(), "record.tsv:2: 'many' is not a number");
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
