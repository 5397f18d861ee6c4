// Grids: the offsets of a layout in rows, columns and sheets, as the sources draw them
// (colfax 2.3.1.3).
#include "grid.hpp"

#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace layoutcheck::cli {

namespace {

/// n, or the bound if n exceeds it.
std::size_t at_most(const Exact& n, std::size_t bound) {
  return n < bound ? n.convert_to<std::size_t>() : bound;
}

bool is_nested(const Layout& mode) {
  return !mode.is_entry() && mode.modes().size() > 1;
}

/// How many neighbours share a tile (outer) or a place of the tile's index (inner).
Exact first_count(const Layout& mode, Tiles tiles) {
  const std::vector<Layout> parts = mode.modes();
  Exact count = 1;
  for (std::size_t i = 0; i + 1 < parts.size() && (tiles == Tiles::outer || i == 0); ++i)
    count *= oracle::size(parts[i]);
  return count;
}

/// Divides the indices of the axis into tiles and places.
void divide(Axis& axis, const Layout* mode, bool is_column, Tiles tiles) {
  const auto assign = [&](const auto& tile, const auto& place) {
    for (std::size_t i = 0; i < axis.shown; ++i) {
      axis.tile.push_back(tile(i));
      axis.place.push_back(place(i));
    }
  };
  const auto zero = [](std::size_t) -> std::size_t { return 0; };
  const auto itself = [](std::size_t i) { return i; };
  if (tiles == Tiles::columns && is_column) {
    assign(itself, zero);
    axis.tiles = axis.size;
  } else if ((tiles == Tiles::outer || tiles == Tiles::inner) && mode != nullptr &&
             is_nested(*mode)) {
    const Exact count = first_count(*mode, tiles);
    const std::size_t step = at_most(count, axis.shown);
    const auto quotient = [&](std::size_t i) {
      return count < axis.size && step > 0 ? i / step : 0;
    };
    const auto remainder = [&](std::size_t i) {
      return count < axis.size && step > 0 ? i % step : i;
    };
    if (tiles == Tiles::outer) {
      assign(quotient, remainder);
      axis.tiles = axis.size / count;
      axis.places = count;
    } else {
      assign(remainder, quotient);
      axis.tiles = count;
      axis.places = axis.size / count;
    }
  } else {
    assign(zero, itself);
    axis.places = axis.size;
  }
}

Axis make_axis(const Layout* mode, std::size_t shown, bool is_column, Tiles tiles) {
  Axis axis;
  axis.shown = shown;
  if (mode != nullptr) {
    axis.size = oracle::size(*mode);
    Exact run = 1;
    for (Int extent : mode->extents()) {
      if (run >= shown) break;
      if (extent == 1) continue;
      Axis::Digit digit;
      digit.run = at_most(run, shown);
      digit.labels.reserve(shown);
      for (std::size_t i = 0; i < shown; ++i)
        digit.labels.push_back(std::to_string(i / digit.run % static_cast<std::size_t>(extent)));
      axis.digits.push_back(std::move(digit));
      run *= extent;
    }
    std::reverse(axis.digits.begin(), axis.digits.end());
  }
  divide(axis, mode, is_column, tiles);
  return axis;
}

/// An axis whose labels are multiples of the step.
Axis numbered(const Exact& size, std::size_t shown, std::size_t step) {
  Axis axis;
  axis.size = size;
  axis.shown = shown;
  Axis::Digit& digit = axis.digits.emplace_back();
  for (std::size_t i = 0; i < shown; ++i)
    digit.labels.push_back(std::to_string(i * step));
  divide(axis, nullptr, false, Tiles::none);
  return axis;
}

/// The offsets of the first indices of a mode; of nothing, 0.
std::vector<Exact> offsets(const Layout* mode, std::size_t shown) {
  std::vector<Exact> values;
  for (std::size_t i = 0; i < shown; ++i)
    values.push_back(mode == nullptr ? Exact(0) : oracle::value_at(*mode, i));
  return values;
}

/// The coordinate of an index, with the nesting of the mode.
std::string coordinate_text(const Layout& mode, const Exact& index) {
  const oracle::ExactLayout exact(mode);
  return to_string(
      NestedTuple(oracle::to_tuple(oracle::coordinate_of(exact.extents, index)), mode.profile()));
}

/// Heading and offset of the sheet with this number.
std::pair<std::string, Exact> locate(std::span<const Layout> modes, Exact number) {
  std::string heading = "(_,_";
  Exact offset = 0;
  for (const Layout& mode : modes) {
    const Exact size = oracle::size(mode);
    const Exact index = number % size;
    number /= size;
    heading += "," + coordinate_text(mode, index);
    offset += oracle::value_at(mode, index);
  }
  return {heading + ")", offset};
}

/// By mode: the tiler of a division or product acts on each mode of the layout.
bool acts_by_mode(const Value& tiler) {
  const auto* t = std::get_if<Tiler>(&tiler);
  return t != nullptr && t->layout() == nullptr &&
         (t->shape() == nullptr || !t->shape()->is_entry());
}

/// `strength` is between 0 and 1.
Tint tint_with(std::size_t number, double strength) {
  // After Okabe and Ito, who chose hues that the colour-blind can tell apart.
  static constexpr std::array<Rgb, hue_count> hues = {{{86, 180, 233},
                                                       {230, 159, 0},
                                                       {0, 158, 115},
                                                       {204, 121, 167},
                                                       {240, 228, 66},
                                                       {0, 114, 178},
                                                       {213, 94, 0},
                                                       {130, 130, 130}}};
  Tint tint;
  tint.hue = number % hue_count;
  tint.strength = strength;
  // Between what is still seen to have a colour and what leaves black text a contrast of 7 : 1.
  const double share = 0.22 + 0.43 * tint.strength;
  const auto tinted = [&](int channel) {
    return static_cast<int>(std::lround(255.0 + share * (static_cast<double>(channel) - 255.0)));
  };
  const Rgb hue = hues[tint.hue];
  tint.colour = {tinted(hue.red), tinted(hue.green), tinted(hue.blue)};
  return tint;
}

}  // namespace

Grid make_grid(const Layout& layout, Tiles tiles, std::size_t max_cells) {
  const std::vector<Layout> modes = layout.modes();
  const Layout* down = modes.size() >= 2 ? &modes[0] : nullptr;
  const Layout* right = modes.size() >= 2 ? &modes[1] : modes.empty() ? nullptr : &modes[0];
  const Exact row_count = down == nullptr ? Exact(1) : oracle::size(*down);
  const Exact column_count = right == nullptr ? Exact(1) : oracle::size(*right);

  // What is cut stays about square, so that the corner of a large layout is seen.
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(max_cells)));
  std::size_t rows = std::max<std::size_t>(1, at_most(row_count, side));
  const std::size_t columns = std::max<std::size_t>(1, at_most(column_count, max_cells / rows));
  rows = std::max<std::size_t>(1, at_most(row_count, max_cells / columns));

  Grid grid;
  grid.tiles = tiles;
  grid.rows = make_axis(down, rows, false, tiles);
  grid.columns = make_axis(right, columns, true, tiles);
  const std::span<const Layout> rest =
      std::span(modes).subspan(std::min<std::size_t>(2, modes.size()));
  for (const Layout& mode : rest)
    grid.sheet_count *= oracle::size(mode);
  const std::vector<Exact> row_offsets = offsets(down, rows);
  const std::vector<Exact> column_offsets = offsets(right, columns);
  const std::size_t sheets =
      at_most(grid.sheet_count, std::max<std::size_t>(1, max_cells / (rows * columns)));
  for (std::size_t s = 0; s < sheets; ++s) {
    const auto [heading, base] = locate(rest, s);
    Sheet sheet;
    sheet.heading = rest.empty() ? "" : heading;
    for (const Exact& row : row_offsets) {
      std::vector<std::string> line;
      line.reserve(columns);
      for (const Exact& column : column_offsets)
        line.push_back((base + row + column).str());
      sheet.offsets.push_back(std::move(line));
    }
    grid.sheets.push_back(std::move(sheet));
  }
  return grid;
}

Tiles natural_tiles(const Layout& layout, const Case* question) {
  const Operation* operation = question == nullptr ? nullptr : operation_of(*question);
  const bool has_two_parts = operation != nullptr && (operation->family == Family::division ||
                                                      operation->family == Family::product);
  if (has_two_parts) {
    const Arrangement arrangement = operation->arrangement;
    if (arrangement == Arrangement::raked) return Tiles::inner;
    if (arrangement == Arrangement::zipped || arrangement == Arrangement::tiled ||
        (arrangement == Arrangement::logical && !acts_by_mode(question->operands[1]))) {
      return Tiles::columns;
    }
  }
  const std::vector<Layout> modes = layout.modes();
  const auto drawn = std::span(modes).first(std::min<std::size_t>(2, modes.size()));
  if (std::any_of(drawn.begin(), drawn.end(), is_nested)) return Tiles::outer;
  // One row needs no colours to be read.
  return modes.size() >= 2 ? Tiles::columns : Tiles::none;
}

std::string cut_note(const Grid& grid, std::size_t columns_shown) {
  std::string note;
  const auto part = [&](std::size_t shown, const Exact& all, const char* what) {
    if (shown < all)
      note += (note.empty() ? "" : ", ") + std::to_string(shown) + " of " + all.str() + " " + what;
  };
  part(grid.rows.shown, grid.rows.size, "rows");
  part(columns_shown, grid.columns.size, "columns");
  part(grid.sheets.size(), grid.sheet_count, "grids");
  return note;
}

std::string facts(const Layout& layout) {
  const oracle::ExactLayout exact(layout);
  const std::size_t rank = layout.modes().size();
  return "rank " + std::to_string(rank) + ", size " + oracle::size(exact).str() + ", cosize " +
         oracle::cosize(exact).str();
}

void relabel(Grid& grid, const std::function<Cell(const std::string& offset)>& cell) {
  for (Sheet& sheet : grid.sheets) {
    for (auto& row : sheet.offsets) {
      std::vector<std::optional<std::uint64_t>>& owners = sheet.owners.emplace_back();
      for (std::string& text : row) {
        const Cell content = cell(text);
        text = content.text;
        owners.push_back(content.owner);
      }
    }
  }
}

Grid wrapped(const Grid& grid, std::size_t columns) {
  const std::size_t cells = grid.columns.shown;
  if (grid.rows.size != 1 || grid.sheets.size() != 1 || cells <= columns) return grid;
  Grid rows;
  rows.rows = numbered((grid.columns.size - 1) / columns + 1, (cells - 1) / columns + 1, columns);
  rows.columns = numbered(columns, columns, 1);
  const Sheet& row = grid.sheets.front();
  Sheet& sheet = rows.sheets.emplace_back();
  for (std::size_t i = 0; i < rows.rows.shown * columns; ++i) {
    if (i % columns == 0) {
      sheet.offsets.emplace_back();
      if (!row.owners.empty()) sheet.owners.emplace_back();
    }
    const bool is_cell = i < cells;
    sheet.offsets.back().push_back(is_cell ? row.offsets[0][i] : "");
    if (!row.owners.empty())
      sheet.owners.back().push_back(is_cell ? row.owners[0][i] : std::nullopt);
  }
  return rows;
}

std::optional<Tint> tint_of(const Grid& grid, std::size_t sheet, std::size_t row,
                            std::size_t column) {
  if (!grid.sheets[sheet].owners.empty()) {
    const std::optional<std::uint64_t> owner = grid.sheets[sheet].owners[row][column];
    // Owners that share a hue follow each other in three strengths.
    return owner ? std::optional(tint_with(*owner % hue_count,
                                           static_cast<double>(*owner / hue_count % 3) / 2))
                 : std::nullopt;
  }
  if (grid.tiles == Tiles::none) return std::nullopt;
  // While they last, each tile has its own hue; beyond that, neighbours differ.
  const Exact count = grid.rows.tiles * grid.columns.tiles;
  const std::size_t across =
      grid.rows.tiles == 1 || count <= hue_count ? at_most(grid.rows.tiles, hue_count) : 3;
  std::size_t tile = grid.rows.tile[row] + across * grid.columns.tile[column];
  if (grid.tiles == Tiles::columns) tile += sheet * at_most(grid.columns.tiles, grid.columns.shown);
  const Exact places = grid.rows.places * grid.columns.places;
  const Exact place = grid.rows.place[row] + grid.rows.places * grid.columns.place[column];
  return tint_with(tile, places > 1 ? std::min(1.0, place.convert_to<double>() /
                                                        (places - 1).convert_to<double>())
                                    : 0.5);
}

}  // namespace layoutcheck::cli
