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

/// Operations on tuple morphisms (colfax 3.1.5).
std::vector<Statement> colfax_3_1_5();
std::vector<Statement> colfax_3_1_5_complement();
std::vector<Statement> colfax_3_1_5_division();
std::vector<Statement> colfax_3_1_5_forms();

/// Nested tuple morphisms (colfax 3.2): the lists below.
std::vector<Statement> colfax_3_2();
std::vector<Statement> colfax_3_2_1();
std::vector<Statement> colfax_3_2_3();
std::vector<Statement> colfax_3_2_5();
std::vector<Statement> colfax_3_2_5_functors();
std::vector<Statement> colfax_3_2_6();

/// The composition algorithm (colfax 4.1).
std::vector<Statement> colfax_4();

}  // namespace layoutcheck::properties
