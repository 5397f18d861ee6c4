// The bindings of the statements of the primer; the registry strings them together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// The primer: layouts, coalescing and complements.
std::vector<Binding> primer();

/// The primer: left divisibility, composition, division and product.
std::vector<Binding> primer_composition();

}  // namespace layoutcheck::properties
