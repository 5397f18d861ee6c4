// Nested tuples and profiles (colfax 2.2), taken literally from the definitions.
#pragma once

#include <layoutcheck/oracles/functions.hpp>

namespace layoutcheck::oracle {

/// Colfax 2.2.1.3; the depth of () is 1.
Int rank(const Profile& profile);
Int depth(const Profile& profile);

/// The Q-substitution (P_1, …, P_m)_Q (colfax 2.2.1.8, 2.2.3.1, 2.3.2.12).
Outcome<Profile> substitute(const Profile& q, std::span<const Profile> parts);
Outcome<NestedTuple> substitute(const Profile& q, std::span<const NestedTuple> parts);
Outcome<ExactLayout> substitute(const Profile& q, std::span<const ExactLayout> parts);

/// A nested tuple with exact entries.
struct ExactTuple {
  Profile profile;
  std::vector<Exact> entries;

  ExactTuple(Profile p, std::vector<Exact> xs) : profile(std::move(p)), entries(std::move(xs)) {}
  ExactTuple(const NestedTuple& tuple)  // NOLINT(google-explicit-constructor)
      : profile(tuple.profile()), entries(to_exact(tuple.entries())) {}
};
ExactTuple shape(const ExactLayout& layout);

/// If X' refines X: the profiles of the modes mode_1(X', X), …, mode_m(X', X) of X' relative to X,
/// which together have the entries of X' in order (colfax 2.2.4.5).
///
/// X' refines X (colfax 2.2.4.1, amended) if X has depth 0 and X = size(X'), or if both have depth
/// above 0, equal rank, and each mode of X' refines that of X. The definition as printed requires
/// depth(X') > depth(X) instead, so that (2, 3) would not refine itself.
Outcome<std::vector<Profile>> relative_profiles(const ExactTuple& fine, const ExactTuple& coarse);

bool refines(const ExactTuple& fine, const ExactTuple& coarse);

/// mode_1(X', X), …, mode_m(X', X); undefined unless X' refines X.
Outcome<std::vector<NestedTuple>> relative_modes(const NestedTuple& fine,
                                                 const NestedTuple& coarse);

/// The modes of L relative to S (colfax 2.3.4.1); undefined unless shape(L) refines S.
Outcome<std::vector<ExactLayout>> relative_modes(const ExactLayout& layout,
                                                 const ExactTuple& coarse);

/// Whether X ⋆ X'' = Y for some X'' (colfax 2.1.1.6), of the flattenings.
bool divides(const NestedTuple& x, const NestedTuple& y);

/// The entries X[i] for i in I. Undefined if an index is out of range.
Outcome<Tuple> select(const Tuple& entries, const Tuple& indices);

/// Whether the list holds each of 0, …, n − 1 once; whether it increases within that range.
bool is_permutation_of(const Tuple& indices, std::size_t n);
bool is_increasing_below(const Tuple& indices, std::size_t n);

/// How the entries of T and of U are cut in a mutual refinement: one list of pieces for each entry.
struct Pieces {
  std::vector<std::vector<Exact>> of_t;
  std::vector<std::vector<Exact>> of_u;
};

/// The coarsest mutual refinement of (T, U), as colfax algorithm 4.1.1 has it: T' refines T, U'
/// refines U, and T' divides U' (colfax 4.1.1.1). Nesting does not matter (3.2.5.20).
///
/// Existence. Let P(X) be the set of the prefix products 1, x_1, x_1·x_2, …, size(X) of the entries
/// of X. If X' refines X, then P(X) ⊆ P(X'), and prefix products of one tuple divide each other. So
/// if (T', U') is a mutual refinement, then P(T) ∪ P(U) ⊆ P(U') is a chain for divisibility, and
/// size(T) = size(T') ∈ P(U') divides size(U') = size(U). Conversely, if P(T) ∪ P(U) is a chain and
/// size(T) divides size(U), cut each entry of T and of U at the members of the chain: the pieces of
/// T are those of U up to size(T). By the first half every mutual refinement has these cuts, so
/// this one is the coarsest.
///
/// Entries of 1 cannot be cut. If one tuple has more of them than the other between the same two
/// cuts, the other one gets them too, before the next piece, or else after its last piece. If U has
/// no entry that could get them, T loses its own: a 1 becomes (), whose size is 1.
Outcome<Pieces> common_pieces(std::span<const Exact> t, std::span<const Exact> u);

/// The pair (T', U') of common_pieces. An entry that is not cut stays an entry.
Outcome<std::pair<NestedTuple, NestedTuple>> mutual_refinement(const NestedTuple& t,
                                                               const NestedTuple& u);

}  // namespace layoutcheck::oracle
