// Statements about the layouts of Fact, its realization, and the permutations that are layout
// functions (shah 3.9 to 3.16). The operands are those of as_printed/fact.hpp.
#include "as_printed/admissible.hpp"
#include "as_printed/fact.hpp"
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/morphisms.hpp>

#include <map>

namespace layoutcheck::properties {

namespace {

using as_printed::dot;
using as_printed::equation;
using as_printed::is_coordinate;
using as_printed::same_function;
using as_printed::table;
using as_printed::Wording;
using namespace fact_as_printed;

/// Two permutations of [0, N), written as <N>--(f(0)+1,…,f(N−1)+1)--><N>; they are mostly layout
/// functions.
Domain permutations_of_points() {
  Domain domain = make_domain(
      "two permutations of [0, N)", {Sort::map, Sort::map}, [](Entropy& entropy, int) -> Operands {
        const auto n =
            entropy.pick({1, 2, 3, 4, 4, 5, 6, 6, 8, 8, 9, 10, 12, 12, 16, 18, 20, 24, 27});
        const std::vector<Tuple> objects = fact::objects(n);
        Operands operands;
        for (int i = 0; i < 2; ++i) {
          Tuple values;
          if (entropy.chance(85)) {
            const Tuple& e = entropy.pick(objects);
            Tuple alpha;
            for (std::size_t j : entropy.permutation(e.size()))
              alpha.push_back(static_cast<Int>(j) + 1);
            values = values_of(e, alpha);
          } else {
            for (std::size_t x : entropy.permutation(static_cast<std::size_t>(n)))
              values.push_back(static_cast<Int>(x));
          }
          if (entropy.chance(5))
            std::swap(values[entropy.below(values.size())], values[entropy.below(values.size())]);
          for (Int& y : values)
            ++y;
          operands.emplace_back(PointedMap(std::move(values), n));
        }
        return operands;
      });
  domain.enumerate = enumerate_permutation_pairs;
  return domain;
}

/// Flat layouts that are mostly compact.
Domain compact_layouts() {
  return make_domain("a flat layout that permutes [0, N)", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       Tuple extents(entropy.below(static_cast<std::size_t>(2 + size / 25)));
                       for (Int& s : extents)
                         s = static_cast<Int>(entropy.pick({2, 2, 2, 3, 3, 4, 5, 6, 9}));
                       Tuple stride(extents.size());
                       Int next = 1;
                       for (std::size_t i : entropy.permutation(extents.size())) {
                         stride[i] = next;
                         next *= extents[i];
                       }
                       while (entropy.chance(20)) {
                         const auto place =
                             static_cast<std::ptrdiff_t>(entropy.below(extents.size() + 1));
                         extents.insert(extents.begin() + place, 1);
                         stride.insert(stride.begin() + place, static_cast<Int>(entropy.below(5)));
                       }
                       Layout layout = Layout::flat(std::move(extents), std::move(stride));
                       return {entropy.chance(12) ? perturb(entropy, layout) : layout};
                     });
}

// ---- 3.9 to 3.14: layouts and realization

/// A check of chains whose maps are injective as the wish says.
template <class F>
Check on_injective_chain(std::size_t count, Wish wish, F check) {
  return on_chain(count, [=](const Chain& c) {
    const auto first = wish == Wish::all_injective ? c.maps.begin() : c.maps.end() - 1;
    const bool met =
        std::all_of(first, c.maps.end(), [](const Tuple& map) { return is_injective(map); });
    return met ? check(c) : unmet();
  });
}

Result is_layout_as_defined(const Chain& c) {
  const Tuple& alpha = c.maps[0];
  const Tuple d = strides(c.e, alpha);
  const fact::Arrow f = arrow(c.e, alpha);
  const Layout found = fact::layout_of(f);
  const Layout claimed =
      alpha.empty() ? Layout::flat({1}, {1}) : Layout::flat(pulled(c.e, alpha), d);
  return holds_if_equal(found, claimed).then([&] {
    const Tuple values = values_of(c.e, alpha);
    bool footnote = true;
    for (std::size_t i = 0; i < alpha.size(); ++i)
      footnote = footnote && (alpha[i] != 1 || d[i] == 1);
    return all_hold(
        {{footnote, "footnote 10"},
         {fact::realization(f).has_value() == (std::ranges::max(values) < points_of(c.e)),
          "it is realized exactly if it stays below N"},
         {table(found) == values, "its function is f_(E,α)"}});
  });
}

/// f_{(E,α)} as the multilinear function of the boxes that sends δ_i to δ_α(i) (shah 3.11).
Result is_multilinear(const Chain& c) {
  const Tuple& alpha = c.maps[0];
  const Tuple source = pulled(c.e, alpha);
  const Tuple values = values_of(c.e, alpha);
  const Tuple column_major = strides(c.e, first_numbers(c.e.size()));
  Tuple claimed;
  for (Int x = 0; x < std::ssize(values); ++x) {
    Tuple image(c.e.size(), 0);
    Int left = x;
    for (std::size_t i = 0; i < source.size(); ++i) {
      image[static_cast<std::size_t>(alpha[i]) - 1] += left % source[i];
      left /= source[i];
    }
    if (!is_coordinate(image, c.e))
      return fails("the coordinate of " + std::to_string(x) + " leaves the box of E");
    claimed.push_back(dot(image, column_major));
  }
  const bool is_bijection = alpha.size() == c.e.size() && is_injective(alpha);
  return all_hold(
      {agree<Tuple>({{"f_(E,α)", values},
                     {"by coordinates", claimed},
                     {"the algebra", fact::realization(arrow(c.e, alpha))}}),
       holds_if(!is_bijection || is_permutation(values), "α is a bijection, but f_(E,α) is none")});
}

/// f∘g, for all values of functions on [0, n).
Tuple composed(const Tuple& f, const Tuple& g) {
  Tuple both;
  for (Int y : g)
    both.push_back(f[static_cast<std::size_t>(y)]);
  return both;
}

/// f_{(E,α∘β)} = f_{(E,α)}∘f_{(E^α,β)}, where the right side has to be defined.
Result composes(const Chain& c) {
  const Tuple outer = values_of(c.e, c.maps[0]);
  const Tuple inner = values_of(pulled(c.e, c.maps[0]), c.maps[1]);
  if (std::ranges::max(inner) >= std::ssize(outer))
    return fails("a value of f_(E^α,β) is outside the domain of f_(E,α)");
  return holds_if_equal(composed(outer, inner), values_of(c.e, after(c.maps[0], c.maps[1])));
}

/// R(α_E) maps [0, N^α) to [0, N).
Result is_map_of_points(const Tuple& e, const Tuple& alpha) {
  const Tuple values = values_of(e, alpha);
  return all_hold(
      {holds_if(std::ranges::max(values) < points_of(e), "a value of R(α_E) is not below N"),
       agree<Tuple>({{"f_(E,α)", values}, {"the algebra", fact::realization(arrow(e, alpha))}})});
}

/// R is a functor: R(α_E) maps [0, N^α) to [0, N), and identities and composites are kept.
Result is_realized(const Chain& c) {
  Tuple points(static_cast<std::size_t>(points_of(c.e)));
  std::iota(points.begin(), points.end(), Int{0});
  return all_hold(
      {is_map_of_points(c.e, c.maps[0]), is_map_of_points(pulled(c.e, c.maps[0]), c.maps[1]),
       holds_if(values_of(c.e, first_numbers(c.e.size())) == points, "R(id) is not the identity"),
       composes(c)});
}

Check warns(Wording wording) {
  return on_chain(2, [wording](const Chain& c) {
    const Tuple middle = pulled(c.e, c.maps[0]);
    const Tuple& beta = c.maps[1];
    // 2.2 leaves extents of 1 aside, of which the trivial layout (1):(1) consists.
    if (middle.empty() || beta.empty()) return unmet();
    static_cast<void>(points_of(middle));  // within the limits, so that what follows fits
    const Layout outer = Layout::flat(middle, strides(c.e, c.maps[0]));
    const Layout inner = Layout::flat(pulled(middle, beta), strides(middle, beta));
    for (std::size_t k = 0; k < beta.size(); ++k)
      if (!shah::is_admissible(middle, inner.extents()[k], inner.strides()[k], false))
        return fails("mode " + std::to_string(k) + " is not admissible");
    const bool disjoint = shah::is_admissible(middle, inner, formulas::Admissibility::shah);
    // f^_{(E,α)}∘f_{(E^α,β)} = f_{(E,α∘β)}, with the last mode of the outer layout going on for
    // ever.
    const auto is_equal = [&] {
      return shah::composed_table(outer, inner) == values_of(c.e, after(c.maps[0], beta));
    };
    if (!disjoint && is_injective(beta)) return fails("β is injective, but the intervals meet");
    if (wording == Wording::as_printed) {
      return holds_if(disjoint || is_equal(),
                      "the intervals meet, and the composition equality is false");
    }
    Tuple inner_values = beta;
    std::erase(inner_values, std::ssize(middle));
    return all_hold(
        {{disjoint == is_injective(inner_values),
          "the intervals meet exactly if a value below n is taken twice"},
         {!disjoint || is_equal(), "where the intervals are disjoint, the equality holds"}});
  });
}

std::vector<Binding> layout_statements() {
  return {
      {"shah.3.9", chains(1), on_chain(1, is_layout_as_defined)},
      {"shah.3.11", chains(1), on_chain(1, is_multilinear)},
      {"shah.3.11.amended", chains(1, Wish::all_injective),
       on_injective_chain(1, Wish::all_injective, is_multilinear)},
      {"shah.3.12", chains(2), on_chain(2, composes)},
      {"shah.3.12.amended", chains(2, Wish::last_injective),
       on_injective_chain(2, Wish::last_injective, composes)},
      {"shah.3.13", chains(2), warns(Wording::as_printed)},
      {"shah.3.13.amended", chains(2, Wish::last_injective), warns(Wording::amended)},
      {"shah.3.14", chains(2), on_chain(2, is_realized)},
      {"shah.3.14.amended", chains(2, Wish::all_injective),
       on_injective_chain(2, Wish::all_injective, is_realized)},
  };
}

// ---- 3.15 and 3.16: permutations

/// Whether the function is that of some layout: its extents can be taken above 1, and its strides
/// are the values at the products of the extents before them.
bool is_expressible(const Tuple& values) {
  const auto size = static_cast<Int>(values.size());
  Tuple extents;
  Tuple stride;
  const std::function<bool(Int)> extend = [&](Int start) {
    if (start == size) {
      for (Int x = 0; x < size; ++x)
        if (extended_value(extents, stride, x) != values[static_cast<std::size_t>(x)]) return false;
      return true;
    }
    for (Int s = 2; s <= size / start; ++s) {
      if ((size / start) % s != 0) continue;
      extents.push_back(s);
      stride.push_back(values[static_cast<std::size_t>(start)]);
      const bool found = extend(start * s);
      extents.pop_back();
      stride.pop_back();
      if (found) return true;
    }
    return false;
  };
  return extend(1);
}

/// Whether the function is R(α_E) for some object E of its size and some bijection α: all are
/// tried. An α whose strides do not fit the values is left as soon as it shows. Throws
/// LimitReached.
bool is_realization(const Tuple& values) {
  const auto size = static_cast<Int>(values.size());
  Exact steps = 0;
  for (const Tuple& e : fact::objects(size)) {
    const Tuple d = strides(e, first_numbers(e.size()));
    Tuple alpha;
    const std::function<bool(Int)> extend = [&](Int start) {
      oracle::charge(++steps, limits, "the bijections");
      if (alpha.size() == e.size()) return values_of(e, alpha) == values;
      for (Int j = 1; j <= static_cast<Int>(e.size()); ++j) {
        if (std::find(alpha.begin(), alpha.end(), j) != alpha.end() ||
            at(d, j) != values[static_cast<std::size_t>(start)]) {
          continue;
        }
        alpha.push_back(j);
        const bool found = extend(start * at(e, j));
        alpha.pop_back();
        if (found) return true;
      }
      return false;
    };
    if (extend(1)) return true;
  }
  return false;
}

Tuple inverted(const Tuple& f) {
  Tuple back(f.size());
  for (std::size_t x = 0; x < f.size(); ++x)
    back[static_cast<std::size_t>(f[x])] = static_cast<Int>(x);
  return back;
}

bool is_prime_power(Int n) {
  const Tuple primes = fact::objects(n).front();
  return primes.empty() || primes.front() == primes.back();
}

/// What 3.16 says of Σ_N^L as a whole.
Result judge_group(Int n, const std::set<Tuple>& elements) {
  const bool closed = std::ranges::all_of(elements, [&](const Tuple& f) {
    return std::ranges::all_of(elements,
                               [&](const Tuple& g) { return elements.contains(composed(f, g)); });
  });
  if (!is_prime_power(n)) return holds_if(!closed, "Σ_N^L is closed, though N is no prime power");
  // φ ↦ R(φ_E) is an isomorphism from Σ_k: a bijection that keeps composites.
  const std::vector<Tuple> objects = fact::objects(n);
  const std::vector<Tuple> group = fact::symmetric_group(std::ssize(objects.front()));
  std::map<Tuple, Tuple> image;
  std::set<Tuple> hit;
  for (const Tuple& phi : group)
    hit.insert(image[phi] = values_of(objects.front(), phi));
  const auto keeps_composites = [&](const Tuple& phi) {
    return std::ranges::all_of(group, [&](const Tuple& psi) {
      return image[after(phi, psi)] == composed(image[phi], image[psi]);
    });
  };
  return all_hold({{closed, "Σ_N^L is closed"},
                   {objects.size() == 1, "there is one object"},
                   {hit == elements && hit.size() == group.size(), "Σ_k → Σ_N^L is a bijection"},
                   {std::ranges::all_of(group, keeps_composites), "Σ_k → Σ_N^L keeps composites"}});
}

Result judge_permutations(const PointedMap& first, const PointedMap& second) {
  const auto read = [](const PointedMap& map) {
    Tuple values = map.values();
    for (Int& y : values)
      --y;
    return values;
  };
  const Tuple f = read(first);
  const Tuple g = read(second);
  const Int n = first.domain();
  if (n < 1 || n > 40 || second.domain() != n || first.codomain() != n || second.codomain() != n ||
      !is_permutation(f) || !is_permutation(g)) {
    return unmet();
  }
  struct Group {
    std::set<Tuple> elements;
    Result verdict;
  };
  thread_local std::map<Int, Group> known;
  const auto [entry, is_new] = known.try_emplace(n);
  auto& [elements, verdict] = entry->second;
  if (is_new) {
    const std::vector<Tuple> all = fact::layout_permutations(n);
    elements = {all.begin(), all.end()};
    verdict = judge_group(n, elements);
  }
  const bool f_is_one = is_expressible(f);
  const bool g_is_one = is_expressible(g);
  return all_hold({{f_is_one == is_realization(f) && g_is_one == is_realization(g),
                    "the layout functions are the image of R"},
                   {!f_is_one || is_expressible(inverted(f)), "the inverse is a layout function"},
                   {!is_prime_power(n) || !f_is_one || !g_is_one || is_expressible(composed(f, g)),
                    "the composite is a layout function"},
                   {elements.contains(f) == f_is_one, "the algebra's Σ_N^L is right about f"}})
      .then([&] { return verdict; });
}

Result check_3_15(const Layout& layout) {
  const Tuple values = table(layout);
  if (!is_permutation(values)) return unmet();
  const Outcome<fact::Arrow> f = fact::arrow_of(layout);
  if (!f) return fails("the algebra finds no morphism: " + f.reason());
  return all_hold({{is_realization(values), "a morphism of Fact realizes it"},
                   {fact::is_object(f->codomain) && fact::is_isomorphism(*f),
                    "the algebra's morphism is an isomorphism"}})
      .then([&] {
        return agree<Tuple>({{"the values", values}, {"the realization", fact::realization(*f)}});
      });
}

Result check_tractable_layouts_are_those_of_fact(const Layout& layout) {
  const Layout l = oracle::squeeze(layout);
  const bool tractable = oracle::is_tractable(l);
  const Layout coalesced = oracle::to_layout(oracle::flat_coalesce(l, limits));
  if (oracle::is_tractable(coalesced) != tractable)
    return fails("only one of " + to_string(l) + " and " + to_string(coalesced) + " is tractable");
  if (!tractable || std::find(l.strides().begin(), l.strides().end(), 0) != l.strides().end())
    return unmet();
  // The entries by stride, cut into primes, with the primes of the gaps between
  // them.
  const Layout sorted = oracle::sort(l);
  Tuple e;
  Tuple starts;
  Int start = 1;
  const auto append = [&](Int number) {
    for (Int p : fact::prime_factors(number)) {
      e.push_back(p);
      starts.push_back(start);
      start *= p;
    }
  };
  for (std::size_t i = 0; i < sorted.length(); ++i) {
    oracle::charge(Exact{sorted.strides()[i]} * sorted.extents()[i] / 16, limits,
                   "the divisors of a stride");
    append(sorted.strides()[i] / start);
    append(sorted.extents()[i]);
  }
  Tuple alpha;
  for (std::size_t i = 0; i < l.length(); ++i) {
    Int stride = l.strides()[i];
    for (Int p : fact::prime_factors(l.extents()[i])) {
      const auto place = std::find(starts.begin(), starts.end(), stride) - starts.begin();
      if (place == static_cast<std::ptrdiff_t>(starts.size()) ||
          e[static_cast<std::size_t>(place)] != p) {
        return fails("no place for the stride " + std::to_string(stride));
      }
      alpha.push_back(static_cast<Int>(place) + 1);
      stride *= p;
    }
  }
  if (!is_injective(alpha)) return fails("two entries have one place");
  return holds_if(same_function(fact::layout_of(arrow(e, alpha)), layout),
                  [&] { return "the map " + text(alpha) + " into " + text(e); });
}

Result check_shah_layout_permutations_are_compact_layouts(const Layout& layout) {
  const bool permutes = is_permutation(table(layout));
  return holds_if(
      permutes == as_printed::is_compact(layout) && permutes == fact::arrow_of(layout).has_value(),
      [&] { return permutes ? "it permutes [0, size(L))" : "it does not permute [0, size(L))"; });
}

std::vector<Binding> permutation_statements() {
  return {
      {"shah.3.15", compact_layouts(), check_3_15},
      {"shah.3.16", permutations_of_points(), judge_permutations},
      {"relation.fact-over-injective-maps-is-tuple", chains(2, Wish::all_injective),
       on_chain(2,
                [](const Chain& c) {
                  const fact::Arrow f = arrow(c.e, c.maps[0]);
                  const fact::Arrow g = arrow(fact::domain(f), c.maps[1]);
                  const Outcome<Morphism> outer = fact::tuple_morphism(f);
                  const Outcome<Morphism> inner = fact::tuple_morphism(g);
                  if (outer.has_value() != is_injective(c.maps[0]) ||
                      inner.has_value() != is_injective(c.maps[1])) {
                    return fails("a morphism is in Tuple, but its map is not injective");
                  }
                  if (!outer || !inner) return unmet();
                  const Layout claimed = algebra::layout_of(*outer);
                  const Layout found = fact::layout_of(f);
                  if (c.maps[0].empty() ? !same_function(found, claimed) : found != claimed)
                    return fails("L_f is " + to_string(claimed) + ", and L_(E,α) " +
                                 to_string(found));
                  const Outcome<fact::Arrow> both = fact::composition(f, g);
                  return equation(
                      algebra::composition(*outer, *inner),
                      both ? fact::tuple_morphism(*both) : Outcome<Morphism>(both.undefined()));
                })},
      {"relation.fact-layouts-are-tractable", chains(1, Wish::all_injective),
       on_injective_chain(1, Wish::all_injective,
                          [](const Chain& c) {
                            const Layout l = fact::layout_of(arrow(c.e, c.maps[0]));
                            return holds_if(oracle::is_tractable(l),
                                            [&] { return to_string(l) + " is not tractable"; });
                          })},
      {"relation.tractable-layouts-are-those-of-fact", tractable_layouts(Nesting::flat),
       check_tractable_layouts_are_those_of_fact},
      {"relation.shah-layout-permutations-are-compact-layouts", compact_layouts(),
       check_shah_layout_permutations_are_compact_layouts},
  };
}

}  // namespace

std::vector<Binding> shah_3_layouts() {
  return joined({layout_statements, permutation_statements});
}

}  // namespace layoutcheck::properties
