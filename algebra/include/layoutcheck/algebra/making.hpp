// Layouts that CuTe makes of shapes, orders and other layouts (layout.hpp and tensor_impl.hpp of
// CUTLASS; layout.py and algebra.py of NVlabs/CuTe).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// The compact layout of the shape whose entries are in this order, and from left to right where it
/// is the same. Undefined unless the order is weakly congruent to the shape. Throws Overflow.
Outcome<Layout> make_ordered_layout(const NestedTuple& shape, const NestedTuple& order);

/// The same for the order of the layout's strides; strides of 0 stay. Throws Overflow.
Layout make_layout_like(const Layout& layout);

/// The same, after mode 0 in its own order; strides of 0 stay in mode 0 alone. Throws Overflow.
Layout make_fragment_like(const Layout& layout);

/// Extents of 1 where the stride is 0, or in place of 0 in the profile. Undefined unless that
/// is weakly congruent to the shape.
Layout filter_zeros(const Layout& layout);
Outcome<Layout> filter_zeros(const Layout& layout, const NestedTuple& profile);

/// The indices that L takes to 0, in order. Throws Overflow.
Layout nullspace(const Layout& layout);

/// The same of V over coordinates or integers, where at each place all integers have one sign, so
/// that nothing cancels; undefined elsewhere. Throws Overflow.
Outcome<Layout> nullspace(const ModuleLayout& layout);

/// i ↦ A(i) + B(i). Undefined unless the sizes agree and this is a layout function. Throws Overflow
/// and LimitReached.
Outcome<Layout> layout_add(const Layout& a, const Layout& b, Int limit = default_limit);

/// The layout repeated to fill the shape, in the order of modes that is given. Undefined unless the
/// layout has at most as many modes, whose sizes divide those of the shape's modes, is
/// complementable, and the result has the shape. Throws Overflow and LimitReached.
Outcome<Layout> tile_to_shape(const Layout& block, const NestedTuple& shape,
                              const NestedTuple& order, Convention convention,
                              Int limit = default_limit);
Outcome<ModuleLayout> tile_to_shape(const ModuleLayout& block, const NestedTuple& shape,
                                    const NestedTuple& order, Convention convention,
                                    Int limit = default_limit);

/// ((A, B, …), (a, b, …, x, y)) for pairs in place of the profile's entries. Undefined unless
/// they are pairs.
Outcome<Layout> tile_unzip(const Layout& layout, const Profile& profile);

/// The offset at a coordinate whose `_` are 0; undefined as apply(). Throws Overflow.
Outcome<Int> crd2idx(const Tiler& coordinate, const Layout& layout, Convention convention);

Outcome<Element> crd2idx(const Tiler& coordinate, const ModuleLayout& layout,
                         Convention convention);

/// slice() and crd2idx(), which see.
Outcome<Tiler> slice_and_offset(const Tiler& coordinate, const Layout& layout,
                                Convention convention);
Outcome<OffsetModuleLayout> slice_and_offset(const Tiler& coordinate, const ModuleLayout& layout,
                                             Convention convention);

/// The layout and apply(), which see.
Outcome<Tiler> domain_offset(const NestedTuple& coordinate, const Layout& layout,
                             Convention convention);
Outcome<OffsetModuleLayout> domain_offset(const NestedTuple& coordinate, const ModuleLayout& layout,
                                          Convention convention);

/// The zipped division at a coordinate of its rests, or of its tiles. Undefined where the division
/// is, or if the coordinate does not fit. Throws Overflow and LimitReached.
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

/// The outer partition by the sizes of the modes of a layout of threads, at the place of a thread.
/// Undefined unless that layout is compact and has the thread.
Outcome<Tiler> local_partition(const Layout& layout, const Layout& threads, Int thread,
                               Convention convention, Int limit = default_limit);
Outcome<OffsetModuleLayout> local_partition(const ModuleLayout& layout, const Layout& threads,
                                            Int thread, Convention convention,
                                            Int limit = default_limit);

}  // namespace layoutcheck::algebra
