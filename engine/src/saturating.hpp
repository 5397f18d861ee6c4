// Sums and products of weights and bounds, which end at the greatest number in place of
// wrapping round.
#pragma once

#include <layoutcheck/engine/bounds.hpp>

namespace layoutcheck::engine::detail {

inline std::size_t saturating_add(std::size_t a, std::size_t b) {
  return a > unbounded - b ? unbounded : a + b;
}

inline std::size_t saturating_multiply(std::size_t a, std::size_t b) {
  return a != 0 && b > unbounded / a ? unbounded : a * b;
}

}  // namespace layoutcheck::engine::detail
