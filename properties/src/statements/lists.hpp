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

/// Layouts and complements (shah 1, 2, 2.1).
std::vector<Statement> shah_2();

/// Composition of admissible layouts (shah 2.2).
std::vector<Statement> shah_2_composition();

/// Logical division of admissible layouts (shah 2.3).
std::vector<Statement> shah_2_division();

/// The primer: layouts, coalescing and complements.
std::vector<Statement> primer();

/// The primer: left divisibility, composition, division and product.
std::vector<Statement> primer_composition();

/// The slides.
std::vector<Statement> slides();

/// Relations between the definitions of several sources.
std::vector<Statement> relations();

}  // namespace layoutcheck::properties
