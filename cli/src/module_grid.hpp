// Grids of layouts over modules and of swizzled layouts: the value in each cell.
#pragma once

#include "grid.hpp"

namespace layoutcheck::cli {

/// A grid and what is said of the layout.
struct ModuleGrid {
  Grid grid;
  std::string facts;
};

/// The values of a layout over a module or of a swizzled one, where those of make_grid() have their
/// indices; offsets under XOR have the colours of the banks of shared memory that they are in, as
/// offsets of 4 bytes. Nothing of any other value. Throws Overflow if the size exceeds 64 bits.
std::optional<ModuleGrid> make_module_grid(const Value& value, std::size_t max_cells);

}  // namespace layoutcheck::cli
