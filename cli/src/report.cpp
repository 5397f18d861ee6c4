// Reports on judged cases: counts of verdicts by operation, the faults, and their forms for people
// and machines.
#include "report.hpp"

#include "json.hpp"
#include "junit.hpp"
#include "lines.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>

#include <algorithm>

namespace layoutcheck::cli {

namespace {

/// Calls `use` with each cause that there is, and its number.
template <class Use>
void for_each_reason(const Count& count, const Use& use) {
  for (std::size_t i = 0; i < reasons; ++i)
    if (count.undecided[i] > 0) use(static_cast<Reason>(i), count.undecided[i]);
}

/// What is tried has no samples to count.
std::string json_of(const Count& count, const Tried* tried = nullptr) {
  std::vector<std::string> members = {member("lines", count.lines()),
                                      member("judged", count.judged()),
                                      member("faults", count.faults())};
  if (tried == nullptr) {
    members.push_back(member("exhaustive", count.exhaustive));
    members.push_back(member("sampled", count.sampled));
  } else {
    members.push_back(member("met", tried->met));
    members.push_back(member("nontrivial", tried->nontrivial));
    if (tried->weight) members.push_back(member("weight", *tried->weight));
    if (!tried->standing.empty())
      members.push_back(member("standing", json_string(tried->standing)));
  }
  std::vector<std::string> verdicts;
  for (const VerdictKind kind : count.kinds())
    verdicts.push_back(member(describe(kind), count.of(kind)));
  std::vector<std::string> undecided;
  for_each_reason(count, [&](Reason reason, std::size_t number) {
    undecided.push_back(member(describe(reason), number));
  });
  members.push_back(member("verdicts", object(verdicts)));
  members.push_back(member("undecided", object(undecided)));
  return object(members);
}

std::string json_of(const Fault& fault) {
  std::vector<std::string> members;
  if (fault.line > 0) members.push_back(member("line", fault.line));
  members.push_back(member("operation", json_string(fault.operation)));
  members.push_back(member("text", json_string(fault.text)));
  members.push_back(member("verdict", json_string(describe(fault.verdict.kind))));
  members.push_back(member("why", json_string(fault.verdict.why)));
  if (fault.verdict.expected)
    members.push_back(member("expected", json_string(to_string(*fault.verdict.expected))));
  if (!fault.cause.empty()) {
    members.push_back(member("cause", json_string(fault.cause)));
    members.push_back(member("cases", fault.cases));
    if (fault.is_cut) members.push_back(member("cut", "true"));
  }
  if (!fault.documented.empty())
    members.push_back(member("promised", json_string(fault.documented)));
  if (!fault.finding.empty()) members.push_back(member("finding", json_string(fault.finding)));
  return object(members);
}

}  // namespace

std::size_t Report::faults_left_out() const {
  std::size_t told = 0;
  for (const Fault& fault : faults)
    told += fault.cases;
  return account.count.faults() - told;
}

const Tried* tried_of(const Report& report, const std::string& operation) {
  const auto found = report.tried.find(operation);
  return found == report.tried.end() ? nullptr : &found->second;
}

std::string praise(const Report& report) {
  const Count& count = report.account.count;
  if (count.of(VerdictKind::expected_failure) > 0) return "nothing fails unexpectedly";
  std::string text = report.not_offered.empty() && count.of(VerdictKind::unsupported) == 0
                         ? "all is right"
                         : "all that is offered is right";
  if (count.of(VerdictKind::outside_preconditions) + count.of(VerdictKind::acceptable) > 0)
    text += " within the preconditions";
  return text;
}

std::string verdict_text(const Verdict& verdict) {
  return verdict.kind == VerdictKind::malformed ? "malformed: " + verdict.why : to_string(verdict);
}

std::string to_table(const Report& report) {
  const Count& total = report.account.count;
  std::vector<std::vector<std::string>> rows = {{"operation", "lines"}};
  for (const VerdictKind kind : total.kinds())
    rows[0].emplace_back(describe(kind));
  rows[0].insert(rows[0].end(), {"exhaustive", "sampled"});
  const auto add = [&](const std::string& name, const Count& count) {
    const auto cell = [](std::size_t n) { return n == 0 ? std::string(".") : std::to_string(n); };
    std::vector<std::string> row = {name, cell(count.lines())};
    for (const VerdictKind kind : total.kinds())
      row.push_back(cell(count.of(kind)));
    row.push_back(cell(count.exhaustive));
    row.push_back(cell(count.sampled));
    rows.push_back(std::move(row));
  };
  for (const auto& [operation, count] : report.account.operations)
    add(operation, count);
  add("total", total);

  std::string text = to_string(report.origin) + "\n" + table(rows);
  for_each_reason(total, [&](Reason reason, std::size_t number) {
    text += "undecided by " + std::string(describe(reason)) + ": " + std::to_string(number) + "\n";
  });
  for (const auto& [precondition, number] : report.account.outside)
    text += "outside " + precondition + ": " + std::to_string(number) + "\n";
  for (const auto& [expected, number] : report.account.expected)
    if (expected.find("://") != std::string::npos)
      text += "expected " + expected + ": " + std::to_string(number) + "\n";
  if (report.expected_not_asked > 0)
    text += "not asked: " + counted(report.expected_not_asked, "expected failure") + "\n";
  return text;
}

std::string to_json(const Report& report) {
  const Count& total = report.account.count;
  Tried of_all;
  for (const auto& [operation, tried] : report.tried) {
    of_all.met += tried.met;
    of_all.nontrivial += tried.nontrivial;
  }
  std::vector<std::string> operations;
  for (const auto& [operation, count] : report.account.operations)
    operations.push_back(member(operation, json_of(count, tried_of(report, operation))));
  std::vector<std::string> faults;
  for (const Fault& fault : report.faults)
    faults.push_back(json_of(fault));
  std::vector<std::string> lacks;
  for (const std::string& shortcoming : shortcomings(report.account))
    lacks.push_back(json_string(shortcoming));
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  std::vector<std::string> not_offered;
  for (const std::string& row : report.not_offered)
    not_offered.push_back(json_string(row));
  const auto counts = [](const std::map<std::string, std::size_t>& numbers) {
    std::vector<std::string> lines;
    for (const auto& [key, number] : numbers)
      lines.push_back(member(key, number));
    return in_lines('{', lines, '}', 4);
  };
  std::vector<std::string> members = {
      member("format", 1),
      member("source", json_string(report.source)),
      member("subject", json_string(report.origin.subject)),
      member("version", json_string(version)),
      member("seed", report.origin.seed ? std::to_string(*report.origin.seed) : "null"),
      member("date", json_string(report.origin.date)),
      member("convention", json_string(name(report.convention)))};
  if (!report.profile.empty()) {
    members.insert(members.end(), {member("profile", json_string(report.profile)),
                                   member("outside", counts(report.account.outside)),
                                   member("expected", counts(report.account.expected))});
  }
  members.insert(
      members.end(),
      {member("ran_out", truth(report.ran_out)),
       member("interrupted", truth(report.account.interrupted)),
       member("right", truth(is_right(report.account))), member("shortcomings", list(lacks)),
       member("not_offered", list(not_offered)), member("seconds", decimal(report.seconds, 3)),
       member("total", json_of(total, report.tried.empty() ? nullptr : &of_all)),
       member("operations", in_lines('{', operations, '}', 4)),
       member("faults", in_lines('[', faults, ']', 4)),
       member("faults_left_out", report.faults_left_out())});
  if (report.scope_questions > 0) {
    members.push_back(
        member("scope", object({member("questions", report.scope_questions),
                                member("not_asked", counts(report.scope_not_asked))})));
  }
  if (report.seconds_to_start)
    members.push_back(member("seconds_to_start", decimal(*report.seconds_to_start, 1)));
  return in_lines('{', members, '}', 2) + "\n";
}

std::string start_note(const Report& report) {
  if (!report.seconds_to_start) return "";
  return "the subject took " + decimal(*report.seconds_to_start, 0) +
         " s to start, which are no part of --time";
}

std::string to_junit(const Report& report) {
  using Outcome = JunitCase::Outcome;
  std::vector<JunitCase> cases;
  for (const auto& [operation, count] : report.account.operations) {
    JunitCase& test = cases.emplace_back(JunitCase{operation});
    test.assertions = count.lines();
    if (count.faults() > 0) {
      test.outcome = Outcome::failed;
      test.message = std::to_string(count.faults()) + " of " + counted(count.lines(), "case") +
                     (count.faults() == 1 ? " is" : " are") + " wrong";
      for (const Fault& fault : report.faults) {
        if (fault.operation == operation) {
          test.lines.push_back(
              (fault.line == 0 ? "" : "line " + std::to_string(fault.line) + ": ") + fault.cause +
              (fault.cause.empty() ? "" : ": ") + fault.text + "  # " +
              verdict_text(fault.verdict));
        }
      }
    } else if (const Tried* tried = tried_of(report, operation);
               count.judged() == 0 || (tried != nullptr && tried->met == 0)) {
      test.outcome = Outcome::skipped;
      test.message =
          count.judged() == 0 ? "no answer could be judged" : "its hypothesis never held";
    }
    for (const VerdictKind kind : {VerdictKind::acceptable, VerdictKind::outside_preconditions,
                                   VerdictKind::expected_failure}) {
      if (count.of(kind) == 0) continue;
      cases.push_back({operation + " (" + std::string(describe(kind)) + ")",
                       Outcome::skipped,
                       std::to_string(count.of(kind)) + " of " + counted(count.lines(), "line"),
                       {},
                       count.of(kind)});
    }
  }
  JunitCase whole{"(the whole)"};
  whole.lines = shortcomings(report.account);
  if (!whole.lines.empty()) {
    whole.outcome = Outcome::failed;
    whole.message = whole.lines.front();
  }
  cases.push_back(std::move(whole));
  return to_junit({report.command,
                   {{"subject", report.origin.subject},
                    {"layoutcheck", std::string(version)},
                    {"seed", report.origin.seed ? std::to_string(*report.origin.seed) : ""},
                    {"profile", report.profile}},
                   report.seconds,
                   report.origin.date},
                  cases);
}

}  // namespace layoutcheck::cli
