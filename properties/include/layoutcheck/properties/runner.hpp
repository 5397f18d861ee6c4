// The runner: drives a statement with random or enumerated operands, counts, and shrinks what
// fails.
#pragma once

#include <layoutcheck/properties/statement.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace layoutcheck::properties {

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
  std::size_t undecided = 0;
  std::size_t failures = 0;
  /// For an operation: how often each verdict was given.
  std::array<std::size_t, verdict_kinds> verdicts{};
  std::chrono::nanoseconds spent{};
  std::chrono::nanoseconds slowest{};
  Operands slowest_operands;
  /// The first failure, shrunk.
  std::optional<Failure> first;
  /// The greatest weight whose operands were all visited, for an exhaustive run.
  std::optional<std::size_t> exhausted;

  Tally& operator+=(const Tally& other);
};

struct RunOptions {
  std::uint64_t seed = 1;
  std::size_t cases = 1000;
  /// When set, a run ends then.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// When set and true, a run ends soon.
  const std::atomic<bool>* stop = nullptr;
  /// Counts finished cases, for progress.
  std::atomic<std::size_t>* progress = nullptr;
  /// How many candidates shrinking may check.
  std::size_t shrink_budget = 20000;
};

/// Checks the statement on `options.cases` random operands. RapidCheck generates and shrinks; what
/// is left is replaced by the first failure in the order of weights, if the shrink budget reaches
/// it.
Tally run_random(const Statement& statement, const RunOptions& options);

/// Checks the statement on all operands up to a weight, in the order of weights, and ends after the
/// weight in which `options.cases` was exceeded or a failure was found.
Tally run_exhaustive(const Statement& statement, std::size_t max_weight, const RunOptions& options);

}  // namespace layoutcheck::properties
