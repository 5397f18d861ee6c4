// Pointed maps.
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/named.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>

namespace layoutcheck::algebra {

namespace {

/// The values other than the base point, in order. Codomains may be too large to mark what is
/// taken.
Tuple sorted_image(const PointedMap& a) {
  Tuple image;
  std::copy_if(a.values().begin(), a.values().end(), std::back_inserter(image),
               [](Int value) { return value != 0; });
  std::sort(image.begin(), image.end());
  return image;
}

}  // namespace

PointedMap underlying(const Morphism& f) {
  return {f.map(), static_cast<Int>(f.codomain().length())};
}

bool is_tractable(const PointedMap& a) {
  const Tuple image = sorted_image(a);
  return std::adjacent_find(image.begin(), image.end()) == image.end();
}

PointedMap identity_map(Int n) {
  Tuple values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), Int{1});
  return {std::move(values), n};
}

Outcome<PointedMap> composition(const PointedMap& a, const PointedMap& b) {
  if (b.codomain() != a.domain()) {
    return Undefined{"the inner map ends at <" + std::to_string(b.codomain()) +
                     ">, and the outer one starts at <" + std::to_string(a.domain()) + ">"};
  }
  Tuple values = b.values();
  for (Int& value : values)
    value = value == 0 ? 0 : a.values()[static_cast<std::size_t>(value - 1)];
  return PointedMap(std::move(values), a.codomain());
}

PointedMap sum(const PointedMap& a, const PointedMap& b) {
  const Int codomain = named(
      "sum", [&] { return checked_add(a.codomain(), b.codomain()); }, a, b);
  Tuple values = a.values();
  for (Int value : b.values())
    values.push_back(value == 0 ? 0 : a.codomain() + value);
  return {std::move(values), codomain};
}

Outcome<bool> is_disjoint(const PointedMap& a, const PointedMap& b) {
  if (a.codomain() != b.codomain()) {
    return Undefined{"the codomains <" + std::to_string(a.codomain()) + "> and <" +
                     std::to_string(b.codomain()) + "> differ"};
  }
  const Tuple image_a = sorted_image(a);
  const Tuple image_b = sorted_image(b);
  Tuple common;
  std::set_intersection(image_a.begin(), image_a.end(), image_b.begin(), image_b.end(),
                        std::back_inserter(common));
  return common.empty();
}

Outcome<PointedMap> concatenate(const PointedMap& a, const PointedMap& b) {
  const Outcome<bool> disjoint = is_disjoint(a, b);
  if (!disjoint) return disjoint.undefined();
  if (!*disjoint) return Undefined{"the images share more than the base point"};
  Tuple values = a.values();
  values.insert(values.end(), b.values().begin(), b.values().end());
  return PointedMap(std::move(values), a.codomain());
}

}  // namespace layoutcheck::algebra
