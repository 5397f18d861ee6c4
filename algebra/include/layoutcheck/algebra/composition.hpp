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
/// Strict: undefined if B leaves the domain of A. Extended (shah 2.3, CuTe): the last of the
/// entries of A with extent above 1 goes on for ever; without such an entry A is 0 everywhere.
///
/// Complete: undefined only if there is no such layout, and the reason names the points that prove
/// it. That is decided from the entries alone, whatever the sizes (docs/composition.md), except
/// where what several levels of A contribute cancels: there the function is tabulated, and
/// LimitReached is thrown where more than `limit` points would be needed. Throws Overflow.
Outcome<Layout> composition(const Layout& a, const Layout& b, Convention convention,
                            Int limit = default_limit);

/// The same for those who compose millions: `c` becomes A∘B in the memory that it has, and where
/// that suffices nothing is allocated for small operands (of two entries each, and small extents).
/// Returns why there is no A∘B, and then `c` is as it was.
std::optional<Undefined> compose(const Layout& a, const Layout& b, Convention convention, Layout& c,
                                 Int limit = default_limit);

/// A∘T (slides 3). A layout is composed as above. A tuple of tilers acts by mode: its i-th part on
/// the i-th mode of A, and the further modes of A are dropped, as CuTe does. A shape stands for the
/// layouts N:1 of its entries, by mode; `_` leaves its mode as it is. Undefined if there are more
/// parts than modes.
Outcome<Layout> composition(const Layout& a, const Tiler& tiler, Convention convention,
                            Int limit = default_limit);

/// The non-degenerate flat layout with the shape of B♭ and the function Φ_A∘Φ_B (colfax 2.1.7.1).
/// Undefined if B leaves the domain of A or there is no such layout. Throws LimitReached and
/// Overflow as above.
Outcome<Layout> flat_composition(const Layout& a, const Layout& b, Int limit = default_limit);

}  // namespace layoutcheck::algebra
