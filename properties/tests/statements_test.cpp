// Every statement and operation: at random, exhaustively in a small range, and how often its
// hypothesis is met.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>
#include <layoutcheck/properties/runner.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace layoutcheck::properties {
namespace {

constexpr std::size_t random_cases = 10000;
constexpr std::size_t enumerated_cases = 5000;
constexpr std::size_t max_weight = 12;

std::vector<const Statement*> everything() {
  std::vector<const Statement*> all;
  for (const auto* list : {&operations(), &statements()}) {
    for (const Statement& statement : *list) {
      all.push_back(&statement);
    }
  }
  return all;
}

std::string describe(const Statement& statement, const Failure& failure) {
  return as_case(statement, failure.operands, Result::Kind::fails) + "\n  " + failure.why +
         "\n  says: " + statement.says;
}

class Each : public testing::TestWithParam<const Statement*> {};

TEST_P(Each, HoldsAtRandom) {
  const Statement& statement = *GetParam();
  RunOptions options;
  options.cases = random_cases;
  options.shrink_budget = statement.standing == Standing::holds ? 20000 : 0;
  const Tally tally = run_random(statement, options);
  if (statement.standing == Standing::holds && tally.first) {
    ADD_FAILURE() << describe(statement, *tally.first);
  }
  RecordProperty("hypothesis_met", std::to_string(tally.met));
  EXPECT_GE(tally.met * 100, tally.cases * statement.floor)
      << "the hypothesis was met " << tally.met << " times in " << tally.cases;
}

TEST_P(Each, HoldsInASmallRange) {
  const Statement& statement = *GetParam();
  if (statement.standing == Standing::fails_as_stated) {
    return;  // TheCounterexampleIsTheSmallest enumerates it
  }
  RunOptions options;
  options.cases = enumerated_cases;
  const Tally tally = run_exhaustive(statement, max_weight, options);
  if (tally.first) {
    ADD_FAILURE() << describe(statement, *tally.first);
  }
  EXPECT_TRUE(tally.exhausted.has_value());
}

TEST_P(Each, TheCounterexampleIsTheSmallest) {
  const Statement& statement = *GetParam();
  if (statement.standing == Standing::holds) {
    EXPECT_TRUE(statement.counterexample.empty());
    return;
  }
  const Case known = parse_case(statement.counterexample, 1, full_vocabulary());
  EXPECT_EQ(known.operation, statement.id);
  EXPECT_EQ(to_string(known), statement.counterexample);
  EXPECT_EQ(answer_of(known), Answer(Value(false))) << "the recorded counterexample does not fail";
  EXPECT_FALSE(statement.remark.empty());
  RunOptions options;
  options.cases = 2000000;
  const Tally tally = run_exhaustive(statement, weight(known.operands), options);
  ASSERT_TRUE(tally.first) << "the enumeration does not reach the recorded counterexample";
  EXPECT_EQ(weight(tally.first->operands), weight(known.operands))
      << "a smaller one is " << as_case(statement, tally.first->operands, Result::Kind::fails);
}

std::string test_name(const testing::TestParamInfo<const Statement*>& info) {
  std::string name;
  for (char c : info.param->id) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Properties, Each, testing::ValuesIn(everything()), test_name);

TEST(Registry, HasNoIdTwiceAndEveryAmendmentFollowsWhatItAmends) {
  std::set<std::string> ids;
  std::string previous;
  for (const Statement& statement : statements()) {
    EXPECT_TRUE(ids.insert(statement.id).second) << statement.id;
    EXPECT_FALSE(statement.says.empty()) << statement.id;
    const std::size_t suffix = statement.id.find(".amended");
    if (suffix != std::string::npos) {
      EXPECT_EQ(previous.substr(0, suffix), statement.id.substr(0, suffix)) << statement.id;
      EXPECT_EQ(statement.standing, Standing::holds) << statement.id;
    }
    previous = statement.id;
  }
}

TEST(Registry, HoldsTheStatementsThatTheFirstSuiteNames) {
  const char* ids[] = {
      "1.1.A",    "1.1.B",    "1.1.C",    "1.1.D",    "1.1.E",    "1.1.F",    "2.1.4.15",
      "2.1.4.17", "2.1.4.18", "2.1.4.19", "2.1.6.9",  "2.1.6.10", "2.1.6.20", "2.1.6.21",
      "2.1.6.22", "2.1.6.23", "2.1.6.31", "2.1.6.32", "2.1.6.33", "2.1.6.34", "2.3.3.14",
      "2.3.3.16", "2.3.4.9",  "2.3.4.10", "2.3.5.5",  "2.3.6.2",  "2.3.6.4",  "2.3.6.9",
      "2.3.7.10", "2.3.7.11", "3.1.2.9",  "3.1.2.10", "3.1.2.20", "3.1.2.21", "3.1.4.5",
      "3.1.4.6",  "3.1.5.10", "3.1.5.14", "3.1.5.17", "3.1.5.18", "3.1.5.24", "3.1.5.28",
      "3.1.5.37", "3.1.5.38", "3.1.5.42", "3.1.5.43", "3.1.5.44", "3.1.5.48", "3.1.5.49",
      "3.1.5.50", "3.1.5.56", "3.1.5.60", "3.1.5.61", "3.1.5.62", "3.2.2.8",  "3.2.2.9",
      "3.2.2.15", "3.2.4.2",  "3.2.5.10", "3.2.5.11", "3.2.5.14", "3.2.5.15", "3.2.5.20",
      "3.2.6.10", "3.2.6.13", "3.2.6.16", "3.2.6.19", "3.2.6.20", "3.2.6.21", "3.2.6.26",
      "3.2.6.27", "3.2.6.31", "4.1.3.1"};
  for (const char* id : ids) {
    EXPECT_NE(find_statement(std::string("colfax.") + id), nullptr) << id;
  }
}

}  // namespace
}  // namespace layoutcheck::properties
