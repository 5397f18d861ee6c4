// Plants in coordinates and indices, of shapes and of layouts.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/int_tuples.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/mode_lists.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// The flat coordinate of an index where the last mode comes first.
Tuple row_major_coordinate(const Tuple& extents, Int index) {
  Tuple coordinate(extents.size());
  for (std::size_t i = extents.size(); i-- > 0;) {
    coordinate[i] = index % extents[i];
    index /= extents[i];
  }
  return coordinate;
}

}  // namespace

std::vector<Plant> coordinate_plants() {
  return {
      {.name = "idx2crd.row-major",
       .says = "the last mode comes first",
       .source = "cutlass #2883",
       .shown_by = "idx2crd(1, (2,2)) = (0,1)",
       .mistakes = {on("idx2crd",
                       [](const NestedTuple& right, const NestedTuple& index,
                          const NestedTuple& shape) -> std::optional<NestedTuple> {
                         if (!index.is_entry()) return std::nullopt;
                         return NestedTuple(
                             row_major_coordinate(shape.entries(), index.entries()[0]),
                             right.profile());
                       })}},
      {.name = "idx2crd.unit-mode",
       .says = "an extent of 1 is a division by zero",
       .source = "cutlass #3491",
       .shown_by = "idx2crd(0, 1) = error",
       .mistakes = {on("idx2crd",
                       [](const NestedTuple&, const NestedTuple&,
                          const NestedTuple& shape) -> std::optional<Answer> {
                         if (std::ranges::count(shape.entries(), 1) == 0) return std::nullopt;
                         return Answer(NonValue::error);
                       })}},
      {.name = "coordinate.wraps",
       .says = "an index beyond the shape begins anew",
       .source = "tract, pycute: docs/conformance.md, coordinate((2), 2)",
       .shown_by = "coordinate(2, 2) = (0)",
       .mistakes = {on("coordinate",
                       [](const Answer& right, const NestedTuple& shape,
                          const Int& index) -> std::optional<Tuple> {
                         if (right != Answer(NonValue::undefined)) return std::nullopt;
                         const auto found =
                             algebra::colex_inverse(shape, index % algebra::size(shape));
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "coordinate.third-mode-takes-all",
       .says = "the third of more modes takes what is left",
       .source = "kind: an array of fixed length",
       .shown_by = "coordinate((2,2,2,2), 8) = (0,0,2,0)",
       .mistakes = {on("coordinate",
                       [](const NestedTuple& right, const NestedTuple& shape,
                          const Int&) -> std::optional<Tuple> {
                         Tuple coordinate = right.entries();
                         if (coordinate.size() < 4) return std::nullopt;
                         Int extent = shape.entries()[2];
                         for (std::size_t i = 3; i < coordinate.size(); ++i) {
                           coordinate[2] += coordinate[i] * extent;
                           extent *= shape.entries()[i];
                           coordinate[i] = 0;
                         }
                         return coordinate;
                       })}},
      {.name = "index.beyond",
       .says = "a coordinate that reaches an extent has an index",
       .source = "docs/conformance.md, index((2), (2))",
       .shown_by = "index((2), (2)) = 2",
       .mistakes = {on("index",
                       [](const Answer& right, const NestedTuple& shape,
                          const Tuple& coordinate) -> std::optional<Int> {
                         if (right != Answer(NonValue::undefined) ||
                             shape.length() != coordinate.size())
                           return std::nullopt;
                         Int index = 0;
                         Int before = 1;
                         for (std::size_t i = 0; i < coordinate.size(); ++i) {
                           index = checked_add(index, checked_multiply(coordinate[i], before));
                           before = checked_multiply(before, shape.entries()[i]);
                         }
                         return index;
                       })}},
      {.name = "crd2idx.integer-in-a-nested-mode",
       .says = "an integer for a nested mode is an index whose last mode comes first",
       .source = "kind: one order for the other; FlyDSL #224",
       .shown_by = "crd2idx((1), ((2,2))) = 2",
       .mistakes = {on("crd2idx",
                       [](const Int&, const NestedTuple& coordinate,
                          const NestedTuple& shape) -> std::optional<Int> {
                         if (coordinate.is_entry() || shape.is_flat()) return std::nullopt;
                         const std::vector<NestedTuple> parts = coordinate.modes();
                         const std::vector<NestedTuple> modes = shape.modes();
                         Int index = 0;
                         Int before = 1;
                         for (std::size_t i = 0; i < parts.size(); ++i) {
                           NestedTuple part = parts[i];
                           if (part.is_entry() && !modes[i].is_entry())
                             part = NestedTuple::flat(
                                 row_major_coordinate(modes[i].entries(), part.entries()[0]));
                           const auto own = algebra::crd2idx(part, modes[i]);
                           if (!own) return std::nullopt;
                           index += *own * before;
                           before *= algebra::size(modes[i]);
                         }
                         return index;
                       })}},
      {.name = "crd2crd.sizes-only",
       .says = "coordinates of shapes of the same size are exchanged, whatever their modes",
       .source = "kind: a condition on modes is one on sizes",
       .shown_by = "crd2crd((0,1), (2,3), (3,2)) = (2,0)",
       .mistakes = {on(
           "crd2crd",
           [](const Answer& right, const NestedTuple& coordinate, const NestedTuple& from,
              const NestedTuple& to) -> std::optional<NestedTuple> {
             if (right != Answer(NonValue::undefined) || algebra::size(from) != algebra::size(to))
               return std::nullopt;
             const auto index = algebra::crd2idx(coordinate, from);
             if (!index) return std::nullopt;
             const auto found = algebra::idx2crd(NestedTuple(*index), to);
             return found ? std::optional(*found) : std::nullopt;
           })}},
      {.name = "increment.one-carry",
       .says = "a carry reaches the next mode, and not the one behind it",
       .source = "kind: three modes; a loop that ends after its first turn",
       .shown_by = "increment((1,1,0), (2,2,2)) = (0,0,0)",
       .mistakes = {on("increment",
                       [](const NestedTuple& right, const NestedTuple& coordinate,
                          const NestedTuple&) -> std::optional<NestedTuple> {
                         Tuple entries = right.entries();
                         for (std::size_t i = 2; i < entries.size(); ++i)
                           entries[i] = coordinate.entries()[i];
                         return NestedTuple(entries, right.profile());
                       })}},
      {.name = "apply.flat-coordinate",
       .says = "a flat coordinate of a nested shape is taken",
       .source = "Modular, max/kernels/test/layout; tracel-ai/cubecl #1670",
       .shown_by = "apply(((2,2)):((1,2)), (1,1)) = 3",
       .mistakes = {on("apply",
                       [](const Answer& right, const Layout& a,
                          const NestedTuple& coordinate) -> std::optional<Int> {
                         if (right != Answer(NonValue::undefined) || a.is_flat() ||
                             !coordinate.is_flat() || coordinate.length() != a.length())
                           return std::nullopt;
                         Int offset = 0;
                         for (std::size_t i = 0; i < a.length(); ++i) {
                           if (coordinate.entries()[i] >= a.extents()[i]) return std::nullopt;
                           offset += coordinate.entries()[i] * a.strides()[i];
                         }
                         return offset;
                       })}},
      {.name = "apply.third-carry",
       .says = "of an index, what is left behind the second mode goes to the third one",
       .source = "tracel-ai/cubecl #1670; kind: an array of fixed length",
       .shown_by = "apply((2,2,2,2):(1,2,4,1), 8) = 8",
       .mistakes = {on(
           "apply",
           [](const Int&, const Layout& a, const NestedTuple& coordinate) -> std::optional<Int> {
             if (!coordinate.is_entry() || a.length() < 4) return std::nullopt;
             Int x = coordinate.entries()[0];
             Int offset = 0;
             for (std::size_t i = 0; i < 2; ++i) {
               offset += x % a.extents()[i] * a.strides()[i];
               x /= a.extents()[i];
             }
             return offset + x * a.strides()[2];
           })}},
      {.name = "table.begins-anew-behind-an-overlap",
       .says = "values that were taken before are left out",
       .source = "kind: a set for a list",
       .shown_by = "table((2,2):(1,1)) = (0,1,2)",
       .mistakes = {on("table",
                       [](const NestedTuple& right, const Layout&) -> std::optional<Tuple> {
                         Tuple seen;
                         for (const Int value : right.entries())
                           if (std::ranges::find(seen, value) == seen.end()) seen.push_back(value);
                         return seen;
                       })}},
      {.name = "slice_and_offset.nested-offset",
       .says = "what is nested adds nothing to the offset",
       .source = "cutlass #2613",
       .shown_by = "slice_and_offset(<<1,_>>, ((2,2)):((1,2))) = <(2):(2),0>",
       .mistakes = {on(
           "slice_and_offset",
           [](const Tiler& right, const Tiler& coordinate,
              const Layout& a) -> std::optional<Tiler> {
             if (coordinate.modes() == nullptr || right.modes() == nullptr) return std::nullopt;
             Int offset = 0;
             const std::vector<Layout> modes = a.modes();
             for (std::size_t i = 0; i < modes.size(); ++i) {
               const Tiler& part = (*coordinate.modes())[i];
               if (part.shape() != nullptr && part.shape()->is_entry()) {
                 const auto own = algebra::apply(modes[i], *part.shape());
                 if (!own) return std::nullopt;
                 offset += *own;
               }
             }
             return Tiler(Tiler::Tuple{right.modes()->front(), Tiler(NestedTuple(offset))});
           })}},
      {.name = "slice.kept-tuple-is-flattened",
       .says = "what stands at the positions of `_` is flattened",
       .source = "kind: nested profile lost",
       .shown_by = "slice(<_>, ((2,2))) = (2,2)",
       .mistakes = {on("slice",
                       [](const Layout& right, const Tiler&, const Layout&)
                           -> std::optional<Layout> { return algebra::flatten(right); }),
                    on("slice",
                       [](const NestedTuple& right, const Tiler&, const NestedTuple&)
                           -> std::optional<NestedTuple> { return algebra::flatten(right); })}},
      {.name = "dice.is-slice",
       .says = "what stands at the positions of `_` is given, for what does not",
       .source = "kind: one function for another",
       .shown_by = "dice(<_,0>, (2,3)) = (2)",
       .mistakes = {on("dice",
                       [](const Layout&, const Tiler& coordinate,
                          const Layout& a) -> std::optional<Layout> {
                         const auto found = algebra::slice(coordinate, a);
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("dice",
                       [](const NestedTuple&, const Tiler& coordinate,
                          const NestedTuple& a) -> std::optional<NestedTuple> {
                         const auto found = algebra::slice(coordinate, a);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "domain_offset.in-32-bits",
       .says = "the offset is a number of 32 bits",
       .source = "cutlass #3208",
       .shown_by = "domain_offset(1, 2:4294967296) = <2:4294967296,0>",
       .mistakes = {on(
           "domain_offset",
           [](const Tiler& right, const NestedTuple&, const Layout&) -> std::optional<Tiler> {
             const Int offset = right.modes()->back().shape()->entries()[0];
             return Tiler(
                 Tiler::Tuple{right.modes()->front(), Tiler(NestedTuple(offset % (Int{1} << 32)))});
           })}},
      {.name = "inner_product.in-32-bits",
       .says = "a product is a number of 32 bits",
       .source = "cutlass #3208; kind: a product between two steps has 32 bits",
       .shown_by = "inner_product(2147483648, 2) = 0",
       .mistakes = {on("inner_product",
                       [](const Int& right, const NestedTuple&, const NestedTuple&)
                           -> std::optional<Int> { return right % (Int{1} << 32); })}},
      {.name = "shape_div.first-entry",
       .says = "a tuple is divided by an integer at its first entry alone",
       .source = "Modular, max/kernels/test/layout: shape_div((3,4), 6)",
       .shown_by = "shape_div((2,2), 4) = (1,2)",
       .mistakes = {on("shape_div",
                       [](const NestedTuple&, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<NestedTuple> {
                         if (x.is_entry() || !y.is_entry() || x.length() == 0) return std::nullopt;
                         Tuple entries = x.entries();
                         entries[0] = (entries[0] + y.entries()[0] - 1) / y.entries()[0];
                         return NestedTuple(entries, x.profile());
                       })}},
      {.name = "ceil_div.floors",
       .says = "a rest is rounded down where more than one tile fits",
       .source = "apache/tvm #12926, cutlass #2083",
       .shown_by = "ceil_div(3, 2) = 1",
       .mistakes = {on("ceil_div",
                       [](const NestedTuple&, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<NestedTuple> {
                         if (!x.is_entry() || !y.is_entry() || x.entries()[0] < y.entries()[0])
                           return std::nullopt;
                         return NestedTuple(x.entries()[0] / y.entries()[0]);
                       })}},
      {.name = "round_up.always",
       .says = "a multiple is rounded up to the next one",
       .source = "kind: off by one",
       .shown_by = "round_up(2, 2) = 4",
       .mistakes = {on("round_up",
                       [](const NestedTuple&, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<NestedTuple> {
                         if (!x.is_entry() || !y.is_entry()) return std::nullopt;
                         return NestedTuple(
                             checked_multiply(x.entries()[0] / y.entries()[0] + 1, y.entries()[0]));
                       })}},
      {.name = "product_each.nested",
       .says = "of a nested mode the product of its outermost entries is given",
       .source = "kind: a recursion that is written for one level",
       .shown_by = "product_each((((2)))) = (1)",
       .mistakes = {on("product_each",
                       [](const NestedTuple&, const NestedTuple& x) -> std::optional<NestedTuple> {
                         Tuple sizes;
                         for (const NestedTuple& mode : x.modes()) {
                           Int size = 1;
                           for (const NestedTuple& part : mode.modes())
                             if (part.is_entry()) size *= part.entries()[0];
                           sizes.push_back(size);
                         }
                         return NestedTuple::flat(sizes);
                       })}},
      {.name = "common_refinement.tuple-in-entry",
       .says = "where one entry meets several that make it up, these are put in reverse",
       .source = "Modular, max/kernels/test/layout: common_refinement",
       .shown_by = "common_refinement((6), ((2,3))) = ((3,2))",
       .mistakes = {on("common_refinement",
                       [](const NestedTuple& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<NestedTuple> {
                         if (right.is_entry() || x.is_entry() || y.is_entry()) return std::nullopt;
                         std::vector<NestedTuple> modes = right.modes();
                         const std::vector<NestedTuple> own = x.modes();
                         for (std::size_t i = 0; i < modes.size(); ++i) {
                           if (!own[i].is_entry() || modes[i].is_entry()) continue;
                           Tuple entries = modes[i].entries();
                           std::ranges::reverse(entries);
                           modes[i] = NestedTuple(entries, modes[i].profile());
                         }
                         return NestedTuple::tuple_of(modes);
                       })}},
      {.name = "mutual_refinement.last-entry",
       .says = "the last entry is forgotten",
       .source = "colfax 4.1.1 as printed",
       .shown_by = "mutual_refinement((2), (4)) = ((2),((2)))",
       .mistakes = {on("mutual_refinement",
                       [](const NestedTuple& right, const NestedTuple&,
                          const NestedTuple&) -> std::optional<NestedTuple> {
                         std::vector<NestedTuple> both = right.modes();
                         if (both.size() != 2 || both[1].is_entry()) return std::nullopt;
                         std::vector<NestedTuple> modes = both[1].modes();
                         if (modes.empty() || modes.back().is_entry()) return std::nullopt;
                         std::vector<NestedTuple> last = modes.back().modes();
                         if (last.size() < 2) return std::nullopt;
                         last.pop_back();
                         modes.back() = NestedTuple::tuple_of(last);
                         both[1] = NestedTuple::tuple_of(modes);
                         return NestedTuple::tuple_of(both);
                       })}},
  };
}

}  // namespace layoutcheck::detection
