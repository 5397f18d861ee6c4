// Plants in the divisions.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// A∘(B, C).
std::optional<Answer> composed_with_both(const Layout& a, const Layout& b, const Layout& c) {
  const Layout both[] = {b, c};
  const auto found = algebra::composition(a, Layout::tuple_of(both), Convention::strict);
  return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
}

/// A divided by B, whose complement is that for another number.
std::optional<Answer> divided_for(const Layout& a, const Layout& b, Int n) {
  const auto rest = algebra::complement(b, n, Convention::strict);
  if (!rest) return Answer(NonValue::undefined);
  return composed_with_both(a, b, *rest);
}

/// The tiles, and the rests with further modes: the two modes of a zipped division.
std::optional<std::pair<std::vector<Layout>, std::vector<Layout>>> tiles_and_rests(
    const Layout& zipped) {
  const std::vector<Layout> both = zipped.modes();
  if (both.size() != 2 || both[0].is_entry() || both[1].is_entry()) return std::nullopt;
  return std::pair(both[0].modes(), both[1].modes());
}

}  // namespace

std::vector<Plant> division_plants() {
  return {
      {.name = "logical_divide.rounds-up",
       .says = "a tile that does not divide the layout is padded, and nobody says so",
       .source = "apache/tvm #12926",
       .shown_by = "logical_divide(3:1, 2) = (2,2):(1,2)",
       .mistakes = {on(
           "logical_divide",
           [](const Answer& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             if (right != Answer(NonValue::undefined)) return std::nullopt;
             const auto found = algebra::logical_divide(a, tiler, Convention::extended);
             return found ? std::optional(*found) : std::nullopt;
           })}},
      {.name = "logical_divide.complement-to-the-cosize",
       .says = "the complement of the tile fills the cosize of the layout, not its size",
       .source = "kind: size and cosize exchanged",
       .shown_by = "logical_divide(4:2, 2) = undefined",
       .mistakes = {on(
           "logical_divide",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const auto b = layout_in(tiler);
             if (!b) return std::nullopt;
             return divided_for(a, *b, algebra::cosize(a));
           })}},
      {.name = "logical_divide.size-modulo-2^32",
       .says = "the size of the layout is a number of 32 bits",
       .source = "tilelang: docs/upstream/tilelang.md; kind: sizes modulo 2^32",
       .shown_by = "logical_divide(4294967298:1, 2) = (2,1):(1,0)",
       .mistakes = {on(
           "logical_divide",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const auto b = layout_in(tiler);
             const Int size = algebra::size(a);
             if (!b || size < (Int{1} << 32)) return std::nullopt;
             return divided_for(a, *b, std::max<Int>(1, size % (Int{1} << 32)));
           })}},
      {.name = "logical_divide.size-by-mode",
       .says = "the rest is counted mode by mode, each rounded up, where the layout is one",
       .source = "NVlabs/CuTe, cutegen: docs/upstream/nvlabs-cute.md",
       .shown_by = "logical_divide((3,2):(1,3), 2) = (2,4):(1,2)",
       .mistakes = {on(
           "logical_divide",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto b = layout_in(tiler);
             if (!b || !b->is_entry() || b->strides()[0] != 1 || a.length() < 2 ||
                 !is_permutation(modes_of(a)) || a.strides()[0] != 1)
               return std::nullopt;
             const Int tile = b->extents()[0];
             if (tile == 1 || a.extents()[0] < tile || a.extents()[0] % tile == 0)
               return std::nullopt;
             Int rests = (a.extents()[0] + tile - 1) / tile;
             for (std::size_t i = 1; i < a.length(); ++i)
               rests *= a.extents()[i];
             return Layout::flat({tile, rests}, {1, tile});
           })}},
      {.name = "logical_divide.tile-after-rest",
       .says = "the parts of a layout tile of rank 2 change places",
       .source = "kind: swapped operands",
       .shown_by = "logical_divide(4:1, (2,2):(1,2)) = (1,(2,2)):(0,(1,2))",
       .mistakes = {on(
           "logical_divide",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             if (tiler.layout() == nullptr || tiler.layout()->length() != 2) return std::nullopt;
             std::vector<Layout> both = right.modes();
             std::ranges::reverse(both);
             return Layout::tuple_of(both);
           })}},
      {.name = "logical_divide.unsorted-complement",
       .says = "the complement of a tile whose modes fall is not found",
       .source = "adapters/wrong.py: usual in a first version",
       .shown_by = "logical_divide(4:1, (2,2):(2,1)) = undefined",
       .mistakes = {on(
           "logical_divide",
           [](const Layout&, const Layout&, const Tiler& tiler) -> std::optional<Answer> {
             const auto b = layout_in(tiler);
             if (!b || std::ranges::is_sorted(proper_modes_of(*b), {}, &Mode::stride))
               return std::nullopt;
             return Answer(NonValue::undefined);
           })}},
      {.name = "logical_divide.gaps-of-the-tile-are-lost",
       .says = "what lies between two modes of a tile is left out of the rest",
       .source = "NVlabs/CuTe: logical_divide loses elements, docs/upstream/nvlabs-cute.md",
       .shown_by = "logical_divide(8:1, (2,2):(1,4)) = ((2,2),1):((1,4),0)",
       .mistakes = {on(
           "logical_divide",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const auto b = layout_in(tiler);
             if (!b || b->length() < 2) return std::nullopt;
             const auto rest = algebra::complement(*b, algebra::size(a), Convention::strict);
             if (!rest) return std::nullopt;
             Modes modes = proper_modes_of(*rest);
             const Int end = algebra::cosize(*b);
             std::erase_if(modes, [&](const Mode& m) { return m.stride > 1 && m.stride < end; });
             return composed_with_both(a, *b, layout_of(modes));
           })}},
      {.name = "zipped_divide.further-modes-are-lost",
       .says = "modes of the layout beyond the tiler are lost",
       .source = "cutlass #3085",
       .shown_by = "zipped_divide((2,2):(1,2), <2>) = ((2),(1)):((1),(0))",
       .mistakes = {on(
           "zipped_divide",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto parts = parts_of(tiler);
             auto both = tiles_and_rests(right);
             if (!parts || !both || a.modes().size() <= parts->size() || parts->empty() ||
                 both->second.size() < parts->size())
               return std::nullopt;
             both->second.resize(parts->size());
             const Layout modes[] = {Layout::tuple_of(both->first), Layout::tuple_of(both->second)};
             return Layout::tuple_of(modes);
           })}},
      {.name = "zipped_divide.keeps-a-pair",
       .says = "under `_` a mode of two modes is taken for a tile and its rest",
       .source = "cutlass, tensor-layouts: docs/cases.md, docs/conformance.md",
       .shown_by = "zipped_divide(((2,2)):((1,2)), <_>) = ((2),(2)):((1),(2))",
       .mistakes = {on(
           "zipped_divide",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             auto both = tiles_and_rests(right);
             if (tiler.modes() == nullptr || !both || a.is_entry()) return std::nullopt;
             const std::vector<Layout> modes = a.modes();
             for (std::size_t i = 0; i < tiler.modes()->size(); ++i) {
               if (!(*tiler.modes())[i].keeps() || modes[i].is_entry() ||
                   modes[i].modes().size() != 2 || both->second.size() <= i)
                 continue;
               both->first[i] = modes[i].modes()[0];
               both->second[i] = modes[i].modes()[1];
             }
             const Layout result[] = {Layout::tuple_of(both->first),
                                      Layout::tuple_of(both->second)};
             return Layout::tuple_of(result);
           })}},
      {.name = "zipped_divide.rests-in-reverse",
       .says = "the rests of a tiler by mode come in the reverse order",
       .source = "kind: swapped operands",
       .shown_by = "zipped_divide((2,2):(1,2), <2>) = ((2),(2,1)):((1),(2,0))",
       .mistakes = {on(
           "zipped_divide",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             auto both = tiles_and_rests(right);
             if (!parts_of(tiler) || !both) return std::nullopt;
             std::ranges::reverse(both->second);
             const Layout result[] = {Layout::tuple_of(both->first),
                                      Layout::tuple_of(both->second)};
             return Layout::tuple_of(result);
           })}},
      {.name = "tiled_divide.further-modes-come-first",
       .says = "modes of the layout beyond the tiler stand before the rests",
       .source = "kind: lists put together in another order",
       .shown_by = "tiled_divide((2,2):(1,2), <2>) = ((2),2,1):((1),2,0)",
       .mistakes = {on(
           "tiled_divide",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto parts = parts_of(tiler);
             if (!parts || parts->empty() || a.is_entry() || a.modes().size() <= parts->size())
               return std::nullopt;
             std::vector<Layout> modes = right.modes();
             const auto rests = modes.begin() + 1;
             std::rotate(rests, rests + static_cast<std::ptrdiff_t>(parts->size()), modes.end());
             return Layout::tuple_of(modes);
           })}},
      {.name = "tiled_divide.tiles-are-not-gathered",
       .says = "the tiles are modes of the answer, not of its first mode",
       .source = "kind: an arrangement for another",
       .shown_by = "tiled_divide((2,2):(1,2), <2,2>) = (2,2,1,1):(1,2,0,0)",
       .mistakes = {on(
           "tiled_divide",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             const auto parts = parts_of(tiler);
             if (!parts || parts->size() < 2) return std::nullopt;
             std::vector<Layout> modes = right.modes();
             std::vector<Layout> result = modes.front().modes();
             result.insert(result.end(), modes.begin() + 1, modes.end());
             return Layout::tuple_of(result);
           })}},
      {.name = "flat_divide.tiles-are-flattened",
       .says = "what is nested in a tile is flattened, too",
       .source = "pycute, tensor-layouts: docs/conformance.md",
       .shown_by = "flat_divide((4):(1), <(2,2):(1,2)>) = (2,2,1):(1,2,0)",
       .mistakes = {on(
           "flat_divide",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             if (!parts_of(tiler)) return std::nullopt;
             return algebra::flatten(right);
           })}},
      {.name = "flat_divide.last-rest-is-lost-where-1",
       .says = "a last rest of extent 1 is left out",
       .source = "kind: lost extents of 1",
       .shown_by = "flat_divide((2,2):(1,2), <2,2>) = (2,2,1):(1,2,0)",
       .mistakes = {on(
           "flat_divide",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             std::vector<Layout> modes = right.modes();
             if (!parts_of(tiler) || modes.size() < 2 || algebra::size(modes.back()) != 1)
               return std::nullopt;
             modes.pop_back();
             return Layout::tuple_of(modes);
           })}},
      {.name = "colfax_flat_divide.complement-to-the-cosize",
       .says = "the complement of the tile fills the cosize of the layout, not its size",
       .source = "kind: size and cosize exchanged",
       .shown_by = "colfax_flat_divide((4):(2), (2):(1)) = undefined",
       .mistakes = {on(
           "colfax_flat_divide",
           [](const Layout&, const Layout& a, const Layout& b) -> std::optional<Answer> {
             const auto rest = algebra::flat_complement(b, algebra::cosize(a));
             if (!rest) return Answer(NonValue::undefined);
             const Layout both[] = {b, *rest};
             const auto found =
                 algebra::composition(a, algebra::flat_concatenate(both), Convention::strict);
             return found ? Answer(Value(algebra::flatten(*found))) : Answer(NonValue::undefined);
           })}},
  };
}

}  // namespace layoutcheck::detection
