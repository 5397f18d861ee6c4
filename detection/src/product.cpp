// Plants in the products.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/product.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// (A, C∘B) for a complement C of A for a number.
std::optional<Answer> repeated_for(const Layout& a, const Layout& b, Int n) {
  const auto room = algebra::complement(a, n, Convention::extended);
  if (!room) return std::nullopt;
  const auto behind = algebra::composition(*room, b, Convention::strict);
  if (!behind) return Answer(NonValue::undefined);
  const Layout both[] = {a, *behind};
  return Answer(Value(Layout::tuple_of(both)));
}

/// The pairs of a blocked product with its parts exchanged.
Layout exchanged(const Layout& product) {
  std::vector<Layout> pairs;
  for (const Layout& pair : product.modes()) {
    std::vector<Layout> both = pair.modes();
    std::ranges::reverse(both);
    pairs.push_back(Layout::tuple_of(both));
  }
  return Layout::tuple_of(pairs);
}

}  // namespace

std::vector<Plant> product_plants() {
  return {
      {.name = "logical_product.room-for-the-size",
       .says =
           "there is room for as many blocks as the second layout has values, not for the last of "
           "them",
       .source = "kind: size and cosize exchanged; colfax 2.3.9.1",
       .shown_by = "logical_product(2:1, 2:2) = undefined",
       .mistakes = {on(
           "logical_product",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const auto b = layout_in(tiler);
             if (!b) return std::nullopt;
             return repeated_for(a, *b, checked_multiply(algebra::size(a), algebra::size(*b)));
           })}},
      {.name = "logical_product.beyond-the-cosize",
       .says = "blocks stand one behind another, and leave the gaps of the first layout free",
       .source = "usual in a first version: stride times cosize",
       .shown_by = "logical_product(2:2, 2) = (2,2):(2,3)",
       .mistakes = {on(
           "logical_product",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto b = layout_in(tiler);
             if (!b) return std::nullopt;
             Modes modes = modes_of(*b);
             for (Mode& mode : modes)
               mode.stride = checked_multiply(mode.stride, algebra::cosize(a));
             const Layout both[] = {a, with_modes(*b, modes)};
             return Layout::tuple_of(both);
           })}},
      {.name = "logical_product.integer-divides",
       .says = "a product with an integer is a division by it",
       .source = "pytorch: docs/upstream/pytorch.md",
       .shown_by = "logical_product(2:1, 2) = (2,1):(1,0)",
       .mistakes = {on(
           "logical_product",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             if (tiler.shape() == nullptr || !tiler.shape()->is_entry()) return std::nullopt;
             const auto found = algebra::logical_divide(a, tiler, Convention::strict);
             return found ? std::optional(*found) : std::nullopt;
           })}},
      {.name = "logical_product.room-modulo-2^32",
       .says = "the number of places is a product of 32 bits",
       .source = "kind: sizes modulo 2^32",
       .shown_by = "logical_product(2:1, 2:2147483648) = undefined",
       .mistakes = {on(
           "logical_product",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const auto b = layout_in(tiler);
             if (!b) return std::nullopt;
             const Int n = checked_multiply(algebra::size(a), algebra::cosize(*b));
             const Int low = n % (Int{1} << 32);
             if (low == n) return std::nullopt;
             return repeated_for(a, *b, std::max<Int>(1, low));
           })}},
      {.name = "logical_product.by-mode-as-one",
       .says = "a tiler by mode of two layouts is taken for the layout of both",
       .source = "cutlass #3085",
       .shown_by = "logical_product((2,2):(1,2), <2,2>) = ((2,2),(2,2)):((1,2),(4,4))",
       .mistakes = {on(
           "logical_product",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto parts = parts_of(tiler);
             if (!parts || parts->size() != 2 || !(*parts)[0] || !(*parts)[1]) return std::nullopt;
             const Layout both[] = {*(*parts)[0], *(*parts)[1]};
             const auto found =
                 algebra::logical_product(a, Tiler(Layout::tuple_of(both)), Convention::strict);
             return found ? std::optional(*found) : std::nullopt;
           })}},
      {.name = "logical_product.overlap-unnoticed",
       .says = "blocks of a layout that has no complement are put where there is no room",
       .source = "tract, tensor-layouts, NVlabs/CuTe: docs/conformance.md",
       .shown_by = "logical_product((2,2):(1,1), 2) = ((2,2),2):((1,1),3)",
       .mistakes = {on(
           "logical_product",
           [](const Answer& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto b = layout_in(tiler);
             if (right != Answer(NonValue::undefined) || !b || !b->is_entry()) return std::nullopt;
             const Layout both[] = {
                 a, Layout::entry(b->extents()[0],
                                  checked_multiply(b->strides()[0], algebra::cosize(a)))};
             return Layout::tuple_of(both);
           })}},
      {.name = "flat_product.rest-is-cut",
       .says =
           "the last stride of a repetition that does not divide the room is rounded down to it",
       .source = "cutegen: docs/conformance.md, flat_product((2):(5), (4):(3))",
       .shown_by = "flat_product((2):(5), (4):(3)) = (2,(2,2)):(5,(3,10))",
       .mistakes = {on(
           "flat_product",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             if (tiler.layout() == nullptr || a.length() != 1 || a.strides()[0] == 0)
               return std::nullopt;
             Modes modes = modes_of(right);
             const Int end = checked_multiply(a.extents()[0], a.strides()[0]);
             if (modes.back().stride <= end || modes.back().stride % end == 0) return std::nullopt;
             modes.back().stride -= modes.back().stride % end;
             return with_modes(right, modes);
           })}},
      {.name = "tiled_product.repetition-is-one-mode",
       .says = "the modes of the repetition stay in one mode",
       .source = "tensor-layouts, NVlabs/CuTe: docs/conformance.md",
       .shown_by = "tiled_product(2:1, (2,2):(1,2)) = (2,(2,2)):(1,(2,4))",
       .mistakes = {on(
           "tiled_product",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             std::vector<Layout> modes = right.modes();
             if (tiler.layout() == nullptr || modes.size() < 3) return std::nullopt;
             const Layout rest = Layout::tuple_of(std::span(modes).subspan(1));
             const Layout both[] = {modes[0], rest};
             return Layout::tuple_of(both);
           })}},
      {.name = "zipped_product.unit-block-comes-last",
       .says = "a block of extent 1 and its repetition change places",
       .source = "tensor-layouts: docs/conformance.md, zipped_product((1):(0), (2))",
       .shown_by = "zipped_product((1):(0), <2>) = ((2),(1)):((1),(0))",
       .mistakes = {on(
           "zipped_product",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             if (!parts_of(tiler) || algebra::size(a) != 1) return std::nullopt;
             std::vector<Layout> both = right.modes();
             std::ranges::reverse(both);
             return Layout::tuple_of(both);
           })}},
      {.name = "blocked_product.is-raked",
       .says = "from rank 2 on, repetitions come before blocks",
       .source = "kind: an arrangement for another",
       .shown_by = "blocked_product((2,2):(1,2), (2,2):(1,2)) = ((2,2),(2,2)):((4,1),(8,2))",
       .mistakes = {on(
           "blocked_product",
           [](const Layout& right, const Layout&, const Layout&) -> std::optional<Layout> {
             if (right.modes().size() < 2) return std::nullopt;
             return exchanged(right);
           })}},
      {.name = "blocked_product.split-mode-is-lost",
       .says = "of a repetition that is split in two, the first part is lost",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md, blocked_product((2):(2), (4):(1))",
       .shown_by = "blocked_product(2:2, 4:1) = ((2,2)):((2,4))",
       .mistakes =
           on_each({"blocked_product", "raked_product"},
                   [](const Layout& right, const Layout&, const Layout&) -> std::optional<Layout> {
                     std::vector<Layout> pairs;
                     for (const Layout& pair : right.modes()) {
                       std::vector<Layout> both = pair.modes();
                       for (Layout& part : both)
                         if (!part.is_entry() && part.modes().size() == 2)
                           part = part.modes().back();
                       pairs.push_back(Layout::tuple_of(both));
                     }
                     return Layout::tuple_of(pairs);
                   })},
      {.name = "blocked_product.shorter-rank-in-front",
       .says = "the operand of the lower rank is filled up in front, not behind",
       .source = "torch-pycute reads in the other direction; kind: append for prepend",
       .shown_by = "blocked_product(2:1, (2,2):(1,2)) = ((1,2),(2,2)):((0,2),(1,4))",
       .mistakes = {on(
           "blocked_product",
           [](const Layout&, const Layout& a, const Layout& b) -> std::optional<Layout> {
             std::vector<Layout> blocks = a.modes();
             std::vector<Layout> tiles = b.modes();
             if (blocks.size() == tiles.size()) return std::nullopt;
             auto& shorter = blocks.size() < tiles.size() ? blocks : tiles;
             const std::size_t rank = std::max(blocks.size(), tiles.size());
             shorter.insert(shorter.begin(), rank - shorter.size(), Layout::entry(1, 0));
             const auto found = algebra::blocked_product(
                 Layout::tuple_of(blocks), Layout::tuple_of(tiles), Convention::strict);
             return found ? std::optional(*found) : std::nullopt;
           })}},
      {.name = "raked_product.second-mode-is-blocked",
       .says = "only the first mode is raked",
       .source = "kind: a loop that ends after its first turn",
       .shown_by = "raked_product((2,2):(1,2), (2,2):(1,2)) = ((2,2),(2,2)):((4,1),(2,8))",
       .mistakes = {on(
           "raked_product",
           [](const Layout& right, const Layout&, const Layout&) -> std::optional<Layout> {
             std::vector<Layout> modes = right.modes();
             const std::vector<Layout> others = exchanged(right).modes();
             std::copy(others.begin() + 1, others.end(), modes.begin() + 1);
             return Layout::tuple_of(modes);
           })}},
      {.name = "colfax_flat_product.repetition-comes-first",
       .says = "the repetition stands before the block",
       .source = "kind: swapped operands",
       .shown_by = "colfax_flat_product((2):(1), (2):(1)) = (2,2):(2,1)",
       .mistakes = {on(
           "colfax_flat_product",
           [](const Layout&, const Layout& a, const Layout& b) -> std::optional<Layout> {
             const auto found = algebra::logical_product(a, Tiler(b), Convention::strict);
             if (!found) return std::nullopt;
             std::vector<Layout> both = found->modes();
             std::ranges::reverse(both);
             return algebra::flatten(Layout::tuple_of(both));
           })}},
  };
}

}  // namespace layoutcheck::detection
