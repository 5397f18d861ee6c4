// The definitions of shah 2 and of the primer, as they are printed: sorted and admissible layouts,
// left divisibility, and the formulas for complement and composition. A list of factors whose last
// one stands for ∞ holds any number there.
#pragma once

#include "as_printed/definitions.hpp"
#include "constructions/admissible.hpp"
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <optional>

namespace layoutcheck::properties::shah {

using as_printed::divides;
using as_printed::table;
using formulas::Admissibility;

/// A layout of shah and the primer: positive integers only, and not empty (shah 2.1).
inline bool is_positive(const Layout& l) {
  return l.length() > 0 && std::ranges::all_of(l.strides(), [](Int d) { return d > 0; });
}

inline bool has_one(const Tuple& extents) {
  return std::ranges::find(extents, 1) != extents.end();
}

/// A layout of shah 2.2, where shapes contain no 1.
inline bool is_positive_without_ones(const Layout& l) {
  return is_positive(l) && !has_one(l.extents());
}

/// Matching dimensions, or the same structure, read off the brackets: both are integers, or both
/// have as many components, which match one by one.
inline bool match(const NestedTuple& x, const NestedTuple& y) {
  if (x.is_entry() || y.is_entry()) return x.is_entry() && y.is_entry();
  return std::ranges::equal(x.modes(), y.modes(), match);
}

/// ι^(x), and ι(x) below the size: (x mod M_0, ⌊x / M_0⌋ mod M_1, …, ⌊x / (M_0 ⋯ M_{α−1})⌋) (shah
/// 2.3, primer 3).
inline Tuple extended_coordinate(const Tuple& extents, Int x) {
  work(extents.size());
  Tuple coordinate(extents.size(), 0);
  Int before = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    coordinate[i] = i + 1 < extents.size() ? x / before % extents[i] : x / before;
    // Beyond 64 bits the quotients that follow are all 0.
    if (__builtin_mul_overflow(before, extents[i], &before)) break;
  }
  return coordinate;
}

/// f^_L(x) = d_0 x_0 + … + d_α x_α (shah 2.3). Throws Overflow.
inline Int extended_value(const Layout& l, Int x) {
  const Tuple coordinate = extended_coordinate(l.extents(), x);
  Int value = 0;
  for (std::size_t i = 0; i < coordinate.size(); ++i)
    value = checked_add(value, checked_multiply(l.strides()[i], coordinate[i]));
  return value;
}

/// f^_A(f_B(0)), …, f^_A(f_B(size(B) − 1)). Throws LimitReached, and Overflow.
inline Tuple composed_table(const Layout& a, const Layout& b) {
  Tuple values = table(b);
  for (Int& value : values)
    value = extended_value(a, value);
  return values;
}

/// C exists, and f_C = f^_A∘f_B.
inline Result is_composite(const Outcome<Layout>& c, const Layout& a, const Layout& b) {
  return holds_if(c && table(*c) == composed_table(a, b), [&] {
    return "A = " + to_string(a) + ", A∘B = " + text(c) + ": its function is not f^_A∘f_B";
  });
}

/// The layouts of the shape with the strides (1, …, 1), and with one 1 replaced by 2: equalities
/// that are linear in the strides hold for all if they do for these.
inline std::vector<Layout> with_spanning_strides(const Tuple& shape) {
  std::vector<Layout> all;
  for (std::size_t i = 0; i <= shape.size(); ++i) {
    Tuple strides(shape.size(), 1);
    if (i < shape.size()) strides[i] = 2;
    all.push_back(Layout::flat(shape, std::move(strides)));
  }
  return all;
}

/// f^_L increases strictly, on its domain and for some way beyond it. Throws LimitReached.
inline Result increases(const Layout& l) {
  const Exact size = oracle::size(l);
  if (size > as_printed::limits.points) throw LimitReached("the size exceeds the limit");
  for (Int x = 1; x < size + 50; ++x)
    if (extended_value(l, x) <= extended_value(l, x - 1))
      return fails("the function of " + to_string(l) + " does not increase to " +
                   std::to_string(x));
  return holds();
}

/// d_0 ≤ … ≤ d_α, and N_i ≤ N_j wherever i < j and d_i = d_j (shah 2.4, primer 8).
inline bool is_sorted(const Layout& l) {
  for (std::size_t i = 0; i < l.length(); ++i) {
    work(l.length() - i);
    if (i > 0 && l.strides()[i - 1] > l.strides()[i]) return false;
    for (std::size_t j = i + 1; j < l.length(); ++j)
      if (l.strides()[i] == l.strides()[j] && l.extents()[i] > l.extents()[j]) return false;
  }
  return true;
}

/// The permutation of L that is sorted.
inline Layout sorted(const Layout& l) {
  std::vector<std::pair<Int, Int>> modes;
  for (std::size_t i = 0; i < l.length(); ++i)
    modes.emplace_back(l.strides()[i], l.extents()[i]);
  std::ranges::sort(modes);
  Tuple shape;
  Tuple stride;
  for (const auto& [d, n] : modes) {
    shape.push_back(n);
    stride.push_back(d);
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

/// {A, M} is admissible for complementation (shah 2.5, primer 9).
inline bool admits_complement(const Layout& layout, Int number) {
  if (!is_positive(layout)) return false;
  const Layout a = is_sorted(layout) ? layout : sorted(layout);
  const std::size_t last = a.length() - 1;
  for (std::size_t i = 1; i <= last; ++i)
    if (!divides(Exact{a.extents()[i - 1]} * a.strides()[i - 1], a.strides()[i])) return false;
  return divides(Exact{a.extents()[last]} * a.strides()[last], number);
}

/// complement(A, M) (shah 2.6, primer 9). Pre: {A, M} is admissible.
inline Layout complement(const Layout& layout, Int number) {
  const Layout a = is_sorted(layout) ? layout : sorted(layout);
  const auto end = [&](std::size_t i) { return a.extents()[i] * a.strides()[i]; };
  Tuple shape{a.strides()[0]};
  Tuple stride{1};
  for (std::size_t i = 1; i < a.length(); ++i) {
    shape.push_back(a.strides()[i] / end(i - 1));
    stride.push_back(end(i - 1));
  }
  shape.push_back(number / end(a.length() - 1));
  stride.push_back(end(a.length() - 1));
  return Layout::flat(std::move(shape), std::move(stride));
}

/// The pairs i, c with d = M_0 ⋯ M_{i−1} c and, if i < α, 1 ≤ c < M_i, and, if `full`, c | M_i
/// (shah 2.11, primer 12): all of them.
inline std::vector<formulas::LeftDivision> left_divisions(const Tuple& factors, Int d, bool full) {
  std::vector<formulas::LeftDivision> found;
  Exact before = 1;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    work(words(before));
    if (Exact{d} % before == 0) {
      const Int c = (Exact{d} / before).convert_to<Int>();
      const bool is_last = i + 1 == factors.size();
      if (is_last || (1 <= c && c < factors[i] && (!full || factors[i] % c == 0)))
        found.push_back({i, c});
    }
    before *= factors[i];
  }
  return found;
}

/// M_i / c, M_{i+1}, …, M_{α−1}, ∞; or ∞ alone if i = α (shah 2.11 (a), (b)).
inline Tuple induced_factors(const Tuple& factors, const formulas::LeftDivision& division) {
  const std::size_t last = factors.size() - 1;
  if (division.index == last) return {1};
  Tuple rest{factors[division.index] / division.quotient};
  for (std::size_t j = 1; j < last - division.index; ++j)
    rest.push_back(factors[division.index + j]);
  rest.push_back(1);
  return rest;
}

/// {S, (N):(r)} is admissible for composition (shah 2.12; primer 14 with `full`).
inline bool is_admissible(const Tuple& shape, Int extent, Int stride, bool full) {
  if (shape.empty() || stride == 0) return false;
  const auto by_stride = left_divisions(shape, stride, true);
  return !by_stride.empty() &&
         !left_divisions(induced_factors(shape, by_stride[0]), extent, full).empty();
}

/// The interval that a mode occupies: [r, r(N − 1)] ∩ [1, M_0 ⋯ M_{α−1}) (shah 2.16), ∩ [1, M_0 ⋯
/// M_α) (primer 17), or [r, rN − 1] ∩ [1, M_0 ⋯ M_{α−1}).
struct ExactInterval {
  Exact first;
  Exact last;

  [[nodiscard]] bool contains(const Exact& x) const { return first <= x && x <= last; }
  [[nodiscard]] bool is_empty() const { return last < first; }
};

inline ExactInterval interval(const Tuple& shape, Int extent, Int stride, Admissibility kind) {
  Exact end = 1;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i)
    end *= shape[i];
  if (kind == Admissibility::primer && !shape.empty()) end *= shape.back();
  const Exact last =
      kind == Admissibility::apart ? Exact{stride} * extent - 1 : Exact{stride} * (extent - 1);
  return {stride, std::min<Exact>(last, end - 1)};
}

/// Two intervals with a common point have the first point of one of them in common.
inline bool are_disjoint(const ExactInterval& a, const ExactInterval& b) {
  return a.is_empty() || b.is_empty() || (!a.contains(b.first) && !b.contains(a.first));
}

/// Whether the intervals that `interval` gives for the extent and the stride of each mode are
/// disjoint.
template <class F>
bool have_disjoint_intervals(const Layout& b, F interval) {
  std::vector<ExactInterval> intervals;
  for (std::size_t k = 0; k < b.length(); ++k) {
    const ExactInterval own = interval(b.extents()[k], b.strides()[k]);
    if (!std::ranges::all_of(intervals, [&](const auto& i) { return are_disjoint(i, own); }))
      return false;
    intervals.push_back(own);
  }
  return true;
}

/// {S, B} is admissible for composition (shah 2.17, primer 18, and what amends them).
inline bool is_admissible(const Tuple& shape, const Layout& b, Admissibility kind) {
  if (shape.empty() || !is_positive(b)) return false;
  for (std::size_t k = 0; k < b.length(); ++k)
    if (!is_admissible(shape, b.extents()[k], b.strides()[k], kind == Admissibility::primer))
      return false;
  return have_disjoint_intervals(
      b, [&](Int extent, Int stride) { return interval(shape, extent, stride, kind); });
}

/// Every layout that the cases of shah 2.13 name for A∘(N):(r); there should be one. Pre: the pair
/// is admissible.
inline std::vector<Layout> composites(const Layout& a, Int extent, Int stride) {
  const Tuple& m = a.extents();
  const std::size_t last = m.size() - 1;
  const auto [i, c] = left_divisions(m, stride, true).at(0);
  const Int start = checked_multiply(c, a.strides()[i]);
  if (i == last || extent <= m[i] / c) return {Layout::flat({extent}, {start})};
  std::vector<Layout> found;
  Tuple shape{m[i] / c};
  Tuple strides{start};
  Exact run = m[i] / c;
  for (std::size_t j = i + 1; j <= last; ++j) {
    if (Exact{extent} % run == 0) {
      const Int rest = (Exact{extent} / run).convert_to<Int>();
      if (j == last || rest < m[j]) {
        Tuple s = shape;
        Tuple d = strides;
        if (rest > 1) {
          s.push_back(rest);
          d.push_back(a.strides()[j]);
        }
        found.push_back(Layout::flat(std::move(s), std::move(d)));
      }
    }
    shape.push_back(m[j]);
    strides.push_back(a.strides()[j]);
    run *= m[j];
  }
  return found;
}

}  // namespace layoutcheck::properties::shah
