// Composition of tractable layouts through mutual refinements.
#include "common_pieces.hpp"
#include "exact_layout.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::algebra {

namespace {

/// The algorithm where an extent of coal(outer) need not fit in 64 bits, so that it has no
/// morphism. Its standard representation, pushed forward, takes the pieces of an entry to the
/// pieces of one entry; so their strides are read off coal(outer).
Outcome<Layout> by_exact_pieces(const Layout& outer, const Layout& inner, const Morphism& f) {
  const detail::ExactLayout coalesced = detail::exactly_coalesced(outer);
  const Tuple& targets = f.codomain().entries();
  const auto pieces =
      detail::common_pieces<Exact>({targets.begin(), targets.end()}, coalesced.extents);
  if (!pieces) {
    return Undefined{"the codomain " + to_string(f.codomain()) + " of the inner layout and the " +
                     "shape of the coalesced outer layout have " + pieces.reason()};
  }
  std::vector<Exact> strides;
  for (std::size_t j = 0; j < pieces->of_second.size(); ++j) {
    Exact stride = coalesced.strides[j];
    for (const Exact& piece : pieces->of_second[j]) {
      strides.push_back(stride);
      stride *= piece;
    }
  }
  // T' divides U', so the strides of the pieces of U are those of the pieces of T, and more.
  std::vector<std::size_t> starts{0};
  for (const auto& entry : pieces->of_first)
    starts.push_back(starts.back() + entry.size());
  std::vector<Layout> parts;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    if (f.map()[i] == 0) {
      parts.push_back(Layout::entry(f.domain().entries()[i], 0));
      continue;
    }
    const auto j = static_cast<std::size_t>(f.map()[i] - 1);
    Tuple extents;
    Tuple moves;
    for (std::size_t k = 0; k < pieces->of_first[j].size(); ++k) {
      extents.push_back(detail::to_int(pieces->of_first[j][k], "extent"));
      moves.push_back(detail::to_int(strides[starts[j] + k], "stride"));
    }
    Profile profile = extents.size() == 1 ? Profile() : Profile::flat(extents.size());
    parts.emplace_back(std::move(profile), std::move(extents), std::move(moves));
  }
  return substitute(inner.profile(), parts);
}

Outcome<Layout> by_mutual_refinement(const Layout& outer, const Layout& inner) {
  if (const Outcome<Morphism> whole = standard_representation(outer); !whole)
    return whole.undefined();
  const Outcome<Morphism> f = standard_representation(inner);
  if (!f) return f.undefined();
  if (!detail::fitting_size(outer)) return by_exact_pieces(outer, inner, *f);
  // Coalescing keeps a layout tractable: entries 1 go, and entries that are joined follow one
  // another in the order of strides.
  const Outcome<Morphism> g = standard_representation(coalesce(outer));
  const Outcome<MutualRefinement> refinement = mutual_refinement(f->codomain(), g->domain());
  if (!refinement) return refinement.undefined();
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
