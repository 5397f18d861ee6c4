// Measuring which plants are found.
#include "measure.hpp"

#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <atomic>
#include <map>

namespace layoutcheck::detection {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

/// The plants that were not found yet, by the operations that they change.
class Open {
 public:
  explicit Open(std::span<const Plant* const> plants) {
    findings_.reserve(plants.size());
    for (const Plant* plant : plants) {
      findings_.push_back({plant});
      for (const Mistake& mistake : plant->mistakes) {
        std::vector<std::size_t>& places = by_operation_[mistake.operation];
        if (places.empty() || places.back() != findings_.size() - 1)
          places.push_back(findings_.size() - 1);
      }
    }
    open_ = plants.size();
  }

  /// Lets each plant answer the question; those that are at fault are found.
  void ask(const Case& question, const Answer& right, const JudgeOptions& options) {
    ++questions_;
    if (is_chain(question)) return;
    const auto concerned = by_operation_.find(question.operation);
    if (concerned == by_operation_.end()) return;
    const auto start = Clock::now();
    for (const std::size_t place : concerned->second) {
      Finding& finding = findings_[place];
      if (finding.fault) continue;
      std::optional<Answer> wrong = wrong_answer(*finding.plant, question, right);
      if (!wrong) continue;
      Judged judged = layoutcheck::judged(
          question, Reply{.kind = Reply::Kind::answered, .answer = *std::move(wrong)}, options);
      if (!is_fault(judged.verdict.kind)) continue;
      finding.fault = std::move(judged);
      finding.questions = questions_;
      finding.seconds = seconds(start - begin_ - idle_);
      --open_;
    }
    idle_ += Clock::now() - start;
  }

  [[nodiscard]] bool all_found() const { return open_ == 0; }

  std::vector<Finding> findings() {
    for (Finding& finding : findings_) {
      if (finding.fault) continue;
      finding.questions = questions_;
      finding.seconds = seconds(Clock::now() - begin_ - idle_);
    }
    return std::move(findings_);
  }

 private:
  std::vector<Finding> findings_;
  std::map<std::string, std::vector<std::size_t>> by_operation_;
  std::size_t open_ = 0;
  std::size_t questions_ = 0;
  Clock::time_point begin_ = Clock::now();
  /// What the plants took.
  Clock::duration idle_{};
};

}  // namespace

conformance::MakeSubject subject_of(const Plant& plant) {
  return [&plant] {
    return conformance::make_subject([&plant](const Case& question) -> Answer {
      const Answer right = engine::reply_of_algebra(question, plant.convention).answer;
      return wrong_answer(plant, question, right).value_or(right);
    });
  };
}

std::vector<Finding> measured(std::span<const Plant* const> plants, const conformance::Plan& plan) {
  Open open(plants);
  std::atomic<bool> stop = false;
  conformance::Plan own = plan;
  own.trial.stop = &stop;
  const Convention convention = plan.trial.judging.convention;
  const conformance::MakeSubject right = [convention] {
    return conformance::make_subject([convention](const Case& question) {
      return engine::reply_of_algebra(question, convention).answer;
    });
  };
  conformance::ask_all(
      own, [&](conformance::Phase, const conformance::TrialOptions&) { return right; },
      [&](const Judged& judged) {
        open.ask(judged.question, judged.reply.answer, own.trial.judging);
        stop = open.all_found() || (plan.trial.stop != nullptr && *plan.trial.stop);
      });
  return open.findings();
}

std::vector<Finding> measured(std::span<const Plant* const> plants, std::span<const Case> questions,
                              Convention convention) {
  Open open(plants);
  for (const Case& question : questions) {
    if (question.convention.value_or(convention) != convention) continue;
    const Reply right = engine::reply_of_algebra(question, convention);
    JudgeOptions options;
    options.convention = convention;
    if (right.kind == Reply::Kind::answered) open.ask(question, right.answer, options);
  }
  return open.findings();
}

conformance::Cause shrunk(const Finding& finding, const conformance::Plan& plan,
                          std::chrono::milliseconds time) {
  conformance::Causes causes;
  causes.add(*finding.fault);
  conformance::TrialOptions options = plan.trial;
  options.deadline = conformance::Deadline(Clock::now() + time);
  const auto subject = subject_of(*finding.plant)();
  return causes.shrunk(*subject, plan.draws.filter, options).front();
}

std::set<std::string> needless_features(const Plant& plant, const Case& question) {
  const std::set<std::string> has = conformance::features(question.operands);
  const std::set<std::string> needs = conformance::features(parse_case(plant.shown_by).operands);
  std::set<std::string> needless;
  for (const char* feature : {"empty tuple", "extent 1", "stride 0"})
    if (has.contains(feature) && !needs.contains(feature)) needless.insert(feature);
  return needless;
}

}  // namespace layoutcheck::detection
