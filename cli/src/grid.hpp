// Grids: the offsets of a layout in rows, columns and sheets, as the sources draw them
// (colfax 2.3.1.3).
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::cli {

/// Which cells make up a tile. Colour tells tiles apart, intensity the places in a tile
/// (colfax 2.3.8.3).
enum class Tiles {
  none,
  columns,  // each column is a tile: the layout is (tile, rest)
  outer,    // the last mode of a nested mode counts tiles: ((tile, rest), (tile, rest))
  inner,    // the first mode of a nested mode counts tiles: ((rest, tile), (rest, tile))
};

/// The first indices of a mode, in one direction of a grid.
struct Axis {
  /// One digit of the coordinates: one entry of the mode. Those that are 0 for all shown indices
  /// are left out.
  struct Digit {
    std::vector<std::string> labels;  // of the shown indices
    std::size_t run = 1;              // how many neighbours share a label
  };

  Exact size = 1;
  std::size_t shown = 1;
  std::vector<Digit> digits;  // the outermost first
  std::vector<std::size_t> tile;
  std::vector<std::size_t> place;
  Exact tiles = 1;
  Exact places = 1;
};

struct Sheet {
  /// Where the sheet lies, such as (_,_,1,(0,2)); "" if it is the only one.
  std::string heading;
  std::vector<std::vector<std::string>> offsets;  // by row, then column
  /// Of relabelled cells: whose they are, if anybody's.
  std::vector<std::vector<std::optional<std::uint64_t>>> owners = {};
};

struct Grid {
  Axis rows;
  Axis columns;
  std::vector<Sheet> sheets;
  Exact sheet_count = 1;
  Tiles tiles = Tiles::none;

  /// Whether tiles have edges inside the grid that are worth a heavier line.
  [[nodiscard]] bool has_edges() const {
    return tiles == Tiles::outer && (rows.tiles > 1 || columns.tiles > 1) &&
           rows.places * columns.places > 1;
  }
};

/// The grid of a layout: mode 0 runs down, mode 1 to the right, and there is a sheet for each index
/// of the other modes; a layout of rank 1 is one row. Indices of a mode run colexicographically. At
/// most `max_cells` cells are made, but one at least.
Grid make_grid(const Layout& layout, Tiles tiles, std::size_t max_cells);

/// What stands in a cell in place of its offset, and whose it is: owners have colours.
struct Cell {
  std::string text;
  std::optional<std::uint64_t> owner;
};

/// Puts `cell(offset)` in place of each offset.
void relabel(Grid& grid, const std::function<Cell(const std::string& offset)>& cell);

/// A grid of one row as rows of so many cells, whose labels add up to the index; any other, and one
/// that is no longer, as it is.
Grid wrapped(const Grid& grid, std::size_t columns);

/// The tiles of a layout, from the operation whose answer it is, or from its nesting alone.
Tiles natural_tiles(const Layout& layout, const Case* question = nullptr);

/// "8 of 512 columns, 4 of 4096 rows"; "" if nothing is left out. So many columns are shown.
std::string cut_note(const Grid& grid, std::size_t columns_shown);

/// "rank 2, size 32, cosize 32".
std::string facts(const Layout& layout);

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
};

/// The background of a cell: one of the hues by its tile, from a tint (0) to the strongest (1) by
/// its place.
struct Tint {
  std::size_t hue = 0;
  double strength = 0;
  /// Light enough for black text.
  Rgb colour;
};

inline constexpr std::size_t hue_count = 8;

/// Nothing without tiles or owner.
std::optional<Tint> tint_of(const Grid& grid, std::size_t sheet, std::size_t row,
                            std::size_t column);

}  // namespace layoutcheck::cli
