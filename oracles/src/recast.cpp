// Layouts whose offsets are counted in other units, from tables.
#include <layoutcheck/oracles/recast.hpp>

#include <functional>
#include <optional>

namespace layoutcheck::oracle {
namespace {

using Coordinate = std::vector<Exact>;

/// The layout with this profile and these extents which has the function, if there is one: its
/// strides are the values at the coordinates that are 1 once and 0 elsewhere.
std::optional<ExactLayout> layout_of(const Profile& profile, const std::vector<Exact>& extents,
                                     const std::function<Exact(const Coordinate&)>& f) {
  ExactLayout layout(profile, extents, {});
  for (std::size_t k = 0; k < extents.size(); ++k) {
    Coordinate unit(extents.size(), 0);
    unit[k] = 1;
    layout.strides.push_back(extents[k] > 1 ? f(unit) : Exact(0));
  }
  const Exact points = size(layout);
  for (Exact i = 0; i < points; ++i) {
    const Coordinate y = coordinate_of(extents, i);
    if (coordinate_value(layout, y) != f(y)) return std::nullopt;
  }
  return layout;
}

}  // namespace

Outcome<ExactLayout> upcast(const ExactLayout& l, const Exact& n, const Limits& limits) {
  const Exact points = size(l);
  charge(points, limits, "the coordinates of a layout");
  std::vector<Exact> groups;
  std::vector<Exact> extents;
  for (std::size_t k = 0; k < l.length(); ++k) {
    // The multiples of d below n: 0, d, …, so many.
    const Exact& d = l.strides[k];
    groups.push_back(d == 0 ? Exact(1) : Exact((n + d - 1) / d));
    extents.push_back((l.extents[k] + groups[k] - 1) / groups[k]);
  }
  const auto first_of_group = [&](const Coordinate& y) {
    Coordinate x;
    for (std::size_t k = 0; k < y.size(); ++k)
      x.push_back(y[k] * groups[k]);
    return x;
  };
  const auto units = [&](const Coordinate& x) { return coordinate_value(l, x) / n; };
  for (Exact i = 0; i < points; ++i) {
    const Coordinate x = coordinate_of(l.extents, i);
    Coordinate y;
    for (std::size_t k = 0; k < x.size(); ++k)
      y.push_back(x[k] / groups[k]);
    if (units(x) != units(first_of_group(y)))
      return Undefined{"coordinates of one unit, entry by entry, lie in several"};
  }
  const auto u =
      layout_of(l.profile, extents, [&](const Coordinate& y) { return units(first_of_group(y)); });
  if (!u) return Undefined{"the units are the values of no layout"};
  return *u;
}

Outcome<ExactLayout> downcast(const ExactLayout& l, const Exact& n, const Limits& limits) {
  std::size_t k = 0;
  while (k < l.length() && l.strides[k] != 1)
    ++k;
  if (k == l.length()) return Undefined{"no entry has stride 1"};
  charge(size(l) * n, limits, "the parts of a layout");
  std::vector<Exact> extents = l.extents;
  extents[k] *= n;
  const auto d = layout_of(l.profile, extents, [&](Coordinate y) {
    const Exact part = y[k] % n;
    y[k] /= n;
    return n * coordinate_value(l, y) + part;
  });
  if (!d) return Undefined{"the parts are the values of no layout"};
  return *d;
}

}  // namespace layoutcheck::oracle
