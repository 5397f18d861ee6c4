// The lists of statements, by section of their source, one file each; the registry strings them
// together.
#pragma once

#include <layoutcheck/properties/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// The theorems and examples of the introduction (colfax 1).
std::vector<Statement> colfax_1();

/// Flat layouts (colfax 2.1).
std::vector<Statement> colfax_2_1();

/// Layouts (colfax 2.3).
std::vector<Statement> colfax_2_3();

/// Tuple morphisms (colfax 3.1).
std::vector<Statement> colfax_3_1();

/// Nested tuple morphisms (colfax 3.2).
std::vector<Statement> colfax_3_2();

/// The composition algorithm (colfax 4.1).
std::vector<Statement> colfax_4();

/// The category Fact (shah 3.1 to 3.8).
std::vector<Statement> shah_3();

/// Layouts and realization of Fact, and the permutations that are layout functions (shah 3.9 to
/// 3.16).
std::vector<Statement> shah_3_layouts();

/// Row-major views and the criterion for merging them (debos 1 to 3).
std::vector<Statement> debos();

/// The example and what it shows (debos 4 and 5), and how views relate to layouts.
std::vector<Statement> debos_example();

}  // namespace layoutcheck::properties
