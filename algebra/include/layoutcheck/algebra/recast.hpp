// Layouts whose offsets are counted in other units, as CuTe's recast_layout has them
// (docs/recast.md).
#pragma once

#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// The layout of the units of n offsets: coordinates that one entry of L takes to the same unit are
/// one coordinate of U, and U takes it to ⌊L/n⌋. Undefined where that is no layout function. Pre:
/// n > 0.
Outcome<Layout> upcast(const Layout& layout, Int n);

/// The layout in units of `to` of one in units of `from`, entry by entry (docs/recast.md): of a
/// stride that is 0, 1, a multiple of the scale to/from or a divisor of it. Undefined for others.
/// Pre: to > 0, from > 0. Throws Overflow.
Outcome<Layout> recast(const Layout& layout, Int to, Int from);

/// The layout of the n parts of each offset, which follow each other along the entries of stride 1.
/// Undefined without such an entry. Pre: n > 0. Throws Overflow.
Outcome<Layout> downcast(const Layout& layout, Int n);

}  // namespace layoutcheck::algebra
