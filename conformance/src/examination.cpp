// Examinations: a trial as a user wants it, from what is not offered to the shrunk causes.
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/conformance/examination.hpp>
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace layoutcheck::conformance {

namespace {

using Clock = std::chrono::steady_clock;
using properties::Statement;

/// Questions of a row before it is believed not to be offered, of a profile that says that hardly
/// anything is.
constexpr double most_looks = 1000;

/// What rows that ask the same have in common: two layouts are a layout and a tiler.
std::string asked_by(const Statement& row) {
  return row.operation == nullptr ? std::string(row.id) : signature(*row.operation);
}

/// What names the row alone, as rows_named() reads it: "composition(layout, tiler)".
std::string name_of(const Statement& row) {
  const std::string id(row.id);
  return row.operation == nullptr ? id : row.operation->name + id.substr(id.find('('));
}

/// Several subjects may say the same.
void add_complaints(Findings& findings, const std::vector<std::string>& complaints) {
  for (const std::string& complaint : complaints)
    if (std::find(findings.complaints.begin(), findings.complaints.end(), complaint) ==
        findings.complaints.end())
      findings.complaints.push_back(complaint);
}

class Examination {
 public:
  Examination(const Plan& plan, const MakeForPhase& make,
              const std::function<void(const Judged&)>& use)
      : plan_(plan),
        make_(make),
        use_(use),
        convention_(plan.trial.judging.convention),
        trial_(plan.trial),
        rows_(rows_named(plan.only, convention_, plan.trial.find_statement)) {
    if (plan.asking.count() > 0) trial_.deadline = Clock::now() + plan.asking;
    if (trial_.profile != nullptr) expected_.emplace(*trial_.profile);
  }

  Asked ask_all() {
    try {
      leave_out_what_is_not_offered();
      ask();
    } catch (const std::exception& error) {
      if (!has_judged_) throw;
      // What was found before is told all the same.
      asked_.findings.complaints.emplace_back(error.what());
    }
    name_what_is_offered();
    asked_.findings.ran_out = trial_.deadline && Clock::now() >= *trial_.deadline;
    return std::move(asked_);
  }

  Prospect prospect() {
    leave_out_what_is_not_offered();
    name_what_is_offered();
    Prospect found;
    put_all([&](const Case&) {
      ++found.questions;
      return trial_.stop == nullptr || !*trial_.stop;
    });
    found.findings = std::move(asked_.findings);
    return found;
  }

 private:
  /// The question as it is put, and as its text reads: the convention of the run goes without
  /// saying, and () is a shape before it is a profile.
  TakeQuestion put(const TakeQuestion& take) const {
    return [this, take](Case asked) {
      drop_convention(asked, convention_);
      return take(
          parse_case(question(asked), 1, properties::vocabulary_of(trial_.judging.language)));
    };
  }

  /// A few questions of each row; what is always unsupported is asked no more. It is asked again
  /// before that is believed, because some questions may be offered: where the profile takes it
  /// that few are, so often that they are all unsupported by chance once in 10,000 times.
  void leave_out_what_is_not_offered() {
    const double share = trial_.profile != nullptr ? trial_.profile->unsupported / 100 : 0;
    const double enough = share > 0 && share < 1 ? std::ceil(std::log(1e-4) / std::log(share)) : 0;
    const std::size_t looks[] = {4, static_cast<std::size_t>(std::clamp(enough, 32.0, most_looks))};
    std::vector<const Statement*> silent = rows_;
    for (const std::size_t count : looks) {
      if (silent.empty()) return;
      std::set<std::string> asked;
      std::set<std::string> offered;
      Draws draws = plan_.draws;
      draws.count = count * silent.size();
      draws.size = draws.size.value_or(15);
      TrialOptions one = trial_;
      one.jobs = std::min(1U, one.jobs);
      take_note(run_trial(
          [&](const TakeQuestion& take) {
            try {
              draw_questions(silent, draws, put(take));
            } catch (const std::runtime_error&) {
              // That no more can be drawn of few rows says nothing of the others.
              if (silent.size() == rows_.size()) throw;
            }
          },
          make_(Phase::asking, one), one,
          [&](Judged&& judged) {
            const std::string by =
                asked_by(*properties::row_of(judged.question, convention_, trial_.find_statement));
            asked.insert(by);
            if (judged.verdict.kind != VerdictKind::unsupported) offered.insert(by);
          }));
      if (trial_.is_over()) return;
      // A row whose questions rarely pass the filter may not have been asked, and stays.
      std::erase_if(silent, [&](const Statement* row) {
        return !asked.contains(asked_by(*row)) || offered.contains(asked_by(*row));
      });
    }
    for (const Statement* row : silent)
      std::erase(rows_, row);
    std::set<std::string> missing;
    for (const Statement* row : silent)
      missing.insert(wish_for(*row));
    for (const Statement* row : rows_)
      missing.erase(wish_for(*row));
    asked_.findings.not_offered.assign(missing.begin(), missing.end());
  }

  /// What of the plan the row is asked for: its signature, if that is named there, or its name.
  [[nodiscard]] std::string wish_for(const Statement& row) const {
    std::string signature = name_of(row);
    const auto without_blanks = [](std::string text) {
      std::erase(text, ' ');
      return text;
    };
    const bool is_named = std::any_of(plan_.only.begin(), plan_.only.end(), [&](const auto& wish) {
      return without_blanks(wish) == without_blanks(signature);
    });
    return is_named || row.operation == nullptr ? signature : row.operation->name;
  }

  /// The cases that are expected to fail, of the rows that are asked.
  void put_expected(const TakeQuestion& take) {
    if (trial_.profile == nullptr) return;
    for (const ExpectedFailure& expected : trial_.profile->expected) {
      const Statement* row = properties::row_of(expected.question, convention_);
      const bool is_asked = std::any_of(rows_.begin(), rows_.end(), [&](const Statement* one) {
        return asked_by(*one) == asked_by(*row);
      });
      if (is_asked &&
          properties::passes(expected.question.operands, row->domain.sorts, plan_.draws.filter)) {
        take(expected.question);
      }
    }
  }

  /// Whether a chain is to be asked: chains are wanted, this one is determined, and what is inside
  /// is asked for by itself as well.
  [[nodiscard]] bool asks(const Case& chain) const {
    if (plan_.chains == 0 || !is_determined(chain, convention_)) return false;
    for (std::size_t i = 0; i < chain.inner.size(); ++i) {
      const Operation* inner = operation_of(inner_question(chain, i));
      if (std::ranges::find(rows_, inner, &Statement::operation) == rows_.end()) return false;
    }
    return true;
  }

  /// The expected failures, the examples and files, then all within bounds, then the random ones,
  /// of which chains are the last.
  void put_all(const TakeQuestion& take) {
    bool wanted = true;
    const TakeQuestion on = put([&](Case question) {
      if (is_chain(question) && !asks(question)) return true;
      return wanted = take(std::move(question));
    });
    const properties::Filter& filter = plan_.draws.filter;
    const Vocabulary& vocabulary = properties::vocabulary_of(trial_.judging.language);
    put_expected(on);
    if (plan_.examples) example_questions(rows_, filter, on, vocabulary);
    for (const std::filesystem::path& place : plan_.places)
      if (wanted) read_questions(place, rows_, filter, on, vocabulary);
    if (wanted && plan_.range) enumerate_questions(rows_, *plan_.range, filter, on);
    if (wanted) draw_questions(rows_, plan_.draws, on);
    Draws chains = plan_.draws;
    chains.count = plan_.chains;
    if (wanted) draw_chains(rows_, chains, convention_, on);
  }

  void name_what_is_offered() {
    std::set<std::string> offered;
    for (const Statement* row : rows_)
      offered.insert(wish_for(*row));
    asked_.findings.offered.assign(offered.begin(), offered.end());
  }

  /// Those of the part, if there is one.
  void put_part(const TakeQuestion& take) {
    if (!plan_.part) {
      put_all(take);
      return;
    }
    std::size_t number = 0;
    put_all([&](Case question) {
      if (number >= plan_.part->last) return false;
      return number++ < plan_.part->first || take(std::move(question));
    });
  }

  void ask() {
    take_note(run_trial([&](const TakeQuestion& take) { put_part(take); },
                        make_(Phase::asking, trial_), trial_,
                        [&](Judged&& judged) {
                          has_judged_ = true;
                          if (expected_ && expected_->see(judged))
                            asked_.expected.push_back(judged);
                          use_(judged);
                          if (is_fault(judged.verdict.kind)) asked_.causes.add(std::move(judged));
                        }));
  }

  void take_note(const Said& said) {
    if (asked_.findings.subject.empty()) asked_.findings.subject = said.name;
    add_complaints(asked_.findings, said.complaints);
  }

  const Plan& plan_;
  const MakeForPhase& make_;
  const std::function<void(const Judged&)>& use_;
  Convention convention_;
  TrialOptions trial_;
  std::vector<const Statement*> rows_;
  std::optional<ExpectedFailures> expected_;
  Asked asked_;
  bool has_judged_ = false;
};

}  // namespace

Asked& Asked::operator+=(const Asked& other) {
  add_complaints(findings, other.findings.complaints);
  if (findings.subject.empty()) findings.subject = other.findings.subject;
  findings.offered = other.findings.offered;
  findings.not_offered = other.findings.not_offered;
  findings.ran_out = findings.ran_out || other.findings.ran_out;
  for (const Cause& cause : other.causes.found())
    causes.add(cause.smallest, cause.cases);
  expected.insert(expected.end(), other.expected.begin(), other.expected.end());
  return *this;
}

Asked ask_all(const Plan& plan, const MakeForPhase& make,
              const std::function<void(const Judged&)>& use) {
  return Examination(plan, make, use).ask_all();
}

Prospect prospect(const Plan& plan, const MakeForPhase& make) {
  const std::function<void(const Judged&)> use = [](const Judged&) {};
  return Examination(plan, make, use).prospect();
}

Findings concluded(Asked asked, const Plan& plan, const MakeForPhase& make) {
  Findings findings = std::move(asked.findings);
  if (plan.trial.profile != nullptr) {
    ExpectedFailures expected(*plan.trial.profile);
    for (const Judged& judged : asked.expected)
      expected.see(judged);
    findings.mended = expected.mended();
    findings.expected_not_asked = expected.not_asked();
    add_complaints(findings, expected.complaints());
  }
  TrialOptions options = plan.trial;
  // The time for shrinking is beyond that for asking, or nothing would be left for it.
  options.deadline = Clock::now() + plan.shrinking;
  const auto subject = make(Phase::shrinking, options)();
  const properties::Filter& filter = plan.draws.filter;
  try {
    findings.causes = asked.causes.shrunk(*subject, filter, options);
  } catch (const std::exception&) {
    // A subject that cannot be asked any more.
    options.deadline = Clock::now();
    findings.causes = asked.causes.shrunk(*subject, filter, options);
  }
  if (plan.trial.profile != nullptr)
    for (Cause& cause : findings.causes)
      cause.documented = documented(cause.smallest.question, *plan.trial.profile);
  return findings;
}

Findings examine(const Plan& plan, const MakeForPhase& make,
                 const std::function<void(const Judged&)>& use) {
  return concluded(ask_all(plan, make, use), plan, make);
}

}  // namespace layoutcheck::conformance
