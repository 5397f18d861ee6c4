// What the checks about Fact share (shah 3): its definitions word by word, and operands.
//
// Operands: an object E = [p_1 … p_k] is the flat shape (p_1,…,p_k); a morphism of finite sets
// α: n → k is the pointed map <n>--(α(1),…,α(n))--><k>, which takes nothing to the base point; so
// E, α stand for the morphism α_E: E^α → E. Operands E, α, β, … are meant to be composed: α ends in
// the positions of E, β in the domain of α, and so on.
#pragma once

#include "as_printed/morphisms.hpp"
#include "constructions/fact.hpp"
#include "src/words.hpp"

#include <numeric>
#include <set>

namespace layoutcheck::properties::fact_as_printed {

using as_printed::limits;
using as_printed::shape;
using engine::text;

// ---- The definitions, word by word

/// Whether p has exactly the divisors 1 and p. Throws LimitReached.
inline bool is_prime(Int p) {
  oracle::charge(p, limits, "the divisors of a number");
  int divisors = 0;
  for (Int d = 1; d <= p; ++d)
    divisors += p % d == 0 ? 1 : 0;
  return divisors == 2;
}

inline bool are_primes(const Tuple& tuple) {
  return std::all_of(tuple.begin(), tuple.end(), is_prime);
}

inline bool hits_base(const PointedMap& map) {
  return std::find(map.values().begin(), map.values().end(), 0) != map.values().end();
}

inline Int at(const Tuple& values, Int i) {
  return values[static_cast<std::size_t>(i) - 1];
}

/// E^α = [p_α(1) … p_α(n)] (shah 3.4).
inline Tuple pulled(const Tuple& e, const Tuple& alpha) {
  Tuple out;
  for (Int j : alpha)
    out.push_back(at(e, j));
  return out;
}

/// α∘β.
inline Tuple after(const Tuple& alpha, const Tuple& beta) {
  return pulled(alpha, beta);
}

inline Tuple first_numbers(std::size_t n) {
  Tuple out(n);
  std::iota(out.begin(), out.end(), Int{1});
  return out;
}

inline bool is_injective(const Tuple& alpha) {
  return std::set<Int>(alpha.begin(), alpha.end()).size() == alpha.size();
}

/// p_1 ⋯ p_k. Throws LimitReached.
inline Int points_of(const Tuple& e) {
  const Exact exact = oracle::product(oracle::to_exact(e));
  oracle::charge(exact, limits, "the points of an ordered factorization");
  return oracle::to_int(exact);
}

/// d = ∏_{j<α(i)} p_j for each i (shah 3.9).
inline Tuple strides(const Tuple& e, const Tuple& alpha) {
  Tuple out;
  for (Int target : alpha) {
    Int d = 1;
    for (Int j = 1; j < target; ++j)
      d = checked_multiply(d, at(e, j));
    out.push_back(d);
  }
  return out;
}

/// f_{(E,α)} at x, where the last mode goes on for ever (shah 2.3); below N^α this is the layout
/// function itself.
inline Int extended_value(const Tuple& shape, const Tuple& stride, Int x) {
  Int sum = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool last = i + 1 == shape.size();
    sum = checked_add(sum, checked_multiply(last ? x : x % shape[i], stride[i]));
    x /= shape[i];
  }
  return sum;
}

/// f_{(E,α)}: all values. For n = 0 it is the function of (1):(1), 0 ↦ 0.
inline Tuple values_of(const Tuple& e, const Tuple& alpha) {
  const Tuple shape = pulled(e, alpha);
  const Tuple stride = strides(e, alpha);
  Tuple out(static_cast<std::size_t>(points_of(shape)));
  for (std::size_t x = 0; x < out.size(); ++x)
    out[x] = extended_value(shape, stride, static_cast<Int>(x));
  return out;
}

inline bool is_permutation(const Tuple& values) {
  std::vector<bool> taken(values.size(), false);
  for (Int y : values) {
    if (y < 0 || y >= static_cast<Int>(values.size()) || taken[static_cast<std::size_t>(y)])
      return false;
    taken[static_cast<std::size_t>(y)] = true;
  }
  return true;
}

inline std::string text(const fact::Arrow& f) {
  return text(f.map) + " over " + text(f.codomain);
}

/// Every map from a set of n elements to one of k. Throws LimitReached.
inline std::vector<Tuple> all_maps(std::size_t n, std::size_t k) {
  std::vector<Tuple> found{{}};
  for (std::size_t i = 0; i < n; ++i) {
    oracle::charge(Exact{found.size()} * k, limits, "the maps between finite sets");
    std::vector<Tuple> longer;
    for (const Tuple& map : found) {
      for (std::size_t j = 1; j <= k; ++j) {
        longer.push_back(map);
        longer.back().push_back(static_cast<Int>(j));
      }
    }
    found = std::move(longer);
  }
  return found;
}

/// E and maps to be composed; nothing if E has an entry that is not prime, or a map takes something
/// to the base point or does not end where the one before starts.
struct Chain {
  Tuple e;
  std::vector<Tuple> maps;
};

inline std::optional<Chain> chain(const Operands& operands, std::size_t count) {
  Chain found{shape(operands, 0).entries(), {}};
  if (!are_primes(found.e)) return std::nullopt;
  Int length = static_cast<Int>(found.e.size());
  for (std::size_t i = 1; i <= count; ++i) {
    const auto& map = std::get<PointedMap>(operands.at(i));
    if (map.codomain() != length || hits_base(map)) return std::nullopt;
    length = map.domain();
    found.maps.push_back(map.values());
  }
  return found;
}

/// A check of E and maps to be composed.
template <class F>
Check on_chain(std::size_t count, F check) {
  return [count, check](const Operands& operands) {
    const std::optional<Chain> found = chain(operands, count);
    if (!found) return unmet();
    return check(*found);
  };
}

inline fact::Arrow arrow(const Tuple& e, const Tuple& alpha) {
  return fact::arrow(e, alpha).value();
}

// ---- Domains

enum class Wish {
  any,
  last_injective,  // the innermost map is mostly injective
  all_injective,   // all maps mostly are
};

inline Int draw_prime(Entropy& entropy) {
  return entropy.pick({Int{2}, Int{2}, Int{2}, Int{2}, Int{3}, Int{3}, Int{3}, Int{5}, Int{7}});
}

inline Tuple draw_object(Entropy& entropy, int size) {
  Tuple e(entropy.below(static_cast<std::size_t>(2 + size / 25)));
  for (Int& p : e)
    p = draw_prime(entropy);
  return e;
}

inline Tuple draw_map(Entropy& entropy, std::size_t k, bool injective) {
  if (injective) {
    Tuple map;
    const std::size_t n = entropy.chance(40) ? k : entropy.below(k + 1);
    for (std::size_t j : entropy.permutation(k))
      if (map.size() < n) map.push_back(static_cast<Int>(j) + 1);
    return map;
  }
  Tuple map(k == 0 ? 0 : entropy.below(5));
  for (Int& value : map)
    value = static_cast<Int>(entropy.between(1, k));
  return map;
}

inline bool enumerate_chains(std::size_t count, std::size_t weight, const Visitor& visit) {
  Operands operands;
  const std::function<bool(std::size_t, std::size_t)> add_maps = [&](std::size_t k,
                                                                     std::size_t left) {
    if (operands.size() == count + 1) return left != 0 || visit(operands);
    if (left < k) return true;
    const bool last = operands.size() == count;
    for (std::size_t n = last ? left - k : 0; n <= left - k; ++n) {
      Tuple map(n, 1);
      for (bool more = n == 0 || k > 0; more;) {
        operands.emplace_back(PointedMap(map, static_cast<Int>(k)));
        const bool go_on = add_maps(n, left - k - n);
        operands.pop_back();
        if (!go_on) return false;
        more = false;
        for (Int& value : map) {
          if (value < static_cast<Int>(k)) {
            ++value;
            more = true;
            break;
          }
          value = 1;
        }
      }
    }
    return true;
  };
  for (std::size_t w = 1; w <= weight; ++w) {
    const bool go_on = enumerate(Sort::flat_shape, w, [&](const Value& e) {
      const Tuple& entries = std::get<NestedTuple>(e).entries();
      if (!are_primes(entries)) return true;
      operands = {e};
      const bool inner = add_maps(entries.size(), weight - w);
      operands.clear();
      return inner;
    });
    if (!go_on) return false;
  }
  return true;
}

inline Operands draw_chain(Entropy& entropy, int size, std::size_t count, Wish wish) {
  Tuple e = draw_object(entropy, size);
  Operands operands;
  std::size_t k = e.size();
  for (std::size_t i = 1; i <= count; ++i) {
    const bool wanted = wish == Wish::all_injective || (wish == Wish::last_injective && i == count);
    Tuple map = draw_map(entropy, k, entropy.chance(wanted ? 92 : 45));
    const std::size_t n = map.size();
    Int codomain = static_cast<Int>(k);
    if (entropy.chance(2)) {
      ++codomain;
      if (n > 0) map[entropy.below(n)] = codomain;
    }
    if (n > 0 && entropy.chance(2)) map[entropy.below(n)] = 0;
    operands.emplace_back(PointedMap(std::move(map), codomain));
    k = n;
  }
  if (!e.empty() && entropy.chance(3))
    e[entropy.below(e.size())] = entropy.pick({Int{1}, Int{4}, Int{6}, Int{9}});
  operands.insert(operands.begin(), NestedTuple::flat(std::move(e)));
  return operands;
}

/// E and maps that can be composed.
inline Domain chains(std::size_t count, Wish wish = Wish::any) {
  std::vector<Sort> sorts(count + 1, Sort::map);
  sorts[0] = Sort::flat_shape;
  Domain domain = make_domain(
      "an ordered factorization and " +
          (count == 1
               ? "a map into its positions"
               : std::to_string(count) + " composable maps, the outermost into its positions"),
      std::move(sorts),
      [=](Entropy& entropy, int size) { return draw_chain(entropy, size, count, wish); });
  domain.enumerate = [count](std::size_t weight, const Visitor& visit) {
    return enumerate_chains(count, weight, visit);
  };
  return domain;
}

/// Two permutations of 1, …, k as maps.
inline bool enumerate_permutation_pairs(std::size_t weight, const Visitor& visit) {
  if (weight % 4 != 0) return true;
  const std::size_t k = weight / 4;
  Tuple f = first_numbers(k);
  do {
    Tuple g = first_numbers(k);
    do {
      if (!visit({PointedMap(f, static_cast<Int>(k)), PointedMap(g, static_cast<Int>(k))}))
        return false;
    } while (std::next_permutation(g.begin(), g.end()));
  } while (std::next_permutation(f.begin(), f.end()));
  return true;
}

}  // namespace layoutcheck::properties::fact_as_printed
