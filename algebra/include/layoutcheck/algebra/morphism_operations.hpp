// The algebra of morphisms: squeeze, sort, coalesce, concatenate, complement, divide and multiply.
//
// The operations of Tuple (3.1.5) also take morphisms of Nest; where the source speaks of flat
// tuples, the domain of the answer is flat. An operation whose answer would nest deeper than
// max_depth throws LimitReached.
#pragma once

#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <span>

namespace layoutcheck::algebra {

/// f♭ without the entries 1 of its domain and codomain (colfax 3.1.5.7).
Morphism squeeze(const Morphism& f);

/// f after the permutation of S♭ that makes it sorted (colfax 3.1.5.15).
Morphism sort(const Morphism& f);

/// coal♭(f♭): squeezed, then adjacent entries joined that go to the base point together or to
/// adjacent entries (colfax 3.1.5.25; its relation on the codomain lacks the condition β(i) = j,
/// without which everything next to a joined pair is joined). Throws Overflow.
Morphism flat_coalesce(const Morphism& f);

/// coal(f): flat_coalesce(f) with a domain of depth 0 if its length is at most 1 (colfax 3.2.6.11).
/// Throws Overflow.
Morphism coalesce(const Morphism& f);

/// (f_1, …, f_k) : (S_1, …, S_k) → T (colfax 3.2.6.4). Undefined unless k > 0, the codomains agree
/// and the images are disjoint.
Outcome<Morphism> concatenate(std::span<const Morphism> morphisms);

/// f_1 ⋆ … ⋆ f_k : S_1♭ ⋆ … ⋆ S_k♭ → T (colfax 3.1.5.34). Undefined as above.
Outcome<Morphism> flat_concatenate(std::span<const Morphism> morphisms);

/// f^c, the inclusion of the entries that are not in the image of f, with a flat domain (colfax
/// 3.1.5.46, 3.2.6.17). Undefined unless f is complementable.
Outcome<Morphism> complement(const Morphism& f);

/// f ⊘ g = f∘(g, g^c) (colfax 3.2.6.23). Undefined unless g is complementable and its codomain is
/// the domain of f.
Outcome<Morphism> logical_divide(const Morphism& f, const Morphism& g);

/// f ⊘♭ g = f∘(g ⋆ g^c) (colfax 3.1.5.52). Undefined as above.
Outcome<Morphism> colfax_flat_divide(const Morphism& f, const Morphism& g);

/// f ⊗ g = (f, f^c∘g) (colfax 3.2.6.28). Undefined unless f and g are product admissible.
Outcome<Morphism> logical_product(const Morphism& f, const Morphism& g);

/// f ⊗♭ g = f ⋆ (f^c∘g) (colfax 3.1.5.57). Undefined as above.
Outcome<Morphism> colfax_flat_product(const Morphism& f, const Morphism& g);

}  // namespace layoutcheck::algebra
