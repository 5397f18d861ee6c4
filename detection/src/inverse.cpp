// Plants in the inverses, and in what is made of them.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <algorithm>
#include <bit>

namespace layoutcheck::detection {

namespace {

/// A mode with the product of the extents before it.
struct Placed {
  Mode mode;
  Int before = 1;
};

std::vector<Placed> placed(const Layout& layout) {
  std::vector<Placed> all;
  Int before = 1;
  for (const Mode& mode : modes_of(algebra::coalesce(layout))) {
    all.push_back({mode, before});
    before = checked_multiply(before, mode.extent);
  }
  std::ranges::stable_sort(all, {}, [](const Placed& p) { return p.mode.stride; });
  return all;
}

/// CuTe's right inverse: the modes that continue each other, at most so many.
Layout right_inverse_of(const Layout& layout, std::size_t most) {
  Modes modes;
  Int filled = 1;
  for (const Placed& p : placed(layout)) {
    if (p.mode.stride != filled || p.mode.extent == 1) continue;
    if (modes.size() == most) break;
    modes.push_back({p.mode.extent, p.before});
    filled = checked_multiply(filled, p.mode.extent);
  }
  return algebra::coalesce(flat_layout_of(modes));
}

}  // namespace

std::vector<Plant> inverse_plants() {
  return {
      {.name = "right_inverse.first-of-equal-strides",
       .says = "of modes of the same stride the first is taken, not the longest",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md",
       .shown_by = "right_inverse((2,3):(1,1)) = 2:1",
       .mistakes = {on("right_inverse",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         return right_inverse_of(a, SIZE_MAX);
                       })}},
      {.name = "right_inverse.two-modes",
       .says = "it ends after two modes",
       .source = "cutlass #1625",
       .shown_by = "right_inverse((2,2,2):(4,2,1)) = (2,2):(4,2)",
       .mistakes = {on("right_inverse",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         if (modes.size() < 3) return std::nullopt;
                         modes.resize(2);
                         return flat_layout_of(modes);
                       })}},
      {.name = "right_inverse.unit-mode-of-stride-1",
       .says = "an extent of 1 that has stride 1 ends it",
       .source = "cutlass #1355",
       .shown_by = "right_inverse((1,2):(1,1)) = 1:0",
       .mistakes = {on("right_inverse",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         for (const Mode& mode : modes_of(a))
                           if (mode == Mode{1, 1}) return Layout::entry(1, 0);
                         return std::nullopt;
                       })}},
      {.name = "right_inverse.in-place-strides",
       .says = "the strides of the inverse are those of the sorted extents",
       .source = "kind: indices before and after sorting exchanged",
       .shown_by = "right_inverse((2,3):(3,1)) = 6:1",
       .mistakes = {on("right_inverse",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         return Layout::entry(algebra::size(right), 1);
                       })}},
      {.name = "left_inverse.gap-in-front",
       .says = "what lies before the first stride is left out",
       .source = "cutlass #3485",
       .shown_by = "left_inverse(2:2) = 2:1",
       .mistakes = {on("left_inverse",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         if (modes.size() < 2 || modes[0].stride != 0) return std::nullopt;
                         modes.erase(modes.begin());
                         return layout_of(modes);
                       })}},
      {.name = "left_inverse.values-twice",
       .says = "a layout that takes values twice has one",
       .source = "NVlabs/CuTe, cutlass: docs/conformance.md, left_inverse((2,3):(2,1))",
       .shown_by = "left_inverse((2,3):(2,1)) = (2,2):(2,1)",
       .mistakes = {on("left_inverse",
                       [](const Answer& right, const Layout& a) -> std::optional<Layout> {
                         if (right != Answer(NonValue::undefined)) return std::nullopt;
                         const std::vector<Placed> all = placed(a);
                         if (all.size() < 2 || all[0].mode.stride != 1) return std::nullopt;
                         Modes modes;
                         for (std::size_t i = 0; i < all.size(); ++i) {
                           const Int next =
                               i + 1 < all.size()
                                   ? all[i + 1].mode.stride
                                   : checked_multiply(all[i].mode.stride, all[i].mode.extent);
                           if (all[i].mode.stride == 0 || next % all[i].mode.stride != 0)
                             return std::nullopt;
                           const Int extent = next / all[i].mode.stride;
                           if (extent == 1) return std::nullopt;
                           modes.push_back({extent, all[i].before});
                         }
                         return flat_layout_of(modes);
                       })}},
      {.name = "left_inverse.second-gap",
       .says = "only the gap in front is skipped, not one between two modes",
       .source = "cutlass #3485",
       .shown_by = "left_inverse((2,2):(1,4)) = 4:1",
       .mistakes = {on("left_inverse",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         const std::vector<Placed> all = placed(a);
                         if (all.empty() || all[0].mode.stride == 0) return std::nullopt;
                         Modes modes;
                         if (all[0].mode.stride > 1) modes.push_back({all[0].mode.stride, 0});
                         for (const Placed& p : all)
                           modes.push_back({p.mode.extent, p.before});
                         return algebra::coalesce(flat_layout_of(modes));
                       })}},
      {.name = "max_common_vector.power-of-two",
       .says = "it is rounded down to a power of two",
       .source = "cutlass #1499",
       .shown_by = "max_common_vector(3:1, 3:1) = 2",
       .mistakes = {on("max_common_vector",
                       [](const Int& right, const Layout&, const Layout&) -> std::optional<Int> {
                         return static_cast<Int>(std::bit_floor(static_cast<std::uint64_t>(right)));
                       })}},
      {.name = "max_common_vector.first-mode",
       .says = "only the first mode of both counts",
       .source = "usual in a first version",
       .shown_by = "max_common_vector((2,2):(2,1), (2,2):(2,1)) = 1",
       .mistakes = {on("max_common_vector",
                       [](const Int&, const Layout& a, const Layout& b) -> std::optional<Int> {
                         const Modes x = modes_of(algebra::coalesce(a));
                         const Modes y = modes_of(algebra::coalesce(b));
                         if (x[0].stride != 1 || y[0].stride != 1) return 1;
                         return std::min(x[0].extent, y[0].extent);
                       })}},
      {.name = "max_common_layout.equal-strides",
       .says = "of modes of the same stride the first is taken, not the longest",
       .source = "NVlabs/CuTe: docs/conformance.md, max_common_layout((2,2):(2,1), (2,2):(1,1))",
       .shown_by = "max_common_layout((2,2):(2,1), (2,2):(1,1)) = 1:0",
       .mistakes = {on(
           "max_common_layout",
           [](const Layout&, const Layout& a, const Layout& b) -> std::optional<Layout> {
             const auto has_equal = [](const Layout& l) {
               const std::vector<Placed> all = placed(l);
               return std::ranges::adjacent_find(
                          all, {}, [](const Placed& p) { return p.mode.stride; }) != all.end();
             };
             if (!has_equal(a) && !has_equal(b)) return std::nullopt;
             return Layout::entry(1, 0);
           })}},
      {.name = "nullspace.first-broadcast",
       .says = "of several modes of stride 0 the first is taken alone",
       .source =
           "Triton, unittest/Tools/LinearLayoutTest.cpp; kind: a loop that ends after its first "
           "turn",
       .shown_by = "nullspace((2,2,2):(0,1,0)) = 2:1",
       .mistakes = {on("nullspace",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Int before = 1;
                         for (const Mode& mode : modes_of(algebra::coalesce(a))) {
                           if (mode.stride == 0) return Layout::entry(mode.extent, before);
                           before *= mode.extent;
                         }
                         return std::nullopt;
                       })}},
      {.name = "nullspace.strides-of-the-layout",
       .says = "what comes before a mode is counted without the modes of stride 0",
       .source = "kind: a product that leaves something out",
       .shown_by = "nullspace((2,2,2):(0,1,0)) = (2,2):(1,2)",
       .mistakes = {on("nullspace",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Int before = 1;
                         Modes modes;
                         for (const Mode& mode : modes_of(algebra::coalesce(a)))
                           if (mode.stride == 0)
                             modes.push_back({mode.extent, before});
                           else
                             before *= mode.extent;
                         return modes.empty() ? std::nullopt : std::optional(layout_of(modes));
                       })}},
  };
}

}  // namespace layoutcheck::detection
