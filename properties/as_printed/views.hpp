// What the checks about row-major views share (debos): the definitions word by word, and operands.
//
// Operands: a view (s, σ) is the flat layout s:σ, with its entries in the order of the source; a
// shape is a flat shape, an index a flat tuple. v and v' of theorem 10 are v_1 and v_2 of
// section 2.
#pragma once

#include "as_printed/morphisms.hpp"
#include "constructions/views.hpp"

#include <set>

namespace layoutcheck::properties::views_as_printed {

using as_printed::limits;
using as_printed::Wording;

/// For the operations on views, whose own limit is greater by far.
inline constexpr Int view_limit = static_cast<Int>(limits.points);

// ---- The definitions, word by word

inline Exact size_of(const Tuple& shape) {
  return oracle::product(oracle::to_exact(shape));
}

/// I_s (debos 2), each index once. Throws LimitReached.
inline std::vector<Tuple> index_set(const Tuple& shape) {
  const Exact size = size_of(shape);
  oracle::charge(size, limits, "the indices of a shape");
  if (size == 0) return {};
  std::vector<Tuple> found{{}};
  for (Int s : shape) {
    std::vector<Tuple> longer;
    for (const Tuple& index : found) {
      for (Int i = 0; i < s; ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    }
    found = std::move(longer);
  }
  return found;
}

/// v(i) = Σ i_ℓ σ_ℓ (debos 3). Throws Overflow.
inline Int value(const Layout& view, const Tuple& index) {
  Int sum = 0;
  for (std::size_t l = 0; l < index.size(); ++l)
    sum = checked_add(sum, checked_multiply(index[l], view.strides()[l]));
  return sum;
}

/// v^s (debos 5). Throws Overflow.
inline Layout contiguous(const Tuple& shape) {
  Tuple strides;
  for (std::size_t j = 0; j < shape.size(); ++j) {
    Exact product = 1;
    for (std::size_t l = j + 1; l < shape.size(); ++l)
      product *= shape[l];
    strides.push_back(oracle::to_int(product));
  }
  return Layout::flat(shape, std::move(strides));
}

/// (v^s)⁻¹, as the indices in the order of their values under v^s. Throws LimitReached.
inline std::vector<Tuple> inverse_of_contiguous(const Tuple& shape) {
  oracle::charge(size_of(shape), limits, "the indices of a shape");
  const Layout view = contiguous(shape);
  std::vector<Tuple> inverse(static_cast<std::size_t>(oracle::to_int(size_of(shape))));
  for (const Tuple& index : index_set(shape))
    inverse.at(static_cast<std::size_t>(value(view, index))) = index;
  return inverse;
}

/// f_{v_1,v_2} (debos 6) on I_{s_2}; nothing if v_2 takes a value at which (v^{s_1})⁻¹ is not
/// defined. Throws LimitReached, and Overflow.
struct Composite {
  std::vector<Tuple> indices;  // of v_2
  std::vector<Tuple> places;   // (v^{s_1})⁻¹(v_2(i))
  Tuple values;                // f(i)

  /// Where the index stands among the indices, which are in lexicographic order.
  [[nodiscard]] std::size_t position(const Tuple& index) const {
    return static_cast<std::size_t>(std::lower_bound(indices.begin(), indices.end(), index) -
                                    indices.begin());
  }
  [[nodiscard]] Int at(const Tuple& index) const { return values[position(index)]; }
};

/// What is found of a statement that speaks of f_{v_1,v_2} where compose() gives none: as amended,
/// definition 6 asks for values of v_2 below the size of v_1.
inline Result without_composite(Wording wording) {
  return wording == Wording::as_printed ? fails("the functional composition is not defined")
                                        : unmet();
}

inline std::optional<Composite> compose(const Layout& first, const Layout& second) {
  const std::vector<Tuple> inverse = inverse_of_contiguous(first.extents());
  Composite f;
  f.indices = index_set(second.extents());  // in lexicographic order
  for (const Tuple& index : f.indices) {
    const Int x = value(second, index);
    if (x >= static_cast<Int>(inverse.size())) return std::nullopt;
    f.places.push_back(inverse[static_cast<std::size_t>(x)]);
    f.values.push_back(value(first, f.places.back()));
  }
  return f;
}

/// The check of v_1, v_2 and f_{v_1,v_2} where that is defined, and elsewhere without_composite().
template <class F>
Check on_composite(Wording wording, F check) {
  return [wording, check](const Layout& first, const Layout& second) {
    const std::optional<Composite> f = compose(first, second);
    return f ? check(first, second, *f) : without_composite(wording);
  };
}

/// The strides σ for which (s, σ) has the given values on I_s, at most `most` of them, found by
/// trying all up to one more than the greatest value; greater ones fit extents of 1 only. Throws
/// LimitReached.
inline std::vector<Tuple> fitting_strides(const Composite& f, const Tuple& shape,
                                          std::size_t most) {
  const Int bound = checked_add(*std::max_element(f.values.begin(), f.values.end()), 1);
  // Entries of extent 1 never fail to fit, so they come last.
  std::vector<std::size_t> order;
  for (const bool ones : {false, true}) {
    for (std::size_t j = 0; j < shape.size(); ++j)
      if ((shape[j] == 1) == ones) order.push_back(j);
  }
  std::vector<Tuple> found;
  Tuple strides(shape.size(), 0);
  std::size_t steps = 0;
  const std::function<void(std::size_t)> extend = [&](std::size_t depth) {
    // Indices that are 0 in the places to come have their final value already.
    for (std::size_t at = 0; at < f.indices.size(); ++at) {
      const Tuple& index = f.indices[at];
      bool settled = true;
      for (std::size_t later = depth; later < order.size(); ++later)
        settled = settled && index[order[later]] == 0;
      if (!settled) continue;
      Int sum = 0;
      for (std::size_t l = 0; l < index.size(); ++l)
        sum = checked_add(sum, checked_multiply(index[l], strides[l]));
      if (sum != f.values[at]) return;
    }
    if (depth == order.size()) {
      found.push_back(strides);
      return;
    }
    for (Int d = 0; d <= bound && found.size() < most; ++d) {
      if (++steps > limits.points) oracle::charge(steps, limits, "the strides that may fit");
      strides[order[depth]] = d;
      extend(depth + 1);
    }
    strides[order[depth]] = 0;
  };
  extend(0);
  return found;
}

inline Tuple plus_unit(Tuple index, std::size_t j) {
  ++index[j];
  return index;
}
inline Tuple unit(std::size_t length, std::size_t j) {
  return plus_unit(Tuple(length, 0), j);
}

/// An increment of theorem 10: i and j with i_j + 1 < s'_j.
struct Increment {
  Tuple index;
  std::size_t j;
};

inline std::vector<Increment> increments(const Tuple& shape) {
  std::vector<Increment> all;
  for (const Tuple& index : index_set(shape)) {
    for (std::size_t j = 0; j < shape.size(); ++j)
      if (index[j] + 1 < shape[j]) all.push_back({index, j});
  }
  return all;
}

/// f(i + e_j) = f(i) + f(e_j).
inline bool meets_criterion(const Composite& f, const Increment& step) {
  return f.at(plus_unit(step.index, step.j)) ==
         checked_add(f.at(step.index), f.at(unit(step.index.size(), step.j)));
}

/// The positions of v, counted from 0, that overflow when the places of i and e_j are added digit
/// by digit, with carries to the left.
inline std::set<std::size_t> overflow(const Composite& f, const Tuple& shape,
                                      const Increment& step) {
  const Tuple& x = f.places[f.position(step.index)];
  const Tuple& y = f.places[f.position(unit(step.index.size(), step.j))];
  std::set<std::size_t> positions;
  Int carry = 0;
  for (std::size_t l = shape.size(); l-- > 0;) {
    const Int digit = x[l] + y[l] + carry;
    carry = digit >= shape[l] ? 1 : 0;
    if (carry == 1) positions.insert(l);
  }
  return positions;
}

/// The condition at an increment as a linear form in the strides of v_1: f(i + e_j) − f(i) −
/// f(e_j), where f is the stride vector applied to the places.
inline Tuple linear_form(const Composite& f, const Increment& step) {
  const Tuple& sum = f.places[f.position(plus_unit(step.index, step.j))];
  const Tuple& x = f.places[f.position(step.index)];
  const Tuple& y = f.places[f.position(unit(step.index.size(), step.j))];
  Tuple form = sum;
  for (std::size_t l = 0; l < form.size(); ++l)
    form[l] -= x[l] + y[l];
  return form;
}

// ---- Domains

inline Tuple draw_view_shape(Entropy& entropy, std::size_t longest) {
  Tuple shape(entropy.below(longest + 1));
  for (Int& s : shape)
    s = entropy.chance(6) ? 1 : static_cast<Int>(entropy.between(2, 5));
  return shape;
}

/// A view whose strides often are a multiple of the contiguous ones, or nearly.
inline Layout draw_view(Entropy& entropy, std::size_t longest) {
  Tuple shape = draw_view_shape(entropy, longest);
  Tuple strides(shape.size());
  const bool random = entropy.chance(25);
  const unsigned deviation = entropy.pick({0U, 20U, 50U});
  Int next = static_cast<Int>(entropy.below(4));
  for (std::size_t j = shape.size(); j-- > 0;) {
    if (entropy.chance(deviation)) next += static_cast<Int>(entropy.between(1, 3));
    strides[j] = random ? static_cast<Int>(entropy.below(9)) : next;
    next *= shape[j];
  }
  return Layout::flat(std::move(shape), std::move(strides));
}

/// A view v' whose values mostly stay below the size of the shape.
inline Layout draw_view_into(Entropy& entropy, const Tuple& shape) {
  Int left = 1;
  for (Int s : shape)
    left *= s;
  --left;
  Tuple extents;
  Tuple strides;
  for (std::size_t k = entropy.below(4); k > 0; --k) {
    const Int extent = entropy.chance(6) ? 1 : static_cast<Int>(entropy.between(2, 6));
    const Int most = extent == 1 ? 4 : left / (extent - 1);
    Int stride = static_cast<Int>(entropy.below(static_cast<std::size_t>(most) + 1));
    if (entropy.chance(3)) stride = most + 1;
    extents.push_back(extent);
    strides.push_back(stride);
    left = std::max(Int{0}, left - (extent - 1) * stride);
  }
  return Layout::flat(std::move(extents), std::move(strides));
}

inline Domain view_pairs() {
  return make_domain("two views, the second into the shape of the first",
                     {Sort::flat_layout, Sort::flat_layout}, [](Entropy& entropy, int) -> Operands {
                       Layout first = draw_view(entropy, 3);
                       Layout second = draw_view_into(entropy, first.extents());
                       return {std::move(first), std::move(second)};
                     });
}

/// A shape and a number, mostly below its size.
inline Domain shape_and_numbers(std::size_t count) {
  std::vector<Sort> sorts(count + 1, Sort::integer);
  sorts[0] = Sort::flat_shape;
  return make_domain(count == 1 ? "a shape and a number, mostly below its size"
                                : "a shape and two numbers, whose sum is mostly below its size",
                     std::move(sorts), [count](Entropy& entropy, int) -> Operands {
                       Tuple shape = draw_view_shape(entropy, 4);
                       auto left = static_cast<std::size_t>(oracle::to_int(size_of(shape)));
                       if (entropy.chance(8)) left += 3;
                       Operands operands{NestedTuple::flat(std::move(shape))};
                       for (std::size_t i = 0; i < count; ++i) {
                         const std::size_t x = entropy.below(left);
                         operands.emplace_back(static_cast<Int>(x));
                         left -= x;
                       }
                       return operands;
                     });
}

}  // namespace layoutcheck::properties::views_as_printed
