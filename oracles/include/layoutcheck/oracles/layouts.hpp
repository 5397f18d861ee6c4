// The basic operations on layouts (colfax 2.1.2, 2.1.3, 2.3.1, 2.3.4), taken literally from the
// definitions.
#pragma once

#include <layoutcheck/oracles/nesting.hpp>
#include <layoutcheck/oracles/recognition.hpp>

namespace layoutcheck::oracle {

/// d_i = s_1 ⋯ s_{i−1}, with the nesting of the shape (colfax 2.1.2.6).
ExactLayout column_major(const NestedTuple& shape);
/// d_i = s_{i+1} ⋯ s_m.
ExactLayout row_major(const NestedTuple& shape);

/// s_i = 1 only where d_i = 0 (colfax 2.3.1.24).
bool is_nondegenerate(const ExactLayout& layout);

/// The entries with the given indices, as a flat layout. Undefined if an index is out of range.
Outcome<Layout> select(const Layout& layout, const Tuple& indices);

/// squeeze(L) keeps the entries with s_i > 1 (colfax 2.1.3.6), filter(L) those with d_i > 0
/// (2.1.3.12).
Layout squeeze(const Layout& layout);
Layout filter(const Layout& layout);

/// sort(L): the entries by stride, then extent, then index (colfax 2.1.3.31).
Layout sort(const Layout& layout);

/// Whether d_i < d_{i+1}, or d_i = d_{i+1} and s_i ≤ s_{i+1} (colfax 2.1.3.25), of the flattening.
bool is_sorted(const ExactLayout& layout);

/// Whether the entries of sort(L♭) have d_i = 0 or s_i·d_i | d_{i+1} (colfax 2.3.10.1).
bool is_tractable(const Layout& layout);

/// Whether each mode of L relative to S is coalesced (colfax 2.3.4.4); undefined unless shape(L)
/// refines S.
Outcome<bool> is_coalesced_over(const ExactLayout& layout, const ExactTuple& coarse);

/// coal(L, S) = (coal(L_1), …, coal(L_m))_S (colfax 2.3.4.7); undefined unless shape(L) refines S.
Outcome<ExactLayout> coalesce_over(const ExactLayout& layout, const NestedTuple& coarse,
                                   const Limits& limits);

/// Whether the layout functions are equal: in their number of values, and in each. If the tables
/// exceed the limit, the coalesced layouts are compared, which the functions determine
/// (recognition.hpp).
bool same_function(const ExactLayout& a, const ExactLayout& b, const Limits& limits);

}  // namespace layoutcheck::oracle
