// Layouts made from shapes, orders and other layouts, as in CuTe (layout.hpp of CUTLASS; layout.py
// and algebra.py of NVlabs/CuTe).
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/int_tuples.hpp>
#include <layoutcheck/oracles/limits.hpp>

namespace layoutcheck::oracle {

/// The compact layout of the shape in the given order: each stride is the product of the extents of
/// the entries that come before, which have a lesser order, or the same one and stand to the left.
/// Undefined unless the order is weakly congruent to the shape.
Outcome<ExactLayout> make_ordered_layout(const ExactTuple& shape, const NestedTuple& order);

/// The layout with the shape of L, and strides of 0 where L has them; apart from these it is
/// compact, in the order of L's strides.
ExactLayout make_layout_like(const ExactLayout& layout);

/// The same, but the entries of mode 0 come before all others, from left to right, and strides of 0
/// are kept only there.
ExactLayout make_fragment_like(const ExactLayout& layout);

/// L with extents of 1 where the stride is 0, or where the profile has 0; undefined unless the
/// profile is weakly congruent to the shape.
ExactLayout filter_zeros(const ExactLayout& layout);
Outcome<ExactLayout> filter_zeros(const ExactLayout& layout, const NestedTuple& profile);

/// The indices that L maps to 0, in increasing order. As strides are not negative, these are the
/// indices of the coordinates that are 0 wherever the stride is not.
ExactLayout nullspace(const ExactLayout& layout);

/// Whether R maps the indices below its size one-to-one to all indices that L maps to 0.
bool is_nullspace(const ExactLayout& r, const ExactLayout& layout, const Limits& limits);

/// The same for V over coordinates or integers. Undefined over XOR, and if a place has integers of
/// both signs: the indices that V maps to 0 need not form a layout there.
Outcome<ExactLayout> nullspace(const ModuleLayout& layout, const Limits& limits);
bool is_nullspace(const ExactLayout& r, const ModuleLayout& layout, const Limits& limits);

/// i ↦ A(i) + B(i), coalesced; undefined unless the sizes are equal, or if this is not a layout
/// function.
Outcome<ExactLayout> layout_add(const ExactLayout& a, const ExactLayout& b, const Limits& limits);

/// The blocked product of the block, padded with modes 1:0 to the rank of the shape, and the
/// ordered layout of as many blocks as fill each mode. A mode that does not refine the mode of the
/// shape is replaced by the layout over that shape with the same function: "@post
/// compatible(trg_shape, shape(result))". Undefined if there is none, if the rank of the block is
/// greater, or if the block does not divide the shape mode by mode.
Outcome<ExactLayout> tile_to_shape(const ExactLayout& block, const NestedTuple& shape,
                                   const NestedTuple& order, Convention convention,
                                   const Limits& limits);

Outcome<ModuleLayout> tile_to_shape(const ModuleLayout& block, const NestedTuple& shape,
                                    const NestedTuple& order, Convention convention,
                                    const Limits& limits);

/// A layout and an offset that is added to its values.
struct OffsetLayout {
  ExactLayout layout;
  Exact offset;
};

/// The type of a layout with an offset.
template <class L>
using WithOffset =
    std::conditional_t<std::is_same_v<L, ModuleLayout>, OffsetModuleLayout, OffsetLayout>;

/// An intermediate result. Layouts over modules have 64-bit integers only, so the overflow of an
/// intermediate result says nothing about the final one.
template <class L, class Make>
auto part_of_way(const Make& make) -> decltype(make()) {
  if constexpr (std::is_same_v<L, ModuleLayout>) {
    try {
      return make();
    } catch (const Overflow& beyond) {
      throw LimitReached(beyond.what());
    }
  } else {
    return make();
  }
}

/// slice(c, L), and L(c) with 0 for `_`.
Outcome<OffsetLayout> slice_and_offset(const Tiler& coordinate, const ExactLayout& layout,
                                       Convention convention);
Outcome<OffsetModuleLayout> slice_and_offset(const Tiler& coordinate, const ModuleLayout& layout,
                                             Convention convention);

/// L, and L(c).
Outcome<OffsetLayout> domain_offset(const NestedTuple& coordinate, const ExactLayout& layout,
                                    Convention convention);
Outcome<OffsetModuleLayout> domain_offset(const NestedTuple& coordinate, const ModuleLayout& layout,
                                          Convention convention);

/// Which modes of a zipped division a partition keeps.
enum class Part { inner, outer };

/// One mode of the zipped division Z of A by T: the first one, at a coordinate c of the second
/// (inner), or the second one, at a coordinate c of the first (outer): R(i) + o = Z(i, c), or Z(c,
/// i) (tensor_impl.hpp, inner_partition and outer_partition). A tuple c has `_` for the modes that
/// it lacks. What is kept of c's mode follows, or precedes, and the kept mode is spread, unless its
/// rank is 1. A c beyond its mode is undefined in every convention: Z has several forms, which
/// extend differently there.
Outcome<OffsetLayout> partition(Part part, const ExactLayout& a, const Tiler& tiler,
                                const Tiler& coordinate, Convention convention,
                                const Limits& limits);
Outcome<OffsetModuleLayout> partition(Part part, const ModuleLayout& a, const Tiler& tiler,
                                      const Tiler& coordinate, Convention convention,
                                      const Limits& limits);

/// The outer partition of A by the sizes of the threads' modes, at the coordinate that the layout
/// of threads maps to the thread (tensor_impl.hpp, local_partition). Undefined unless that layout
/// is compact and has the thread.
Outcome<OffsetLayout> local_partition(const ExactLayout& a, const Layout& threads, Int thread,
                                      Convention convention, const Limits& limits);
Outcome<OffsetModuleLayout> local_partition(const ModuleLayout& a, const Layout& threads,
                                            Int thread, Convention convention,
                                            const Limits& limits);

}  // namespace layoutcheck::oracle
