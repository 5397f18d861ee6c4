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

/// Layouts and their basic operations (colfax 2.3.1, 2.3.2).
std::vector<Statement> colfax_2_3_1();

/// Coalesce and relative coalesce (colfax 2.3.3, 2.3.4).
std::vector<Statement> colfax_2_3_3();

/// Compact layouts and complements (colfax 2.3.5, 2.3.6).
std::vector<Statement> colfax_2_3_5();

/// Composition (colfax 2.3.7).
std::vector<Statement> colfax_2_3_7();

/// Logical division, logical products and tractable layouts (colfax 2.3.8 to 2.3.10).
std::vector<Statement> colfax_2_3_8();

/// Tuple morphisms (colfax 3.1).
std::vector<Statement> colfax_3_1();

/// Nested tuple morphisms (colfax 3.2).
std::vector<Statement> colfax_3_2();

/// The composition algorithm (colfax 4.1).
std::vector<Statement> colfax_4();

}  // namespace layoutcheck::properties
