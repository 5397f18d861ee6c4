// The lists of the statements of this project's own documents; the registry strings them together.
#pragma once

#include <layoutcheck/properties/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// When a composite exists (docs/composition.md).
std::vector<Statement> own_composition();

}  // namespace layoutcheck::properties
