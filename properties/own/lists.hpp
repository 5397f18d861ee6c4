// The bindings of the statements of this project's own documents; the registry strings them
// together.
#pragma once

#include "src/bindings.hpp"

#include <vector>

namespace layoutcheck::properties {

/// Which values a layout takes (docs/bijections.md).
std::vector<Binding> own_bijections();

/// When a composite exists (docs/composition.md).
std::vector<Binding> own_composition();

/// Right and left inverses (docs/inverses.md).
std::vector<Binding> own_inverses();

/// Offsets in other units (docs/recast.md).
std::vector<Binding> own_recast();

/// Strides that are coordinates or integers under XOR, and swizzles (docs/modules.md).
std::vector<Binding> own_modules();

/// Tiles of coordinates (docs/modules.md).
std::vector<Binding> own_tiles();

/// Layouts of threads and values (docs/modules.md).
std::vector<Binding> own_thread_values();

}  // namespace layoutcheck::properties
