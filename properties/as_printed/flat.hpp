// What the checks of statements on tuples and flat layouts share (colfax 2.1.1 to 2.1.4): tuples,
// coordinates and permutations from their definitions, and domains made for them.
#pragma once

#include "as_printed/definitions.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/in_turn.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/nesting.hpp>

#include <algorithm>
#include <utility>

namespace layoutcheck::properties::as_printed {

/// x_1 ⋯ x_m (colfax 2.1.1.1).
inline Exact product(const Tuple& xs) {
  Exact product = 1;
  for (const Int x : xs)
    product *= x;
  return product;
}

/// x_1 d_1 + ⋯ + x_m d_m (colfax 2.1.2.13). Throws Overflow.
inline Int dot(const Tuple& x, const Tuple& d) {
  Int sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum = checked_add(sum, checked_multiply(x[i], d[i]));
  return sum;
}

/// Whether x ∈ [0, S) (colfax 2.1.1.10).
inline bool is_coordinate(const Tuple& x, const Tuple& shape) {
  if (x.size() != shape.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] < 0 || x[i] >= shape[i]) return false;
  return true;
}

/// Whether the test holds for each x in [0, S). They are tried as an odometer shows them, with the
/// first part running fastest. Throws LimitReached.
template <class Test>
bool for_all_coordinates(const Tuple& shape, Test&& test) {
  oracle::charge(product(shape), limits, "the coordinates");
  Tuple x(shape.size(), 0);
  for (;;) {
    if (!test(std::as_const(x))) return false;
    std::size_t i = 0;
    while (i < x.size() && ++x[i] == shape[i])
      x[i++] = 0;
    if (i == x.size()) return true;
  }
}

/// (x_σ(1), …, x_σ(m)), where `order` holds σ(i) − 1 (colfax 2.1.1.8).
inline Tuple permuted(const Tuple& x, const Tuple& order) {
  Tuple result;
  for (const Int i : order)
    result.push_back(x.at(static_cast<std::size_t>(i)));
  return result;
}

/// The tuple of one entry for each index below n.
template <class Entry>
Tuple tuple_of(std::size_t n, Entry&& entry) {
  Tuple result;
  for (std::size_t i = 0; i < n; ++i)
    result.push_back(entry(i));
  return result;
}

inline Tuple identity_order(std::size_t n) {
  return tuple_of(n, [](std::size_t i) { return static_cast<Int>(i); });
}

/// L|_I for the indices with wanted(i), counted from 0 (colfax 2.1.3.1).
template <class Wanted>
Layout restricted(const Layout& layout, Wanted&& wanted) {
  Tuple s;
  Tuple d;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (!wanted(i)) continue;
    s.push_back(layout.extents()[i]);
    d.push_back(layout.strides()[i]);
  }
  return Layout::flat(std::move(s), std::move(d));
}

/// s:d ⪯ s':d' (colfax 2.1.3.23).
inline bool precedes(Int s, Int d, Int s2, Int d2) {
  return d < d2 || (d == d2 && s <= s2);
}

/// mode_i(L) ⪯ mode_j(L), counted from 0.
inline bool precedes(const Layout& layout, std::size_t i, std::size_t j) {
  return precedes(layout.extents()[i], layout.strides()[i], layout.extents()[j],
                  layout.strides()[j]);
}

/// Sorted (colfax 2.1.3.25).
inline bool is_sorted(const Layout& layout) {
  for (std::size_t i = 0; i + 1 < layout.length(); ++i)
    if (!precedes(layout, i, i + 1)) return false;
  return true;
}

/// Column-major: d_i = s_1 ⋯ s_{i−1} (colfax 2.1.2.6).
inline bool is_column_major(const Layout& layout) {
  Exact before = 1;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (before != layout.strides()[i]) return false;
    before *= layout.extents()[i];
  }
  return true;
}

/// Row-major: d_i = s_{i+1} ⋯ s_m (colfax 2.1.2.6).
inline bool is_row_major(const Layout& layout) {
  Exact after = 1;
  for (std::size_t i = layout.length(); i-- > 0;) {
    if (after != layout.strides()[i]) return false;
    after *= layout.extents()[i];
  }
  return true;
}

inline bool has_extent_one(const Layout& layout) {
  return std::ranges::count(layout.extents(), Int{1}) > 0;
}

// ---- Domains

/// A flat layout, mostly column- or row-major; about half of them with this rank, if one is given.
inline Domain major_layouts(std::size_t rank = 0) {
  return make_domain("a flat layout, mostly column- or row-major", {Sort::flat_layout},
                     [rank](Entropy& entropy, int size) -> Operands {
                       Tuple s = draw_extents(entropy, size);
                       if (entropy.chance(20)) s.insert(s.begin(), 1);
                       if (rank > 0 && entropy.chance(80))
                         s.resize(rank, entropy.pick({Int{1}, Int{2}, Int{3}}));
                       const NestedTuple shape = NestedTuple::flat(std::move(s));
                       const Layout layout =
                           oracle::to_layout(entropy.chance(50) ? oracle::column_major(shape)
                                                                : oracle::row_major(shape));
                       return {entropy.chance(12) ? perturb(entropy, layout) : layout};
                     });
}

/// A flat layout in which few or many extents are 1, and few or many strides 0.
inline Domain layouts_with_ones_and_zeros() {
  return make_domain("a flat layout, often with extents 1 and strides 0", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout layout = draw_layout(entropy, size, true);
                       const unsigned ones = entropy.pick({0U, 0U, 30U, 100U});
                       const unsigned zeros = entropy.pick({0U, 0U, 30U, 100U});
                       Tuple s = layout.extents();
                       Tuple d = layout.strides();
                       for (std::size_t i = 0; i < s.size(); ++i) {
                         if (entropy.chance(ones)) s[i] = 1;
                         if (entropy.chance(zeros)) d[i] = 0;
                       }
                       return {Layout::flat(std::move(s), std::move(d))};
                     });
}

/// A flat layout whose strides are all 0, with exceptions; its extents are often sorted.
inline Domain layouts_of_strides_zero() {
  return make_domain("a flat layout, mostly with all strides 0", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       Tuple s = draw_extents(entropy, size);
                       if (entropy.chance(50)) std::ranges::sort(s);
                       Tuple d(s.size(), 0);
                       if (!d.empty() && entropy.chance(12)) d[entropy.below(d.size())] = 1;
                       return {Layout::flat(std::move(s), std::move(d))};
                     });
}

/// An operand of this sort and `count` permutations of its entries, as lists of indices from 0;
/// now and then a list that is no permutation.
inline Domain with_permutations(std::string name, Sort sort, std::size_t count,
                                std::function<Value(Entropy&, int)> draw_first) {
  const auto length_of = [](const Value& value) {
    const auto* layout = std::get_if<Layout>(&value);
    return layout != nullptr ? layout->length() : std::get<NestedTuple>(value).length();
  };
  std::vector<Sort> sorts{sort};
  sorts.insert(sorts.end(), count, Sort::flat_tuple);
  Domain domain = make_domain(std::move(name), sorts, [=](Entropy& entropy, int size) {
    Operands operands{draw_first(entropy, size)};
    const std::size_t m = length_of(operands.front());
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<std::size_t> order = entropy.permutation(m);
      Tuple sigma = tuple_of(m, [&](std::size_t k) { return static_cast<Int>(order[k]); });
      if (entropy.chance(5)) sigma.push_back(static_cast<Int>(m));
      if (!sigma.empty() && entropy.chance(5)) sigma.back() = sigma.front();
      operands.emplace_back(NestedTuple::flat(std::move(sigma)));
    }
    return operands;
  });
  const Part permutation{.of_weight = [=](const Operands& before, std::size_t weight, const Bounds&,
                                          const Part::Visit& visit) {
    Tuple sigma = identity_order(length_of(before.front()));
    if (engine::weight(Value(NestedTuple::flat(sigma))) != weight) return true;
    do {
      if (!visit(NestedTuple::flat(sigma))) return false;
    } while (std::ranges::next_permutation(sigma).found);
    return true;
  }};
  std::vector<Part> parts(count + 1, permutation);
  parts.front() = any(sort);
  domain.enumerate = in_turn(std::move(parts));
  return domain;
}

}  // namespace layoutcheck::properties::as_printed
