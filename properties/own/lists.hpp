// The lists of the statements of this project's own documents; the registry strings them together.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <vector>

namespace layoutcheck::properties {

/// Which values a layout takes (docs/bijections.md).
std::vector<Statement> own_bijections();

/// When a composite exists (docs/composition.md).
std::vector<Statement> own_composition();

/// Right and left inverses (docs/inverses.md).
std::vector<Statement> own_inverses();

/// Offsets in other units (docs/recast.md).
std::vector<Statement> own_recast();

/// Strides that are coordinates or integers under XOR, and swizzles (docs/modules.md).
std::vector<Statement> own_modules();

/// Layouts of threads and values (docs/modules.md).
std::vector<Statement> own_thread_values();

}  // namespace layoutcheck::properties
