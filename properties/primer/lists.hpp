// The lists of the statements of the primer; the registry strings them together.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// The primer: layouts, coalescing and complements.
std::vector<Statement> primer();

/// The primer: left divisibility, composition, division and product.
std::vector<Statement> primer_composition();

}  // namespace layoutcheck::properties
