// Layouts whose offsets are counted in other units: from tables, or by the rule of the definition.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/recast.hpp>

#include <algorithm>
#include <functional>
#include <optional>

namespace layoutcheck::oracle {
namespace {

using Coordinate = std::vector<Exact>;

/// The layout with this profile and these extents which has the function, if there is one: its
/// strides are the values at the coordinates that are 1 once and 0 elsewhere.
std::optional<ExactLayout> layout_with(const Profile& profile, const std::vector<Exact>& extents,
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

Exact group_of(const Exact& d, const Exact& n) {
  return d == 0 ? Exact(1) : Exact((n + d - 1) / d);
}

namespace {

const char* const several_units = "coordinates of one unit, entry by entry, lie in several";

/// By what remains of each entry in its unit (docs/recast.md, Units).
Outcome<ExactLayout> upcast_by_remainders(const ExactLayout& l, const Exact& n) {
  ExactLayout u = l;
  Exact remainders = 0;
  for (std::size_t k = 0; k < l.length(); ++k) {
    work(8);
    const Exact& s = l.extents[k];
    const Exact& d = l.strides[k];
    const Exact group = group_of(d, n);
    const Exact step = group * d / n;
    const Exact more = group * d - n * step;
    const Exact whole = s / group;
    const Exact rest = s % group;
    // It grows with both parts of a coordinate: in the last whole group, or in the one begun.
    Exact greatest = 0;
    if (whole > 0) greatest = (whole - 1) * more + (group - 1) * d;
    if (rest > 0) greatest = std::max<Exact>(greatest, whole * more + (rest - 1) * d);
    remainders += greatest;
    u.extents[k] = (s + group - 1) / group;
    u.strides[k] = u.extents[k] == 1 ? Exact(0) : step;
  }
  if (remainders >= n) return Undefined{several_units};
  return u;
}

}  // namespace

Outcome<ExactLayout> upcast(const ExactLayout& l, const Exact& n, const Limits& limits) {
  const Exact points = size(l);
  if (points > limits.points) return upcast_by_remainders(l, n);
  std::vector<Exact> groups;
  std::vector<Exact> extents;
  for (std::size_t k = 0; k < l.length(); ++k) {
    groups.push_back(group_of(l.strides[k], n));
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
    if (units(x) != units(first_of_group(y))) return Undefined{several_units};
  }
  const auto u = layout_with(l.profile, extents,
                             [&](const Coordinate& y) { return units(first_of_group(y)); });
  if (!u) return Undefined{"the units are the values of no layout"};
  return *u;
}

Outcome<ExactLayout> recast(const ExactLayout& l, const Exact& to, const Exact& from) {
  // The scale is to/from: the stride d is a multiple of it if to divides d·from, and divides it if
  // d·from divides to.
  const auto quotient_up = [](const Exact& x, const Exact& y) { return Exact((x + y - 1) / y); };
  ExactLayout answer = l;
  for (std::size_t k = 0; k < l.length(); ++k) {
    work();
    const Exact d = l.strides[k] * from;
    if (d == 0) continue;
    if (l.strides[k] == 1) {
      answer.extents[k] = quotient_up(l.extents[k] * from, to);
    } else if (d % to == 0) {
      answer.strides[k] = d / to;
    } else if (to % d == 0) {
      answer.extents[k] = quotient_up(l.extents[k], to / d);
      answer.strides[k] = 1;
    } else {
      return Undefined{"of the stride " + digits(l.strides[k]) + " and the scale " + digits(to) +
                       "/" + digits(from) + " none is a multiple of the other"};
    }
  }
  return answer;
}

Outcome<ExactLayout> downcast(const ExactLayout& l, const Exact& n) {
  if (std::find(l.strides.begin(), l.strides.end(), Exact(1)) == l.strides.end())
    return Undefined{"no entry has stride 1"};
  ExactLayout answer = l;
  for (std::size_t k = 0; k < l.length(); ++k) {
    work();
    (l.strides[k] == 1 ? answer.extents : answer.strides)[k] *= n;
  }
  return answer;
}

}  // namespace layoutcheck::oracle
