// Judging answered cases line by line.
#include "judge_lines.hpp"

#include "lines.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <cctype>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t longest = 1000;

/// The operation of a line that cannot be read, as far as it can be told.
std::string operation_in(const std::string& text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  const auto start = std::find_if(text.begin(), text.end(), is_part);
  const std::string name(start, std::find_if_not(start, text.end(), is_part));
  return properties::full_vocabulary().named(name).empty() ? "(unreadable)" : name;
}

/// The verdict on a line. Whatever happens to one line, the others are judged.
Verdict judge_line(const properties::CaseLine& line, const JudgeOptions& options) {
  Verdict verdict;
  if (!line.content) {
    verdict.kind = VerdictKind::malformed;
    verdict.why = clipped(line.error, longest);
    return verdict;
  }
  if (!line.content->answer) {
    verdict.kind = VerdictKind::unsupported;
    verdict.why = "there is no answer";
    return verdict;
  }
  try {
    return properties::judge_case(*line.content, options);
  } catch (const std::exception& error) {
    verdict.kind = VerdictKind::undecided;
    verdict.why = std::string(judge_failed) + error.what();
    return verdict;
  }
}

}  // namespace

std::string JudgedLine::text() const {
  if (!source->content) {
    return clipped(source->text, longest);
  }
  Case content = *source->content;
  content.comment.clear();
  return to_string(content);
}

Report judge_lines(std::istream& in, const JudgeOptions& options, std::size_t max_faults,
                   const std::function<bool(const JudgedLine&)>& use) {
  Report report;
  report.convention = options.convention;
  properties::read_cases(in, [&](const properties::CaseLine& line) {
    JudgedLine judged;
    judged.number = line.number;
    judged.operation = line.content ? line.content->operation : operation_in(line.text);
    judged.verdict = judge_line(line, options);
    judged.source = &line;
    if (!use(judged)) {
      return false;
    }
    report.operations[judged.operation].add(judged.verdict);
    if (is_fault(judged.verdict.kind) && report.faults.size() < max_faults) {
      report.faults.push_back({line.number, judged.operation, judged.text(), judged.verdict});
    }
    return true;
  });
  return report;
}

}  // namespace layoutcheck::cli
