// Left divisibility.
#include "constructions/divisibility.hpp"

namespace layoutcheck::properties::formulas {

Outcome<LeftDivision> left_division(std::span<const Int> factors, Int d,
                                    Divisibility divisibility) {
  LeftDivision found{0, d};
  for (; found.index + 1 < factors.size(); ++found.index) {
    const Int factor = factors[found.index];
    if (found.quotient < factor) {
      if (divisibility == Divisibility::full && factor % found.quotient != 0) {
        return Undefined{std::to_string(found.quotient) + " does not divide the factor " +
                         std::to_string(factor)};
      }
      return found;
    }
    if (found.quotient % factor != 0) {
      return Undefined{std::to_string(found.quotient) + " is neither below the factor " +
                       std::to_string(factor) + " nor a multiple of it"};
    }
    found.quotient /= factor;
  }
  return found;
}

Tuple remaining_factors(std::span<const Int> factors, const LeftDivision& division) {
  Tuple rest(factors.begin() + static_cast<std::ptrdiff_t>(division.index), factors.end());
  if (rest.size() > 1) rest.front() /= division.quotient;
  return rest;
}

}  // namespace layoutcheck::properties::formulas
