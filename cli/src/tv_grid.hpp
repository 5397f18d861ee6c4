// Grids of tiles: the thread and its value that each place belongs to.
#pragma once

#include "grid.hpp"

namespace layoutcheck::cli {

/// A grid and what is said of it.
struct TileGrid {
  Grid grid;
  std::string facts;
};

/// The places of the tile, column-major, with the thread and the value that a layout over (thread,
/// value) takes there; "+" behind them if it takes others there as well. A place has the colour of
/// its thread. What the layout takes outside of the tile is said. Throws std::invalid_argument
/// unless the layout has two modes, and LimitReached if it has too many values.
TileGrid make_tile_grid(const Layout& layout, const NestedTuple& tile, std::size_t max_cells);

/// The tile of layout_tv(threads, values): in each mode the values of each thread.
NestedTuple tile_of(const Layout& threads, const Layout& values);

}  // namespace layoutcheck::cli
