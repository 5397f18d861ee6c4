// Plants in tiles and partitions, and in layouts of threads and values.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/thread_values.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// The layout with an offset, with another offset.
Tiler moved(const Tiler& offset_layout, Int offset) {
  return Tiler(Tiler::Tuple{offset_layout.modes()->front(), Tiler(NestedTuple(offset))});
}

Int offset_of(const Tiler& offset_layout) {
  return offset_layout.modes()->back().shape()->entries()[0];
}

/// The coordinate, if it is a tuple of integers, in the reverse order.
std::optional<Tiler> reversed(const Tiler& coordinate) {
  if (coordinate.shape() == nullptr || !coordinate.shape()->is_flat()) return std::nullopt;
  Tuple entries = coordinate.shape()->entries();
  std::ranges::reverse(entries);
  return Tiler(NestedTuple(entries, coordinate.shape()->profile()));
}

}  // namespace

std::vector<Plant> partition_plants() {
  return {
      {.name = "local_tile.integer-is-the-first-rest",
       .says = "an integer is a coordinate of the first rest alone",
       .source = "cutlass #1201",
       .shown_by = "local_tile((2,4):(1,2), (2,2), 1) = undefined",
       .mistakes = {on("local_tile",
                       [](const Answer&, const Layout& a, const Tiler& tiler,
                          const Tiler& coordinate) -> std::optional<Answer> {
                         const auto parts = parts_of(tiler);
                         if (!parts || parts->size() < 2 || coordinate.shape() == nullptr ||
                             !coordinate.shape()->is_entry())
                           return std::nullopt;
                         Tuple first(parts->size(), 0);
                         first[0] = coordinate.shape()->entries()[0];
                         const auto found = algebra::inner_partition(
                             a, tiler, Tiler(NestedTuple::flat(first)), Convention::strict);
                         return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
                       })}},
      {.name = "local_tile.offset-is-row-major",
       .says = "the offset is that of the coordinate in the reverse order",
       .source = "cutlass #1148",
       .shown_by = "local_tile((4,4):(1,4), (2,2), (0,1)) = <(2,2):(1,4),2>",
       .mistakes = {on("local_tile",
                       [](const Tiler& right, const Layout& a, const Tiler& tiler,
                          const Tiler& coordinate) -> std::optional<Tiler> {
                         const auto other = reversed(coordinate);
                         if (!other) return std::nullopt;
                         const auto found =
                             algebra::inner_partition(a, tiler, *other, Convention::strict);
                         if (!found) return std::nullopt;
                         return moved(right, offset_of(*found));
                       })}},
      {.name = "local_tile.keeps-one-rest-less",
       .says = "where a rest is kept, its last tile is lost",
       .source = "cutlass #2083; apache/tvm #12926",
       .shown_by = "local_tile((6):(1), (2), <_>) = <((2),2):((1),2),0>",
       .mistakes = {on(
           "local_tile",
           [](const Tiler& right, const Layout&, const Tiler&,
              const Tiler& coordinate) -> std::optional<Tiler> {
             if (coordinate.modes() == nullptr || coordinate.modes()->empty() ||
                 !coordinate.modes()->back().keeps() || right.modes() == nullptr ||
                 right.modes()->front().layout() == nullptr)
               return std::nullopt;
             const Layout& layout = *right.modes()->front().layout();
             Modes modes = modes_of(layout);
             if (modes.empty() || modes.back().extent < 3) return std::nullopt;
             --modes.back().extent;
             return Tiler(Tiler::Tuple{Tiler(with_modes(layout, modes)), right.modes()->back()});
           })}},
      {.name = "inner_partition.is-outer",
       .says = "the coordinate is one of the tiles, not of the rests",
       .source = "kind: one function for another",
       .shown_by = "inner_partition(6:1, 2, 0) = <(3):(2),0>",
       .mistakes = {on("inner_partition",
                       [](const Answer&, const Layout& a, const Tiler& tiler,
                          const Tiler& coordinate) -> std::optional<Answer> {
                         const auto found =
                             algebra::outer_partition(a, tiler, coordinate, Convention::strict);
                         return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
                       })}},
      {.name = "outer_partition.offset-is-lost",
       .says = "the offset of the coordinate is left out",
       .source = "cutlass #2613",
       .shown_by = "outer_partition(4:1, 2, 1) = <(2):(2),0>",
       .mistakes = {on("outer_partition",
                       [](const Tiler& right, const Layout&, const Tiler&,
                          const Tiler&) -> std::optional<Tiler> { return moved(right, 0); })}},
      {.name = "local_partition.threads-are-column-major",
       .says = "threads are counted along the first mode, whatever their strides",
       .source = "cutlass #1905; kind: an operand of which only the shape is read",
       .shown_by = "local_partition((4,4):(1,4), (2,2):(2,1), 1) = <(2,2):(2,8),1>",
       .mistakes = {on("local_partition",
                       [](const Tiler&, const Layout& a, const Layout& threads,
                          const Int& thread) -> std::optional<Tiler> {
                         const auto found = algebra::local_partition(a, compact(threads.shape()),
                                                                     thread, Convention::strict);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "layout_tv.values-first",
       .says = "threads and values change places",
       .source = "cutlass #1905, FlyDSL #323",
       .shown_by = "layout_tv(2:1, 2:1) = (2,2):(1,2)",
       .mistakes = {on(
           "layout_tv",
           [](const Layout& right, const Layout&, const Layout&) -> std::optional<Layout> {
             std::vector<Layout> both = right.modes();
             std::swap(both[0], both[1]);
             return Layout::tuple_of(both);
           })}},
      {.name = "layout_tv.threads-rise",
       .says = "threads are counted along the first mode, whatever their strides",
       .source = "cutlass #1905, FlyDSL #323",
       .shown_by = "layout_tv((2,2):(2,1), 2:1) = (4,2):(2,1)",
       .mistakes = {on(
           "layout_tv",
           [](const Layout&, const Layout& threads, const Layout& values) -> std::optional<Layout> {
             const auto found = algebra::layout_tv(compact(threads.shape()), values);
             return found ? std::optional(*found) : std::nullopt;
           })}},
      {.name = "get_layoutS_TV.reference-is-the-source",
       .says = "the atom's source is taken to lie as its reference does",
       .source = "cutlass #1545; kind: an operand that is ignored",
       .shown_by =
           "get_layoutS_TV((2,2):(1,2), (2,2):(1,2), (2,2):(2,1)) = ((2,1),(2,1)):((1,0),(2,0))",
       .mistakes = {on("get_layoutS_TV",
                       [](const Layout&, const Layout& tv, const Layout& reference,
                          const Layout&) -> std::optional<Layout> {
                         const auto found = algebra::get_layoutS_TV(tv, reference, reference);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "partition_S.values-beyond-the-atom",
       .says = "of the values of a thread those of the first atom are taken alone",
       .source = "cutlass #1545",
       .shown_by = "partition_S((4):(1), (4), (2,2):(1,2), 0) = <(1,1):(0,0),0>",
       .mistakes = {on(
           "partition_S",
           [](const Tiler& right, const Layout&, const Tiler&, const Layout&,
              const Int&) -> std::optional<Tiler> {
             if (right.modes()->front().layout() == nullptr) return std::nullopt;
             const Layout& layout = *right.modes()->front().layout();
             std::vector<Layout> modes = layout.modes();
             if (modes.empty() || algebra::size(modes[0]) < 2) return std::nullopt;
             modes[0] = Layout::entry(1, 0);
             return Tiler(Tiler::Tuple{Tiler(Layout::tuple_of(modes)), right.modes()->back()});
           })}},
      {.name = "partition_S.thread-of-the-next",
       .says = "the offset is that of the first thread",
       .source = "kind: an operand that is ignored",
       .shown_by = "partition_S((4):(1), (4), (2,2):(1,2), 1) = <(2,1):(2,0),0>",
       .mistakes = {on("partition_S",
                       [](const Tiler& right, const Layout&, const Tiler&, const Layout&,
                          const Int&) -> std::optional<Tiler> { return moved(right, 0); })}},
  };
}

}  // namespace layoutcheck::detection
