// Pointed maps and the morphisms of Tuple and Nest (colfax 3), taken literally from the
// definitions.
#pragma once

#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/oracles/layouts.hpp>

namespace layoutcheck::oracle {

// Pointed maps. A value 0 is the base point.

/// Whether no positive value is taken twice (colfax 3.1.1.9).
bool is_tractable(const PointedMap& a);
/// a∘b; undefined unless the codomain of b is the domain of a.
Outcome<PointedMap> composition(const PointedMap& a, const PointedMap& b);
/// a ⊕ b (colfax 3.1.5.1).
PointedMap sum(const PointedMap& a, const PointedMap& b);
/// a ⋆ b (colfax 3.1.5.30); undefined unless the codomains are equal and the images disjoint.
Outcome<PointedMap> concatenation(const PointedMap& a, const PointedMap& b);

// From morphisms to layouts and back.

/// L_f: the stride of entry i is t_1 ⋯ t_{α(i)−1}, or 0 where α(i) is the base point
/// (colfax 3.2.2.2).
ExactLayout encoded_layout(const Morphism& f);

/// |f| = colex_T∘Ff∘colex_S⁻¹ (colfax 3.1.4.4), where Ff moves coordinate i to place α(i) and fills
/// with 0 (3.1.4.1): all values. Throws LimitReached.
std::vector<Exact> realization(const Morphism& f, const Limits& limits);

/// f_L as colfax 3.1.2.6 describes it; undefined unless L is tractable. Visit the entries with d_j
/// > 0 in the order of sort(L). If p is where the previous entry ended (s·d, initially 1), append
/// s_j to the codomain if d_j = p, or d_j / p and s_j if d_j > p, and map j to the s_j appended.
Outcome<Morphism> standard_representation(const Layout& layout);

// Families.

Morphism identity(const NestedTuple& s);
/// id_X^Y (colfax 3.2.3.1); undefined unless X♭ = Y♭.
Outcome<Morphism> reparenthesization(const NestedTuple& x, const NestedTuple& y);
/// Colfax 3.1.3.4; undefined unless the indices increase and lie in range.
Outcome<Morphism> projection(const NestedTuple& s, const Tuple& indices);
/// S → (c_1, s_1, …, c_m, s_m) (colfax 3.1.3.5); undefined unless there are as many factors as
/// entries.
Outcome<Morphism> dilation(const NestedTuple& s, const NestedTuple& factors);
/// X → S (colfax 3.1.3.6); undefined unless X divides S.
Outcome<Morphism> expansion(const NestedTuple& x, const NestedTuple& s);

// Operations.

/// f♭ (colfax 3.2.1.7).
Morphism flattened(const Morphism& f);
/// g∘f; undefined unless the codomain of f is the domain of g.
Outcome<Morphism> composition(const Morphism& g, const Morphism& f);
/// Undefined unless f is an isomorphism.
Outcome<Morphism> inverse(const Morphism& f);
/// f|_I (colfax 3.1.3.7) and f|^J (3.1.3.10) of f flat; undefined unless the indices increase and
/// lie in range, and for f|^J also unless they hold the image.
Outcome<Morphism> restriction(const Morphism& f, const Tuple& indices);
Outcome<Morphism> factorization(const Morphism& f, const Tuple& indices);
/// Colfax 3.2.3.4 and 3.2.3.6; undefined if there is no such entry or mode.
Outcome<Morphism> entry(const Morphism& f, Int i);
Outcome<Morphism> mode(const Morphism& f, Int i);
/// f∘incl_i (colfax 3.2.5.3); undefined unless the domain refines S and S has an entry i.
Outcome<Morphism> relative_mode(const Morphism& f, const NestedTuple& s, Int i);
/// f ⊕ g (colfax 3.1.5.3) of f and g flat.
Morphism sum(const Morphism& f, const Morphism& g);
/// (f_1, …, f_k) (colfax 3.2.6.4) and f_1 ⋆ … ⋆ f_k (3.1.5.34); undefined unless the codomains are
/// equal and the images disjoint.
Outcome<Morphism> concatenation(std::span<const Morphism> parts);
Outcome<Morphism> flat_concatenation(std::span<const Morphism> parts);
/// Colfax 3.1.5.7, 3.1.5.15 and 3.1.5.25 of f flat. (In 3.1.5.25, step 3, the i that is asked for
/// must have β(i) = j.)
Morphism squeeze(const Morphism& f);
Morphism sort(const Morphism& f);
Morphism flat_coalesce(const Morphism& f);
/// Colfax 3.2.6.11.
Morphism coalesce(const Morphism& f);
/// f^c: the entries of the codomain that are not in the image, in order (colfax 3.2.6.17);
/// undefined unless f is complementable.
Outcome<Morphism> complement(const Morphism& f);
/// f∘(g, g^c) (colfax 3.2.6.23) and f∘(g ⋆ g^c) (3.1.5.52).
Outcome<Morphism> logical_divide(const Morphism& f, const Morphism& g);
Outcome<Morphism> colfax_flat_divide(const Morphism& f, const Morphism& g);
/// (f, f^c∘g) (colfax 3.2.6.28) and f ⋆ (f^c∘g) (3.1.5.57); undefined unless f and g are product
/// admissible.
Outcome<Morphism> logical_product(const Morphism& f, const Morphism& g);
Outcome<Morphism> colfax_flat_product(const Morphism& f, const Morphism& g);

// Refinements.

/// f' of colfax 3.2.5.5; undefined unless T' refines the codomain.
Outcome<Morphism> pullback(const Morphism& f, const NestedTuple& fine_codomain);
/// f' of colfax 3.2.5.12; undefined unless S' refines the domain.
Outcome<Morphism> pushforward(const Morphism& f, const NestedTuple& fine_domain);

/// The layout C of colfax algorithm 4.1.2 for A∘B, undefined where the algorithm has no answer:
/// where A or B is not tractable, or there is no mutual refinement (T', U') of T = codomain(f_B)
/// and U = shape(coal(A)).
///
/// The shape of C is the pullback of T' along f_B: each entry of B that f_B sends to an entry of T
/// becomes the pieces of that entry in T'. The pieces of T' are the first pieces of U'. A piece
/// that starts at offset o in an entry of U, whose stride in coal(A) is e, has the stride o·e. An
/// entry of B that is sent to the base point stays as it is, with stride 0.
Outcome<ExactLayout> weak_composite(const Layout& a, const Layout& b, const Limits& limits);

// Predicates.

/// Whether the map is a bijection: then it has an inverse and, since it maps entries to equal
/// entries, so does f.
bool is_isomorphism(const Morphism& f);
/// Whether the map is injective (colfax 3.1.5.45).
bool is_complementable(const Morphism& f);
/// Whether entries 1 go to the base point (colfax 3.2.2.13).
bool is_nondegenerate(const Morphism& f);
/// Colfax 3.2.2.10 with 3.1.2.12, whose condition "if n > 1, then n ∈ Image(α)" is read as "if n ≥
/// 1": the proof of 3.1.2.20 needs it for n = 1, and without it ()-->() and ()-->(5) would both
/// have standard form and encode ():().
bool is_standard_form(const Morphism& f);
/// Colfax 3.1.5.12 and 3.1.5.20 of the flattening.
bool is_sorted(const Morphism& f);
bool is_coalesced(const Morphism& f);
/// Colfax 3.2.6.1 and 3.2.6.14; undefined unless the codomains are equal.
Outcome<bool> is_disjoint(const Morphism& f, const Morphism& g);
Outcome<bool> is_complement(const Morphism& f, const Morphism& g);
/// Whether f^c exists and its domain is the codomain of g (colfax 3.2.6.28).
bool is_product_admissible(const Morphism& f, const Morphism& g);

}  // namespace layoutcheck::oracle
