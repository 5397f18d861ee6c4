// Composition over modules: A∘B by the digits of A and the modes that each entry of B is cut into.
//
// Integers of either sign and coordinates are decided place by place, as over the integers, and the
// modes of all places put together (docs/modules.md, Theorem 19). Over XOR the modes of B in the
// digits of A are looked at (Theorem 4), and then bits, where extents are powers of two (Theorems
// 20 and 21). What is left is compared at the values of B.
#include "module_composition.hpp"

#include "exact_layout.hpp"
#include "module_space.hpp"
#include "parts.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <bit>
#include <exception>
#include <functional>
#include <limits>
#include <map>

namespace layoutcheck::algebra {

namespace {

using detail::coordinate_at;
using detail::is_sparse;
using detail::require_points;
using detail::Run;
using detail::Space;
using detail::span_of;

bool has_single_bit(Int n) {
  return std::has_single_bit(static_cast<std::uint64_t>(n));
}

Int log2_of(Int n) {
  return std::countr_zero(static_cast<std::uint64_t>(n));
}

/// Where the modes of A∘B end before the last over each entry of B, if A has a column of strides
/// for each place: those of all places, which must divide one another. Undefined if there is no
/// A∘B. A place that is not decided matters only if the others leave it open.
Outcome<std::vector<Tuple>> ends_in_all_places(const Tuple& extents,
                                               const std::vector<Tuple>& columns, const Layout& b,
                                               Convention convention, Int limit) {
  std::vector<Tuple> ends(b.length());
  std::exception_ptr undecided;
  for (const Tuple& strides : columns) {
    try {
      const Outcome<std::vector<Tuple>> in_place =
          detail::composite_ends(extents, strides, b, convention, limit);
      if (!in_place) return in_place.undefined();
      for (std::size_t j = 0; j < ends.size(); ++j)
        ends[j].insert(ends[j].end(), (*in_place)[j].begin(), (*in_place)[j].end());
    } catch (const LimitReached&) {
      undecided = std::current_exception();
    }
  }
  for (std::size_t j = 0; j < ends.size(); ++j) {
    std::ranges::sort(ends[j]);
    ends[j].erase(std::ranges::unique(ends[j]).begin(), ends[j].end());
    for (std::size_t m = 1; m < ends[j].size(); ++m) {
      work();
      if (ends[j][m] % ends[j][m - 1] != 0) {
        return Undefined{"entry " + std::to_string(j) + " of B has to be cut at " +
                         std::to_string(ends[j][m - 1]) + " in one place, and at " +
                         std::to_string(ends[j][m]) + " in another"};
      }
    }
  }
  if (undecided) std::rethrow_exception(undecided);
  return ends;
}

/// A mode of an entry s:e of B: from `begin` on, which is worth e·begin.
struct Cut {
  Int extent;
  Exact value;
};

/// The modes of an entry that end there.
std::vector<Cut> cuts(Int extent, Int stride, const Tuple& ends) {
  std::vector<Cut> modes;
  Int begin = 1;
  for (const Int end : ends) {
    modes.push_back({end / begin, Exact(begin) * stride});
    begin = end;
  }
  modes.push_back({extent / begin, Exact(begin) * stride});
  return modes;
}

/// A, and how it is read: the digit before `last` is not bounded, and there is none from there on.
struct Digits {
  const ModuleLayout& a;
  std::size_t last;
  Convention convention;

  [[nodiscard]] std::vector<Exact> of(const Exact& x) const {
    return coordinate_at(a.extents(), last, x);
  }
};

Outcome<ModuleLayout> by_places(const Digits& digits, const Layout& b, Int limit) {
  const ModuleLayout& a = digits.a;
  const Space space(a.strides());
  const Outcome<std::vector<Tuple>> ends =
      ends_in_all_places(a.extents(), space.columns(), b, digits.convention, limit);
  if (!ends) return ends.undefined();
  std::vector<ModuleLayout> parts;
  for (std::size_t j = 0; j < b.length(); ++j) {
    Tuple extents;
    std::vector<Element> strides;
    for (const Cut& mode : cuts(b.extents()[j], b.strides()[j], (*ends)[j])) {
      if (mode.extent == 1) continue;
      extents.push_back(mode.extent);
      strides.push_back(space.element(space.sum_at(digits.of(mode.value))));
    }
    parts.push_back(detail::with_modes(std::move(extents), std::move(strides)));
  }
  return detail::over_profile(b.profile(), parts);
}

/// The modes over XOR of each entry of B.
using XorModes = std::vector<std::vector<Run>>;

ModuleLayout over_shape(const Layout& b, const XorModes& modes) {
  std::vector<ModuleLayout> parts;
  for (const std::vector<Run>& entry : modes)
    parts.push_back(detail::coalesced_over_xor(entry));
  return detail::over_profile(b.profile(), parts);
}

/// Whether they have a bit in common; then they are all taken.
bool take_bits(Exact& taken, const Exact& bits) {
  if ((taken & bits) != 0) return false;
  taken |= bits;
  return true;
}

/// Appends what a mode of B is that adds these multiples to digits of A, which are disjoint from
/// those of other modes. Returns false if it is no layout by Theorem 4.
bool append_mode(Int extent, const std::vector<Exact>& parts, std::vector<Run>& modes) {
  const Int bits = has_single_bit(extent) ? log2_of(extent) : 0;
  const bool is_linear =
      bits > 1 && parts.size() > 1 &&
      std::ranges::all_of(parts, [&](const Exact& d) { return is_sparse(d, bits - 1); });
  Exact sum = 0;
  Exact taken = 0;
  for (const Exact& part : parts) {
    sum ^= part;
    if (!is_linear && extent > 2 && !take_bits(taken, span_of(extent, part))) return false;
  }
  if (!is_linear) {
    modes.push_back({extent, sum});
    return true;
  }
  for (unsigned i = 0; i < bits; ++i)
    modes.push_back({2, sum << i});
  return true;
}

/// Theorem 4: the modes of B have disjoint multiples in each digit of A. Nothing if they have not,
/// which decides nothing.
std::optional<XorModes> by_digits(const Digits& digits, const Layout& b, Int limit) {
  const ModuleLayout& a = digits.a;
  std::vector<std::size_t> live;
  std::vector<Tuple> columns;
  for (std::size_t i = 0; i < digits.last; ++i) {
    if (a.strides()[i].is_zero()) continue;
    live.push_back(i);
    columns.emplace_back(a.length(), 0).at(i) = 1;
  }
  std::vector<Tuple> ends;
  try {
    const Outcome<std::vector<Tuple>> found =
        ends_in_all_places(a.extents(), columns, b, digits.convention, limit);
    if (!found) return std::nullopt;
    ends = *found;
  } catch (const LimitReached&) {
    return std::nullopt;
  }
  std::vector<Exact> taken(a.length(), 0);
  XorModes modes(b.length());
  for (std::size_t j = 0; j < b.length(); ++j) {
    for (const Cut& mode : cuts(b.extents()[j], b.strides()[j], ends[j])) {
      const std::vector<Exact> x = digits.of(mode.value);
      std::vector<Exact> parts;
      for (const std::size_t i : live) {
        if (x[i] == 0 || mode.extent == 1) continue;
        parts.push_back(x[i] * a.strides()[i].value());
        if (!take_bits(taken[i], span_of(mode.extent, parts.back()))) return std::nullopt;
      }
      if (!append_mode(mode.extent, parts, modes[j])) return std::nullopt;
    }
  }
  return modes;
}

/// What A makes of a bit: 2^place times the stride of a digit, which is one for all bits of it.
struct IndexBit {
  std::size_t digit;
  unsigned place;
};

/// A as what it makes of the bits of an index.
class IndexBits {
 public:
  /// Nothing if an extent of A, but the last that an index up to this one reaches, is no power of
  /// two.
  static std::optional<IndexBits> of(const Digits& digits, const Exact& greatest) {
    IndexBits result(digits.a);
    const std::size_t length = greatest == 0 ? 0 : msb(greatest) + 1;
    for (std::size_t i = 0; i < digits.last && result.bits_.size() < length; ++i) {
      const Int extent = digits.a.extents()[i];
      const auto before = static_cast<unsigned>(result.bits_.size());
      const bool is_last = i + 1 == digits.last || (greatest >> before) < extent;
      if (!is_last && !has_single_bit(extent)) return std::nullopt;
      const std::size_t count =
          is_last ? length - before : static_cast<std::size_t>(log2_of(extent));
      for (unsigned place = 0; place < count; ++place)
        result.bits_.push_back({i, place});
    }
    return result;
  }

  [[nodiscard]] std::size_t length() const { return bits_.size(); }
  [[nodiscard]] const IndexBit& operator[](std::size_t t) const { return bits_[t]; }

  [[nodiscard]] Exact stride(std::size_t digit) const { return a_->strides()[digit].value(); }

  /// Whether A does not ignore the bit.
  [[nodiscard]] bool is_live(std::size_t t) const { return stride(bits_[t].digit) != 0; }

  /// Whether A is linear on these bits.
  [[nodiscard]] bool are_linear() const {
    return std::ranges::all_of(
        bits_, [&](const IndexBit& bit) { return is_sparse(stride(bit.digit), bit.place); });
  }

  /// A(x), where it is linear.
  [[nodiscard]] Exact value(const Exact& x) const {
    Exact sum = 0;
    for (std::size_t t = 0; t < bits_.size(); ++t)
      if (bit_test(x, static_cast<unsigned>(t))) sum ^= stride(bits_[t].digit) << bits_[t].place;
    return sum;
  }

 private:
  explicit IndexBits(const ModuleLayout& a) : a_(&a) {}

  const ModuleLayout* a_;
  std::vector<IndexBit> bits_;
};

/// The bits first, …, first + count − 1 of an index.
struct BitRange {
  std::size_t first;
  std::size_t count;
};

/// Those of each entry of B, if its extents and strides are powers of two.
std::optional<std::vector<BitRange>> ranges_of(const Layout& b) {
  std::vector<BitRange> ranges;
  for (std::size_t j = 0; j < b.length(); ++j) {
    const Int extent = b.extents()[j];
    const Int stride = extent == 1 ? 0 : b.strides()[j];
    if (!has_single_bit(extent) || (stride != 0 && !has_single_bit(stride))) return std::nullopt;
    if (stride == 0)
      ranges.push_back({0, 0});
    else
      ranges.push_back(
          {static_cast<std::size_t>(log2_of(stride)), static_cast<std::size_t>(log2_of(extent))});
  }
  return ranges;
}

/// Theorem 20: the entries of B are ranges of bits.
Outcome<XorModes> by_bits(const IndexBits& bits, const Layout& b,
                          const std::vector<BitRange>& ranges) {
  std::vector<std::size_t> times(bits.length(), 0);
  for (const BitRange& range : ranges)
    for (std::size_t t = range.first; t < range.first + range.count; ++t)
      ++times.at(t);
  std::size_t carry = 0;
  for (std::size_t t = 0; t < bits.length(); ++t) {
    if (carry > 0 && bits.is_live(t)) {
      return Undefined{"entries of B carry into bit " + std::to_string(t) +
                       ", which A does not ignore"};
    }
    carry = (carry + times[t]) / 2;
  }
  std::map<std::size_t, Exact> taken;
  XorModes modes;
  const auto take_run = [&](std::size_t digit, const Run& run) {
    return take_bits(taken[digit], span_of(run.extent, run.stride));
  };
  const auto stride_at = [&](std::size_t t) {
    return Exact(bits.stride(bits[t].digit) << bits[t].place);
  };
  for (std::size_t t = 0; t < bits.length(); ++t)
    if (times[t] > 1 && bits.is_live(t)) take_run(bits[t].digit, {2, stride_at(t)});
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    modes.emplace_back();
    const std::size_t end = ranges[j].first + ranges[j].count;
    if (ranges[j].count == 0) modes.back().push_back({b.extents()[j], 0});
    for (std::size_t t = ranges[j].first, next = t; t < end; t = next) {
      std::size_t alone = 0;
      for (; next < end && bits[next].digit == bits[t].digit; ++next)
        alone += times[next] == 1 || !bits.is_live(next) ? 1 : 0;
      modes.back().push_back({Int{1} << (next - t), stride_at(t)});
      if (!take_run(bits[t].digit, {Int{1} << alone, stride_at(t)})) {
        return Undefined{"entry " + std::to_string(j) + " of B and another have multiples with a " +
                         "bit in common in entry " + std::to_string(bits[t].digit) + " of A"};
      }
    }
  }
  return modes;
}

/// Theorem 21: A is linear, and ignores all bits that carries reach. Nothing if not, which decides
/// nothing.
std::optional<XorModes> by_linearity(const IndexBits& bits, const Layout& b) {
  if (!bits.are_linear()) return std::nullopt;
  XorModes modes;
  std::vector<Exact> multiples;
  for (std::size_t j = 0; j < b.length(); ++j) {
    const Int extent = b.extents()[j];
    if (!has_single_bit(extent)) return std::nullopt;
    modes.emplace_back();
    for (Int i = 0; i < log2_of(extent); ++i) {
      multiples.push_back(Exact(b.strides()[j]) << static_cast<unsigned>(i));
      modes.back().push_back({2, bits.value(multiples.back())});
    }
  }
  for (std::size_t t = 1; t < bits.length(); ++t) {
    if (!bits.is_live(t)) continue;
    const Exact period = Exact(1) << static_cast<unsigned>(t);
    Exact sum = 0;
    work(multiples.size());
    for (const Exact& multiple : multiples)
      sum += multiple & (period - 1);
    if (sum >= period) return std::nullopt;
  }
  return modes;
}

/// A at an index.
using AtIndex = std::function<Exact(const Exact&)>;

/// By the values of the entries of B, one entry more at a time: A at p + u must be A at p and at u,
/// for all values p of the entries before and u of the entry.
Outcome<ModuleLayout> by_values(const AtIndex& value, const Layout& b, Int limit) {
  Exact points = 1;
  for (std::size_t j = 0; j < b.length(); ++j)
    if (b.strides()[j] != 0) points *= b.extents()[j];
  require_points(points, limit);
  std::vector<std::vector<Exact>> along(b.length());
  std::map<Exact, Exact> sums{{0, 0}};
  for (std::size_t j = 0; j < b.length(); ++j) {
    if (b.strides()[j] == 0) continue;
    std::map<Exact, Exact> more;
    for (Int x = 0; x < b.extents()[j]; ++x) {
      const Exact u = Exact(x) * b.strides()[j];
      along[j].push_back(value(u));
      for (const auto& [p, at_p] : sums) {
        work(4);
        const auto& [place, is_new] = more.try_emplace(p + u, at_p ^ along[j].back());
        if (is_new ? place->second != value(place->first)
                   : place->second != Exact(at_p ^ along[j].back())) {
          return Undefined{"A at " + layoutcheck::digits(place->first) +
                           " is not the sum of what it is at " + layoutcheck::digits(p) + " and " +
                           layoutcheck::digits(u)};
        }
      }
    }
    sums = std::move(more);
  }
  std::vector<ModuleLayout> parts;
  std::exception_ptr does_not_fit;
  for (std::size_t j = 0; j < along.size(); ++j) {
    if (b.strides()[j] == 0) {
      parts.push_back(ModuleLayout::entry(b.extents()[j], {}));
      continue;
    }
    try {
      std::optional<ModuleLayout> part = detail::layout_of_xor_table(along[j]);
      if (!part) return Undefined{"entry " + std::to_string(j) + " of B leads to no layout"};
      parts.push_back(*std::move(part));
    } catch (const Overflow&) {
      does_not_fit = std::current_exception();
    }
  }
  if (does_not_fit) std::rethrow_exception(does_not_fit);
  return detail::over_profile(b.profile(), parts);
}

/// A without the digits that no index up to this one reaches, coalesced; nothing if that does not
/// fit.
std::optional<ModuleLayout> reached_part(const Digits& digits, const Exact& greatest) {
  std::vector<Run> runs;
  Exact before = 1;
  for (std::size_t i = 0; i < digits.last && before <= greatest; ++i) {
    const Exact extent = digits.a.extents()[i];
    const Exact most = greatest / before + 1;
    const Exact count = i + 1 == digits.last ? most : std::min(extent, most);
    if (count > std::numeric_limits<Int>::max()) return std::nullopt;
    runs.push_back({static_cast<Int>(count), digits.a.strides()[i].value()});
    before *= extent;
  }
  try {
    return detail::coalesced_over_xor(runs);
  } catch (const Overflow&) {
    return std::nullopt;
  }
}

/// Some indices of an entry: the first ones, the last one and the powers of two.
std::vector<Int> probes(Int extent) {
  std::vector<Int> indices{extent - 1};
  for (Int x = 1; x < std::min<Int>(extent, 8); ++x)
    indices.push_back(x);
  for (Int x = 8; x < extent; x *= 2) {
    indices.push_back(x);
    if (x > std::numeric_limits<Int>::max() / 2) break;
  }
  return indices;
}

/// Whether x·d, for x < s, and y·e, for y < t, are seen not to be where A is additive.
bool are_seen_to_carry(const AtIndex& value, Int s, const Exact& d, Int t, const Exact& e) {
  for (const Int x : probes(s)) {
    const Exact at_x = value(x * d);
    for (const Int y : probes(t)) {
      work(4);
      if (value(x * d + y * e) != Exact(at_x ^ value(y * e))) return true;
    }
  }
  return false;
}

/// Whether x ↦ A(x·d), x < 2^k, is seen to be no layout (Theorem 22).
bool is_seen_to_be_none(const AtIndex& value, Int bits, const Exact& d) {
  Int begin = 0;
  for (Int cut = 1; cut <= bits; ++cut) {
    const Int low = Int{1} << (cut - begin);
    if (cut < bits && are_seen_to_carry(value, Int{1} << cut, d, Int{1} << (bits - cut),
                                        d << static_cast<unsigned>(cut)))
      continue;
    const Exact stride = d << static_cast<unsigned>(begin);
    for (const Int y : probes(low))
      if (value(y * stride) != y * value(stride)) return true;
    begin = cut;
  }
  return false;
}

/// Why there is no A∘B, if a few points prove it.
std::optional<Undefined> refutation(const AtIndex& value, const Layout& b) {
  for (std::size_t j = 0; j < b.length(); ++j) {
    const Int s = b.extents()[j];
    const Exact d = b.strides()[j];
    if (s == 1 || d == 0) continue;
    if (has_single_bit(s) && is_seen_to_be_none(value, log2_of(s), d))
      return Undefined{"entry " + std::to_string(j) + " of B leads to no layout"};
    for (std::size_t i = 0; i < j; ++i) {
      if (b.extents()[i] > 1 && are_seen_to_carry(value, b.extents()[i], b.strides()[i], s, d)) {
        return Undefined{"entries " + std::to_string(i) + " and " + std::to_string(j) +
                         " of B carry into one another"};
      }
    }
  }
  return std::nullopt;
}

Outcome<ModuleLayout> over_xor(const Digits& digits, const Layout& b, const Exact& greatest,
                               Int limit) {
  const std::optional<ModuleLayout> coalesced = reached_part(digits, greatest);
  const std::optional<Digits> merged =
      coalesced ? std::optional<Digits>({*coalesced, coalesced->length(), digits.convention})
                : std::nullopt;
  for (const Digits& form : {merged.value_or(digits), digits})
    if (const std::optional<XorModes> modes = by_digits(form, b, limit))
      return over_shape(b, *modes);
  if (const std::optional<IndexBits> bits = IndexBits::of(merged.value_or(digits), greatest)) {
    if (const auto ranges = ranges_of(b)) {
      const Outcome<XorModes> modes = by_bits(*bits, b, *ranges);
      if (!modes) return modes.undefined();
      return over_shape(b, *modes);
    }
    if (const std::optional<XorModes> modes = by_linearity(*bits, b)) return over_shape(b, *modes);
  }
  const Space space(digits.a.strides());
  const AtIndex value = [&](const Exact& x) { return space.sum_at(digits.of(x)).front(); };
  if (std::optional<Undefined> why = refutation(value, b)) return *std::move(why);
  return by_values(value, b, limit);
}

/// The layout over XOR with the function of a swizzle, which goes on for ever.
ModuleLayout layout_of(const Swizzle& swizzle) {
  const Int read = swizzle.bits == 0 ? 0 : swizzle.base + std::max<Int>(swizzle.shift, 0);
  Tuple extents{Int{1} << read};
  std::vector<Element> strides{Element::bits(1)};
  for (Int i = read; i <= read + swizzle.bits; ++i) {
    extents.push_back(2);
    strides.push_back(Element::bits(swizzled(swizzle, Int{1} << i)));
  }
  return ModuleLayout::flat(std::move(extents), std::move(strides));
}

}  // namespace

ModuleLayout detail::over_profile(const Profile& profile, const std::vector<ModuleLayout>& parts) {
  std::vector<std::string_view> words;
  Tuple extents;
  std::vector<Element> strides;
  for (const ModuleLayout& part : parts) {
    words.push_back(part.profile().word());
    extents.insert(extents.end(), part.extents().begin(), part.extents().end());
    strides.insert(strides.end(), part.strides().begin(), part.strides().end());
  }
  return {fill(profile, words), std::move(extents), std::move(strides)};
}

Outcome<ModuleLayout> detail::composed_over_module(const ModuleLayout& a, const Layout& b,
                                                   Convention convention, Int limit) {
  Digits digits{a, a.length(), convention};
  if (convention == Convention::squeezed)
    while (digits.last > 0 && a.extents()[digits.last - 1] == 1)
      --digits.last;
  Exact greatest = 0;
  for (std::size_t i = 0; i < b.length(); ++i)
    greatest += Exact(b.extents()[i] - 1) * b.strides()[i];
  if (convention == Convention::strict && greatest >= detail::product_of(a.extents()))
    return Undefined{"B has a value outside the domain of A"};
  return module_of(a.strides()) == Module::bits ? over_xor(digits, b, greatest, limit)
                                                : by_places(digits, b, limit);
}

Outcome<ModuleLayout> composition(const ModuleLayout& a, const Layout& b, Convention convention,
                                  Int limit) {
  return named(
      "composition", [&] { return detail::composed_over_module(a, b, convention, limit); }, a, b);
}

Outcome<ModuleLayout> xor_layout(const SwizzledLayout& layout, Int limit) {
  return named(
      "xor_layout",
      [&]() -> Outcome<ModuleLayout> {
        if (layout.offset() != 0) return Undefined{"the value at 0 is not 0"};
        return detail::composed_over_module(layout_of(layout.swizzle()), layout.layout(),
                                            Convention::extended, limit);
      },
      layout);
}

}  // namespace layoutcheck::algebra
