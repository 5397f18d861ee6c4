// Layouts whose offsets are counted in other units.
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/recast.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace layoutcheck::algebra {

namespace {

/// Products of two integers of 64 bits, and sums of a few of them.
__extension__ using Wide = __int128;

}  // namespace

Outcome<Layout> upcast(const Layout& layout, Int n) {
  Tuple extents;
  Tuple strides;
  // What is left of the offset beyond its unit is a sum of what the entries leave, each of which
  // can be at its greatest whatever the others are. It must be less than n.
  Wide most = 0;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    work();
    const Wide d = layout.strides()[i];
    const Wide last = layout.extents()[i] - 1;
    // So many coordinates of the entry are one of the answer's, which advances by so many units and
    // leaves `excess`.
    const Wide group = d == 0 ? 1 : (n - 1) / d + 1;
    const Wide units = group * d / n;
    const Wide excess = group * d % n;
    const Wide groups = last / group;
    const Wide in_last = groups * excess + last % group * d;
    const Wide in_last_whole = groups == 0 ? 0 : (groups - 1) * excess + (group - 1) * d;
    most += std::max(in_last, in_last_whole);
    if (most >= n) {
      return Undefined{"what is left beyond the units, along the entries up to " +
                       std::to_string(i) + ", adds up to a unit"};
    }
    extents.push_back(static_cast<Int>(groups + 1));
    strides.push_back(groups == 0 ? 0 : static_cast<Int>(units));
  }
  return Layout(layout.profile(), std::move(extents), std::move(strides));
}

namespace {

/// s:d in units of p offsets, of which each was q; p and q have no common divisor. Nothing if
/// neither d nor the scale p/q is a multiple of the other.
std::optional<std::pair<Int, Int>> recast_entry(Int s, Int d, Int p, Int q) {
  if (d == 0) return std::pair{s, d};
  if (d == 1) {
    const Wide extent = (Wide{s} * q + p - 1) / p;
    if (extent > std::numeric_limits<Int>::max())
      throw Overflow(std::to_string(s) + " * " + std::to_string(q) + " / " + std::to_string(p));
    return std::pair{static_cast<Int>(extent), Int{1}};
  }
  // As q and p have no common divisor, p divides d·q only if it divides d, and d·q divides p only
  // if q is 1.
  if (d % p == 0) return std::pair{s, checked_multiply(d / p, q)};
  if (q == 1 && p % d == 0) return std::pair{(s - 1) / (p / d) + 1, Int{1}};
  return std::nullopt;
}

}  // namespace

Outcome<Layout> recast(const Layout& layout, Int to, Int from) {
  const Int common = std::gcd(to, from);
  return named(
      "recast",
      [&]() -> Outcome<Layout> {
        Tuple extents;
        Tuple strides;
        std::optional<Overflow> too_large;
        for (std::size_t i = 0; i < layout.length(); ++i) {
          work();
          try {
            const auto entry =
                recast_entry(layout.extents()[i], layout.strides()[i], to / common, from / common);
            if (!entry) {
              return Undefined{"neither the stride of entry " + std::to_string(i) +
                               " nor the scale is a multiple of the other"};
            }
            extents.push_back(entry->first);
            strides.push_back(entry->second);
          } catch (const Overflow& overflow) {
            too_large = overflow;  // unless a later entry leaves no answer
          }
        }
        if (too_large) throw Overflow(*too_large);
        return Layout(layout.profile(), std::move(extents), std::move(strides));
      },
      layout, to, from);
}

Outcome<Layout> downcast(const Layout& layout, Int n) {
  const Tuple& strides = layout.strides();
  if (std::find(strides.begin(), strides.end(), Int{1}) == strides.end())
    return Undefined{"no entry has stride 1"};
  return named(
      "downcast", [&] { return recast(layout, 1, n); }, layout, n);
}

}  // namespace layoutcheck::algebra
