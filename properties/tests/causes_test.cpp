// The causes of what fails as stated: how they are read, and that each failure has one.
#include "src/words.hpp"
#include <layoutcheck/properties/causes.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

namespace layoutcheck::properties {
namespace {

const std::string a_cause = "[a]\ntitle: T\nat: edges\ngist: One\n  sentence.\nwhy: W\nrepair: R\n";

/// What is said of this text, which has no causes.
std::string complaint(std::string_view text) {
  try {
    parse_causes(text, "causes.txt");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Causes, AreBlocksOfFields) {
  const auto causes = parse_causes("# a comment\n\n" + a_cause + "\n[b]" + a_cause.substr(3), "");
  ASSERT_EQ(causes.size(), 2U);
  EXPECT_EQ(causes[0].key, "a");
  EXPECT_EQ(causes[0].title, "T");
  EXPECT_EQ(causes[0].at, "edges");
  EXPECT_EQ(causes[0].gist, "One sentence.");
  EXPECT_EQ(causes[0].why, "W");
  EXPECT_EQ(causes[0].repair, "R");
  EXPECT_EQ(causes[1].key, "b");
}

TEST(Causes, NameThePlaceOfAnError) {
  EXPECT_EQ(complaint("title: T\n"), "causes.txt:1: a key in brackets has to come first");
  EXPECT_EQ(complaint("  T\n"), "causes.txt:1: there is no field to go on with");
  EXPECT_EQ(complaint("[a]\n  T\n"), "causes.txt:2: there is no field to go on with");
  EXPECT_EQ(complaint("[]\n"), "causes.txt:1: no key in brackets");
  EXPECT_EQ(complaint("[a]\ntitle\n"), "causes.txt:2: expected 'field: text'");
  EXPECT_EQ(complaint("[a]\nname: T\n"), "causes.txt:2: there is no field 'name'");
  EXPECT_EQ(complaint("[a]\ntitle: T\ntitle: U\n"), "causes.txt:3: 'title' comes twice");
  EXPECT_EQ(complaint("# the first\n[a]\ntitle: T\n[b]\n"), "causes.txt:2: [a] has no field 'at'");
  EXPECT_EQ(complaint(a_cause.substr(0, a_cause.find("repair"))),
            "causes.txt:1: [a] has no field 'repair'");
}

Statement failing(const std::string& id, std::vector<std::string> uses, bool misprint = false) {
  Statement statement;
  statement.id = id;
  statement.standing = Standing::fails_as_stated;
  statement.uses = std::move(uses);
  statement.misprint = misprint;
  if (misprint || statement.uses.empty()) statement.change = "Another word.";
  return statement;
}

/// An entry that names a cause.
Entry naming(const std::string& id, const std::string& cause) {
  Entry entry;
  entry.statement.id = id;
  entry.cause = cause;
  return entry;
}

TEST(Causes, HaveTheStatementsThatNameThem) {
  const auto causes = parse_causes(a_cause + "[b]" + a_cause.substr(3), "");
  const auto named =
      with_named(causes, {naming("x", "b"), naming("y", ""), naming("z", "a"), naming("w", "b")});
  EXPECT_EQ(named[0].ids, (std::vector<std::string>{"z"}));
  EXPECT_EQ(named[1].ids, (std::vector<std::string>{"x", "w"}));
  EXPECT_THROW(with_named(causes, {naming("x", "a"), naming("y", "b"), naming("z", "c")}),
               std::runtime_error);
  EXPECT_THROW(with_named(causes, {naming("x", "a")}), std::runtime_error);
}

TEST(Causes, TakeUpWhatInheritsFromThem) {
  std::vector<RootCause> causes(2);
  causes[0].ids = {"misprint"};
  causes[1].ids = {"definition", "named"};
  const std::vector<Statement> list{
      failing("later", {"first"}),         failing("definition", {}),
      failing("misprint", {}, true),       failing("first", {"misprint", "definition"}),
      failing("named", {"misprint"}),      failing("from_misprint", {"misprint"}),
      failing("from_nothing", {"unknown"})};
  causes = with_inherited(std::move(causes), list);
  EXPECT_EQ(causes[0].ids, (std::vector<std::string>{"misprint", "from_misprint"}));
  EXPECT_EQ(causes[1].ids, (std::vector<std::string>{"definition", "named", "first", "later"}));
}

TEST(Causes, EachStatementThatFailsHasOneAndNothingElse) {
  std::map<std::string, std::size_t, std::less<>> times;
  std::set<std::string> keys;
  for (const RootCause& cause : root_causes()) {
    EXPECT_TRUE(keys.insert(cause.key).second) << cause.key << " twice";
    for (const std::string& id : cause.ids) {
      EXPECT_NE(find_statement(id), nullptr) << cause.key << " names " << id;
      ++times[id];
    }
  }
  for (const Statement& statement : statements()) {
    const std::size_t found = times[std::string(statement.id)];
    if (statement.standing != Standing::fails_as_stated)
      EXPECT_EQ(found, 0U) << statement.id << " does not fail";
    else if (statement.misprint)
      EXPECT_LE(found, 1U) << statement.id;
    else
      EXPECT_EQ(found, 1U) << statement.id << " has to name a cause of properties/causes.txt";
  }
}

}  // namespace
}  // namespace layoutcheck::properties
