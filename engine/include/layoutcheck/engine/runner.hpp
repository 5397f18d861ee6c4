// The runner: drives a statement with random or enumerated operands, counts, and shrinks what
// fails.
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
  /// The seed of the draw that failed first; 0 for one that was enumerated.
  std::uint64_t seed = 0;
};

/// What a run of one statement counted.
struct Tally {
  std::size_t cases = 0;
  std::size_t met = 0;
  /// Of those that met the hypothesis: how many had no trivial operand.
  std::size_t nontrivial = 0;
  std::size_t undecided = 0;
  std::size_t failures = 0;
  /// For an operation: how often each verdict was given.
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

/// Whether one of the operands is trivial: a layout whose function is constant, a shape or tuple
/// without an entry above 1, a map that sends everything to the base point, a morphism that does so
/// with all entries above 1, an empty profile, a tiler of such parts. Much holds of these for no
/// reason that matters.
bool has_trivial(std::span<const Value> operands);

struct RunOptions {
  std::uint64_t seed = 1;
  /// The first random case that is checked: what a seed draws is the same in one run and in
  /// several.
  std::size_t first = 0;
  std::size_t cases = 1000;
  /// When set, a run ends then.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// When set and true, a run ends soon.
  const std::atomic<bool>* stop = nullptr;
  /// Counts finished cases, for progress.
  std::atomic<std::size_t>* progress = nullptr;
  /// How many candidates each step of shrinking may check.
  std::size_t shrink_budget = 20000;
};

/// Whether a run with these options is to end now: its stop flag is set, or its deadline is past.
inline bool is_over(const RunOptions& options) {
  return (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) ||
         (options.deadline && std::chrono::steady_clock::now() >= *options.deadline);
}

/// A failure that is at least as simple: the first simpler candidate that still fails is followed
/// until there is none, and what is left is replaced by the first failure in the order of weights;
/// each as far as the shrink budget reaches, up to the deadline and the stop flag. The seed stays.
Failure shrink(const Statement& statement, Failure failure, const RunOptions& options);

/// Checks the statement on `options.cases` random operands, which RapidCheck generates. The first
/// failure is shrunk.
Tally run_random(const Statement& statement, const RunOptions& options);

/// Whether random cases met the statement's hypothesis less often than its floor asks for, and by
/// more than chance. Never of so few cases that the sizes of operands are not all among them.
bool is_met_too_seldom(const Statement& statement, const Tally& random);

/// How far an exhaustive run has come; it can go on from there.
struct Checkpoint {
  /// The weight that is being visited, and how many choices of operands of it have been.
  std::size_t weight = 0;
  std::size_t visited = 0;
  Tally tally;
  /// The next choice, if it has been visited and failed; the tally does not count it.
  std::optional<Failure> failure = {};
};

struct ExhaustiveOptions {
  Range range;
  /// Where to go on. A failure there is checked again, and stays one whatever comes of it.
  Checkpoint from = {};
  /// When set, it is called now and then, and at the end.
  std::function<void(const Checkpoint&)> save = {};
  /// Shared by the runs of several shards: the weight of the lightest failure that one of them has
  /// found, beyond which no other needs to go.
  std::atomic<std::size_t>* lightest_failure = nullptr;
};

/// Checks the statement on the operands of a range, in the order of weights, up to the first
/// failure, or until each shard has had its share of the cases that the range bounds. Of the
/// options it heeds the deadline, the stop flag and the progress.
Tally run_exhaustive(const Statement& statement, const ExhaustiveOptions& exhaustive,
                     const RunOptions& options);

/// The same on all operands up to a weight, but no more than `options.cases`.
Tally run_exhaustive(const Statement& statement, std::size_t max_weight, const RunOptions& options);

}  // namespace layoutcheck::engine
