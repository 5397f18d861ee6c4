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

/// The layout of the n parts of each offset, which follow each other along the first entry of
/// stride 1. Undefined without such an entry. Pre: n > 0. Throws Overflow.
Outcome<Layout> downcast(const Layout& layout, Int n);

}  // namespace layoutcheck::algebra
