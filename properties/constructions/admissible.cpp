// Admissible operands and their closed formulas.
#include "constructions/admissible.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>

#include <limits>

namespace layoutcheck::properties::formulas {

namespace {

/// A product of two Ints fits.
using Wide = unsigned __int128;

/// The product, or 2^63 if it is not less: then it has a predecessor, which is the greatest Int.
Wide bounded_product(Wide a, Int b) {
  constexpr Wide bound = Wide{std::numeric_limits<Int>::max()} + 1;
  return std::min(a * b, bound);
}

bool is_positive(const Layout& layout) {
  return layout.length() > 0 &&
         std::all_of(layout.strides().begin(), layout.strides().end(), [](Int d) { return d > 0; });
}

std::string mode_text(Int extent, Int stride) {
  return std::to_string(extent) + ":" + std::to_string(stride);
}

Undefined not_positive() {
  return {"a layout here has at least one mode, and only positive strides"};
}

bool overlap(const Interval& a, const Interval& b) {
  return std::max(a.first, b.first) <= std::min(a.last, b.last);
}

}  // namespace

Outcome<Int> extended_value(const Layout& layout, Int x) {
  if (layout.length() == 0) return Undefined{"the empty layout has no last mode"};
  const std::size_t last = layout.length() - 1;
  Int value = 0;
  for (std::size_t i = 0; i < last && x > 0; ++i) {
    const Int extent = layout.extents()[i];
    value = checked_add(value, checked_multiply(x % extent, layout.strides()[i]));
    x /= extent;
  }
  return checked_add(value, checked_multiply(x, layout.strides()[last]));
}

bool is_admissible_for_complementation(const Layout& layout, Int size) {
  if (!is_positive(layout)) return false;
  Int end = 1;
  const Layout sorted = algebra::sort(layout);
  for (std::size_t i = 0; i < sorted.length(); ++i) {
    if (sorted.strides()[i] % end != 0) return false;
    // An end beyond 64 bits divides no stride and no size.
    if (__builtin_mul_overflow(sorted.extents()[i], sorted.strides()[i], &end)) return false;
  }
  return size % end == 0;
}

Outcome<Layout> complement_formula(const Layout& layout, Int size) {
  if (!is_positive(layout)) return not_positive();
  if (!is_admissible_for_complementation(layout, size)) {
    return Undefined{"the pair of " + to_string(layout) + " and " + std::to_string(size) +
                     " is not admissible for complementation"};
  }
  const Layout sorted = algebra::sort(layout);
  Tuple shape;
  Tuple stride;
  Int end = 1;
  for (std::size_t i = 0; i < sorted.length(); ++i) {
    shape.push_back(sorted.strides()[i] / end);
    stride.push_back(end);
    end = sorted.extents()[i] * sorted.strides()[i];
  }
  shape.push_back(size / end);
  stride.push_back(end);
  return Layout::flat(std::move(shape), std::move(stride));
}

Interval occupied_interval(std::span<const Int> shape, Int extent, Int stride,
                           Admissibility admissibility) {
  Wide end = 1;
  const std::size_t counted = shape.size() - (admissibility == Admissibility::primer ? 0 : 1);
  for (const Int s : shape.first(counted))
    end = bounded_product(end, s);
  const Wide last = admissibility == Admissibility::apart ? bounded_product(stride, extent) - 1
                                                          : bounded_product(stride, extent - 1);
  const Interval interval{stride, static_cast<Int>(std::min(last, end - 1))};
  return interval.last < interval.first ? Interval{} : interval;
}

Outcome<Layout> compose_mode(const Layout& a, Int extent, Int stride, Admissibility admissibility) {
  if (!is_positive(a) || stride <= 0) return not_positive();
  const Outcome<LeftDivision> start = left_division(a.extents(), stride, Divisibility::full);
  if (!start) {
    return Undefined{"the shape of A is not left divisible by the stride of " +
                     mode_text(extent, stride) + ": " + start.reason()};
  }
  const Tuple rest = remaining_factors(a.extents(), *start);
  const bool full = admissibility == Admissibility::primer;
  const Outcome<LeftDivision> run =
      left_division(rest, extent, full ? Divisibility::full : Divisibility::weak);
  if (!run) {
    return Undefined{"what the stride leaves of the shape of A is not " +
                     std::string(full ? "" : "weakly ") + "left divisible by the extent of " +
                     mode_text(extent, stride) + ": " + run.reason()};
  }
  const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
  Tuple shape(rest.begin(), rest.begin() + at(run->index));
  Tuple strides(a.strides().begin() + at(start->index),
                a.strides().begin() + at(start->index + run->index));
  if (run->index == 0 || run->quotient > 1 || full) {
    shape.push_back(run->quotient);
    strides.push_back(a.strides()[start->index + run->index]);
  }
  strides.front() = checked_multiply(strides.front(), start->quotient);
  return Layout::flat(std::move(shape), std::move(strides));
}

Outcome<Layout> composition_formula(const Layout& a, const Layout& b, Admissibility admissibility) {
  if (!is_positive(a) || !is_positive(b)) return not_positive();
  std::vector<Interval> occupied;
  for (std::size_t k = 0; k < b.length(); ++k) {
    const Interval interval =
        occupied_interval(a.extents(), b.extents()[k], b.strides()[k], admissibility);
    for (std::size_t l = 0; l < k; ++l) {
      if (overlap(interval, occupied[l])) {
        return Undefined{"the intervals of the modes " + std::to_string(l) + " and " +
                         std::to_string(k) + " of B overlap"};
      }
    }
    occupied.push_back(interval);
  }
  std::vector<Layout> modes;
  for (std::size_t k = 0; k < b.length(); ++k) {
    Outcome<Layout> mode = compose_mode(a, b.extents()[k], b.strides()[k], admissibility);
    if (!mode) return mode;
    modes.push_back(std::move(mode).value());
  }
  return algebra::flat_concatenate(modes);
}

Outcome<Layout> division_formula(const Layout& a, const Layout& b, Admissibility admissibility) {
  const Outcome<Layout> complement = complement_formula(b, algebra::size(a));
  if (!complement) return complement;
  return composition_formula(a, algebra::flat_concatenate(std::vector{b, *complement}),
                             admissibility);
}

}  // namespace layoutcheck::properties::formulas
