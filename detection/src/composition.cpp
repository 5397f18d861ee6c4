// Plants in composition.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

/// A∘B, if there is one.
std::optional<Layout> composed(const Layout& a, const Layout& b,
                               Convention convention = Convention::strict) {
  const auto found = algebra::composition(a, b, convention);
  return found ? std::optional(*found) : std::nullopt;
}

/// What each entry of B makes by itself, in place of the entry; nothing if one makes nothing.
/// `compose` is told which entry it is.
template <class Compose>
std::optional<Layout> entry_by_entry(const Layout& b, const Compose& compose) {
  std::vector<Layout> parts;
  for (std::size_t i = 0; i < b.length(); ++i) {
    const std::optional<Layout> part = compose(i);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  const auto found = algebra::substitute(b.profile(), parts);
  return found ? std::optional(*found) : std::nullopt;
}

Layout entry_of(const Layout& b, std::size_t i) {
  return Layout::entry(b.extents()[i], b.strides()[i]);
}

/// The layout of B if the tiler is one.
const Layout* plain(const Tiler& tiler) {
  return tiler.layout();
}

}  // namespace

std::vector<Plant> composition_plants() {
  return {
      {.name = "composition.unit-mode-loses-order",
       .says = "an extent of 1 between modes in another order loses the order of these",
       .source = "openxla/xla #18441",
       .shown_by = "composition((2,1,2):(2,0,1), 2:1) = 2:1",
       .mistakes = {on(
           "composition",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Modes modes = modes_of(a);
             const Layout* b = plain(tiler);
             if (b == nullptr || modes.size() < 3 || !is_permutation(modes)) return std::nullopt;
             const auto unit = std::find_if(modes.begin() + 1, modes.end() - 1,
                                            [](const Mode& m) { return m.extent == 1; });
             if (unit == modes.end() - 1) return std::nullopt;
             return composed(flat_layout_of(sorted(modes)), *b);
           })}},
      {.name = "composition.steps-are-floored",
       .says = "a step that does not divide an extent is taken too few times",
       .source = "meta-pytorch/monarch #533",
       .shown_by = "composition(3:1, 2:2) = 1:0",
       .mistakes = {on(
           "composition",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr || !a.is_entry() || !b->is_entry()) return std::nullopt;
             const Int step = b->strides()[0];
             if (step == 0 || a.extents()[0] % step == 0) return std::nullopt;
             const Int count = std::min(b->extents()[0], a.extents()[0] / step);
             if (count <= 1) return Layout::entry(1, 0);
             return Layout::entry(count, step * a.strides()[0]);
           })}},
      {.name = "composition.modes-carry",
       .says = "modes of B that carry into one another are composed one by one",
       .source = "cutlass, pytorch, flydsl, tilelang, tensor-layouts: docs/upstream",
       .shown_by = "composition((3,2):(1,1), (2,2):(1,2)) = (2,2):(1,2)",
       .mistakes = {on(
           "composition",
           [](const Answer& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr || right != Answer(NonValue::undefined) ||
                 algebra::cosize(*b) > algebra::size(a))
               return std::nullopt;
             return entry_by_entry(*b, [&](std::size_t i) { return composed(a, entry_of(*b, i)); });
           })}},
      {.name = "composition.nothing-carries",
       .says = "a mode of B takes what it needs of the mode of A that it begins in, and no more",
       .source = "adapters/wrong.py: usual in a first version",
       .shown_by = "composition((2,2):(1,3), 4:1) = 4:1",
       .mistakes = {on(
           "composition",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr) return std::nullopt;
             const Modes modes = modes_of(algebra::coalesce(a));
             return entry_by_entry(*b, [&](std::size_t i) -> std::optional<Layout> {
               Int step = b->strides()[i];
               for (const Mode& mode : modes) {
                 if (step < mode.extent) return Layout::entry(b->extents()[i], step * mode.stride);
                 step /= mode.extent;
               }
               return Layout::entry(b->extents()[i], 0);
             });
           })}},
      {.name = "composition.third-mode-follows-the-second",
       .says = "the stride of the third mode of B is taken from where the second one ends",
       .source = "kind: three modes in B",
       .shown_by = "composition(8:1, (2,2,2):(1,4,2)) = undefined",
       .mistakes = {on(
           "composition",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const Layout* b = plain(tiler);
             if (b == nullptr || b->length() != 3) return std::nullopt;
             Modes modes = modes_of(*b);
             if (modes[0].extent == 1 || modes[1].extent == 1 || modes[2].extent == 1)
               return std::nullopt;
             modes[2].stride = checked_multiply(modes[1].extent, modes[1].stride);
             const auto found = composed(a, with_modes(*b, modes));
             return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
           })}},
      {.name = "composition.broadcast-is-a-step",
       .says = "a stride of 0 in B is taken for 1",
       .source = "kind: stride 0 treated as 1; cutlass #1499",
       .shown_by = "composition(2:1, 2:0) = 2:1",
       .mistakes = {on(
           "composition",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr) return std::nullopt;
             Modes modes = modes_of(*b);
             for (Mode& mode : modes)
               if (mode.stride == 0 && mode.extent > 1) mode.stride = 1;
             return composed(a, with_modes(*b, modes));
           })}},
      {.name = "composition.broadcast-in-a-is-dropped",
       .says = "modes of stride 0 are dropped from A",
       .source = "tinygrad #3363",
       .shown_by = "composition((2,2):(0,1), 4:1) = undefined",
       .mistakes = {on(
           "composition",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             const Layout* b = plain(tiler);
             Modes modes = modes_of(a);
             if (b == nullptr || std::erase_if(modes, [](const Mode& mode) {
                                   return mode.stride == 0 && mode.extent > 1;
                                 }) == 0)
               return std::nullopt;
             const auto found = composed(layout_of(modes), *b);
             return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
           })}},
      {.name = "composition.last-mode-ends",
       .says = "the last mode of A ends with its extent, where CuTe lets it go on",
       .source = "NVlabs/CuTe: docs/conformance.md, composition((2):(1), (2):(2)) = 2:0",
       .shown_by = "composition(2:1, 2:2) = 2:0",
       .mistakes = {on(
           "composition",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr || !b->is_entry() || !right.is_entry() ||
                 b->strides()[0] < algebra::size(a))
               return std::nullopt;
             return Layout::entry(b->extents()[0], 0);
           })},
       .convention = Convention::extended},
      {.name = "composition.further-modes-are-kept",
       .says = "modes of A beyond a tiler by mode are kept",
       .source = "pycute and Modular keep them: docs/cases.md",
       .shown_by = "composition((2,2):(1,2), <2>) = (2,2):(1,2)",
       .mistakes = {on(
           "composition",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto parts = parts_of(tiler);
             if (!parts || a.is_entry()) return std::nullopt;
             std::vector<Layout> modes = right.modes();
             const std::vector<Layout> all = a.modes();
             for (std::size_t i = parts->size(); i < all.size(); ++i)
               modes.push_back(all[i]);
             return Layout::tuple_of(modes);
           })}},
      {.name = "composition.shape-is-a-layout",
       .says = "a shape as the tiler is taken for the compact layout of that shape",
       .source = "Modular, TileLang: a tiler is a layout there",
       .shown_by = "composition((4,4):(1,4), (2,2)) = (2,2):(1,2)",
       .mistakes = {on(
           "composition",
           [](const Answer&, const Layout& a, const Tiler& tiler) -> std::optional<Answer> {
             if (tiler.shape() == nullptr || tiler.shape()->is_entry()) return std::nullopt;
             const auto found = composed(a, compact(*tiler.shape()));
             return found ? Answer(Value(*found)) : Answer(NonValue::undefined);
           })}},
      {.name = "composition.rank-1-is-flattened",
       .says = "an answer of rank 1 loses its brackets around what it took apart",
       .source = "pycute: docs/conformance.md, composition((2,2):(1,1), (4):(1)) = (2,2):(1,1)",
       .shown_by = "composition((2,2):(1,3), (4):(1)) = (2,2):(1,3)",
       .mistakes = {on(
           "composition",
           [](const Layout& right, const Layout&, const Tiler&) -> std::optional<Layout> {
             if (right.is_entry()) return std::nullopt;
             const std::vector<Layout> modes = right.modes();
             if (modes.size() != 1) return std::nullopt;
             return modes.front();
           })}},
      {.name = "composition.nesting-is-lost",
       .says = "the answer is flat, whatever the profile of B",
       .source =
           "pycute, tensor-layouts: docs/conformance.md, composition((2):(1), ((2,2)):((1,1)))",
       .shown_by = "composition(4:1, ((2,2)):((2,1))) = (2,2):(2,1)",
       .mistakes = {on(
           "composition",
           [](const Layout& right, const Layout&, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr || algebra::depth(*b) < 2) return std::nullopt;
             return algebra::flatten(right);
           })}},
      {.name = "composition.truncates-what-does-not-divide",
       .says = "an extent of B that does not divide that of the mode of A is cut to what does",
       .source = "cutegen: docs/upstream/nvlabs-cute.md",
       .shown_by = "composition((2,2):(1,2), 3:1) = 2:1",
       .mistakes = {on(
           "composition",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr || !b->is_entry() || a.length() < 2 || b->strides()[0] != 1)
               return std::nullopt;
             const Int first = a.extents()[0];
             const Int asked = b->extents()[0];
             if (asked <= first || asked % first == 0) return std::nullopt;
             return composed(a, Layout::entry(asked / first * first, 1));
           })}},
      {.name = "composition.coarse-steps-are-refused",
       .says = "a mode of B that takes some of several modes of A is refused",
       .source = "tinygrad #3407, #7237, #8305",
       .shown_by = "flat_composition((2,2):(1,3), (2):(2)) = undefined",
       .mistakes = {on(
           "flat_composition",
           [](const Layout&, const Layout& a, const Layout& b) -> std::optional<Answer> {
             if (proper_modes_of(algebra::coalesce(a)).size() < 2) return std::nullopt;
             for (std::size_t i = 0; i < b.length(); ++i)
               if (b.extents()[i] > 1 && b.strides()[i] > 1 &&
                   b.extents()[i] * b.strides()[i] > a.extents()[0])
                 return Answer(NonValue::undefined);
             return std::nullopt;
           })}},
      {.name = "composition.offsets-modulo-2^32",
       .says = "the product of a step and a stride has 32 bits",
       .source = "kind: a product between two steps has 32 bits; cudnn-frontend #839",
       .shown_by = "composition(3:2147483648, 2:2) = 2:0",
       .mistakes = {on(
           "composition",
           [](const Layout& right, const Layout&, const Tiler&) -> std::optional<Layout> {
             Modes modes = modes_of(right);
             for (Mode& mode : modes)
               mode.stride %= Int{1} << 32;
             return with_modes(right, modes);
           })}},
      {.name = "composition.first-mode-of-1-is-not-skipped",
       .says = "a first mode of A of extent 1 is divided by as if it were 2",
       .source = "cutlass #3491",
       .shown_by = "composition((1,4):(0,1), 2:2) = 2:1",
       .mistakes = {on(
           "composition",
           [](const Layout&, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const Layout* b = plain(tiler);
             if (b == nullptr || a.length() < 2 || a.extents()[0] != 1 || !b->is_entry() ||
                 b->strides()[0] < 2)
               return std::nullopt;
             return composed(a, Layout::entry(b->extents()[0], b->strides()[0] / 2));
           })}},
      {.name = "composition.second-part-is-by-the-first-mode",
       .says = "the second part of a tiler by mode is composed with the first mode",
       .source = "kind: an index that is not counted on",
       .shown_by = "composition((2,2):(1,2), <2,2>) = (2,2):(1,1)",
       .mistakes = {on(
           "composition",
           [](const Layout& right, const Layout& a, const Tiler& tiler) -> std::optional<Layout> {
             const auto parts = parts_of(tiler);
             if (!parts || parts->size() < 2 || !(*parts)[1]) return std::nullopt;
             const auto second = composed(a.modes()[0], *(*parts)[1]);
             if (!second) return std::nullopt;
             std::vector<Layout> modes = right.modes();
             modes[1] = *second;
             return Layout::tuple_of(modes);
           })}},
      {.name = "weak_composite.empty-modes-of-1",
       .says = "a mode of extent 1 of B is left out of the answer",
       .source = "kind: lost extents of 1",
       .shown_by = "weak_composite(2:1, (2,1):(1,0)) = (2):(1)",
       .mistakes = {on(
           "weak_composite",
           [](const Layout& right, const Layout&, const Layout&) -> std::optional<Layout> {
             if (!right.is_flat()) return std::nullopt;
             return flat_layout_of(proper_modes_of(right));
           })}},
  };
}

}  // namespace layoutcheck::detection
