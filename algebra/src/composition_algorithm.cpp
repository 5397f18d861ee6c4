// Composition of tractable layouts through mutual refinements.
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::algebra {

namespace {

Outcome<Layout> by_mutual_refinement(const Layout& outer, const Layout& inner) {
  const Outcome<Morphism> f = standard_representation(inner);
  if (!f) {
    return f.undefined();
  }
  const Outcome<Morphism> g = standard_representation(coalesce(outer));
  if (!g) {
    return g.undefined();
  }
  const Outcome<MutualRefinement> refinement = mutual_refinement(f->codomain(), g->domain());
  if (!refinement) {
    return refinement.undefined();
  }
  const Outcome<ComposablePair> pair = composable(*f, *g, *refinement);
  return layout_of(*composition(pair->outer, pair->inner));
}

}  // namespace

Outcome<ComposablePair> composable(const Morphism& f, const Morphism& g,
                                   const MutualRefinement& refinement) {
  if (!is_mutual_refinement(f.codomain(), g.domain(), refinement)) {
    return Undefined{"(" + to_string(refinement.first) + ", " + to_string(refinement.second) +
                     ") is no mutual refinement of (" + to_string(f.codomain()) + ", " +
                     to_string(g.domain()) + ")"};
  }
  // T' divides U', so its inclusion lies over i ↦ i, and f' has the map of the pullback.
  const Morphism refined = *pullback(f, refinement.first);
  return ComposablePair{Morphism(refined.domain(), refined.map(), refinement.second),
                        *pushforward(g, refinement.second)};
}

Outcome<Layout> weak_composite(const Layout& outer, const Layout& inner) {
  return named(
      "weak_composite", [&] { return by_mutual_refinement(outer, inner); }, outer, inner);
}

}  // namespace layoutcheck::algebra
