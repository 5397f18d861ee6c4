// Pictures: grids and diagrams as self-contained SVG, with text as text.
#pragma once

#include "diagram.hpp"
#include "grid.hpp"

#include <string>

namespace layoutcheck::cli {

/// The grid with its coordinates along the edges. The title stands above it.
std::string svg_grid(const Grid& grid, const std::string& title, const std::string& facts);

/// The diagram, the first entries at the bottom, with arrows as curves. The title stands above, the
/// caption beneath.
std::string svg_diagram(const Diagram& diagram, const std::string& title,
                        const std::string& caption);

}  // namespace layoutcheck::cli
