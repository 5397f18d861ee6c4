// Tilers: parts and unzipping.
#include "tilers.hpp"

#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::algebra::detail {

std::optional<std::vector<Tiler>> parts_of(const Tiler& tiler) {
  if (const Tiler::Tuple* modes = tiler.modes()) return *modes;
  const NestedTuple* shape = tiler.shape();
  if (shape == nullptr || shape->is_entry()) return std::nullopt;
  std::vector<Tiler> parts;
  for (NestedTuple& mode : shape->modes())
    parts.emplace_back(std::move(mode));
  return parts;
}

Layout layout_of_leaf(const Tiler& tiler) {
  if (const Layout* layout = tiler.layout()) return *layout;
  return Layout::entry(tiler.shape()->entries().front(), 1);
}

namespace {

/// What of each mode belongs to the tile, and the rest.
template <class L>
struct Unzipped {
  L tile;
  L rest;
};

template <class L>
Outcome<Unzipped<L>> unzip(const L& layout, const Tiler& tiler) {
  if (tiler.keeps()) return Unzipped<L>{L::entry(1, {}), layout};
  const std::optional<std::vector<Tiler>> parts = parts_of(tiler);
  std::vector<L> modes = layout.modes();
  if (!parts) {
    if (modes.size() != 2)
      return Undefined{to_string(layout) + " is not a pair of a tile and its rest"};
    return Unzipped<L>{std::move(modes[0]), std::move(modes[1])};
  }
  if (parts->size() > modes.size()) {
    return Undefined{"the tiler has " + std::to_string(parts->size()) + " parts for " +
                     std::to_string(modes.size()) + " modes"};
  }
  std::vector<L> tile;
  std::vector<L> rest;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (i >= parts->size()) {
      rest.push_back(std::move(modes[i]));
      continue;
    }
    Outcome<Unzipped<L>> pair = unzip(modes[i], (*parts)[i]);
    if (!pair) return Undefined{"mode " + std::to_string(i) + ": " + pair.reason()};
    Unzipped<L> both = std::move(pair).value();
    tile.push_back(std::move(both.tile));
    rest.push_back(std::move(both.rest));
  }
  return Unzipped<L>{tuple_of(tile), tuple_of(rest)};
}

/// The concatenation of the unzipped parts, each of which is opened or not.
template <class L>
Outcome<L> arrange(const Outcome<L>& layout, const Tiler& tiler, bool open_tile, bool open_rest) {
  if (!layout) return layout.undefined();
  const Outcome<Unzipped<L>> both = unzip(*layout, tiler);
  if (!both) return both.undefined();
  std::vector<L> modes;
  const auto add = [&modes](const L& part, bool open) {
    if (!open) return modes.push_back(part);
    for (L& mode : part.modes())
      modes.push_back(std::move(mode));
  };
  add(both->tile, open_tile);
  add(both->rest, open_rest);
  return tuple_of(modes);
}

}  // namespace

template <class L>
Outcome<L> zipped(const Outcome<L>& layout, const Tiler& tiler) {
  return arrange(layout, tiler, false, false);
}

template <class L>
Outcome<L> tiled(const Outcome<L>& layout, const Tiler& tiler) {
  return arrange(layout, tiler, false, true);
}

template <class L>
Outcome<L> unpacked(const Outcome<L>& layout, const Tiler& tiler) {
  return arrange(layout, tiler, true, true);
}

template Outcome<Layout> zipped(const Outcome<Layout>&, const Tiler&);
template Outcome<Layout> tiled(const Outcome<Layout>&, const Tiler&);
template Outcome<Layout> unpacked(const Outcome<Layout>&, const Tiler&);
template Outcome<ModuleLayout> zipped(const Outcome<ModuleLayout>&, const Tiler&);
template Outcome<ModuleLayout> tiled(const Outcome<ModuleLayout>&, const Tiler&);
template Outcome<ModuleLayout> unpacked(const Outcome<ModuleLayout>&, const Tiler&);

}  // namespace layoutcheck::algebra::detail
