// Plants over modules, and in swizzles and swizzled layouts.
#include "catalogue.hpp"
#include "modes.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/swizzled.hpp>

#include <algorithm>

namespace layoutcheck::detection {

namespace {

bool is_of_bits(const ModuleLayout& layout) {
  return module_of(layout.strides()) == Module::bits;
}

/// The layout over XOR of one entry.
ModuleLayout bits_entry(Int extent, Int stride) {
  return ModuleLayout::entry(extent, Element::bits(stride));
}

/// The swizzle with the other sign of its shift.
Swizzle turned(const Swizzle& swizzle) {
  return {swizzle.bits, swizzle.base, -swizzle.shift};
}

/// The offset of L at a coordinate, without swizzle and offset.
Outcome<Int> plain_offset(const SwizzledLayout& layout, const NestedTuple& coordinate) {
  return algebra::apply(layout.layout(), coordinate);
}

}  // namespace

std::vector<Plant> module_plants() {
  return {
      {.name = "right_inverse.xor-beyond-the-domain",
       .says = "over XOR it is right on the layout's values, and goes on beyond them",
       .source = "mutants: is_right_inverse without its last condition",
       .shown_by = "right_inverse(2:F1) = 4:F1",
       .mistakes = {on(
           "right_inverse",
           [](const ModuleLayout& right, const ModuleLayout& a) -> std::optional<ModuleLayout> {
             if (!is_of_bits(a) || !right.is_entry()) return std::nullopt;
             return bits_entry(right.extents()[0] * 2,
                               std::max<Int>(1, right.strides()[0].value()));
           })}},
      {.name = "right_inverse.xor-stops-at-one-mode",
       .says = "over XOR only the mode of stride F1 counts",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md, right_inverse of a bijective layout",
       .shown_by = "right_inverse((2,2):(F2,F1)) = 2:F2",
       .mistakes = {on(
           "right_inverse",
           [](const ModuleLayout& right, const ModuleLayout& a) -> std::optional<ModuleLayout> {
             if (!is_of_bits(a) || right.length() < 2) return std::nullopt;
             return ModuleLayout::entry(right.extents()[0], right.strides()[0]);
           })}},
      {.name = "left_inverse.xor-basis-twice",
       .says = "a layout over XOR that takes a value twice has one",
       .source = "triton #9215",
       .shown_by = "left_inverse((2,2):(F1,F1)) = 2:F1",
       .mistakes = {on(
           "left_inverse",
           [](const Answer& right, const ModuleLayout& a) -> std::optional<ModuleLayout> {
             if (right != Answer(NonValue::undefined) || !is_of_bits(a) || !algebra::to_linear(a))
               return std::nullopt;
             return bits_entry(2, 1);
           })}},
      {.name = "complement.xor-is-of-integers",
       .says = "the complement of an extent of 1 over XOR is one over the integers",
       .source = "NVlabs/CuTe: docs/conformance.md, complement((1):(F1), 2) = 2:1",
       .shown_by = "complement(2:F1, 4) = 2:2",
       .mistakes = {on("complement",
                       [](const ModuleLayout& right, const ModuleLayout& a,
                          const Int&) -> std::optional<ModuleLayout> {
                         if (!is_of_bits(a) || !right.is_entry()) return std::nullopt;
                         return ModuleLayout::entry(right.extents()[0],
                                                    Element::integer(right.strides()[0].value()));
                       })}},
      {.name = "complement.xor-has-none",
       .says = "a layout over XOR has no complement",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md",
       .shown_by = "complement(2:F2) = undefined",
       .mistakes = {on(
           "complement",
           [](const ModuleLayout& right, const ModuleLayout& a) -> std::optional<Answer> {
             if (!is_of_bits(a) || right.length() == 0) return std::nullopt;
             return Answer(NonValue::undefined);
           })}},
      {.name = "coalesce.xor-as-integers",
       .says = "over XOR modes are joined by the rule for integers",
       .source = "NVlabs/CuTe: docs/modules.md, Theorem 2",
       .shown_by = "coalesce((2,2):(F3,F6)) = 4:F3",
       .mistakes = {on(
           "coalesce",
           [](const ModuleLayout& right, const ModuleLayout& a) -> std::optional<ModuleLayout> {
             if (!is_of_bits(a) || right.length() != 2 ||
                 right.extents()[0] * right.strides()[0].value() != right.strides()[1].value())
               return std::nullopt;
             return bits_entry(right.extents()[0] * right.extents()[1], right.strides()[0].value());
           })}},
      {.name = "coalesce.negative-strides-stay-apart",
       .says = "modes of negative strides that continue each other are not joined",
       .source = "kind: a comparison that is meant for positive numbers; docs/conformance.md, "
                 "logical_divide((2,2):(-1,-2), (3):(1))",
       .shown_by = "coalesce((2,2):(-1,-2)) = (2,2):(-1,-2)",
       .mistakes = {on(
           "coalesce",
           [](const ModuleLayout& right, const ModuleLayout& a) -> std::optional<ModuleLayout> {
             if (module_of(a.strides()) != Module::integers || right == a || !a.is_flat() ||
                 a.length() != 2 || right.length() != 1 || a.extents()[0] == 1 ||
                 a.extents()[1] == 1 || a.strides()[0].value() >= 0)
               return std::nullopt;
             return a;
           })}},
      {.name = "composition.xor-modes-carry",
       .says = "over XOR modes of B that carry into one another are composed one by one",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md",
       .shown_by = "composition(4:F1, (2,2):(1,1)) = (2,2):(F1,F1)",
       .mistakes = {on("composition",
                       [](const Answer& right, const ModuleLayout& a,
                          const Tiler& tiler) -> std::optional<ModuleLayout> {
                         if (right != Answer(NonValue::undefined) || !a.is_entry() ||
                             !is_of_bits(a) || tiler.layout() == nullptr)
                           return std::nullopt;
                         const Layout& b = *tiler.layout();
                         if (algebra::cosize(b) > a.extents()[0]) return std::nullopt;
                         std::vector<Element> strides;
                         for (const Int stride : b.strides())
                           strides.push_back(
                               Element::bits(checked_multiply(stride, a.strides()[0].value())));
                         return ModuleLayout(b.profile(), b.extents(), strides);
                       })}},
      {.name = "apply.coordinates-of-another-place",
       .says = "the first place of a coordinate gets what belongs to the last",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md; kind: swapped operands",
       .shown_by = "apply((2):(1@0), (1)) = 1@1",
       .mistakes = {on("apply",
                       [](const Element& right, const ModuleLayout&,
                          const NestedTuple&) -> std::optional<Element> {
                         if (right.module() != Module::coordinates) return std::nullopt;
                         std::vector<Element::Part> parts = right.parts();
                         for (Element::Part& part : parts) {
                           if (part.path.size() != 1 || part.path[0] > 1) return std::nullopt;
                           part.path[0] = 1 - part.path[0];
                         }
                         std::ranges::sort(parts);
                         return Element::coordinate(parts);
                       })}},
      {.name = "apply.xor-is-added",
       .says = "over XOR values are added",
       .source = "NVlabs/CuTe: docs/upstream/nvlabs-cute.md, multiples of F2",
       .shown_by = "apply((2,2):(F1,F1), (1,1)) = F2",
       .mistakes = {on("apply",
                       [](const Element&, const ModuleLayout& a,
                          const NestedTuple& coordinate) -> std::optional<Element> {
                         if (!is_of_bits(a)) return std::nullopt;
                         Tuple strides;
                         for (const Element& stride : a.strides())
                           strides.push_back(stride.value());
                         const auto sum =
                             algebra::apply(Layout(a.profile(), a.extents(), strides), coordinate);
                         return sum ? std::optional(Element::bits(*sum)) : std::nullopt;
                       })}},
      {.name = "to_linear.reversed",
       .says = "values are given from the highest bit on",
       .source = "triton #5468",
       .shown_by = "to_linear(4:F1) = (2,1)",
       .mistakes = {on("to_linear",
                       [](const NestedTuple& right, const ModuleLayout&) -> std::optional<Tuple> {
                         Tuple values = right.entries();
                         std::ranges::reverse(values);
                         return values;
                       })}},
      {.name = "from_linear.zero-ends-it",
       .says = "a value of 0 ends the layout",
       .source = "Triton, unittest/Tools/LinearLayoutTest.cpp",
       .shown_by = "from_linear((0)) = 1:0",
       .mistakes = {on("from_linear",
                       [](const ModuleLayout&, const Tuple& values) -> std::optional<ModuleLayout> {
                         const auto zero = std::ranges::find(values, 0);
                         if (zero == values.end()) return std::nullopt;
                         return algebra::from_linear(Tuple(values.begin(), zero));
                       })}},
      {.name = "apply.swizzle-other-way",
       .says = "bits are swizzled in the other direction",
       .source = "cutlass #3119",
       .shown_by = "apply(Sw<1,0,1> o 0 o 2:1, 1) = 3",
       .mistakes = {on("apply",
                       [](const Int&, const SwizzledLayout& a,
                          const NestedTuple& coordinate) -> std::optional<Int> {
                         const auto offset = plain_offset(a, coordinate);
                         if (!offset) return std::nullopt;
                         return algebra::swizzled(turned(a.swizzle()),
                                                  checked_add(a.offset(), *offset));
                       })}},
      {.name = "apply.swizzle-before-the-offset",
       .says = "the offset is added after the swizzle",
       .source = "tilelang #2714, cutlass #1038",
       .shown_by = "apply(Sw<1,0,1> o 1 o 2:1, 1) = 2",
       .mistakes = {on("apply",
                       [](const Int&, const SwizzledLayout& a,
                          const NestedTuple& coordinate) -> std::optional<Int> {
                         const auto offset = plain_offset(a, coordinate);
                         if (!offset) return std::nullopt;
                         return checked_add(a.offset(), algebra::swizzled(a.swizzle(), *offset));
                       })}},
      {.name = "slice.swizzled-offset-is-lost",
       .says = "a slice of a swizzled layout begins at 0",
       .source = "tilelang #2714",
       .shown_by = "slice(<1>, Sw<0,0,0> o 0 o (2):(1)) = Sw<0,0,0> o 0 o ():()",
       .mistakes = {on("slice",
                       [](const SwizzledLayout& right, const Tiler&,
                          const SwizzledLayout&) -> std::optional<SwizzledLayout> {
                         if (right.offset() == 0) return std::nullopt;
                         return SwizzledLayout(right.swizzle(), 0, right.layout());
                       })}},
      {.name = "xor_layout.strides-as-they-are",
       .says = "the strides of the layout are taken as they are, without the swizzle",
       .source = "cutlass #1038",
       .shown_by = "xor_layout(Sw<1,0,1> o 0 o 2:2) = 2:F2",
       .mistakes = {on(
           "xor_layout",
           [](const ModuleLayout&, const SwizzledLayout& a) -> std::optional<ModuleLayout> {
             std::vector<Element> strides;
             for (const Int stride : a.layout().strides())
               strides.push_back(Element::bits(stride));
             return ModuleLayout(a.layout().profile(), a.layout().extents(), strides);
           })}},
      {.name = "upcast.swizzle-base-is-kept",
       .says = "the swizzle stays at its bits, whose number the units change",
       .source =
           "cutlass: docs/upstream/cutlass.md, recast_layout; kind: one of two parts is changed",
       .shown_by = "upcast(Sw<1,1,1> o 0 o (2):(4), 2) = Sw<1,1,1> o 0 o (2):(2)",
       .mistakes = {on("upcast",
                       [](const SwizzledLayout& right, const SwizzledLayout& a,
                          const Int&) -> std::optional<SwizzledLayout> {
                         return SwizzledLayout(a.swizzle(), right.offset(), right.layout());
                       })}},
      {.name = "downcast.swizzle-base-is-kept",
       .says = "the swizzle stays at its bits, whose number the units change",
       .source =
           "cutlass: docs/upstream/cutlass.md, recast_layout; kind: one of two parts is changed",
       .shown_by = "downcast(Sw<1,0,1> o 0 o (2,2):(1,2), 2) = Sw<1,0,1> o 0 o (4,2):(1,4)",
       .mistakes = {on("downcast",
                       [](const SwizzledLayout& right, const SwizzledLayout& a,
                          const Int&) -> std::optional<SwizzledLayout> {
                         return SwizzledLayout(a.swizzle(), right.offset(), right.layout());
                       })}},
      {.name = "max_common_vector.swizzle-is-ignored",
       .says = "the swizzle does not count",
       .source = "cutlass #1499, #3119",
       .shown_by = "max_common_vector(Sw<1,0,1> o 0 o 4:1, 4:1) = 4",
       .mistakes = {on(
           "max_common_vector",
           [](const Int&, const SwizzledLayout& a, const Layout& b) -> std::optional<Int> {
             return algebra::max_common_vector(SwizzledLayout({}, a.offset(), a.layout()), b);
           })}},
  };
}

}  // namespace layoutcheck::detection
