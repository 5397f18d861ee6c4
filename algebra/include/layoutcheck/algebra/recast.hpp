// Layouts whose offsets are counted in other units, as by CuTe's recast_layout (docs/recast.md).
#pragma once

#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// The layout U in units of n offsets: coordinates that an entry of L maps to the same unit become
/// one coordinate, which U maps to ⌊L/n⌋. Undefined if this is not a layout function. Pre: n > 0.
Outcome<Layout> upcast(const Layout& layout, Int n);

/// The layout converted from units of `from` to units of `to`, entry by entry (docs/recast.md).
/// Undefined unless each stride is 0, 1, or a multiple or a divisor of the scale to/from. Pre: to >
/// 0, from > 0. Throws Overflow.
Outcome<Layout> recast(const Layout& layout, Int to, Int from);

/// The layout of the n parts of each offset, which are consecutive along the entries of stride 1.
/// Undefined if there is no such entry. Pre: n > 0. Throws Overflow.
Outcome<Layout> downcast(const Layout& layout, Int n);

}  // namespace layoutcheck::algebra
