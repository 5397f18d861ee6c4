// Drawing the thread and the value that each place of a tile belongs to.
#include "tv_grid.hpp"

#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/layouts.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

/// Who holds a place first, and whether others do, too.
struct Holder {
  std::size_t thread = 0;
  std::size_t value = 0;
  bool is_shared = false;
};

std::map<Exact, Holder> holders_of(const oracle::ExactLayout& threads,
                                   const oracle::ExactLayout& values) {
  oracle::charge(oracle::size(threads) * oracle::size(values), {}, "the places of a tile");
  const std::vector<Exact> by_thread = oracle::table(threads, {});
  const std::vector<Exact> by_value = oracle::table(values, {});
  std::map<Exact, Holder> holders;
  for (std::size_t thread = 0; thread < by_thread.size(); ++thread)
    for (std::size_t value = 0; value < by_value.size(); ++value) {
      const auto [place, is_new] =
          holders.emplace(by_thread[thread] + by_value[value], Holder{thread, value});
      if (!is_new) place->second.is_shared = true;
    }
  return holders;
}

}  // namespace

TileGrid make_tile_grid(const Layout& layout, const NestedTuple& tile, std::size_t max_cells) {
  const std::vector<Layout> modes = layout.modes();
  if (modes.size() != 2) {
    throw std::invalid_argument(to_string(layout) +
                                " has not two modes, one for threads and one for values");
  }
  const std::map<Exact, Holder> holders = holders_of(modes[0], modes[1]);
  Grid grid = make_grid(oracle::to_layout(oracle::column_major(tile)), Tiles::none, max_cells);
  relabel(grid, [&](const std::string& place) -> Cell {
    const auto found = holders.find(Exact(place));
    if (found == holders.end()) return {"", std::nullopt};
    const Holder& holder = found->second;
    return {"T" + std::to_string(holder.thread) + " V" + std::to_string(holder.value) +
                (holder.is_shared ? "+" : ""),
            holder.thread};
  });
  return {std::move(grid), oracle::size(modes[0]).str() + " threads T, " +
                               oracle::size(modes[1]).str() + " values V each, in the tile " +
                               to_string(tile) + "; a colour is a thread"};
}

NestedTuple tile_of(const Layout& threads, const Layout& values) {
  const std::size_t rank = std::max(threads.modes().size(), values.modes().size());
  const std::vector<oracle::ExactLayout> t = oracle::padded(threads, rank).modes();
  const std::vector<oracle::ExactLayout> v = oracle::padded(values, rank).modes();
  Tuple extents;
  for (std::size_t i = 0; i < rank; ++i)
    extents.push_back(oracle::to_int(oracle::size(t[i]) * oracle::size(v[i])));
  return NestedTuple::flat(std::move(extents));
}

}  // namespace layoutcheck::cli
