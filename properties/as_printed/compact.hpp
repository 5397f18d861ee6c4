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

using as_printed::is_column_major;
using as_printed::is_row_major;

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
