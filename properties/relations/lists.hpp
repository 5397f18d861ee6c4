// The lists of the statements of what relates the definitions of several sources; the registry
// strings them together.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// Relations between the definitions of several sources.
std::vector<Statement> relations();

}  // namespace layoutcheck::properties
