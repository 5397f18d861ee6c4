// All targets.
#include "target.hpp"

#include <algorithm>
#include <array>

namespace layoutcheck::fuzz {

std::span<const Target> targets() {
  static const std::array all{notation_target,    layouts_target,   morphisms_target,
                              refinements_target, divisions_target, views_target,
                              judge_target,       check_target,     ptx_target};
  return all;
}

const Target* find_target(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  return found == targets().end() ? nullptr : &*found;
}

}  // namespace layoutcheck::fuzz
