// Evaluation of cases about pointed maps, morphisms and their algorithms.
#pragma once

#include <layoutcheck/algebra/evaluation.hpp>
#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>

#include <optional>

namespace layoutcheck::algebra {

/// The answer to a question with a pointed map or a morphism among its operands or as its answer,
/// or about weak_composite or mutual_refinement; nothing for every other question. The answer is
/// `overflow` where the operation throws Overflow. Throws LimitReached if a table has more than
/// `limit` values or an answer nests deeper than max_depth.
std::optional<Evaluation> evaluate_morphisms(const Case& question, Int limit = default_limit);

}  // namespace layoutcheck::algebra
