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

/// Pointed maps and the category Tuple (colfax 3.1.1).
std::vector<Statement> colfax_3_1_1();

/// Tuple morphisms and flat layouts (colfax 3.1.2).
std::vector<Statement> colfax_3_1_2();

/// Families of tuple morphisms (colfax 3.1.3).
std::vector<Statement> colfax_3_1_3();

/// The realization of tuple morphisms (colfax 3.1.4).
std::vector<Statement> colfax_3_1_4();

/// Operations on tuple morphisms (colfax 3.1.5).
std::vector<Statement> colfax_3_1();

/// Nested tuple morphisms (colfax 3.2).
std::vector<Statement> colfax_3_2();

/// The composition algorithm (colfax 4.1).
std::vector<Statement> colfax_4();

/// Categories and functors (colfax A).
std::vector<Statement> colfax_a();

/// Examples of categories: sets, vector spaces (colfax A).
std::vector<Statement> colfax_a_sets();

}  // namespace layoutcheck::properties
