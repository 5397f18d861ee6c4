// What random and exhaustive runs share: their clock, and how a result is counted.
#pragma once

#include <layoutcheck/engine/runner.hpp>

namespace layoutcheck::engine {

using Clock = std::chrono::steady_clock;

/// Counts the result for these operands.
inline void add(const Result& result, const Operands& operands, Tally& tally) {
  ++tally.cases;
  if (result.kind == Result::Kind::holds || result.kind == Result::Kind::fails) {
    ++tally.met;
    tally.nontrivial += has_trivial(operands) ? 0U : 1U;
  }
  tally.undecided += result.kind == Result::Kind::undecided ? 1U : 0U;
  tally.failures += result.kind == Result::Kind::fails ? 1U : 0U;
  if (result.verdict) ++tally.verdicts[static_cast<std::size_t>(*result.verdict)];
}

}  // namespace layoutcheck::engine
