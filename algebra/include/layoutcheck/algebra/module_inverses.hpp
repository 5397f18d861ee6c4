// Inverses and complements of layouts over modules, which define their divisions and products
// (docs/modules.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// Over XOR: R with V(R(i)) = F(i) for all i < size(R), where R(i) = F(x) for the least index x
/// with that value, and size(R) is the largest for which this is a layout over XOR. Over the
/// integers: that of the layout with its negative strides set to 0. Over coordinates: the right
/// inverses at all places, as one layout over the box of the coordinates. Undefined if a stride has
/// several places. Throws Overflow, and LimitReached if V is over XOR, not linear, and has more
/// points than the limit.
Outcome<ModuleLayout> right_inverse(const ModuleLayout& layout, Int limit = default_limit);

/// R with R(V(x)) = x for all x; in conventions other than strict, R(V(x)) is the least index with
/// the value V(x). Over XOR: the linear R with the least values at 1, 2, 4, …, defined for linear
/// V. Otherwise: the left inverses at all places, as one layout. Undefined under strict unless V is
/// injective, and if a stride is negative or has several places. Throws Overflow.
Outcome<ModuleLayout> left_inverse(const ModuleLayout& layout,
                                   Convention convention = Convention::strict);

/// C such that (V, C) takes each number below N once: C starts with 0, and each next value is the
/// least number below N that is no V(x) + C(y) so far. N is the given number, or the least for
/// which this works. Over coordinates each place has its own least N, and a given N makes no sense.
/// In conventions other than strict, entries of stride 0 are ignored, and a given N is rounded up
/// to the least number that has a complement. Undefined if there is none, or over XOR if C is not a
/// layout. Throws Overflow, and LimitReached like right_inverse.
Outcome<ModuleLayout> complement(const ModuleLayout& layout,
                                 Convention convention = Convention::strict,
                                 Int limit = default_limit);
Outcome<ModuleLayout> complement(const ModuleLayout& layout, Int size, Convention convention,
                                 Int limit = default_limit);

}  // namespace layoutcheck::algebra
