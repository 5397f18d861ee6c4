// Reports on judged lines: what they say of faults, and what of the whole.
#include "report.hpp"

#include "explain.hpp"
#include "html.hpp"
#include "judge_lines.hpp"
#include "report_files.hpp"
#include "verify_report.hpp"
#include <layoutcheck/properties/registry.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace layoutcheck::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Report report_on(const std::string& lines, const LineLimits& limits = {}) {
  std::istringstream in(lines);
  return judge_lines(in, {}, limits, [](const JudgedLine&) { return true; });
}

/// The report on answers to questions.
Report report_on(const std::string& lines, const std::string& asked) {
  std::istringstream in(lines);
  std::istringstream questions_in(asked);
  const Questions questions{questions_in, "questions"};
  return judge_lines(
      in, {}, {}, [](const JudgedLine&) { return true; }, &questions);
}

const char* const passed = "name=\"rank\" assertions=\"1\"/>";

TEST(Reports, SayThatAllIsRight) {
  Report report = report_on("rank((2,2)) = 2\n");
  report.profile = "mine";
  EXPECT_THAT(to_junit(report), HasSubstr("<property name=\"profile\" value=\"mine\"/>"));
  EXPECT_TRUE(is_right(report.account));
  EXPECT_EQ(praise(report), "all is right");
  EXPECT_THAT(to_json(report), HasSubstr("\"right\": true,\n  \"shortcomings\": [],"));
  EXPECT_THAT(to_json(report), HasSubstr("\"interrupted\": false"));
  EXPECT_THAT(to_json(report), HasSubstr("\"faults\": [],\n  \"faults_left_out\": 0"));
  EXPECT_THAT(to_junit(report), HasSubstr(passed));
  EXPECT_THAT(to_junit(report), HasSubstr("name=\"(the whole)\"/>"));
  EXPECT_THAT(to_junit(report),
              HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.000\""));
}

TEST(Reports, SayWhichLineIsWrong) {
  const Report report = report_on("size((2,2)) = 4\n\nrank((2,2)) = 3\nrank((2)) = 1\n");
  EXPECT_FALSE(is_right(report.account));
  EXPECT_THAT(to_json(report), HasSubstr("\"right\": false,\n  \"shortcomings\": [],"));
  EXPECT_THAT(to_json(report),
              HasSubstr("{\"line\": 3, \"operation\": \"rank\", \"text\": \"rank((2,2)) = 3\", "
                        "\"verdict\": \"wrong\", \"why\": \"the answer is 2\", "
                        "\"expected\": \"2\"}"));
  EXPECT_THAT(to_json(report),
              HasSubstr("\"rank\": {\"lines\": 2, \"judged\": 2, \"faults\": 1, \"exhaustive\": 2, "
                        "\"sampled\": 0, \"verdicts\": {\"agrees\": 1, \"wrong\": 1}, "
                        "\"undecided\": {}}"));
  const std::string junit = to_junit(report);
  EXPECT_THAT(junit, HasSubstr("failures=\"1\""));
  EXPECT_THAT(junit, HasSubstr("<failure message=\"1 of 2 cases is wrong\">\n"
                               "line 3: rank((2,2)) = 3  # wrong (exhaustive): the answer is 2"));
  EXPECT_THAT(junit, HasSubstr("name=\"size\" assertions=\"1\"/>"));
  EXPECT_THAT(to_table(report),
              HasSubstr("operation  lines  agrees  wrong  exhaustive  sampled\n"
                        "rank           2       1      1           2        .\n"
                        "size           1       1      .           1        .\n"
                        "total          3       2      1           3        .\n"));
}

TEST(Reports, SayWhatTheWholeLacks) {
  Report report = report_on("rank((2,2)) = 2\n");
  report.account.wanted_lines = 2;
  EXPECT_THAT(to_json(report), HasSubstr("\"right\": false,\n  \"shortcomings\": [\"1 line came"));
  EXPECT_THAT(to_junit(report), HasSubstr(passed));
  EXPECT_THAT(to_junit(report), HasSubstr("failures=\"1\""));
  EXPECT_THAT(to_junit(report), HasSubstr("<failure message=\"1 line came instead of 2\">"));
  report.account.complaints = {"a < b", "c"};
  EXPECT_THAT(to_json(report), HasSubstr("[\"a < b\", \"c\", \"1 line came"));
  EXPECT_THAT(to_junit(report), HasSubstr("<failure message=\"a &lt; b\">\na &lt; b\nc\n1 line"));
  report = report_on("rank((2,2)) = 2\n");
  report.account.interrupted = true;
  EXPECT_THAT(to_json(report), HasSubstr("\"interrupted\": true,\n  \"right\": false"));
}

TEST(Reports, DoNotTakeWhatWasNotJudgedForRight) {
  const Report report = report_on("rank((2,2)) = 2\nsize((2,2)) = unsupported\n");
  EXPECT_THAT(to_junit(report),
              HasSubstr("name=\"size\" assertions=\"1\">\n      <skipped message=\"no answer could "
                        "be judged\"/>"));
  EXPECT_THAT(to_junit(report), HasSubstr("skipped=\"1\""));
  EXPECT_THAT(to_json(report_on("")), HasSubstr("[\"nothing was judged\"]"));
  EXPECT_THAT(to_junit(report_on("")), HasSubstr("<failure message=\"nothing was judged\">"));
}

TEST(Reports, CountTheFaultsThatTheyDoNotTell) {
  LineLimits limits;
  limits.max_faults = 1;
  Report report = report_on("rank((2)) = 2\nrank((2)) = 3\nrank((2)) = 4\n", limits);
  EXPECT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults_left_out(), 2U);
  EXPECT_THAT(to_json(report), HasSubstr("\"faults_left_out\": 2"));
  report.faults[0].line = 0;
  report.faults[0].cause = "one more";
  report.faults[0].cases = 3;
  EXPECT_EQ(report.faults_left_out(), 0U);
  EXPECT_THAT(to_json(report), HasSubstr("\"cause\": \"one more\", \"cases\": 3}"));
  EXPECT_THAT(to_json(report), HasSubstr("[\n    {\"operation\""));
  EXPECT_THAT(to_junit(report), HasSubstr(">\none more: rank((2)) = 2  # wrong"));
}

TEST(Reports, ListTheCauses) {
  Report report = report_on("rank((2)) = 2\nrank((2)) = 3\n");
  EXPECT_THAT(to_html(report), Not(HasSubstr("<ol"))) << "lines are no causes";
  EXPECT_THAT(to_html(report), HasSubstr("<h3>2. rank: wrong</h3>\n<p>line 2:"));
  for (Fault& fault : report.faults) {
    fault.line = 0;
    fault.cause = "wrong, a < b";
  }
  report.faults[1].cases = 1000;
  report.faults[1].is_cut = true;
  report.ran_out = true;
  report.time_note = "the time ended";
  report.seconds_to_start = 23.4;
  const std::string html = to_html(report);
  EXPECT_THAT(html,
              HasSubstr("<ol class=\"causes\">\n"
                        "<li><a href=\"#fault-1\">rank: wrong, a &lt; b</a> (1 case)</li>\n"
                        "<li><a href=\"#fault-2\">rank: wrong, a &lt; b</a> (1,000 cases)</li>\n"
                        "</ol>\n<div class=\"fault\" id=\"fault-1\">\n<h3>1. rank: wrong, a"));
  EXPECT_THAT(html, HasSubstr("<th>operation</th><th>cases</th>"));
  EXPECT_THAT(html, HasSubstr("</h3>\n<p>1 case:</p>\n"));
  EXPECT_THAT(html, HasSubstr("</h3>\n<p>1,000 cases, the smallest:</p>\n"));
  EXPECT_THAT(html,
              HasSubstr("<p>The time limit ended the run before all questions were asked.</p>\n"
                        "<p>The subject took 23 s to start, which are no part of --time.</p>\n"
                        "<p>The time ended.</p>\n"));
  const std::string json = to_json(report);
  EXPECT_THAT(json, HasSubstr("\"seconds_to_start\": 23.4"));
  EXPECT_THAT(json, HasSubstr("\"cases\": 1}"));
  EXPECT_THAT(json, HasSubstr("\"cases\": 1000, \"cut\": true}"));
  EXPECT_THAT(json, HasSubstr("\"ran_out\": true,"));
  EXPECT_THAT(json, Not(HasSubstr("\"scope\"")));
  report.scope_questions = 7;
  report.scope_not_asked = {{"rank(shape)", 2}};
  EXPECT_THAT(to_json(report), HasSubstr("\"scope\": {\"questions\": 7, \"not_asked\": {\n"
                                         "    \"rank(shape)\": 2\n  }}"));
  report.faults.resize(1);
  EXPECT_THAT(to_html(report), Not(HasSubstr("<ol")));
}

TEST(Reports, TellWhyAnswersAreUndecided) {
  const Report report =
      report_on("composition((131072,2):(1,131072), <131072,2>) = (131072,2):(1,131073)\n");
  EXPECT_THAT(to_table(report), HasSubstr("undecided by the work limit: 1\n"));
  EXPECT_THAT(to_json(report), HasSubstr("\"undecided\": {\"the work limit\": 1}}"));
  EXPECT_THAT(to_json(report), HasSubstr("\"judged\": 0, \"faults\": 0"));
}

TEST(Reports, TellFailuresOfOursApart) {
  Report report;
  report.account.add("rank", {}, true);
  EXPECT_THAT(to_table(report), HasSubstr("undecided by a failure of layoutcheck: 1\n"));
  EXPECT_EQ(
      report.account.operations.at("rank").undecided[static_cast<std::size_t>(Reason::failure)],
      1U);
  EXPECT_EQ(shortcomings(report.account)[1], "layoutcheck failed to judge 1 line");
}

TEST(Reports, KeepOnlyFaultsWithARightAnswer) {
  Report report = report_on("rank((2,2)) = 3\n");
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_THAT(to_corpus(report), HasSubstr("rank((2,2)) = 2  # "));
  report.faults[0].verdict.expected.reset();
  EXPECT_EQ(to_corpus(report), "");
}

TEST(JudgedLines, AreMalformedIfTheyCannotBeRead) {
  const Report report = report_on("rank((2,2)\nrank((2)) = 1:\nrank((2)) = 1\nrank((2))\n");
  EXPECT_EQ(report.account.count.of(VerdictKind::malformed), 2U);
  EXPECT_EQ(report.account.count.of(VerdictKind::agrees), 1U);
  EXPECT_EQ(report.account.count.of(VerdictKind::unsupported), 1U);
  EXPECT_EQ(report.account.operations.at("rank").lines(), 4U);
  EXPECT_THAT(to_junit(report), HasSubstr("line 1: rank((2,2)  # malformed: column 11: "));
  EXPECT_THAT(to_junit(report), Not(HasSubstr("malformed (exhaustive)")));
}

/// A value that no layout has is an answer all the same, and a wrong one.
TEST(JudgedLines, AreWrongIfTheAnswerIsNoValue) {
  const Report report =
      report_on("composition(4:1, 2:1) = 0:1\ncomposition(4:1, 2:1) = 2:-1\nsize(4) = -4\n");
  EXPECT_EQ(report.account.count.of(VerdictKind::wrong), 3U) << to_table(report);
}

TEST(JudgedLines, AnswerTheQuestionsThatWereAsked) {
  const std::string asked = "rank((2,2))\ncomposition(4:1, 2:2)\n";
  EXPECT_TRUE(is_right(report_on("rank((2,2)) = 2\ncomposition(4:1,2:2) = 2:2\n", asked).account));
  const auto refused = [&](const std::string& lines) {
    const Report report = report_on(lines, asked);
    EXPECT_FALSE(is_right(report.account)) << lines;
    return report.account.count.of(VerdictKind::malformed);
  };
  // Another operation, other operands, another convention, another order, one too many, too few.
  EXPECT_EQ(refused("size((2,2)) = 4\ncomposition(4:1, 2:2) = 2:2\n"), 1U);
  EXPECT_EQ(refused("rank((1,2)) = 2\ncomposition(4:1, 2:2) = 2:2\n"), 1U);
  EXPECT_EQ(refused("rank((2,3)) = 2\ncomposition(4:1, 2:2) = 2:2\n"), 1U);
  EXPECT_EQ(refused("rank((2,2)) = 2\ncomposition@extended(4:1, 2:2) = 2:2\n"), 1U);
  EXPECT_EQ(refused("composition(4:1, 2:2) = 2:2\nrank((2,2)) = 2\n"), 2U);
  EXPECT_EQ(refused("rank((2,2)) = 2\ncomposition(4:1, 2:2) = 2:2\nrank((2,2)) = 2\n"), 1U);
  EXPECT_EQ(refused("rank((2,2)) = 2\n"), 0U);
  EXPECT_EQ(report_on("rank((2,2)) = 2\n", asked).account.unanswered, 1U);
  const Report extended =
      report_on("composition(4:1, 2:1) = 2:1\n", "composition@extended(4:1, 2:1)\n");
  EXPECT_EQ(extended.account.count.of(VerdictKind::malformed), 1U);
}

/// A row that was tried and failed on the operands of this case, or held if there is none.
engine::Row row_of(const std::string& id, std::optional<Case> failing) {
  engine::Row row;
  row.statement = properties::find_statement(id);
  row.random.cases = 10;
  row.random.met = 4;
  row.random.nontrivial = 3;
  row.random.undecided = 1;
  if (failing) {
    row.random.failures = 2;
    row.random.first = engine::Failure{failing->operands, "so it is", 1};
  }
  return row;
}

TEST(ReportsOfVerify, HaveAFaultForEachRowThatFails) {
  const Report report = cli::report_on(
      {row_of("coalesce(layout)", read_case("coalesce((2,2):(1,2))")),
       row_of("colfax.2.1.4.15", read_case("colfax.2.1.4.15((2):(1))")),
       row_of("colfax.2.1.4.8", read_case("colfax.2.1.4.8((2):(1))")), row_of("rank(layout)", {})},
      {}, false);
  EXPECT_EQ(report.account.count.lines(), 40U);
  EXPECT_EQ(report.account.count.faults(), 4U);
  EXPECT_EQ(report.faults_left_out(), 0U);
  EXPECT_FALSE(is_right(report.account));
  const std::string json = to_json(report);
  EXPECT_THAT(json, HasSubstr("\"coalesce(layout)\": {\"lines\": 10, \"judged\": 9, \"faults\": 2, "
                              "\"met\": 4, \"nontrivial\": 3, \"standing\": \"fails\", "
                              "\"verdicts\": {\"agrees\": 7, \"wrong\": 2, \"undecided\": 1}"));
  EXPECT_THAT(json,
              HasSubstr("\"total\": {\"lines\": 40, \"judged\": 36, \"faults\": 4, \"met\": 16, "
                        "\"nontrivial\": 12, \"verdicts\""));
  EXPECT_THAT(json, HasSubstr("\"colfax.2.1.4.8\": {\"lines\": 10, \"judged\": 9, \"faults\": 0"));
  // The algebra is right, so that only the failure says why.
  EXPECT_THAT(json, HasSubstr("\"text\": \"coalesce((2,2):(1,2)) = 4:1\", \"verdict\": \"wrong\", "
                              "\"why\": \"so it is\""));
  EXPECT_THAT(json, HasSubstr("\"text\": \"colfax.2.1.4.15((2):(1)) = false\""));
  EXPECT_THAT(to_junit(report), HasSubstr("name=\"rank(layout)\" assertions=\"10\"/>"));
  EXPECT_THAT(to_html(report), HasSubstr("<p>(2):(1)</p>"));
  EXPECT_THAT(to_html(report), HasSubstr("<th>hypothesis met</th>"));
  EXPECT_THAT(to_corpus(report), HasSubstr("coalesce((2,2):(1,2)) = 4:1  # "));
  EXPECT_THAT(to_corpus(report), HasSubstr("colfax.2.1.4.15((2):(1)) = true  # "));
}

TEST(ReportsOfVerify, DoNotTakeARowWhoseHypothesisNeverHeldForRight) {
  engine::Row row = row_of("colfax.2.1.4.15", {});
  row.random.met = 0;
  EXPECT_THAT(to_junit(cli::report_on({row}, {}, false)),
              HasSubstr("<skipped message=\"its hypothesis never held\"/>"));
  row.random = {};
  EXPECT_THAT(to_json(cli::report_on({row}, {}, false)),
              HasSubstr("no case was tested for 1 of 1 row"));
}

TEST(ReportsOfVerify, NameTheRowOfFailuresOfWhichNoneIsKnown) {
  engine::Row row = row_of("rank(layout)", {});
  row.random.failures = 1;
  const Report report = cli::report_on({row}, {}, false);
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults.front().operation, "rank(layout)");
  std::ostringstream out;
  print_remarks({row}, out);
  EXPECT_EQ(out.str(), "FAULT rank(layout): 1 failure, none of them recorded\n");
}

TEST(ReportsOfVerify, NameACounterexampleThatDoesNotFail) {
  const auto failing = std::ranges::find(
      properties::statements(), engine::Standing::fails_as_stated, &engine::Statement::standing);
  ASSERT_NE(failing, properties::statements().end());
  engine::Statement statement = *failing;
  engine::Row row = row_of(std::string(statement.id), {});
  row.statement = &statement;
  const auto json = [&] { return to_json(cli::report_on({row}, {}, false)); };
  EXPECT_THAT(json(), Not(HasSubstr("does not fail")));
  statement.counterexample = "size((2))";
  EXPECT_THAT(json(), HasSubstr("FAULT " + std::string(statement.id) +
                                ": the recorded counterexample does not fail: size((2))"));
}

TEST(ReportsOfVerify, PrintATableOfOperationsAndStatements) {
  engine::Row operation = row_of("rank(layout)", {});
  operation.random.verdicts = {};
  operation.random.verdicts[static_cast<std::size_t>(VerdictKind::agrees)] = 9;
  operation.random.verdicts[static_cast<std::size_t>(VerdictKind::undecided)] = 1;
  engine::Row exhausted = row_of("colfax.2.1.4.15", {});
  exhausted.random.exhausted = 12;
  exhausted.random.slowest = std::chrono::milliseconds(345);
  std::ostringstream out;
  print_table(
      {operation, exhausted, row_of("colfax.2.1.4.15", read_case("colfax.2.1.4.15((2):(1))"))},
      out);
  EXPECT_EQ(
      out.str(),
      "operation            cases       met not trivial  undecided  weight     slowest  verdicts\n"
      "rank(layout)            10         4           3          1       -     0.00 ms  agrees 9, "
      "undecided 1\n"
      "\n"
      "statement            cases       met not trivial  undecided  weight     slowest  standing\n"
      "colfax.2.1.4.15         10         4           3          1    <=12      345 ms  holds\n"
      "colfax.2.1.4.15         10         4           3          1       -     0.00 ms  FAILS "
      "(2)\n");
}

TEST(ReportsOfVerify, RemarkOnRowsWithManyUndecidedCases) {
  engine::Row row = row_of("rank(layout)", {});
  const auto remarks = [&](std::size_t undecided) {
    row.random.cases = 10;
    row.random.undecided = undecided;
    std::ostringstream out;
    print_remarks({row}, out);
    return out.str();
  };
  EXPECT_EQ(remarks(1), "");
  EXPECT_EQ(remarks(2), "undecided, more than 10 %: rank(layout), 2 of 10 cases\n");
}

}  // namespace
}  // namespace layoutcheck::cli
