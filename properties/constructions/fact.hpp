// The category Fact of ordered factorizations, its layouts and its realization (shah 3).
//
// An object [p_1 … p_k] is the flat tuple (p_1, …, p_k) of its primes. An arrow α_E: E^α → E is
// given by its codomain E and by α, whose values count from 1 as in the source and which need not
// be injective; this is what sets Fact apart from the morphisms of Tuple, which have a base point
// instead.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <vector>

namespace layoutcheck::properties::fact {

/// Whether all entries are primes (shah 3.1).
bool is_object(const Tuple& tuple);

/// The primes with product n, in increasing order. Pre: n ≥ 1.
Tuple prime_factors(Int n);

/// The objects [p_1 … p_k] with p_1 ⋯ p_k = n, in lexicographic order. Pre: n ≥ 1.
std::vector<Tuple> objects(Int n);

/// p_1 ⋯ p_k. Throws Overflow.
Int number(const Tuple& object);

/// The set of k elements 1, …, k (shah 3.3). Pre: k ≥ 0.
Tuple finite_set(Int k);

/// The maps from a set of n elements to one of k, in lexicographic order of their values (shah
/// 3.4). Throws LimitReached if there are more than `limit`. Pre: n, k ≥ 0.
std::vector<Tuple> maps(Int n, Int k, Int limit = algebra::default_limit);

/// The symmetric group Σ_k as maps, in lexicographic order (shah 3.5). Throws LimitReached if it
/// has more than `limit` elements. Pre: k ≥ 0.
std::vector<Tuple> symmetric_group(Int k, Int limit = algebra::default_limit);

/// A morphism α_E: E^α → E (shah 3.4). Made by arrow(), identity() and composition().
struct Arrow {
  Tuple codomain;  // E
  Tuple map;       // α(1), …, α(n)

  friend bool operator==(const Arrow&, const Arrow&) = default;
  friend auto operator<=>(const Arrow&, const Arrow&) = default;
};

/// α_E. Undefined unless E is an object and α takes values among 1, …, k.
Outcome<Arrow> arrow(Tuple codomain, Tuple map);

/// E^α = [p_α(1) … p_α(n)].
Tuple domain(const Arrow& f);

/// The identity of E. Pre: E is an object.
Arrow identity(const Tuple& object);

/// α_E∘β_{E^α} = (α∘β)_E (shah 3.4, part 3). Undefined unless the inner arrow ends where the outer
/// one starts.
Outcome<Arrow> composition(const Arrow& outer, const Arrow& inner);

/// Every arrow D → E, in lexicographic order of the maps. Throws LimitReached if there are more
/// than `limit`. Pre: D and E are objects.
std::vector<Arrow> arrows(const Tuple& domain, const Tuple& codomain,
                          Int limit = algebra::default_limit);

/// Whether α is a bijection; exactly then α_E has an inverse, which lies over α⁻¹.
bool is_isomorphism(const Arrow& f);
Outcome<Arrow> inverse(const Arrow& f);

/// Whether α takes no value twice.
bool is_injective(const Arrow& f);

/// L_{(E,α)}, with shape E^α and strides d_i = ∏_{j<α(i)} p_j; (1):(1) for n = 0 (shah 3.9). Throws
/// Overflow.
Layout layout_of(const Arrow& f);

/// R(α_E): [0, N^α) → [0, N), all values (shah 3.14). Undefined if a value is not below N, which
/// can happen if α is not injective: for [2] and α = (1,1) the value at 3 is 2. Throws
/// LimitReached if there are more than `limit` values, and Overflow.
Outcome<Tuple> realization(const Arrow& f, Int limit = algebra::default_limit);

/// An isomorphism of Fact whose realization is the function of L, as in the proof of shah 3.15.
/// Undefined unless this function is a permutation of [0, size(L)). Throws Overflow.
Outcome<Arrow> arrow_of(const Layout& layout);

/// Σ_N^L, the permutations of [0, n) that are layout functions, each as the tuple of its values, in
/// lexicographic order (shah 3.16). Throws LimitReached if there are more than `limit` values in
/// all to look at. Pre: n ≥ 1.
std::vector<Tuple> layout_permutations(Int n, Int limit = algebra::default_limit);

/// The morphism of Tuple over the same map. Undefined unless α is injective.
Outcome<Morphism> tuple_morphism(const Arrow& f);

}  // namespace layoutcheck::properties::fact
