// The bindings of the statements of the slides; the registry strings them together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// The slides.
std::vector<Binding> slides();

}  // namespace layoutcheck::properties
