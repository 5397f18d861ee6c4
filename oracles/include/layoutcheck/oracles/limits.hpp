// Limits on the work of a decision.
#pragma once

#include <cstddef>

namespace layoutcheck::oracle {

/// How much work a decision may cost. Beyond it the oracle throws LimitReached; it never guesses.
struct Limits {
  /// How many values of a function may be tabulated, or candidates tried.
  std::size_t points = std::size_t{1} << 16;
};

}  // namespace layoutcheck::oracle
