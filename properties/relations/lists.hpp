// The bindings of the statements of what relates the definitions of several sources; the registry
// strings them together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// Relations between the definitions of several sources.
std::vector<Binding> relations();

}  // namespace layoutcheck::properties
