// Inverses and complements of layouts over modules and of swizzled layouts, by tables
// (docs/modules.md).
//
// Over integers and coordinates, if each stride has at most one place, a layout is split into
// layouts over the integers, one for each place. Entries of different places have different
// indices, so inverses at each place form an inverse of the whole; and (V, C) takes the coordinates
// of a box once each if it does so at each place.
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

/// Over XOR: the layout R with R(i) = F(x) for the least index x with the value F(i), for i from 0
/// to the greatest size for which this is a layout; undefined if it is none for the size 1. Over
/// the integers: their right inverse (inverse.hpp), ignoring negative strides. Over coordinates:
/// the right inverses at all places, as one layout over the box of the coordinates. Throws
/// LimitReached, Overflow.
Outcome<ModuleLayout> right_inverse(const ModuleLayout& layout, const Limits& limits);
Outcome<ModuleLayout> right_inverse(const SwizzledLayout& layout, const Limits& limits);

/// Whether f(R(i)) is the element with index i (F(i), i, or coordinate i of the box over which R
/// is), and R has at least this size.
bool is_right_inverse(const ModuleLayout& r, const Target& f, const Exact& size,
                      const Limits& limits);

/// Over XOR, for a linear f: the linear R with f(x) ↦ x for the least index x with this value; of
/// these, the one with the least values at 1, 2, 4, …, up to the power of two that no value
/// reaches. Over the integers and coordinates: those at all places (inverse.hpp). Strict: undefined
/// if a value is taken twice.
Outcome<ModuleLayout> left_inverse(const ModuleLayout& layout, Convention convention,
                                   const Limits& limits);
Outcome<ModuleLayout> left_inverse(const SwizzledLayout& layout, Convention convention,
                                   const Limits& limits);

/// Whether R maps f(x) to x for all x; in conventions other than strict, to some y with f(y) =
/// f(x).
bool is_left_inverse(const ModuleLayout& r, const Target& f, Convention convention,
                     const Limits& limits);

/// Over XOR: C starts with 0, and each next value is the least number that is no V(x) ^ C(y) so
/// far, until (V, C) has taken the numbers below N once each; for the least N for which this works
/// and C is a layout, or for the given one. Over coordinates, N is the least box.
///
/// If V is linear, its values are a group, and the numbers V(x) ^ c form a coset, of which C has
/// the least member. So C has the least values, and is the only one with these.
///
/// In conventions other than strict, entries of stride 0 are ignored, and a given N is rounded up
/// to the least one that has a complement.
Outcome<ModuleLayout> complement(const ModuleLayout& layout, const std::optional<Exact>& n,
                                 Convention convention, const Limits& limits);

/// Over XOR: whether C increases, and (V, C) takes the numbers below size(V)·size(C) once each,
/// which is N if one is given. The convention says whether entries of stride 0 of V count.
bool is_xor_complement(const ModuleLayout& c, const ModuleLayout& layout,
                       const std::optional<Exact>& n, Convention convention, const Limits& limits);

/// C∘B, where C is the complement of a layout over this module for the least N ≥ size·cosize(B)
/// that has one; not over coordinates.
Outcome<ModuleLayout> repetition(Module module, const ModuleLayout& a, const Layout& b,
                                 Convention convention, const Limits& limits);

}  // namespace layoutcheck::oracle
