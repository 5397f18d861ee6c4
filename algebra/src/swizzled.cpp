// Operations on swizzled layouts.
#include "exact_layout.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/bijections.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/mode_lists.hpp>
#include <layoutcheck/algebra/module_inverses.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/recast.hpp>
#include <layoutcheck/algebra/swizzled.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <utility>

namespace layoutcheck::algebra {

namespace {

using detail::swizzled_exactly;
using detail::swizzled_table;

Int common_offsets(const std::vector<Exact>& a, const std::vector<Exact>& b) {
  std::set<Exact> common;
  for (std::size_t x = 0; x < std::min(a.size(), b.size()); ++x)
    if (a[x] == b[x]) common.insert(a[x]);
  Int n = 0;
  while (common.contains(n))
    ++n;
  return n;
}

/// The layout over XOR with its values, if it is linear and its strides fit in 64 bits. Of others,
/// tables hold any values.
std::optional<ModuleLayout> linear_layout(const SwizzledLayout& layout, Int limit) {
  if (layout.offset() != 0) return std::nullopt;
  try {
    Outcome<ModuleLayout> over = xor_layout(layout, limit);
    if (over && detail::columns(*over)) return std::move(over).value();
  } catch (const Overflow&) {
  }
  return std::nullopt;
}

/// The values at 1, 2, 4, … of what is linear over XOR.
std::optional<std::vector<Exact>> columns_of(const SwizzledLayout& layout, Int limit) {
  const auto over = linear_layout(layout, limit);
  return over ? detail::columns(*over) : std::nullopt;
}

/// The same for linear functions with these values at 1, 2, 4, …. Where a sum of differences is 0,
/// the sum of the values is common; these are all.
Int common_offsets_of_columns(const std::vector<Exact>& a, const std::vector<Exact>& b) {
  detail::LinearMap sums;  // of values of a, by the sum of the differences
  detail::LinearMap common;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const Exact difference = a[k] ^ b[k];
    if (const std::optional<Exact> sum = sums.at(difference))
      common.set(*sum ^ a[k], 0);
    else
      sums.set(difference, a[k]);
  }
  Exact n = 1;
  while (common.at(n))
    n *= 2;
  return detail::to_int(n, "max_common_vector");
}

/// Whether it is the layout behind it.
bool is_unswizzled(const SwizzledLayout& layout) {
  return layout.swizzle().bits == 0 && layout.offset() == 0;
}

/// log2(n) of a power of two.
std::optional<Int> exponent_of(Int n) {
  if (!std::has_single_bit(static_cast<std::uint64_t>(n))) return std::nullopt;
  return std::countr_zero(static_cast<std::uint64_t>(n));
}

/// The swizzle of ⌊x/2^k⌋ that ⌊Sw(x)/2^k⌋ is, where bits below 2^k do not matter.
Swizzle in_units(const Swizzle& swizzle, Int k) {
  const Int lost = std::max<Int>(0, k - swizzle.base);
  if (lost >= swizzle.bits) return {};
  return {swizzle.bits - lost, std::max<Int>(0, swizzle.base - k), swizzle.shift};
}

/// Whether ⌊Sw(x)/2^k⌋ depends on ⌊x/2^k⌋ alone: no bit below 2^k is read for one above.
bool keeps_units(const Swizzle& swizzle, Int k) {
  return swizzle.bits == 0 || swizzle.shift >= 0 || swizzle.base >= k ||
         k >= swizzle.base + swizzle.bits - swizzle.shift;
}

/// How many coordinates of an entry of the layout one of its upcast is.
Int group_of(Int stride, Int n) {
  return stride == 0 ? 1 : (n - 1) / stride + 1;
}

/// Whether U takes the units of `layout` to what its values are in units of n.
bool has_units(const SwizzledLayout& layout, const SwizzledLayout& units, Int n, Int limit) {
  const std::vector<Exact> values = swizzled_table(layout, limit);
  const std::vector<Exact> claimed = swizzled_table(units, limit);
  const Layout& l = layout.layout();
  for (std::size_t x = 0; x < values.size(); ++x) {
    work(l.length() + 1);
    std::size_t rest = x;
    std::size_t unit = 0;
    std::size_t place = 1;
    for (std::size_t i = 0; i < l.length(); ++i) {
      const auto extent = static_cast<std::size_t>(l.extents()[i]);
      const auto group = static_cast<std::size_t>(group_of(l.strides()[i], n));
      unit += rest % extent / group * place;
      place *= static_cast<std::size_t>(units.layout().extents()[i]);
      rest /= extent;
    }
    if (values[x] / n != claimed[unit]) return false;
  }
  return true;
}

/// All bits that the swizzle reads.
Int read_by(const Swizzle& swizzle) {
  return ((Int{1} << swizzle.bits) - 1) << (swizzle.base + std::max<Int>(swizzle.shift, 0));
}

/// Whether Sw(x·d) = x·Sw(d) for all x < s. Throws LimitReached.
bool takes_multiples(const Swizzle& swizzle, Int s, const Exact& d, Int limit) {
  const Exact e = swizzled_exactly(swizzle, d);
  if (e == d) return (detail::span_of(s, d) & read_by(swizzle)) == 0;
  const auto is_wrong_at = [&](const Exact& x) {
    work(2);
    return swizzled_exactly(swizzle, x * d) != x * e;
  };
  constexpr Int few = 64;
  for (Int x = 2; x < std::min(s, few); ++x)
    if (is_wrong_at(x)) return false;
  const auto bits = static_cast<Int>(std::bit_width(static_cast<std::uint64_t>(s - 1)));
  if (s == Int{1} << bits && detail::is_sparse(d, bits - 1) && detail::is_sparse(e, bits - 1)) {
    // Both are linear, so that the powers of two show it.
    for (Int i = 1; i < bits; ++i)
      if (is_wrong_at(Int{1} << i)) return false;
    return true;
  }
  detail::require_points(s, limit);
  for (Int x = few; x < s; ++x)
    if (is_wrong_at(x)) return false;
  return true;
}

/// The strides of L if V is Sw o 0 o L: Sw of V's, whose multiples are disjoint, and Sw of these
/// multiples are V's.
std::optional<Tuple> unswizzled_strides(const Swizzle& swizzle, const ModuleLayout& layout,
                                        Int limit) {
  Exact taken = 0;
  Tuple strides;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int s = layout.extents()[i];
    const Exact stride = s == 1 ? Exact(0) : Exact(layout.strides()[i].value());
    const Exact unswizzled = swizzled_exactly(swizzle, stride);
    const Exact bits = detail::span_of(s, unswizzled);
    if ((bits & taken) != 0 || !takes_multiples(swizzle, s, unswizzled, limit)) return std::nullopt;
    taken |= bits;
    strides.push_back(static_cast<Int>(unswizzled));
  }
  return strides;
}

/// The search for the greatest Sw(x): the entries by descending strides, each from its last
/// coordinate down, until what is left cannot reach further than what was found.
struct Greatest {
  const Swizzle& swizzle;
  std::vector<std::pair<Int, Int>> entries;  // stride, last coordinate
  std::vector<Exact> rests;                  // the most that the entries from i on add
  Exact found = -1;

  void search(std::size_t i, const Exact& offset) {
    work(4);
    if (i == entries.size()) {
      found = std::max(found, swizzled_exactly(swizzle, offset));
      return;
    }
    const auto [stride, last] = entries[i];
    for (Int x = last; x >= 0; --x) {
      const Exact next = offset + Exact(x) * stride;
      // No x' ≤ x has more bits above those that are written.
      const Int end = swizzle.base + swizzle.bits + std::max<Int>(-swizzle.shift, 0);
      const Exact below = (Exact(1) << static_cast<unsigned>(end)) - 1;
      if (Exact((next + rests[i + 1]) | below) <= found) return;
      search(i + 1, next);
    }
  }
};

}  // namespace

Outcome<SwizzledLayout> slice(const Tiler& coordinate, const SwizzledLayout& layout,
                              Convention convention) {
  return named(
      "slice",
      [&]() -> Outcome<SwizzledLayout> {
        const Outcome<Layout> part = slice(coordinate, layout.layout());
        if (!part) return part.undefined();
        const Outcome<Int> moved = crd2idx(coordinate, layout.layout(), convention);
        if (!moved) return moved.undefined();
        return SwizzledLayout(layout.swizzle(), checked_add(layout.offset(), *moved), *part);
      },
      coordinate, layout);
}

Exact detail::greatest_offset(const SwizzledLayout& layout) {
  const Layout& l = layout.layout();
  Greatest greatest{layout.swizzle(), {}, {}};
  for (std::size_t i = 0; i < l.length(); ++i)
    if (l.extents()[i] > 1 && l.strides()[i] > 0)
      greatest.entries.emplace_back(l.strides()[i], l.extents()[i] - 1);
  std::ranges::sort(greatest.entries, std::greater());
  greatest.rests.assign(greatest.entries.size() + 1, 0);
  for (std::size_t i = greatest.entries.size(); i > 0; --i) {
    const auto [stride, last] = greatest.entries[i - 1];
    greatest.rests[i - 1] = greatest.rests[i] + Exact(last) * stride;
  }
  greatest.search(0, layout.offset());
  return greatest.found;
}

Int cosize(const SwizzledLayout& layout) {
  return named(
      "cosize", [&] { return detail::to_int(detail::greatest_offset(layout) + 1, "cosize"); },
      layout);
}

Outcome<ModuleLayout> right_inverse(const SwizzledLayout& layout, Int limit) {
  return named(
      "right_inverse",
      [&]() -> Outcome<ModuleLayout> {
        if (layout.offset() != 0) return Undefined{"the value at 0 is not 0"};
        if (const auto over = linear_layout(layout, limit)) return right_inverse(*over, limit);
        return detail::right_inverse_of_table(swizzled_table(layout, limit));
      },
      layout);
}

Outcome<ModuleLayout> left_inverse(const SwizzledLayout& layout, Convention convention, Int limit) {
  return named(
      "left_inverse",
      [&]() -> Outcome<ModuleLayout> {
        // A swizzle is a bijection. This comes first, since values may be too large to be strides.
        if (convention == Convention::strict && !is_injective(layout.layout()))
          return Undefined{"a value is taken twice"};
        const Outcome<ModuleLayout> over = xor_layout(layout, limit);
        if (!over) return over;
        const auto all = detail::columns(*over);
        if (!all) return Undefined{"it is not linear"};
        return detail::left_inverse_of_columns(*all, convention);
      },
      layout);
}

Int max_common_vector(const SwizzledLayout& a, const Layout& b, Int limit) {
  return max_common_vector(a, SwizzledLayout({}, 0, b), limit);
}

Int max_common_vector(const SwizzledLayout& a, const SwizzledLayout& b, Int limit) {
  if (is_unswizzled(a) && is_unswizzled(b))
    return max_common_vector(a.layout(), b.layout(), Convention::strict, limit);
  const auto columns = columns_of(a, limit);
  const auto others = columns_of(b, limit);
  if (columns && others) return common_offsets_of_columns(*columns, *others);
  return common_offsets(swizzled_table(a, limit), swizzled_table(b, limit));
}

Outcome<SwizzledLayout> upcast(const SwizzledLayout& layout, Int n, Int limit) {
  return named(
      "upcast",
      [&]() -> Outcome<SwizzledLayout> {
        const std::optional<Int> k = exponent_of(n);
        if (!k) return Undefined{std::to_string(n) + " is no power of two"};
        const Outcome<Layout> units = upcast(layout.layout(), n);
        if (!units) return units.undefined();
        SwizzledLayout result(in_units(layout.swizzle(), *k), layout.offset() / n, *units);
        // What the offset and L leave beyond their units must add up to less than a unit: as if
        // the offset were an entry more.
        Tuple extents = layout.layout().extents();
        Tuple strides = layout.layout().strides();
        extents.push_back(2);
        strides.push_back(layout.offset() % n);
        const Layout with_offset = Layout::flat(std::move(extents), std::move(strides));
        const bool is_right = keeps_units(layout.swizzle(), *k)
                                  ? upcast(with_offset, n).has_value()
                                  : has_units(layout, result, n, limit);
        if (!is_right) return Undefined{"the units are the values of no such layout"};
        return result;
      },
      layout, n);
}

Outcome<SwizzledLayout> downcast(const SwizzledLayout& layout, Int n) {
  return named(
      "downcast",
      [&]() -> Outcome<SwizzledLayout> {
        const std::optional<Int> k = exponent_of(n);
        if (!k) return Undefined{std::to_string(n) + " is no power of two"};
        const Outcome<Layout> parts = downcast(layout.layout(), n);
        if (!parts) return parts.undefined();
        Swizzle swizzle = layout.swizzle();
        swizzle.base += *k;
        const Int distance = swizzle.shift < 0 ? -swizzle.shift : swizzle.shift;
        constexpr Int most = 62;
        if (swizzle.base + swizzle.bits + distance > most)
          throw Overflow("the swizzle is beyond bit " + std::to_string(most));
        return SwizzledLayout(swizzle, checked_multiply(layout.offset(), n), *parts);
      },
      layout, n);
}

Outcome<SwizzledLayout> recast(const SwizzledLayout& layout, Int to, Int from, Int limit) {
  if (to == from) return layout;
  if (to % from == 0) return upcast(layout, to / from, limit);
  if (from % to == 0) return downcast(layout, from / to);
  return Undefined{std::to_string(to) + " and " + std::to_string(from) +
                   " differ by no power of two"};
}

Outcome<SwizzledLayout> swizzled_layout(const ModuleLayout& layout, Int limit) {
  return named(
      "swizzled_layout",
      [&]() -> Outcome<SwizzledLayout> {
        Exact taken = 0;
        for (std::size_t i = 0; i < layout.length(); ++i) {
          const Element& d = layout.strides()[i];
          if (layout.extents()[i] == 1 || d.is_zero()) continue;
          if (d.module() != Module::bits) return Undefined{"its strides are not under XOR"};
          taken |= detail::span_of(layout.extents()[i], d.value());
        }
        constexpr Int most = 62;  // as in a SwizzledLayout
        const Int length = taken == 0 ? 0 : std::min(most, static_cast<Int>(msb(taken)) + 1);
        const auto found = [&](const Swizzle& swizzle) -> std::optional<SwizzledLayout> {
          std::optional<Tuple> strides = unswizzled_strides(swizzle, layout, limit);
          if (!strides) return std::nullopt;
          return SwizzledLayout(swizzle, 0,
                                Layout(layout.profile(), layout.extents(), *std::move(strides)));
        };
        if (auto plain = found({})) return *std::move(plain);
        for (Int bits = 1; 2 * bits <= length; ++bits)
          for (Int base = 0; base + 2 * bits <= length; ++base)
            for (Int shift = bits; base + bits + shift <= length; ++shift)
              for (const Int signed_shift : {shift, -shift})
                if (auto layout_found = found({bits, base, signed_shift}))
                  return *std::move(layout_found);
        return Undefined{"it is no layout of integers after any swizzle"};
      },
      layout);
}

}  // namespace layoutcheck::algebra
