// Composition by tabulating A∘B and recognizing it.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/recognition.hpp>

namespace layoutcheck::oracle {

/// The values of c ↦ A(B(c)). Under `strict`, A is Φ_A, and it is undefined if B leaves the domain
/// of A; under `extended`, A is the extended function. Throws LimitReached.
Outcome<std::vector<Exact>> composed_table(const ExactLayout& a, const ExactLayout& b,
                                           Convention convention, const Limits& limits);

/// The layout C whose shape refines shape(B), which is coalesced over shape(B), and whose function
/// has the values h. Pre: h has size(B) values.
///
/// Let s_1, …, s_m be the extents of B and P its profile. That shape(C) refines shape(B) means that
/// C = (C_1, …, C_m)_P with size(C_i) = s_i. Then Φ_C(x) = Φ_{C_1}(x_1) + … + Φ_{C_m}(x_m), where
/// (x_1, …, x_m) is the coordinate of x in shape(B). If only coordinate i is not 0, this says
/// Φ_{C_i}(k) = h(k·s_1 ⋯ s_{i−1}). So the function of each C_i is determined, and with it the
/// coalesced C_i (recognition.hpp). If there is no such C_i, or if the C that they form does not
/// have the function h, then there is none.
Outcome<ExactLayout> layout_over(const ExactLayout& b, const std::vector<Exact>& h);

/// A∘B (colfax 2.3.7.1 for B∘A): the layout over shape(B), as above, whose function is c ↦ A(B(c)).
/// Throws LimitReached.
Outcome<ExactLayout> composition(const ExactLayout& a, const ExactLayout& b, Convention convention,
                                 const Limits& limits);

/// A∘B in the sense of colfax 2.1.7.1: the non-degenerate layout with the shape of B and the
/// function c ↦ A(B(c)). As above, Φ_{C_i}(k) = h(k·s_1 ⋯ s_{i−1}); here C_i = s_i:d_i, so that d_i
/// is the value for k = 1.
Outcome<ExactLayout> flat_composition(const ExactLayout& a, const ExactLayout& b,
                                      const Limits& limits);

}  // namespace layoutcheck::oracle
