// Checking what `layoutcheck check` makes of any input: verdicts, counts and reports.
#include "check_case.hpp"
#include "input_lines.hpp"
#include "judge_lines.hpp"
#include "target.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <sstream>

namespace layoutcheck::fuzz {

namespace {

struct Line {
  std::string text;
  VerdictKind verdict;
};

cli::Report report_of(const std::string& input, std::vector<Line>& lines) {
  constexpr std::size_t max_faults = 3;
  JudgeOptions options;
  options.limits = input_limits;
  options.language = &properties::full_language();
  std::istringstream in(input);
  return cli::judge_lines(in, options, {max_faults, {}, {}}, [&](const cli::JudgedLine& line) {
    if (line.judged.is_our_fault)
      throw std::logic_error(line.text() + ": " + line.judged.verdict.why);
    lines.push_back({line.source.text, line.judged.verdict.kind});
    return true;
  });
}

std::size_t lines_in(std::string_view input) {
  std::size_t count = 0;
  for (std::string_view line : split_lines(input)) {
    const bool is_last = is_of_newer_language(std::string(line));
    count += is_blank(line) && !is_last ? 0U : 1U;
    if (is_last) break;
  }
  return count;
}

std::string fault_of_counts(std::string_view input, const cli::Report& report,
                            std::span<const Line> lines) {
  const std::size_t wanted = lines_in(input);
  if (lines.size() != wanted || report.account.count.lines() != wanted) {
    return std::to_string(wanted) + " lines came, and " +
           std::to_string(report.account.count.lines()) + " were counted";
  }
  std::size_t faults = 0;
  for (const Line& line : lines)
    faults += is_fault(line.verdict) ? 1U : 0U;
  return faults == report.account.count.faults() ? "" : "the faults do not add up";
}

/// A verdict that depends on the lines before would make a report worthless. A blank line comes
/// first, because a byte order mark is skipped at the start of a file only.
std::string fault_of_order(std::span<const Line> lines) {
  for (const Line& line : lines) {
    std::vector<Line> alone;
    report_of("\n" + line.text, alone);
    if (alone.size() != 1 || alone.front().verdict != line.verdict)
      return "alone, the verdict on '" + line.text + "' is another";
  }
  return "";
}

std::string fault_of_reports(const cli::Report& report) {
  boost::property_tree::ptree tree;
  try {
    std::istringstream json(cli::to_json(report));
    boost::property_tree::read_json(json, tree);
  } catch (const boost::property_tree::json_parser_error& error) {
    return std::string("the JSON is malformed: ") + error.what();
  }
  try {
    std::istringstream xml(cli::to_junit(report));
    boost::property_tree::read_xml(xml, tree);
  } catch (const boost::property_tree::xml_parser_error& error) {
    return std::string("the XML is malformed: ") + error.what();
  }
  const auto is_control = [](unsigned char c) { return c < ' ' && c != '\n'; };
  const std::string table = cli::to_table(report);
  return std::any_of(table.begin(), table.end(), is_control) ? "the table holds control characters"
                                                             : "";
}

/// Each line gets one verdict, which does not depend on the other lines; the counts add up; and the
/// reports are well-formed.
Checked check_command(std::string_view input) {
  std::string why;
  try {
    std::vector<Line> lines;
    cli::Report report = report_of(std::string(input), lines);
    report.source = std::string(input.substr(0, 20));
    why = fault_of_counts(input, report, lines);
    if (why.empty() && lines.size() > 1) why = fault_of_order(lines);
    if (why.empty()) why = fault_of_reports(report);
  } catch (const std::exception& error) {
    why = std::string("an exception: ") + error.what();
  }
  return why.empty() ? passed() : found(std::string(input), why);
}

}  // namespace

const Target check_target{
    .name = "check",
    .says = "what `layoutcheck check` makes of any input: verdicts, counts, reports",
    .family = whole_family,
    .with_answers = true,
    .several_lines = true,
    .plain_percent = 20,
    .check = check_command};

}  // namespace layoutcheck::fuzz
