// Layouts with an offset, <L,n>: what is sliced out of a layout, or moved within it.
#pragma once

#include <layoutcheck/notation/value.hpp>

namespace layoutcheck {

/// A layout and what is added to its values, as a value of Sort::offset_layout.
Tiler with_offset(Layout layout, Int offset);

/// The layout of such a value, and its offset.
const Layout& unmoved(const Tiler& value);
Int offset_of(const Tiler& value);

}  // namespace layoutcheck
