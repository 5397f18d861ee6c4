// Plants in coalesce.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::detection {

namespace {

/// With each mode for which `merges` says so joined to the one before.
Layout joined(const Layout& layout, bool (*merges)(const Mode& before, const Mode& after)) {
  Modes modes;
  for (const Mode& mode : modes_of(layout))
    if (!modes.empty() && merges(modes.back(), mode))
      modes.back().extent = checked_multiply(modes.back().extent, mode.extent);
    else
      modes.push_back(mode);
  return layout_of(modes);
}

/// The layout, of which each part over an entry of the shape is changed by itself.
std::optional<Layout> over(const NestedTuple& shape, const Layout& layout,
                           Layout (*change)(const Layout& part)) {
  std::vector<Layout> parts;
  for (std::size_t i = 0; i < shape.length(); ++i) {
    const auto part = algebra::relative_mode(layout, shape, i);
    if (!part) return std::nullopt;
    parts.push_back(change(*part));
  }
  const auto found = algebra::substitute(shape.profile(), parts);
  return found ? std::optional(*found) : std::nullopt;
}

}  // namespace

std::vector<Plant> coalescing_plants() {
  return {
      {.name = "coalesce.in-order-is-contiguous",
       .says = "modes that lie in order are taken for contiguous",
       .source = "llvm-project #112994",
       .shown_by = "coalesce((2,2):(1,3)) = 4:1",
       .mistakes = {on("coalesce",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         return joined(right, [](const Mode& a, const Mode& b) {
                           return a.stride > 0 && checked_multiply(a.extent, a.stride) <= b.stride;
                         });
                       })}},
      {.name = "flat_coalesce.in-order-is-contiguous",
       .says = "modes that lie in order are taken for contiguous",
       .source = "llvm-project #112994",
       .shown_by = "flat_coalesce((2,2):(1,3)) = (4):(1)",
       .mistakes = {on("flat_coalesce",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         const Layout all = joined(right, [](const Mode& a, const Mode& b) {
                           return a.stride > 0 && checked_multiply(a.extent, a.stride) <= b.stride;
                         });
                         return flat_layout_of(modes_of(all));
                       })}},
      {.name = "coalesce.gap-of-one-is-closed",
       .says = "a mode that begins one element too late continues the one before",
       .source = "mutants: a bound is off by one",
       .shown_by = "coalesce((2,2):(1,3)) = 4:1",
       .mistakes = {on("coalesce",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         return joined(right, [](const Mode& a, const Mode& b) {
                           return checked_multiply(a.extent, a.stride) + 1 == b.stride;
                         });
                       })}},
      {.name = "coalesce.unit-mode-ends-run",
       .says = "an extent of 1 between two modes that continue keeps them apart",
       .source = "llvm-project #166448, tinygrad #1374",
       .shown_by = "coalesce((2,1,2):(1,0,2)) = (2,2):(1,2)",
       .mistakes = {on("coalesce",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Modes modes;
                         bool apart = false;
                         for (const Mode& mode : modes_of(a)) {
                           if (mode.extent == 1) {
                             apart = true;
                             continue;
                           }
                           if (!apart && !modes.empty() &&
                               checked_multiply(modes.back().extent, modes.back().stride) ==
                                   mode.stride)
                             modes.back().extent *= mode.extent;
                           else
                             modes.push_back(mode);
                           apart = false;
                         }
                         return layout_of(modes);
                       })}},
      {.name = "coalesce.one-pass-of-pairs",
       .says = "neighbours are joined in pairs, and what comes of it is not looked at again",
       .source = "mutants: a loop ends after its first pass",
       .shown_by = "coalesce((2,2,2):(1,2,4)) = (4,2):(1,4)",
       .mistakes = on_each({"coalesce"},
                           [](const Layout&, const Layout& a) -> std::optional<Layout> {
                             const Modes modes = proper_modes_of(a);
                             Modes result;
                             for (std::size_t i = 0; i < modes.size(); ++i) {
                               result.push_back(modes[i]);
                               if (i + 1 < modes.size() &&
                                   checked_multiply(modes[i].extent, modes[i].stride) ==
                                       modes[i + 1].stride)
                                 result.back().extent *= modes[++i].extent;
                             }
                             return layout_of(result);
                           })},
      {.name = "coalesce.broadcast-modes-stay-apart",
       .says = "two modes of stride 0 are not joined",
       .source = "tinygrad #3363",
       .shown_by = "coalesce((2,2):(0,0)) = (2,2):(0,0)",
       .mistakes = {on("coalesce",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Modes modes;
                         for (const Mode& mode : proper_modes_of(a))
                           if (!modes.empty() && mode.stride != 0 &&
                               checked_multiply(modes.back().extent, modes.back().stride) ==
                                   mode.stride)
                             modes.back().extent *= mode.extent;
                           else
                             modes.push_back(mode);
                         return layout_of(modes);
                       })}},
      {.name = "coalesce.broadcast-modes-are-dropped",
       .says = "a mode of stride 0 is dropped as if its extent were 1",
       .source = "mutants: a condition on extents asks for strides",
       .shown_by = "coalesce((2,2):(0,1)) = 2:1",
       .mistakes = {on("coalesce",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         std::erase_if(modes, [](const Mode& mode) { return mode.stride == 0; });
                         return layout_of(modes);
                       })}},
      {.name = "coalesce.first-mode-decides",
       .says = "every mode is compared with the first one of its run, and not with what was joined",
       .source = "kind: three modes that continue, the first two of which do so by half",
       .shown_by = "coalesce((2,2,2):(1,2,2)) = 8:1",
       .mistakes = {on("coalesce",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         Modes modes;
                         Mode first;
                         for (const Mode& mode : proper_modes_of(a)) {
                           if (!modes.empty() &&
                               checked_multiply(first.extent, first.stride) == mode.stride) {
                             modes.back().extent *= mode.extent;
                           } else {
                             modes.push_back(mode);
                             first = mode;
                           }
                         }
                         return layout_of(modes);
                       })}},
      {.name = "coalesce.by-profile-sorts",
       .says = "within an entry of the profile, modes are sorted by stride before they are joined",
       .source = "tensor-layouts: docs/upstream/tensor-layouts.md",
       .shown_by = "coalesce((2,2):(2,1), 4) = 4:1",
       .mistakes = {on(
           "coalesce",
           [](const Layout&, const Layout& a, const NestedTuple& shape) -> std::optional<Layout> {
             return over(shape, a, [](const Layout& part) {
               return algebra::coalesce(flat_layout_of(sorted(modes_of(part))));
             });
           })}},
      {.name = "coalesce.by-profile-of-one-level",
       .says = "only the modes of the profile count, not the profiles inside them",
       .source = "kind: a profile of depth 2 is taken for one of depth 1",
       .shown_by = "coalesce(((2,2)):((1,2)), ((2,2))) = (4):(1)",
       .mistakes = {on(
           "coalesce",
           [](const Layout&, const Layout& a, const NestedTuple& shape) -> std::optional<Layout> {
             if (shape.is_entry()) return std::nullopt;
             Tuple sizes;
             for (const NestedTuple& mode : shape.modes())
               sizes.push_back(algebra::size(mode));
             return over(NestedTuple::flat(sizes), a,
                         [](const Layout& part) { return algebra::coalesce(part); });
           })}},
      {.name = "coalesce.third-level-is-lost",
       .says = "modes that are nested three deep are read in the reverse order",
       .source = "kind: a recursion that is written for two levels",
       .shown_by = "coalesce((((2,2))):(((1,4)))) = (2,2):(4,1)",
       .mistakes = {on("coalesce",
                       [](const Layout&, const Layout& a) -> std::optional<Layout> {
                         if (algebra::depth(a) < 3) return std::nullopt;
                         Modes modes = modes_of(a);
                         std::ranges::reverse(modes);
                         return algebra::coalesce(flat_layout_of(modes));
                       })}},
      {.name = "coalesce.size-modulo-2^32",
       .says = "the extent of what is joined is a product of 32 bits",
       .source = "kind: sizes modulo 2^32; tilelang: docs/upstream/tilelang.md",
       .shown_by = "coalesce((65536,65537):(1,65536)) = 65536:1",
       .mistakes = {on("coalesce",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         Modes modes = modes_of(right);
                         for (Mode& mode : modes)
                           mode.extent = std::max<Int>(1, mode.extent % (Int{1} << 32));
                         return layout_of(modes);
                       })}},
      {.name = "coalesce.continuation-modulo-2^32",
       .says = "whether a mode continues the one before is asked in 32 bits",
       .source = "kind: a product between two steps has 32 bits",
       .shown_by = "coalesce((2,2):(2147483648,8589934592)) = 4:2147483648",
       .mistakes = {on("coalesce",
                       [](const Layout& right, const Layout&) -> std::optional<Layout> {
                         return joined(right, [](const Mode& a, const Mode& b) {
                           return static_cast<std::uint32_t>(checked_multiply(
                                      a.extent, a.stride)) == static_cast<std::uint32_t>(b.stride);
                         });
                       })}},
  };
}

}  // namespace layoutcheck::detection
