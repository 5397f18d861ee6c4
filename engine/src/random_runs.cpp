// Runs of a statement on random operands, which RapidCheck generates.
#include "run.hpp"
#include <layoutcheck/rapidcheck.hpp>

namespace layoutcheck::engine {

namespace {

/// Checks one choice of operands, counts it and takes its time.
Result count(const Statement& statement, const Operands& operands, Tally& tally,
             const RunOptions& options) {
  const auto start = Clock::now();
  Result result = checked(statement, operands);
  const auto spent = Clock::now() - start;
  tally.spent += spent;
  if (spent > tally.slowest) {
    tally.slowest = spent;
    tally.slowest_operands = operands;
  }
  add(result, operands, tally);
  if (options.progress != nullptr) options.progress->fetch_add(1, std::memory_order_relaxed);
  return result;
}

}  // namespace

Tally run_random(const Statement& statement, const RunOptions& options) {
  Tally tally;
  const rc::Gen<Operands> generate = gen_operands(statement.domain);
  SeededEntropy seeds(options.seed);
  for (std::size_t i = 0; i < options.first; ++i)
    seeds.next();
  for (std::size_t i = 0; i < options.cases && !is_over(options); ++i) {
    const std::uint64_t seed = seeds.next();
    const int size = static_cast<int>((options.first + i) % 101);
    Operands operands = generate(rc::Random(seed), size).value();
    Result result = count(statement, operands, tally, options);
    if (result.kind == Result::Kind::fails && !tally.first)
      tally.first = shrink(statement, {std::move(operands), std::move(result.why), seed}, options);
  }
  return tally;
}

}  // namespace layoutcheck::engine
