// Admissible operands: those for which complement, composition and division have closed formulas
// (shah 2, the primer).
//
// Everything here is about flattenings. The formulas keep every mode that they name, extents of 1
// included, and coalesce nothing; composition() and complement() answer more questions, with
// coalesced modes. Layouts are not empty and have positive strides, as in these sources; for others
// every operation is undefined.
#pragma once

#include "constructions/divisibility.hpp"
#include <layoutcheck/notation/layout.hpp>

namespace layoutcheck::properties::formulas {

/// f^_L(x): the layout function with ∞ in place of the last extent, which may be 1 (shah 2.3).
/// Undefined if L has no entries. Pre: x ≥ 0. Throws Overflow.
Outcome<Int> extended_value(const Layout& layout, Int x);

/// Whether, once A is sorted, N_{i−1} d_{i−1} divides d_i for each i, and N_α d_α divides M (shah
/// 2.5, primer 9). Pre: M > 0.
bool is_admissible_for_complementation(const Layout& layout, Int size);

/// (d_0, d_1 / (N_0 d_0), …, M / (N_α d_α)):(1, N_0 d_0, …, N_α d_α) for A sorted (shah 2.6, primer
/// 9). Undefined unless {A, M} is admissible. Pre: M > 0.
Outcome<Layout> complement_formula(const Layout& layout, Int size);

/// Which pairs {S, B} are admissible for composition. They agree on the strides r of B, by which S
/// has to be left divisible, but not on its extents N, nor on the intervals that the modes of B
/// have to keep apart.
enum class Admissibility {
  /// Weak left divisibility by N; [r, r(N − 1)] ∩ [1, M_0 ⋯ M_{α−1}) (shah 2.12, 2.16, 2.17).
  shah,
  /// Left divisibility by N; [r, r(N − 1)] ∩ [1, M_0 ⋯ M_α) (primer 14, 17, 18).
  primer,
  /// Weak left divisibility by N; [r, rN − 1] ∩ [1, M_0 ⋯ M_{α−1}): with these no sum of offsets
  /// carries, which shah 2.18 needs, and does not have for three modes or more.
  apart,
};

/// The integers from first to last; none if last < first.
struct Interval {
  Int first = 1;
  Int last = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// The interval that the mode N:r of B occupies in the shape S (shah 2.16, primer 17). Pre: S is
/// not empty, and r > 0.
Interval occupied_interval(std::span<const Int> shape, Int extent, Int stride,
                           Admissibility admissibility);

/// The composition of A with one mode N:r: (M_i/c, M_{i+1}, …, M_{j−1}, c'):(c d_i, d_{i+1}, …,
/// d_j), or N:(c d_i) (shah 2.13, primer 15). The primer keeps a last extent c' = 1, the others
/// drop it. Undefined unless {shape(A), N:r} is admissible. Throws Overflow.
Outcome<Layout> compose_mode(const Layout& a, Int extent, Int stride, Admissibility admissibility);

/// A∘B, flat: the concatenation of A's compositions with the modes of B (shah 2.17, primer 18).
/// Undefined unless {shape(A), B} is admissible. Throws Overflow.
///
/// Under `shah` and `primer` its function can differ from f^_A∘f_B where B has three modes or more
/// (shah 2.18, primer 19); under `apart` it never does.
Outcome<Layout> composition_formula(const Layout& a, const Layout& b, Admissibility admissibility);

/// A/B = A∘(B, complement(B, size(A))), flat (shah 2.22, primer 21). Undefined unless all pairs are
/// admissible. Throws Overflow.
Outcome<Layout> division_formula(const Layout& a, const Layout& b, Admissibility admissibility);

}  // namespace layoutcheck::properties::formulas
