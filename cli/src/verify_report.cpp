// What a run of `layoutcheck verify` found.
#include "verify_report.hpp"

#include "causes_text.hpp"
#include "lines.hpp"
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <ostream>

namespace layoutcheck::cli {

namespace {

using engine::Failure;
using engine::Result;
using engine::Row;
using engine::Standing;
using engine::Statement;
using engine::Tally;

/// The failure as a reply that was judged: of an operation the algebra's, of a statement that the
/// check fails.
Judged judged_again(const Statement& statement, const Failure& failure) {
  Judged found;
  found.question = engine::question_of(statement, failure.operands);
  found.reply = {Reply::Kind::answered, Value(false)};
  found.verdict.expected = Value(true);
  if (statement.operation != nullptr) {
    Reply own = properties::own_reply(found.question);
    found = judged(std::move(found.question), std::move(own));
  }
  if (!is_fault(found.verdict.kind)) {
    found.verdict.kind = VerdictKind::wrong;
    found.verdict.why = failure.why;
  }
  return found;
}

Fault fault_of_row(const Row& row) {
  const Statement& statement = *row.statement;
  const Tally total = row.total();
  Fault fault;
  if (total.first) {
    conformance::Cause cause;
    cause.smallest = judged_again(statement, *total.first);
    cause.operation = statement.id;
    cause.kind = cause.smallest.verdict.kind;
    cause.difference = conformance::difference(cause.smallest);
    cause.features = conformance::features(total.first->operands);
    fault = fault_of(cause);
  } else {
    fault.operation = statement.id;
    fault.text = statement.id;
    fault.verdict.kind = VerdictKind::wrong;
    fault.verdict.why = counted(total.failures, "failure") + ", none of them recorded";
  }
  fault.cases = total.failures;
  return fault;
}

Fault fault_of_line(const properties::ReplayFault& line) {
  Fault fault;
  fault.operation = "(corpus)";
  fault.text = line.line;
  fault.verdict = line.judged.verdict;
  const std::size_t colon = line.place.rfind(':');
  fault.place = {line.place.substr(0, colon), std::stoul(line.place.substr(colon + 1))};
  fault.cause = std::string(describe(fault.verdict.kind)) + ", " + line.place;
  if (!line.judged.question.operation.empty()) fault.content = answered(line.judged);
  if (fault.content && fault.content->answer) fault.given = to_string(*fault.content->answer);
  return fault;
}

/// What is wrong with a row apart from failures.
std::vector<std::string> complaints_of(const Row& row, bool interrupted) {
  std::vector<std::string> complaints;
  const Statement& statement = *row.statement;
  if (statement.standing != Standing::holds) {
    const Case known = parse_case(statement.counterexample, 1, properties::full_vocabulary());
    if (properties::own_reply(known).answer != Answer(Value(false))) {
      complaints.push_back(
          "FAULT " + statement.id +
          ": the recorded counterexample does not fail: " + statement.counterexample);
    }
  }
  const Tally& random = row.random;
  if (!interrupted && is_met_too_seldom(statement, random)) {
    complaints.push_back("FAULT " + statement.id + ": its hypothesis was met only " +
                         counted(random.met, "time") + " in " +
                         counted(random.cases, "random case"));
  }
  return complaints;
}

/// The rows of which no case was tried, in a sentence, or "".
std::string untried(const std::vector<Row>& rows) {
  constexpr std::size_t shown = 5;
  std::size_t count = 0;
  std::string names;
  for (const Row& row : rows) {
    const Tally total = row.total();
    // A range, or a shard of it, may have no operands for a row.
    if (total.cases == 0 && !total.complete && ++count <= shown)
      names += (names.empty() ? "" : ", ") + row.statement->id;
  }
  if (count == 0) return "";
  return "no case was tested for " + std::to_string(count) + " of " + counted(rows.size(), "row") +
         ": " + names + (count > shown ? ", ..." : "");
}

std::string milliseconds(std::chrono::nanoseconds time) {
  return decimal(static_cast<double>(time.count()) / 1e6,
                 time < std::chrono::milliseconds(10) ? 2 : 0) +
         " ms";
}

std::string standing_of(const Row& row) {
  const Statement& statement = *row.statement;
  const Tally total = row.total();
  if (statement.standing == Standing::fails_as_stated)
    return "fails as stated (" + std::to_string(total.failures) + ")";
  if (total.failures > 0) return "FAILS (" + std::to_string(total.failures) + ")";
  if (statement.kind != "Operation") return "holds";
  std::string text;
  Count count;
  count.verdicts = total.verdicts;
  for (const VerdictKind kind : count.kinds()) {
    text += (text.empty() ? "" : ", ") + std::string(describe(kind)) + " " +
            std::to_string(count.of(kind));
  }
  return text;
}

}  // namespace

Report report_on(const std::vector<Row>& rows, const Replayed& replayed, bool interrupted) {
  Report report;
  report.command = "verify";
  Account& account = report.account;
  account.interrupted = interrupted;
  // Of drawn cases some are beyond the limit; those of the corpus are not.
  account.undecided_share = 100;
  if (replayed.files > 0) {
    report.account.operations["(corpus)"] = replayed.count;
    account.count = replayed.count;
  }
  account.complaints = replayed.skipped;
  if (const std::size_t undecided = replayed.count.of(VerdictKind::undecided); undecided > 0)
    account.complaints.push_back(counted(undecided, "line") + " of the corpus undecided");
  for (const properties::ReplayFault& line : replayed.faults)
    if (is_fault(line.judged.verdict.kind)) report.faults.push_back(fault_of_line(line));
  for (const Row& row : rows) {
    const Tally total = row.total();
    const std::size_t wrong =
        row.statement->standing == Standing::holds ? total.failures : std::size_t{0};
    if (wrong > 0) report.faults.push_back(fault_of_row(row));
    const std::string name(row.statement->id);
    Count& count = report.account.operations[name];
    count.add(VerdictKind::wrong, wrong);
    count.add(VerdictKind::undecided, total.undecided);
    count.add(VerdictKind::agrees, total.cases - wrong - total.undecided);
    account.count += count;
    const std::string standing = total.cases == 0 ? "not tested"
                                 : wrong > 0      ? "fails"
                                                  : std::string(describe(row.statement->standing));
    report.tried[name] = {total.met, total.nontrivial, total.exhausted, standing};
    for (std::string& complaint : complaints_of(row, interrupted))
      account.complaints.push_back(std::move(complaint));
  }
  if (std::string lack = untried(rows); !lack.empty()) account.complaints.push_back(lack);
  return report;
}

std::string failure_text(const Statement& statement, const Failure& failure) {
  return statement.operation != nullptr
             ? failure.why
             : engine::as_case(statement, failure.operands, Result::Kind::fails) + ": " +
                   failure.why;
}

void print_table(const std::vector<Row>& rows, std::ostream& out) {
  std::size_t width = 9;
  std::size_t digits = 9;
  for (const Row& row : rows) {
    width = std::max(width, row.statement->id.size());
    digits = std::max(digits, std::to_string(row.total().cases).size());
  }
  const auto line = [&](std::string_view name, const std::string& cases, const std::string& met,
                        const std::string& nontrivial, const std::string& undecided,
                        const std::string& weight, const std::string& slowest,
                        const std::string& result) {
    const int count = static_cast<int>(digits);
    out << std::left << std::setw(static_cast<int>(width) + 2) << name << std::right
        << std::setw(count) << cases << std::setw(count + 1) << met << std::setw(count + 3)
        << nontrivial << std::setw(11) << undecided << std::setw(8) << weight << std::setw(12)
        << slowest << "  " << result << '\n';
  };
  std::string section;
  for (const Row& row : rows) {
    const std::string of = row.statement->operation != nullptr ? "operation" : "statement";
    if (of != section) {
      out << (section.empty() ? "" : "\n");
      line(of, "cases", "met", "not trivial", "undecided", "weight", "slowest",
           of == "operation" ? "verdicts" : "standing");
      section = of;
    }
    const Tally total = row.total();
    line(row.statement->id, std::to_string(total.cases), std::to_string(total.met),
         std::to_string(total.nontrivial), std::to_string(total.undecided),
         total.exhausted ? "<=" + std::to_string(*total.exhausted) : "-",
         milliseconds(total.slowest), standing_of(row));
  }
}

void print_remarks(const std::vector<Row>& rows, std::ostream& out) {
  constexpr std::size_t share = 10;
  for (const Row& row : rows)
    if (row.statement->standing == Standing::fails_as_stated)
      out << "fails as stated: " << row.statement->counterexample << '\n';
  for (const Row& row : rows) {
    const Tally total = row.total();
    if (total.undecided * 100 > total.cases * share) {
      out << "undecided, more than " << share << " %: " << row.statement->id << ", "
          << total.undecided << " of " << counted(total.cases, "case") << '\n';
    }
  }
  for (const Row& row : rows) {
    const Tally total = row.total();
    if (row.statement->standing != Standing::holds || total.failures == 0) continue;
    out << "FAULT "
        << (total.first ? failure_text(*row.statement, *total.first)
                        : row.statement->id + ": " + fault_of_row(row).verdict.why)
        << '\n';
  }
}

}  // namespace layoutcheck::cli
