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

/// Who holds a place first, and how many do.
struct Holder {
  std::size_t thread = 0;
  std::size_t value = 0;
  std::size_t count = 1;
};

std::string text_of(const Holder& holder) {
  return "T" + std::to_string(holder.thread) + " V" + std::to_string(holder.value);
}

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
      if (!is_new) ++place->second.count;
    }
  return holders;
}

/// "; 64 of 128 values lie outside of it …"; "" if none does.
std::string outside_of(const Exact& tile, const std::map<Exact, Holder>& holders,
                       const Exact& values) {
  const auto first = holders.lower_bound(tile);
  if (first == holders.end()) return "";
  std::size_t count = 0;
  const Holder* foremost = &first->second;
  for (auto at = first; at != holders.end(); ++at) {
    count += at->second.count;
    if (at->second.thread < foremost->thread) foremost = &at->second;
  }
  return "; " + std::to_string(count) + " of the " + values.str() + " values lie outside of it, " +
         "at " + first->first.str() +
         " and beyond, and are not drawn; the first thread with one is T" +
         std::to_string(foremost->thread);
}

}  // namespace

TileGrid make_tile_grid(const Layout& layout, const NestedTuple& tile, std::size_t max_cells) {
  const std::vector<Layout> modes = layout.modes();
  if (modes.size() != 2) {
    throw std::invalid_argument(to_string(layout) +
                                " does not have two modes, one for threads and one for values");
  }
  const std::map<Exact, Holder> holders = holders_of(modes[0], modes[1]);
  Grid grid = make_grid(oracle::to_layout(oracle::column_major(tile)), Tiles::none, max_cells);
  relabel(grid, [&](const std::string& place) -> Cell {
    const auto found = holders.find(Exact(place));
    if (found == holders.end()) return {"", std::nullopt};
    const Holder& holder = found->second;
    return {text_of(holder) + (holder.count > 1 ? "+" : ""), holder.thread};
  });
  const Exact threads = oracle::size(modes[0]);
  const Exact values = oracle::size(modes[1]);
  return {
      std::move(grid),
      threads.str() + " threads T, " + values.str() + " values V each, in the tile " +
          to_string(tile) + "; a colour is a thread" +
          outside_of(oracle::product(oracle::to_exact(tile.entries())), holders, threads * values)};
}

NestedTuple tile_of(const Layout& threads, const Layout& values) {
  const std::size_t rank = std::max(threads.modes().size(), values.modes().size());
  const std::vector<oracle::ExactLayout> t =
      oracle::padded<oracle::ExactLayout>(threads, rank).modes();
  const std::vector<oracle::ExactLayout> v =
      oracle::padded<oracle::ExactLayout>(values, rank).modes();
  Tuple extents;
  for (std::size_t i = 0; i < rank; ++i)
    extents.push_back(oracle::to_int(oracle::size(t[i]) * oracle::size(v[i])));
  return NestedTuple::flat(std::move(extents));
}

}  // namespace layoutcheck::cli
