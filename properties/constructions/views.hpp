// Row-major views and when two of them merge (debos).
//
// A view (s, σ) is the flat layout s:σ with its entries in the order of the source; what is
// row-major is the order in which indices are counted: the last part runs fastest. To read a view
// as a layout in the sense of colfax, whose first entry runs fastest, reverse it. Of a nested
// layout the flattening is taken.
//
// Positions in a shape count from 0.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <vector>

namespace layoutcheck::properties::views {

/// The view (s, σ) (debos 1). Undefined unless there are as many strides as extents, the extents
/// positive and the strides not negative.
Outcome<Layout> view(const Tuple& shape, const Tuple& strides);

/// I_s, in row-major order (debos 2); empty if an extent is 0. Throws LimitReached if there are
/// more than `limit`. Pre: no extent is negative.
std::vector<Tuple> index_set(const Tuple& shape, Int limit = algebra::default_limit);

/// v(i) = Σ i_ℓ σ_ℓ (debos 3). Undefined unless i is in I_s. Throws Overflow.
Outcome<Int> offset(const Layout& view, const Tuple& index);

/// v^s, whose strides are the products of the extents that follow (debos 5). Pre: the extents are
/// positive. Throws Overflow.
Layout contiguous_view(const Tuple& shape);

/// (v^s)⁻¹(x), the index that the contiguous view sends to x (debos 7). Undefined unless x is below
/// the size of the shape. Pre: the extents are positive.
Outcome<Tuple> unravel(const Tuple& shape, Int x);

/// f_{v_1,v_2}(i) = v_1((v^{s_1})⁻¹(v_2(i))) (debos 6). Undefined unless i is in I_{s_2} and v_2(i)
/// below the size of v_1. Throws Overflow.
Outcome<Int> compose_at(const Layout& first, const Layout& second, const Tuple& index);

/// All values of f_{v_1,v_2}, in row-major order. Undefined unless all are defined. Throws
/// LimitReached if there are more than `limit`, and Overflow.
Outcome<Tuple> composition(const Layout& first, const Layout& second,
                           Int limit = algebra::default_limit);

/// Whether v is the merged view of v_1 and v_2: v = f_{v_1,v_2}, domains included (debos 8).
/// Undefined where f_{v_1,v_2} is.
Outcome<bool> is_merged_view(const Layout& view, const Layout& first, const Layout& second,
                             Int limit = algebra::default_limit);

/// The merged view of v_1 and v_2, by the criterion of debos 10: f(i + e_j) = f(i) + f(e_j) for
/// each increment. An extent of 1 gets the stride 0, one of many that it could have. Undefined if
/// f_{v_1,v_2} is, or if v_1 and v_2 cannot be merged; the reason names the increment.
Outcome<Layout> merge(const Layout& first, const Layout& second,
                      Int limit = algebra::default_limit);

/// How many increments the criterion asks about: Σ_j (s_j − 1)·∏_{ℓ≠j} s_ℓ (debos 12). Throws
/// Overflow. Pre: the extents are positive.
Int count_increments(const Tuple& shape);

/// The positions that overflow when the unravelled a and b are added digit by digit, increasing:
/// j is among them if the digits at j, with the carry from j + 1, reach s_j (debos 4.3). Undefined
/// unless a + b is below the size of the shape. Pre: the extents are positive.
Outcome<std::vector<std::size_t>> overflowing(const Tuple& shape, Int a, Int b);

/// An overflow: the positions j that overflow together, and its linear equation Σ_j (σ_{j−1} −
/// s_j σ_j) = 0 in the strides of v_1, as the coefficients of σ (debos 4.3 and 5).
struct OverflowEquation {
  std::vector<std::size_t> positions;
  Tuple coefficients;

  friend bool operator==(const OverflowEquation&, const OverflowEquation&) = default;
  friend auto operator<=>(const OverflowEquation&, const OverflowEquation&) = default;
};

/// Whether the strides satisfy it. Pre: there are as many as coefficients. Throws Overflow.
bool satisfies(const OverflowEquation& equation, const Tuple& strides);

/// One equation for each set of positions that overflow in some increment of v_2 in the shape of
/// v_1, in lexicographic order of the sets. v_1 and v_2 can be merged exactly if the strides of v_1
/// satisfy all of them (debos 5.2). Undefined unless v_2 stays below the size of the shape.
Outcome<std::vector<OverflowEquation>> overflow_equations(const Tuple& shape, const Layout& second,
                                                          Int limit = algebra::default_limit);

/// The same entries from the last to the first: row-major turns into column-major, and back.
Layout reversed(const Layout& view);

}  // namespace layoutcheck::properties::views
