// Shrinking: a failure is made simpler, then replaced by the first in the order of weights.
#include "run.hpp"

#include <algorithm>

namespace layoutcheck::engine {

namespace {

/// A repeated last operand may occur less often than the domain says.
bool has_sorts(const Operands& operands, const std::vector<Sort>& sorts) {
  for (std::size_t i = 0; i < operands.size() && i < sorts.size(); ++i)
    if (!is_of(operands[i], sorts[i])) return false;
  return true;
}

/// Follows the first simpler candidate that still fails until there is none, or the budget is
/// spent.
void simplify(const Statement& statement, Failure& failure, std::size_t budget,
              const RunOptions& options) {
  for (bool found = true; found;) {
    found = false;
    for (Operands& candidate : simpler(failure.operands)) {
      if (!has_sorts(candidate, statement.domain.sorts)) continue;
      if (budget == 0 || is_over(options)) return;
      --budget;
      Result result = checked(statement, candidate);
      if (result.kind == Result::Kind::fails) {
        failure.operands = std::move(candidate);
        failure.why = std::move(result.why);
        found = true;
        break;
      }
    }
  }
}

/// The first failure in the order of weights, if there is one lighter than the given one within the
/// budget.
void replace_by_first(const Statement& statement, Failure& failure, std::size_t budget,
                      const RunOptions& options) {
  const Interruption interruption(options.stop, options.deadline);
  const std::size_t heaviest = weight(failure.operands);
  bool found = false;
  for (std::size_t w = 0; w <= heaviest && !found && budget > 0 && !is_over(options); ++w) {
    statement.domain.enumerate(w, {}, [&](const Operands& operands) {
      const Result result = checked(statement, operands);
      if (result.kind == Result::Kind::fails) {
        failure.operands = operands;
        failure.why = result.why;
        found = true;
      }
      return !found && --budget > 0 && !is_over(options);
    });
  }
}

}  // namespace

Failure shrink(const Statement& statement, Failure failure, const RunOptions& options) {
  simplify(statement, failure, options.shrink_budget, options);
  replace_by_first(statement, failure, options.shrink_budget, options);
  return failure;
}

}  // namespace layoutcheck::engine
