// Wrong answers that the judge must reject, made from right ones, and a test, independent of the
// judge, that they are wrong.
#pragma once

#include <layoutcheck/notation/answer.hpp>

#include <vector>

namespace layoutcheck::engine {

/// Answers that differ from the right one: longer, shorter, with another number, stride, place or
/// module, other offsets, or none. Some may still be right, if several answers are.
std::vector<Answer> changed_answers(const Answer& right);

/// Whether the answer of the case is known to be wrong, given the oracle's answer: by comparing
/// values one by one if there is one right function, and by the definition of an inverse, a
/// nullspace or a complement over XOR at each value if there are several. False if that takes too
/// many values. It uses neither has_property nor objection, and ignores the form. Throws
/// LimitReached.
bool is_known_to_be_wrong(const Case& answered, const Answer& right, Convention convention);

}  // namespace layoutcheck::engine
