// Plants in what asks whether something holds.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/int_tuples.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <algorithm>

namespace layoutcheck::detection {

std::vector<Plant> predicate_plants() {
  return {
      {.name = "is_compact.size-is-cosize",
       .says = "a layout whose size is its cosize is taken for compact",
       .source = "microsoft/STL #5477, apache/tvm #12720, kokkos/mdspan #195",
       .shown_by = "is_compact((2,2):(0,3)) = true",
       .mistakes = {on("is_compact",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         return algebra::size(a) == algebra::cosize(a);
                       })}},
      {.name = "is_compact.in-order",
       .says = "a layout whose modes do not rise is not taken for compact",
       .source = "pytorch #169381: contiguous in another order",
       .shown_by = "is_compact((2,2):(2,1)) = false",
       .mistakes = {on("is_compact",
                       [](const bool& right, const Layout& a) -> std::optional<bool> {
                         return right &&
                                std::ranges::is_sorted(proper_modes_of(a), {}, &Mode::stride);
                       })}},
      {.name = "is_row_major.last-stride",
       .says = "a layout whose last stride is 1 is taken for row-major",
       .source = "kind: one of several conditions is asked",
       .shown_by = "is_row_major((2,2):(3,1)) = true",
       .mistakes = {on("is_row_major",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         return a.length() == 0 || a.strides().back() == 1;
                       })}},
      {.name = "is_column_major.rising",
       .says = "a layout whose strides begin with 1 and rise is taken for column-major",
       .source = "llvm-project #112994",
       .shown_by = "is_column_major((2,2):(1,3)) = true",
       .mistakes = {on("is_column_major",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         return a.length() == 0 ||
                                (a.strides().front() == 1 && std::ranges::is_sorted(a.strides()));
                       })}},
      {.name = "is_sorted.ties",
       .says = "modes of the same stride are in order, whatever their extents",
       .source = "tract: docs/conformance.md; kind: order of equal strides",
       .shown_by = "is_sorted((3,2):(1,1)) = true",
       .mistakes = {on("is_sorted",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         return std::ranges::is_sorted(a.strides());
                       })}},
      {.name = "is_coalesced.first-pair",
       .says = "only the first two modes are compared",
       .source = "kind: three modes; a loop that ends after its first turn",
       .shown_by = "is_coalesced((2,2,2):(1,1,2)) = true",
       .mistakes = {on("is_coalesced",
                       [](const bool& right, const Layout& a) -> std::optional<bool> {
                         const Modes modes = modes_of(a);
                         if (modes.size() < 3 || !a.is_flat() ||
                             proper_modes_of(a).size() != modes.size())
                           return right;
                         return checked_multiply(modes[0].extent, modes[0].stride) !=
                                modes[1].stride;
                       })}},
      {.name = "is_coalesced.unit-modes-are-overlooked",
       .says = "an extent of 1 is overlooked",
       .source = "llvm-project #166448; tract: docs/upstream/tract.md",
       .shown_by = "is_coalesced((1,2):(0,1)) = true",
       .mistakes = {on("is_coalesced",
                       [](const bool& right, const Layout& a) -> std::optional<bool> {
                         const Modes modes = modes_of(a);
                         if (!a.is_flat() || modes.size() < 2) return right;
                         for (std::size_t i = 0; i + 1 < modes.size(); ++i)
                           if (checked_multiply(modes[i].extent, modes[i].stride) ==
                               modes[i + 1].stride)
                             return right;
                         return true;
                       })}},
      {.name = "is_tractable.as-it-stands",
       .says = "modes are compared in the order in which they stand, not in that of their strides",
       .source = "kind: a sort that is missing",
       .shown_by = "is_tractable((2,2):(2,1)) = false",
       .mistakes = {on(
           "is_tractable",
           [](const bool&, const Layout& a) -> std::optional<bool> {
             const Modes modes = modes_of(a);
             for (std::size_t i = 0; i + 1 < modes.size(); ++i)
               if (modes[i].stride != 0 &&
                   modes[i + 1].stride % (checked_multiply(modes[i].extent, modes[i].stride)) != 0)
                 return false;
             return true;
           })}},
      {.name = "same_function.size-and-cosize",
       .says = "two layouts are the same function if their sizes and cosizes are",
       .source = "llvm-project #112994: same_function(64:1, (16,4):(1,18))",
       .shown_by = "same_function((2,2):(1,2), (2,2):(2,1)) = true",
       .mistakes = {on("same_function",
                       [](const bool&, const Layout& a, const Layout& b) -> std::optional<bool> {
                         return algebra::size(a) == algebra::size(b) &&
                                algebra::cosize(a) == algebra::cosize(b);
                       })}},
      {.name = "same_function.modes",
       .says = "two layouts are the same function only if they have the same modes above 1",
       .source = "llvm-project #166448",
       .shown_by = "same_function(4:1, (2,2):(1,2)) = false",
       .mistakes = {on("same_function",
                       [](const bool&, const Layout& a, const Layout& b) -> std::optional<bool> {
                         return proper_modes_of(a) == proper_modes_of(b);
                       })}},
      {.name = "is_nondegenerate.first-unit-mode",
       .says = "only the first extent of 1 is looked at",
       .source = "kind: a loop that ends after its first turn",
       .shown_by = "is_nondegenerate((1,1):(0,1)) = true",
       .mistakes = {on("is_nondegenerate",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         for (const Mode& mode : modes_of(a))
                           if (mode.extent == 1) return mode.stride == 0;
                         return true;
                       })}},
      {.name = "compatible.nesting",
       .says = "a tuple in place of a tuple with more modes of the same size is compatible",
       .source = "tensor-layouts, flydsl: docs/conformance.md, compatible((2,2), ((2,2)))",
       .shown_by = "compatible((2,2), ((2,2))) = true",
       .mistakes = {on(
           "compatible",
           [](const bool&, const NestedTuple& x, const NestedTuple& y) -> std::optional<bool> {
             if (algebra::size(x) != algebra::size(y)) return false;
             return algebra::compatible(x, y) || x.entries() == y.entries();
           })}},
      {.name = "congruent.ranks",
       .says = "shapes of the same rank and length are congruent",
       .source = "kind: one level of a nested tuple is compared",
       .shown_by = "congruent((2,(2,2)), ((2,2),2)) = true",
       .mistakes = {on(
           "congruent",
           [](const bool&, const NestedTuple& x, const NestedTuple& y) -> std::optional<bool> {
             return x.modes().size() == y.modes().size() && x.length() == y.length() &&
                    x.is_entry() == y.is_entry();
           })}},
      {.name = "weakly_congruent.sizes",
       .says = "sizes have to be the same, as for compatible shapes",
       .source = "kind: one function for another",
       .shown_by = "weakly_congruent(2, 3) = false",
       .mistakes = {on("weakly_congruent",
                       [](const bool&, const NestedTuple& x, const NestedTuple& y)
                           -> std::optional<bool> { return algebra::compatible(x, y); })}},
      {.name = "refines.entry-and-tuple",
       .says = "an integer refines a tuple of it",
       .source = "tract: docs/conformance.md, refines(2, (2))",
       .shown_by = "refines(2, (2)) = true",
       .mistakes = {on("refines",
                       [](const bool& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<bool> {
                         return right || (y.length() == 1 && x == y.modes().front());
                       })}},
      {.name = "divides.sizes",
       .says = "a tuple divides another if its size does",
       .source = "kind: one function for another",
       .shown_by = "divides((2), (4)) = true",
       .mistakes = {on(
           "divides",
           [](const bool&, const NestedTuple& x, const NestedTuple& y) -> std::optional<bool> {
             return algebra::size(y) % algebra::size(x) == 0;
           })}},
      {.name = "evenly_divides.rounded",
       .says = "a rest is overlooked where the tile is the larger one",
       .source = "cutlass: evenly_divides(8, 16); Modular, max/kernels/test/layout",
       .shown_by = "evenly_divides(2, 4) = true",
       .mistakes = {on("evenly_divides",
                       [](const bool& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<bool> {
                         if (!x.is_entry() || !y.is_entry()) return right;
                         return right || y.entries()[0] % x.entries()[0] == 0;
                       })}},
      {.name = "elem_leq.lexicographic",
       .says = "the first mode that is less decides",
       .source = "cutlass: docs/upstream/cutlass.md, elem_leq((0,2), (0,0))",
       .shown_by = "elem_leq((0,1), (1,0)) = true",
       .mistakes = {on("elem_leq",
                       [](const bool& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<bool> {
                         if (!x.is_flat() || !y.is_flat() || x.length() != y.length()) return right;
                         return x.entries() <= y.entries();
                       })}},
      {.name = "elem_less.further-modes",
       .says = "modes of the first tuple that the second lacks are overlooked",
       .source = "cutlass: docs/conformance.md, elem_leq((0,0), (0))",
       .shown_by = "elem_less((0,0), (1)) = true",
       .mistakes = {on("elem_less",
                       [](const bool& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<bool> {
                         if (!x.is_flat() || !y.is_flat() || x.length() <= y.length()) return right;
                         for (std::size_t i = 0; i < y.length(); ++i)
                           if (x.entries()[i] >= y.entries()[i]) return false;
                         return true;
                       })}},
      {.name = "lex_less.colexicographic",
       .says = "the last mode that differs decides",
       .source = "kind: one order for the other",
       .shown_by = "lex_less((0,1), (1,0)) = false",
       .mistakes = {on("lex_less",
                       [](const bool& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<bool> {
                         const auto found = algebra::is_before(x, y, algebra::Direction::backwards);
                         return found ? *found : right;
                       })}},
      {.name = "colex_leq.equal-tails",
       .says = "where the last modes are equal, tuples count as equal",
       .source = "kind: a loop that ends after its first turn",
       .shown_by = "colex_leq((1,0), (0,0)) = true",
       .mistakes = {on("colex_leq",
                       [](const bool& right, const NestedTuple& x,
                          const NestedTuple& y) -> std::optional<bool> {
                         if (x.length() == 0 || y.length() == 0 || !x.is_flat() || !y.is_flat())
                           return right;
                         return right || x.entries().back() == y.entries().back();
                       })}},
  };
}

}  // namespace layoutcheck::detection
