// Evaluation: this algebra's answer to a case.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>

namespace layoutcheck::algebra {

/// The answer to a case. When it is not a value, the reason says precisely why.
struct Evaluation {
  Answer answer;
  std::string reason;
};

/// The answer to the question that a case asks; its own answer is not looked at. The convention
/// that the case names comes before the one given. The answer is `undefined` or `overflow` with the
/// reason where the operation is, and `unsupported` if no signature of the standard vocabulary
/// fits. Throws LimitReached.
Evaluation evaluate(const Case& question, Convention convention = Convention::strict,
                    Int limit = default_limit);

}  // namespace layoutcheck::algebra
