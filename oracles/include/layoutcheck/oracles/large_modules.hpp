// Layouts over modules that are too large to tabulate: what their values at some points prove.
#pragma once

#include <layoutcheck/oracles/modules.hpp>

namespace layoutcheck::oracle {

/// A∘B over a module by its values at some points. It is undefined only if some of these prove that
/// there is no layout: if f(x) = A(d·x), for an entry s:d of B, is the function of a layout, then
/// there are numbers 1 = q_0 | q_1 | … | q_n = s such that f(x) = f(x mod q_i) + ⌊x/q_i⌋·f(q_i) for
/// all x < q_(i+1), which points can refute; and A∘B is the sum of its restrictions to the entries
/// of B. Otherwise the answer is the shortest layout that no point refutes, compared at `samples`
/// random points as well. Throws LimitReached if the points decide neither. Pre: under `strict`, B
/// stays in the domain of A.
Outcome<ModuleLayout> composition_at_points(const ModuleLayout& a, const Layout& b,
                                            Convention convention, std::size_t samples);

/// The same with B over a module. Whether its values, if they are bits, are in the domain of A is
/// checked at the points only.
Outcome<ModuleLayout> composition_at_points(const ModuleLayout& a, const ModuleLayout& b,
                                            Convention convention, std::size_t samples);

/// The shortest layout with the function of this one that no point refutes, so that no other one is
/// shorter. Throws LimitReached if the points do not decide.
ModuleLayout coalesced_at_points(const ModuleLayout& layout);

/// Whether they have the same values at some points. Pre: their sizes are equal.
bool agree_at_points(const ModuleLayout& a, const ModuleLayout& b, std::size_t samples);

}  // namespace layoutcheck::oracle
