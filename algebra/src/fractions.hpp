// The fractions with bounded denominators next to a given one, by Euclid's algorithm.
#pragma once

#include <layoutcheck/notation/integers.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <utility>

namespace layoutcheck::algebra::detail {

template <class Offset>
struct Fraction {
  Offset numerator;
  Offset denominator;

  friend bool operator==(const Fraction&, const Fraction&) = default;
};

/// What the multiples x·a, 0 ≤ x ≤ most, do modulo b.
template <class Offset>
struct Multiples {
  /// The greatest fraction ≤ a/b with a denominator ≤ most. ⌊x a/b⌋ = ⌊x below⌋ for all these x:
  /// otherwise a fraction with denominator x lay between.
  Fraction<Offset> below;
  /// max (x·a mod b), and the least x that has it.
  Offset greatest;
  Offset place;
};

/// Pre: a < b, most ≥ 1.
///
/// Descends the tree of Stern and Brocot between l = 0/1 and u = 1/0, many steps at a time. For
/// l = n/x the remainder a x − b n is `under`, for u = n/x the remainder b n − a x is `over`; l is
/// the greatest fraction ≤ a/b, and u the least > a/b, with denominators up to their own. A residue
/// x·a mod b = b − (b n − a x) is the greater the smaller `over` is, and that is least for the last
/// u. The remainders are those of Euclid's algorithm for a and b, so that the steps are as few.
template <class Offset>
Multiples<Offset> multiples(const Offset& a, const Offset& b, const Offset& most) {
  Fraction<Offset> l{0, 1};
  Fraction<Offset> u{1, 0};
  Offset under = a;
  Offset over = b;
  while (under != 0) {
    // Two divisions each, and as many products of their quotients.
    work(8 * (division_words(over, under) + division_words(most, l.denominator)));
    const Offset down =
        std::min<Offset>((over - 1) / under, (most - u.denominator) / l.denominator);
    u.numerator += down * l.numerator;
    u.denominator += down * l.denominator;
    over -= down * under;
    if (most - u.denominator < l.denominator) break;
    work(8 * (division_words(under, over) + division_words(most, u.denominator)));
    const Offset up = std::min<Offset>(under / over, (most - l.denominator) / u.denominator);
    l.numerator += up * u.numerator;
    l.denominator += up * u.denominator;
    under -= up * over;
  }
  return {l, b - over, u.denominator};
}

template <class Offset>
Offset common_divisor(Offset x, Offset y) {
  while (y != 0) {
    work(division_words(x, y));
    x %= y;
    std::swap(x, y);
  }
  return x;
}

/// The least x ≤ most with ⌊x f⌋ ≠ ⌊x g⌋, or most + 1: the first bound at which the two have
/// different fractions below. Pre: f, g < 1, in lowest terms.
template <class Offset>
Offset first_difference(const Fraction<Offset>& f, const Fraction<Offset>& g, const Offset& most) {
  Offset alike = 0;
  Offset differ = most + 1;
  if (f == g) return differ;
  // The fractions are at least 1 / (product of their denominators) apart.
  if (f.denominator <= most / g.denominator) differ = f.denominator * g.denominator;
  while (differ - alike > 1) {
    const Offset middle = alike + (differ - alike) / 2;
    const bool same = multiples(f.numerator, f.denominator, middle).below ==
                      multiples(g.numerator, g.denominator, middle).below;
    (same ? alike : differ) = middle;
  }
  return differ;
}

}  // namespace layoutcheck::algebra::detail
