// Layouts with an offset, <L,n>: what is sliced out of a layout, or moved within it; over the
// integers, and as over modules.
#pragma once

#include <layoutcheck/notation/value.hpp>

#include <type_traits>

namespace layoutcheck {

/// A layout and what is added to its values, as a value of Sort::offset_layout.
Tiler with_offset(Layout layout, Int offset);

inline OffsetModuleLayout with_offset(ModuleLayout layout, Element offset) {
  return {std::move(layout), std::move(offset)};
}

/// What a layout with an offset is.
template <class L>
using WithOffset = std::conditional_t<std::is_same_v<L, ModuleLayout>, OffsetModuleLayout, Tiler>;

/// The layout of such a value, and its offset.
const Layout& unmoved(const Tiler& value);
Int offset_of(const Tiler& value);

}  // namespace layoutcheck
