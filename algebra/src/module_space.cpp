// Elements of modules as integers at places.
#include "module_space.hpp"

#include <algorithm>
#include <limits>

namespace layoutcheck::algebra::detail {

Int to_signed(const Exact& x) {
  if (x > std::numeric_limits<Int>::max() || x < std::numeric_limits<Int>::min())
    throw Overflow(digits(x) + " does not fit in 64 bits");
  return static_cast<Int>(x);
}

ModuleLayout with_modes(Tuple extents, std::vector<Element> strides) {
  if (extents.empty()) return ModuleLayout::entry(1, {});
  if (extents.size() == 1) return ModuleLayout::entry(extents.front(), strides.front());
  return ModuleLayout::flat(std::move(extents), std::move(strides));
}

std::vector<Exact> coordinate_at(const Tuple& extents, std::size_t last, Exact x) {
  std::vector<Exact> coordinate(extents.size(), 0);
  for (std::size_t i = 0; i < last; ++i) {
    const bool is_last = i + 1 == last;
    coordinate[i] = is_last ? x : Exact(x % extents[i]);
    x /= extents[i];
  }
  return coordinate;
}

Space::Space(std::span<const Element> elements) : module_(module_of(elements)) {
  if (module_ != Module::coordinates) places_.emplace_back();
  for (const Element& element : elements)
    for (const Element::Part& part : element.parts())
      if (std::ranges::find(places_, part.path) == places_.end()) places_.push_back(part.path);
  columns_.assign(places_.size(), Tuple(elements.size(), 0));
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (const Element::Part& part : elements[i].parts())
      columns_[static_cast<std::size_t>(std::ranges::find(places_, part.path) - places_.begin())]
              [i] = part.value;
}

Element Space::element(const Point& point) const {
  if (module_ == Module::bits) return Element::bits(to_signed(point.front()));
  if (module_ == Module::integers) return Element::integer(to_signed(point.front()));
  std::vector<Element::Part> parts;
  for (std::size_t i = 0; i < point.size(); ++i)
    parts.push_back({places_[i], to_signed(point[i])});
  return Element::coordinate(std::move(parts));
}

Space::Point Space::sum_at(const std::vector<Exact>& coordinate) const {
  work(columns_.size() * coordinate.size() + 1);
  Point sum(places_.size(), 0);
  for (std::size_t p = 0; p < places_.size(); ++p) {
    for (std::size_t i = 0; i < coordinate.size(); ++i) {
      if (coordinate[i] == 0) continue;
      const Exact multiple = coordinate[i] * columns_[p][i];
      if (module_ == Module::bits)
        sum[p] ^= multiple;
      else
        sum[p] += multiple;
    }
  }
  return sum;
}

}  // namespace layoutcheck::algebra::detail
