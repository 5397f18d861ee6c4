// The lists of CuTe's documentation; the registry strings them together.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// The sections of CuTe's documentation that have numbers in them.
std::vector<Statement> cute_documentation();

/// The sections of the documents of CuTe's reference implementation that have numbers in them.
std::vector<Statement> cute_specification();

}  // namespace layoutcheck::properties
