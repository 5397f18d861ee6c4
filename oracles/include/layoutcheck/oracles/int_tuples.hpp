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

/// The profile with, at each entry, the size of the corresponding part of x; undefined unless the
/// profile is weakly congruent to x (int_tuple.hpp, product_like).
Outcome<ExactTuple> product_like(const ExactTuple& x, const Profile& profile);

/// Σ x_i·y_i; undefined unless the two are congruent.
Outcome<Exact> inner_product(const ExactTuple& x, const ExactTuple& y);

/// Each entry of x times the size of the corresponding part of y; undefined unless x is weakly
/// congruent to y.
Outcome<ExactTuple> elem_scale(const ExactTuple& x, const ExactTuple& y);

/// By cases (int_tuple.hpp, shape_div). Two tuples of the same rank: mode by mode. A tuple by an
/// integer: each mode is divided by what the modes before it have left of the integer, which is the
/// integer divided by them. An integer by a tuple: by the size of the tuple. Two integers, one of
/// which divides the other: ⌈x / y⌉.
Outcome<ExactTuple> shape_div(const ExactTuple& x, const ExactTuple& y);

/// The same for any integers; y may have a smaller rank, and its missing modes count as 1
/// (int_tuple.hpp, ceil_div).
Outcome<ExactTuple> ceil_div(const ExactTuple& x, const ExactTuple& y);

/// The least multiple of y that is at least x, entry by entry; a tuple y may have a smaller rank,
/// and its missing modes count as 1. Undefined if an integer is paired with a tuple.
Outcome<ExactTuple> round_up(const ExactTuple& x, const ExactTuple& y);

/// Whether x is an entry, or has the rank of y and its modes are weakly congruent to those of y.
bool weakly_congruent(const Profile& x, const Profile& y);

/// Whether x is weakly congruent to y, and each entry of x is the size of the corresponding part of
/// y (int_tuple.hpp, compatible).
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

/// Lexicographical order: integers by value, tuples by the first pair of modes that differ; if none
/// differs, the tuple with fewer modes is less. Pairs are counted from the first modes or, for
/// colexicographical order, from the last. Undefined if an integer is paired with a tuple.
Outcome<std::strong_ordering> compare(const ExactTuple& x, const ExactTuple& y, Mode decides);

/// Whether each entry of x is less than, or at most, the corresponding one of y; x may have fewer
/// modes than y, but no more (int_tuple.hpp, elem_less). Undefined if an integer is paired with a
/// tuple.
Outcome<bool> elem_less(const ExactTuple& x, const ExactTuple& y, bool or_equal);

/// Σ s_1 ⋯ s_{i−1}·x_i of the coordinate (stride.hpp, crd2idx), whose parts may be indices into
/// parts of the shape. Undefined unless the coordinate is weakly congruent to the shape, and each
/// part is below the size of what it is an index into.
Outcome<Exact> crd2idx(const ExactTuple& coordinate, const ExactTuple& shape);

/// The coordinate with its indices replaced by coordinates, so that it is congruent to the shape
/// (stride.hpp, idx2crd); undefined like crd2idx.
Outcome<ExactTuple> idx2crd(const ExactTuple& coordinate, const ExactTuple& shape);

/// The coordinate in `to` with the same index as the one in `from`, mode by mode as long as all
/// three are tuples (stride.hpp, crd2crd). Undefined unless the ranks agree where all are tuples
/// and the sizes where one is not, as its comment asserts, or if crd2idx is.
Outcome<ExactTuple> crd2crd(const ExactTuple& coordinate, const ExactTuple& from,
                            const ExactTuple& to);

/// The coordinate whose index is one more (stride.hpp, increment); undefined for the last one, and
/// unless the coordinate is congruent to the shape and below it.
Outcome<ExactTuple> increment(const ExactTuple& coordinate, const ExactTuple& shape);

}  // namespace layoutcheck::oracle
