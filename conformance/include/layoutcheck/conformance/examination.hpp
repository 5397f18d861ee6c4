// Examinations: a trial as a user wants it, from what is not offered to the shrunk causes.
#pragma once

#include <layoutcheck/conformance/causes.hpp>

#include <chrono>
#include <map>

namespace layoutcheck::conformance {

/// What is asked, and for how long. The defaults are those of `layoutcheck test`.
struct Plan {
  /// The name and the version of the subject, for reports; "" leaves them to the subject.
  std::string subject = {};
  /// Operations, signatures and ids, as rows_named() reads them. By "all" the subject is asked what
  /// it says it offers; one that does not say is also asked those operations over modules and on
  /// swizzled layouts that it answers some question of rightly.
  std::vector<std::string> only = {"all"};
  /// The random questions; their filter is that of all questions. Without a number they go on until
  /// the time is used; if that has no end either, there are `random_without_end`.
  Draws draws = {.count = std::nullopt};
  static constexpr std::size_t random_without_end = 10000;
  /// How many random chains; with none those of files and expected failures are not asked either.
  std::size_t chains = 0;
  /// Whether the scopes of the operations (engine/scope.hpp) are asked.
  bool scope = true;
  /// When set, all questions in this range are asked, and no scope.
  std::optional<engine::Range> range = {};
  /// When set, no more questions than these are asked in all.
  std::optional<std::size_t> cases = {};
  /// Whether the worked examples that are built in are asked.
  bool examples = true;
  /// Files of cases, or folders of them, whose questions are asked. That one of them is not is a
  /// complaint.
  std::vector<std::filesystem::path> places = {};
  /// Whether it is none that it is of an operation which is not named: other examinations have
  /// those.
  bool places_are_shared = false;
  /// The same for files of which only what fits the examination is wanted.
  std::vector<std::filesystem::path> corpus = {};
  /// How to ask and to judge. The deadline is set from the times below.
  TrialOptions trial = {};
  /// How long to ask, without the time in which the subject starts, and at most as long to find out
  /// what is offered; 0: until all questions were asked.
  std::chrono::milliseconds asking{60'000};
  /// How long to make faults smaller at most, beyond that.
  std::chrono::milliseconds shrinking{60'000};
  /// When set, of all questions only those from `first` on, in their order, up to and without
  /// `last`.
  struct Part {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  std::optional<Part> part = {};
};

/// How much of the scopes of the operations was asked.
struct ScopeAsked {
  /// Of the questions that pass the filter.
  std::size_t questions = 0;
  /// How many of them were not asked, by the signatures of their rows.
  std::map<std::string, std::size_t> left = {};
  /// Whether the time was over then, and not the number of questions.
  bool is_by_time = false;
};

/// "all 1000 questions of the scope were asked", or how many were not, and of which operations; ""
/// if none was to be asked.
std::string to_string(const ScopeAsked& scope);

/// What came of an examination beside the judged replies.
struct Findings {
  /// The most important first.
  std::vector<Cause> causes;
  /// The name that the subject gave itself; "" if it gave none.
  std::string subject;
  /// What was asked, and what was found not to be offered: the signatures that the plan names, and
  /// the names of operations otherwise, which are offered if any of their signatures is.
  std::vector<std::string> offered;
  std::vector<std::string> not_offered;
  /// The places of the expected failures that failed no more, each of which is a complaint, too;
  /// and how many expected failures were not asked.
  std::set<std::string> mended;
  std::size_t expected_not_asked = 0;
  /// Whether the time ended before all questions were asked that do not go on for ever.
  bool ran_out = false;
  ScopeAsked scope = {};
  /// How long the slowest start of a subject took, which is no part of the time for asking.
  std::chrono::milliseconds start{};
  /// What the subjects said beyond replies, and what ended the examination early.
  std::vector<std::string> complaints;
};

/// In a probe the subject is asked what it may not be able to read.
enum class Phase { probing, asking, shrinking };

/// Makes what makes subjects for a phase; the options have the phase's deadline and stop flag.
using MakeForPhase = std::function<MakeSubject(Phase phase, const TrialOptions& options)>;

/// Puts a few questions of each row, leaves out the rows whose replies are all `unsupported`, asks
/// the rest, and groups and shrinks the faults. `use` gets each judged question, one at a time.
/// Throws std::invalid_argument if a name or a bound is none, and what a source or a subject throws
/// before a reply was judged; what is thrown later is a complaint.
Findings examine(const Plan& plan, const MakeForPhase& make,
                 const std::function<void(const Judged&)>& use);

/// What came of asking, before anything is made smaller. Of several parts of the same questions it
/// adds up.
struct Asked {
  /// Without causes and what became of expected failures.
  Findings findings;
  Causes causes;
  /// What was judged of the failures that are expected.
  std::vector<Judged> expected;

  Asked& operator+=(const Asked& other);
};

/// The first half of an examination, and the second; their plan has to be the same but for `part`.
Asked ask_all(const Plan& plan, const MakeForPhase& make,
              const std::function<void(const Judged&)>& use);
Findings concluded(Asked asked, const Plan& plan, const MakeForPhase& make);

/// How many questions an examination would ask, once it has left out what is not offered, for which
/// it asks.
struct Prospect {
  std::size_t questions = 0;
  Findings findings;
};
Prospect prospect(const Plan& plan, const MakeForPhase& make);

/// Complains of each name in `plan.only` of which nothing is counted, but for those that are known,
/// unless the run was stopped.
void add_unasked(Account& account, const Plan& plan, const std::vector<std::string>& known = {});

}  // namespace layoutcheck::conformance
