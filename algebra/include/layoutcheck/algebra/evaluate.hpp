// Evaluation: this algebra's answer to a case.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>

namespace layoutcheck::algebra {

/// The answer to a case. If it is not a value, the reason says why.
struct Evaluation {
  Answer answer;
  std::string reason;
};

/// The answer to the question of a case, whatever answer the case itself has. A convention that the
/// case names overrides the argument. If the operation is undefined or overflows, the answer is
/// `undefined` or `overflow`, with the reason; if no signature of the standard vocabulary fits, it
/// is `unsupported`. Throws LimitReached.
Evaluation evaluate(const Case& question, Convention convention = Convention::strict,
                    Int limit = default_limit);

}  // namespace layoutcheck::algebra
