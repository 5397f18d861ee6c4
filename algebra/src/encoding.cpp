// Encoding of layouts and functions by morphisms.
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace layoutcheck::algebra {

namespace {

Tuple strides_of(const Morphism& f) {
  // Prefix products of the codomain, as far as they fit in an Int: nothing may be mapped beyond
  // them.
  Tuple products{1};
  for (Int extent : f.codomain().entries()) {
    Int next = 0;
    if (__builtin_mul_overflow(products.back(), extent, &next)) break;
    products.push_back(next);
  }
  Tuple strides;
  strides.reserve(f.map().size());
  for (Int value : f.map()) {
    const auto j = static_cast<std::size_t>(value);
    if (j > products.size()) {
      throw Overflow("the product of the entries before entry " + std::to_string(j) +
                     " of the codomain does not fit in 64 bits");
    }
    strides.push_back(j == 0 ? 0 : products[j - 1]);
  }
  return strides;
}

/// The first `count` values of |f|.
Tuple values_of(const Morphism& f, Int count) {
  const Tuple& extents = f.domain().entries();
  const Tuple& targets = f.codomain().entries();
  Tuple values;
  values.reserve(static_cast<std::size_t>(count));
  Tuple point(targets.size(), 0);
  for (Int x = 0; x < count; ++x) {
    work(extents.size() + targets.size());
    Int rest = x;
    for (std::size_t i = 0; i < extents.size(); ++i) {
      if (f.map()[i] != 0) point[static_cast<std::size_t>(f.map()[i] - 1)] = rest % extents[i];
      rest /= extents[i];
    }
    // Colex by Horner's rule: nothing on the way is greater than the result, and no stride is
    // needed.
    Int index = 0;
    for (std::size_t j = targets.size(); j-- > 0;)
      index = checked_add(checked_multiply(index, targets[j]), point[j]);
    values.push_back(index);
  }
  return values;
}

}  // namespace

Layout layout_of(const Morphism& f) {
  return named(
      "layout", [&] { return Layout(f.domain().profile(), f.domain().entries(), strides_of(f)); },
      f);
}

Outcome<Morphism> standard_representation(const Layout& layout) {
  const Tuple& extents = layout.extents();
  const Tuple& strides = layout.strides();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (strides[i] != 0) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(strides[a], extents[a]) < std::pair(strides[b], extents[b]);
  });
  Tuple map(layout.length(), 0);
  Tuple codomain;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    Int gap = strides[i];
    if (k > 0) {
      // The product of extent and stride may be too large for an Int; then it divides no stride.
      const std::size_t last = order[k - 1];
      if (strides[i] % strides[last] != 0 || strides[i] / strides[last] % extents[last] != 0) {
        return Undefined{to_string(layout) + " is not tractable: " + std::to_string(extents[last]) +
                         " * " + std::to_string(strides[last]) + " does not divide the stride " +
                         std::to_string(strides[i])};
      }
      gap = strides[i] / strides[last] / extents[last];
    }
    if (gap != 1) codomain.push_back(gap);
    codomain.push_back(extents[i]);
    map[i] = static_cast<Int>(codomain.size());
  }
  return Morphism(layout.shape(), std::move(map), NestedTuple::flat(std::move(codomain)));
}

Tuple realization(const Morphism& f, Int limit) {
  const Tuple& extents = f.domain().entries();
  Int count = 1;
  for (Int extent : extents)
    if (__builtin_mul_overflow(count, extent, &count) || count > limit)
      throw LimitReached("the realization has more than " + std::to_string(limit) + " values");
  return named(
      "table", [&] { return values_of(f, count); }, f);
}

}  // namespace layoutcheck::algebra
