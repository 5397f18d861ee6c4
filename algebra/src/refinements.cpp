// Refinements of morphisms and mutual refinements.
#include "common_pieces.hpp"
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/refinements.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/text.hpp>

#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::algebra {

namespace {

/// For each of the consecutive parts of a flattening, how many entries come before it.
std::vector<std::size_t> offsets(const std::vector<NestedTuple>& parts) {
  std::vector<std::size_t> before;
  std::size_t length = 0;
  for (const NestedTuple& part : parts) {
    before.push_back(length);
    length += part.length();
  }
  return before;
}

/// The map that takes, for each entry i of a refined domain, the whole of part i to the whole of
/// part map[i] of a refined codomain, in order, or to the base point.
Tuple refined_map(const Tuple& map, const std::vector<NestedTuple>& domain_parts,
                  const std::vector<NestedTuple>& codomain_parts) {
  const std::vector<std::size_t> before = offsets(codomain_parts);
  Tuple refined;
  for (std::size_t i = 0; i < map.size(); ++i) {
    for (std::size_t t = 1; t <= domain_parts[i].length(); ++t) {
      refined.push_back(
          map[i] == 0 ? 0 : static_cast<Int>(before[static_cast<std::size_t>(map[i] - 1)] + t));
    }
  }
  return refined;
}

std::vector<NestedTuple> entries_as_parts(const NestedTuple& tuple) {
  std::vector<NestedTuple> parts;
  for (Int extent : tuple.entries())
    parts.emplace_back(extent);
  return parts;
}

/// The tuple with its entries replaced by relative modes; a mode of one entry is that entry.
NestedTuple refined(const NestedTuple& tuple, const std::vector<Tuple>& modes) {
  std::vector<NestedTuple> parts;
  for (const Tuple& mode : modes)
    parts.push_back(mode.size() == 1 ? NestedTuple(mode.front()) : NestedTuple::flat(mode));
  return *substitute(tuple.profile(), parts);
}

}  // namespace

Outcome<Morphism> relative_mode_inclusion(const NestedTuple& refined, const NestedTuple& tuple,
                                          std::size_t i) {
  const auto parts = relative_modes(refined, tuple);
  if (!parts) return parts.undefined();
  if (i >= parts->size()) {
    return Undefined{"there is no entry " + std::to_string(i) + " among " +
                     std::to_string(parts->size())};
  }
  const NestedTuple& part = (*parts)[i];
  const std::size_t before = offsets(*parts)[i];
  Tuple map;
  for (std::size_t t = 1; t <= part.length(); ++t)
    map.push_back(static_cast<Int>(before + t));
  return Morphism(part, std::move(map), refined);
}

Outcome<Morphism> relative_mode(const Morphism& refined, const NestedTuple& tuple, std::size_t i) {
  const Outcome<Morphism> inclusion = relative_mode_inclusion(refined.domain(), tuple, i);
  return inclusion ? composition(refined, *inclusion) : inclusion;
}

Outcome<Morphism> pullback(const Morphism& f, const NestedTuple& refined_codomain) {
  const auto codomain_parts = relative_modes(refined_codomain, f.codomain());
  if (!codomain_parts) return codomain_parts.undefined();
  std::vector<NestedTuple> domain_parts = entries_as_parts(f.domain());
  for (std::size_t i = 0; i < domain_parts.size(); ++i)
    if (f.map()[i] != 0)
      domain_parts[i] = (*codomain_parts)[static_cast<std::size_t>(f.map()[i] - 1)];
  return Morphism(*substitute(f.domain().profile(), domain_parts),
                  refined_map(f.map(), domain_parts, *codomain_parts), refined_codomain);
}

Outcome<Morphism> pushforward(const Morphism& f, const NestedTuple& refined_domain) {
  const auto domain_parts = relative_modes(refined_domain, f.domain());
  if (!domain_parts) return domain_parts.undefined();
  std::vector<NestedTuple> codomain_parts = entries_as_parts(f.codomain());
  for (std::size_t i = 0; i < domain_parts->size(); ++i)
    if (f.map()[i] != 0)
      codomain_parts[static_cast<std::size_t>(f.map()[i] - 1)] = (*domain_parts)[i];
  return Morphism(refined_domain, refined_map(f.map(), *domain_parts, codomain_parts),
                  *substitute(f.codomain().profile(), codomain_parts));
}

bool is_mutual_refinement(const NestedTuple& first, const NestedTuple& second,
                          const MutualRefinement& candidate) {
  return refines(candidate.first, first) && refines(candidate.second, second) &&
         divides(candidate.first, candidate.second);
}

Outcome<MutualRefinement> mutual_refinement(const NestedTuple& first, const NestedTuple& second) {
  const auto pieces = detail::common_pieces(first.entries(), second.entries());
  if (!pieces) {
    return Undefined{"(" + to_string(first) + ", " + to_string(second) + ") has " +
                     pieces.reason()};
  }
  return MutualRefinement{refined(first, pieces->of_first), refined(second, pieces->of_second)};
}

}  // namespace layoutcheck::algebra
