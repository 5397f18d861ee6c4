// CuTe's functions on integer tuples (int_tuple.hpp, stride.hpp and tuple_algorithms.hpp of
// CUTLASS; shape.py of NVlabs/CuTe).
#pragma once

#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::algebra {

/// The size of each mode. Throws Overflow.
NestedTuple product_each(const NestedTuple& tuple);

/// The sizes of the parts in place of the profile's entries. Undefined unless the profile is
/// weakly congruent to the tuple. Throws Overflow.
Outcome<NestedTuple> product_like(const NestedTuple& tuple, const Profile& profile);

/// Σ x_i·y_i. Undefined unless the two are congruent. Throws Overflow.
Outcome<Int> inner_product(const NestedTuple& x, const NestedTuple& y);

/// Each entry of x times the size of what stands in its place in y. Undefined unless x is weakly
/// congruent to y. Throws Overflow.
Outcome<NestedTuple> elem_scale(const NestedTuple& x, const NestedTuple& y);

/// x divided by y, rounded up; in shape_div one of each two integers divides the other. A tuple is
/// divided by a tuple mode by mode, by an integer entry by entry (each by what those before it have
/// left), and an integer by the size of a tuple. In ceil_div y may have fewer modes, and is 1 where
/// it has none; otherwise the ranks agree, or it is undefined.
Outcome<NestedTuple> shape_div(const NestedTuple& x, const NestedTuple& y);
Outcome<NestedTuple> ceil_div(const NestedTuple& x, const NestedTuple& y);

/// Each entry of x, rounded up to a multiple of y's. Undefined unless y has tuples where x has, of
/// no greater rank. Throws Overflow.
Outcome<NestedTuple> round_up(const NestedTuple& x, const NestedTuple& y);

/// Whether y refines x; whether it has something in place of each entry of x.
bool compatible(const NestedTuple& x, const NestedTuple& y);
bool weakly_congruent(const NestedTuple& x, const NestedTuple& y);

/// Whether y, an integer or by mode, divides x without a rest: size(x) = y·size(ceil_div(x, y)).
bool evenly_divides(const NestedTuple& x, const NestedTuple& y);

/// The least shape that refines both, and the greatest that both refine. Undefined if there is
/// none. Throws Overflow.
Outcome<NestedTuple> common_refinement(const NestedTuple& x, const NestedTuple& y);
Outcome<NestedTuple> common_coarsening(const NestedTuple& x, const NestedTuple& y);

/// Which modes decide first.
enum class Direction { forwards, backwards };

/// Whether x is less, in the lexicographical order (or, backwards, the colexicographical one).
/// Undefined if an integer stands where the other has a tuple.
Outcome<bool> is_before(const NestedTuple& x, const NestedTuple& y, Direction direction);

/// Whether each entry of x is less than (or at most) that of y, which may have more modes.
/// Undefined likewise.
Outcome<bool> is_below(const NestedTuple& x, const NestedTuple& y, bool or_equal);

/// The index of a coordinate whose parts may be indices of parts. Undefined unless it fits and each
/// part is within. Throws Overflow.
Outcome<Int> crd2idx(const NestedTuple& coordinate, const NestedTuple& shape);

/// The coordinate congruent to the shape. Undefined likewise.
Outcome<NestedTuple> idx2crd(const NestedTuple& coordinate, const NestedTuple& shape);

/// The coordinate of `to` with the index of that of `from`, by mode as far as all are tuples.
/// Undefined unless the ranks, or where one is an integer the sizes, agree. Throws Overflow.
Outcome<NestedTuple> crd2crd(const NestedTuple& coordinate, const NestedTuple& from,
                             const NestedTuple& to);

/// The next coordinate. Undefined for the last, and unless it is congruent to the shape and within.
Outcome<NestedTuple> increment(const NestedTuple& coordinate, const NestedTuple& shape);

}  // namespace layoutcheck::algebra
