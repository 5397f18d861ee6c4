// CuTe's functions on integer tuples (int_tuple.hpp, stride.hpp and tuple_algorithms.hpp of
// CUTLASS; shape.py of NVlabs/CuTe).
#pragma once

#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::algebra {

/// The size of each mode. Throws Overflow.
NestedTuple product_each(const NestedTuple& tuple);

/// The profile with, at each entry, the size of the corresponding part of the tuple. Undefined
/// unless the profile is weakly congruent to the tuple. Throws Overflow.
Outcome<NestedTuple> product_like(const NestedTuple& tuple, const Profile& profile);

/// Σ x_i·y_i. Undefined unless the two are congruent. Throws Overflow.
Outcome<Int> inner_product(const NestedTuple& x, const NestedTuple& y);

/// Each entry of x times the size of the corresponding part of y. Undefined unless x is weakly
/// congruent to y. Throws Overflow.
Outcome<NestedTuple> elem_scale(const NestedTuple& x, const NestedTuple& y);

/// x divided by y, rounded up. In shape_div, one of each pair of integers must divide the other. A
/// tuple is divided by a tuple mode by mode; by an integer entry by entry, each entry by what the
/// entries before it have left of the integer. An integer is divided by the size of a tuple. In
/// ceil_div, y may have fewer modes; missing ones count as 1. Otherwise undefined if the ranks
/// differ.
Outcome<NestedTuple> shape_div(const NestedTuple& x, const NestedTuple& y);
Outcome<NestedTuple> ceil_div(const NestedTuple& x, const NestedTuple& y);

/// Each entry of x, rounded up to a multiple of the corresponding entry of y. Undefined unless,
/// wherever x has a tuple, y has one of no greater rank. Throws Overflow.
Outcome<NestedTuple> round_up(const NestedTuple& x, const NestedTuple& y);

/// compatible: whether y refines x. weakly_congruent: whether y has a part for each entry of x.
bool compatible(const NestedTuple& x, const NestedTuple& y);
bool weakly_congruent(const NestedTuple& x, const NestedTuple& y);

/// Whether y, an integer or mode by mode, divides x without remainder: size(x) = y·size(ceil_div(x,
/// y)).
bool evenly_divides(const NestedTuple& x, const NestedTuple& y);

/// The coarsest shape that refines both, and the finest that both refine. Undefined if there is
/// none. Throws Overflow.
Outcome<NestedTuple> common_refinement(const NestedTuple& x, const NestedTuple& y);
Outcome<NestedTuple> common_coarsening(const NestedTuple& x, const NestedTuple& y);

/// Which modes decide first.
enum class Direction { forwards, backwards };

/// Whether x precedes y in lexicographical order or, backwards, in colexicographical order.
/// Undefined if an integer is compared with a tuple.
Outcome<bool> is_before(const NestedTuple& x, const NestedTuple& y, Direction direction);

/// Whether each entry of x is less than (or at most) the corresponding one of y, which may have
/// more modes. Undefined if an integer is compared with a tuple.
Outcome<bool> is_below(const NestedTuple& x, const NestedTuple& y, bool or_equal);

/// The index of a coordinate. An integer may stand for a whole part of the coordinate, as its
/// index. Undefined unless the coordinate fits the shape and each part is in range. Throws
/// Overflow.
Outcome<Int> crd2idx(const NestedTuple& coordinate, const NestedTuple& shape);

/// The same coordinate, made congruent to the shape. Undefined as above.
Outcome<NestedTuple> idx2crd(const NestedTuple& coordinate, const NestedTuple& shape);

/// The coordinate in `to` with the same index as the given one in `from`, mode by mode as long as
/// all are tuples. Undefined unless the ranks agree or, where one is an integer, the sizes. Throws
/// Overflow.
Outcome<NestedTuple> crd2crd(const NestedTuple& coordinate, const NestedTuple& from,
                             const NestedTuple& to);

/// The next coordinate. Undefined for the last one, and unless the coordinate is congruent to the
/// shape and in range.
Outcome<NestedTuple> increment(const NestedTuple& coordinate, const NestedTuple& shape);

}  // namespace layoutcheck::algebra
