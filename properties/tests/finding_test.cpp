// The two findings of a statement, and that what an entry says of its failure fits together.
#include "src/words.hpp"
#include <layoutcheck/properties/documents.hpp>
#include <layoutcheck/properties/finding.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace layoutcheck::properties {
namespace {

Statement failing() {
  Statement statement;
  statement.id = "colfax.1";
  statement.kind = "Lemma";
  statement.standing = Standing::fails_as_stated;
  return statement;
}

TEST(Finding, FailsByInheritanceIfNothingOfItsOwnIsToBeChanged) {
  Statement statement = failing();
  EXPECT_FALSE(fails_by_inheritance(statement));
  EXPECT_EQ(with_amended_definitions(statement), Finding::fails);
  statement.uses = {"colfax.2"};
  EXPECT_TRUE(fails_by_inheritance(statement));
  EXPECT_EQ(by_the_letter(statement), Finding::fails);
  EXPECT_EQ(with_amended_definitions(statement), Finding::holds);
  statement.change = "Another word.";
  EXPECT_FALSE(fails_by_inheritance(statement));
  EXPECT_EQ(by_the_letter(statement), Finding::fails);
  EXPECT_EQ(with_amended_definitions(statement), Finding::fails);
}

TEST(Finding, TellsMisprintsAndWhatIsLostApart) {
  Statement misprinted = failing();
  misprinted.misprint = true;
  misprinted.change = "4 for 5.";
  EXPECT_EQ(by_the_letter(misprinted), Finding::misprinted);
  EXPECT_EQ(with_amended_definitions(misprinted), Finding::misprinted);
  Statement lost;
  lost.lost = "The diagram.";
  EXPECT_EQ(by_the_letter(lost), Finding::lost);
  EXPECT_EQ(with_amended_definitions(lost), Finding::lost);
}

TEST(Finding, EachStatementIsCountedOnce) {
  std::vector<Statement> list(10);
  for (Statement& statement : list) {
    statement.id = "colfax.1";
    statement.kind = "Lemma";
  }
  list[1] = failing();
  list[2] = failing();
  list[2].uses = {"colfax.2"};
  list[3] = failing();
  list[3].misprint = true;
  list[4].lost = "The diagram.";
  list[5].standing = Standing::not_checkable;
  list[6].kind = "Amendment";
  list[7].kind = "Relation";
  list[8].id = "layoutcheck.1";
  list[9].id = "cute.1";
  EXPECT_EQ(to_string(count_standings(list)),
            "6 statements of the sources: 1 hold, 1 fail by an error of their own, 1 fail by "
            "inheritance only, 1 are misprinted, 1 are lost in our copy, 1 are not checkable; "
            "besides, 1 amendments, 1 relations, 1 theorems and 1 examples of documentation");
}

TEST(Finding, WhatAStatementUsesIsBrokenAsPrinted) {
  const std::set<std::string_view> kinds{"Definition", "Construction", "Notation", "Algorithm"};
  for (const Statement& statement : statements()) {
    std::set<std::string_view> ids;
    for (const std::string& id : statement.uses) {
      const Statement* used = find_statement(id);
      ASSERT_NE(used, nullptr) << statement.id << " uses " << id;
      EXPECT_EQ(used->standing, Standing::fails_as_stated) << statement.id << " uses " << id;
      EXPECT_TRUE(used->misprint || kinds.contains(used->kind)) << statement.id << " uses " << id;
      EXPECT_NE(id, statement.id);
      EXPECT_TRUE(ids.insert(id).second) << statement.id << " uses " << id << " twice";
    }
  }
}

/// Along what it uses there is something to be changed.
TEST(Finding, WhatIsInheritedComesFromAnErrorOfItsOwn) {
  for (const Statement& statement : statements()) {
    if (!fails_by_inheritance(statement)) continue;
    std::vector<const Statement*> seen{&statement};
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!fails_by_inheritance(*seen[i])) continue;
      for (const std::string& id : seen[i]->uses) {
        const Statement* used = find_statement(id);
        ASSERT_NE(used, nullptr) << id;
        if (std::find(seen.begin(), seen.end(), used) == seen.end()) seen.push_back(used);
      }
    }
    EXPECT_TRUE(std::any_of(seen.begin(), seen.end(), [](const Statement* one) {
      return !one->change.empty();
    })) << statement.id;
  }
}

TEST(Finding, IsAsTheFieldsOfTheEntrySay) {
  for (const Statement& statement : statements()) {
    SCOPED_TRACE(statement.id);
    const bool fails = statement.standing == Standing::fails_as_stated;
    EXPECT_EQ(fails, !statement.counterexample.empty());
    if (fails) {
      EXPECT_FALSE(statement.remark.empty());
      EXPECT_TRUE(!statement.change.empty() || fails_by_inheritance(statement));
    } else {
      EXPECT_TRUE(statement.change.empty());
      EXPECT_FALSE(statement.misprint);
    }
    EXPECT_TRUE(!statement.misprint || !statement.change.empty());
    EXPECT_TRUE(!fails_by_inheritance(statement) || !statement.check ||
                !amendments(statement).empty());
    EXPECT_TRUE(statement.lost.empty() || statement.standing == Standing::holds);
  }
}

}  // namespace
}  // namespace layoutcheck::properties
