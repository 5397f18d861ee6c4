// Tilers: acting by mode, and collecting the parts of each mode as CuTe's zip2_by does.
#pragma once

#include <layoutcheck/algebra/mode_lists.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/value.hpp>

#include <algorithm>
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
template <class L, class Leaf>
Outcome<L> by_mode(const L& layout, const Tiler& tiler, Beyond beyond, const Leaf& leaf) {
  if (tiler.keeps()) return layout;
  const std::optional<std::vector<Tiler>> parts = parts_of(tiler);
  if (!parts) return leaf(layout, layout_of_leaf(tiler));
  std::vector<L> modes = layout.modes();
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
      Outcome<L> acted = by_mode(modes[i], (*parts)[i], beyond, leaf);
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
  return tuple_of(modes);
}

/// (tile, rest), (tile, rest_0, …) and (tile_0, …, rest_0, …) of what a division or a product by
/// mode is: the first and the second parts of the modes, as the tiler nests them; the modes that it
/// does not reach end the rest. A mode under `_` belongs to the rest, beside a tile of one element
/// (pycute; CuTe's C++ takes it apart like a pair). Undefined if a mode that it takes as a whole is
/// not a pair.
template <class L>
Outcome<L> zipped(const Outcome<L>& layout, const Tiler& tiler);
template <class L>
Outcome<L> tiled(const Outcome<L>& layout, const Tiler& tiler);
template <class L>
Outcome<L> unpacked(const Outcome<L>& layout, const Tiler& tiler);

/// The modes, filled up with those of one element; an integer is one mode.
template <class L>
std::vector<L> padded(const L& layout, std::size_t rank) {
  std::vector<L> modes = layout.modes();
  modes.resize(rank, L::entry(1, {}));
  return modes;
}

enum class Order { block_first, repetition_first };

/// ((A_0, R_0), (A_1, R_1), …), or the other way round, where R = `repetition` of A and B, with
/// modes up to a common rank.
template <class L, class Repetition>
Outcome<L> zipped_blocks(const L& a, const Layout& b, Order order, const Repetition& repetition) {
  const std::size_t common =
      std::max(a.is_entry() ? 1 : a.modes().size(), b.is_entry() ? 1 : b.modes().size());
  const std::vector<L> blocks = padded(a, common);
  const Outcome<L> repeated = repetition(tuple_of(blocks), tuple_of(padded(b, common)));
  if (!repeated) return repeated.undefined();
  const std::vector<L> repetitions = repeated->modes();
  std::vector<L> modes;
  modes.reserve(common);
  for (std::size_t i = 0; i < common; ++i) {
    const bool block_first = order == Order::block_first;
    const L& first = block_first ? blocks[i] : repetitions[i];
    const L& second = block_first ? repetitions[i] : blocks[i];
    modes.push_back(tuple_of(std::vector<L>{first, second}));
  }
  return tuple_of(modes);
}

}  // namespace layoutcheck::algebra::detail
