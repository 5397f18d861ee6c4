// The runner: checks a statement on random or enumerated operands, counts, and shrinks failures.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace layoutcheck::engine {

struct Failure {
  Operands operands;
  std::string why;
  /// The seed of the first failing draw; 0 for an enumerated failure.
  std::uint64_t seed = 0;
};

/// The counts of a run of one statement.
struct Tally {
  std::size_t cases = 0;
  std::size_t met = 0;
  /// Of the cases that met the hypothesis: how many had no trivial operand.
  std::size_t nontrivial = 0;
  std::size_t undecided = 0;
  std::size_t failures = 0;
  /// For an operation: the number of cases by verdict.
  std::array<std::size_t, verdict_kinds> verdicts{};
  std::chrono::nanoseconds spent{};
  std::chrono::nanoseconds slowest{};
  Operands slowest_operands;
  /// The first failure, shrunk.
  std::optional<Failure> first;
  /// The greatest weight up to which an exhaustive run visited all operands of its range.
  std::optional<std::size_t> exhausted;
  /// Whether an exhaustive run visited all of its range.
  bool complete = false;

  Tally& operator+=(const Tally& other);
};

/// Whether one of the operands is trivial: a layout with a constant function, a shape or tuple
/// without an entry above 1, a map that sends everything to the base point, a morphism that does so
/// with all entries above 1, an empty profile, a tiler of such parts. Most statements hold
/// trivially for these.
bool has_trivial(std::span<const Value> operands);

struct RunOptions {
  std::uint64_t seed = 1;
  /// The first random case to check: the draws of a seed are the same in one run and in several.
  std::size_t first = 0;
  std::size_t cases = 1000;
  /// If set, a run ends then.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// If set and true, a run ends soon.
  const std::atomic<bool>* stop = nullptr;
  /// Counts finished cases, for progress.
  std::atomic<std::size_t>* progress = nullptr;
  /// The maximum number of candidates that each step of shrinking checks.
  std::size_t shrink_budget = 20000;
};

/// Whether a run with these options is to end now: its stop flag is set, or its deadline is past.
inline bool is_over(const RunOptions& options) {
  return (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) ||
         (options.deadline && std::chrono::steady_clock::now() >= *options.deadline);
}

/// A failure that is at least as simple: follows the first simpler candidate that still fails until
/// there is none, and then replaces the result by the first failure in the order of weights; each
/// within the shrink budget, the deadline and the stop flag. The seed is kept.
Failure shrink(const Statement& statement, Failure failure, const RunOptions& options);

/// Checks the statement on `options.cases` random operands, which RapidCheck generates. The first
/// failure is shrunk.
Tally run_random(const Statement& statement, const RunOptions& options);

/// Whether random cases met the statement's hypothesis less often than its floor requires, by more
/// than chance. Never if there are too few cases to include all sizes of operands.
bool is_met_too_seldom(const Statement& statement, const Tally& random);

/// The progress of an exhaustive run, from which it can resume.
struct Checkpoint {
  /// The current weight, and the number of its choices of operands already visited.
  std::size_t weight = 0;
  std::size_t visited = 0;
  Tally tally;
  /// The next choice, if it was visited and failed; the tally does not count it.
  std::optional<Failure> failure = {};
};

struct ExhaustiveOptions {
  Range range;
  /// Where to resume. A failure there is checked again, and remains one whatever the result.
  Checkpoint from = {};
  /// If set, called periodically, and at the end.
  std::function<void(const Checkpoint&)> save = {};
  /// Shared by the runs of several shards: the weight of the lightest failure found by any of them,
  /// beyond which none needs to continue.
  std::atomic<std::size_t>* lightest_failure = nullptr;
};

/// Checks the statement on the operands of a range, in the order of weights, up to the first
/// failure, or until each shard has done its share of the range's bound on cases. Of the options it
/// uses the deadline, the stop flag and the progress.
Tally run_exhaustive(const Statement& statement, const ExhaustiveOptions& exhaustive,
                     const RunOptions& options);

/// The same on all operands up to a weight, but no more than `options.cases`.
Tally run_exhaustive(const Statement& statement, std::size_t max_weight, const RunOptions& options);

}  // namespace layoutcheck::engine
