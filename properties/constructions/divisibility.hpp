// Left divisibility: how a number lies in the mixed radix of a shape whose last extent goes on for
// ever (shah 2.11, primer 12).
//
// A list of factors M_0, …, M_α stands for M_0 ⋯ M_{α−1} · ∞: the last one is never read.
#pragma once

#include <layoutcheck/notation/integers.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <cstddef>
#include <span>

namespace layoutcheck::properties::formulas {

/// Whether the quotient c has to divide the factor in which it ends (shah 2.11, condition 3).
enum class Divisibility { full, weak };

/// d = M_0 ⋯ M_{i−1} · c.
struct LeftDivision {
  /// The division index i.
  std::size_t index = 0;
  /// c.
  Int quotient = 1;

  friend bool operator==(const LeftDivision&, const LeftDivision&) = default;
};

/// The only i and c with M_0 ⋯ M_{i−1} · c = d and, if i < α, c < M_i; under `full`, c | M_i
/// besides. Undefined if there are none. Pre: the factors are positive and not none, and d > 0.
Outcome<LeftDivision> left_division(std::span<const Int> factors, Int d, Divisibility divisibility);

/// The factors M_i / c, M_{i+1}, …, M_{α−1}, ∞ that a full left division leaves; the last one
/// stands for ∞. Pre: the division is a full one of these factors.
Tuple remaining_factors(std::span<const Int> factors, const LeftDivision& division);

}  // namespace layoutcheck::properties::formulas
