// Deciding complements, and building the one with the least values.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

struct Entry {
  Exact stride;
  Exact extent;
  friend bool operator<(const Entry& x, const Entry& y) { return x.stride < y.stride; }
};

/// The entries of extent above 1, by stride.
std::vector<Entry> by_stride(const ExactLayout& layout) {
  std::vector<Entry> entries;
  work(layout.length());
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents[i] > 1) entries.push_back({layout.strides[i], layout.extents[i]});
  std::stable_sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

bool is_compact(const ExactLayout& layout, const Limits& limits) {
  // Sets of different sizes have no bijection; sets of equal size have one if no value is taken
  // twice.
  if (size(layout) != cosize(layout)) return false;
  if (size(layout) > limits.points) return is_compact_by_radix(layout);
  std::vector<Exact> values = table(layout, limits);
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

bool is_compact_by_radix(const ExactLayout& layout) {
  Exact place = 1;
  for (const Entry& entry : by_stride(layout)) {
    if (entry.stride != place) return false;
    place *= entry.extent;
  }
  return true;
}

bool is_complement(const ExactLayout& a, const ExactLayout& b, const Limits& limits) {
  return is_compact(ExactLayout::tuple_of(std::vector{a.flattened(), b.flattened()}), limits);
}

Outcome<ExactLayout> complement_by_covering(const ExactLayout& a, const Exact& n,
                                            const Limits& limits) {
  if (size(a) > n || cosize(a) > n) {
    return Undefined{"A has " + digits(size(a)) + " points with values up to " +
                     digits(cosize(a) - 1) + ", which are too many or too large for " + digits(n)};
  }
  charge(n, limits, "covering the numbers below N");
  std::vector<std::size_t> values_of_a;
  for (const Exact& value : table(a, limits))
    values_of_a.push_back(static_cast<std::size_t>(value));
  const auto end = static_cast<std::size_t>(n);
  std::vector<bool> covered(end, false);
  std::vector<Exact> values_of_b;
  for (std::size_t u = 0; u < end; ++u) {
    if (covered[u]) continue;
    values_of_b.emplace_back(u);
    work(values_of_a.size());
    for (std::size_t value : values_of_a) {
      if (u + value >= end || covered[u + value]) {
        return Undefined{"a complement must take the value " + std::to_string(u) + ", but " +
                         std::to_string(u) + " + " + std::to_string(value) +
                         (u + value >= end ? " is not below " + digits(n) : " is covered twice")};
      }
      covered[u + value] = true;
    }
  }
  Outcome<ExactLayout> b = flat_layout_of_table(values_of_b);
  if (!b) return Undefined{"the values that a complement must take: " + b.reason()};
  return b;
}

Exact reach(const ExactLayout& layout) {
  Exact result = 1;
  for (const Entry& entry : by_stride(layout))
    result = std::max<Exact>(result, entry.extent * entry.stride);
  return result;
}

Exact complementable_from(const ExactLayout& a, const Exact& n) {
  const Exact least = reach(a);
  return (n + least - 1) / least * least;
}

Outcome<ExactLayout> flat_complement(const ExactLayout& a, const Limits& limits) {
  const Exact n = reach(a);
  if (n > limits.points) return complement_by_radix(a);
  Outcome<ExactLayout> result = complement_by_covering(a, n, limits);
  if (result || (size(a) <= n && cosize(a) <= n)) return result;
  return Undefined{"with a complement A would fill the numbers below " + digits(n) +
                   ", the greatest s*d: " + result.reason()};
}

Outcome<ExactLayout> complement_by_radix(const ExactLayout& a) {
  std::vector<Exact> extents;
  std::vector<Exact> strides;
  Exact place = 1;
  for (const Entry& entry : by_stride(a)) {
    if (entry.stride == 0 || entry.stride % place != 0) {
      return Undefined{"the stride " + digits(entry.stride) + " is not a positive multiple of " +
                       digits(place) + ", where the entries of smaller stride end"};
    }
    if (entry.stride > place) {
      extents.emplace_back(entry.stride / place);
      strides.push_back(place);
    }
    place = entry.stride * entry.extent;
  }
  return ExactLayout::flat(std::move(extents), std::move(strides));
}

Outcome<ExactLayout> flat_complement(const ExactLayout& a, const Exact& n, Convention convention,
                                     const Limits& limits) {
  if (convention != Convention::strict) {
    const ExactLayout kept = without_zero_strides(a);
    return flat_complement(kept, complementable_from(kept, n), Convention::strict, limits);
  }
  Outcome<ExactLayout> result = flat_complement(a, limits);
  // There is none for N either; the reason is to speak of N.
  if (!result) return n <= limits.points ? complement_by_covering(a, n, limits) : result;
  const Exact least = reach(a);
  if (n % least != 0) {
    return Undefined{digits(n) + " is not a multiple of " + digits(least) +
                     ", the least number for which there is a complement"};
  }
  ExactLayout b = *result;
  b.extents.emplace_back(n / least);
  b.strides.push_back(least);
  return flat_coalesce_by_rewriting(b);
}

ExactLayout without_zero_strides(const ExactLayout& a) {
  ExactLayout kept;
  for (std::size_t i = 0; i < a.length(); ++i) {
    if (a.strides[i] == 0) continue;
    kept.extents.push_back(a.extents[i]);
    kept.strides.push_back(a.strides[i]);
  }
  kept.profile = Profile::flat(kept.length());
  return kept;
}

}  // namespace layoutcheck::oracle
