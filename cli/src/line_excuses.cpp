// What a profile makes of answered lines.
#include "line_excuses.hpp"

#include <layoutcheck/conformance/causes.hpp>

namespace layoutcheck::cli {

void LineExcuses::operator()(JudgedLine& line) {
  if (profile_.preconditions.empty() && profile_.open_forms.empty() && profile_.expected.empty())
    return;
  Judged& judged = line.judged;
  const bool answers_another = line.source.content && judged.verdict.kind == VerdictKind::malformed;
  if (judged.question.operands.empty() || judged.is_our_fault || answers_another) return;
  if (judged.question.convention == profile_.convention) judged.question.convention.reset();
  conformance::name_by_algebra(judged, profile_.convention);
  excuse(judged, profile_);
  expected_.see(judged);
}

void LineExcuses::tell(Report& report) const {
  report.profile = profile_.name;
  report.expected_not_asked = expected_.not_asked();
  const std::vector<std::string>& complaints = expected_.complaints();
  std::vector<std::string>& all = report.account.complaints;
  all.insert(all.end(), complaints.begin(), complaints.end());
}

}  // namespace layoutcheck::cli
