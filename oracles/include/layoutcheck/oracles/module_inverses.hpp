// Inverses and complements of layouts over modules and of swizzled layouts, by tables
// (docs/modules.md).
//
// Over integers and coordinates a layout is taken apart into those of its integers at each place,
// if each stride has one place at most. Entries of different places have different indices, so that
// what is an inverse at each place is one of all; and (V, C) takes the coordinates of a box once
// each if it does so at each place.
#pragma once

#include <layoutcheck/oracles/modules.hpp>

namespace layoutcheck::oracle {

/// A function into a module, with all that is asked of it: its values, and the places of its
/// coordinates.
struct Target {
  Module module = Module::integers;
  std::vector<Tuple> places;
  std::vector<ExactElement> values;
};

/// Throw LimitReached.
Target target(const ModuleLayout& layout, const Limits& limits);
Target target(const SwizzledLayout& layout, const Limits& limits);

/// Over XOR the layout R with R(i) = F(x) for the least index x with the value F(i), for i from 0
/// to the greatest size for which that is a layout; undefined if it is none for the size 1. Over
/// the integers their right inverse (inverse.hpp), where negative strides do not count; over
/// coordinates the layout, over the box of the coordinates, of the right inverses at each place.
/// Throws LimitReached, Overflow.
Outcome<ModuleLayout> right_inverse(const ModuleLayout& layout, const Limits& limits);
Outcome<ModuleLayout> right_inverse(const SwizzledLayout& layout, const Limits& limits);

/// Whether f(R(i)) is the element that stands at i: F(i), i, or coordinate i of the box over which
/// R is; and R has at least this size.
bool is_right_inverse(const ModuleLayout& r, const Target& f, const Exact& size,
                      const Limits& limits);

/// Over XOR, for a linear f, the R that is linear, with f(x) ↦ x for the least index x with this
/// value, and of these the one with the least values at 1, 2, 4, …, up to the power of two that no
/// value reaches. Over the integers and coordinates that of each place (inverse.hpp). Strict:
/// undefined if a value is taken twice.
Outcome<ModuleLayout> left_inverse(const ModuleLayout& layout, Convention convention,
                                   const Limits& limits);
Outcome<ModuleLayout> left_inverse(const SwizzledLayout& layout, Convention convention,
                                   const Limits& limits);

/// Whether R takes the values f(x) to x; in other conventions than strict to some y with f(y) =
/// f(x).
bool is_left_inverse(const ModuleLayout& r, const Target& f, Convention convention,
                     const Limits& limits);

/// Over XOR: let C take 0, and then always the least number that is no V(x) ^ C(y) so far, until
/// (V, C) has taken the numbers below N once each; for the least N for which this is so and C is a
/// layout, or for the given one. Over coordinates, N is a box, the least.
///
/// If V is linear, its values are a group, and the numbers V(x) ^ c one of its cosets, of which C
/// has the least member. So C has the least values, and there is no other with these.
///
/// In other conventions than strict entries of stride 0 do not count, and a given N is the least
/// from which on there is one.
Outcome<ModuleLayout> complement(const ModuleLayout& layout, const std::optional<Exact>& n,
                                 Convention convention, const Limits& limits);

/// Whether C increases, and (V, C) takes the numbers below size(V)·size(C) once each, which are N
/// if one is given; over XOR. Entries of stride 0 of V count as the convention has it.
bool is_xor_complement(const ModuleLayout& c, const ModuleLayout& layout,
                       const std::optional<Exact>& n, Convention convention, const Limits& limits);

/// C∘B, where C is the complement of a layout over this module for the least N ≥ size·cosize(B)
/// that has one; not over coordinates.
Outcome<ModuleLayout> repetition(Module module, const ModuleLayout& a, const Layout& b,
                                 Convention convention, const Limits& limits);

}  // namespace layoutcheck::oracle
