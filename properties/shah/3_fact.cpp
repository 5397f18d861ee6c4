// Statements about the category Fact (shah 3.1 to 3.8). The operands are those of
// as_printed/fact.hpp.
#include "as_printed/fact.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/in_turn.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;
using namespace fact_as_printed;

/// E, α, β, and a label for each position of E: the elements of a finite set.
Domain labelled_chains() {
  return extended(
      chains(2), chains(2).name + ", and a label for each position", Sort::flat_tuple,
      [](Entropy& entropy, int, const Operands& before) -> Value {
        const std::size_t k = std::get<NestedTuple>(before[0]).length();
        Tuple labels;
        for (std::size_t i : entropy.permutation(k + 3))
          if (labels.size() < k) labels.push_back(static_cast<Int>(i));
        return NestedTuple::flat(std::move(labels));
      },
      such_that(any(Sort::flat_tuple), [](const Operands& before, const Value& labels) {
        const auto& tuple = std::get<NestedTuple>(labels);
        return tuple.length() == std::get<NestedTuple>(before[0]).length() &&
               is_injective(tuple.entries());
      }));
}

Domain permutations() {
  Domain domain =
      make_domain("two permutations of 1, …, k", {Sort::map, Sort::map},
                  [](Entropy& entropy, int size) -> Operands {
                    const std::size_t k = entropy.below(static_cast<std::size_t>(2 + size / 20));
                    Operands operands;
                    for (int i = 0; i < 2; ++i) {
                      Tuple map;
                      if (entropy.chance(95))
                        for (std::size_t j : entropy.permutation(k))
                          map.push_back(static_cast<Int>(j) + 1);
                      else
                        map = draw_map(entropy, k, false);
                      operands.emplace_back(PointedMap(std::move(map), static_cast<Int>(k)));
                    }
                    return operands;
                  });
  domain.enumerate = enumerate_permutation_pairs;
  return domain;
}

// ---- 3.1 to 3.8: the category

Result is_category(const Chain& c) {
  const Tuple& alpha = c.maps[0];
  const Tuple& beta = c.maps[1];
  const Tuple& gamma = c.maps[2];
  const Tuple e_alpha = pulled(c.e, alpha);
  const Tuple e_both = pulled(e_alpha, beta);
  const fact::Arrow f = arrow(c.e, alpha);
  const fact::Arrow g = arrow(e_alpha, beta);
  const fact::Arrow h = arrow(e_both, gamma);
  Tuple elsewhere = e_alpha;
  elsewhere.push_back(2);
  const Outcome<fact::Arrow> fg = fact::composition(f, g);
  const Outcome<fact::Arrow> gh = fact::composition(g, h);
  const Result composes = all_hold(
      {{fact::domain(f) == e_alpha, "α_E starts at E^α"},
       // [q_β(1) … q_β(m)] = [p_γ(1) … p_γ(m)], so that the composite is over α∘β.
       {e_both == pulled(c.e, after(alpha, beta)), "(E^α)^β is E^{α∘β}"},
       {fg && fg->codomain == c.e && fg->map == after(alpha, beta), "α_E∘β_{E^α} = (α∘β)_E"},
       {gh.has_value(), "β∘γ is defined"},
       {!fact::composition(f, fact::identity(elsewhere)), "only these are composable"}});
  if (composes.kind != Result::Kind::holds) return composes;
  const fact::Arrow one = arrow(c.e, first_numbers(c.e.size()));
  const fact::Arrow start = arrow(e_alpha, first_numbers(e_alpha.size()));
  // Invertible are the morphisms over bijections, by morphisms over the inverse maps.
  std::optional<fact::Arrow> back;
  for (const fact::Arrow& candidate : fact::arrows(c.e, e_alpha))
    if (*fact::composition(f, candidate) == one && *fact::composition(candidate, f) == start)
      back = candidate;
  const Outcome<fact::Arrow> inverse = fact::inverse(f);
  // The arrows E^α → E are the maps that pull E back to E^α, and no others.
  std::vector<Tuple> expected;
  for (const Tuple& map : all_maps(alpha.size(), c.e.size()))
    if (pulled(c.e, map) == e_alpha) expected.push_back(map);
  std::vector<Tuple> found;
  for (const fact::Arrow& arrow : fact::arrows(e_alpha, c.e))
    found.push_back(arrow.map);
  return all_hold(
      {{*fact::composition(*fg, h) == *fact::composition(f, *gh), "it is associative"},
       {fact::identity(c.e) == one && *fact::composition(one, f) == f &&
            *fact::composition(f, start) == f,
        "the identities are neutral"},
       {fact::is_isomorphism(f) == back.has_value(), "isomorphisms are what has an inverse"},
       {back ? inverse && *inverse == *back : !inverse, "the algebra's inverse is this one"},
       {found == expected, "there are these morphisms from E^α to E"}});
}

Result is_functor_from_overcategory(const Chain& c) {
  const Tuple& alpha = c.maps[0];
  const Tuple& h = c.maps[1];
  const Tuple& g = c.maps[2];
  // h: [α∘h] → [α] and g: [α∘h∘g] → [α∘h] are the triangles; F_E(h) = h_{E^α}.
  const auto image = [&](const Tuple& target, const Tuple& triangle) {
    return arrow(pulled(c.e, target), triangle);
  };
  const fact::Arrow of_h = image(alpha, h);
  const fact::Arrow of_g = image(after(alpha, h), g);
  const Outcome<fact::Arrow> both = fact::composition(of_h, of_g);
  // id_k is final: the one triangle from [α] to it is α itself, and F_E takes it to α_E.
  const Tuple one = first_numbers(c.e.size());
  std::vector<Tuple> triangles;
  for (const Tuple& map : all_maps(alpha.size(), c.e.size()))
    if (after(one, map) == alpha) triangles.push_back(map);
  // Every morphism E^α → E is the image of one to id_k.
  const bool is_full =
      std::ranges::all_of(fact::arrows(pulled(c.e, alpha), c.e),
                          [&](const fact::Arrow& f) { return image(one, f.map) == f; });
  return all_hold(
      {{fact::domain(of_h) == pulled(c.e, after(alpha, h)) && of_h.codomain == pulled(c.e, alpha),
        "F_E(h) goes from E^{α∘h} to E^α"},
       {both && *both == image(alpha, after(h, g)), "F_E(h∘g) = F_E(h)∘F_E(g)"},
       {image(alpha, first_numbers(alpha.size())) == fact::identity(pulled(c.e, alpha)),
        "F_E(id) is the identity"},
       {triangles == std::vector<Tuple>{alpha}, "one morphism goes to the identity"},
       {image(one, alpha) == arrow(c.e, alpha), "it is sent to α_E"},
       {is_full, "each morphism to E is in the image"}});
}

/// Fact ≃ FinSet^{/P}: E ↦ E_•, fully faithful and essentially surjective.
Result is_overcategory(const Operands& operands) {
  const std::optional<Chain> c = chain(operands, 2);
  const Tuple& labels = shape(operands, 3).entries();
  if (!c || labels.size() != c->e.size() || !is_injective(labels)) return unmet();
  const Tuple& alpha = c->maps[0];
  const Tuple& beta = c->maps[1];
  const Tuple source = pulled(c->e, alpha);
  // Morphisms over P from (E^α)_• to E_•: maps h with E_•∘h = (E^α)_•, each from one morphism.
  std::set<Tuple> over_primes;
  for (const Tuple& h : all_maps(alpha.size(), c->e.size()))
    if (pulled(c->e, h) == source) over_primes.insert(h);
  const std::vector<fact::Arrow> arrows = fact::arrows(source, c->e);
  std::set<Tuple> from_fact;
  for (const fact::Arrow& f : arrows)
    from_fact.insert(f.map);
  if (from_fact.size() != arrows.size() || from_fact != over_primes)
    return fails("not fully faithful on the morphisms from " + text(source));
  // X = {labels} with x_i ↦ p_i is isomorphic to the object read in the order of the labels.
  Tuple order = first_numbers(labels.size());
  std::ranges::sort(order, {}, [&](Int i) { return at(labels, i); });
  const Outcome<fact::Arrow> back = fact::arrow(c->e, order);
  if (!back || !fact::is_object(fact::domain(*back)) || !fact::inverse(*back))
    return fails("X → P is not isomorphic to an object");
  // A triangle over E_• is one over the set of positions: that it commutes over P is no condition.
  const Tuple target = after(alpha, beta);
  for (const Tuple& h : all_maps(beta.size(), alpha.size())) {
    const bool over_positions = after(alpha, h) == target;
    const bool over_both = over_positions && pulled(source, h) == pulled(c->e, target);
    if (over_positions != over_both) return fails(text(h) + " is over the positions alone");
    if (over_both && fact::domain(arrow(source, h)) != pulled(c->e, target))
      return fails("F_E does not forget the map to E_•");
  }
  return holds();
}

Result check_3_1(const Tuple& e) {
  const bool admitted = are_primes(e);
  const Result judged = agree<bool>({{"all are primes", admitted},
                                     {"it is an object", fact::is_object(e)},
                                     {"it is a codomain", fact::arrow(e, {}).has_value()}});
  if (judged.kind != Result::Kind::holds) return judged;
  if (!admitted) return holds();
  // The ordered factorizations of N are the orders of its prime factors.
  const std::vector<Tuple> all = fact::objects(points_of(e));
  Tuple sorted = e;
  std::ranges::sort(sorted);
  std::set<Tuple> expected;
  do {
    expected.insert(sorted);
  } while (std::next_permutation(sorted.begin(), sorted.end()));
  return holds_if(
      std::set<Tuple>(all.begin(), all.end()) == expected && all.size() == expected.size(),
      [&] { return std::to_string(all.size()) + " objects of its number"; });
}

Result check_3_2(const Tuple& e) {
  const std::vector<Tuple> all = fact::objects(points_of(e));
  return holds_if(are_primes(e) && fact::is_object(e) && std::count(all.begin(), all.end(), e) == 1,
                  [&] { return text(e) + " is no object"; });
}

Result check_3_3(Int n, Int k) {
  // From k = 2 on, k^n is beyond the limit long before n is 64.
  if (k > 100 || n > 64) return unmet();
  Exact count = 1;
  for (Int i = 0; i < n; ++i)
    count *= k;
  if (count > limits.points) return unmet();
  const Tuple set = fact::finite_set(k);
  const std::vector<Tuple> found = fact::maps(n, k);
  return all_hold({{std::set<Int>(set.begin(), set.end()).size() == static_cast<std::size_t>(k),
                    "it has k elements"},
                   {std::ranges::all_of(set, [&](Int i) { return 1 <= i && i <= k; }),
                    "they are among 1, …, k"},
                   {Exact{found.size()} == count, "there are k^n maps"},
                   {found == all_maps(static_cast<std::size_t>(n), static_cast<std::size_t>(k)),
                    "the algebra has these maps"}});
}

Result check_3_4(const Operands& operands) {
  const std::optional<Chain> c = chain(operands, 3);
  if (c) return is_category(*c);
  // A near miss: what is no morphism must be refused.
  const Tuple& e = shape(operands, 0).entries();
  const auto& map = std::get<PointedMap>(operands.at(1));
  const bool admitted = are_primes(e) && !hits_base(map) &&
                        std::all_of(map.values().begin(), map.values().end(),
                                    [&](Int i) { return i <= static_cast<Int>(e.size()); });
  if (fact::arrow(e, map.values()).has_value() != admitted)
    return fails(admitted ? "a morphism is refused" : "what is no morphism is accepted");
  return unmet();
}

Result check_3_5(const PointedMap& phi, const PointedMap& psi) {
  const Int k = phi.codomain();
  const auto is_automorphism = [k](const PointedMap& map) {
    Tuple sorted = map.values();
    std::sort(sorted.begin(), sorted.end());
    return map.codomain() == k && sorted == first_numbers(static_cast<std::size_t>(k));
  };
  if (!is_automorphism(phi) || !is_automorphism(psi) || k > 6) return unmet();
  const std::vector<Tuple> group = fact::symmetric_group(k);
  const std::set<Tuple> elements(group.begin(), group.end());
  std::size_t factorial = 1;
  for (Int i = 2; i <= k; ++i)
    factorial *= static_cast<std::size_t>(i);
  const Tuple one = first_numbers(static_cast<std::size_t>(k));
  const Tuple twos(static_cast<std::size_t>(k), 2);
  const Outcome<fact::Arrow> back = fact::inverse(arrow(twos, phi.values()));
  return all_hold(
      {{elements.size() == factorial && group.size() == factorial, "Σ_k has k! elements"},
       // Automorphisms of {1, …, k} are the bijective ones among all maps.
       {elements.contains(phi.values()) && elements.contains(psi.values()) &&
            elements.contains(after(phi.values(), psi.values())),
        "the automorphisms and their composite are elements of Σ_k"},
       {back && elements.contains(back->map) && after(phi.values(), back->map) == one &&
            after(back->map, phi.values()) == one,
        "φ has an inverse in Σ_k"}});
}

Result check_3_6(const Tuple& e) {
  // Invertible: some arrow is inverse on both sides.
  const std::vector<fact::Arrow> endomorphisms = fact::arrows(e, e);
  std::set<Tuple> automorphisms;
  for (const fact::Arrow& f : endomorphisms) {
    for (const fact::Arrow& g : endomorphisms) {
      if (*fact::composition(f, g) == fact::identity(e) &&
          *fact::composition(g, f) == fact::identity(e)) {
        automorphisms.insert(f.map);
      }
    }
  }
  if (e == Tuple{2, 2, 2}) {
    const std::vector<Tuple> group = fact::symmetric_group(3);
    return holds_if(automorphisms == std::set<Tuple>(group.begin(), group.end()),
                    [&] { return std::to_string(automorphisms.size()) + " automorphisms"; });
  }
  if (e != Tuple{2, 3, 2}) return unmet();
  return holds_if(automorphisms.contains({3, 2, 1}) && !automorphisms.contains({2, 1, 3}) &&
                      fact::domain(arrow(e, {2, 1, 3})) == Tuple{3, 2, 2},
                  "(13) or (12) is not what the example says");
}

}  // namespace

std::vector<Binding> shah_3() {
  return {
      {"shah.3.1",
       make_domain("a flat tuple, mostly of primes", {Sort::flat_tuple},
                   [](Entropy& entropy, int size) -> Operands {
                     Tuple e = draw_object(entropy, size);
                     if (!e.empty() && entropy.chance(30))
                       e[entropy.below(e.size())] = static_cast<Int>(entropy.below(100));
                     return {NestedTuple::flat(std::move(e))};
                   }),
       check_3_1},
      {"shah.3.2",
       make_instances("the objects of the example", {Sort::flat_shape},
                      [] {
                        std::vector<Operands> all;
                        for (const Tuple& e :
                             std::vector<Tuple>{{}, {2}, {3}, {2, 2}, {2, 3}, {3, 2}, {2, 3, 2}})
                          all.push_back({NestedTuple::flat(e)});
                        return all;
                      }()),
       check_3_2},
      {"shah.3.3",
       make_domain(
           "two small integers", {Sort::integer, Sort::integer},
           [](Entropy& entropy, int) -> Operands {
             return {static_cast<Int>(entropy.below(6)), static_cast<Int>(entropy.below(6))};
           }),
       check_3_3},
      {"shah.3.4", chains(3), check_3_4},
      {"shah.3.5", permutations(), check_3_5},
      {"shah.3.6",
       make_instances("the objects of the example", {Sort::flat_shape},
                      {{NestedTuple::flat({2, 2, 2})}, {NestedTuple::flat({2, 3, 2})}}),
       check_3_6},
      {"shah.3.7", chains(3), on_chain(3, is_functor_from_overcategory)},
      {"shah.3.8", labelled_chains(), is_overcategory},
  };
}

}  // namespace layoutcheck::properties
