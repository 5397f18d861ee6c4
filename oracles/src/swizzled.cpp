// Deciding operations on swizzled layouts by tables.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/mode_lists.hpp>
#include <layoutcheck/oracles/recast.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace layoutcheck::oracle {
namespace {

/// A swizzle of no bits is written in one way.
Swizzle without_idle_numbers(const Swizzle& swizzle) {
  return swizzle.bits == 0 ? Swizzle() : swizzle;
}

/// log2(n), if it is whole.
std::optional<Int> whole_log2(Int n) {
  if (n < 1) return std::nullopt;
  Int k = 0;
  for (; n % 2 == 0; n /= 2)
    ++k;
  return n == 1 ? std::optional(k) : std::nullopt;
}

/// The swizzle in units of 2^k: each pair of bits k places lower, without those of which one is
/// lost.
Swizzle lowered(const Swizzle& swizzle, Int k) {
  Swizzle result = swizzle;
  for (; k > 0 && result.base > 0; --k)
    --result.base;
  for (; k > 0 && result.bits > 0; --k)
    --result.bits;
  return without_idle_numbers(result);
}

constexpr Int most_bits = 62;  // of what a swizzle reads and writes

/// How many bits the number has, of those that a swizzle may have.
Int length_of(const Exact& number) {
  Int length = 0;
  while (length < most_bits && (number >> static_cast<unsigned>(length)) > 0)
    ++length;
  return length;
}

/// Calls `visit` with all swizzles of the bits below `length`, in the order of swizzled_layout(),
/// until it returns true.
template <class Visit>
void each_swizzle(Int length, const Visit& visit) {
  if (visit(Swizzle())) return;
  for (Int bits = 1; bits <= length; ++bits)
    for (Int base = 0; base <= length; ++base)
      for (Int distance = bits; base + bits + distance <= length; ++distance)
        for (const Int shift : {distance, -distance}) {
          work(8);
          if (visit(Swizzle{bits, base, shift})) return;
        }
}

/// A function of the coordinates of some extents, of which those that are powers of two are cut
/// into twos: a layout adds up along these, too.
struct Tabulated {
  std::vector<Exact> values;
  /// For each index those at which one part of its coordinate alone is what it is there.
  std::vector<std::vector<std::size_t>> parts;

  Tabulated(const std::vector<Exact>& extents, std::vector<Exact> all) : values(std::move(all)) {
    std::vector<Exact> fine;
    for (const Exact& extent : extents) {
      const std::optional<Int> twos = whole_log2(to_int(extent));
      fine.insert(fine.end(), static_cast<std::size_t>(twos.value_or(1)), twos ? Exact(2) : extent);
    }
    for (std::size_t x = 0; x < values.size(); ++x) {
      std::vector<std::size_t>& indices = parts.emplace_back();
      const std::vector<Exact> coordinate = coordinate_of(fine, x);
      Exact place = 1;
      for (std::size_t i = 0; i < fine.size(); ++i) {
        if (coordinate[i] != 0) indices.push_back(static_cast<std::size_t>(coordinate[i] * place));
        place *= fine[i];
      }
    }
  }

  /// f(x) − f(0) − Σ (f(x_i) − f(0)) over its parts.
  [[nodiscard]] Exact excess(std::size_t x) const {
    Exact sum = values[x] - values.front();
    for (const std::size_t part : parts[x])
      sum -= values[part] - values.front();
    return sum;
  }
};

/// Calls `visit` with swizzles, in the order of swizzled_layout(), until it returns true: without
/// those that are not the first after which f adds up (swizzled.hpp, composition).
template <class Visit>
void each_first_swizzle(const Tabulated& f, const Visit& visit) {
  Exact span = 0;
  Int exact = most_bits;  // the excesses are multiples of 2^exact
  Exact most = 0;         // and so great in relation to what a swizzle adds to one value
  for (std::size_t x = 0; x < f.values.size(); ++x) {
    work(f.parts[x].size() + 1);
    span |= f.values[x];
    const Exact excess = abs(f.excess(x));
    if (excess == 0) continue;
    exact = std::min(exact, static_cast<Int>(lsb(excess)));
    most = std::max<Exact>(most, excess / (2 * f.parts[x].size()));
  }
  if (visit(Swizzle()) || span == 0) return;
  const auto lowest = static_cast<Int>(lsb(span));
  const Int length = length_of(span);
  const auto occurs = [&](Int bit) { return bit_test(span, static_cast<unsigned>(bit)); };
  for (Int bits = 1; bits <= length; ++bits)
    for (Int base = std::max<Int>(0, lowest - bits); base <= std::min(length, exact); ++base)
      for (Int distance = bits; base + distance <= length; ++distance)
        for (const Int shift : {distance, -distance}) {
          work(2);
          const Int read = base + std::max<Int>(0, shift);
          const Int written = read - shift;
          if (base + bits + distance > most_bits || !occurs(read) || !occurs(read + bits - 1) ||
              written > exact || most >> static_cast<unsigned>(written + bits) != 0)
            continue;
          if (visit(Swizzle{bits, base, shift})) return;
        }
}

/// Sw o n o R, over the shape of B, with this function: n = Sw(f(0)), and R is Sw(f) − n. Nothing
/// if R is no layout over the integers, which the first values that do not add up tell soon.
std::optional<SwizzledLayout> behind(const Swizzle& swizzle, const ExactLayout& b,
                                     const Tabulated& f) {
  const Exact offset = swizzled(swizzle, f.values.front());
  std::vector<Exact> r;
  for (std::size_t x = 0; x < f.values.size(); ++x) {
    work(f.parts[x].size() + 4);
    r.push_back(swizzled(swizzle, f.values[x]) - offset);
    if (r.back() < 0) return std::nullopt;
    Exact sum = 0;
    for (const std::size_t part : f.parts[x])
      sum += r[part];
    if (sum != r.back()) return std::nullopt;
  }
  const Outcome<ExactLayout> layout = layout_over(b, r);
  if (!layout) return std::nullopt;
  return SwizzledLayout(swizzle, to_int(offset), to_layout(*layout));
}

/// All points; beyond the limit 0 and the powers of two, if W and the answer are XOR of what they
/// are there, and so is the coordinate of a unit, of whose extents some bits are left out.
std::vector<Exact> points_that_decide_units(const SwizzledLayout& layout,
                                            const SwizzledLayout& units, Int n,
                                            const Limits& limits) {
  const Layout& l = layout.layout();
  const Exact all = size(layout);
  const bool are_bits = std::ranges::all_of(
      l.strides(), [&](Int d) { return whole_log2(to_int(group_of(d, n))).has_value(); });
  std::vector<Exact> points;
  if (all > limits.points && are_bits && affine(layout) && affine(units)) {
    points.emplace_back(0);
    for (Exact i = 1; i < all; i *= 2)
      points.push_back(i);
    return points;
  }
  charge(all, limits, "the units of a swizzled layout");
  for (Exact i = 0; i < all; ++i)
    points.push_back(i);
  return points;
}

}  // namespace

std::function<Exact(const Exact&)> offsets_of(const SwizzledLayout& layout) {
  return [layout, l = ExactLayout(layout.layout())](const Exact& x) {
    return swizzled(layout.swizzle(), layout.offset() + value_at(l, x));
  };
}

std::vector<Exact> table(const SwizzledLayout& layout, const Limits& limits) {
  std::vector<Exact> values = table(ExactLayout(layout.layout()), limits);
  for (Exact& value : values)
    value = swizzled(layout.swizzle(), layout.offset() + value);
  return values;
}

bool same_function(const SwizzledLayout& a, const SwizzledLayout& b, const Limits& limits) {
  const Exact points = size(a);
  if (points != size(b)) return false;
  if (points > limits.points) {
    const std::optional<Affine> f = affine(a);
    const std::optional<Affine> g = affine(b);
    if (f && g) return f->at_zero == g->at_zero && f->rest.at_powers == g->rest.at_powers;
    const auto at_a = offsets_of(a);
    const auto at_b = offsets_of(b);
    for (const Exact& x : sample_points(ExactLayout::entry(points, 1), 64, 1))
      if (at_a(x) != at_b(x)) return false;
    // A swizzle is a bijection.
    if (a.swizzle() == b.swizzle() && a.offset() == b.offset())
      return same_function(a.layout(), b.layout(), limits);
  }
  return table(a, limits) == table(b, limits);
}

Exact cosize(const SwizzledLayout& layout, const Limits& limits) {
  if (size(layout) > limits.points)
    if (const std::optional<Affine> f = affine(layout))
      return Image(f->rest).greatest(f->at_zero) + 1;
  const std::vector<Exact> offsets = table(layout, limits);
  return *std::ranges::max_element(offsets) + 1;
}

Outcome<SwizzledLayout> slice(const Tiler& coordinate, const SwizzledLayout& layout,
                              Convention convention) {
  const ExactLayout l(layout.layout());
  const Outcome<ExactLayout> kept = slice(coordinate, l);
  if (!kept) return kept.undefined();
  const Outcome<Exact> offset = apply(l, at_zero(coordinate), convention);
  if (!offset) return offset.undefined();
  return SwizzledLayout(layout.swizzle(), to_int(layout.offset() + *offset), to_layout(*kept));
}

Exact max_common_vector(const SwizzledLayout& a, const SwizzledLayout& b, const Limits& limits) {
  const auto is_plain = [](const SwizzledLayout& layout) {
    return layout.swizzle().bits == 0 && layout.offset() == 0;
  };
  if (is_plain(a) && is_plain(b))
    return size(max_common_layout(a.layout(), b.layout(), Convention::strict, limits));
  if (size(a) > limits.points || size(b) > limits.points) {
    const std::optional<Affine> f = affine(a);
    const std::optional<Affine> g = affine(b);
    if (f && g) return max_common_vector(*f, *g);
  }
  const std::vector<Exact> values = table(a, limits);
  const std::vector<Exact> others = table(b, limits);
  const std::size_t indices = std::min(values.size(), others.size());
  for (Exact i = 0;; ++i) {
    std::size_t x = 0;
    while (x < indices && (values[x] != i || others[x] != i))
      ++x;
    work(indices + 1);
    if (x == indices) return i;
  }
}

Outcome<SwizzledLayout> upcast(const SwizzledLayout& layout, Int n, const Limits& limits) {
  const std::optional<Int> k = whole_log2(n);
  if (!k) return Undefined{std::to_string(n) + " is no power of two"};
  const ExactLayout l(layout.layout());
  const Outcome<ExactLayout> units = upcast(l, n, limits);
  if (!units) return units.undefined();
  const SwizzledLayout result(lowered(layout.swizzle(), *k), layout.offset() / n,
                              to_layout(*units));
  const auto offset_at = offsets_of(layout);
  const auto claimed_at = offsets_of(result);
  const auto is_unit_at = [&](const Exact& i) {
    std::vector<Exact> x = coordinate_of(l.extents, i);
    for (std::size_t entry = 0; entry < x.size(); ++entry)
      x[entry] /= group_of(l.strides[entry], n);
    work(8 * x.size() + 8);
    return offset_at(i) / n == claimed_at(index_of(units->extents, x));
  };
  for (const Exact& i : points_that_decide_units(layout, result, n, limits))
    if (!is_unit_at(i))
      return Undefined{"the units at " + digits(i) + " are not those of " + to_string(result)};
  return result;
}

Outcome<SwizzledLayout> downcast(const SwizzledLayout& layout, Int n) {
  const std::optional<Int> k = whole_log2(n);
  if (!k) return Undefined{std::to_string(n) + " is no power of two"};
  const Outcome<ExactLayout> parts = downcast(ExactLayout(layout.layout()), n);
  if (!parts) return parts.undefined();
  Swizzle swizzle = layout.swizzle();
  swizzle.base += *k;
  try {
    return SwizzledLayout(swizzle, to_int(Exact(layout.offset()) * n), to_layout(*parts));
  } catch (const std::invalid_argument& error) {
    throw Overflow(error.what());
  }
}

Outcome<SwizzledLayout> recast(const SwizzledLayout& layout, Int to, Int from,
                               const Limits& limits) {
  const Int common = std::gcd(to, from);
  const Int p = to / common;
  const Int q = from / common;
  const Outcome<SwizzledLayout> units =
      p == 1 ? Outcome<SwizzledLayout>(layout) : upcast(layout, p, limits);
  return units && q > 1 ? downcast(*units, q) : units;
}

Outcome<SwizzledLayout> swizzled_layout(const ModuleLayout& layout, const Limits& limits) {
  Exact greatest = 0;
  std::vector<Exact> values;
  for (const ExactElement& element : table(layout, limits)) {
    values.push_back(number_in(element));
    if (!element.empty() && module_of(layout.strides()) != Module::bits)
      return Undefined{"its strides are not under XOR"};
    greatest = std::max(greatest, values.back());
  }
  const Int length = length_of(greatest);
  std::optional<SwizzledLayout> found;
  each_swizzle(length, [&](const Swizzle& swizzle) {
    ExactLayout l(layout.profile(), to_exact(layout.extents()), {});
    for (std::size_t i = 0; i < layout.length(); ++i)
      l.strides.push_back(l.extents[i] == 1 ? Exact(0)
                                            : swizzled(swizzle, layout.strides()[i].value()));
    for (std::size_t x = 0; x < values.size(); ++x) {
      work(l.length() + 1);
      if (swizzled(swizzle, value_at(l, x)) != values[x]) return false;
    }
    found = SwizzledLayout(swizzle, 0, to_layout(l));
    return true;
  });
  if (!found) return Undefined{"no swizzle takes it to a layout over the integers"};
  return *found;
}

Outcome<SwizzledLayout> composition(const SwizzledLayout& a, const SwizzledLayout& b,
                                    Convention convention, const Limits& limits) {
  const ExactLayout outer(a.layout());
  const ExactLayout inner(b.layout());
  std::vector<Exact> values;
  for (const Exact& index : table(b, limits)) {
    if (convention == Convention::strict && index >= size(outer))
      return Undefined{digits(index) + " lies outside the domain of A"};
    values.push_back(swizzled(a.swizzle(), a.offset() + value_at(outer, index, convention)));
  }
  const Tabulated f(inner.extents, std::move(values));
  std::optional<SwizzledLayout> found;
  each_first_swizzle(f, [&](const Swizzle& swizzle) {
    found = behind(swizzle, inner, f);
    return found.has_value();
  });
  if (!found) return Undefined{"no swizzle takes it to a layout over the integers"};
  return *found;
}

std::optional<FormFault> form_fault(const SwizzledLayout& canonical,
                                    const SwizzledLayout& claimed) {
  const NestedTuple shape = canonical.layout().shape();
  const auto lengths = lengths_over(shape, claimed.layout().shape());
  if (lengths && std::ranges::all_of(*lengths, [](std::size_t n) { return n == 1; }))
    return std::nullopt;
  return FormFault{FormPart::modes, "its shape is not " + to_string(shape)};
}

}  // namespace layoutcheck::oracle
