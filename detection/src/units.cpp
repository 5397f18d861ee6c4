// Plants in other units: upcast, downcast and recast.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/recast.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

constexpr Int two_to_32 = Int{1} << 32;

/// The layout with strides that are `change` of those of another.
template <class Change>
std::optional<Layout> with_strides(const Layout& right, const Layout& a, const Change& change) {
  if (right.length() != a.length()) return std::nullopt;
  Modes modes = modes_of(right);
  for (std::size_t i = 0; i < modes.size(); ++i)
    modes[i].stride = change(modes[i].stride, a.strides()[i]);
  return with_modes(right, modes);
}

}  // namespace

std::vector<Plant> unit_plants() {
  return {
      {.name = "recast.in-32-bits",
       .says =
           "a stride is multiplied by the old unit in 32 bits before it is divided by the new one",
       .source = "NVIDIA/cudnn-frontend #839",
       .shown_by = "recast(2:536870912, 8, 8) = 2:0",
       .mistakes = {on("recast",
                       [](const Layout& right, const Layout& a, const Int& to,
                          const Int& from) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         for (std::size_t i = 0; i < modes.size(); ++i) {
                           const Int product = checked_multiply(a.strides()[i], from);
                           if (product >= two_to_32) modes[i].stride = product % two_to_32 / to;
                         }
                         return with_modes(right, modes);
                       })}},
      {.name = "recast.down-is-up",
       .says = "to smaller units it answers what larger ones would have",
       .source = "cutlass: docs/upstream/cutlass.md, recast_layout; kind: swapped operands",
       .shown_by = "recast(2:1, 1, 2) = 1:1",
       .mistakes = {on("recast",
                       [](const Layout&, const Layout& a, const Int& to,
                          const Int& from) -> std::optional<Layout> {
                         if (to >= from) return std::nullopt;
                         const auto found = algebra::recast(a, from, to);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "recast.ratio-is-floored",
       .says = "where neither unit divides the other, their ratio is rounded down",
       .source = "cutlass: docs/upstream/cutlass.md, recast_layout",
       .shown_by = "recast(2:2, 2, 3) = 2:2",
       .mistakes = {on("recast",
                       [](const Layout&, const Layout& a, const Int& to,
                          const Int& from) -> std::optional<Layout> {
                         if (to % from == 0 || from % to == 0) return std::nullopt;
                         const auto found = from > to ? algebra::recast(a, 1, from / to)
                                                      : algebra::recast(a, to / from, 1);
                         return found ? std::optional(*found) : std::nullopt;
                       })}},
      {.name = "upcast.stride-is-rounded-up",
       .says = "a stride that is no multiple of N is rounded up",
       .source = "tensor-layouts: docs/upstream/tensor-layouts.md, upcast((2):(3), 2)",
       .shown_by = "upcast(2:3, 2) = 2:2",
       .mistakes = {on(
           "upcast",
           [](const Layout& right, const Layout& a, const Int& n) -> std::optional<Layout> {
             return with_strides(right, a, [&](Int own, Int stride) {
               return stride > n && stride % n != 0 ? stride / n + 1 : own;
             });
           })}},
      {.name = "upcast.padding-is-lost",
       .says = "what lies between two modes is lost, and they lie side by side",
       .source = "triton #7212",
       .shown_by = "upcast((2,2):(2,8), 2) = (2,2):(1,2)",
       .mistakes = {on("upcast",
                       [](const Layout& right, const Layout&, const Int&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         Int filled = 1;
                         for (Mode& mode : modes) {
                           if (mode.stride < filled) return std::nullopt;
                           mode.stride = filled;
                           filled = checked_multiply(filled, mode.extent);
                         }
                         return with_modes(right, modes);
                       })}},
      {.name = "upcast.broadcast-is-divided",
       .says = "a mode of stride 0 gets fewer, as if its stride were 1",
       .source = "kind: stride 0 treated as 1",
       .shown_by = "upcast(2:0, 2) = 1:0",
       .mistakes = {on(
           "upcast",
           [](const Layout& right, const Layout& a, const Int& n) -> std::optional<Layout> {
             if (right.length() != a.length()) return std::nullopt;
             Modes modes = modes_of(right);
             for (std::size_t i = 0; i < modes.size(); ++i)
               if (a.strides()[i] == 0) modes[i].extent = (modes[i].extent + n - 1) / n;
             return with_modes(right, modes);
           })}},
      {.name = "upcast.in-32-bits",
       .says = "strides are numbers of 32 bits",
       .source = "NVIDIA/cudnn-frontend #839",
       .shown_by = "upcast(2:4294967296, 1) = 2:0",
       .mistakes = {on(
           "upcast",
           [](const Layout& right, const Layout& a, const Int& n) -> std::optional<Layout> {
             return with_strides(right, a, [&](Int own, Int stride) {
               return stride < two_to_32 ? own : stride % two_to_32 / n;
             });
           })}},
      {.name = "downcast.every-mode-grows",
       .says = "the extent of every mode grows, not only where strides are 1",
       .source = "kind: a condition that is missing",
       .shown_by = "downcast((2,2):(1,2), 2) = (4,4):(1,4)",
       .mistakes = {on(
           "downcast",
           [](const Layout& right, const Layout& a, const Int& n) -> std::optional<Layout> {
             Modes modes = modes_of(right);
             for (std::size_t i = 0; i < modes.size(); ++i)
               if (a.strides()[i] > 1) modes[i].extent = checked_multiply(modes[i].extent, n);
             return with_modes(right, modes);
           })}},
      {.name = "downcast.first-mode-is-contiguous",
       .says = "the first mode is taken for the contiguous one",
       .source = "cutlass: docs/upstream/cutlass.md; kind: an index that is fixed",
       .shown_by = "downcast((2,2):(2,1), 2) = (4,2):(1,2)",
       .mistakes = {on(
           "downcast",
           [](const Layout& right, const Layout& a, const Int& n) -> std::optional<Layout> {
             Modes modes = modes_of(a);
             if (modes.size() < 2 || modes[0].stride <= 1) return std::nullopt;
             modes[0] = {checked_multiply(modes[0].extent, n), 1};
             for (std::size_t i = 1; i < modes.size(); ++i)
               modes[i].stride = checked_multiply(modes[i].stride, n);
             return with_modes(right, modes);
           })}},
      {.name = "downcast.in-32-bits",
       .says = "the product of a stride and N has 32 bits",
       .source = "NVIDIA/cudnn-frontend #839",
       .shown_by = "downcast((1,2):(1,2147483648), 2) = (2,2):(1,0)",
       .mistakes = {on("downcast",
                       [](const Layout& right, const Layout&, const Int&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         for (Mode& mode : modes)
                           mode.stride %= two_to_32;
                         return with_modes(right, modes);
                       })}},
  };
}

}  // namespace layoutcheck::detection
