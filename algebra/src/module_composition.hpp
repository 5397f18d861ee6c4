// Parts of composition over modules.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <vector>

namespace layoutcheck::algebra::detail {

/// The layout whose entries over the profile have these layouts. Throws LimitReached where it nests
/// deeper than max_depth.
ModuleLayout over_profile(const Profile& profile, const std::vector<ModuleLayout>& parts);

/// A∘B, as composition() has it. An Overflow does not name it.
Outcome<ModuleLayout> composed_over_module(const ModuleLayout& a, const Layout& b,
                                           Convention convention, Int limit);

}  // namespace layoutcheck::algebra::detail
