// Operations on tuple morphisms (colfax 3.1.5): sum and squeeze.
#include "as_printed/operations.hpp"
#include "lists.hpp"

#include <map>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

// ---- Sums in the category of arrows

/// An arrow f → h of Ar(Tuple): h∘upper = lower∘f.
struct Square {
  Morphism upper;
  Morphism lower;
  friend auto operator<=>(const Square&, const Square&) = default;
};

/// Every arrow f → h. Throws LimitReached.
std::vector<Square> squares(const Morphism& f, const Morphism& h) {
  std::vector<Square> all;
  const std::vector<Morphism> lowers = hom(f.codomain(), h.codomain());
  Exact steps = 0;
  for (const Morphism& upper : hom(f.domain(), h.domain())) {
    const Morphism around = composed(h, upper);
    for (const Morphism& lower : lowers) {
      oracle::charge(++steps, limits, "the squares from f to h");
      if (composed(lower, f) == around) all.push_back({upper, lower});
    }
  }
  return all;
}

/// S → S' over i ↦ i + offset.
Morphism inclusion(const NestedTuple& s, const NestedTuple& into, std::size_t offset) {
  return {s, shifted(s.length(), offset), into};
}

enum class Arrows { all, with_disjoint_images };

/// w ↦ (w∘i, w∘j) is a bijection from the arrows f ⊕ g → h to the pairs of arrows f → h and g → h.
/// Here i: f → f ⊕ g and j: g → f ⊕ g are the inclusions.
Result is_coproduct_against(const Morphism& f, const Morphism& g, const Morphism& h,
                            Arrows arrows) {
  const Morphism sum = algebra::sum(f, g);
  const auto part = [&](const Square& w, const Morphism& of, std::size_t above, std::size_t below) {
    return Square{composed(w.upper, inclusion(of.domain(), sum.domain(), above)),
                  composed(w.lower, inclusion(of.codomain(), sum.codomain(), below))};
  };
  std::map<std::pair<Square, Square>, int> factored;
  for (const Square& w : squares(sum, h))
    ++factored[{part(w, f, 0, 0), part(w, g, f.domain().length(), f.codomain().length())}];
  for (const Square& u : squares(f, h)) {
    for (const Square& v : squares(g, h)) {
      const bool disjoint = are_disjoint(u.upper, v.upper) && are_disjoint(u.lower, v.lower);
      const int wanted = arrows == Arrows::all || disjoint ? 1 : 0;
      const auto found = factored.find({u, v});
      const int times = found == factored.end() ? 0 : found->second;
      if (times != wanted) {
        return fails("for u = (" + to_string(u.upper) + ", " + to_string(u.lower) + ") and v = (" +
                     to_string(v.upper) + ", " + to_string(v.lower) + ") there are " +
                     std::to_string(times) + " arrows from f ⊕ g");
      }
    }
  }
  return holds();
}

/// Small morphisms f, g, h, so that all squares can be tried.
Domain small_arrows() {
  Domain domain = morphisms(flat, 3);
  domain.name = "three small tuple morphisms";
  domain.draw = [](Entropy& entropy, int) -> Operands {
    const auto tuple = [&](std::size_t longest) {
      Tuple entries(entropy.below(longest + 1));
      for (Int& entry : entries)
        entry = static_cast<Int>(entropy.between(1, 2));
      return NestedTuple::flat(std::move(entries));
    };
    Operands operands;
    for (int i = 0; i < 3; ++i) {
      const bool injective = entropy.chance(70);
      operands.emplace_back(draw_morphism_into(entropy, 0, tuple(2), {true, injective, false}));
    }
    for (Value& operand : operands) {
      const auto& f = std::get<Morphism>(operand);
      if (f.domain().length() > 2) operand = identity(tuple(2));
    }
    return operands;
  };
  return domain;
}

// ---- Squeezing

bool has_no_ones(const NestedTuple& s) {
  return indices_above_one(s).size() == s.length();
}

Result check_3_1_5_1(const PointedMap& a, const PointedMap& b, const PointedMap& c) {
  const auto m = static_cast<std::size_t>(a.domain());
  const auto p = static_cast<std::size_t>(b.domain());
  Tuple values = a.values();
  for (Int y : b.values())
    values.push_back(y == 0 ? 0 : a.codomain() + y);
  const PointedMap claimed(values, a.codomain() + b.codomain());
  const PointedMap both = algebra::sum(a, b);
  const PointedMap left(shifted(m, 0), static_cast<Int>(m + p));
  const PointedMap right(shifted(p, m), static_cast<Int>(m + p));
  const auto n = static_cast<std::size_t>(a.codomain());
  const PointedMap into_left(shifted(n, 0), claimed.codomain());
  const PointedMap into_right(shifted(static_cast<std::size_t>(b.codomain()), n),
                              claimed.codomain());
  return all_hold({
      {both == claimed, "α ⊕ β is as defined"},
      {oracle::sum(a, b) == claimed, "the oracle's α ⊕ β is as defined"},
      {algebra::composition(both, left).value() == algebra::composition(into_left, a).value(),
       "α ⊕ β restricts to α"},
      {algebra::composition(both, right).value() == algebra::composition(into_right, b).value(),
       "α ⊕ β restricts to β"},
      {algebra::sum(both, c) == algebra::sum(a, algebra::sum(b, c)), "⊕ is associative"},
  });
}

Result check_3_1_5_2(const PointedMap& a, const PointedMap& b) {
  if (!is_tractable(a.values()) || !is_tractable(b.values())) return unmet();
  const PointedMap sum = algebra::sum(a, b);
  return holds_if(is_tractable(sum.values()) && algebra::is_tractable(sum),
                  "α ⊕ β is not tractable");
}

Result check_3_1_5_3(const Morphism& f, const Morphism& g, const Morphism& h) {
  const Morphism claimed(star(f.domain(), g.domain()), algebra::sum(map_of(f), map_of(g)).values(),
                         star(f.codomain(), g.codomain()));
  const Morphism both = algebra::sum(f, g);
  return all_hold({
      {both == claimed, "f ⊕ g is as defined"},
      {oracle::sum(f, g) == claimed, "the oracle's f ⊕ g is as defined"},
      {algebra::sum(both, h) == algebra::sum(f, algebra::sum(g, h)), "⊕ is associative"},
      {algebra::sum(f, Morphism()) == f && algebra::sum(Morphism(), f) == f,
       "the identity of () is neutral"},
      {algebra::sum(identity(f.domain()), identity(g.domain())) == identity(claimed.domain()),
       "id_S ⊕ id_U is the identity of S ⋆ U"},
  });
}

// 3.1.5.1: sums.
std::vector<Binding> sum_statements() {
  return {
      {"colfax.3.1.5.1", pointed_maps(3), check_3_1_5_1},
      {"colfax.3.1.5.2", pointed_maps(2), check_3_1_5_2},
      {"colfax.3.1.5.3", morphisms(flat, 3), check_3_1_5_3},
      {"colfax.3.1.5.6", small_arrows(), with(is_coproduct_against, Arrows::all)},
      {"colfax.3.1.5.6.amended", with(is_coproduct_against, Arrows::with_disjoint_images)},
  };
}

Result check_3_1_5_7(const Morphism& g, const Morphism& f) {
  if (f.codomain() != g.domain()) return unmet();
  const auto from_zero = [](Tuple indices) {
    for (Int& index : indices)
      --index;
    return indices;
  };
  const Outcome<Morphism> part = algebra::restrict(f, from_zero(indices_above_one(f.domain())));
  const Outcome<Morphism> both =
      part ? algebra::factorize(*part, from_zero(indices_above_one(f.codomain()))) : part;
  const Morphism claimed = squeeze_as_printed(f);
  const NestedTuple small = picked(f.domain(), indices_above_one(f.domain()));
  return all_hold({
      {algebra::squeeze(f) == claimed, "squeeze(f) is as defined"},
      {oracle::squeeze(f) == claimed, "the oracle's squeeze(f) is as defined"},
      {is(both, claimed), "it is (f|_I)|^J by 3.1.3.7 and 3.1.3.10"},
      {algebra::squeeze(identity(f.domain())) == identity(small),
       "squeeze(id_S) is the identity of squeeze(S)"},
      {algebra::squeeze(composed(g, f)) == composed(algebra::squeeze(g), algebra::squeeze(f)),
       "squeeze(g∘f) = squeeze(g)∘squeeze(f)"},
  });
}

Result check_3_1_5_8(const Morphism& f) {
  const NestedTuple column = NestedTuple::flat({8, 32, 32, 128, 256});
  const Tuple kept{2, 3, 4, 6, 7};
  const Tuple place{0, 0, 1, 2, 3, 0, 4, 5};  // of an entry in the shorter column
  Tuple map;
  for (Int i : kept)
    map.push_back(place[static_cast<std::size_t>(value_at(f.map(), i))]);
  return holds_if_equal(algebra::squeeze(f), Morphism(column, std::move(map), column));
}

Result check_3_1_5_9(const Morphism& f) {
  return agree<bool>({{"f = squeeze(f)", squeeze_as_printed(f) == f},
                      {"for the algebra", algebra::squeeze(f) == f},
                      {"there is no 1", has_no_ones(f.domain()) && has_no_ones(f.codomain())}});
}

Result check_3_1_5_11(const Morphism& f) {
  const Morphism once = squeeze_as_printed(f);
  return all_hold({
      {squeeze_as_printed(once) == once, "squeeze(squeeze(f)) = squeeze(f)"},
      {algebra::squeeze(once) == once, "so it is for the algebra's squeeze"},
  });
}

// 3.1.5.2: squeeze.
std::vector<Binding> squeeze_statements() {
  return {
      {"colfax.3.1.5.7", composable_morphisms(flat, false), check_3_1_5_7},
      {"colfax.3.1.5.8", diagrams_of_3_1_5_8(), check_3_1_5_8},
      {"colfax.3.1.5.9", squeezed_morphisms(), check_3_1_5_9},
      {"colfax.3.1.5.10", morphisms(flat),
       [](const Morphism& f) {
         return holds_if_equal(algebra::layout_of(algebra::squeeze(f)),
                               oracle::squeeze(algebra::layout_of(f)));
       }},
      {"colfax.3.1.5.11", morphisms(flat), check_3_1_5_11},
  };
}

}  // namespace

std::vector<Binding> colfax_3_1_5() {
  return joined({sum_statements, squeeze_statements});
}

}  // namespace layoutcheck::properties
