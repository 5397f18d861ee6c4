// Nested tuples and profiles: attributes, parts, substitution, refinement (colfax 2.1.1, 2.2).
//
// Indices count from 0. An operation whose answer would nest deeper than max_depth throws
// LimitReached.
#pragma once

#include <layoutcheck/notation/nested_tuple.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace layoutcheck::algebra {

/// The number of modes; 1 for depth 0 (colfax 2.2.1.3, 2.2.2.6).
std::size_t rank(const Profile& profile);
std::size_t rank(const NestedTuple& tuple);

/// The number of entries (colfax 2.2.1.3, 2.2.2.6).
std::size_t length(const Profile& profile);
std::size_t length(const NestedTuple& tuple);

/// The depth of nesting: 0 for an entry, 1 for a flat tuple, () included (colfax 2.2.1.3, 2.2.2.6).
std::size_t depth(const Profile& profile);
std::size_t depth(const NestedTuple& tuple);

/// The product of the entries (colfax 2.1.1.1, 2.2.2.6). Throws Overflow.
Int size(const NestedTuple& tuple);

/// X♭, the tuple of the entries (colfax 2.2.2.1).
NestedTuple flatten(const NestedTuple& tuple);

/// mode_i(X); for depth 0 the tuple itself (colfax 2.2.1.5, 2.2.2.10). Undefined if there is no
/// such mode.
Outcome<Profile> mode(const Profile& profile, std::size_t index);
Outcome<NestedTuple> mode(const NestedTuple& tuple, std::size_t index);

/// entry_i(X) (colfax 2.2.2.14). Undefined if there is no such entry.
Outcome<Int> entry(const NestedTuple& tuple, std::size_t index);

/// (X_1, …, X_k) (colfax 2.2.3.5).
NestedTuple concatenate(std::span<const NestedTuple> tuples);

/// X_1♭ ⋆ … ⋆ X_k♭ (colfax 2.1.1.3).
NestedTuple flat_concatenate(std::span<const NestedTuple> tuples);

/// X^σ for the flattening of X: the entries in the order of `order`, (X[order[0]], X[order[1]], …)
/// (colfax 2.1.1.8). Undefined unless `order` holds each index of an entry exactly once.
Outcome<NestedTuple> permute(const NestedTuple& tuple, std::span<const Int> order);

/// (X_1, …, X_m)_P (colfax 2.2.1.8, 2.2.3.1). Undefined unless P has m entries.
Outcome<Profile> substitute(const Profile& profile, std::span<const Profile> parts);
Outcome<NestedTuple> substitute(const Profile& profile, std::span<const NestedTuple> parts);

/// Whether X♭ ⋆ X'' = Y♭ for some X'' (colfax 2.1.1.6).
bool divides(const NestedTuple& first, const NestedTuple& second);

/// Whether the profiles agree (colfax 2.2.2.19).
bool congruent(const NestedTuple& first, const NestedTuple& second);

/// colex: the index Σ s_1⋯s_{i−1} x_i of a flat coordinate (colfax 2.1.2.18). Undefined unless the
/// coordinate has one part for each entry of the shape, in range. Pre: the shape is positive.
/// Throws Overflow.
Outcome<Int> colex(const NestedTuple& shape, std::span<const Int> coordinate);

/// colex⁻¹: the flat coordinate of an index (colfax 2.1.2.18). Undefined unless the index is below
/// the size. Pre: the shape is positive.
Outcome<Tuple> colex_inverse(const NestedTuple& shape, Int index);

/// Whether X' refines X: X is the integer size(X'), or neither has depth 0, the ranks agree, and
/// each mode of X' refines the mode of X. This amends colfax 2.2.4.1, which requires depth(X') >
/// depth(X), so that (2,3) would not refine itself.
bool refines(const NestedTuple& fine, const NestedTuple& coarse);

/// The modes of X' relative to X, one for each entry of X (colfax 2.2.4.5). Undefined unless X'
/// refines X.
Outcome<std::vector<NestedTuple>> relative_modes(const NestedTuple& fine,
                                                 const NestedTuple& coarse);

/// mode_i(X', X) (colfax 2.2.4.5). Undefined unless X' refines X, or if X has no such entry.
Outcome<NestedTuple> relative_mode(const NestedTuple& fine, const NestedTuple& coarse,
                                   std::size_t index);

/// flat(X', X), the tuple of the relative modes (colfax 2.2.4.11). Undefined unless X' refines X.
Outcome<NestedTuple> relative_flatten(const NestedTuple& fine, const NestedTuple& coarse);

}  // namespace layoutcheck::algebra
