// The points at which a composite is compared, counted against the limit.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <string>

namespace layoutcheck::algebra::detail {

class Budget {
 public:
  explicit Budget(Int limit) : limit_(limit) {}

  /// Throws LimitReached.
  void spend() {
    if (++spent_ > limit_) {
      throw LimitReached("composition: whether A∘B is a layout is not decided by its first " +
                         std::to_string(limit_) + " points, the limit");
    }
  }

 private:
  Int limit_;
  Int spent_ = 0;
};

}  // namespace layoutcheck::algebra::detail
