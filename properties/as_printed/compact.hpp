// What the checks about flat layouts (colfax 2.1.5 to 2.1.8) share.
#pragma once

#include "as_printed/flat.hpp"
#include "as_printed/morphisms.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace layoutcheck::properties::as_printed::flat {

/// A ⋆ B as the algebra has it.
inline Layout star(const Layout& a, const Layout& b) {
  return algebra::flat_concatenate(std::vector{a, b});
}

/// Φ_L(x) by 2.1.2.19: the coordinate of x in the shape, times the strides. Throws Overflow.
inline Int value(const Layout& l, Int x) {
  work(l.length());
  Int sum = 0;
  for (std::size_t i = 0; i < l.length(); ++i) {
    sum = checked_add(sum, checked_multiply(x % l.extents()[i], l.strides()[i]));
    x /= l.extents()[i];
  }
  return sum;
}

/// size(L), if it can be tabulated. Throws LimitReached.
inline Int points(const Layout& l) {
  const Exact size = oracle::size(l);
  oracle::charge(size, limits, "the layout function");
  return static_cast<Int>(size);
}

/// Φ_L: [0, size(L)) → [0, cosize(L)) is a bijection (colfax 2.1.5.1). Its values lie in [0,
/// cosize(L)), and so it is one exactly if, in order, they are 0, 1, …, cosize(L) − 1. It is none
/// if one of its first values comes twice. Throws LimitReached, and Overflow.
inline bool is_bijective(const Layout& l) {
  const Exact size = oracle::size(l);
  Tuple values;
  for (Int x = 0, n = static_cast<Int>(std::min<Exact>(size, limits.points)); x < n; ++x)
    values.push_back(value(l, x));
  std::ranges::sort(values);
  if (std::ranges::adjacent_find(values) != values.end()) return false;
  oracle::charge(size, limits, "the layout function");
  return values.front() == 0 && values.back() == static_cast<Int>(values.size()) - 1 &&
         oracle::cosize(l) == size;
}

inline bool is_injective(const Layout& l) {
  Tuple values = table(l);
  std::ranges::sort(values);
  return std::ranges::adjacent_find(values) == values.end();
}

/// Whether entries t:e with t > 1 can be added to those that take each value of `taken` once, so
/// that each number below its size is taken once; `left` is the product of the t. They are tried in
/// the order of their strides, which are at most the least number that is not taken: what is added
/// at greater strides does not reach it.
inline bool can_be_filled(const std::vector<bool>& taken, Int left) {
  if (left == 1) return std::ranges::count(taken, false) == 0;
  const auto n = static_cast<Int>(taken.size());
  const Int least = std::ranges::find(taken, false) - taken.begin();
  for (Int t = 2; t <= left; ++t) {
    if (left % t != 0) continue;
    for (Int e = 1; e <= least; ++e) {
      std::vector<bool> more = taken;
      bool fits = true;
      for (Int x = 0; fits && x < n; ++x) {
        work();
        if (!taken[static_cast<std::size_t>(x)]) continue;
        for (Int k = 1; fits && k < t; ++k) {
          const Int y = x + k * e;
          fits = y < n && !more[static_cast<std::size_t>(y)];
          if (fits) more[static_cast<std::size_t>(y)] = true;
        }
      }
      if (fits && can_be_filled(more, left / t)) return true;
    }
  }
  return false;
}

/// Whether a flat B exists with size(A)·size(B) = N and A ⋆ B compact, by a search over the B
/// without extents 1, which add nothing to A ⋆ B. Throws LimitReached.
inline bool has_complement(const Layout& a, Int number) {
  oracle::charge(number, limits, "the numbers below N");
  const Exact size = oracle::size(a);
  if (Exact{number} % size != 0 || oracle::cosize(a) > number) return false;
  std::vector<bool> taken(static_cast<std::size_t>(number), false);
  for (Int x = 0; x < static_cast<Int>(size); ++x) {
    const auto y = static_cast<std::size_t>(value(a, x));
    if (taken[y]) return false;
    taken[y] = true;
  }
  return can_be_filled(taken, number / static_cast<Int>(size));
}

/// Whether A has a complement, by the same search: if it has any, it has one for N = reach(A)
/// (oracle::reach). Throws LimitReached.
inline bool has_complement(const Layout& a) {
  const Exact reach = oracle::reach(a);
  oracle::charge(reach, limits, "the numbers below reach(A)");
  return has_complement(a, static_cast<Int>(reach));
}

/// The product of the extents, if it fits. Throws Overflow.
inline Int size(const Layout& l) {
  return oracle::to_int(oracle::size(l));
}

/// A flat layout, mostly compact: a column-major one with its entries in another order, perhaps
/// with an entry of extent 1 and any stride.
inline Layout draw_compact(Entropy& entropy, int size) {
  const Layout sorted = algebra::column_major(NestedTuple::flat(draw_extents(entropy, size)));
  Tuple shape;
  Tuple stride;
  for (std::size_t i : entropy.permutation(sorted.length())) {
    shape.push_back(sorted.extents()[i]);
    stride.push_back(sorted.strides()[i]);
  }
  if (entropy.chance(25)) {
    const auto at = static_cast<std::ptrdiff_t>(entropy.below(shape.size() + 1));
    shape.insert(shape.begin() + at, 1);
    stride.insert(stride.begin() + at, static_cast<Int>(entropy.below(7)));
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

inline Domain compact_layouts() {
  return make_domain("a flat layout, mostly compact", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout l = draw_compact(entropy, size);
                       return {entropy.chance(25) ? perturb(entropy, l) : l};
                     });
}

/// A flat layout that is mostly column-major, or row-major.
inline Domain major_layouts(bool column) {
  return make_domain(
      std::string("a flat layout, mostly ") + (column ? "column-major" : "row-major"),
      {Sort::flat_layout}, [=](Entropy& entropy, int size) -> Operands {
        const NestedTuple shape = draw_shape(entropy, size, true);
        const Layout l = column ? algebra::column_major(shape) : algebra::row_major(shape);
        return {entropy.chance(20) ? perturb(entropy, l) : l};
      });
}

}  // namespace layoutcheck::properties::as_printed::flat
