// Wrong answers: what the judge has to reject, made from right ones, and how it is known without
// the judge that they are wrong.
#pragma once

#include <layoutcheck/notation/answer.hpp>

#include <vector>

namespace layoutcheck::engine {

/// Answers that differ from the right one: longer, shorter, with another number, stride, place or
/// module, other offsets, none at all. Some may be right all the same: where several answers are.
std::vector<Answer> changed_answers(const Answer& right);

/// Whether the answer of the case is known to be wrong, given the one that the oracle expects: by
/// comparing their values one by one where there is one right function, and by the definition of an
/// inverse, a nullspace or a complement over XOR at each value where there are several. False where
/// that takes too many values; it asks neither has_property nor objection, nor form. Throws
/// LimitReached.
bool is_known_to_be_wrong(const Case& answered, const Answer& right, Convention convention);

}  // namespace layoutcheck::engine
