// Tilers: acting by mode, and collecting the parts of each mode as CuTe's zip2_by does.
#pragma once

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/value.hpp>

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::algebra::detail {

/// The parts of a tuple of tilers or of a shape that is a tuple; nothing for an integer, a layout
/// or `_`.
std::optional<std::vector<Tiler>> parts_of(const Tiler& tiler);

/// The layout of a tiler that is a layout or an integer. Pre: it is one.
Layout layout_of_leaf(const Tiler& tiler);

/// What becomes of the modes beyond the parts of a tuple of tilers. CuTe drops them in a
/// composition, and keeps them in a division or a product.
enum class Beyond { dropped, kept };

/// What acts on a layout by a tiler: `leaf` for a layout or an integer, by mode for a tuple,
/// nothing for `_`.
template <class Leaf>
Outcome<Layout> by_mode(const Layout& layout, const Tiler& tiler, Beyond beyond, const Leaf& leaf) {
  if (tiler.keeps()) return layout;
  const std::optional<std::vector<Tiler>> parts = parts_of(tiler);
  if (!parts) return leaf(layout, layout_of_leaf(tiler));
  std::vector<Layout> modes = layout.modes();
  if (parts->size() > modes.size()) {
    return Undefined{"the tiler has " + std::to_string(parts->size()) + " parts for " +
                     std::to_string(modes.size()) + " modes"};
  }
  // A mode without an answer decides, wherever it stands; after it one that is not decided, and
  // last one whose answer does not fit.
  std::exception_ptr undecided;
  std::exception_ptr too_large;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    try {
      Outcome<Layout> acted = by_mode(modes[i], (*parts)[i], beyond, leaf);
      if (!acted) return Undefined{"mode " + std::to_string(i) + ": " + acted.reason()};
      modes[i] = std::move(acted).value();
    } catch (const LimitReached&) {
      undecided = std::current_exception();
    } catch (const Overflow&) {
      too_large = std::current_exception();
    }
  }
  if (undecided || too_large) std::rethrow_exception(undecided ? undecided : too_large);
  if (beyond == Beyond::dropped) modes.resize(parts->size());
  return concatenate(modes);
}

/// What of each mode belongs to the tile, and the rest.
struct Unzipped {
  Layout tile;
  Layout rest;
};

/// Collects the first and the second parts of the modes, as the tiler nests them; the modes that it
/// does not reach end the rest. A mode under `_` belongs to the rest, beside a tile of one element
/// (pycute; CuTe's C++ takes it apart like a pair). Undefined if a mode that it takes as a whole is
/// not a pair.
Outcome<Unzipped> unzip(const Layout& layout, const Tiler& tiler);

/// (tile, rest), (tile, rest_0, …) and (tile_0, …, rest_0, …).
Outcome<Layout> zipped(const Outcome<Layout>& layout, const Tiler& tiler);
Outcome<Layout> tiled(const Outcome<Layout>& layout, const Tiler& tiler);
Outcome<Layout> unpacked(const Outcome<Layout>& layout, const Tiler& tiler);

}  // namespace layoutcheck::algebra::detail
