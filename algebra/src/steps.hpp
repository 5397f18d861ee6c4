// One mode of B: whether g(x) = A(d x) on [0, s) is the function of a layout, from its steps.
//
// The step D(x) = g(x) − g(x − 1). For the layout whose modes end at R_1 | R_2 | … | s, D(x)
// depends only on the last R_m that divides x. So g is a layout function exactly if for all u, v in
// [1, s)
//   D(gcd(u, s)) = D(u)  and  D(gcd(u, v)) is D(u) or D(v)
// (docs/composition.md, 2), and steps that fail this prove that there is no layout.
//
// The steps follow from fractions: g(x) = x g(1) + Σ_j Δ_j ⌊x α_j⌋ with α_j = (d mod P_j) / P_j,
// and for x < s it is the same to take the greatest fraction ≤ α_j with a denominator below s.
// Levels that have it in common are one level, with the sum of their Δ_j. Where all that are left
// are 1/T, nothing drifts, and the steps at the T decide (3). Otherwise the first points, and those
// where two of the fractions first differ, show almost always that there is no layout. If they do
// not, g is tabulated.
#pragma once

#include "budget.hpp"
#include "few.hpp"
#include "fractions.hpp"
#include "radix.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace layoutcheck::algebra::detail {

template <class Number>
class Steps {
 public:
  using Offset = typename Number::Offset;
  using Value = typename Number::Value;
  using Level = typename Radix<Number>::Level;

  /// Steps that no layout function on [0, s) has: D(gcd(u, v)) is neither D(u) nor D(v), or v = s
  /// and it is not D(u).
  struct Witness {
    Offset u;
    Offset v;
    Value at_u;  // D(u)
    Value at_v;  // D(v), if v < s
    Value at_divisor;
  };

  /// Pre: extent > 1; `parts` are the multiples of the stride up to extent − 1 modulo each level.
  Steps(const Radix<Number>& radix, const Few<Level>& levels, const Few<Multiples<Offset>>& parts,
        Offset extent, Offset stride)
      : radix_(&radix), extent_(std::move(extent)), stride_(std::move(stride)) {
    merge(levels, parts);
    if (fractions_.empty()) return;
    const bool drift = std::any_of(fractions_.begin(), fractions_.end(),
                                   [](const Fraction<Offset>& f) { return f.numerator > 1; });
    Few<Offset> places;
    if (!drift)
      for (const Fraction<Offset>& fraction : fractions_)
        places.push_back(fraction.denominator);
    else
      for (Offset x = 2; x < extent_ && x < few; ++x)
        places.push_back(x);
    look_at(std::move(places));
    open_ = drift && extent_ > few && !witness_;
    if (open_) {
      look_at(differences());
      open_ = !witness_;
    }
  }

  /// What proves that there is no layout, if that is known.
  [[nodiscard]] const std::optional<Witness>& witness() const { return witness_; }

  /// Whether it takes tabulate() to know that there is no witness.
  [[nodiscard]] bool is_open() const { return open_; }

  /// Where the modes of the layout end before the last. Pre: no witness, not open.
  [[nodiscard]] const Few<Offset>& ends() const { return ends_; }

  /// g(x).
  [[nodiscard]] Value value(const Offset& x) const { return radix_->at(Offset(x * stride_)); }

  /// Looks at the places where something jumps, from where the first fraction drifts, as far as the
  /// steps do not repeat themselves. All other steps are D(1). Throws LimitReached.
  void tabulate(Budget& budget) {
    for (Offset x = first_drift_; x < extent_ && !repeats_after(x); x = next_place(x)) {
      budget.spend();
      if (step(x) != expected(x)) {
        look_at({x});
        if (witness_) break;
      }
    }
    open_ = false;
  }

 private:
  struct Point {
    Offset x;
    Value step;
  };

  /// The points below are looked at wherever something drifts.
  static constexpr int few = 64;

  /// Sets fractions_: those of the levels, each once and only if their jumps do not cancel.
  void merge(const Few<Level>& levels, const Few<Multiples<Offset>>& parts) {
    Few<Value> jumps;
    Few<Offset> periods;
    for (std::size_t p = 0; p < levels.size(); ++p) {
      const Fraction<Offset>& fraction = parts[p].below;
      if (fraction.numerator == 0) continue;
      const auto found = std::find(fractions_.begin(), fractions_.end(), fraction);
      const auto k = static_cast<std::size_t>(found - fractions_.begin());
      if (found == fractions_.end()) {
        fractions_.push_back(fraction);
        jumps.push_back(levels[p].jump);
        periods.push_back(levels[p].period);
      } else {
        jumps[k] += levels[p].jump;
      }
    }
    std::size_t kept = 0;
    for (std::size_t k = 0; k < fractions_.size(); ++k) {
      if (jumps[k] != 0) {
        period_ = periods[k];  // One of the levels stands for all of them.
        fractions_[kept++] = fractions_[k];
      }
    }
    fractions_.resize(kept);
    period_ /= common_divisor(stride_, period_);
  }

  /// The least points where two of the fractions, 0 and the 1/T that have the same first jumps
  /// differ, and those after them.
  Few<Offset> differences() {
    Few<Fraction<Offset>> fractions = fractions_;
    const Offset most = extent_ - 1;
    first_drift_ = extent_;
    for (const Fraction<Offset>& f : fractions_) {
      if (f.numerator > 1) {
        fractions.push_back({1, Offset((f.denominator - 1) / f.numerator + 1)});
        first_drift_ = std::min(first_drift_, first_difference(f, fractions.back(), most));
      }
    }
    fractions.push_back({0, 1});
    Few<Offset> places = {most};
    for (std::size_t k = 0; k < fractions.size(); ++k) {
      places.push_back(fractions[k].denominator);
      for (std::size_t l = 0; l < k; ++l) {
        const Offset x = first_difference(fractions[k], fractions[l], most);
        places.push_back(x);
        places.push_back(Offset(x + 1));
      }
    }
    places.erase(std::remove_if(places.begin(), places.end(),
                                [&](const Offset& x) { return x < 2 || x > most; }),
                 places.end());
    return places;
  }

  /// Finds the ends that agree with the steps at these points and those looked at before, or a
  /// witness. In each round the base is the last end, or 1. The points with another step than the
  /// base are multiples of it; unless there is a witness, so is their common divisor, it divides s
  /// and has another step as well: it is the next end.
  void look_at(Few<Offset> places) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (Offset& x : places) {
      Value its = step(x);
      points_.push_back({std::move(x), std::move(its)});
    }
    ends_.clear();
    end_steps_.clear();
    Point base{1, step(1)};
    first_step_ = base.step;
    for (;;) {
      Point common{extent_, 0};
      for (const Point& point : points_) {
        if (point.step == base.step || point.x % base.x != 0 || point.x % common.x == 0) continue;
        const Offset x = common_divisor(point.x, common.x);
        Value its = step(x);
        if (its != point.step && (common.x == extent_ || its != common.step)) {
          witness_ = Witness{point.x, common.x, point.step, common.step, std::move(its)};
          return;
        }
        common = {x, std::move(its)};
      }
      if (common.x == extent_) return;
      ends_.push_back(common.x);
      end_steps_.push_back(common.step);
      base = std::move(common);
    }
  }

  /// D(x).
  [[nodiscard]] Value step(const Offset& x) const { return value(x) - value(Offset(x - 1)); }

  /// The step at x of the layout with these ends.
  [[nodiscard]] const Value& expected(const Offset& x) const {
    std::size_t m = 0;
    while (m < ends_.size() && x % ends_[m] == 0)
      ++m;
    return m == 0 ? first_step_ : end_steps_[m - 1];
  }

  /// The next place after x where a fraction jumps or a layout with these ends may.
  [[nodiscard]] Offset next_place(const Offset& x) const {
    Offset next = ends_.empty() ? extent_ : Offset((x / ends_[0] + 1) * ends_[0]);
    for (const Fraction<Offset>& f : fractions_) {
      const Value jumps = Value(f.numerator) * Value(x) / Value(f.denominator) + 1;
      next = std::min(next, Offset((jumps * Value(f.denominator) + Value(f.numerator - 1)) /
                                   Value(f.numerator)));
    }
    return next;
  }

  /// Whether the steps from the first drift up to x − 1 are as many as there are before those of g
  /// and of the layout with these ends repeat themselves.
  [[nodiscard]] bool repeats_after(const Offset& x) const {
    const Offset end = ends_.empty() ? Offset(1) : ends_.back();
    const Offset common = end / common_divisor(end, period_);
    return x > first_drift_ && (x - first_drift_) / period_ >= common;
  }

  const Radix<Number>* radix_;
  Offset extent_;
  Offset stride_;
  Few<Fraction<Offset>> fractions_;
  Offset period_ = 1;  // of D
  Offset first_drift_ = 1;
  Value first_step_ = 0;
  Few<Point> points_;
  Few<Offset> ends_;
  Few<Value> end_steps_;
  std::optional<Witness> witness_;
  bool open_ = false;
};

}  // namespace layoutcheck::algebra::detail
