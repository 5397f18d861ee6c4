// Composition of tractable layouts through mutual refinements (colfax 4.1).
#pragma once

#include <layoutcheck/algebra/refinements.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// f' : S' → U' and g' : U' → V'.
struct ComposablePair {
  Morphism inner;
  Morphism outer;
};

/// The composable morphisms f' and g' with the functions of f : S → T and g : U → V
/// (colfax 4.1.2.1). Undefined unless the pair is a mutual refinement of (T, U).
Outcome<ComposablePair> composable(const Morphism& f, const Morphism& g,
                                   const MutualRefinement& refinement);

/// outer∘inner by colfax algorithm 4.1.2, not yet coalesced: a layout whose shape refines that of
/// `inner` and whose function is outer∘inner.
///
/// Undefined if a layout is not tractable, or if the codomain T of f_inner and the domain U of
/// f_coalesce(outer) have no mutual refinement. Contrary to what the source says, a composite may
/// exist even then: T has to divide U, although the image of `inner` may be smaller than T, as in
/// 3:1∘2:1, or less regular, as in 4:1∘2:3. Throws Overflow.
Outcome<Layout> weak_composite(const Layout& outer, const Layout& inner);

}  // namespace layoutcheck::algebra
