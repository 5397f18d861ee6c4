// Layouts over modules, by machine arithmetic and the theorems of docs/modules.md.
#include "exact_layout.hpp"
#include "parts.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

namespace layoutcheck::algebra {

void detail::require_points(const Exact& points, Int limit) {
  if (points > limit) {
    throw LimitReached("the function has " + digits(points) + " points to tabulate; the limit is " +
                       std::to_string(limit));
  }
}

namespace {

using detail::product_of;
using detail::require_points;
using detail::span_of;
using detail::swizzled_exactly;

Int to_int(const Exact& x) {
  if (x > std::numeric_limits<Int>::max() || x < std::numeric_limits<Int>::min())
    throw Overflow(digits(x) + " does not fit in 64 bits");
  return static_cast<Int>(x);
}

/// The integers of an element at the places of a Space, in their order.
using Point = std::vector<Exact>;

/// Elements of a module as their integers at the places that occur in some of them; of integers and
/// bits there is one. Exact, as values on the way to an answer may exceed 64 bits.
class Space {
 public:
  explicit Space(std::span<const Element> elements) : module_(module_of(elements)) {
    if (module_ != Module::coordinates) places_.emplace_back();
    for (const Element& element : elements)
      for (const Element::Part& part : element.parts())
        if (std::ranges::find(places_, part.path) == places_.end()) places_.push_back(part.path);
    for (const Element& element : elements)
      strides_.push_back(point(element));
  }

  [[nodiscard]] Element element(const Point& point) const {
    if (module_ == Module::bits) return Element::bits(to_int(point.front()));
    if (module_ == Module::integers) return Element::integer(to_int(point.front()));
    std::vector<Element::Part> parts;
    for (std::size_t i = 0; i < point.size(); ++i)
      parts.push_back({places_[i], to_int(point[i])});
    return Element::coordinate(std::move(parts));
  }

  /// sum + n·d.
  void add(Point& sum, const Exact& n, const Point& d) const {
    work(sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (module_ == Module::bits)
        sum[i] ^= n * d[i];
      else
        sum[i] += n * d[i];
  }

  [[nodiscard]] Point zero() const { return Point(places_.size(), 0); }

  /// Σ x_i·d_i with the elements that the space is made of.
  [[nodiscard]] Point sum_at(const std::vector<Exact>& coordinate) const {
    work(strides_.size() + 1);
    Point sum = zero();
    for (std::size_t i = 0; i < strides_.size(); ++i)
      if (coordinate[i] != 0) add(sum, coordinate[i], strides_[i]);
    return sum;
  }

 private:
  [[nodiscard]] Point point(const Element& element) const {
    Point result = zero();
    for (const Element::Part& part : element.parts())
      result[static_cast<std::size_t>(std::ranges::find(places_, part.path) - places_.begin())] =
          part.value;
    return result;
  }

  Module module_;
  std::vector<Tuple> places_;
  std::vector<Point> strides_;
};

/// Whether no two bits of d that are set are `distance` places or less apart.
bool is_sparse(const Exact& d, Int distance) {
  if (d == 0) return true;
  const auto length = static_cast<Int>(msb(d));
  for (Int k = 1; k <= std::min(distance, length); ++k) {
    work();
    if ((d & (d << static_cast<unsigned>(k))) != 0) return false;
  }
  return true;
}

/// Whether d = n·e, in another module than XOR.
bool is_multiple(const Element& d, Int n, const Element& e) {
  return d.module() == e.module() &&
         std::ranges::equal(d.parts(), e.parts(),
                            [n](const Element::Part& a, const Element::Part& b) {
                              return a.path == b.path && Exact(n) * b.value == a.value;
                            });
}

Int floor_log2(Int n) {
  return static_cast<Int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1;
}

struct Run {
  Int extent;
  Exact stride;
};

/// The modes over XOR without extents of 1, each split into as many as it can be.
std::vector<Run> split(const ModuleLayout& layout) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    Int s = layout.extents()[i];
    Exact d = layout.strides()[i].value();
    while (d != 0 && s > 2 && s % 2 == 0 && continues_over_xor(2, d, s / 2)) {
      runs.push_back({2, d});
      d *= 2;
      s /= 2;
    }
    if (s > 1) runs.push_back({s, d});
  }
  return runs;
}

/// The layout of depth 0 or 1 with these modes.
ModuleLayout with_modes(Tuple extents, std::vector<Element> strides) {
  if (extents.empty()) return ModuleLayout::entry(1, {});
  if (extents.size() == 1) return ModuleLayout::entry(extents.front(), strides.front());
  return ModuleLayout::flat(std::move(extents), std::move(strides));
}

ModuleLayout joined_over_xor(const std::vector<Run>& runs) {
  Tuple extents;
  std::vector<Exact> strides;
  for (const Run& run : runs) {
    if (!extents.empty() && run.stride == extents.back() * strides.back() &&
        continues_over_xor(extents.back(), strides.back(), run.extent)) {
      extents.back() = checked_multiply(extents.back(), run.extent);
    } else {
      extents.push_back(run.extent);
      strides.push_back(run.stride);
    }
  }
  std::vector<Element> elements;
  for (const Exact& d : strides)
    elements.push_back(Element::bits(to_int(d)));
  return with_modes(std::move(extents), std::move(elements));
}

/// The shortest layout with these values; nothing if there is none. A layout of a prefix of length
/// q is one of the prefix of length q' if each value there is the one before it modulo q, and so
/// many times the value at q as q goes into the place.
std::optional<ModuleLayout> shortest(const Space& space, const std::vector<Point>& values) {
  if (values.front() != space.zero()) return std::nullopt;
  const std::size_t size = values.size();
  const auto runs_to = [&](std::size_t q, std::size_t end) {
    for (std::size_t x = q; x < end; ++x) {
      Point sum = values[x % q];
      space.add(sum, x / q, values[q]);
      if (sum != values[x]) return false;
    }
    return true;
  };
  struct Best {
    std::size_t length;
    std::size_t next;
  };
  std::map<std::size_t, Best> best{{size, {0, 0}}};
  work(size);
  for (std::size_t q = size - 1; q >= 1; --q) {
    if (size % q != 0) continue;
    std::optional<Best> found;
    // Ends come in increasing order, so that of equal lengths the last one has the greatest extent.
    for (const auto& [end, rest] : best)
      if (end % q == 0 && (!found || rest.length + 1 <= found->length) && runs_to(q, end))
        found = {rest.length + 1, end};
    if (found) best.emplace(q, *found);
  }
  if (!best.contains(1)) return std::nullopt;
  Tuple extents;
  std::vector<Element> strides;
  for (std::size_t q = 1; q < size; q = best.at(q).next) {
    extents.push_back(static_cast<Int>(best.at(q).next / q));
    strides.push_back(space.element(values[q]));
  }
  return with_modes(std::move(extents), std::move(strides));
}

/// The layout whose entries over the shape of B have these layouts.
ModuleLayout over_shape(const Layout& b, const std::vector<ModuleLayout>& parts) {
  std::string word;
  Tuple extents;
  std::vector<Element> strides;
  std::size_t i = 0;
  for (const char c : b.profile().word()) {
    if (c != '*') {
      word += c;
      continue;
    }
    const ModuleLayout& part = parts[i++];
    word += part.profile().word();
    extents.insert(extents.end(), part.extents().begin(), part.extents().end());
    strides.insert(strides.end(), part.strides().begin(), part.strides().end());
  }
  return {detail::nest(std::move(word)), std::move(extents), std::move(strides)};
}

/// The values value(x·d), x < s, of each entry s:d of B.
std::vector<std::vector<Point>> values_along(const Layout& b, Int limit,
                                             const std::function<Point(const Exact&)>& value) {
  std::vector<std::vector<Point>> along(b.length());
  for (std::size_t i = 0; i < b.length(); ++i) {
    require_points(b.extents()[i], limit);
    for (Int x = 0; x < b.extents()[i]; ++x)
      along[i].push_back(value(Exact(x) * b.strides()[i]));
  }
  return along;
}

/// The layouts with these values; undefined if there is none for one of the entries.
Outcome<std::vector<ModuleLayout>> entry_by_entry(const Space& space,
                                                  const std::vector<std::vector<Point>>& along) {
  std::vector<ModuleLayout> parts;
  for (std::size_t i = 0; i < along.size(); ++i) {
    std::optional<ModuleLayout> part = shortest(space, along[i]);
    if (!part) return Undefined{"entry " + std::to_string(i) + " of B leads to no layout"};
    parts.push_back(*std::move(part));
  }
  return parts;
}

/// The coordinate of a point; the entry before `last` takes what is left, and those from there on
/// nothing.
std::vector<Exact> coordinate_at(const Tuple& extents, std::size_t last, Exact x) {
  std::vector<Exact> coordinate(extents.size(), 0);
  for (std::size_t i = 0; i < last; ++i) {
    const bool is_last = i + 1 == last;
    coordinate[i] = is_last ? x : Exact(x % extents[i]);
    x /= extents[i];
  }
  return coordinate;
}

Exact offset_at(const Layout& layout, const std::vector<Exact>& coordinate) {
  Exact offset = 0;
  for (std::size_t i = 0; i < layout.length(); ++i)
    offset += coordinate[i] * layout.strides()[i];
  return offset;
}

Outcome<ModuleLayout> composed(const ModuleLayout& a, const Layout& b, Convention convention,
                               Int limit) {
  std::size_t last = a.length();
  if (convention == Convention::squeezed)
    while (last > 0 && a.extents()[last - 1] == 1)
      --last;
  if (convention == Convention::strict) {
    Exact greatest = 0;
    for (std::size_t i = 0; i < b.length(); ++i)
      greatest += Exact(b.extents()[i] - 1) * b.strides()[i];
    if (greatest >= product_of(a.extents()))
      return Undefined{"B has a value outside the domain of A"};
  }
  const Exact points = product_of(b.extents());
  require_points(points, limit);
  const Space space(a.strides());
  const auto value = [&](const Exact& x) {
    return space.sum_at(coordinate_at(a.extents(), last, x));
  };
  const std::vector<std::vector<Point>> along = values_along(b, limit, value);
  const Outcome<std::vector<ModuleLayout>> parts = entry_by_entry(space, along);
  if (!parts) return parts.undefined();
  for (Exact x = 0; x < points; ++x) {
    const std::vector<Exact> c = coordinate_at(b.extents(), b.length(), x);
    Point sum = space.zero();
    for (std::size_t i = 0; i < c.size(); ++i)
      space.add(sum, 1, along[i][static_cast<std::size_t>(c[i])]);
    if (sum != value(offset_at(b, c))) {
      return Undefined{"at point " + digits(x) +
                       " A after B is not the sum of what it is along the entries of B"};
    }
  }
  return over_shape(b, *parts);
}

Outcome<ModuleLayout> unswizzled(const SwizzledLayout& layout, Int limit) {
  const Layout& l = layout.layout();
  if (layout.offset() != 0) return Undefined{"the value at 0 is not 0"};
  Exact taken = 0;
  for (std::size_t i = 0; i < l.length(); ++i) {
    require_points(l.extents()[i], limit);
    const Exact bits = span_of(l.extents()[i], l.strides()[i]);
    if ((bits & taken) != 0)
      return Undefined{"entry " + std::to_string(i) + " has bits in common with those before it"};
    taken |= bits;
  }
  const std::vector<Element> one{Element::bits(1)};
  const Outcome<std::vector<ModuleLayout>> parts =
      entry_by_entry(Space(one), values_along(l, limit, [&](const Exact& x) {
                       return Point{swizzled_exactly(layout.swizzle(), x)};
                     }));
  if (!parts) return parts.undefined();
  return over_shape(l, *parts);
}

}  // namespace

Exact detail::span_of(Int s, const Exact& d) {
  Exact bits = 0;
  for (Int x = 0; x < s; ++x) {
    work();
    bits |= x * d;
  }
  return bits;
}

Exact detail::swizzled_exactly(const Swizzle& swizzle, const Exact& x) {
  const Int mask = ((Int{1} << swizzle.bits) - 1)
                   << (swizzle.base + std::max<Int>(swizzle.shift, 0));
  const Exact read = x & mask;
  return x ^ (swizzle.shift >= 0 ? Exact(read >> static_cast<unsigned>(swizzle.shift))
                                 : Exact(read << static_cast<unsigned>(-swizzle.shift)));
}

std::vector<Exact> detail::xor_table(const ModuleLayout& layout, Int limit) {
  const Exact points = product_of(layout.extents());
  require_points(points, limit);
  const Space space(layout.strides());
  std::vector<Exact> values;
  for (Exact x = 0; x < points; ++x)
    values.push_back(space.sum_at(coordinate_at(layout.extents(), layout.length(), x)).front());
  return values;
}

std::vector<Exact> detail::swizzled_table(const SwizzledLayout& layout, Int limit) {
  const Layout& l = layout.layout();
  const Exact points = product_of(l.extents());
  require_points(points, limit);
  std::vector<Exact> values;
  for (Exact x = 0; x < points; ++x) {
    work(l.length() + 1);
    const Exact offset = offset_at(l, coordinate_at(l.extents(), l.length(), x));
    values.push_back(swizzled_exactly(layout.swizzle(), layout.offset() + offset));
  }
  return values;
}

std::optional<ModuleLayout> detail::layout_of_xor_table(const std::vector<Exact>& values) {
  const std::vector<Element> one{Element::bits(1)};
  std::vector<Point> points;
  for (const Exact& value : values)
    points.push_back({value});
  return shortest(Space(one), points);
}

std::optional<std::vector<Exact>> detail::columns(const ModuleLayout& layout) {
  std::vector<Exact> values;
  for (Run run : split(layout)) {
    for (; run.stride == 0 && run.extent > 2 && run.extent % 2 == 0; run.extent /= 2)
      values.emplace_back(0);
    if (run.extent != 2) return std::nullopt;
    values.push_back(run.stride);
  }
  return values;
}

ModuleLayout detail::layout_of_columns(const std::vector<Exact>& columns) {
  std::vector<Run> runs;
  for (const Exact& column : columns)
    runs.push_back({2, column});
  return joined_over_xor(runs);
}

Outcome<Element> apply(const ModuleLayout& layout, const NestedTuple& coordinate,
                       Convention convention) {
  return named(
      "apply",
      [&]() -> Outcome<Element> {
        std::vector<Exact> parts(layout.length(), 0);
        Tuple unit(layout.length(), 0);
        const auto part = [&] {
          return apply(Layout(layout.profile(), layout.extents(), unit), coordinate, convention);
        };
        if (const Outcome<Int> any = part(); !any) return any.undefined();
        for (std::size_t i = 0; i < layout.length(); ++i) {
          unit[i] = 1;
          parts[i] = *part();
          unit[i] = 0;
        }
        const Space space(layout.strides());
        return space.element(space.sum_at(parts));
      },
      layout, coordinate);
}

Int swizzled(const Swizzle& swizzle, Int x) {
  return static_cast<Int>(swizzled_exactly(swizzle, x));
}

Outcome<Int> apply(const SwizzledLayout& layout, const NestedTuple& coordinate,
                   Convention convention) {
  return named(
      "apply",
      [&]() -> Outcome<Int> {
        const Outcome<Int> offset = apply(layout.layout(), coordinate, convention);
        if (!offset) return offset;
        return swizzled(layout.swizzle(), checked_add(layout.offset(), *offset));
      },
      layout, coordinate);
}

bool continues_over_xor(Int s0, const Exact& d0, Int s1) {
  if (d0 == 0) return true;
  if ((s0 & (s0 - 1)) != 0) return false;
  return is_sparse(d0, floor_log2(s0) + floor_log2(s1 - 1));
}

ModuleLayout coalesce(const ModuleLayout& layout) {
  return named(
      "coalesce",
      [&] {
        if (module_of(layout.strides()) == Module::bits) return joined_over_xor(split(layout));
        Tuple extents;
        std::vector<Element> strides;
        for (std::size_t i = 0; i < layout.length(); ++i) {
          const Int s = layout.extents()[i];
          const Element& d = layout.strides()[i];
          if (s == 1) continue;
          if (!extents.empty() && is_multiple(d, extents.back(), strides.back())) {
            extents.back() = checked_multiply(extents.back(), s);
          } else {
            extents.push_back(s);
            strides.push_back(d);
          }
        }
        return with_modes(std::move(extents), std::move(strides));
      },
      layout);
}

Outcome<ModuleLayout> composition(const ModuleLayout& a, const Layout& b, Convention convention,
                                  Int limit) {
  return named(
      "composition", [&] { return composed(a, b, convention, limit); }, a, b);
}

Outcome<ModuleLayout> xor_layout(const SwizzledLayout& layout, Int limit) {
  return named(
      "xor_layout", [&] { return unswizzled(layout, limit); }, layout);
}

Outcome<Tuple> to_linear(const ModuleLayout& layout) {
  return named(
      "to_linear",
      [&]() -> Outcome<Tuple> {
        const Module module = module_of(layout.strides());
        if (module != Module::bits &&
            std::ranges::any_of(layout.strides(), [](const Element& d) { return !d.is_zero(); }))
          return Undefined{"its strides are not under XOR"};
        const std::optional<std::vector<Exact>> columns = detail::columns(layout);
        if (!columns)
          return Undefined{"an entry of it is not linear, or its extent no power of two"};
        Tuple values;
        for (const Exact& column : *columns)
          values.push_back(to_int(column));
        return values;
      },
      layout);
}

ModuleLayout from_linear(const Tuple& values) {
  return detail::layout_of_columns({values.begin(), values.end()});
}

}  // namespace layoutcheck::algebra
