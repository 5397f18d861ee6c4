// Layouts that CuTe makes of shapes, orders and other layouts (layout.hpp of CUTLASS; layout.py and
// algebra.py of NVlabs/CuTe).
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/int_tuples.hpp>
#include <layoutcheck/oracles/limits.hpp>

namespace layoutcheck::oracle {

/// The compact layout of the shape in which an entry comes before another if its order is less, or
/// if it is the same and the entry stands before: a stride is the product of the extents before it.
/// Undefined unless the order is weakly congruent to the shape.
Outcome<ExactLayout> make_ordered_layout(const ExactTuple& shape, const NestedTuple& order);

/// The layout with the shape of L whose strides of 0 are where those of L are, and which is compact
/// apart from them, in the order of L's strides.
ExactLayout make_layout_like(const ExactLayout& layout);

/// The same, but the entries of mode 0 come before all others, in their own order; and only there
/// strides of 0 stay.
ExactLayout make_fragment_like(const ExactLayout& layout);

/// L with extents of 1 where the stride is 0, or where 0 stands in the profile; undefined unless
/// that is weakly congruent to the shape.
ExactLayout filter_zeros(const ExactLayout& layout);
Outcome<ExactLayout> filter_zeros(const ExactLayout& layout, const NestedTuple& profile);

/// The indices that L takes to 0, in order. As strides are not negative, these are the indices of
/// the coordinates that are 0 wherever the stride is not.
ExactLayout nullspace(const ExactLayout& layout);

/// Whether R takes each index below its size to one that L takes to 0, no two to the same one, and
/// has as many as there are.
bool is_nullspace(const ExactLayout& r, const ExactLayout& layout, const Limits& limits);

/// The same of V over coordinates or integers; undefined over XOR, and where a place has integers
/// of both signs: indices that V takes to 0 need be no layout there.
Outcome<ExactLayout> nullspace(const ModuleLayout& layout, const Limits& limits);
bool is_nullspace(const ExactLayout& r, const ModuleLayout& layout, const Limits& limits);

/// i ↦ A(i) + B(i), coalesced; undefined unless the sizes are equal, or if it is no layout
/// function.
Outcome<ExactLayout> layout_add(const ExactLayout& a, const ExactLayout& b, const Limits& limits);

/// The blocked product of the block, with modes 1:0 up to the rank of the shape, and the ordered
/// layout of as many blocks as fill each mode. Where a mode of that does not refine the mode of the
/// shape, it becomes the layout over that shape with the same function: "@post
/// compatible(trg_shape, shape(result))". Undefined where there is none; if the rank of the block
/// is greater, or it does not divide the shape mode by mode.
Outcome<ExactLayout> tile_to_shape(const ExactLayout& block, const NestedTuple& shape,
                                   const NestedTuple& order, Convention convention,
                                   const Limits& limits);

Outcome<ModuleLayout> tile_to_shape(const ModuleLayout& block, const NestedTuple& shape,
                                    const NestedTuple& order, Convention convention,
                                    const Limits& limits);

/// A layout and what is added to its values.
struct OffsetLayout {
  ExactLayout layout;
  Exact offset;
};

/// What a layout with an offset is.
template <class L>
using WithOffset =
    std::conditional_t<std::is_same_v<L, ModuleLayout>, OffsetModuleLayout, OffsetLayout>;

/// What is on the way to one. Layouts over modules have no integers beyond 64 bits, so that one
/// that does not fit there decides nothing of what is made of it.
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

/// Of the zipped division Z of A by T at a coordinate c of its second mode, the first (inner), or
/// at one of its first mode, the second (outer): R(i) + o = Z(i, c), or Z(c, i) (tensor_impl.hpp,
/// inner_partition and outer_partition). A tuple c has `_` for the modes that it lacks. What is
/// kept of c's mode follows, or precedes, and the kept mode is spread, unless its rank is 1. Beyond
/// its mode c is undefined in every convention: Z has several forms, which go on differently there.
Outcome<OffsetLayout> partition(Part part, const ExactLayout& a, const Tiler& tiler,
                                const Tiler& coordinate, Convention convention,
                                const Limits& limits);
Outcome<OffsetModuleLayout> partition(Part part, const ModuleLayout& a, const Tiler& tiler,
                                      const Tiler& coordinate, Convention convention,
                                      const Limits& limits);

/// The outer partition of A by the sizes of the threads' modes, at the coordinate that the layout
/// of threads takes to the thread (tensor_impl.hpp, local_partition). Undefined unless that layout
/// is compact, and has the thread.
Outcome<OffsetLayout> local_partition(const ExactLayout& a, const Layout& threads, Int thread,
                                      Convention convention, const Limits& limits);
Outcome<OffsetModuleLayout> local_partition(const ModuleLayout& a, const Layout& threads,
                                            Int thread, Convention convention,
                                            const Limits& limits);

}  // namespace layoutcheck::oracle
