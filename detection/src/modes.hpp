// Layouts as lists of modes, which plants take apart and put together.
#pragma once

#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/value.hpp>

#include <optional>
#include <vector>

namespace layoutcheck::detection {

struct Mode {
  Int extent = 1;
  Int stride = 0;
  friend bool operator==(const Mode&, const Mode&) = default;
};
using Modes = std::vector<Mode>;

/// The entries of a layout, and those of extent above 1.
Modes modes_of(const Layout& layout);
Modes proper_modes_of(const Layout& layout);

/// The flat layout of these modes; an entry of one, 1:0 of none, as coalesce has it.
Layout layout_of(const Modes& modes);

/// The flat layout of these modes, however few.
Layout flat_layout_of(const Modes& modes);

/// The layout with the profile of another, and other modes, which are as many.
Layout with_modes(const Layout& layout, const Modes& modes);

/// The layout with the strides of this one, and with other extents of 1 or more.
Layout with_extents(const Layout& layout, Tuple extents);

/// The modes by their strides, and by their extents where these are equal.
Modes sorted(Modes modes);

/// What CuTe's algorithm makes of modes in this order, without a check: the gap before each of
/// them, and what is left to N behind the last; without extents of 1, and neighbours joined.
Modes gaps_of(const Modes& modes, Int n);

/// The product of the extents, and the product of all of them before each.
Int size_of(const Modes& modes);

/// Whether the layout takes the numbers 0, 1, … once each.
bool is_permutation(const Modes& modes);

/// The layout of a tuple, or an entry.
Layout compact(const NestedTuple& shape);

/// The layout that a tiler is, if it is one or an integer.
std::optional<Layout> layout_in(const Tiler& tiler);

/// The layouts of a tiler by mode, where `_` has none; nothing if it is no such tiler, or is
/// nested.
std::optional<std::vector<std::optional<Layout>>> parts_of(const Tiler& tiler);

}  // namespace layoutcheck::detection
