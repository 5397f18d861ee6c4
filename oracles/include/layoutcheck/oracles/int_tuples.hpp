// CuTe's functions on integer tuples, as the comments of its headers define them: int_tuple.hpp,
// stride.hpp and tuple_algorithms.hpp of CUTLASS, and shape.py of NVlabs/CuTe.
#pragma once

#include <layoutcheck/oracles/nesting.hpp>

#include <compare>

namespace layoutcheck::oracle {

/// The modes in order; for depth 0 the tuple itself.
std::vector<ExactTuple> modes(const ExactTuple& x);

/// (x_1, …, x_k). Throws TooDeep.
ExactTuple tuple_of(std::span<const ExactTuple> modes);

/// The size of each mode (int_tuple.hpp, product_each).
ExactTuple product_each(const ExactTuple& x);

/// The size of what stands in place of each entry of the profile; undefined unless the profile
/// is weakly congruent to x (int_tuple.hpp, product_like).
Outcome<ExactTuple> product_like(const ExactTuple& x, const Profile& profile);

/// Σ x_i·y_i; undefined unless the two are congruent.
Outcome<Exact> inner_product(const ExactTuple& x, const ExactTuple& y);

/// Each entry of x times the size of what stands in its place in y; undefined unless x is weakly
/// congruent to y.
Outcome<ExactTuple> elem_scale(const ExactTuple& x, const ExactTuple& y);

/// By cases (int_tuple.hpp, shape_div). Tuple and tuple of its rank: mode by mode. Tuple and
/// integer: each mode is divided by what those before it have left of the integer, which is the
/// integer divided by them. Integer and tuple: by the size of the tuple. Two integers, of which one
/// divides the other: ⌈x / y⌉.
Outcome<ExactTuple> shape_div(const ExactTuple& x, const ExactTuple& y);

/// The same for any integers, where y may have a smaller rank: what it lacks is 1 (int_tuple.hpp,
/// ceil_div).
Outcome<ExactTuple> ceil_div(const ExactTuple& x, const ExactTuple& y);

/// The least multiple of y from x on, entry by entry; a tuple y may have a smaller rank: what it
/// lacks is 1. Undefined where an integer meets a tuple.
Outcome<ExactTuple> round_up(const ExactTuple& x, const ExactTuple& y);

/// Whether x is an entry, or has the rank of y and its modes are weakly congruent to those of y.
bool weakly_congruent(const Profile& x, const Profile& y);

/// Whether x is weakly congruent to y, and what stands in y in place of an entry of x has that
/// size (int_tuple.hpp, compatible).
bool compatible(const ExactTuple& x, const ExactTuple& y);

/// For a tuple y: whether it has at most the rank of x, and its modes divide those of x evenly. For
/// an integer: whether size(x) = y·size(ceil_div(x, y)).
bool evenly_divides(const ExactTuple& x, const ExactTuple& y);

/// The least upper bound and the greatest lower bound of two shapes, where x ≤ y means that x is
/// compatible with y (shape.py of NVlabs/CuTe); undefined if there is none.
///
/// Whatever is above an integer has its size, and whatever is above a tuple is a tuple of that rank
/// whose modes are above its modes. So upper bounds of an integer n and y are those of y if y has
/// the size n, and there are none otherwise; and those of two tuples of equal rank are the tuples
/// of upper bounds of their modes. Below y there is the integer size(y), which is below everything
/// else that is below y, and for a tuple y, the tuples of what is below its modes. So lower bounds
/// of x and y exist if the sizes are equal, and the greatest is the tuple of those of the modes, if
/// x and y are tuples of equal rank and each pair of modes has one, or else the size.
Outcome<ExactTuple> common_refinement(const ExactTuple& x, const ExactTuple& y);
Outcome<ExactTuple> common_coarsening(const ExactTuple& x, const ExactTuple& y);

/// Which modes decide first.
enum class Mode { first, last };

/// Lexicographical order: integers by value, tuples by the first pair of modes that differ, and if
/// there is none, the one with fewer modes is less. Pairs are counted from the first modes or,
/// colexicographically, from the last. Undefined if an integer is paired with a tuple.
Outcome<std::strong_ordering> compare(const ExactTuple& x, const ExactTuple& y, Mode decides);

/// Whether each entry of x is less than, or at most, that of y; x may have fewer modes than y, but
/// no more (int_tuple.hpp, elem_less). Undefined if an integer is paired with a tuple.
Outcome<bool> elem_less(const ExactTuple& x, const ExactTuple& y, bool or_equal);

/// Σ s_1 ⋯ s_{i−1}·x_i of the coordinate (stride.hpp, crd2idx), whose parts may be indices into
/// parts of the shape. Undefined unless the coordinate is weakly congruent to the shape, and each
/// part is below the size of what it is an index into.
Outcome<Exact> crd2idx(const ExactTuple& coordinate, const ExactTuple& shape);

/// The coordinate congruent to the shape for each index (stride.hpp, idx2crd); undefined as
/// crd2idx.
Outcome<ExactTuple> idx2crd(const ExactTuple& coordinate, const ExactTuple& shape);

/// Mode by mode while all three are tuples, the coordinate in `to` with the index of the one in
/// `from` (stride.hpp, crd2crd). Undefined unless ranks agree where all are tuples and sizes where
/// one is not, as its comment asserts, or where crd2idx is.
Outcome<ExactTuple> crd2crd(const ExactTuple& coordinate, const ExactTuple& from,
                            const ExactTuple& to);

/// The coordinate whose index is one more (stride.hpp, increment); undefined for the last one, and
/// unless the coordinate is congruent to the shape and below it.
Outcome<ExactTuple> increment(const ExactTuple& coordinate, const ExactTuple& shape);

}  // namespace layoutcheck::oracle
