// Composition: the layout of A∘B, the function c ↦ A(B(c)) (colfax 2.3.7, shah 2.2).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <optional>

namespace layoutcheck::algebra {

/// The layout C with Φ_C = Φ_A∘Φ_B whose shape refines shape(B) and that is coalesced over shape(B)
/// (colfax 2.3.7.1, the operands in CuTe's order).
///
/// Strict: undefined if B leaves the domain of A. Extended (shah 2.3, CuTe): the last entry of A
/// with extent above 1 is unbounded; if there is none, A is 0 everywhere.
///
/// Complete: undefined only if no such layout exists, and the reason names points that prove it.
/// The entries alone decide, at any size (docs/composition.md), unless the contributions of several
/// levels of A cancel: then the function is tabulated. Throws LimitReached if that takes more than
/// `limit` points. Throws Overflow.
Outcome<Layout> composition(const Layout& a, const Layout& b, Convention convention,
                            Int limit = default_limit);

/// The same, for composing millions of layouts: stores A∘B in `c` and reuses its memory. If that
/// memory suffices, nothing is allocated for small operands (two entries each, small extents).
/// Returns the reason if A∘B does not exist; `c` is then unchanged.
std::optional<Undefined> compose(const Layout& a, const Layout& b, Convention convention, Layout& c,
                                 Int limit = default_limit);

/// A∘T (slides 3). A layout is composed as above. A tuple of tilers acts by mode, its i-th part on
/// the i-th mode of A; the remaining modes of A are dropped, as in CuTe. A shape acts by mode, as
/// the layouts N:1 of its entries; `_` leaves its mode unchanged. Undefined if there are more parts
/// than modes.
Outcome<Layout> composition(const Layout& a, const Tiler& tiler, Convention convention,
                            Int limit = default_limit);

/// The non-degenerate flat layout with the shape of B♭ and the function Φ_A∘Φ_B (colfax 2.1.7.1).
/// Undefined if B leaves the domain of A or there is no such layout. Throws LimitReached and
/// Overflow as above.
Outcome<Layout> flat_composition(const Layout& a, const Layout& b, Int limit = default_limit);

}  // namespace layoutcheck::algebra
