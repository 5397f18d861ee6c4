// Plants in what layouts are made of: shapes, orders and other layouts; and in their sizes.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

constexpr Int two_to_32 = Int{1} << 32;

/// The greatest of the products of extent and stride, 1 at least.
Int greatest_product(const Layout& layout) {
  Int greatest = 1;
  for (const Mode& mode : modes_of(layout))
    greatest = std::max(greatest, checked_multiply(mode.extent, mode.stride));
  return greatest;
}

/// Modes in this order of their keys, where equal keys begin at the same stride.
Layout ordered_with_ties(const NestedTuple& shape, const Tuple& keys) {
  const Tuple& extents = shape.entries();
  Tuple strides;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    Int stride = 1;
    for (std::size_t j = 0; j < extents.size(); ++j)
      if (keys[j] < keys[i]) stride = checked_multiply(stride, extents[j]);
    strides.push_back(stride);
  }
  return {shape.profile(), extents, strides};
}

}  // namespace

std::vector<Plant> making_plants() {
  return {
      {.name = "cosize.greatest-product",
       .says = "the cosize is the greatest product of an extent and its stride",
       .source = "kokkos/mdspan #195, ORNL/cpp-proposals-pub #187",
       .shown_by = "cosize(2:2) = 4",
       .mistakes = {on(
           "cosize",
           [](const Int&, const Layout& a) -> std::optional<Int> { return greatest_product(a); })}},
      {.name = "cosize.greatest-reach",
       .says = "the cosize is that of the mode that reaches farthest",
       .source = "kokkos/mdspan #362",
       .shown_by = "cosize((2,2):(1,1)) = 2",
       .mistakes = {on("cosize",
                       [](const Int&, const Layout& a) -> std::optional<Int> {
                         Int greatest = 1;
                         for (const Mode& mode : modes_of(a))
                           greatest = std::max(greatest, (mode.extent - 1) * mode.stride + 1);
                         return greatest;
                       })}},
      {.name = "cosize.unit-modes-count",
       .says = "the stride of an extent of 1 counts",
       .source = "pytorch #169381, #169454",
       .shown_by = "cosize(1:1) = 2",
       .mistakes = {on("cosize",
                       [](const Int& right, const Layout& a) -> std::optional<Int> {
                         Int more = 0;
                         for (const Mode& mode : modes_of(a))
                           if (mode.extent == 1) more = checked_add(more, mode.stride);
                         return checked_add(right, more);
                       })}},
      {.name = "cosize.four-modes",
       .says = "modes from the fourth on do not count",
       .source = "kind: an array of fixed length",
       .shown_by = "cosize((2,2,2,2):(1,1,1,1)) = 4",
       .mistakes = {on("cosize",
                       [](const Int&, const Layout& a) -> std::optional<Int> {
                         Modes modes = modes_of(a);
                         if (modes.size() < 4) return std::nullopt;
                         modes.resize(3);
                         return algebra::cosize(flat_layout_of(modes));
                       })}},
      {.name = "size.modulo-2^32",
       .says = "the size is a number of 32 bits",
       .source = "kind: sizes modulo 2^32",
       .shown_by = "size(4294967296) = 0",
       .mistakes = {on("size",
                       [](const Int& right, const NestedTuple&) -> std::optional<Int> {
                         return right % two_to_32;
                       }),
                    on("size",
                       [](const Int& right, const Layout&) -> std::optional<Int> {
                         return right % two_to_32;
                       })}},
      {.name = "cosize.through-doubles",
       .says = "numbers pass through floating point of 64 bits",
       .source = "kind: JSON and JavaScript; 2^53",
       .shown_by = "cosize(2:9007199254740992) = 9007199254740992",
       .mistakes = {on("cosize",
                       [](const Int& right, const Layout&) -> std::optional<Int> {
                         if (right >= Int{1} << 62) return std::nullopt;
                         return static_cast<Int>(static_cast<double>(right));
                       })}},
      {.name = "cosize.wraps-at-2^63",
       .says = "a cosize of 2^63 and more is the greatest number, where it overflows",
       .source = "tilelang: docs/upstream/tilelang.md; docs/conformance.md, overflow unnoticed",
       .shown_by = "cosize(3:4611686018427387904) = 9223372036854775807",
       .out_of_reach = "what overflows is not asked by default"},
      {.name = "row_major.is-column-major",
       .says = "the packed row-major layout of two modes has the strides of the column-major one",
       .source = "cutlass #2991",
       .shown_by = "row_major((2,2)) = (2,2):(1,2)",
       .mistakes = {on("row_major",
                       [](const Layout&, const NestedTuple& shape) -> std::optional<Layout> {
                         if (!shape.is_flat() || shape.length() != 2) return std::nullopt;
                         return compact(shape);
                       })}},
      {.name = "row_major.inner-modes-are-column-major",
       .says = "only the outermost modes are row-major, and what is nested in them is not",
       .source = "kind: a recursion that forgets its order",
       .shown_by = "row_major(((2,2))) = ((2,2)):((1,2))",
       .mistakes = {on("row_major",
                       [](const Layout&, const NestedTuple& shape) -> std::optional<Layout> {
                         Tuple strides;
                         Int after = algebra::size(shape);
                         for (const NestedTuple& mode : shape.modes()) {
                           after /= algebra::size(mode);
                           Int before = after;
                           for (const Int extent : mode.entries()) {
                             strides.push_back(before);
                             before *= extent;
                           }
                         }
                         return Layout(shape.profile(), shape.entries(), strides);
                       })}},
      {.name = "row_major.unit-in-the-middle",
       .says = "an extent of 1 in the middle takes the place of the mode before it",
       .source = "openxla/xla #18441",
       .shown_by = "row_major((2,1,2)) = (2,1,2):(1,2,1)",
       .mistakes = {on("row_major",
                       [](const Layout& right, const NestedTuple&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         for (std::size_t i = 1; i + 1 < modes.size(); ++i)
                           if (modes[i].extent == 1 && modes[i - 1].extent > 1)
                             modes[i - 1].stride = std::max<Int>(1, modes[i + 1].stride);
                         return with_modes(right, modes);
                       })}},
      {.name = "column_major.nested-modes-begin-anew",
       .says = "the strides of a nested mode begin with 1",
       .source = "kind: a recursion that forgets where it stands",
       .shown_by = "column_major((2,(2))) = (2,(2)):(1,(1))",
       .mistakes = {on("column_major",
                       [](const Layout& right, const NestedTuple& shape) -> std::optional<Layout> {
                         if (right.is_entry()) return std::nullopt;
                         std::vector<Layout> modes = right.modes();
                         std::vector<NestedTuple> shapes = shape.modes();
                         for (std::size_t i = 0; i < modes.size(); ++i)
                           if (!shapes[i].is_entry()) modes[i] = compact(shapes[i]);
                         return Layout::tuple_of(modes);
                       })}},
      {.name = "make_ordered_layout.equal-orders",
       .says = "modes of the same order begin at the same stride",
       .source = "cutlass: docs/upstream/cutlass.md",
       .shown_by = "make_ordered_layout((2,2), (0,0)) = (2,2):(1,1)",
       .mistakes = {on("make_ordered_layout",
                       [](const Layout&, const NestedTuple& shape,
                          const NestedTuple& order) -> std::optional<Layout> {
                         if (!algebra::congruent(shape, order)) return std::nullopt;
                         return ordered_with_ties(shape, order.entries());
                       })}},
      {.name = "make_ordered_layout.ranks-for-orders",
       .says = "the order is read as the list of modes that come first, second and so on",
       .source = "kind: a permutation for its inverse",
       .shown_by = "make_ordered_layout((2,2,2), (1,2,0)) = (2,2,2):(4,1,2)",
       .mistakes = {on("make_ordered_layout",
                       [](const Layout& right, const NestedTuple& shape,
                          const NestedTuple& order) -> std::optional<Layout> {
                         if (!shape.is_flat() || !order.is_flat()) return std::nullopt;
                         const Tuple& places = order.entries();
                         Tuple strides(shape.length(), -1);
                         Int stride = 1;
                         if (places.size() != strides.size()) return std::nullopt;
                         for (const Int place : places) {
                           if (place >= static_cast<Int>(strides.size()) ||
                               strides[static_cast<std::size_t>(place)] != -1)
                             return std::nullopt;
                           strides[static_cast<std::size_t>(place)] = stride;
                           stride *= shape.entries()[static_cast<std::size_t>(place)];
                         }
                         return Layout(right.profile(), shape.entries(), strides);
                       })}},
      {.name = "make_layout_like.equal-strides",
       .says = "modes of the same stride begin at the same stride",
       .source = "cutlass: docs/conformance.md, make_layout_like((2,2):(1,1))",
       .shown_by = "make_layout_like((2,2):(1,1)) = (2,2):(1,1)",
       .mistakes = {on("make_layout_like",
                       [](const Layout& right, const Layout& a) -> std::optional<Layout> {
                         const Modes modes = proper_modes_of(a);
                         if (modes.size() != a.length() ||
                             std::ranges::count(modes, 0, &Mode::stride) > 0)
                           return std::nullopt;
                         return ordered_with_ties(right.shape(), a.strides());
                       })}},
      {.name = "make_fragment_like.broadcast",
       .says = "a stride of 0 in the first mode becomes 1",
       .source = "cutlass: docs/conformance.md, make_fragment_like((2):(0))",
       .shown_by = "make_fragment_like(2:0) = 2:1",
       .mistakes = {on("make_fragment_like",
                       [](const Layout& right, const Layout& a) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         if (modes.empty() || modes[0].stride != 0 || a.extents()[0] == 1)
                           return std::nullopt;
                         modes[0].stride = 1;
                         return with_modes(right, modes);
                       })}},
      {.name = "make_fragment_like.order-of-the-strides",
       .says = "the first mode stands where its stride puts it, as in make_layout_like",
       .source = "kind: one function for another",
       .shown_by = "make_fragment_like((2,2):(2,1)) = (2,2):(2,1)",
       .mistakes = {on("make_fragment_like",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         return algebra::make_layout_like(a);
                       })}},
      {.name = "filter_zeros.outermost",
       .says = "only modes of stride 0 that are not nested get an extent of 1",
       .source = "kind: a recursion that is written for one level",
       .shown_by = "filter_zeros(((2)):((0))) = ((2)):((0))",
       .mistakes = {on("filter_zeros",
                       [](const Layout& right, const Layout& a) -> std::optional<Layout> {
                         if (a.is_entry()) return std::nullopt;
                         std::vector<Layout> modes = right.modes();
                         const std::vector<Layout> own = a.modes();
                         for (std::size_t i = 0; i < modes.size(); ++i)
                           if (!own[i].is_entry()) modes[i] = own[i];
                         return Layout::tuple_of(modes);
                       })}},
      {.name = "layout_add.strides",
       .says = "strides are added mode by mode, whatever the extents of the second layout",
       .source = "usual in a first version",
       .shown_by = "layout_add((2,3):(1,2), (3,2):(1,3)) = (2,3):(2,5)",
       .mistakes = {on(
           "layout_add",
           [](const Answer&, const Layout& a, const Layout& b) -> std::optional<Layout> {
             if (a.length() != b.length() || algebra::size(a) != algebra::size(b))
               return std::nullopt;
             Modes modes = modes_of(a);
             for (std::size_t i = 0; i < modes.size(); ++i)
               modes[i].stride = checked_add(modes[i].stride, b.strides()[i]);
             return with_modes(a, modes);
           })}},
      {.name = "tile_to_shape.order-is-ignored",
       .says = "the order of modes is not heeded",
       .source = "Modular, max/kernels/test/layout; kind: an operand that is ignored",
       .shown_by = "tile_to_shape((2,2):(1,2), (4,4), (1,0)) = ((2,2),(2,2)):((1,4),(2,8))",
       .mistakes = {on("tile_to_shape",
                       [](const Layout&, const Layout& block, const NestedTuple& shape,
                          const NestedTuple&) -> std::optional<Layout> {
                         Tuple order;
                         for (std::size_t i = 0; i < shape.modes().size(); ++i)
                           order.push_back(static_cast<Int>(i));
                         const auto found = algebra::tile_to_shape(
                             block, shape, NestedTuple::flat(order), Convention::strict);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "tile_to_shape.blocks-of-the-size",
       .says = "blocks stand as far apart as the size of the block, whatever its cosize",
       .source = "kind: size and cosize exchanged",
       .shown_by = "tile_to_shape(2:2, 8) = (2,4):(2,2)",
       .mistakes = {on(
           "tile_to_shape",
           [](const Layout&, const Layout& block,
              const NestedTuple& shape) -> std::optional<Layout> {
             const Int size = algebra::size(block);
             if (!block.is_entry() || !shape.is_entry() || block.strides()[0] <= 1)
               return std::nullopt;
             return Layout::flat({size, shape.entries()[0] / size}, {block.strides()[0], size});
           })}},
  };
}

}  // namespace layoutcheck::detection
