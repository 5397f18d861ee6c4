// Encoding: from morphisms to layouts and functions, and from tractable layouts back.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// L_f, the layout that f encodes (colfax 3.1.2.1, 3.2.2.2). Throws Overflow.
Layout layout_of(const Morphism& f);

/// f_L, the standard representation (colfax 3.1.2.5, 3.2.2.6): in amended standard form, and
/// L_{f_L} = L. Where the source leaves the sorting permutation open, equal modes keep their order;
/// they have extent 1. Undefined unless L is tractable (2.3.10.1).
Outcome<Morphism> standard_representation(const Layout& layout);

/// The values of |f| = colex_T ∘ Ff ∘ colex_S⁻¹ on 0, …, size(S) − 1 (colfax 3.1.4.4, 3.2.4.1).
/// Throws LimitReached if there are more than `limit`, and Overflow.
Tuple realization(const Morphism& f, Int limit = default_limit);

}  // namespace layoutcheck::algebra
