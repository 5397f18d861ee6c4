// Layouts: functions, predicates and basic operations (colfax 2.1.2-2.1.5, 2.3.1-2.3.5).
//
// Indices count from 0. What a source defines for flat layouts only is defined here for the
// flattening of any layout. An operation whose answer would nest deeper than max_depth throws
// LimitReached.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>

namespace layoutcheck::algebra {

/// The attributes of the shape (colfax 2.3.1.2). size throws Overflow.
std::size_t rank(const Layout& layout);
std::size_t length(const Layout& layout);
std::size_t depth(const Layout& layout);
Int size(const Layout& layout);

/// 1 + Σ (s_i − 1) d_i, one more than the greatest value (colfax 2.1.2.9). Throws Overflow.
Int cosize(const Layout& layout);

/// L♭ (colfax 2.3.1.13).
Layout flatten(const Layout& layout);

/// mode_i(L); for depth 0 the layout itself (colfax 2.3.1.9). Undefined if there is no such mode.
Outcome<Layout> mode(const Layout& layout, std::size_t index);

/// entry_i(L), of depth 0 (colfax 2.3.1.9). Undefined if there is no such entry.
Outcome<Layout> entry(const Layout& layout, std::size_t index);

/// mode_i(L, S) (colfax 2.3.4.1). Undefined unless the shape refines S, or if S has no such entry.
Outcome<Layout> relative_mode(const Layout& layout, const NestedTuple& shape, std::size_t index);

/// The offset of a coordinate: Φ_L of an integer (colfax 2.1.2.19), φ_L of a coordinate congruent
/// to the shape (2.1.2.13). In between, an integer may stand for the coordinate in a whole mode, as
/// its index (CuTe's crd2idx). Undefined if a part is nested where the shape is not, and under
/// `strict` if it is out of range; under the other conventions the last entry that an integer
/// indexes is unbounded. Throws Overflow.
Outcome<Int> apply(const Layout& layout, const NestedTuple& coordinate,
                   Convention convention = Convention::strict);

/// Φ_L(0), …, Φ_L(size(L) − 1). Throws LimitReached if that is more than `limit` values, and
/// Overflow.
Tuple table(const Layout& layout, Int limit = default_limit);

/// Whether Φ_A = Φ_B, domains included (decided by colfax 2.1.4.18: both coalesce to the same
/// layout).
bool same_function(const Layout& a, const Layout& b);

/// The column-major and the row-major layout with this shape, nesting included (colfax 2.1.2.6).
/// Pre: the shape is positive. Throw Overflow.
Layout column_major(const NestedTuple& shape);
Layout row_major(const NestedTuple& shape);

/// Whether each stride of the flattening is the product of the extents before it, or after it
/// (colfax 2.1.2.6).
bool is_column_major(const Layout& layout);
bool is_row_major(const Layout& layout);

/// Whether entries of extent 1 have stride 0 (colfax 2.3.1.24).
bool is_nondegenerate(const Layout& layout);

/// Whether the flattening is sorted by stride, then by extent (colfax 2.1.3.25).
bool is_sorted(const Layout& layout);

/// Whether the flattening has no extent 1 and no entry that continues the one before, s_i d_i =
/// d_{i+1} (colfax 2.1.4.1).
bool is_flat_coalesced(const Layout& layout);

/// Whether the layout is 1:0, or s:d with s > 1, or flat of rank above 1 and coalesced as such
/// (colfax 2.3.3.1).
bool is_coalesced(const Layout& layout);

/// Whether each mode relative to S is coalesced (colfax 2.3.4.4). Undefined unless the shape
/// refines S.
Outcome<bool> is_coalesced(const Layout& layout, const NestedTuple& shape);

/// Whether Φ_L is a bijection onto [0, cosize(L)) (colfax 2.3.5.1; decided by 2.1.5.6).
bool is_compact(const Layout& layout);

/// Whether the sorted flattening has d_i = 0 or s_i d_i | d_{i+1} everywhere (colfax 2.1.8.1,
/// 2.3.10.1).
bool is_tractable(const Layout& layout);

/// L|_I (colfax 2.1.3.1). Undefined unless the indices increase and are indices of entries.
Outcome<Layout> restrict(const Layout& layout, std::span<const Int> indices);

/// L♭ without the entries of extent 1 (colfax 2.1.3.6).
Layout squeeze(const Layout& layout);

/// L♭ without the entries of stride 0 (colfax 2.1.3.12).
Layout filter(const Layout& layout);

/// L^σ: the entries in the order of `order` (colfax 2.1.3.18). Undefined unless `order` holds each
/// index of an entry exactly once.
Outcome<Layout> permute(const Layout& layout, std::span<const Int> order);

/// The entries by stride, then by extent (colfax 2.1.3.31).
Layout sort(const Layout& layout);

/// (L_1, …, L_k) (colfax 2.3.2.5).
Layout concatenate(std::span<const Layout> layouts);

/// L_1♭ ⋆ … ⋆ L_k♭ (colfax 2.1.3.36).
Layout flat_concatenate(std::span<const Layout> layouts);

/// The profile with a layout in place of each entry (colfax 2.3.2.12). Undefined unless there is
/// one for each.
Outcome<Layout> substitute(const Profile& profile, std::span<const Layout> parts);

}  // namespace layoutcheck::algebra
