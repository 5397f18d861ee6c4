// What a profile makes of answered lines.
#include "line_excuses.hpp"

#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

namespace layoutcheck::cli {

void LineExcuses::operator()(JudgedLine& line) {
  const bool answers_another = line.source->content && line.verdict.kind == VerdictKind::malformed;
  if (profile_.preconditions.empty() && profile_.expected.empty()) return;
  if (line.is_our_fault || answers_another) return;
  std::string asked;
  conformance::Judged judged;
  judged.reply = conformance::read_reply(line.source->text, asked);
  if (asked.empty()) return;
  judged.question = parse_case(asked, 1, properties::full_vocabulary());
  if (judged.question.convention == profile_.convention) judged.question.convention.reset();
  judged.verdict = line.verdict;
  excuse(judged, profile_);
  expected_.see(judged);
  line.verdict.kind = judged.verdict.kind;
  if (judged.verdict.kind == VerdictKind::outside_preconditions) ++outside_[judged.excuse];
}

void LineExcuses::tell(Report& report) const {
  report.profile = profile_.name;
  report.outside = outside_;
  report.expected_not_asked = expected_.not_asked();
  const std::vector<std::string>& complaints = expected_.complaints();
  std::vector<std::string>& all = report.account.complaints;
  all.insert(all.end(), complaints.begin(), complaints.end());
}

}  // namespace layoutcheck::cli
