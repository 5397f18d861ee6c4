// Statements of the introduction to categories (colfax A): the definitions, and the category Div.
#include "as_printed/categories.hpp"
#include "lists.hpp"
#include <layoutcheck/oracles/morphisms.hpp>

#include <map>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

/// What may be a finite category: arrows between objects, some composites, some identities.
struct Structure {
  struct Arrow {
    std::size_t domain;
    std::size_t codomain;
  };
  std::size_t objects = 0;
  std::vector<Arrow> arrows;
  /// (g, f) ↦ g∘f, by the places of the arrows.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> composites;
  /// The identity of each object that has one.
  std::map<std::size_t, std::size_t> identities;

  [[nodiscard]] std::optional<std::size_t> composite(std::size_t g, std::size_t f) const {
    const auto found = composites.find({g, f});
    return found == composites.end() ? std::nullopt : std::optional(found->second);
  }
};

/// The clauses of colfax A.1.0.4, word by word.
bool is_category(const Structure& c) {
  const std::size_t count = c.arrows.size();
  for (const auto& [domain, codomain] : c.arrows)
    if (domain >= c.objects || codomain >= c.objects) return false;
  const auto meet = [&](std::size_t g, std::size_t f) {
    return c.arrows[f].codomain == c.arrows[g].domain;
  };
  for (std::size_t g = 0; g < count; ++g) {
    for (std::size_t f = 0; f < count; ++f) {
      if (!meet(g, f)) continue;
      const auto both = c.composite(g, f);
      if (!both || *both >= count || c.arrows[*both].domain != c.arrows[f].domain ||
          c.arrows[*both].codomain != c.arrows[g].codomain) {
        return false;
      }
    }
  }
  for (std::size_t h = 0; h < count; ++h) {
    for (std::size_t g = 0; g < count; ++g) {
      for (std::size_t f = 0; f < count; ++f) {
        if (meet(h, g) && meet(g, f) &&
            c.composite(h, *c.composite(g, f)) != c.composite(*c.composite(h, g), f)) {
          return false;
        }
      }
    }
  }
  for (std::size_t x = 0; x < c.objects; ++x) {
    const auto found = c.identities.find(x);
    if (found == c.identities.end() || found->second >= count) return false;
    const std::size_t id = found->second;
    if (c.arrows[id].domain != x || c.arrows[id].codomain != x) return false;
    for (std::size_t f = 0; f < count; ++f) {
      if ((c.arrows[f].domain == x && c.composite(f, id) != f) ||
          (c.arrows[f].codomain == x && c.composite(id, f) != f)) {
        return false;
      }
    }
  }
  return true;
}

/// The clauses of colfax A.1.0.8: whether there is an arrow back that is inverse on both sides.
bool is_isomorphism(const Structure& c, std::size_t f) {
  const auto [x, y] = c.arrows[f];
  for (std::size_t g = 0; g < c.arrows.size(); ++g) {
    if (c.arrows[g].domain == y && c.arrows[g].codomain == x &&
        c.composite(g, f) == c.identities.at(x) && c.composite(f, g) == c.identities.at(y)) {
      return true;
    }
  }
  return false;
}

/// The clauses of colfax A.2.0.1, for maps of the objects and of the arrows.
bool is_functor(const Structure& c, const Structure& d, const std::vector<std::size_t>& objects,
                const std::vector<std::size_t>& arrows) {
  for (std::size_t f = 0; f < c.arrows.size(); ++f) {
    if (d.arrows.at(arrows[f]).domain != objects[c.arrows[f].domain] ||
        d.arrows.at(arrows[f]).codomain != objects[c.arrows[f].codomain]) {
      return false;
    }
  }
  for (const auto& [pair, both] : c.composites)
    if (d.composite(arrows[pair.first], arrows[pair.second]) != arrows[both]) return false;
  for (const auto& [x, id] : c.identities)
    if (d.identities.at(objects[x]) != arrows[id]) return false;
  return true;
}

/// One arrow x → y for each pair of the relation, with the only composites there can be.
Structure thin(std::size_t objects, const std::set<std::pair<std::size_t, std::size_t>>& relation) {
  Structure c;
  c.objects = objects;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> arrow;
  for (const auto& [x, y] : relation) {
    arrow[{x, y}] = c.arrows.size();
    if (x == y) c.identities[x] = c.arrows.size();
    c.arrows.push_back({x, y});
  }
  for (const auto& [xy, f] : arrow) {
    for (const auto& [yz, g] : arrow) {
      const auto both = arrow.find({xy.first, yz.second});
      if (xy.second == yz.first && both != arrow.end()) c.composites[{g, f}] = both->second;
    }
  }
  return c;
}

/// One object whose arrows are 0, …, k − 1, with this multiplication; `identity` if it is below k.
Structure with_one_object(std::size_t k,
                          const std::function<std::size_t(std::size_t, std::size_t)>& multiply,
                          std::size_t identity) {
  Structure c;
  c.objects = 1;
  c.arrows.assign(k, {0, 0});
  for (std::size_t g = 0; g < k; ++g)
    for (std::size_t f = 0; f < k; ++f)
      c.composites[{g, f}] = multiply(g, f);
  if (identity < k) c.identities[0] = identity;
  return c;
}

// ---- A.1.0.4

/// k, a list of pairs (x, y) as x·k + y, and a multiplication table, g·f at g·k + f.
Domain small_structures() {
  const auto fits = [](Int k, const NestedTuple& relation, const NestedTuple& table) {
    return k <= 4 && is_below(relation, k * k) && static_cast<Int>(table.length()) == k * k &&
           is_below(table, k);
  };
  return enumerated_where(
      make_domain("k, a relation and a multiplication table on 0, …, k − 1",
                  {Sort::positive, Sort::flat_tuple, Sort::flat_tuple},
                  [](Entropy& entropy, int) -> Operands {
                    const std::size_t k = entropy.between(1, 4);
                    Tuple relation;
                    std::vector<std::size_t> level(k);
                    for (std::size_t& x : level)
                      x = entropy.below(3);
                    const unsigned often = entropy.pick({0U, 50U, 100U});
                    for (std::size_t x = 0; x < k; ++x) {
                      for (std::size_t y = 0; y < k; ++y) {
                        const bool related =
                            x == y || level[x] < level[y] || (level[x] == level[y] && often == 100);
                        if (related ? !entropy.chance(3) : entropy.chance(often == 50 ? 6 : 0))
                          relation.push_back(static_cast<Int>(x * k + y));
                      }
                    }
                    // Sums modulo k, products modulo k, maxima, first factors; the places renamed.
                    const std::size_t kind = entropy.below(4);
                    const std::vector<std::size_t> name = entropy.permutation(k);
                    Tuple table(k * k, 0);
                    for (std::size_t g = 0; g < k; ++g) {
                      for (std::size_t f = 0; f < k; ++f) {
                        const std::size_t product = kind == 0   ? (g + f) % k
                                                    : kind == 1 ? g * f % k
                                                    : kind == 2 ? std::max(g, f)
                                                    : f == 0    ? g
                                                    : g == 0    ? f
                                                                : g;
                        table[name[g] * k + name[f]] = static_cast<Int>(name[product]);
                      }
                    }
                    if (entropy.chance(25))
                      table[entropy.below(k * k)] = static_cast<Int>(entropy.below(k));
                    return {static_cast<Int>(k), flat_tuple(std::move(relation)),
                            flat_tuple(std::move(table))};
                  }),
      fits);
}

Result is_what_a_category_is(Int k, const NestedTuple& pairs, const NestedTuple& table) {
  if (k > 4 || !is_below(pairs, k * k) || static_cast<Int>(table.length()) != k * k ||
      !is_below(table, k)) {
    return unmet();
  }
  const auto n = static_cast<std::size_t>(k);
  // At most one arrow between two objects: a category exactly if x → y is a preorder.
  std::set<std::pair<std::size_t, std::size_t>> relation;
  for (const Int pair : pairs.entries())
    relation.insert({static_cast<std::size_t>(pair / k), static_cast<std::size_t>(pair % k)});
  bool is_preorder = true;
  for (std::size_t x = 0; x < n; ++x)
    is_preorder = is_preorder && relation.contains({x, x});
  for (const auto& [x, y] : relation)
    for (std::size_t z = 0; z < n; ++z)
      is_preorder = is_preorder && (!relation.contains({y, z}) || relation.contains({x, z}));
  if (is_category(thin(n, relation)) != is_preorder)
    return fails(std::string("the relation is ") + (is_preorder ? "a" : "no") + " preorder");
  // One object: a category exactly if the arrows act on themselves as functions do, g·f as the
  // composite of g and f, and one of them acts as the identity and is one on the other side.
  const auto multiply = [&](std::size_t g, std::size_t f) {
    return static_cast<std::size_t>(table.entries()[g * n + f]);
  };
  std::size_t identity = n;
  for (std::size_t e = 0; e < n; ++e) {
    bool neutral = true;
    for (std::size_t x = 0; x < n; ++x)
      neutral = neutral && multiply(e, x) == x && multiply(x, e) == x;
    identity = neutral ? e : identity;
  }
  std::vector<std::vector<std::size_t>> actions(n);
  for (std::size_t g = 0; g < n; ++g)
    for (std::size_t x = 0; x < n; ++x)
      actions[g].push_back(multiply(g, x));
  bool acts = identity < n;
  for (std::size_t g = 0; g < n; ++g) {
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t x = 0; x < n; ++x)
        acts = acts && actions[multiply(g, f)][x] == actions[g][actions[f][x]];
  }
  return holds_if(is_category(with_one_object(n, multiply, identity)) == acts, [&] {
    return std::string("the table is ") + (acts ? "that" : "not that") + " of a monoid";
  });
}

// ---- Div

std::vector<Int> objects_of(const NestedTuple& numbers) {
  const std::set<Int> distinct(numbers.entries().begin(), numbers.entries().end());
  return {distinct.begin(), distinct.end()};
}

/// The full subcategory of Div on these integers.
Structure div_on(const std::vector<Int>& numbers) {
  std::set<std::pair<std::size_t, std::size_t>> relation;
  for (std::size_t x = 0; x < numbers.size(); ++x) {
    for (std::size_t y = 0; y < numbers.size(); ++y)
      if (numbers[y] % numbers[x] == 0) relation.insert({x, y});
  }
  return thin(numbers.size(), relation);
}

/// Integers, many of which divide one another.
Domain divisors() {
  return make_domain("positive integers", {Sort::flat_shape},
                     [](Entropy& entropy, int) -> Operands {
                       Tuple numbers;
                       Int last = 1;
                       for (std::size_t n = entropy.below(5); n > 0; --n) {
                         const auto factor = static_cast<Int>(entropy.between(1, 4));
                         last = entropy.chance(60) ? last * factor : factor;
                         numbers.push_back(last);
                       }
                       return {flat_tuple(std::move(numbers))};
                     });
}

Result div_is_category(const NestedTuple& numbers) {
  const std::vector<Int> objects = objects_of(numbers);
  oracle::charge(Exact{objects.size()}, oracle::Limits{6}, "the objects");
  const Structure div = div_on(objects);
  if (!is_category(div)) return fails("it is no category");
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> count;
  for (const auto& [x, y] : div.arrows)
    ++count[{x, y}];
  for (std::size_t x = 0; x < objects.size(); ++x) {
    for (std::size_t y = 0; y < objects.size(); ++y) {
      const bool multiple = objects[x] * (objects[y] / objects[x]) == objects[y];
      if (count[{x, y}] != (multiple ? 1U : 0U)) return fails("there is not exactly one arrow");
    }
  }
  return holds();
}

// ---- Functors

/// k, l, and a function [0, k) → [0, l).
Domain functions_of_cyclic_monoids() {
  const auto fits = [](Int k, Int l, const NestedTuple& f) {
    return static_cast<Int>(f.length()) == k && is_below(f, l) && k <= 6;
  };
  return enumerated_where(
      make_domain(
          "k, l and a function from [0, k) to [0, l)",
          {Sort::positive, Sort::positive, Sort::flat_tuple},
          [](Entropy& entropy, int) -> Operands {
            const std::size_t k = entropy.between(1, 6);
            const std::size_t l = entropy.chance(50) ? k : entropy.between(1, 6);
            Tuple values = draw_function(entropy, k, l);
            if (entropy.chance(40)) std::sort(values.begin(), values.end());
            const std::size_t factor = entropy.below(l);
            const bool linear = entropy.chance(40);
            for (std::size_t x = 0; linear && x < k; ++x)
              values[x] = static_cast<Int>(x * factor % l);
            if (entropy.chance(30)) values[0] = 0;
            return {static_cast<Int>(k), static_cast<Int>(l), flat_tuple(std::move(values))};
          }),
      fits);
}

Result is_what_a_functor_is(Int k, Int l, const NestedTuple& table) {
  if (static_cast<Int>(table.length()) != k || !is_below(table, l) || k > 6 || l > 12)
    return unmet();
  const auto m = static_cast<std::size_t>(k);
  const auto n = static_cast<std::size_t>(l);
  std::vector<std::size_t> arrows;
  for (const Int x : table.entries())
    arrows.push_back(static_cast<std::size_t>(x));
  const auto sum = [](std::size_t modulus) {
    return [modulus](std::size_t g, std::size_t f) { return (g + f) % modulus; };
  };
  const auto larger = [](std::size_t g, std::size_t f) { return std::max(g, f); };
  // From one cyclic group to another: the multiples of a number that k takes to 0.
  bool is_linear = m * arrows[m == 1 ? 0 : 1] % n == 0;
  for (std::size_t x = 0; x < m; ++x)
    is_linear = is_linear && arrows[x] == (m == 1 ? 0 : x * arrows[1] % n);
  if (is_functor(with_one_object(m, sum(m), 0), with_one_object(n, sum(n), 0), {0}, arrows) !=
      is_linear) {
    return fails(std::string("it is ") + (is_linear ? "" : "not ") + "linear");
  }
  // From one chain with maxima to another: what keeps the order and the least number.
  const bool keeps_order = std::is_sorted(arrows.begin(), arrows.end()) && arrows[0] == 0;
  return holds_if(
      is_functor(with_one_object(m, larger, 0), with_one_object(n, larger, 0), {0}, arrows) ==
          keeps_order,
      [&] { return std::string("it does ") + (keeps_order ? "" : "not ") + "keep the order"; });
}

/// a, b, c and p / q, where a divides b, b divides c, and p / q is at most a, mostly.
Domain points_of_intervals() {
  return enumerated_where(
      make_domain("integers a, b, c, each a divisor of the next, and a fraction p / q in [0, a]",
                  {Sort::positive, Sort::positive, Sort::positive, Sort::integer, Sort::positive},
                  [](Entropy& entropy, int) -> Operands {
                    const auto a = static_cast<Int>(entropy.between(1, 12));
                    const Int b = a * static_cast<Int>(entropy.between(1, 6));
                    const Int c = b * static_cast<Int>(entropy.between(1, 6));
                    const auto q = static_cast<Int>(entropy.between(1, 9));
                    const auto p =
                        static_cast<Int>(entropy.below(static_cast<std::size_t>(a * q + 1)));
                    return {a, entropy.chance(5) ? b + 1 : b, c, p, q};
                  }),
      [](Int a, Int b, Int c, Int, Int) { return b % a == 0 && c % b == 0; });
}

/// A fraction, not reduced.
struct Fraction {
  Exact above;
  Exact below = 1;

  friend bool operator==(const Fraction& x, const Fraction& y) {
    return x.above * y.below == y.above * x.below;
  }
};

Result scaling_is_functor(Int a, Int b, Int c, Int p, Int q) {
  if (b % a != 0 || c % b != 0 || Exact{p} > Exact{a} * q) return unmet();
  const auto image = [](Int from, Int to, const Fraction& x) {
    return Fraction{x.above * to, x.below * from};
  };
  const auto is_in = [](const Fraction& x, Int end) {
    return x.above >= 0 && x.above <= x.below * end;
  };
  const Fraction x{p, q};
  const Fraction y = image(a, b, x);
  if (!is_in(x, a) || !is_in(y, b)) return fails("the function leaves [0, b]");
  if (!(image(a, a, x) == x)) return fails("the identity is not kept");
  return holds_if(image(b, c, y) == image(a, c, x), "the composite is not kept");
}

Result check_A_1_0_8(const Morphism& f) {
  const std::vector<Tuple> found = inverses(f);
  const Outcome<Morphism> inverse = algebra::inverse(f);
  if (found.size() > 1) return fails("it has two inverses");
  if (algebra::is_isomorphism(f) == found.empty() || oracle::is_isomorphism(f) == found.empty() ||
      inverse.has_value() == found.empty()) {
    return fails(found.empty() ? "it has no inverse" : "it has an inverse");
  }
  if (found.empty()) return holds();
  return holds_if(*inverse == Morphism(f.codomain(), found[0], f.domain()) &&
                      algebra::composition(*inverse, f).value() == algebra::identity(f.domain()) &&
                      algebra::composition(f, *inverse).value() == algebra::identity(f.codomain()),
                  [&] { return "the inverse is " + to_string(*inverse); });
}

Result check_A_1_0_11(const NestedTuple& numbers) {
  const std::vector<Int> objects = objects_of(numbers);
  oracle::charge(Exact{objects.size()}, oracle::Limits{6}, "the objects");
  const Structure div = div_on(objects);
  for (std::size_t f = 0; f < div.arrows.size(); ++f) {
    const auto [x, y] = div.arrows[f];
    const bool identity = x == y && div.identities.at(x) == f;
    if (is_isomorphism(div, f) != identity) {
      return fails("the arrow from " + std::to_string(objects[x]) + " to " +
                   std::to_string(objects[y]));
    }
  }
  return holds();
}

}  // namespace

std::vector<Binding> colfax_a() {
  return {
      {"colfax.A.1.0.4", small_structures(), is_what_a_category_is},
      {"colfax.A.1.0.7", divisors(), div_is_category},
      {"colfax.A.1.0.8", injective_morphisms(Nesting::nested), check_A_1_0_8},
      {"colfax.A.1.0.11", divisors(), check_A_1_0_11},
      {"colfax.A.2.0.1", functions_of_cyclic_monoids(), is_what_a_functor_is},
      {"colfax.A.2.0.2", points_of_intervals(), scaling_is_functor},
  };
}

}  // namespace layoutcheck::properties
