// Counting the values of a layout.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/bijections.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace layoutcheck::oracle {

namespace {

/// s:d, where s > 1.
struct Leap {
  Exact extent;
  Exact stride;
};

std::vector<Leap> leaps_by_stride(const ExactLayout& layout) {
  std::vector<Leap> entries;
  work(layout.length() + 1);
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents[i] > 1) entries.push_back({layout.extents[i], layout.strides[i]});
  std::ranges::stable_sort(entries, {}, &Leap::stride);
  return entries;
}

/// n / by, rounded down. Pre: by > 0.
Exact floor(const Exact& n, const Exact& by) {
  return n < 0 ? -((by - 1 - n) / by) : Exact(n / by);
}

/// Whether differences y_i, |y_i| < s_i, of the first `count` coordinates add up to `sum`, and not
/// all are 0, unless one beyond them is not.
bool differences_add_up(const std::vector<Leap>& entries, std::size_t count, const Exact& sum,
                        bool is_another_coordinate, std::size_t& left) {
  work(8 * (count + 1));
  if (left-- == 0) throw LimitReached("there are too many differences of coordinates to try");
  if (count == 0) return sum == 0 && is_another_coordinate;
  Exact others = 0;  // what the entries before can add up to, of either sign,
  Exact unit = 0;    // and a divisor of it
  for (std::size_t i = 0; i + 1 < count; ++i) {
    others += (entries[i].extent - 1) * entries[i].stride;
    unit = gcd(unit, entries[i].stride);
  }
  const Leap& e = entries[count - 1];
  const Exact from = std::max<Exact>(1 - e.extent, -floor(others - sum, e.stride));
  const Exact to = std::min<Exact>(e.extent - 1, floor(others + sum, e.stride));
  for (Exact y = from; y <= to; ++y) {
    work(4);
    if (left-- == 0) throw LimitReached("there are too many differences of coordinates to try");
    const Exact rest = sum - y * e.stride;
    if ((unit == 0 ? rest == 0 : rest % unit == 0) &&
        differences_add_up(entries, count - 1, rest, is_another_coordinate || y != 0, left)) {
      return true;
    }
  }
  return false;
}

/// The layout of the integers at a place, without signs: an entry of negative stride takes the same
/// values in the opposite order, and moved.
using Places = std::map<Tuple, ExactLayout>;

/// Nothing if a stride has several places. Pre: not over XOR.
std::optional<Places> places_of(const ModuleLayout& layout) {
  Places places;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents()[i] == 1) continue;
    const std::vector<Element::Part>& parts = layout.strides()[i].parts();
    if (parts.size() > 1) return std::nullopt;
    if (parts.empty()) continue;
    ExactLayout& place = places[parts.front().path];
    place.extents.emplace_back(layout.extents()[i]);
    place.strides.push_back(abs(Exact(parts.front().value)));
    place.profile = Profile::flat(place.length());
  }
  return places;
}

/// The same integers as strides, if all multiples of each have their bits where those of no other
/// have any: between its lowest bit and the highest of the greatest.
std::optional<ExactLayout> without_carries(const ModuleLayout& layout) {
  ExactLayout plain;
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Exact d = layout.strides()[i].value();
    if (layout.extents()[i] == 1 || d == 0) continue;
    const std::pair<std::size_t, std::size_t> range{lsb(d), msb((layout.extents()[i] - 1) * d)};
    for (const auto& [low, high] : ranges) {
      work();
      if (range.first <= high && low <= range.second) return std::nullopt;
    }
    ranges.push_back(range);
    plain.extents.emplace_back(layout.extents()[i]);
    plain.strides.push_back(d);
  }
  plain.profile = Profile::flat(plain.length());
  return plain;
}

bool has_zero(const ModuleLayout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1 && layout.strides()[i].is_zero()) return true;
  return false;
}

/// Those layouts over the integers of which each must be so, beyond the limit.
std::vector<ExactLayout> parts_of(const ModuleLayout& layout) {
  std::vector<ExactLayout> parts;
  if (module_of(layout.strides()) == Module::bits) {
    if (const auto plain = without_carries(layout)) return {*plain};
  } else if (const auto places = places_of(layout)) {
    for (const auto& [path, part] : *places)
      parts.push_back(part);
    return parts;
  }
  throw LimitReached(to_string(layout) + " has " + digits(size(layout)) +
                     " points, which are too many to tabulate");
}

bool is_large(const Exact& points, const Limits& limits) {
  return points > limits.points;
}

}  // namespace

Values values_of(const ExactLayout& layout, const Limits& limits) {
  const std::vector<Exact> values = table(layout, limits);
  work(8 * values.size());
  const std::set<Exact> taken(values.begin(), values.end());
  return {taken.size() == values.size(), taken.size() == cosize(layout)};
}

Values values_of(const ModuleLayout& layout, const Limits& limits) {
  const std::vector<ExactElement> values = table(layout, limits);
  work(16 * values.size());
  const std::set<ExactElement> taken(values.begin(), values.end());
  // What stands in no value is 0 everywhere.
  std::map<Tuple, std::pair<Exact, Exact>> box;
  for (const ExactElement& value : taken)
    for (const auto& [path, integer] : value)
      box[path];
  for (const ExactElement& value : taken) {
    for (auto& [path, range] : box) {
      work();
      const auto here = value.find(path);
      const Exact integer = here == value.end() ? Exact(0) : here->second;
      range.first = std::min(range.first, integer);
      range.second = std::max(range.second, integer);
    }
  }
  Exact points = 1;
  for (const auto& [path, range] : box)
    points *= range.second - range.first + 1;
  return {taken.size() == values.size(), taken.size() == points};
}

bool is_injective_by_differences(const ExactLayout& layout, const Limits& limits) {
  const std::vector<Leap> entries = leaps_by_stride(layout);
  if (!entries.empty() && entries.front().stride == 0) return false;
  if (size(layout) > cosize(layout)) return false;
  std::size_t left = limits.points;
  return !differences_add_up(entries, entries.size(), 0, false, left);
}

bool is_surjective_by_strides(const ExactLayout& layout) {
  Exact sum = 0;
  for (const Leap& e : leaps_by_stride(layout)) {
    if (e.stride > sum + 1) return false;
    sum += (e.extent - 1) * e.stride;
  }
  return true;
}

bool is_injective(const ExactLayout& layout, const Limits& limits) {
  return is_large(size(layout), limits) ? is_injective_by_differences(layout, limits)
                                        : values_of(layout, limits).none_twice;
}

bool is_surjective(const ExactLayout& layout, const Limits& limits) {
  return is_large(size(layout), limits) ? is_surjective_by_strides(layout)
                                        : values_of(layout, limits).whole_box;
}

bool is_bijective(const ExactLayout& layout, const Limits& limits) {
  if (is_large(size(layout), limits)) return is_compact_by_radix(layout);
  const Values values = values_of(layout, limits);
  return values.none_twice && values.whole_box;
}

bool is_injective(const ModuleLayout& layout, const Limits& limits) {
  if (!is_large(size(layout), limits)) return values_of(layout, limits).none_twice;
  if (const auto f = linear(layout)) return is_injective(*f);
  return !has_zero(layout) && std::ranges::all_of(parts_of(layout), [&](const ExactLayout& part) {
    return is_injective(part, limits);
  });
}

bool is_surjective(const ModuleLayout& layout, const Limits& limits) {
  if (!is_large(size(layout), limits)) return values_of(layout, limits).whole_box;
  if (const auto f = linear(layout)) return is_surjective(*f);
  return std::ranges::all_of(parts_of(layout),
                             [&](const ExactLayout& part) { return is_surjective(part, limits); });
}

bool is_bijective(const ModuleLayout& layout, const Limits& limits) {
  if (is_large(size(layout), limits)) {
    if (const auto f = linear(layout)) return is_injective(*f) && is_surjective(*f);
    return !has_zero(layout) && std::ranges::all_of(parts_of(layout), [&](const ExactLayout& part) {
      return is_bijective(part, limits);
    });
  }
  const Values values = values_of(layout, limits);
  return values.none_twice && values.whole_box;
}

}  // namespace layoutcheck::oracle
