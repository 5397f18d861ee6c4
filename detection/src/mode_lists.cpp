// Plants in operations on lists of modes.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/mode_lists.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// The permutation that undoes this one.
Tuple inverse_of(const Tuple& order) {
  Tuple inverse(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    inverse.at(static_cast<std::size_t>(order[i])) = static_cast<Int>(i);
  return inverse;
}

}  // namespace

std::vector<Plant> mode_list_plants() {
  return {
      {.name = "permute.inverse",
       .says = "modes are permuted by the inverse of the list",
       .source = "pytorch #165542; kind: a permutation for its inverse",
       .shown_by = "permute((2,2,3):(1,2,4), (1,2,0)) = (3,2,2):(4,1,2)",
       .mistakes = {on("permute",
                       [](const Layout&, const Layout& a,
                          const Tuple& order) -> std::optional<Layout> {
                         const auto found = algebra::permute(a, inverse_of(order));
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("permute",
                       [](const NestedTuple&, const NestedTuple& a,
                          const Tuple& order) -> std::optional<NestedTuple> {
                         const auto found = algebra::permute(a, inverse_of(order));
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "sort.ties",
       .says = "modes of the same stride stay in their order",
       .source = "kind: order of equal strides",
       .shown_by = "sort((3,2):(1,1)) = (3,2):(1,1)",
       .mistakes = {on("sort",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Modes modes = modes_of(a);
                         std::ranges::stable_sort(modes, {}, &Mode::stride);
                         return flat_layout_of(modes);
                       })}},
      {.name = "sort.one-bubble-pass",
       .says = "modes are sorted by one pass of bubble sort, which is wrong from three modes on",
       .source = "kind: three modes in falling order",
       .shown_by = "sort((2,2,2):(4,2,1)) = (2,2,2):(2,1,4)",
       .mistakes = {on("sort",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Modes modes = modes_of(a);
                         for (std::size_t i = 0; i + 1 < modes.size(); ++i)
                           if (modes[i].stride > modes[i + 1].stride ||
                               (modes[i].stride == modes[i + 1].stride &&
                                modes[i].extent > modes[i + 1].extent))
                             std::swap(modes[i], modes[i + 1]);
                         return flat_layout_of(modes);
                       })}},
      {.name = "squeeze.first-unit-mode",
       .says = "only the first extent of 1 is dropped",
       .source = "llvm-project #166448; kind: a loop that ends after its first turn",
       .shown_by = "squeeze((1,1):(0,0)) = (1):(0)",
       .mistakes = {on("squeeze",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Modes modes = modes_of(a);
                         const auto unit = std::ranges::find(modes, 1, &Mode::extent);
                         if (unit != modes.end()) modes.erase(unit);
                         return flat_layout_of(modes);
                       })}},
      {.name = "filter.unit-modes",
       .says = "modes of extent 1 are dropped, too",
       .source = "kind: lost extents of 1",
       .shown_by = "filter((1):(1)) = ():()",
       .mistakes = {on("filter",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         return flat_layout_of(proper_modes_of(right));
                       })}},
      {.name = "flatten.two-levels",
       .says = "what is nested three deep comes last",
       .source =
           "Modular, max/kernels/test/layout: flatten; kind: a recursion written for two levels",
       .shown_by = "flatten((((2)),3)) = (3,2)",
       .mistakes = {on("flatten",
                       [](const NestedTuple&, const NestedTuple& x) -> std::optional<NestedTuple> {
                         if (x.is_entry()) return std::nullopt;
                         Tuple entries;
                         Tuple deep;
                         for (const NestedTuple& mode : x.modes())
                           for (const NestedTuple& part : mode.modes()) {
                             Tuple& to = part.is_entry() ? entries : deep;
                             to.insert(to.end(), part.entries().begin(), part.entries().end());
                           }
                         entries.insert(entries.end(), deep.begin(), deep.end());
                         return NestedTuple::flat(entries);
                       })}},
      {.name = "group.end-is-included",
       .says = "the mode at the end of the range is grouped, too",
       .source = "kind: a bound is off by one",
       .shown_by = "group((2,2,2), 0, 2) = ((2,2,2))",
       .mistakes = {on("group",
                       [](const Layout&, const Layout& a, const Int& from,
                          const Int& to) -> std::optional<Layout> {
                         const auto found = algebra::group(a, static_cast<std::size_t>(from),
                                                           static_cast<std::size_t>(to) + 1);
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("group",
                       [](const NestedTuple&, const NestedTuple& a, const Int& from,
                          const Int& to) -> std::optional<NestedTuple> {
                         const auto found = algebra::group(a, static_cast<std::size_t>(from),
                                                           static_cast<std::size_t>(to) + 1);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "select.in-order",
       .says = "modes are given in the order of the layout, not of the list",
       .source = "Modular, max/kernels/test/layout: select; pytorch #165542",
       .shown_by = "select((2,3), (1,0)) = (2,3)",
       .mistakes = {on("select",
                       [](const Layout&, const Layout& a,
                          const Tuple& list) -> std::optional<Layout> {
                         Tuple sorted = list;
                         std::ranges::sort(sorted);
                         const auto found = algebra::select(a, sorted);
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("select",
                       [](const NestedTuple&, const NestedTuple& a,
                          const Tuple& list) -> std::optional<NestedTuple> {
                         Tuple sorted = list;
                         std::ranges::sort(sorted);
                         const auto found = algebra::select(a, sorted);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "take.counts",
       .says = "the second number is how many modes are taken",
       .source = "kind: an end for a count",
       .shown_by = "take((2,3,4), 1, 2) = (3,4)",
       .mistakes = {on("take",
                       [](const Layout&, const Layout& a, const Int& from,
                          const Int& to) -> std::optional<Layout> {
                         const auto rank = static_cast<Int>(a.modes().size());
                         const auto found =
                             algebra::take(a, static_cast<std::size_t>(from),
                                           static_cast<std::size_t>(std::min(rank, from + to)));
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("take",
                       [](const NestedTuple&, const NestedTuple& a, const Int& from,
                          const Int& to) -> std::optional<NestedTuple> {
                         const auto rank = static_cast<Int>(a.modes().size());
                         const auto found =
                             algebra::take(a, static_cast<std::size_t>(from),
                                           static_cast<std::size_t>(std::min(rank, from + to)));
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "prepend.behind",
       .says = "modes that fill up to a rank are put behind",
       .source = "cutlass #3253; kind: append for prepend",
       .shown_by = "prepend((2,2), 3, 3) = (2,2,3)",
       .mistakes = {on("prepend",
                       [](const Layout&, const Layout& a, const Layout& x,
                          const Int& rank) -> std::optional<Layout> {
                         const auto found = algebra::append(a, x, static_cast<std::size_t>(rank));
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("prepend",
                       [](const NestedTuple&, const NestedTuple& a, const NestedTuple& x,
                          const Int& rank) -> std::optional<NestedTuple> {
                         const auto found = algebra::append(a, x, static_cast<std::size_t>(rank));
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "append.modes-for-a-mode",
       .says = "the modes of what is appended become modes of the whole",
       .source = "kind: a list is joined for one element",
       .shown_by = "append(2, (2,2)) = (2,2,2)",
       .mistakes = {on("append",
                       [](const Layout&, const Layout& a,
                          const Layout& x) -> std::optional<Layout> {
                         std::vector<Layout> modes = a.modes();
                         for (const Layout& mode : x.modes())
                           modes.push_back(mode);
                         return Layout::tuple_of(modes);
                       }),
                    on("append",
                       [](const NestedTuple&, const NestedTuple& a,
                          const NestedTuple& x) -> std::optional<NestedTuple> {
                         std::vector<NestedTuple> modes = a.modes();
                         for (const NestedTuple& mode : x.modes())
                           modes.push_back(mode);
                         return NestedTuple::tuple_of(modes);
                       })}},
      {.name = "zip.three-lists",
       .says = "of more than two modes only the first two are zipped",
       .source = "kind: three modes",
       .shown_by = "zip(((2,2),(2,2),(2,2))) = ((2,2),(2,2))",
       .mistakes = {on("zip",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         std::vector<Layout> modes = a.modes();
                         if (modes.size() < 3 || modes[0].is_entry()) return std::nullopt;
                         modes.resize(2);
                         const auto found = algebra::zip(Layout::tuple_of(modes));
                         return found ? std::optional(*found) : std::nullopt;
                       }),
                    on("zip",
                       [](const NestedTuple&, const NestedTuple& a) -> std::optional<NestedTuple> {
                         std::vector<NestedTuple> modes = a.modes();
                         if (modes.size() < 3 || modes[0].is_entry()) return std::nullopt;
                         modes.resize(2);
                         const auto found = algebra::zip(NestedTuple::tuple_of(modes));
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "concatenate.last-two-exchanged",
       .says = "of three parts and more the last two change places",
       .source = "kind: three modes; swapped operands",
       .shown_by = "concatenate(2, 2, 3) = (2,3,2)",
       .mistakes = {{"concatenate",
                     [](const Case& question, const Answer& right) -> std::optional<Answer> {
                       if (question.operands.size() < 3) return std::nullopt;
                       if (const Layout* layout = layoutcheck::layout_in(right)) {
                         std::vector<Layout> modes = layout->modes();
                         std::swap(modes[modes.size() - 1], modes[modes.size() - 2]);
                         return Answer(Value(Layout::tuple_of(modes)));
                       }
                       const Value* value = value_in(right);
                       const auto* tuple =
                           value == nullptr ? nullptr : std::get_if<NestedTuple>(value);
                       if (tuple == nullptr) return std::nullopt;
                       std::vector<NestedTuple> modes = tuple->modes();
                       std::swap(modes[modes.size() - 1], modes[modes.size() - 2]);
                       return Answer(Value(NestedTuple::tuple_of(modes)));
                     }}}},
      {.name = "relative_mode.counts-modes",
       .says = "the index counts modes of the second shape, not its entries",
       .source = "kind: entries and modes exchanged",
       .shown_by = "relative_mode(((2,2),3), ((2,2),3), 1) = 3",
       .mistakes = {on("relative_mode",
                       [](const NestedTuple&, const NestedTuple& x, const NestedTuple&,
                          const Int& index) -> std::optional<NestedTuple> {
                         const std::vector<NestedTuple> modes = x.modes();
                         if (static_cast<std::size_t>(index) >= modes.size()) return std::nullopt;
                         return modes[static_cast<std::size_t>(index)];
                       })}},
      {.name = "tile_unzip.rests-first",
       .says = "the rests are gathered before the tiles",
       .source = "kind: swapped operands",
       .shown_by = "tile_unzip((2,3):(1,2), *) = (3,2):(2,1)",
       .mistakes = {on(
           "tile_unzip",
           [](const Layout& right, const Layout&, const Profile&) -> std::optional<Layout> {
             std::vector<Layout> both = right.modes();
             if (both.size() != 2) return std::nullopt;
             std::swap(both[0], both[1]);
             return Layout::tuple_of(both);
           })}},
      {.name = "unflatten.first-level",
       .says = "of a profile of depth 2 the inner modes are put in reverse",
       .source = "kind: a recursion that is written for one level",
       .shown_by = "unflatten((2,3), ((*,*))) = ((3,2))",
       .mistakes = {on("unflatten",
                       [](const Layout& right, const Layout&,
                          const Profile&) -> std::optional<Layout> {
                         if (right.is_entry()) return std::nullopt;
                         std::vector<Layout> modes = right.modes();
                         for (Layout& mode : modes) {
                           Modes entries = modes_of(mode);
                           std::ranges::reverse(entries);
                           mode = with_modes(mode, entries);
                         }
                         return Layout::tuple_of(modes);
                       }),
                    on("unflatten",
                       [](const NestedTuple& right, const NestedTuple&,
                          const Profile&) -> std::optional<NestedTuple> {
                         if (right.is_entry()) return std::nullopt;
                         std::vector<NestedTuple> modes = right.modes();
                         for (NestedTuple& mode : modes) {
                           Tuple entries = mode.entries();
                           std::ranges::reverse(entries);
                           mode = NestedTuple(entries, mode.profile());
                         }
                         return NestedTuple::tuple_of(modes);
                       })}},
  };
}

}  // namespace layoutcheck::detection
