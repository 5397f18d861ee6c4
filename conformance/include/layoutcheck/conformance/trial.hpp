// Trials: questions from a source are put to subjects, and the replies are judged.
#pragma once

#include <layoutcheck/conformance/deadline.hpp>
#include <layoutcheck/conformance/questions.hpp>
#include <layoutcheck/conformance/subject.hpp>
#include <layoutcheck/engine/domain.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace layoutcheck::conformance {

/// Calls `take` with one question after another, until it returns false.
using Source = std::function<void(const TakeQuestion& take)>;

struct SubjectProfile;

struct TrialOptions {
  JudgeOptions judging;
  /// Finds what of the judge's language is a statement that may be asked.
  engine::FindStatement find_statement = nullptr;
  /// When set, what excuses faults (profile.hpp).
  const SubjectProfile* profile = nullptr;
  /// How many subjects are asked at once, each on a thread of its own; 0: one, on the thread that
  /// calls, so that what it throws and what belongs to a thread are as the caller expects.
  unsigned jobs = 0;
  /// The most questions in one batch. The first batches are small.
  std::size_t batch = 1000;
  /// After so many questions of one operation that the subject died of, or hung on, the others of
  /// it are left out, which is a complaint.
  std::size_t most_deaths = SIZE_MAX;
  /// When set and true, a trial ends soon.
  const std::atomic<bool>* stop = nullptr;
  /// When a trial ends.
  Deadline deadline = {};

  [[nodiscard]] bool is_over() const { return (stop != nullptr && *stop) || deadline.is_over(); }
};

/// While it lives, enumerations on this thread end when the trial does. Pre: the options outlive
/// it.
engine::Interruption interruption_by(const TrialOptions& options);

/// Asks one subject, in one batch. What was stopped is left out. In the place of a chain that fails
/// stands the innermost operation of it that fails by itself, if one does, as a question of its
/// own: the fault is there.
std::vector<Judged> ask(Subject& subject, std::span<const Case> questions,
                        const TrialOptions& options);

/// What subjects said beyond replies.
struct Said {
  std::vector<std::string> complaints;
  /// The name that one of them gave, and what it says it offers, if it does.
  std::string name;
  std::optional<std::vector<std::string>> offers;
  /// How long the slowest of them took to start.
  std::chrono::milliseconds start{};
  /// The questions that the source gave and that were not answered when the trial ended.
  std::vector<Case> unasked;
};

/// Asks until the source ends or the trial is over; `use` gets each judged question, one at a time,
/// in the order of the source, however many threads ask. Throws what a source or a subject throws;
/// what was judged before has been used.
Said run_trial(const Source& source, const MakeSubject& make, const TrialOptions& options,
               const std::function<void(Judged&&)>& use);

}  // namespace layoutcheck::conformance
