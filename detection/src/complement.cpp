// Plants in complement, and in what asks whether there is one.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// After one pass of bubble sort by stride.
Modes after_one_pass(Modes modes) {
  for (std::size_t i = 0; i + 1 < modes.size(); ++i)
    if (modes[i].stride > modes[i + 1].stride) std::swap(modes[i], modes[i + 1]);
  return modes;
}

Modes without_the_third(const Layout& layout) {
  Modes modes = modes_of(layout);
  if (modes.size() > 2) modes.erase(modes.begin() + 2);
  return modes;
}

}  // namespace

std::vector<Plant> complement_plants() {
  return {
      {.name = "complement.one-bubble-pass",
       .says = "modes are sorted by one pass of bubble sort, which is wrong from three modes on",
       .source = "kind: three modes in falling order",
       .shown_by = "complement((2,2,2):(4,2,1)) = 4:1",
       .mistakes = {on("complement",
                       [](const Layout&, const Layout& a, const Int& n) -> std::optional<Layout> {
                         return layout_of(gaps_of(after_one_pass(proper_modes_of(a)), n));
                       }),
                    on("complement",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         return layout_of(gaps_of(after_one_pass(proper_modes_of(a)), 1));
                       })}},
      {.name = "complement.unsorted",
       .says = "modes are taken in the order in which they stand",
       .source = "adapters/wrong.py: usual in a first version",
       .shown_by = "complement((2,2):(2,1)) = 2:1",
       .mistakes = {on("complement",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         return layout_of(gaps_of(proper_modes_of(a), 1));
                       })}},
      {.name = "complement.two-gaps",
       .says = "a third gap is lost",
       .source = "kind: three gaps",
       .shown_by = "complement((2,2,2):(2,8,32)) = (2,2):(1,4)",
       .mistakes = {on("complement",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         return layout_of(without_the_third(right));
                       }),
                    on("complement",
                       [](const Layout& right, const Layout&, const Int&) -> std::optional<Layout> {
                         return layout_of(without_the_third(right));
                       })}},
      {.name = "complement.gap-of-one-counts",
       .says = "where nothing is left before N, a mode of extent 1 is left",
       .source = "tract: docs/upstream/tract.md; flat_complement((2):(1), 3) = (1,1):(1,2)",
       .shown_by = "complement((2):(2), 4) = (2,1):(1,4)",
       .mistakes = {on(
           "complement",
           [](const Layout& right, const Layout& a, const Int&) -> std::optional<Layout> {
             const Modes own = sorted(proper_modes_of(a));
             const Int end =
                 own.empty() ? 1 : checked_multiply(own.back().extent, own.back().stride);
             Modes modes = modes_of(right);
             if (modes.size() != 1 || modes[0].extent == 1 || modes[0].stride >= end)
               return std::nullopt;
             modes.push_back({1, end});
             return flat_layout_of(modes);
           })}},
      {.name = "complement.overlap-unnoticed",
       .says = "of modes of equal stride the complement is that of the longest",
       .source =
           "tensor-layouts: docs/upstream/tensor-layouts.md; cutlass: docs/upstream/cutlass.md",
       .shown_by = "complement((2,2):(1,1)) = 1:0",
       .mistakes = {on("complement",
                       [](const Answer& right, const Layout& a) -> std::optional<Layout> {
                         if (right != Answer(NonValue::undefined)) return std::nullopt;
                         const Modes all = sorted(proper_modes_of(a));
                         Modes modes;
                         for (const Mode& mode : all)
                           if (!modes.empty() && modes.back().stride == mode.stride)
                             modes.back() = mode;
                           else
                             modes.push_back(mode);
                         if (modes.size() == all.size()) return std::nullopt;
                         const auto found = algebra::complement(flat_layout_of(modes));
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "complement.gaps-are-floored",
       .says = "a gap that does not divide is rounded down, and nobody says so",
       .source = "cutlass, flydsl, pytorch: docs/upstream",
       .shown_by = "complement((2,2):(1,3)) = 1:0",
       .mistakes = {on("complement",
                       [](const Answer& right, const Layout& a) -> std::optional<Layout> {
                         if (right != Answer(NonValue::undefined)) return std::nullopt;
                         const Modes modes = sorted(proper_modes_of(a));
                         Int filled = 1;
                         for (const Mode& mode : modes) {
                           if (mode.stride < filled) return std::nullopt;
                           filled = checked_multiply(mode.extent, mode.stride);
                         }
                         return layout_of(gaps_of(modes, 1));
                       })}},
      {.name = "complement.broadcast-is-dropped",
       .says =
           "a mode of stride 0 does not count, where the sources say that there is no complement",
       .source = "pytorch #28551, colfax 2.1.6.11 as printed",
       .shown_by = "complement((2):(0)) = 1:0",
       .mistakes = {on("complement",
                       [](const Answer& right, const Layout& a) -> std::optional<Layout> {
                         if (right != Answer(NonValue::undefined)) return std::nullopt;
                         const auto found = algebra::complement(a, Convention::extended);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "complement.n-is-rounded-down",
       .says = "a number N that has no complement is rounded down, where CuTe rounds up",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md",
       .shown_by = "complement(2:1, 3) = 1:0",
       .mistakes = {on("complement",
                       [](const Layout&, const Layout& a, const Int& n) -> std::optional<Layout> {
                         Modes modes = sorted(proper_modes_of(a));
                         std::erase_if(modes, [](const Mode& mode) { return mode.stride == 0; });
                         const Int filled = modes.empty() ? 1
                                                          : checked_multiply(modes.back().extent,
                                                                             modes.back().stride);
                         if (n % filled == 0) return std::nullopt;
                         return layout_of(gaps_of(modes, std::max(filled, n / filled * filled)));
                       })},
       .convention = Convention::extended},
      {.name = "complement.n-is-ignored-below-2",
       .says = "the rest behind the last mode is left out where two of it fit",
       .source = "mutants: the complement ends one short",
       .shown_by = "complement(2:1, 4) = 1:0",
       .mistakes = {on(
           "complement",
           [](const Layout& right, const Layout& a, const Int&) -> std::optional<Layout> {
             Modes modes = modes_of(right);
             if (modes.empty() || modes.back().extent != 2 ||
                 modes.back().stride < algebra::cosize(a))
               return std::nullopt;
             modes.pop_back();
             return layout_of(modes);
           })}},
      {.name = "complement.n-modulo-2^32",
       .says = "N is a number of 32 bits",
       .source = "kind: sizes modulo 2^32",
       .shown_by = "complement(2:1, 4294967298) = 1:0",
       .mistakes = {on("complement",
                       [](const Answer&, const Layout& a, const Int& n) -> std::optional<Answer> {
                         const Int low = n % (Int{1} << 32);
                         if (low == n) return std::nullopt;
                         const auto found =
                             algebra::complement(a, std::max<Int>(1, low), Convention::strict);
                         return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
                       })}},
      {.name = "is_complementable.distinct-strides",
       .says = "strides that are not equal are taken for enough",
       .source = "pytorch #163367",
       .shown_by = "is_complementable((2,2):(1,3)) = true",
       .mistakes = {on("is_complementable",
                       [](const bool& right, const Layout& a) -> std::optional<bool> {
                         const Modes modes = sorted(proper_modes_of(a));
                         for (std::size_t i = 0; i < modes.size(); ++i)
                           if (modes[i].stride == (i == 0 ? 0 : modes[i - 1].stride)) return right;
                         return true;
                       })}},
      {.name = "is_complementable.injective",
       .says = "a layout that takes no value twice is taken for complementable",
       .source = "pytorch #172343, #23586",
       .shown_by = "is_complementable((2,2):(1,3)) = true",
       .mistakes = {on("is_complementable",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         if (algebra::size(a) > 4096) return std::nullopt;
                         Tuple values = algebra::table(a);
                         std::ranges::sort(values);
                         return std::ranges::adjacent_find(values) == values.end();
                       })}},
      {.name = "is_complementable.unit-broadcast-overlaps",
       .says = "a stride of 0 on an extent of 1 counts as an overlap",
       .source = "pytorch #33812",
       .shown_by = "is_complementable(1:0) = false",
       .mistakes = {on("is_complementable",
                       [](const bool&, const Layout& a) -> std::optional<bool> {
                         if (std::ranges::count(a.strides(), 0) == 0) return std::nullopt;
                         return false;
                       })}},
      {.name = "is_complement.sizes",
       .says = "a complement is known by its size alone",
       .source = "apache/tvm #12720",
       .shown_by = "is_complement(2:0, 2:3) = true",
       .mistakes = {on("is_complement",
                       [](const bool&, const Layout& a, const Layout& b) -> std::optional<bool> {
                         return checked_multiply(algebra::size(a), algebra::size(b)) ==
                                algebra::cosize(a) + algebra::cosize(b) - 1;
                       })}},
  };
}

}  // namespace layoutcheck::detection
