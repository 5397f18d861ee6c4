// Layouts made from shapes, orders and other layouts, as in CuTe (layout.hpp and tensor_impl.hpp of
// CUTLASS; layout.py and algebra.py of NVlabs/CuTe).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// The compact layout of the shape whose strides increase in the given order; entries of equal
/// order go from left to right. Undefined unless the order is weakly congruent to the shape. Throws
/// Overflow.
Outcome<Layout> make_ordered_layout(const NestedTuple& shape, const NestedTuple& order);

/// The same with the shape of a layout, in the order of its strides; strides of 0 are kept. Throws
/// Overflow.
Layout make_layout_like(const Layout& layout);

/// The same, but the entries of mode 0 come first, from left to right, and strides of 0 are kept
/// only there. Throws Overflow.
Layout make_fragment_like(const Layout& layout);

/// The layout with extents of 1 where the stride is 0, or where the profile has 0. Undefined unless
/// the profile is weakly congruent to the shape.
Layout filter_zeros(const Layout& layout);
Outcome<Layout> filter_zeros(const Layout& layout, const NestedTuple& profile);

/// The indices that L maps to 0, in increasing order. Throws Overflow.
Layout nullspace(const Layout& layout);

/// The same for V over coordinates or integers. Undefined unless, at each place, all integers have
/// the same sign, so that nothing cancels. Throws Overflow.
Outcome<Layout> nullspace(const ModuleLayout& layout);

/// i ↦ A(i) + B(i). Undefined unless the sizes agree and this is a layout function. Throws Overflow
/// and LimitReached.
Outcome<Layout> layout_add(const Layout& a, const Layout& b, Int limit = default_limit);

/// The layout repeated to fill the shape, in the given order of modes. Undefined unless the layout
/// is complementable, it has no more modes than the shape, their sizes divide those of the shape's
/// modes, and the result has the shape. Throws Overflow and LimitReached.
Outcome<Layout> tile_to_shape(const Layout& block, const NestedTuple& shape,
                              const NestedTuple& order, Convention convention,
                              Int limit = default_limit);
Outcome<ModuleLayout> tile_to_shape(const ModuleLayout& block, const NestedTuple& shape,
                                    const NestedTuple& order, Convention convention,
                                    Int limit = default_limit);

/// ((A, B, …), (a, b, …, x, y)), where the layout has the pairs (A, a), (B, b), … in place of the
/// profile's entries, and x, y are its remaining modes. Undefined unless they are pairs.
Outcome<Layout> tile_unzip(const Layout& layout, const Profile& profile);

/// The offset of a coordinate, with 0 for `_`. Undefined like apply(). Throws Overflow.
Outcome<Int> crd2idx(const Tiler& coordinate, const Layout& layout, Convention convention);

Outcome<Element> crd2idx(const Tiler& coordinate, const ModuleLayout& layout,
                         Convention convention);

/// The pair of slice() and crd2idx().
Outcome<Tiler> slice_and_offset(const Tiler& coordinate, const Layout& layout,
                                Convention convention);
Outcome<OffsetModuleLayout> slice_and_offset(const Tiler& coordinate, const ModuleLayout& layout,
                                             Convention convention);

/// The pair of the layout and apply().
Outcome<Tiler> domain_offset(const NestedTuple& coordinate, const Layout& layout,
                             Convention convention);
Outcome<OffsetModuleLayout> domain_offset(const NestedTuple& coordinate, const ModuleLayout& layout,
                                          Convention convention);

/// The zipped division, sliced at a coordinate of its rests (inner) or of its tiles (outer).
/// Undefined if the division is, or if the coordinate does not fit. Throws Overflow and
/// LimitReached.
Outcome<Tiler> inner_partition(const Layout& layout, const Tiler& tiler, const Tiler& coordinate,
                               Convention convention, Int limit = default_limit);
Outcome<OffsetModuleLayout> inner_partition(const ModuleLayout& layout, const Tiler& tiler,
                                            const Tiler& coordinate, Convention convention,
                                            Int limit = default_limit);
Outcome<Tiler> outer_partition(const Layout& layout, const Tiler& tiler, const Tiler& coordinate,
                               Convention convention, Int limit = default_limit);
Outcome<OffsetModuleLayout> outer_partition(const ModuleLayout& layout, const Tiler& tiler,
                                            const Tiler& coordinate, Convention convention,
                                            Int limit = default_limit);

/// The outer partition by the sizes of the modes of `threads`, at the coordinate of a thread.
/// Undefined unless `threads` is compact and has the thread.
Outcome<Tiler> local_partition(const Layout& layout, const Layout& threads, Int thread,
                               Convention convention, Int limit = default_limit);
Outcome<OffsetModuleLayout> local_partition(const ModuleLayout& layout, const Layout& threads,
                                            Int thread, Convention convention,
                                            Int limit = default_limit);

}  // namespace layoutcheck::algebra
