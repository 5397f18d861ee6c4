// What the checks about categories share: the pointed maps and the tuple morphisms between small
// objects, listed in full, and searches among them.
#pragma once

#include "as_printed/morphisms.hpp"
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/engine/in_turn.hpp>
#include <layoutcheck/notation/work.hpp>

#include <set>
#include <stdexcept>

namespace layoutcheck::properties::as_printed {

/// Where the entry that the source counts from 1 is in a Tuple.
inline std::size_t place(Int j) {
  return static_cast<std::size_t>(j) - 1;
}

inline NestedTuple flat_tuple(Tuple entries) {
  return NestedTuple::flat(std::move(entries));
}

// ---- Maps, by their values on 1, …, m; 0 is the base point.

/// The i with α(i) = j, from the values of α, in order.
inline Tuple preimage(const Tuple& values, Int j) {
  work(values.size() + 1);
  Tuple found;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] == j) found.push_back(static_cast<Int>(i) + 1);
  return found;
}

/// The values of β∘α, where β(*) = *.
inline Tuple after(const Tuple& outer, const Tuple& inner) {
  Tuple values;
  values.reserve(inner.size());
  for (const Int j : inner)
    values.push_back(j == 0 ? 0 : outer.at(static_cast<std::size_t>(j) - 1));
  return values;
}

inline bool is_identity(const Tuple& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != static_cast<Int>(i) + 1) return false;
  return true;
}

/// Tractable, as colfax 3.1.1.9 says it: α⁻¹(j) is empty or one element for each j from 1 to n.
inline bool has_small_preimages(const PointedMap& a) {
  for (Int j = 1; j <= a.codomain(); ++j)
    if (preimage(a.values(), j).size() > 1) return false;
  return true;
}

/// Visits the values of every pointed map ⟨m⟩* → ⟨n⟩*; returns false if the visitor stopped.
template <class Visit>
bool for_each_pointed_map(std::size_t m, std::size_t n, Visit&& visit) {
  Tuple values(m, 0);
  for (;;) {
    if (!visit(static_cast<const Tuple&>(values))) return false;
    std::size_t i = 0;
    while (i < m && values[i] == static_cast<Int>(n))
      values[i++] = 0;
    if (i == m) return true;
    ++values[i];
  }
}

/// Whether a constructor takes its arguments.
template <class Construct>
bool is_accepted(Construct&& construct) {
  try {
    construct();
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

// ---- Tuple morphisms S → T, by the values of the maps that they lie over.

/// Whether there is a tuple morphism S → T over the map with these values, as colfax 3.1.1.13 says
/// it: the map is one from ⟨m⟩* to ⟨n⟩*, tractable, and s_i = t_{α(i)} where α(i) ≠ *.
inline bool is_tuple_morphism(const Tuple& s, const Tuple& values, const Tuple& t) {
  if (values.size() != s.size()) return false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (values[i] == 0) continue;
    if (values[i] < 0 || values[i] > static_cast<Int>(t.size())) return false;
    if (s[i] != t[static_cast<std::size_t>(values[i]) - 1]) return false;
    if (preimage(values, values[i]).size() > 1) return false;
  }
  return true;
}

/// Visits the map of every tuple morphism S → T; returns false if the visitor stopped.
template <class Visit>
bool for_each_tuple_morphism(const Tuple& s, const Tuple& t, Visit&& visit) {
  Tuple values;
  const auto extend = [&](auto&& self) -> bool {
    const std::size_t i = values.size();
    if (i == s.size()) return visit(static_cast<const Tuple&>(values));
    for (std::size_t j = 0; j <= t.size(); ++j) {
      const auto value = static_cast<Int>(j);
      if (j > 0 && (t[j - 1] != s[i] || !preimage(values, value).empty())) continue;
      values.push_back(value);
      const bool go_on = self(self);
      values.pop_back();
      if (!go_on) return false;
    }
    return true;
  };
  return extend(extend);
}

/// The map of every g: T → S with g∘f = id_S and f∘g = id_T, for f: S → T, by trying all. Nesting
/// plays no part, for a morphism of Nest is one between the flattenings. Throws LimitReached.
inline std::vector<Tuple> inverses(const Morphism& f) {
  std::vector<Tuple> found;
  Exact tried = 0;
  for_each_tuple_morphism(f.codomain().entries(), f.domain().entries(), [&](const Tuple& g) {
    oracle::charge(++tried, limits, "the candidates for an inverse");
    if (is_identity(after(g, f.map())) && is_identity(after(f.map(), g))) found.push_back(g);
    return true;
  });
  return found;
}

// ---- Functions [0, m) → [0, n), as tables

/// Whether the entries are below the bound.
inline bool is_below(const NestedTuple& tuple, Int bound) {
  return std::all_of(tuple.entries().begin(), tuple.entries().end(),
                     [&](Int x) { return x < bound; });
}

inline Tuple draw_function(Entropy& entropy, std::size_t m, std::size_t n) {
  Tuple values;
  for (std::size_t x = 0; x < m && n > 0; ++x)
    values.push_back(static_cast<Int>(entropy.below(n)));
  return values;
}

// ---- Chains of composable maps

/// Composable pointed maps, the outermost first, as they are written: c, b, a for c∘b∘a. Of each
/// hundred, about this many are drawn tractable; a few are not composable.
inline Domain composable_maps(std::size_t count, unsigned tractable) {
  const Part next{
      .of_weight =
          [](const Operands& before, std::size_t weight, const Bounds&, const Part::Visit& visit) {
            const auto start = std::get<PointedMap>(before.back()).codomain();
            const auto end = static_cast<Int>(weight) - start;
            return end < 0 ||
                   for_each_pointed_map(
                       static_cast<std::size_t>(start), static_cast<std::size_t>(end),
                       [&](const Tuple& values) { return visit(PointedMap(values, end)); });
          },
      .least = 0};
  std::vector<Part> parts(count, next);
  parts.front() = any(Sort::map);
  std::vector<std::size_t> outermost_first(count);
  for (std::size_t i = 0; i < count; ++i)
    outermost_first[i] = count - 1 - i;
  return make_domain(
      std::to_string(count) + " composable pointed maps", std::vector(count, Sort::map),
      [=](Entropy& entropy, int) {
        Operands operands;
        std::size_t start = entropy.below(5);
        for (std::size_t k = 0; k < count; ++k) {
          const std::size_t end = entropy.below(5);
          Tuple values(start, 0);
          const std::vector<std::size_t> order = entropy.permutation(end);
          const bool spread = entropy.chance(tractable);
          for (std::size_t i = 0; i < start; ++i) {
            if (entropy.chance(20)) continue;
            if (spread)
              values[i] = i < end ? static_cast<Int>(order[i]) + 1 : 0;
            else
              values[i] = static_cast<Int>(entropy.below(end + 1));
          }
          operands.insert(operands.begin(), PointedMap(std::move(values), static_cast<Int>(end)));
          start = entropy.chance(4) ? end + 1 : end;
        }
        return operands;
      },
      in_turn(std::move(parts), std::move(outermost_first)));
}

}  // namespace layoutcheck::properties::as_printed
