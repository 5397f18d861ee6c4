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

Outcome<Unzipped> unzip(const Layout& layout, const Tiler& tiler) {
  if (tiler.keeps()) return Unzipped{Layout::entry(1, 0), layout};
  const std::optional<std::vector<Tiler>> parts = parts_of(tiler);
  std::vector<Layout> modes = layout.modes();
  if (!parts) {
    if (modes.size() != 2)
      return Undefined{to_string(layout) + " is not a pair of a tile and its rest"};
    return Unzipped{std::move(modes[0]), std::move(modes[1])};
  }
  if (parts->size() > modes.size()) {
    return Undefined{"the tiler has " + std::to_string(parts->size()) + " parts for " +
                     std::to_string(modes.size()) + " modes"};
  }
  std::vector<Layout> tile;
  std::vector<Layout> rest;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (i >= parts->size()) {
      rest.push_back(std::move(modes[i]));
      continue;
    }
    Outcome<Unzipped> pair = unzip(modes[i], (*parts)[i]);
    if (!pair) return Undefined{"mode " + std::to_string(i) + ": " + pair.reason()};
    Unzipped both = std::move(pair).value();
    tile.push_back(std::move(both.tile));
    rest.push_back(std::move(both.rest));
  }
  return Unzipped{concatenate(tile), concatenate(rest)};
}

namespace {

/// The concatenation of the unzipped parts, each of which is opened or not.
Outcome<Layout> arrange(const Outcome<Layout>& layout, const Tiler& tiler, bool open_tile,
                        bool open_rest) {
  if (!layout) return layout.undefined();
  const Outcome<Unzipped> both = unzip(*layout, tiler);
  if (!both) return both.undefined();
  std::vector<Layout> modes = open_tile ? both->tile.modes() : std::vector<Layout>{both->tile};
  if (open_rest)
    for (Layout& mode : both->rest.modes())
      modes.push_back(std::move(mode));
  else
    modes.push_back(both->rest);
  return concatenate(modes);
}

}  // namespace

Outcome<Layout> zipped(const Outcome<Layout>& layout, const Tiler& tiler) {
  return arrange(layout, tiler, false, false);
}

Outcome<Layout> tiled(const Outcome<Layout>& layout, const Tiler& tiler) {
  return arrange(layout, tiler, false, true);
}

Outcome<Layout> unpacked(const Outcome<Layout>& layout, const Tiler& tiler) {
  return arrange(layout, tiler, true, true);
}

}  // namespace layoutcheck::algebra::detail
