// The lists of the statements of the slides; the registry strings them together.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// The slides.
std::vector<Statement> slides();

}  // namespace layoutcheck::properties
