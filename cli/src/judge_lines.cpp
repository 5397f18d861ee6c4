// Judging answered cases line by line.
#include "judge_lines.hpp"

#include "lines.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t longest = 1000;

using Clock = std::chrono::steady_clock;

/// The operation of a line that cannot be read, as far as it can be told.
std::string operation_in(const std::string& text, const Vocabulary& vocabulary) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  const auto start = std::find_if(text.begin(), text.end(), is_part);
  const std::string name(start, std::find_if_not(start, text.end(), is_part));
  return vocabulary.named(name).empty() ? "(unreadable)" : name;
}

/// The questions one after the other.
class Asked {
 public:
  Asked(const Questions* questions, const JudgeOptions& options)
      : questions_(questions),
        convention_(options.convention),
        vocabulary_(&vocabulary_of(options.language)) {}

  /// Why the line does not answer the next question; "" if it does, or if nothing was asked.
  std::string objection(const CaseLine& line) {
    if (questions_ == nullptr) return "";
    if (!next()) return "there are no more questions in " + questions_->name;
    if (!line.content || is_same(*line.content, *question_.content)) return "";
    return "it does not answer the question of " + questions_->name + ":" +
           std::to_string(question_.number) + ", " +
           clipped(layoutcheck::question(*question_.content), longest);
  }

  /// Where the question stands that was answered last; nowhere once none is left.
  [[nodiscard]] Place place() const {
    return questions_ == nullptr || is_over_ ? Place{} : Place{questions_->name, question_.number};
  }

  /// How many questions are left.
  std::size_t count_rest() {
    std::size_t count = 0;
    while (questions_ != nullptr && next())
      ++count;
    return count;
  }

 private:
  bool next() {
    is_over_ = !next_case(questions_->in, question_, *vocabulary_);
    if (is_over_) return false;
    if (!question_.content) {
      throw std::runtime_error(questions_->name + ":" + std::to_string(question_.number) + ": " +
                               question_.error);
    }
    return true;
  }

  [[nodiscard]] bool is_same(const Case& a, const Case& b) const {
    const auto same = [this](const auto& x, const auto& y) {
      return x.operation == y.operation &&
             x.convention.value_or(convention_) == y.convention.value_or(convention_);
    };
    const auto same_inner = [&](const Inner& x, const Inner& y) {
      return same(x, y) && x.first == y.first && x.count == y.count;
    };
    return same(a, b) && a.operands == b.operands &&
           std::ranges::equal(a.inner, b.inner, same_inner);
  }

  const Questions* questions_;
  Convention convention_;
  const Vocabulary* vocabulary_;
  CaseLine question_;
  bool is_over_ = false;
};

}  // namespace

std::string JudgedLine::text() const {
  if (!source.content) return clipped(source.text, longest);
  Case content = *source.content;
  content.comment.clear();
  return to_string(content);
}

Report judge_lines(std::istream& in, const JudgeOptions& options, const LineLimits& limits,
                   const std::function<bool(JudgedLine&)>& use, const Questions* questions) {
  Report report;
  report.convention = options.convention;
  Asked asked(questions, options);
  const Vocabulary& vocabulary = vocabulary_of(options.language);
  bool broken_off = false;
  read_cases(
      in,
      [&](const CaseLine& line) {
        if (auto subject = line.content ? std::nullopt : subject_in(line.text)) {
          report.origin.subject = *std::move(subject);
          return true;
        }
        if (!line.content && offers_in(line.text)) return true;
        const std::string objection = asked.objection(line);
        JudgedLine one{line, {}};
        Judged& judged = one.judged;
        if (objection.empty()) {
          std::optional<Clock::time_point> end = limits.end;
          if (limits.time) {
            const auto line_end = Clock::now() + *limits.time;
            end = end ? std::min(*end, line_end) : line_end;
          }
          const WorkLimit grant(INT64_MAX, end);
          judged = layoutcheck::judged(line, options);
        } else {
          judged.verdict = verdict_of(VerdictKind::malformed, objection);
        }
        if (!line.content) judged.verdict.why = clipped(judged.verdict.why, longest);
        judged.question.operation =
            line.content ? line.content->operation : operation_in(line.text, vocabulary);
        if (!use(one)) {
          broken_off = true;
          return false;
        }
        add(report.account, judged);
        if (is_fault(judged.verdict.kind) && report.faults.size() < limits.max_faults) {
          report.faults.push_back(
              {line.number, judged.question.operation, one.text(), judged.verdict});
          Fault& fault = report.faults.back();
          fault.content = line.content;
          fault.asked = asked.place();
          if (line.content && line.content->answer) fault.given = to_string(*line.content->answer);
        }
        return true;
      },
      vocabulary);
  if (!broken_off) report.account.unanswered = asked.count_rest();
  return report;
}

}  // namespace layoutcheck::cli
