// Layouts over modules and swizzled layouts, by tables of exact values.
#pragma once

#include <layoutcheck/oracles/form.hpp>

#include <map>

namespace layoutcheck::oracle {

/// An exact element of a module: its nonzero integers, by place. An integer, or bits, is at the
/// empty place.
using ExactElement = std::map<Tuple, Exact>;

/// Modes over a module, whose strides are elements.
struct Modes {
  std::vector<Exact> extents;
  std::vector<ExactElement> strides;
};

/// The layout over this shape with these modes over each entry. Throws Overflow, TooDeep.
ModuleLayout over_shape(const NestedTuple& shape, Module module, const std::vector<Modes>& modes);

/// Adds n·d to the sum.
void add_multiple(Module module, ExactElement& sum, const Exact& n, const ExactElement& d);

/// Σ x_i·d_i in the module, at the coordinate of each entry. A multiple c·F(d) is F(c·d), a sum of
/// F's their XOR (docs/modules.md).
ExactElement coordinate_value(const ModuleLayout& layout, std::span<const Exact> coordinate);

/// The integer of an element over XOR, or over the integers.
Exact number_in(const ExactElement& element);
std::vector<Exact> numbers_in(const std::vector<ExactElement>& elements);

Exact size(const ModuleLayout& layout);
Exact size(const SwizzledLayout& layout);

/// The value at an index below the size.
ExactElement value_at(const ModuleLayout& layout, const Exact& x);

/// For each entry the layout over the integers of this shape whose value is that part of the
/// coordinate.
std::vector<ExactLayout> parts_of_coordinate(const ModuleLayout& layout);

/// The values at 0, …, size − 1. Throws LimitReached.
std::vector<ExactElement> table(const ModuleLayout& layout, const Limits& limits);

/// Whether sizes and tables are equal. Throws LimitReached.
bool same_function(const ModuleLayout& a, const ModuleLayout& b, const Limits& limits);

/// The shortest layout over the module with these values, of depth 0 or 1; of several, the one with
/// the greatest first extents. Nothing if there is none. Throws Overflow.
std::optional<ModuleLayout> layout_of_table(Module module, const std::vector<ExactElement>& values);

/// Throws Overflow.
Outcome<Element> apply(const ModuleLayout& layout, const NestedTuple& coordinate,
                       Convention convention);

/// Sw(x), bit by bit: bit base + max(shift, 0) + i of x decides whether the bit `shift` places
/// below it is flipped, for i < bits.
Exact swizzled(const Swizzle& swizzle, const Exact& x);

Outcome<Exact> apply(const SwizzledLayout& layout, const NestedTuple& coordinate,
                     Convention convention);

/// The shortest layout with the function of L, of depth 0 or 1; of several, the one with the
/// greatest first extents. Throws LimitReached, Overflow.
ModuleLayout coalesce(const ModuleLayout& layout, const Limits& limits);

/// The same for each mode relative to a shape; undefined unless the layout's shape refines it.
Outcome<ModuleLayout> coalesce_over(const ModuleLayout& layout, const NestedTuple& coarse,
                                    const Limits& limits);

/// The product, over the places of coordinates, of one more than the greatest integer there.
/// Undefined if one is negative, or a value is under XOR. Throws LimitReached.
Outcome<Exact> cosize(const ModuleLayout& layout, const Limits& limits);

/// The layout over the shape of B with the function c ↦ A(B(c)), with each entry coalesced;
/// undefined if there is none. Throws LimitReached, Overflow, TooDeep.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const Layout& b, Convention convention,
                                  const Limits& limits);

/// The value of A at an element: at an integer or bits, at that index; at a negative integer, minus
/// the value at the opposite; at a coordinate, at that coordinate, with 0 at places that are not
/// written. Undefined if A has no such value.
Outcome<ExactElement> value_at(const ModuleLayout& a, const ExactElement& element,
                               Convention convention);

/// The layout with the function c ↦ A(B(c)), where B(c) is such an element.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const ModuleLayout& b,
                                  Convention convention, const Limits& limits);

/// The same where B is swizzled, and its values are indices of A.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const SwizzledLayout& b,
                                  Convention convention, const Limits& limits);

/// The same for c ↦ Sw(OFFSET + L(c)), over XOR and the shape of L.
Outcome<ModuleLayout> xor_layout(const SwizzledLayout& layout, const Limits& limits);

/// L(1), L(2), L(4), … if the size is a power of two and L(x ^ y) = L(x) ^ L(y) everywhere.
Outcome<std::vector<Exact>> to_linear(const ModuleLayout& layout, const Limits& limits);

/// The layout that `coalesce` has for the linear function with these values.
ModuleLayout from_linear(const Tuple& values, const Limits& limits);

/// How an answer over a module, which has the function of the canonical one, deviates from its
/// form. Its shape must refine that of B or L, or that of tiles or blocks as over the integers
/// (form.hpp), or the size. Over each entry of that, it must be an integer or have depth 1, and be
/// as short as the canonical one; outside `strict`, where the convention matters, and in blocked
/// and raked products, refining the shape is enough. Inverses have any form.
std::optional<FormFault> form_fault(const Case& question, const ModuleLayout& canonical,
                                    const ModuleLayout& claimed, Convention convention);

}  // namespace layoutcheck::oracle
