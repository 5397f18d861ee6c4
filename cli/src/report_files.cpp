// The files that a report is written to.
#include "report_files.hpp"

#include "explain.hpp"
#include "html.hpp"
#include "lines.hpp"
#include "output.hpp"
#include "sarif.hpp"
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/notation/chain.hpp>

#include <stdexcept>

namespace layoutcheck::cli {

namespace {

/// Whether the file of faults has a line for it.
bool has_line(const Fault& fault) {
  return fault.content && fault.verdict.expected;
}

/// The report in which a fault that stands in no other file is asked in the file of faults.
Report placed_in(const std::string& file, Report report) {
  if (file.empty() || file == "-") return report;
  std::size_t line = 0;
  for (Fault& fault : report.faults) {
    if (!has_line(fault)) continue;
    ++line;
    if (fault.place.line == 0 && fault.asked.line == 0) fault.asked = {file, line};
  }
  return report;
}

}  // namespace

void add_report_files(Command& command, ReportFiles& files, const std::string& names_for_faults) {
  command.text("--json", "FILE", files.json,
               "Write the counts and the faults to this file as JSON; '-' is standard output, and "
               "all other output goes to standard error");
  command.text("--junit", "FILE", files.junit,
               "Write the same as JUnit XML, with a test case for each operation");
  command.text("--html", "FILE", files.html,
               "Write an HTML page, with given and expected grids side by side");
  command.text("--sarif", "FILE", files.sarif,
               "Write the faults as SARIF, for code scanning and editors, at the lines of the "
               "questions or the answers, or else of the file of faults");
  command.text(
      names_for_faults, "FILE", files.faults,
      "Write the faults as lines with the right answers, for 'replay' and 'test --questions'");
}

bool require_reports(const ReportFiles& files, Claims claims, const std::string& other) {
  std::size_t to_output = 0;
  for (const std::string& file :
       {files.json, files.junit, files.html, files.sarif, files.faults, other}) {
    claims.add_output(file);
    if (file == "-")
      ++to_output;
    else if (!file.empty())
      engine::require_writable(file);
  }
  if (to_output > 1) throw std::invalid_argument("only one report can go to standard output");
  return to_output == 1;
}

void refuse_in_plan(const ReportFiles& files) {
  for (const std::string& file : {files.json, files.junit, files.html, files.sarif, files.faults})
    refuse_in_plan(!file.empty(), "the report '" + file + "'", "reports are options of merge");
}

void take_merged(const Work& work, Report& report) {
  auto& complaints = report.account.complaints;
  complaints.insert(complaints.end(), work.lacks.begin(), work.lacks.end());
  report.seconds = work.seconds;
  report.origin.date = work.date;
}

void write_reports(const Report& report, const ReportFiles& files) {
  using Writer = std::string (*)(const Report&);
  write_each<Report>(
      report,
      {{files.json, static_cast<Writer>(to_json)},
       {files.junit, static_cast<Writer>(to_junit)},
       {files.html, static_cast<Writer>(to_html)},
       {files.faults, static_cast<Writer>(to_corpus)},
       {files.sarif, [&](const Report& r) { return to_sarif(placed_in(files.faults, r)); }}});
}

std::string to_corpus(const Report& report) {
  constexpr std::size_t longest = 300;
  std::string text;
  for (const Fault& fault : report.faults) {
    if (!has_line(fault)) continue;
    Case line = *fault.content;
    name_convention(line, report.convention);
    line.answer = fault.verdict.expected;
    line.comment = (fault.cause.empty() ? std::string(describe(fault.verdict.kind)) : fault.cause) +
                   "; given " + clipped(fault.given, longest);
    text += to_string(line) + '\n';
  }
  return text;
}

}  // namespace layoutcheck::cli
