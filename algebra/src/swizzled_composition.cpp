// Compositions after a swizzled layout W: c ↦ A(Sw(n + L(c))).
//
// Where the extents of L are powers of two, and nothing carries, each bit of W is a sum under XOR
// of bits of the coordinate; where the extents of A are powers of two, A is the sum of what its
// bits are worth. Then parities decide (docs/modules.md, Theorem 25), whatever the sizes are. What
// is left is compared at the coordinates of W.
#include "exact_layout.hpp"
#include "module_composition.hpp"
#include "module_space.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/swizzled.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>

namespace layoutcheck::algebra {

namespace {

using detail::Space;
using detail::swizzled_exactly;
using detail::swizzled_number;
using Point = Space::Point;

constexpr Int most_bits = 62;  // of what a swizzle reads and writes

/// A mode on the way to an answer.
struct PointMode {
  Int extent;
  Point stride;
};

/// Appends a mode, or merges it with the last one where its stride goes on.
void append_merged(std::vector<PointMode>& modes, Int extent, const Point& stride) {
  work(stride.size() + 1);
  const auto goes_on = [&](const PointMode& last) {
    for (std::size_t p = 0; p < stride.size(); ++p)
      if (stride[p] != last.extent * last.stride[p]) return false;
    return true;
  };
  if (!modes.empty() && goes_on(modes.back()))
    modes.back().extent *= extent;
  else
    modes.push_back({extent, stride});
}

ModuleLayout over_space(const Space& space, const std::vector<PointMode>& modes) {
  Tuple extents;
  std::vector<Element> strides;
  for (const PointMode& mode : modes) {
    extents.push_back(mode.extent);
    strides.push_back(space.element(mode.stride));
  }
  return detail::with_modes(std::move(extents), std::move(strides));
}

/// A as a function of an index, of which its entry before `last` takes what is left.
struct Outer {
  Tuple extents;
  std::size_t last;
  Space space;

  Outer(const ModuleLayout& a, Convention convention)
      : extents(a.extents()), last(a.length()), space(a.strides()) {
    if (convention == Convention::squeezed)
      while (last > 0 && extents[last - 1] == 1)
        --last;
  }

  [[nodiscard]] Point at(const Exact& x) const {
    return space.sum_at(detail::coordinate_at(extents, last, x));
  }
};

/// What a bit of an index is worth in A, and the digit that has it.
struct WorthOfBit {
  std::size_t digit;
  Point value;
};

/// Those of the lowest bits of an index. Nothing if an extent of A, but the last that these reach,
/// is no power of two.
std::optional<std::vector<WorthOfBit>> worths(const Outer& a, std::size_t length) {
  std::vector<WorthOfBit> bits;
  for (std::size_t i = 0; i < a.last && bits.size() < length; ++i) {
    const std::size_t left = length - bits.size();
    const auto extent = static_cast<std::uint64_t>(a.extents[i]);
    const bool takes_all = i + 1 == a.last || (left < 63 && extent >> left != 0);
    if (!takes_all && !std::has_single_bit(extent)) return std::nullopt;
    const std::size_t count = takes_all ? left : static_cast<std::size_t>(std::countr_zero(extent));
    std::vector<Exact> digits(a.extents.size(), 0);
    digits[i] = 1;
    for (std::size_t place = 0; place < count; ++place, digits[i] *= 2)
      bits.push_back({i, a.space.sum_at(digits)});
  }
  // Without a digit, A is 0 everywhere.
  bits.resize(length, {a.last, Point(a.space.places().size(), 0)});
  return bits;
}

/// A function of the bits of the coordinates of a shape whose extents are powers of two: the XOR of
/// a number and of one for each bit of each entry.
struct Affine {
  Exact origin;
  std::vector<std::vector<Exact>> columns;

  /// All bits that some value has.
  [[nodiscard]] Exact span() const {
    Exact bits = origin;
    for (const std::vector<Exact>& entry : columns)
      for (const Exact& column : entry)
        bits |= column;
    return bits;
  }
};

/// W as such a function, if its offset and the multiples of its strides have no bit in common.
std::optional<Affine> affine(const SwizzledLayout& w) {
  const Layout& l = w.layout();
  Affine result{swizzled_exactly(w.swizzle(), w.offset()), {}};
  Exact taken = w.offset();
  for (std::size_t j = 0; j < l.length(); ++j) {
    const auto extent = static_cast<std::uint64_t>(l.extents()[j]);
    if (!std::has_single_bit(extent)) return std::nullopt;
    std::vector<Exact>& columns = result.columns.emplace_back();
    for (int i = 0; i < std::countr_zero(extent); ++i) {
      const Exact multiple = Exact(l.strides()[j]) << static_cast<unsigned>(i);
      if ((taken & multiple) != 0) return std::nullopt;
      taken |= multiple;
      columns.push_back(swizzled_exactly(w.swizzle(), multiple));
    }
  }
  return result;
}

/// A after such a function, and what the bits that occur there are worth.
struct Bitwise {
  Affine inner;
  std::vector<WorthOfBit> bits;
  std::vector<std::size_t> live;  // those that occur
};

std::optional<Bitwise> bitwise(const Outer& a, const SwizzledLayout& w) {
  std::optional<Affine> inner = affine(w);
  if (!inner) return std::nullopt;
  const Exact span = inner->span();
  std::optional<std::vector<WorthOfBit>> bits = worths(a, span == 0 ? 0 : msb(span) + 1);
  if (!bits) return std::nullopt;
  Bitwise result{*std::move(inner), *std::move(bits), {}};
  for (std::size_t t = 0; t < result.bits.size(); ++t)
    if (bit_test(span, static_cast<unsigned>(t))) result.live.push_back(t);
  return result;
}

/// A∘W under XOR, if the bits that occur there are worth integers of which none, and no bit of the
/// offset, has a bit in common with another one. Within one digit alone, if `by_digit`.
std::optional<Affine> after(const Bitwise& f, const Exact& offset, bool by_digit) {
  std::map<std::size_t, Exact> taken;
  for (const std::size_t t : f.live) {
    const WorthOfBit& bit = f.bits[t];
    Exact& here = taken.try_emplace(by_digit ? bit.digit : 0, offset).first->second;
    if ((here & bit.value.front()) != 0) return std::nullopt;
    here |= bit.value.front();
  }
  const auto value = [&](const Exact& x) {
    Exact sum = 0;
    for (const std::size_t t : f.live)
      if (bit_test(x, static_cast<unsigned>(t))) sum ^= f.bits[t].value.front();
    work(f.live.size() + 1);
    return sum;
  };
  Affine result{offset ^ value(f.inner.origin), {}};
  for (const std::vector<Exact>& entry : f.inner.columns) {
    std::vector<Exact>& columns = result.columns.emplace_back();
    for (const Exact& column : entry)
      columns.push_back(value(column));
  }
  return result;
}

/// Whether an affine function under XOR is, after the swizzle, a layout beyond its value at 0: no
/// bit occurs in two columns, and none takes more away than it adds (Theorem 25).
template <class Number>
bool is_layout_after(const Swizzle& swizzle, const Number& origin,
                     const std::vector<Number>& columns) {
  const Number begin = swizzled_number(swizzle, origin);
  Number taken = 0;
  for (const Number& column : columns) {
    work();
    const Number h = swizzled_number(swizzle, column);
    if ((taken & h) != 0 || (begin ^ h) < begin) return false;
    taken |= h;
  }
  return true;
}

Exact sum_of(const Exact& x, const Exact& y) {
  return x + y;
}
Exact difference_of(const Exact& x, const Exact& y) {
  return x - y;
}
Int sum_of(Int x, Int y) {
  return x + y;
}
Int difference_of(Int x, Int y) {
  return x - y;
}
Point sum_of(Point x, const Point& y) {
  for (std::size_t p = 0; p < x.size(); ++p)
    x[p] += y[p];
  return x;
}
Point difference_of(Point x, const Point& y) {
  for (std::size_t p = 0; p < x.size(); ++p)
    x[p] -= y[p];
  return x;
}

/// Whether `visit` is true of each index x > 0 of these extents, and of x modulo the place of the
/// last extent along which it is not 0.
template <class Visit>
bool each_split(const Tuple& extents, const Visit& visit) {
  std::size_t place = 1;
  for (const Int extent : extents) {
    const std::size_t end = place * static_cast<std::size_t>(extent);
    for (std::size_t x = place; x < end; ++x)
      if (!visit(x, x % place)) return false;
    place = end;
  }
  return true;
}

/// Whether f, at the indices of these extents, is the sum of what it is along each.
template <class Function>
bool adds_up_along(const Tuple& extents, const Function& f) {
  return each_split(extents, [&](std::size_t x, std::size_t low) {
    work(2);
    return low == 0 || f(x) == sum_of(f(low), f(x - low));
  });
}

/// Where the modes of a function f of 0, …, n − 1 begin, by its steps f(x) − f(x − 1). In a layout
/// these depend on the last of the places 1 | q_1 | q_2 | … where modes begin that divides x.
/// Nothing if it is none.
template <class Function>
std::optional<std::vector<std::size_t>> places_by_steps(std::size_t n, const Function& f) {
  const auto step = [&](std::size_t x) {
    work();
    return difference_of(f(x), f(x - 1));
  };
  std::vector<std::size_t> places;
  for (std::size_t place = 1; place < n;) {
    places.push_back(place);
    std::size_t next = place;
    do
      next += place;
    while (next < n && step(next) == step(place));
    if (n % next != 0) return std::nullopt;
    place = next;
  }
  for (std::size_t x = 1; x < n; ++x) {
    const auto last = std::ranges::find_if(places.rbegin(), places.rend(),
                                           [&](std::size_t place) { return x % place == 0; });
    if (step(x) != step(*last)) return std::nullopt;
  }
  return places;
}

/// A mode of a layout that is read off a table: from which index on, up to which.
struct Span {
  std::size_t begin;
  std::size_t end;
};

/// The modes of each extent, where f is a layout over a module without torsion.
template <class Function>
std::optional<std::vector<std::vector<Span>>> spans_of(const Tuple& extents, const Function& f) {
  if (!adds_up_along(extents, f)) return std::nullopt;
  std::vector<std::vector<Span>> all;
  std::size_t before = 1;
  for (const Int extent : extents) {
    const auto n = static_cast<std::size_t>(extent);
    const auto places = places_by_steps(n, [&](std::size_t x) { return f(x * before); });
    if (!places) return std::nullopt;
    std::vector<Span>& spans = all.emplace_back();
    for (std::size_t i = 0; i < places->size(); ++i)
      spans.push_back(
          {before * (*places)[i], before * (i + 1 < places->size() ? (*places)[i + 1] : n)});
    before *= n;
  }
  return all;
}

/// The values of W along the entries that count. Throws LimitReached.
struct Offsets {
  std::vector<std::size_t> live;  // the entry of each extent
  Tuple extents;
  std::vector<Exact> values;

  /// `in_twos`: extents that are powers of two are cut into twos, along which layouts over modules
  /// without torsion add up.
  Offsets(const SwizzledLayout& w, bool in_twos, Int limit) {
    const Layout& l = w.layout();
    Exact points = 1;
    for (std::size_t j = 0; j < l.length(); ++j) {
      const Int extent = l.extents()[j];
      if (extent == 1 || l.strides()[j] == 0) continue;
      points *= extent;
      const auto number = static_cast<std::uint64_t>(extent);
      const bool is_cut = in_twos && std::has_single_bit(number);
      const auto count = is_cut ? static_cast<std::size_t>(std::countr_zero(number)) : 1;
      live.insert(live.end(), count, j);
      extents.insert(extents.end(), count, is_cut ? 2 : extent);
    }
    detail::require_points(points, limit);
    values.emplace_back(w.offset());
    Exact stride = 0;
    for (std::size_t i = 0; i < live.size(); ++i) {
      const std::size_t before = values.size();
      const bool goes_on = i > 0 && live[i] == live[i - 1];
      stride = goes_on ? Exact(2 * stride) : Exact(l.strides()[live[i]]);
      for (Int x = 1; x < extents[i]; ++x) {
        work(before);
        for (std::size_t y = 0; y < before; ++y)
          values.push_back(values[y] + x * stride);
      }
    }
    for (Exact& value : values)
      value = swizzled_exactly(w.swizzle(), value);
  }

  /// The modes of all entries of L, where these are those of the entries that count.
  [[nodiscard]] std::vector<std::vector<PointMode>> modes(
      const Layout& l, const std::vector<std::vector<Span>>& spans, const Point& zero,
      const std::function<Point(std::size_t)>& value) const {
    std::vector<std::vector<PointMode>> all;
    for (std::size_t j = 0; j < l.length(); ++j) {
      all.emplace_back();
      if (l.extents()[j] > 1) all.back().push_back({l.extents()[j], zero});
    }
    for (std::size_t i = 0; i < live.size(); ++i) {
      if (i == 0 || live[i] != live[i - 1]) all[live[i]].clear();
      for (const Span& span : spans[i])
        append_merged(all[live[i]], static_cast<Int>(span.end / span.begin), value(span.begin));
    }
    return all;
  }
};

Int length_of(const Exact& bits) {
  return bits == 0 ? 0 : std::min(most_bits, static_cast<Int>(msb(bits)) + 1);
}

/// Bits that a swizzle has to write for a function to become a layout: one of those up to the
/// first, and one from the last on.
struct ToWrite {
  Int first = most_bits;
  Int last = -1;
};

/// Calls `is_right` with the swizzles that may be the first with some function, fewest bits first,
/// until it returns true. `span` has all bits of its values. One whose first or last bit that it
/// reads never occurs has an equal of fewer bits; one that writes only above the bits that occur,
/// an equal of a smaller shift, and one that writes only below is not needed (Theorem 26).
template <class IsRight>
std::optional<Swizzle> first_swizzle(const Exact& span, const ToWrite& wanted,
                                     const IsRight& is_right) {
  if (is_right(Swizzle{})) return Swizzle{};
  if (span == 0) return std::nullopt;
  const Int length = length_of(span);
  const auto bits_that_occur = static_cast<std::uint64_t>(span & ((Exact(1) << 62) - 1));
  const Int lowest = std::countr_zero(bits_that_occur);
  for (Int bits = 1; bits <= length; ++bits) {
    const std::uint64_t ends = std::uint64_t{1} << (bits - 1) | 1;
    const auto reads = [&](Int from) { return (bits_that_occur >> from & ends) == ends; };
    const auto writes = [&](Int from) { return from <= wanted.first && from + bits > wanted.last; };
    for (Int base = std::max<Int>(0, lowest - bits); base <= std::min(length - bits, wanted.first);
         ++base) {
      const bool reads_base = reads(base);
      for (Int shift = bits; shift <= length - base; ++shift) {
        work();
        if (base + shift + bits > most_bits) break;
        if (writes(base) && reads(base + shift) && is_right(Swizzle{bits, base, shift}))
          return Swizzle{bits, base, shift};
        if (reads_base && writes(base + shift) && is_right(Swizzle{bits, base, -shift}))
          return Swizzle{bits, base, -shift};
      }
    }
  }
  return std::nullopt;
}

/// The same numbers in machine words, if a swizzle has all their bits.
std::optional<Tuple> in_words(const Exact& span, const std::vector<Exact>& numbers) {
  if (span >> most_bits != 0) return std::nullopt;
  Tuple words;
  for (const Exact& number : numbers)
    words.push_back(static_cast<Int>(number));
  return words;
}

Undefined no_value_there() {
  return {"W has a value outside the domain of A"};
}

bool leaves_domain(const Tuple& extents, const SwizzledLayout& w, Convention convention) {
  return convention == Convention::strict &&
         detail::greatest_offset(w) >= detail::product_of(extents);
}

/// These modes in place of the entries of L.
ModuleLayout over_entries(const Layout& l, const Space& space,
                          const std::vector<std::vector<PointMode>>& modes) {
  std::vector<ModuleLayout> parts;
  for (const std::vector<PointMode>& entry : modes)
    parts.push_back(over_space(space, entry));
  return detail::over_profile(l.profile(), parts);
}

/// Below what it writes a swizzle changes no sums of values, and by less than 2^(v + 2) those of
/// four values if it writes the bits below v.
ToWrite to_write(const Tuple& extents, const std::vector<Exact>& values) {
  Exact all = 0;
  Exact most = 0;
  each_split(extents, [&](std::size_t x, std::size_t low) {
    work();
    if (low == 0) return true;
    const Exact excess = abs(Exact(values[x] + values.front() - values[low] - values[x - low]));
    all |= excess;
    most = std::max(most, excess);
    return true;
  });
  if (all == 0) return {};
  return {static_cast<Int>(lsb(all)), most < 4 ? -1 : static_cast<Int>(msb(most)) - 2};
}

/// Sw o n o R over the shape of L: n and the modes of R are what the swizzle makes of a function.
struct Behind {
  Swizzle swizzle;
  Exact offset;
  std::vector<std::vector<PointMode>> modes;
};

std::optional<Behind> behind_affine(const Affine& f) {
  const Exact span = f.span();
  std::vector<Exact> columns;
  for (const std::vector<Exact>& entry : f.columns)
    columns.insert(columns.end(), entry.begin(), entry.end());
  const std::optional<Tuple> words = in_words(span, columns);
  Exact taken = 0;
  Exact twice = 0;
  for (const Exact& column : columns) {
    twice |= taken & column;
    taken |= column;
  }
  // Bits that it does not write stay.
  ToWrite wanted;
  if (twice != 0) wanted = {static_cast<Int>(lsb(twice)), static_cast<Int>(msb(twice))};
  const std::optional<Swizzle> found = first_swizzle(span, wanted, [&](const Swizzle& swizzle) {
    return words ? is_layout_after(swizzle, static_cast<Int>(f.origin), *words)
                 : is_layout_after(swizzle, f.origin, columns);
  });
  if (!found) return std::nullopt;
  Behind result{*found, swizzled_exactly(*found, f.origin), {}};
  for (const std::vector<Exact>& entry : f.columns) {
    result.modes.emplace_back();
    for (const Exact& column : entry) {
      const Exact stride = (result.offset ^ swizzled_exactly(*found, column)) - result.offset;
      append_merged(result.modes.back(), 2, {stride});
    }
  }
  return result;
}

/// Where these numbers, but the first, are not less than it, and a layout beyond it.
template <class Number>
std::optional<std::vector<std::vector<Span>>> spans_after(const Swizzle& swizzle,
                                                          const Tuple& extents,
                                                          const std::vector<Number>& values) {
  const Number begin = swizzled_number(swizzle, values.front());
  const auto f = [&](std::size_t x) -> Number {
    return swizzled_number(swizzle, values[x]) - begin;
  };
  auto spans = spans_of(extents, f);
  if (!spans) return std::nullopt;
  for (const std::vector<Span>& entry : *spans)
    for (const Span& span : entry)
      if (f(span.begin) < 0) return std::nullopt;
  return spans;
}

std::optional<Behind> behind_table(const Layout& l, const Offsets& indices,
                                   const std::vector<Exact>& values) {
  Exact span = 0;
  for (const Exact& value : values)
    span |= value;
  const std::optional<Tuple> words = in_words(span, values);
  std::optional<std::vector<std::vector<Span>>> spans;
  const std::optional<Swizzle> found =
      first_swizzle(span, to_write(indices.extents, values), [&](const Swizzle& swizzle) {
        spans = words ? spans_after(swizzle, indices.extents, *words)
                      : spans_after(swizzle, indices.extents, values);
        return spans.has_value();
      });
  if (!found) return std::nullopt;
  const Exact offset = swizzled_exactly(*found, values.front());
  return Behind{*found, offset, indices.modes(l, *spans, {0}, [&](std::size_t x) -> Point {
                  return {swizzled_exactly(*found, values[x]) - offset};
                })};
}

Outcome<SwizzledLayout> swizzled_composite(const SwizzledLayout& a, const SwizzledLayout& w,
                                           Convention convention, Int limit) {
  if (leaves_domain(a.layout().extents(), w, convention)) return no_value_there();
  const Layout& l = w.layout();
  const Outer outer(over_integers(a.layout()), convention);
  const std::optional<Bitwise> bits = bitwise(outer, w);
  std::optional<Affine> f = bits ? after(*bits, a.offset(), false) : std::nullopt;
  std::optional<Behind> behind;
  if (f) {
    f->origin = swizzled_exactly(a.swizzle(), f->origin);
    for (std::vector<Exact>& entry : f->columns)
      for (Exact& column : entry)
        column = swizzled_exactly(a.swizzle(), column);
    behind = behind_affine(*f);
  } else {
    const Offsets indices(w, true, limit);
    std::vector<Exact> values;
    for (const Exact& index : indices.values)
      values.push_back(swizzled_exactly(a.swizzle(), a.offset() + outer.at(index).front()));
    behind = behind_table(l, indices, values);
  }
  if (!behind) return Undefined{"it is no layout of integers after any swizzle"};
  const ModuleLayout r = over_entries(l, Space(std::span<const Element>()), behind->modes);
  Tuple strides;
  for (const Element& d : r.strides())
    strides.push_back(d.value());
  return SwizzledLayout(behind->swizzle, detail::to_int(behind->offset, "the offset"),
                        Layout(r.profile(), r.extents(), std::move(strides)));
}

/// A∘W over integers or coordinates by the parities that the bits of W are (Theorem 25).
Outcome<ModuleLayout> by_parities(const Bitwise& f, const Space& space, const Layout& l) {
  using Column = std::pair<std::size_t, std::size_t>;  // an entry, and a bit of its coordinate
  const Point zero(space.places().size(), 0);
  Point at_zero = zero;
  std::map<std::vector<Column>, Point> sums;
  for (const std::size_t t : f.live) {
    work(f.bits.size());
    const auto has = [&](const Exact& x) { return bit_test(x, static_cast<unsigned>(t)); };
    std::vector<Column> parity;
    for (std::size_t j = 0; j < f.inner.columns.size(); ++j)
      for (std::size_t i = 0; i < f.inner.columns[j].size(); ++i)
        if (has(f.inner.columns[j][i])) parity.emplace_back(j, i);
    Point& sum = sums.try_emplace(std::move(parity), zero).first->second;
    const bool is_set = has(f.inner.origin);
    for (std::size_t p = 0; p < zero.size(); ++p) {
      const Exact& worth = f.bits[t].value[p];
      if (is_set) at_zero[p] += worth;
      sum[p] += is_set ? Exact(-worth) : worth;
    }
  }
  if (at_zero != zero) return Undefined{"the value at 0 is not 0"};
  for (const auto& [parity, sum] : sums)
    if (parity.size() > 1 && sum != zero)
      return Undefined{"it is not the sum of what it is along the bits of the coordinates of W"};
  std::vector<std::vector<PointMode>> modes;
  for (std::size_t j = 0; j < f.inner.columns.size(); ++j) {
    modes.emplace_back();
    for (std::size_t i = 0; i < f.inner.columns[j].size(); ++i) {
      const auto sum = sums.find({{j, i}});
      append_merged(modes.back(), 2, sum == sums.end() ? zero : sum->second);
    }
  }
  return over_entries(l, space, modes);
}

/// The linear layout over XOR with these columns over each entry of L.
Outcome<ModuleLayout> by_columns(const Affine& f, const Layout& l) {
  if (f.origin != 0) return Undefined{"the value at 0 is not 0"};
  std::vector<ModuleLayout> parts;
  for (const std::vector<Exact>& entry : f.columns) {
    std::vector<detail::Run> runs;
    for (const Exact& column : entry)
      runs.push_back({2, column});
    parts.push_back(detail::coalesced_over_xor(runs));
  }
  return detail::over_profile(l.profile(), parts);
}

/// By the values of A∘W. Throws LimitReached.
Outcome<ModuleLayout> by_table(const Outer& outer, const SwizzledLayout& w, bool is_over_xor,
                               Int limit) {
  const Offsets offsets(w, !is_over_xor, limit);
  std::vector<Point> values;
  for (const Exact& offset : offsets.values)
    values.push_back(outer.at(offset));
  const Undefined none{"it is no layout over the shape of W"};
  if (std::ranges::any_of(values.front(), [](const Exact& x) { return x != 0; }))
    return Undefined{"the value at 0 is not 0"};
  const Layout& l = w.layout();
  if (!is_over_xor) {
    const auto value = [&](std::size_t x) { return values[x]; };
    const auto spans = spans_of(offsets.extents, value);
    if (!spans) return none;
    const Point zero(outer.space.places().size(), 0);
    return over_entries(l, outer.space, offsets.modes(l, *spans, zero, value));
  }
  std::vector<ModuleLayout> parts;
  for (std::size_t j = 0; j < l.length(); ++j)
    parts.push_back(ModuleLayout::entry(l.extents()[j], {}));
  std::exception_ptr does_not_fit;
  std::size_t place = 1;
  for (std::size_t i = 0; i < offsets.live.size(); ++i) {
    const std::size_t end = place * static_cast<std::size_t>(offsets.extents[i]);
    std::vector<Exact> along;
    for (std::size_t x = 0; x < end; ++x) {
      work();
      const std::size_t low = x % place;
      if (low == 0)
        along.push_back(values[x].front());
      else if (values[x].front() != Exact(values[low].front() ^ values[x - low].front()))
        return none;
    }
    try {
      const std::optional<ModuleLayout> part = detail::layout_of_xor_table(along);
      if (!part) return none;
      parts[offsets.live[i]] = *part;
    } catch (const Overflow&) {
      does_not_fit = std::current_exception();
    }
    place = end;
  }
  if (does_not_fit) std::rethrow_exception(does_not_fit);
  return detail::over_profile(l.profile(), parts);
}

/// W as a layout over XOR, if that is found and fits.
std::optional<ModuleLayout> as_xor_layout(const SwizzledLayout& w, Int limit) {
  if (w.offset() != 0) return std::nullopt;
  try {
    const Outcome<ModuleLayout> over = xor_layout(w, limit);
    return over ? std::optional(*over) : std::nullopt;
  } catch (const LimitReached&) {
    return std::nullopt;
  } catch (const Overflow&) {
    return std::nullopt;
  }
}

Outcome<ModuleLayout> module_composite(const ModuleLayout& a, const SwizzledLayout& w,
                                       Convention convention, Int limit) {
  if (leaves_domain(a.extents(), w, convention)) return no_value_there();
  const Outer outer(a, convention);
  const bool is_over_xor = module_of(a.strides()) == Module::bits;
  if (const std::optional<Bitwise> bits = bitwise(outer, w)) {
    if (!is_over_xor) return by_parities(*bits, outer.space, w.layout());
    if (const std::optional<Affine> f = after(*bits, 0, true)) return by_columns(*f, w.layout());
  }
  // A layout over the shape of this one is over that of W, too, though not the other way round.
  if (const std::optional<ModuleLayout> over = as_xor_layout(w, limit))
    if (const Outcome<ModuleLayout> found = composition(a, *over, convention, limit))
      return coalesce(*found, w.layout().shape());
  return by_table(outer, w, is_over_xor, limit);
}

}  // namespace

Outcome<SwizzledLayout> composition(const Layout& a, const SwizzledLayout& w, Convention convention,
                                    Int limit) {
  return named(
      "composition",
      [&] { return swizzled_composite(SwizzledLayout({}, 0, a), w, convention, limit); }, a, w);
}

Outcome<SwizzledLayout> composition(const SwizzledLayout& a, const SwizzledLayout& w,
                                    Convention convention, Int limit) {
  return named(
      "composition", [&] { return swizzled_composite(a, w, convention, limit); }, a, w);
}

Outcome<ModuleLayout> composition(const ModuleLayout& a, const SwizzledLayout& w,
                                  Convention convention, Int limit) {
  return named(
      "composition", [&] { return module_composite(a, w, convention, limit); }, a, w);
}

}  // namespace layoutcheck::algebra
