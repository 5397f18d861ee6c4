// Runs of a statement on enumerated operands, and tallies.
#include "run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace layoutcheck::engine {

Tally& Tally::operator+=(const Tally& other) {
  cases += other.cases;
  met += other.met;
  nontrivial += other.nontrivial;
  undecided += other.undecided;
  failures += other.failures;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    verdicts[i] += other.verdicts[i];
  spent += other.spent;
  if (other.slowest > slowest) {
    slowest = other.slowest;
    slowest_operands = other.slowest_operands;
  }
  if (other.first && (!first || weight(other.first->operands) < weight(first->operands)))
    first = other.first;
  if (other.exhausted) exhausted = std::max(exhausted.value_or(0), *other.exhausted);
  complete = complete || other.complete;
  return *this;
}

bool is_met_too_seldom(const Statement& statement, const Tally& random) {
  constexpr std::size_t least_cases = 200;
  if (random.cases < least_cases) return false;
  const auto cases = static_cast<double>(random.cases);
  const double share = statement.floor / 100.0;
  // By chance alone, a share at the floor is that far off once in millions of rows.
  const double deviation = std::sqrt(cases * share * (1 - share));
  return static_cast<double>(random.met) < cases * share - 5 * deviation;
}

Tally run_exhaustive(const Statement& statement, const ExhaustiveOptions& exhaustive,
                     const RunOptions& options) {
  // A look at the clock and the progress costs as much as a small case.
  constexpr std::size_t batch = 32;
  constexpr std::size_t batches_a_checkpoint = 512;

  const Bounds& bounds = exhaustive.range.bounds;
  const std::size_t shards = exhaustive.range.shard.count;
  const std::size_t share =
      bounds.cases == unbounded ? unbounded : std::max<std::size_t>(1, bounds.cases / shards);
  const std::size_t heaviest = std::min(greatest_weight(statement.domain.sorts, bounds),
                                        std::min(bounds.weight, statement.domain.heaviest));

  Checkpoint at = exhaustive.from;
  Tally& tally = at.tally;
  if (tally.complete) return tally;
  auto last = Clock::now();
  std::size_t counted = tally.cases;
  std::size_t batches = 0;
  const auto look = [&] {
    const auto now = Clock::now();
    tally.spent += now - last;
    last = now;
    if (options.progress != nullptr)
      options.progress->fetch_add(tally.cases - counted, std::memory_order_relaxed);
    counted = tally.cases;
    if (exhaustive.save && !tally.first && ++batches % batches_a_checkpoint == 0)
      exhaustive.save(at);
  };
  const auto is_beyond_another = [&] {
    return exhaustive.lightest_failure != nullptr &&
           at.weight > exhaustive.lightest_failure->load(std::memory_order_relaxed);
  };

  const auto take_failure = [&](const Result& result, const Operands& operands) {
    add(result, operands, tally);
    tally.first = Failure{operands, result.why, 0};
    if (exhaustive.lightest_failure == nullptr) return;
    auto lightest = exhaustive.lightest_failure->load();
    while (at.weight < lightest &&
           !exhaustive.lightest_failure->compare_exchange_weak(lightest, at.weight)) {
    }
  };
  if (at.failure) {
    const Failure known = *at.failure;
    Result again = checked(statement, known.operands);
    if (again.kind != Result::Kind::fails) {
      again = fails(
          as_case(statement, known.operands, Result::Kind::undecided) +
          " failed in the run that was interrupted, and does not now: what that run counted is of "
          "another program");
    }
    take_failure(again, known.operands);
    return tally;
  }

  // Counting takes the square of the weight.
  constexpr std::size_t heaviest_counted = 1000;
  const std::vector<double> choices =
      heaviest <= heaviest_counted ? statement.domain.enumerate.counts(exhaustive.range, heaviest)
                                   : std::vector<double>();
  const Interruption interruption(options.stop, options.deadline);
  bool whole = true;
  for (; at.weight <= heaviest; ++at.weight, at.visited = 0) {
    if (tally.cases >= share || is_over(options) || is_beyond_another()) {
      whole = false;
      break;
    }
    std::size_t skip = at.visited;
    at.visited = 0;
    whole = statement.domain.enumerate(at.weight, exhaustive.range, [&](const Operands& operands) {
      ++at.visited;
      if (skip > 0) {
        --skip;
        return true;
      }
      const Result result = checked(statement, operands);
      if (result.kind == Result::Kind::fails) {
        --at.visited;
        at.failure = Failure{operands, result.why, 0};
        if (exhaustive.save) exhaustive.save(at);
        take_failure(result, operands);
        return false;
      }
      add(result, operands, tally);
      if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) return false;
      if (tally.cases % batch != 0) return tally.cases < share;
      look();
      return tally.cases < share && !is_over(options);
    });
    if (!whole) break;
    if (!choices.empty() && static_cast<double>(at.visited) != choices[at.weight]) {
      throw std::logic_error(statement.id + ": the enumeration visited " +
                             std::to_string(at.visited) + " choices of weight " +
                             std::to_string(at.weight) + ", and there are " +
                             std::to_string(static_cast<std::uint64_t>(choices[at.weight])));
    }
    tally.exhausted = at.weight;
  }
  const double all = std::accumulate(choices.begin(), choices.end(), 0.0);
  if (whole && !choices.empty() && static_cast<double>(tally.cases) != all) {
    throw std::logic_error(statement.id + ": " + std::to_string(tally.cases) +
                           " cases were counted, and there are " +
                           std::to_string(static_cast<std::uint64_t>(all)));
  }
  tally.complete = whole;
  look();
  if (exhaustive.save && !tally.first) exhaustive.save(at);
  return tally;
}

Tally run_exhaustive(const Statement& statement, std::size_t max_weight,
                     const RunOptions& options) {
  ExhaustiveOptions exhaustive;
  exhaustive.range.bounds.weight = max_weight;
  exhaustive.range.bounds.cases = options.cases;
  return run_exhaustive(statement, exhaustive, options);
}

}  // namespace layoutcheck::engine
