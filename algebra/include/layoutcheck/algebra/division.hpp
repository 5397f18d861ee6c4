// Division: a layout split into a tile and the tiles' positions (colfax 2.3.8, CuTe's *_divide).
//
// A tuple of tilers acts by mode and leaves the remaining modes of A unchanged; a shape stands for
// the layouts N:1 of its entries; `_` leaves its mode unchanged. Every operation is undefined if a
// complement or a composition in its definition is, or if a tuple has more parts than its layout
// has modes.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// A ⊘ B = A∘(B, comp(B, size(A))) (colfax 2.3.8.1); by mode for a tuple of tilers.
Outcome<Layout> logical_divide(const Layout& a, const Tiler& tiler, Convention convention,
                               Int limit = default_limit);

/// ((tile, …), (rest, …, remaining modes)): the logical division with the tiles of all modes
/// gathered, and the rests, recursively. If the tiler is a layout or an integer, this is the
/// logical division itself. A mode under `_` is a rest, with the tile 1:0.
Outcome<Layout> zipped_divide(const Layout& a, const Tiler& tiler, Convention convention,
                              Int limit = default_limit);

/// ((tile, …), rest, …, remaining modes).
Outcome<Layout> tiled_divide(const Layout& a, const Tiler& tiler, Convention convention,
                             Int limit = default_limit);

/// (tile, …, rest, …, remaining modes).
Outcome<Layout> flat_divide(const Layout& a, const Tiler& tiler, Convention convention,
                            Int limit = default_limit);

/// A ⊘♭ B = (A∘(B ⋆ comp♭(B, size(A))))♭. The flattening amends colfax 2.1.7.9, whose composition
/// keeps the shape of the right operand, so that its example 2.1.7.11 would not exist.
Outcome<Layout> colfax_flat_divide(const Layout& a, const Layout& b, Int limit = default_limit);

}  // namespace layoutcheck::algebra
