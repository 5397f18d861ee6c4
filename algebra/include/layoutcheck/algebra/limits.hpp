// Limits: how much work an operation does before it gives up with LimitReached.
#pragma once

#include <layoutcheck/notation/integers.hpp>

namespace layoutcheck::algebra {

/// How many points one operation may tabulate by default.
inline constexpr Int default_limit = Int{1} << 20;

}  // namespace layoutcheck::algebra
