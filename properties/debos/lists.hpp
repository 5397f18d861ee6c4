// The bindings of the statements of debos; the registry strings them together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// Row-major views and the criterion for merging them (debos 1 to 3).
std::vector<Binding> debos();

/// The example and what it shows (debos 4 and 5), and how views relate to layouts.
std::vector<Binding> debos_example();

}  // namespace layoutcheck::properties
