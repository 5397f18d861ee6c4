// Several modes of B: whether A(Σ x_i d_i) = Σ A(x_i d_i).
//
// The two differ by Σ_j Δ_j K_j(x), where K_j(x) = ⌊Σ_i (x_i d_i mod P_j) / P_j⌋ is what the sum
// carries at level j. As the x_i are independent, level j carries somewhere exactly if
// Σ_i max (x_i d_i mod P_j) ≥ P_j. If none does, the two are equal; if one does, the place of these
// maxima is a witness, unless what the levels carry cancels there (docs/composition.md, 4). Then
// the sums are compared at more points, and last of all at all of them: of the modes that take part
// in a level that carries, as far as their multiples do not repeat themselves.
#pragma once

#include "budget.hpp"
#include "few.hpp"
#include "fractions.hpp"
#include "radix.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace layoutcheck::algebra::detail {

/// A mode of B with extent > 1 and stride > 0.
template <class Number>
struct Summand {
  using Offset = typename Number::Offset;

  Summand(std::size_t j, Offset s, Offset d)
      : entry(j), extent(std::move(s)), stride(std::move(d)) {}

  std::size_t entry;  // of B
  Offset extent;
  Offset stride;
  Few<Multiples<Offset>> parts;  // the multiples of the stride modulo each level
};

template <class Number>
class Sums {
 public:
  using Offset = typename Number::Offset;
  using Value = typename Number::Value;
  using Level = typename Radix<Number>::Level;

  /// One coordinate for each summand.
  using Coordinates = Few<Offset>;

  Sums(const Radix<Number>& radix, const Few<Level>& levels, const Few<Summand<Number>>& summands)
      : radix_(&radix), levels_(&levels), summands_(&summands) {
    join();
    for (const Group& group : groups_)
      if (refute(group)) return;
  }

  /// Coordinates at which the two sides differ, if some are known.
  [[nodiscard]] const std::optional<Coordinates>& witness() const { return witness_; }

  /// Whether it takes tabulate() to know that there is no witness.
  [[nodiscard]] bool is_open() const { return !groups_.empty() && !witness_; }

  /// Compares the two at all coordinates that count. Throws LimitReached.
  void tabulate(Budget& budget) {
    for (const Group& group : groups_) {
      Coordinates x(summands_->size(), Offset(0));
      while (next(group, x)) {
        budget.spend();
        if (differs(x)) {
          witness_ = std::move(x);
          return;
        }
      }
    }
    groups_.clear();
  }

 private:
  /// Levels that carry, and the summands that decide whether they do; no summand is in two groups.
  struct Group {
    Few<std::size_t> levels;
    Few<std::size_t> summands;
  };

  [[nodiscard]] const Multiples<Offset>& part(std::size_t i, std::size_t level) const {
    return (*summands_)[i].parts[level];
  }

  /// Sorts rising indices by what each has, the greatest first, and equal ones as they are, which
  /// std::stable_sort does with memory of its own.
  template <class Has>
  static void sort_falling(Few<std::size_t>& indices, Has has) {
    std::sort(indices.begin(), indices.end(), [&](std::size_t i, std::size_t k) {
      return has(i) > has(k) || (has(i) == has(k) && i < k);
    });
  }

  void join() {
    for (std::size_t level = 0; level < levels_->size(); ++level) {
      Group group{{level}, taking_part(level)};
      if (group.summands.empty()) continue;
      Few<Group> apart;
      for (Group& other : groups_) {
        const bool shares =
            std::any_of(other.summands.begin(), other.summands.end(), [&](std::size_t i) {
              return std::find(group.summands.begin(), group.summands.end(), i) !=
                     group.summands.end();
            });
        if (!shares) {
          apart.push_back(std::move(other));
          continue;
        }
        group.levels.insert(group.levels.end(), other.levels.begin(), other.levels.end());
        group.summands.insert(group.summands.end(), other.summands.begin(), other.summands.end());
      }
      std::sort(group.levels.begin(), group.levels.end());
      std::sort(group.summands.begin(), group.summands.end());
      group.summands.erase(std::unique(group.summands.begin(), group.summands.end()),
                           group.summands.end());
      apart.push_back(std::move(group));
      groups_ = std::move(apart);
    }
  }

  /// The summands that decide what this level carries; none if it carries nowhere. Where those of
  /// the others are multiples of c, which divides P_j, summands that together stay below c cannot
  /// make a sum reach the next multiple of P_j.
  [[nodiscard]] Few<std::size_t> taking_part(std::size_t level) const {
    const Offset& period = (*levels_)[level].period;
    Few<std::size_t> all;
    Offset sum = 0;
    for (std::size_t i = 0; i < summands_->size(); ++i) {
      if (part(i, level).greatest != 0) {
        all.push_back(i);
        sum += part(i, level).greatest;
      }
    }
    if (sum < period) return {};
    Few<Offset> divisors(summands_->size());
    for (const std::size_t i : all)
      divisors[i] = common_divisor((*summands_)[i].stride, period);
    sort_falling(all, [&](std::size_t i) -> const Offset& { return divisors[i]; });
    Offset common = period;
    for (std::size_t kept = 0; kept < all.size(); ++kept) {
      if (sum < common) {
        all.resize(kept);
        break;
      }
      common = common_divisor(common, divisors[all[kept]]);
      sum -= part(all[kept], level).greatest;
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Looks for a witness where the levels carry most, and at the corners of two modes.
  bool refute(const Group& group) {
    for (const std::size_t level : group.levels)
      if (differs_at_greatest(group, level)) return true;
    Coordinates x(summands_->size(), Offset(0));
    for (const std::size_t i : group.summands) {
      for (const std::size_t k : group.summands) {
        if (k <= i) continue;
        for (const Offset& u : corners(group, i)) {
          for (const Offset& v : corners(group, k)) {
            x[i] = u;
            x[k] = v;
            if (differs(x)) {
              witness_ = std::move(x);
              return true;
            }
          }
        }
        x[k] = 0;
      }
      x[i] = 0;
    }
    return false;
  }

  /// Whether the two differ where the residues at this level are greatest, the largest first and no
  /// more of them than it takes to carry.
  bool differs_at_greatest(const Group& group, std::size_t level) {
    Few<std::size_t> order = group.summands;
    sort_falling(order, [&](std::size_t i) -> const Offset& { return part(i, level).greatest; });
    Coordinates x(summands_->size(), Offset(0));
    Offset sum = 0;
    for (const std::size_t i : order) {
      x[i] = part(i, level).place;
      sum += part(i, level).greatest;
      if (sum >= (*levels_)[level].period && differs(x)) {
        witness_ = std::move(x);
        return true;
      }
    }
    return false;
  }

  /// The first coordinate, the last, and those with the greatest residues.
  [[nodiscard]] Few<Offset> corners(const Group& group, std::size_t i) const {
    Few<Offset> corners = {Offset(1), Offset((*summands_)[i].extent - 1)};
    for (const std::size_t level : group.levels)
      corners.push_back(part(i, level).place);
    return corners;
  }

  [[nodiscard]] bool differs(const Coordinates& x) const {
    Offset offset = 0;
    Value sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != 0) {
        const Offset part = x[i] * (*summands_)[i].stride;
        offset += part;
        sum += radix_->at(part);
      }
    }
    return radix_->at(offset) != sum;
  }

  /// Moves on to the next coordinates of this group, colexicographically. Returns false at the end.
  bool next(const Group& group, Coordinates& x) const {
    const Offset& period = (*levels_)[group.levels.back()].period;
    for (const std::size_t i : group.summands) {
      const Summand<Number>& summand = (*summands_)[i];
      const Offset repeats = period / common_divisor(summand.stride, period);
      if (++x[i] < summand.extent && x[i] < repeats) return true;
      x[i] = 0;
    }
    return false;
  }

  const Radix<Number>* radix_;
  const Few<Level>* levels_;
  const Few<Summand<Number>>* summands_;
  Few<Group> groups_;
  std::optional<Coordinates> witness_;
};

}  // namespace layoutcheck::algebra::detail
