// Coalesce: the simplest layout with a given function (colfax 2.1.4, 2.3.3, 2.3.4).
#pragma once

#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// coal♭(L♭), the shortest flat layout with the function of L (colfax 2.1.4.9). Throws Overflow.
Layout flat_coalesce(const Layout& layout);

/// coal(L): 1:0, or an entry, or a flat layout of rank above 1 (colfax 2.3.3.7). Throws Overflow.
Layout coalesce(const Layout& layout);

/// coal(L, S): each mode relative to S coalesced (colfax 2.3.4.7). Undefined unless the shape
/// refines S. Throws Overflow.
Outcome<Layout> coalesce(const Layout& layout, const NestedTuple& shape);

}  // namespace layoutcheck::algebra
