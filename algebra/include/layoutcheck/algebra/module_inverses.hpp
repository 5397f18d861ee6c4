// Inverses and complements of layouts over modules, and what is made of them: divisions and
// products (docs/modules.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// Over XOR the R with V(R(i)) = F(i) for all i < size(R), R(i) = F(x) for the least index x with
/// that value, and the greatest size for which that is a layout over XOR. Over the integers that of
/// their layout, in which negative strides count as 0; over coordinates the layout, over the box of
/// the coordinates, of those at each place. Undefined if a stride has several places. Throws
/// Overflow, and LimitReached if V is over XOR, not linear, and has more points than the limit.
Outcome<ModuleLayout> right_inverse(const ModuleLayout& layout, Int limit = default_limit);

/// R with R(V(x)) = x for all x; in other conventions than strict the least index with the value
/// V(x). Over XOR the linear one with the least values at 1, 2, 4, …, defined for linear V; else
/// the layout of the left inverses at each place. Undefined under strict if V takes a value twice,
/// and if a stride is negative or has several places. Throws Overflow.
Outcome<ModuleLayout> left_inverse(const ModuleLayout& layout,
                                   Convention convention = Convention::strict);

/// C with 0 and then always the least number below N that is no V(x) + C(y) so far, such that (V,
/// C) takes each number below N once; for the least N, or the given one. Over coordinates each
/// place has its own N, all least, and a given one makes no sense. In other conventions than strict
/// entries of stride 0 do not count, and a given N is rounded up to the least that has a
/// complement. Undefined if there is none, or over XOR if it is no layout. Throws Overflow, and
/// LimitReached as right_inverse.
Outcome<ModuleLayout> complement(const ModuleLayout& layout,
                                 Convention convention = Convention::strict,
                                 Int limit = default_limit);
Outcome<ModuleLayout> complement(const ModuleLayout& layout, Int size, Convention convention,
                                 Int limit = default_limit);

}  // namespace layoutcheck::algebra
