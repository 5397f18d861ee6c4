// Limits on the work of a decision.
#pragma once

#include <cstddef>
#include <cstdint>

namespace layoutcheck::oracle {

/// How much work a decision may cost. Beyond it the oracle throws LimitReached; it never guesses.
struct Limits {
  /// How many values of a function may be tabulated, or candidates tried.
  std::size_t points = std::size_t{1} << 16;

  /// For compositions beyond that, and layouts over modules to be coalesced: at how many random
  /// points the function is compared with the only layout that its values permit
  /// (large_composition.hpp, large_modules.hpp). With 0, these throw LimitReached, too.
  std::size_t samples = 0;

  /// How many steps (notation/work.hpp) a decision may take: 256 per point, about a second by
  /// default.
  [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(points) * 256; }
};

}  // namespace layoutcheck::oracle
