// Morphisms of Nest: identities, composition, the standard families, and the predicates.
//
// A morphism of Tuple is a morphism of Nest between flat tuples. What a source defines for Tuple
// only is defined here for Nest as well: a part of a domain or codomain that is picked by indices
// of entries is a flat tuple.
#pragma once

#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <cstddef>
#include <span>

namespace layoutcheck::algebra {

/// id_S. Pre: S is positive.
Morphism identity(const NestedTuple& tuple);

/// g∘f. Undefined unless the codomain of f is the domain of g, nesting included.
Outcome<Morphism> composition(const Morphism& g, const Morphism& f);

/// f♭ (colfax 3.2.1.7).
Morphism flatten(const Morphism& f);

/// id_S^T : S → T over the identity (colfax 3.2.3.1). Undefined unless S and T have the same
/// flattening.
Outcome<Morphism> reparenthesize(const NestedTuple& from, const NestedTuple& to);

/// The projection of S♭ onto the entries with these indices (colfax 3.1.3.4). Undefined unless the
/// indices increase and are in range.
Outcome<Morphism> projection(const NestedTuple& tuple, std::span<const Int> indices);

/// (s_1, …, s_m) → (c_1, s_1, …, c_m, s_m) (colfax 3.1.3.5). Undefined unless there are m factors;
/// they must be positive.
Outcome<Morphism> dilation(const NestedTuple& tuple, std::span<const Int> factors);

/// X♭ → S♭ over i ↦ i (colfax 3.1.3.6). Undefined unless X divides S.
Outcome<Morphism> expansion(const NestedTuple& part, const NestedTuple& tuple);

/// f|_I, with a flat domain (colfax 3.1.3.7). Undefined unless the indices increase and are in
/// range.
Outcome<Morphism> restrict(const Morphism& f, std::span<const Int> indices);

/// f|^J, with a flat codomain (colfax 3.1.3.10). Undefined unless the indices increase, are in
/// range and hold the image of f.
Outcome<Morphism> factorize(const Morphism& f, std::span<const Int> indices);

/// entry_i(S) → T (colfax 3.2.3.4); the domain has depth 0, as there, and not depth 1 as
/// in 3.1.3.8. Undefined if i is out of range.
Outcome<Morphism> entry(const Morphism& f, std::size_t i);

/// mode_i(S) → T, f restricted to a mode of its domain (colfax 3.2.3.6, where the map of the
/// identity is printed in place of f's). Undefined if i is out of range.
Outcome<Morphism> mode(const Morphism& f, std::size_t i);

/// f♭ ⊕ g♭ : S ⋆ U → T ⋆ V (colfax 3.1.5.3).
Morphism sum(const Morphism& f, const Morphism& g);

/// Whether f has an inverse (colfax 3.1.3.2): its map is a bijection.
bool is_isomorphism(const Morphism& f);

/// f⁻¹. Undefined unless f is an isomorphism.
Outcome<Morphism> inverse(const Morphism& f);

/// Whether every entry 1 of the domain goes to the base point (colfax 3.1.2.17, 3.2.2.13).
bool is_nondegenerate(const Morphism& f);

/// Whether f has standard form (colfax 3.1.2.12, 3.2.2.10), as amended: the last entry of a
/// codomain is hit whenever there is one. The source demands that of codomains of length > 1 only,
/// which lets () → (2) stand beside () → (); both encode ():(), against Lemma 3.1.2.20 and Theorem
/// A (3.2.2.15).
bool is_standard_form(const Morphism& f);

/// Standard form exactly as colfax 3.1.2.12 and 3.2.2.10 print it.
bool standard_form_as_printed(const Morphism& f);

/// Whether f♭ is sorted (colfax 3.1.5.12).
bool is_sorted(const Morphism& f);

/// Whether f♭ is coalesced (colfax 3.1.5.20).
bool is_coalesced(const Morphism& f);

/// Whether they share no value except the base point (colfax 3.1.5.32, 3.2.6.1). Undefined unless
/// they have the same codomain, which the source presupposes.
Outcome<bool> is_disjoint(const Morphism& f, const Morphism& g);

/// Whether g is a complement of f: their images are disjoint and (f, g) is an isomorphism (colfax
/// 3.2.6.14). Undefined unless they have the same codomain.
Outcome<bool> is_complement(const Morphism& f, const Morphism& g);

/// Whether f has a complement (colfax 3.1.5.45): its map is injective, and so maps nothing to the
/// base point.
bool is_complementable(const Morphism& f);

/// Whether f has a complement f^c and the codomain of g is its domain (colfax 3.2.6.28). The domain
/// of f^c is flat, so the codomain of g must be.
bool is_product_admissible(const Morphism& f, const Morphism& g);

}  // namespace layoutcheck::algebra
