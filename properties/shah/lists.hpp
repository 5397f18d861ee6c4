// The bindings of the statements of shah; the registry strings them together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// Layouts and complements (shah 1, 2, 2.1).
std::vector<Binding> shah_2();

/// Composition of admissible layouts (shah 2.2).
std::vector<Binding> shah_2_composition();

/// Logical division of admissible layouts (shah 2.3).
std::vector<Binding> shah_2_division();

/// The category Fact (shah 3.1 to 3.8).
std::vector<Binding> shah_3();

/// Layouts and realization of Fact, and the permutations that are layout functions (shah 3.9 to
/// 3.16).
std::vector<Binding> shah_3_layouts();

}  // namespace layoutcheck::properties
