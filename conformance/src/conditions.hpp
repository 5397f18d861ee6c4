// The conditions that a precondition of a profile can name.
#pragma once

#include <layoutcheck/conformance/profile.hpp>

namespace layoutcheck::conformance {

/// What weak post-conditions are documented without.
inline constexpr std::string_view complementable = "complementable";
inline constexpr std::string_view longest = "longest";

struct Condition {
  std::string_view name;
  std::string_view meaning;
  /// Whether it says something of operands of this operation.
  bool (*concerns)(const Operation& operation);
  /// Whether it holds. Throws where that is too costly to tell.
  bool (*holds)(const Judged& judged, Convention convention);
};

std::span<const Condition> all_conditions();

/// The same, where the layout of each swizzled one stands in its place: what a swizzle does with
/// offsets has no part in the conditions.
bool concerns(const Condition& condition, const Operation& operation);
bool holds(const Condition& condition, const Judged& judged, Convention convention);

}  // namespace layoutcheck::conformance
