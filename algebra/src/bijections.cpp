// Injective, surjective and bijective layouts: from extents and strides, by the theorems of
// docs/bijections.md; over XOR by elimination, and by tables of what carries.
#include "exact_layout.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/bijections.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

namespace layoutcheck::algebra {

namespace {

/// An entry of an extent above 1; the stride is not negative.
struct Leap {
  Exact extent;
  Exact stride;
};
using Leaps = std::vector<Leap>;

Exact greatest(const Leap& e) {
  return (e.extent - 1) * e.stride;
}

Leaps leaps_of(const Layout& layout) {
  Leaps entries;
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1) entries.push_back({layout.extents()[i], layout.strides()[i]});
  return entries;
}

void sort_by_stride(Leaps& entries) {
  work(entries.size() * 8);
  std::ranges::sort(entries, {}, &Leap::stride);
}

/// Theorem 4: whether the values are all integers up to the greatest.
bool takes_all(Leaps entries) {
  sort_by_stride(entries);
  Exact taken = 0;  // all up to here
  for (const Leap& e : entries) {
    if (e.stride > taken + 1) return false;
    taken += greatest(e);
  }
  return true;
}

bool is_mixed_radix(Leaps entries) {
  sort_by_stride(entries);
  Exact place = 1;
  for (const Leap& e : entries) {
    if (e.stride != place) return false;
    place *= e.extent;
  }
  return true;
}

/// The search for a collision: integers y_i, not all 0, with |y_i| < s_i and Σ y_i·d_i = 0.
class Collision {
 public:
  /// Pre: no stride is 0.
  explicit Collision(Leaps entries) : entries_(std::move(entries)) {}

  /// Throws LimitReached.
  bool exists() {
    merge();
    if (is_crowded()) return true;
    reduce();
    if (entries_.empty()) return false;
    return is_crowded() || search();
  }

 private:
  /// Joins what continues an entry; that has the same values.
  void merge() {
    sort_by_stride(entries_);
    Leaps merged;
    for (const Leap& e : entries_)
      if (!merged.empty() && merged.back().extent * merged.back().stride == e.stride)
        merged.back().extent *= e.extent;
      else
        merged.push_back(e);
    entries_ = std::move(merged);
  }

  /// Theorem 1: the first entries by stride, or two of them, have more coordinates than values.
  [[nodiscard]] bool is_crowded() {
    sort_by_stride(entries_);
    Exact unit = 0;
    Exact values = 0;
    Exact points = 1;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Leap& e = entries_[i];
      work(16 + 4 * i);
      unit = gcd(unit, e.stride);
      values += greatest(e);
      points *= e.extent;
      if (points > values / unit + 1) return true;
      for (std::size_t j = 0; j < i; ++j)
        if (meet(entries_[j], e)) return true;
    }
    return false;
  }

  static bool meet(const Leap& a, const Leap& b) {
    const Exact unit = gcd(a.stride, b.stride);
    return b.stride / unit < a.extent && a.stride / unit < b.extent;
  }

  /// Theorem 2: drops what takes part in no collision, and coordinates that do not. The bounds by
  /// size could go on by single steps, so that there are only some rounds.
  void reduce() {
    bool goes_on = true;
    for (int round = 0; round < 64 && goes_on; ++round) {
      goes_on = false;
      for (std::size_t i = 0; i < entries_.size(); ++i) {
        work(16 * entries_.size());
        Exact unit = 0;
        Exact others = 0;
        for (std::size_t j = 0; j < entries_.size(); ++j) {
          if (j == i) continue;
          unit = gcd(unit, entries_[j].stride);
          others += greatest(entries_[j]);
        }
        Leap& e = entries_[i];
        const Exact step = unit / gcd(unit, e.stride);
        const Exact bound =
            unit == 0 ? Exact(0)
                      : std::min<Exact>((e.extent - 1) / step, others / (e.stride * step));
        if (bound == e.extent - 1 && step == 1) continue;
        goes_on = true;
        e = {bound + 1, e.stride * step};
        if (bound == 0) {
          entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
          --i;
        }
      }
    }
  }

  /// What the entries from `first` on can add up to: multiples of `unit` up to `most`.
  struct Rest {
    Exact unit;
    Exact most;
  };

  /// Theorem 3: the differences of all entries but the two of greatest extent are tried, these by
  /// Euclid.
  bool search() {
    std::ranges::sort(entries_, {}, &Leap::extent);
    rests_.assign(entries_.size() + 1, {0, 0});
    for (std::size_t i = entries_.size(); i-- > 0;) {
      rests_[i].unit = gcd(rests_[i + 1].unit, entries_[i].stride);
      rests_[i].most = rests_[i + 1].most + greatest(entries_[i]);
    }
    // The first difference that is not 0 may be taken to be positive. The last two alone do not
    // meet, or they would be crowded.
    for (std::size_t first = 0; first + 2 < entries_.size(); ++first)
      for (Exact y = 1; y < entries_[first].extent; ++y)
        if (adds_up_to(-y * entries_[first].stride, first + 1)) return true;
    return false;
  }

  /// Whether Σ y_i·d_i = sum for some |y_i| < s_i, i ≥ first.
  [[nodiscard]] bool adds_up_to(const Exact& sum, std::size_t first) const {
    work(16);
    if (abs(sum) > rests_[first].most || sum % rests_[first].unit != 0) return false;
    const Leap& e = entries_[first];
    if (first + 2 == entries_.size()) return two_add_up_to(sum, e, entries_.back());
    const Exact& most = rests_[first + 1].most;
    const Exact from = std::max<Exact>(1 - e.extent, ceiling(sum - most, e.stride));
    const Exact to = std::min<Exact>(e.extent - 1, floor(sum + most, e.stride));
    for (Exact y = from; y <= to; ++y)
      if (adds_up_to(sum - y * e.stride, first + 1)) return true;
    return false;
  }

  /// The same for two entries, whose differences x·a + y·b: x is one modulo b/gcd, and in the range
  /// that leaves a y.
  [[nodiscard]] static bool two_add_up_to(const Exact& sum, const Leap& a, const Leap& b) {
    work(32);
    const Exact unit = gcd(a.stride, b.stride);
    if (sum % unit != 0) return false;
    const Exact d = a.stride / unit;
    const Exact e = b.stride / unit;
    const Exact wanted = sum / unit;
    const Exact from = std::max<Exact>(1 - a.extent, ceiling(wanted - (b.extent - 1) * e, d));
    const Exact to = std::min<Exact>(a.extent - 1, floor(wanted + (b.extent - 1) * e, d));
    const Exact residue = modulo(wanted * inverse_modulo(d, e), e);
    return from + modulo(residue - from, e) <= to;
  }

  static Exact floor(const Exact& n, const Exact& by) {
    const Exact quotient = n / by;
    return n % by < 0 ? quotient - 1 : quotient;
  }
  static Exact ceiling(const Exact& n, const Exact& by) { return -floor(-n, by); }
  static Exact modulo(const Exact& n, const Exact& by) { return n - floor(n, by) * by; }

  /// x with n·x ≡ 1 modulo m, for coprime n and m.
  static Exact inverse_modulo(const Exact& n, const Exact& m) {
    Exact a = m;
    Exact b = modulo(n, m);
    Exact x = 0;
    Exact y = 1;
    while (b != 0) {
      work(4);
      const Exact quotient = a / b;
      a = std::exchange(b, a - quotient * b);
      x = std::exchange(y, x - quotient * y);
    }
    return x;
  }

  Leaps entries_;
  std::vector<Rest> rests_;
};

bool takes_none_twice(Leaps entries) {
  return std::ranges::none_of(entries, [](const Leap& e) { return e.stride == 0; }) &&
         !Collision(std::move(entries)).exists();
}

/// Whether f and g hold, where one that is false decides although the other is beyond its limit.
template <class F, class G>
bool both(const F& f, const G& g) {
  std::optional<LimitReached> limit;
  try {
    if (!f()) return false;
  } catch (const LimitReached& reached) {
    limit = reached;
  }
  if (!g()) return false;
  if (limit) throw LimitReached(*limit);
  return true;
}

// Integers of either sign, and coordinates. An entry of negative stride takes the same values with
// the positive one in the opposite order, and moved.

/// The entries of each place, if no entry has several, and whether one has none.
struct Places {
  std::map<Tuple, Leaps> entries;
  bool has_zero = false;
  bool has_several = false;
};

Places places_of(const ModuleLayout& layout) {
  Places places;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents()[i] == 1) continue;
    const std::vector<Element::Part>& parts = layout.strides()[i].parts();
    places.has_zero = places.has_zero || parts.empty();
    places.has_several = places.has_several || parts.size() > 1;
    for (const Element::Part& part : parts)
      places.entries[part.path].push_back({layout.extents()[i], abs(Exact(part.value))});
  }
  return places;
}

/// The entries with an integer for each stride, such that the same differences are 0: place p
/// counts for W^p, where W is more than twice what any place can add up to (modules.md, Theorem 7).
Leaps embedded(const ModuleLayout& layout, const Places& places) {
  Exact most = 0;
  for (const auto& [path, entries] : places.entries) {
    Exact sum = 0;
    for (const Leap& e : entries)
      sum += greatest(e);
    most = std::max(most, sum);
  }
  std::map<Tuple, Exact> weights;
  Exact weight = 1;
  for (const auto& [path, entries] : places.entries) {
    weights[path] = weight;
    weight *= 2 * most + 1;
  }
  Leaps all;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents()[i] == 1) continue;
    Exact stride = 0;
    for (const Element::Part& part : layout.strides()[i].parts()) {
      work(words(weights[part.path]));
      stride += part.value * weights[part.path];
    }
    all.push_back({layout.extents()[i], abs(stride)});
  }
  return all;
}

template <class Test>
bool of_each(const Places& places, const Test& test) {
  return std::ranges::all_of(places.entries, [&](const auto& place) { return test(place.second); });
}

// Bits.

/// An entry over XOR of an extent above 1 and a stride that is not 0.
struct Bits {
  Int extent;
  Exact stride;
  /// All that are set in one of its values.
  Exact span;
  /// Whether x·d is the XOR of the d << i for the bits i of x, for all x < s (modules.md, Theorem
  /// 1).
  bool is_free_of_carries;

  [[nodiscard]] std::size_t bits() const {
    return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(extent - 1)));
  }
  [[nodiscard]] bool is_linear() const {
    return is_free_of_carries && std::has_single_bit(static_cast<std::uint64_t>(extent));
  }
};

/// No carry spoils the bits that shifts by up to ⌊log2(s − 2)⌋ places keep apart.
bool is_free_of_carries(Int s, const Exact& d) {
  if (s < 4) return true;
  const auto distance =
      static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(s - 2)) - 1);
  for (unsigned k = 1; k <= std::min(distance, static_cast<unsigned>(msb(d))); ++k) {
    work(2);
    if ((d & (d << k)) != 0) return false;
  }
  return true;
}

Bits bits_of(Int extent, Exact stride) {
  const bool is_free = is_free_of_carries(extent, stride);
  Exact span = 0;
  const auto length = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(extent - 1)));
  if (is_free) {
    for (unsigned k = 0; k < length; ++k)
      span |= stride << k;
  } else {
    // All from the lowest to the highest that a value can have.
    const auto low = static_cast<unsigned>(lsb(stride));
    const auto high = static_cast<unsigned>(msb(Exact(extent - 1) * stride));
    span = ((Exact(1) << (high + 1)) - 1) ^ ((Exact(1) << low) - 1);
  }
  return {extent, std::move(stride), std::move(span), is_free};
}

using AllBits = std::vector<Bits>;

AllBits moving_bits(const ModuleLayout& layout) {
  AllBits all;
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1 && !layout.strides()[i].is_zero())
      all.push_back(bits_of(layout.extents()[i], layout.strides()[i].value()));
  return all;
}

/// The parts of the entries whose bits are connected: no two parts have a bit in common.
std::vector<AllBits> components(const AllBits& all) {
  std::vector<AllBits> found;
  std::vector<Exact> spans;
  for (const Bits& entry : all) {
    AllBits joined{entry};
    Exact span = entry.span;
    for (std::size_t i = 0; i < found.size();) {
      work(2);
      if ((spans[i] & span) == 0) {
        ++i;
        continue;
      }
      joined.insert(joined.end(), found[i].begin(), found[i].end());
      span |= spans[i];
      found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
      spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    }
    found.push_back(std::move(joined));
    spans.push_back(std::move(span));
  }
  return found;
}

std::vector<Exact> table_of(const AllBits& all, Int limit) {
  Exact points = 1;
  for (const Bits& entry : all)
    points *= entry.extent;
  detail::require_points(points, limit);
  std::vector<Exact> values{0};
  for (const Bits& entry : all) {
    const std::size_t below = values.size();
    for (Int x = 1; x < entry.extent; ++x) {
      work(2 * below);
      const Exact moved = x * entry.stride;
      for (std::size_t i = 0; i < below; ++i)
        values.push_back(values[i] ^ moved);
    }
  }
  return values;
}

std::set<Exact> distinct(const std::vector<Exact>& values) {
  work(8 * values.size());
  return {values.begin(), values.end()};
}

/// The dimension of what the shifts of the strides span, and how many of them there are.
struct Dimension {
  std::size_t rank = 0;
  std::size_t columns = 0;
};

Dimension dimension_of(const AllBits& all) {
  detail::LinearMap span;
  Dimension found;
  for (const Bits& entry : all) {
    for (std::size_t k = 0; k < entry.bits(); ++k) {
      work(64);
      ++found.columns;
      if (span.set(entry.stride << static_cast<unsigned>(k), 0)) ++found.rank;
    }
  }
  return found;
}

/// Theorem 5, for entries whose bits are connected.
bool takes_no_bits_twice(const AllBits& all, Int limit) {
  if (all.size() == 1) return true;
  if (std::ranges::all_of(all, &Bits::is_free_of_carries)) {
    const Dimension dimension = dimension_of(all);
    return dimension.rank == dimension.columns;
  }
  Exact points = 1;
  Exact span = 0;
  for (const Bits& entry : all) {
    points *= entry.extent;
    span |= entry.span;
  }
  if (points > Exact(1) << (msb(span) + 1 - lsb(span))) return false;
  const std::vector<Exact> values = table_of(all, limit);
  return distinct(values).size() == values.size();
}

/// Theorem 6.
bool takes_all_bits(const AllBits& all, Int limit) {
  AllBits linear;
  AllBits others;
  bool is_plain = true;
  for (const AllBits& part : components(all)) {
    is_plain = is_plain && part.size() == 1;
    AllBits& of_its_kind = std::ranges::all_of(part, &Bits::is_linear) ? linear : others;
    of_its_kind.insert(of_its_kind.end(), part.begin(), part.end());
  }
  if (is_plain) {
    Leaps entries;
    for (const Bits& entry : all)
      entries.push_back({entry.extent, entry.stride});
    return takes_all(std::move(entries));
  }
  Exact span = 0;
  for (const Bits& entry : linear)
    span |= entry.span;
  const std::size_t width = span == 0 ? 0 : msb(span) + 1;
  const bool is_full = dimension_of(linear).rank == width;
  if (others.empty()) return is_full;
  if (is_full && width > 0) {
    for (Bits& entry : others)
      entry = bits_of(entry.extent, entry.stride >> static_cast<unsigned>(width));
    return takes_all_bits(others, limit);
  }
  const std::set<Exact> values = distinct(table_of(all, limit));
  return *values.rbegin() + 1 == values.size();
}

bool is_over_xor(const ModuleLayout& layout) {
  return module_of(layout.strides()) == Module::bits;
}

bool has_idle_entry(const ModuleLayout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1 && layout.strides()[i].is_zero()) return true;
  return false;
}

}  // namespace

bool is_injective(const Layout& layout) {
  return takes_none_twice(leaps_of(layout));
}

bool is_surjective(const Layout& layout) {
  return takes_all(leaps_of(layout));
}

bool is_bijective(const Layout& layout) {
  return is_compact(layout);
}

bool is_injective(const ModuleLayout& layout, Int limit) {
  if (has_idle_entry(layout)) return false;
  if (is_over_xor(layout)) {
    std::optional<LimitReached> reached_limit;
    for (const AllBits& part : components(moving_bits(layout))) {
      try {
        if (!takes_no_bits_twice(part, limit)) return false;
      } catch (const LimitReached& reached) {
        reached_limit = reached;
      }
    }
    if (reached_limit) throw LimitReached(*reached_limit);
    return true;
  }
  const Places places = places_of(layout);
  return places.has_several ? takes_none_twice(embedded(layout, places))
                            : of_each(places, takes_none_twice);
}

bool is_surjective(const ModuleLayout& layout, Int limit) {
  if (is_over_xor(layout)) return takes_all_bits(moving_bits(layout), limit);
  const Places places = places_of(layout);
  return !places.has_several && of_each(places, takes_all);
}

bool is_bijective(const ModuleLayout& layout, Int limit) {
  if (is_over_xor(layout)) {
    return both([&] { return is_injective(layout, limit); },
                [&] { return is_surjective(layout, limit); });
  }
  const Places places = places_of(layout);
  return !places.has_zero && !places.has_several && of_each(places, is_mixed_radix);
}

}  // namespace layoutcheck::algebra
