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

/// Layouts (colfax 2.3.1).
std::vector<Statement> colfax_2_3_1();

/// Basic operations on layouts (colfax 2.3.2).
std::vector<Statement> colfax_2_3_2();

/// Coalesce and relative coalesce (colfax 2.3.3, 2.3.4).
std::vector<Statement> colfax_2_3_3();

/// Compact layouts and complements (colfax 2.3.5, 2.3.6).
std::vector<Statement> colfax_2_3_5();

/// Composition (colfax 2.3.7).
std::vector<Statement> colfax_2_3_7();

/// Logical division and logical products (colfax 2.3.8, 2.3.9).
std::vector<Statement> colfax_2_3_8();

/// Tractable layouts (colfax 2.3.10).
std::vector<Statement> colfax_2_3_10();

/// Tuple morphisms (colfax 3.1).
std::vector<Statement> colfax_3_1();

/// Nested tuple morphisms (colfax 3.2).
std::vector<Statement> colfax_3_2();

/// The composition algorithm (colfax 4.1).
std::vector<Statement> colfax_4();

}  // namespace layoutcheck::properties
