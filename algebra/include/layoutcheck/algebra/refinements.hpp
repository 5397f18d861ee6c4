// Refinements: relative modes of morphisms, pullbacks and pushforwards, mutual refinements.
//
// Indices count from 0. An operation whose answer would nest deeper than max_depth throws
// LimitReached.
#pragma once

#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <cstddef>

namespace layoutcheck::algebra {

/// incl_i(S', S) : mode_i(S', S) → S' (colfax 3.2.5.1). Undefined unless S' refines S and i is in
/// range.
Outcome<Morphism> relative_mode_inclusion(const NestedTuple& refined, const NestedTuple& tuple,
                                          std::size_t i);

/// mode_i(f', S) : mode_i(S', S) → T' (colfax 3.2.5.3). Undefined unless the domain S' of f'
/// refines S and i is in range.
Outcome<Morphism> relative_mode(const Morphism& refined, const NestedTuple& tuple, std::size_t i);

/// The pullback f' : f*T' → T' of a refinement T' of the codomain (colfax 3.2.5.5); its domain is
/// f*T'. Undefined unless T' refines the codomain of f.
Outcome<Morphism> pullback(const Morphism& f, const NestedTuple& refined_codomain);

/// The pushforward f' : S' → f_*S' of a refinement S' of the domain (colfax 3.2.5.12); its codomain
/// is f_*S'. Undefined unless S' refines the domain of f.
Outcome<Morphism> pushforward(const Morphism& f, const NestedTuple& refined_domain);

/// A pair (T', U') of refinements, the first of which divides the second
/// (colfax 3.2.5.19, 4.1.1.1).
struct MutualRefinement {
  NestedTuple first;
  NestedTuple second;

  friend bool operator==(const MutualRefinement&, const MutualRefinement&) = default;
};

/// Whether T' refines T, U' refines U, and T' divides U' (colfax 4.1.1.1).
bool is_mutual_refinement(const NestedTuple& first, const NestedTuple& second,
                          const MutualRefinement& candidate);

/// The mutual refinement of (T, U) by colfax algorithm 4.1.1, as amended; undefined exactly if
/// there is none.
///
/// The amendments: the last loop runs to the end of U; relative modes of one entry are bare, as in
/// the source's examples; and if U ends before T there is no mutual refinement, unless only entries
/// 1 are left of T: these are appended to the last relative mode of U' (or replaced by () if U has
/// no entry).
///
/// There is none if the algorithm finds none: the prefix products of T and of U, up to size(T),
/// would all be prefix products of U'♭, which divide one another. The algorithm walks through their
/// union in order and stops at the first two that do not divide one another, or at the first one of
/// T that exceeds size(U).
Outcome<MutualRefinement> mutual_refinement(const NestedTuple& first, const NestedTuple& second);

}  // namespace layoutcheck::algebra
