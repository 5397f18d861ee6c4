// What the products of layouts over modules are made of.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra::detail {

/// C∘B, where C is the complement of a layout over this module for the least N ≥ size·cosize(B)
/// that has one. A layout with no other strides than 0 is over each module. Throws Overflow and
/// LimitReached.
Outcome<ModuleLayout> repetition_over(Module module, const ModuleLayout& a, const Layout& b,
                                      Convention convention, Int limit);

}  // namespace layoutcheck::algebra::detail
