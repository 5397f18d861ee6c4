// Evaluation: this algebra's answer to a case.
#pragma once

#include <layoutcheck/algebra/evaluation.hpp>
#include <layoutcheck/algebra/limits.hpp>

namespace layoutcheck::algebra {

/// The answer to the question that a case asks; its own answer is not looked at. The convention
/// that the case names comes before the one given. The answer is `undefined` or `overflow` with the
/// reason where the operation is, and `unsupported` if no signature of the standard vocabulary
/// fits. Throws LimitReached.
Evaluation evaluate(const Case& question, Convention convention = Convention::strict,
                    Int limit = default_limit);

}  // namespace layoutcheck::algebra
