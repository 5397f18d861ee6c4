// What the checks of the operations on morphisms share: operations entry by entry as colfax 3.1.5
// and 3.2 define them, small hom-sets, and domains of pointed maps.
#pragma once

#include "as_printed/morphisms.hpp"
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/engine/enumerate.hpp>
#include <layoutcheck/engine/in_turn.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

#include <stdexcept>
#include <string_view>

namespace layoutcheck::properties::as_printed {

/// Whether the outcome is this value.
template <class T>
bool is(const Outcome<T>& outcome, const T& value) {
  return outcome && *outcome == value;
}

// ---- Pointed maps. A value 0 is the base point, and 0 goes to 0.

/// The map that f lies over.
inline PointedMap map_of(const Morphism& f) {
  return {f.map(), static_cast<Int>(f.codomain().length())};
}

inline Int value_at(const Tuple& map, Int i) {
  return i == 0 ? 0 : map[static_cast<std::size_t>(i) - 1];
}

/// Tractable (colfax 3.1.1.9).
inline bool is_tractable(const Tuple& map) {
  for (std::size_t i = 0; i < map.size(); ++i) {
    for (std::size_t j = 0; j < map.size(); ++j)
      if (i != j && map[i] == map[j] && map[i] != 0) return false;
  }
  return true;
}

/// i ↦ i + offset on ⟨length⟩*.
inline Tuple shifted(std::size_t length, std::size_t offset) {
  Tuple map;
  for (std::size_t i = 1; i <= length; ++i)
    map.push_back(static_cast<Int>(offset + i));
  return map;
}

/// Some pointed maps into one ⟨n⟩*; mostly tractable and with disjoint images.
inline std::vector<PointedMap> draw_maps(Entropy& entropy, std::size_t count) {
  const std::size_t n = entropy.below(6);
  std::vector<Tuple> maps(count);
  for (std::size_t j : entropy.permutation(n)) {
    const std::size_t owner = entropy.below(count + 1);
    if (owner < count) maps[owner].push_back(static_cast<Int>(j) + 1);
  }
  std::vector<PointedMap> drawn;
  for (Tuple& map : maps) {
    if (entropy.chance(30)) map.insert(map.begin(), entropy.below(3), 0);
    if (entropy.chance(30)) map.push_back(0);
    if (entropy.chance(12)) map.push_back(static_cast<Int>(entropy.below(n + 1)));
    drawn.emplace_back(std::move(map), static_cast<Int>(n + (entropy.chance(4) ? 1 : 0)));
  }
  return drawn;
}

/// Pointed maps into one ⟨n⟩*, mostly tractable and with disjoint images.
inline Domain disjoint_maps(std::size_t count) {
  std::vector<Part> parts(
      count, such_that(any(Sort::map), [](const Operands& before, const Value& map) {
        return before.empty() || std::get<PointedMap>(map).codomain() ==
                                     std::get<PointedMap>(before.front()).codomain();
      }));
  return make_domain(
      std::to_string(count) + " pointed maps with disjoint images", std::vector(count, Sort::map),
      [count](Entropy& entropy, int) {
        Operands operands;
        for (PointedMap& map : draw_maps(entropy, count))
          operands.emplace_back(std::move(map));
        return operands;
      },
      in_turn(std::move(parts)));
}

/// Pointed maps that are mostly tractable.
inline Domain pointed_maps(std::size_t count) {
  return make_domain(std::to_string(count) + " pointed maps", std::vector(count, Sort::map),
                     [count](Entropy& entropy, int) {
                       Operands operands;
                       while (operands.size() < count)
                         operands.emplace_back(draw_maps(entropy, 1).front());
                       return operands;
                     });
}

// ---- Morphisms

inline NestedTuple flattened(const NestedTuple& tuple) {
  return NestedTuple::flat(tuple.entries());
}

/// S♭ ⋆ U♭.
inline NestedTuple star(const NestedTuple& s, const NestedTuple& u) {
  Tuple entries = s.entries();
  entries.insert(entries.end(), u.entries().begin(), u.entries().end());
  return NestedTuple::flat(std::move(entries));
}

/// g∘f over β∘α. Pre: g starts where f ends.
inline Morphism composed(const Morphism& g, const Morphism& f) {
  Tuple map;
  for (Int j : f.map())
    map.push_back(value_at(g.map(), j));
  return {f.domain(), std::move(map), g.codomain()};
}

inline Morphism identity(const NestedTuple& s) {
  return {s, shifted(s.length(), 0), s};
}

/// id_X^Y (colfax 3.2.3.1). Pre: the flattenings are equal.
inline Morphism reparenthesization(const NestedTuple& x, const NestedTuple& y) {
  return {x, shifted(x.length(), 0), y};
}

/// The morphism `domain` → T over α_1 ⋆ … ⋆ α_k (colfax 3.1.5.34, 3.2.6.4). For k = 0 it is the
/// one from (), which the source does not speak of. Pre: the images are disjoint.
inline Morphism side_by_side(NestedTuple domain, const std::vector<Morphism>& fs,
                             const NestedTuple& codomain) {
  Tuple map;
  for (const Morphism& f : fs)
    map.insert(map.end(), f.map().begin(), f.map().end());
  return {std::move(domain), std::move(map), codomain};
}

/// The entries of f, with domains of depth 1 (colfax 3.1.3.8) or 0 (3.2.3.4).
inline std::vector<Morphism> entries_of(const Morphism& f, bool flat) {
  std::vector<Morphism> entries;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    const Int s = f.domain().entries()[i];
    entries.emplace_back(flat ? NestedTuple::flat({s}) : NestedTuple(s), Tuple{f.map()[i]},
                         f.codomain());
  }
  return entries;
}

inline bool are_pairwise_disjoint(const std::vector<Morphism>& fs) {
  for (std::size_t i = 0; i < fs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (!are_disjoint(fs[i], fs[j])) return false;
  }
  return true;
}

/// Whether h is an isomorphism: some morphism back is its inverse on both sides (colfax 3.1.3.2).
/// A morphism with a left and a right inverse moves each entry to an equal one, so the only
/// candidate takes α(i) to i.
inline bool has_inverse(const Morphism& h) {
  Tuple back(h.codomain().length(), 0);
  for (std::size_t i = 0; i < h.map().size(); ++i)
    if (h.map()[i] != 0) back[static_cast<std::size_t>(h.map()[i]) - 1] = static_cast<Int>(i) + 1;
  const Morphism inverse(h.codomain(), std::move(back), h.domain());
  return composed(inverse, h) == identity(h.domain()) &&
         composed(h, inverse) == identity(h.codomain());
}

/// The entries of T that f does not hit, and f^c, their inclusion (colfax 3.1.5.46).
inline Tuple missed(const Morphism& f) {
  Tuple indices;
  for (std::size_t j = 1; j <= f.codomain().length(); ++j)
    if (!hits(f, j)) indices.push_back(static_cast<Int>(j));
  return indices;
}
inline Morphism complement_as_printed(const Morphism& f) {
  Tuple map = missed(f);
  Tuple domain;
  for (Int j : map)
    domain.push_back(f.codomain().entries()[static_cast<std::size_t>(j) - 1]);
  return {NestedTuple::flat(std::move(domain)), std::move(map), f.codomain()};
}

/// That f and g are product admissible, or are not, in all formulations; unmet() if they are not.
/// `exists` says whether the algebra has their product.
inline Result admits_product(const Morphism& f, const Morphism& g, bool exists) {
  const bool admissible = is_injective(f) && g.codomain() == complement_as_printed(f).domain();
  const Result agreed =
      agree<bool>({{"f^c exists, and codomain(g) = domain(f^c)", admissible},
                   {"codomain(g) has what f misses", are_product_admissible(f, g)},
                   {"the algebra", algebra::is_product_admissible(f, g)},
                   {"the oracle", oracle::is_product_admissible(f, g)},
                   {"the product exists", exists}});
  return admissible ? agreed : agreed.then(unmet);
}

/// Every morphism between the two tuples. Throws LimitReached.
inline std::vector<Morphism> hom(const NestedTuple& from, const NestedTuple& to) {
  std::vector<Morphism> all;
  Exact steps = 0;
  enumerate_maps(from, to, [&](const Morphism& f) {
    oracle::charge(++steps, limits, "the morphisms between the two tuples");
    all.push_back(f);
    return true;
  });
  return all;
}

/// Pairs with one codomain: mostly disjoint or complementary, else independent.
inline Domain morphisms_into_one(Nesting nesting) {
  const bool flat = nesting == Nesting::flat;
  Domain domain = complement_morphisms(nesting);
  domain.name = "two " + std::string(flat ? "flat " : "") + "morphisms with one codomain";
  domain.draw = [=, disjoint = disjoint_morphisms(nesting), complements = domain](
                    Entropy& entropy, int size) -> Operands {
    if (entropy.chance(30)) return disjoint.draw(entropy, size);
    if (entropy.chance(50)) return complements.draw(entropy, size);
    Morphism f = draw_morphism(entropy, size, {flat, entropy.chance(50), false});
    Morphism g = draw_morphism_into(entropy, size, f.codomain(), {flat, entropy.chance(50), false});
    return {std::move(f), std::move(g)};
  };
  return domain;
}

/// f, g, where f∘g is mostly defined and g mostly injective; if `composable`, only such are
/// enumerated.
inline Domain division_operands(Nesting nesting, bool composable = true) {
  const bool flat = nesting == Nesting::flat;
  Domain domain = composable ? composable_morphisms(nesting, false) : morphisms(nesting, 2);
  domain.name = "two " + std::string(flat ? "flat " : "") + "morphisms f, g, mostly with f after g";
  domain.draw = [=](Entropy& entropy, int size) -> Operands {
    Morphism f = draw_morphism(entropy, size, {flat, false, false});
    Morphism g = entropy.chance(15) ? draw_morphism(entropy, size, {flat, true, false})
                                    : draw_morphism_into(entropy, size, f.domain(),
                                                         {flat, entropy.chance(85), false});
    return {std::move(f), std::move(g)};
  };
  return domain;
}

/// h, g, f, composable.
inline Domain composable_triples(Nesting nesting) {
  const bool flat = nesting == Nesting::flat;
  return make_domain(
      "composable " + std::string(flat ? "flat " : "") + "morphisms h, g, f",
      std::vector(3, flat ? Sort::flat_morphism : Sort::morphism),
      [=](Entropy& entropy, int size) -> Operands {
        Morphism h = draw_morphism(entropy, size, {flat, entropy.chance(30), false});
        Morphism g =
            draw_morphism_into(entropy, size, h.domain(), {flat, entropy.chance(50), false});
        Morphism f =
            draw_morphism_into(entropy, size, g.domain(), {flat, entropy.chance(50), false});
        return {std::move(h), std::move(g), std::move(f)};
      },
      in_turn(composable_morphisms(nesting, false).enumerate, {morphism_into(domain_at(1), flat)}));
}

// ---- Squeezing (colfax 3.1.5.7)

/// The indices i with s_i ≠ 1, counted from 1.
inline Tuple indices_above_one(const NestedTuple& s) {
  Tuple indices;
  for (std::size_t i = 0; i < s.length(); ++i)
    if (s.entries()[i] != 1) indices.push_back(static_cast<Int>(i) + 1);
  return indices;
}

inline NestedTuple picked(const NestedTuple& s, const Tuple& indices) {
  Tuple entries;
  for (Int i : indices)
    entries.push_back(s.entries()[static_cast<std::size_t>(i) - 1]);
  return NestedTuple::flat(std::move(entries));
}

/// (f|_I)|^J with I and J the entries that are not 1 (colfax 3.1.5.7).
inline Morphism squeeze_as_printed(const Morphism& f) {
  const Tuple kept = indices_above_one(f.domain());
  const Tuple targets = indices_above_one(f.codomain());
  Tuple map;
  for (Int i : kept) {
    const Int j = value_at(f.map(), i);
    const auto place = std::find(targets.begin(), targets.end(), j);
    map.push_back(j == 0 ? 0 : static_cast<Int>(place - targets.begin()) + 1);
  }
  return {picked(f.domain(), kept), std::move(map), picked(f.codomain(), targets)};
}

/// Morphisms of which most have no entry 1, as squeeze(f) = f asks.
inline Domain squeezed_morphisms() {
  Domain domain = morphisms(Nesting::flat);
  domain.name = "a tuple morphism without entries 1";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    Morphism f = draw_morphism(entropy, size, {true, false, false});
    return {entropy.chance(85) ? squeeze_as_printed(f) : std::move(f)};
  };
  return domain;
}

/// The morphisms that the printed columns of colfax 3.1.5.8 allow; its arrows are lost in our copy.
inline Domain diagrams_of_3_1_5_8() {
  const NestedTuple column = NestedTuple::flat({1, 8, 32, 32, 1, 128, 256});
  std::vector<Operands> instances;
  for (const Morphism& f : hom(column, column))
    instances.push_back({f});
  return make_instances("a morphism between the columns printed in 3.1.5.8", {Sort::flat_morphism},
                        std::move(instances));
}

// ---- Modes and layouts (colfax 3.2)

/// The morphism S → T over α, or nothing if the constructor refuses.
inline std::optional<Morphism> constructed(const NestedTuple& s, const Tuple& alpha,
                                           const NestedTuple& t) {
  try {
    return Morphism(s, alpha, t);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// len_{<i}(S) for the modes of S, and len(S) at the end.
inline std::vector<std::size_t> mode_starts(const NestedTuple& s) {
  std::vector<std::size_t> starts{0};
  for (const NestedTuple& mode : s.modes())
    starts.push_back(starts.back() + mode.length());
  return starts;
}

/// The strides of L_f (colfax 3.2.2.2). Throws Overflow.
inline Layout layout_as_printed(const Morphism& f) {
  Tuple strides;
  for (Int j : f.map()) {
    work(static_cast<std::size_t>(j) * 2);
    Exact stride = j == 0 ? 0 : 1;
    for (Int below = 1; below < j; ++below)
      stride *= f.codomain().entries()[static_cast<std::size_t>(below) - 1];
    strides.push_back(oracle::to_int(stride));
  }
  const Profile& profile = f.domain().profile();
  return {f.domain(), NestedTuple(std::move(strides), profile)};
}

}  // namespace layoutcheck::properties::as_printed
