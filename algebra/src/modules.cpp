// Layouts over modules, by the theorems of docs/modules.md; exact where numbers may exceed 64 bits.
#include "exact_layout.hpp"
#include "fractions.hpp"
#include "module_space.hpp"
#include "parts.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace layoutcheck::algebra {

void detail::require_points(const Exact& points, Int limit) {
  if (points > limit) {
    throw LimitReached("the function has " + digits(points) + " points to tabulate; the limit is " +
                       std::to_string(limit));
  }
}

namespace {

using detail::coordinate_at;
using detail::product_of;
using detail::require_points;
using detail::Run;
using detail::Space;
using detail::swizzled_exactly;
using detail::to_signed;
using detail::with_modes;

/// Whether d = n·e, in another module than XOR.
bool is_multiple(const Element& d, const Exact& n, const Element& e) {
  return d.module() == e.module() &&
         std::ranges::equal(d.parts(), e.parts(),
                            [&n](const Element::Part& a, const Element::Part& b) {
                              return a.path == b.path && n * b.value == a.value;
                            });
}

/// A mode in another module than XOR; those on the way to an answer need not fit.
struct Mode {
  Exact extent;
  Element stride;

  friend bool operator==(const Mode&, const Mode&) = default;
};

/// The modes with extents above 1, each joined to the one before it if that goes on so.
std::vector<Mode> joined_modes(const ModuleLayout& layout) {
  std::vector<Mode> modes;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int s = layout.extents()[i];
    const Element& d = layout.strides()[i];
    if (s == 1) continue;
    if (!modes.empty() && is_multiple(d, modes.back().extent, modes.back().stride))
      modes.back().extent *= s;
    else
      modes.push_back({s, d});
  }
  return modes;
}

Int floor_log2(Int n) {
  return static_cast<Int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1;
}

std::vector<Run> runs_of(const ModuleLayout& layout) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < layout.length(); ++i)
    runs.push_back({layout.extents()[i], layout.strides()[i].value()});
  return runs;
}

/// The modes over XOR without extents of 1, each split into as many as it can be.
std::vector<Run> split(const std::vector<Run>& modes) {
  std::vector<Run> runs;
  for (auto [s, d] : modes) {
    while (d != 0 && s > 2 && s % 2 == 0 && continues_over_xor(2, d, s / 2)) {
      runs.push_back({2, d});
      d *= 2;
      s /= 2;
    }
    if (s > 1) runs.push_back({s, d});
  }
  return runs;
}

/// Each run joined to the one before it if that goes on so.
std::vector<Run> joined_runs(const std::vector<Run>& runs) {
  std::vector<Run> result;
  for (const Run& run : runs) {
    if (!result.empty() && run.stride == result.back().extent * result.back().stride &&
        continues_over_xor(result.back().extent, result.back().stride, run.extent)) {
      result.back().extent = checked_multiply(result.back().extent, run.extent);
    } else {
      result.push_back(run);
    }
  }
  return result;
}

ModuleLayout joined_over_xor(const std::vector<Run>& runs) {
  Tuple extents;
  std::vector<Element> elements;
  for (const Run& run : joined_runs(runs)) {
    extents.push_back(run.extent);
    elements.push_back(Element::bits(to_signed(run.stride)));
  }
  return with_modes(std::move(extents), std::move(elements));
}

/// The value of modes over XOR at an index.
template <class Index>
Exact bits_at(const std::vector<Run>& modes, Index index) {
  work(modes.size() + 1);
  Exact sum = 0;
  for (const Run& run : modes) {
    sum ^= Exact(index % run.extent) * run.stride;
    index /= run.extent;
  }
  return sum;
}

/// Some indices: multiples, by powers of two and by one less than the extent, of the product of the
/// extents before each mode.
std::vector<Exact> some_indices(const std::vector<Run>& modes) {
  std::vector<Exact> indices;
  Exact product = 1;
  for (const Run& run : modes) {
    for (Int x = 1; x<run.extent; x = x> run.extent / 2 ? run.extent : 2 * x)
      indices.push_back(x * product);
    indices.push_back((run.extent - 1) * product);
    product *= run.extent;
  }
  return indices;
}

/// Modes over XOR that are equal, as short as they can be, prove that their functions are equal,
/// and points that they are not. Pre: the sizes are equal.
bool same_over_xor(const ModuleLayout& a, const ModuleLayout& b, const Exact& size, Int limit) {
  const auto shortest = [&](const ModuleLayout& layout) {
    std::vector<Run> modes = split(runs_of(layout));
    return size <= std::numeric_limits<Int>::max() ? joined_runs(modes) : modes;
  };
  const std::vector<Run> first = shortest(a);
  const std::vector<Run> second = shortest(b);
  const auto is_equal = [](const Run& x, const Run& y) {
    return x.extent == y.extent && x.stride == y.stride;
  };
  if (std::ranges::equal(first, second, is_equal)) return true;
  const auto differ_at = [&](const auto& index) {
    return bits_at(first, index) != bits_at(second, index);
  };
  std::vector<Exact> indices = some_indices(first);
  for (const Exact& index : some_indices(second))
    indices.push_back(index);
  for (const Exact& x : indices) {
    if (differ_at(x)) return false;
    for (const Exact& y : indices)
      if (x + y < size && differ_at(Exact(x + y))) return false;
  }
  require_points(size, limit);
  for (Int x = 0; x < size; ++x)
    if (differ_at(x)) return false;
  return true;
}

Exact offset_at(const Layout& layout, const std::vector<Exact>& coordinate) {
  Exact offset = 0;
  for (std::size_t i = 0; i < layout.length(); ++i)
    offset += coordinate[i] * layout.strides()[i];
  return offset;
}

}  // namespace

bool detail::is_sparse(const Exact& d, Int distance) {
  if (d == 0) return true;
  const auto length = static_cast<Int>(msb(d));
  for (Int k = 1; k <= std::min(distance, length); ++k) {
    work();
    if ((d & (d << static_cast<unsigned>(k))) != 0) return false;
  }
  return true;
}

ModuleLayout detail::coalesced_over_xor(const std::vector<Run>& modes) {
  return joined_over_xor(split(modes));
}

/// Bit j of some multiple is set if and only if one of them is at least 2^j modulo 2^(j+1).
Exact detail::span_of(Int s, const Exact& d) {
  if (s == 1 || d == 0) return 0;
  const auto zeros = static_cast<unsigned>(lsb(d));
  const Exact odd = d >> zeros;
  const Exact most = s - 1;
  Exact bits = 0;
  for (unsigned j = 0; j <= msb(Exact(most * odd)); ++j) {
    const Exact period = Exact(2) << j;
    if (multiples<Exact>(odd % period, period, most).greatest * 2 >= period) bit_set(bits, j);
  }
  return bits << zeros;
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

/// A layout of a prefix of length q is one of the prefix of length q' if each value there is the
/// one before it modulo q, and so many times the value at q as q goes into the place.
std::optional<ModuleLayout> detail::layout_of_xor_table(const std::vector<Exact>& values) {
  if (values.front() != 0) return std::nullopt;
  const std::size_t size = values.size();
  const auto runs_to = [&](std::size_t q, std::size_t end) {
    for (std::size_t x = q; x < end; ++x) {
      work();
      if (Exact(values[x % q] ^ (x / q) * values[q]) != values[x]) return false;
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
    strides.push_back(Element::bits(to_signed(values[q])));
  }
  return with_modes(std::move(extents), std::move(strides));
}

std::optional<std::vector<Exact>> detail::columns(const ModuleLayout& layout) {
  std::vector<Exact> values;
  for (Run run : split(runs_of(layout))) {
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

Outcome<ModuleLayout> mode(const ModuleLayout& layout, std::size_t index) {
  const std::vector<detail::Part> modes = detail::modes_of(layout.profile());
  if (index >= modes.size()) return detail::out_of_range(index, modes.size(), "mode");
  return detail::cut(layout, modes[index]);
}

namespace {

/// The entries of several layouts, and how each nests them.
struct Joined {
  explicit Joined(std::span<const ModuleLayout> layouts) {
    for (const ModuleLayout& layout : layouts) {
      words.push_back(layout.profile().word());
      extents.insert(extents.end(), layout.extents().begin(), layout.extents().end());
      strides.insert(strides.end(), layout.strides().begin(), layout.strides().end());
    }
  }
  /// The layouts in place of the profile's entries. Pre: they are over one module.
  [[nodiscard]] ModuleLayout in(const Profile& profile) const {
    return {detail::fill(profile, words), extents, strides};
  }

  std::vector<std::string_view> words;
  Tuple extents;
  std::vector<Element> strides;
};

}  // namespace

Outcome<ModuleLayout> concatenate(std::span<const ModuleLayout> layouts) {
  const Joined entries(layouts);
  work(entries.extents.size());
  try {
    require_one_module(entries.strides);
  } catch (const std::invalid_argument& error) {
    return Undefined{error.what()};
  }
  return entries.in(Profile::flat(layouts.size()));
}

Outcome<ModuleLayout> coalesce(const ModuleLayout& layout, const NestedTuple& shape) {
  const Outcome<std::vector<detail::Part>> parts =
      detail::relative_parts(layout.extents(), layout.profile(), shape);
  if (!parts) return parts.undefined();
  return named(
      "coalesce",
      [&] {
        std::vector<ModuleLayout> modes;
        for (const detail::Part& part : *parts)
          modes.push_back(coalesce(detail::cut(layout, part)));
        return Joined(modes).in(shape.profile());
      },
      layout, shape);
}

Outcome<Int> cosize(const ModuleLayout& layout) {
  std::map<Tuple, Exact> last;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Element& d = layout.strides()[i];
    if (layout.extents()[i] == 1 || d.is_zero()) continue;
    if (d.module() == Module::bits) return Undefined{"it has values under XOR"};
    for (const Element::Part& part : d.parts()) {
      if (part.value < 0) return Undefined{"a value is negative"};
      last[part.path] += Exact(layout.extents()[i] - 1) * part.value;
    }
  }
  return named(
      "cosize",
      [&] {
        Exact box = 1;
        for (const auto& [path, greatest] : last)
          box *= greatest + 1;
        return detail::to_int(box, "cosize");
      },
      layout);
}

bool same_function(const ModuleLayout& a, const ModuleLayout& b, Int limit) {
  const Exact size = product_of(a.extents());
  if (size != product_of(b.extents())) return false;
  const auto is_over_xor = [](const ModuleLayout& layout) {
    const auto is_bits = [](const Element& d) { return d.is_zero() || d.module() == Module::bits; };
    return std::ranges::all_of(layout.strides(), is_bits);
  };
  if (is_over_xor(a) && is_over_xor(b)) return same_over_xor(a, b, size, limit);
  // Over integers and coordinates the function determines the shortest layout (Theorem 7), and in
  // several modules only 0 is equal.
  return joined_modes(a) == joined_modes(b);
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
  return detail::swizzled_number(swizzle, x);
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
  return detail::is_sparse(d0, floor_log2(s0) + floor_log2(s1 - 1));
}

ModuleLayout coalesce(const ModuleLayout& layout) {
  return named(
      "coalesce",
      [&] {
        if (module_of(layout.strides()) == Module::bits)
          return detail::coalesced_over_xor(runs_of(layout));
        Tuple extents;
        std::vector<Element> strides;
        for (Mode& mode : joined_modes(layout)) {
          extents.push_back(detail::to_int(mode.extent, "extent"));
          strides.push_back(std::move(mode.stride));
        }
        return with_modes(std::move(extents), std::move(strides));
      },
      layout);
}

Outcome<Tuple> to_linear(const ModuleLayout& layout) {
  return named(
      "to_linear",
      [&]() -> Outcome<Tuple> {
        for (std::size_t i = 0; i < layout.length(); ++i) {
          const Element& d = layout.strides()[i];
          if (layout.extents()[i] > 1 && !d.is_zero() && d.module() != Module::bits)
            return Undefined{"its strides are not under XOR"};
        }
        const std::optional<std::vector<Exact>> columns = detail::columns(layout);
        if (!columns)
          return Undefined{"an entry of it is not linear, or its extent no power of two"};
        Tuple values;
        for (const Exact& column : *columns)
          values.push_back(to_signed(column));
        return values;
      },
      layout);
}

ModuleLayout from_linear(const Tuple& values) {
  return detail::layout_of_columns({values.begin(), values.end()});
}

}  // namespace layoutcheck::algebra
