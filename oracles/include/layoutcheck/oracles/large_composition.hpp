// Compositions that are too large to tabulate: what their values at some points prove.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <set>

namespace layoutcheck::oracle {

/// Whether a composite may have several entries over one of B (colfax 2.3.7.1) or not (2.1.7.1).
enum class CompositeForm { nested, flat };

/// The points x of [1, s) at which to examine A(d·x): the first ones, the last, and where d·x
/// passes a multiple of a product of the extents of A.
std::set<Exact> places_of_change(const std::vector<Exact>& extents, const Exact& extent,
                                 const Exact& stride);

/// A∘B by its values at some points. It is undefined only if some of these values prove that there
/// is no composite. Otherwise the answer is the one layout that can be the composite, if there is
/// one at all; it has the values of A∘B at all points examined, including `samples` random ones.
/// Throws LimitReached if the points decide neither. Pre: under `strict`, B stays in the domain of
/// A.
///
/// Let s:d be an entry of B, f(x) = A(d·x) on [0, s), and D(x) = f(x) − f(x − 1) its step at x. If
/// f is the function of a layout of size s, then D(gcd(u, s)) = D(u), and D(gcd(u, v)) is D(u) or
/// D(v), for all u and v in [1, s) (docs/composition.md, Theorem 1): a pair for which this is false
/// is a proof. And if C is the composite, A(Σ d_i·x_i) is the sum of the A(d_i·x_i), where each is
/// the function of the mode of C over s_i:d_i: coordinates for which this is false are a proof,
/// too.
///
/// The points to examine are those where something changes: the first ones, and where the multiples
/// of d pass a multiple of s_1 ⋯ s_j, the extents of A. No proof depends on their choice.
Outcome<ExactLayout> composition_at_points(const ExactLayout& a, const ExactLayout& b,
                                           CompositeForm form, Convention convention,
                                           std::size_t samples);

}  // namespace layoutcheck::oracle
