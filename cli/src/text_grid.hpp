// Grids as text: frames of box-drawing characters or ASCII, coordinates along the edges, colours if
// wanted.
#pragma once

#include "grid.hpp"
#include "terminal.hpp"

namespace layoutcheck::cli {

struct TextStyle {
  bool utf8 = true;
  Colours colours = Colours::none;
  /// The columns of the terminal; 0 if lines may have any length.
  std::size_t width = 0;
};

/// The grid, line by line. What does not fit is left out, and a last line says so.
std::string text_grid(const Grid& grid, const TextStyle& style);

/// The same with a grid of one row wrapped, into rows of the greatest power of two of cells that
/// fits, up to `most`.
std::string text_rows(const Grid& grid, std::size_t most, const TextStyle& style);

}  // namespace layoutcheck::cli
