// Layouts over modules: integers of either sign, coordinates, and integers under XOR; and swizzled
// layouts, some of which are layouts over XOR (docs/modules.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// mode_i(V); for depth 0 the layout itself. Undefined if there is no such mode.
Outcome<ModuleLayout> mode(const ModuleLayout& layout, std::size_t index);

/// (V_1, …, V_k). Undefined unless the strides are of one module. Throws LimitReached if the answer
/// would nest deeper than max_depth.
Outcome<ModuleLayout> concatenate(std::span<const ModuleLayout> layouts);

/// Whether sizes and values are equal. Throws Overflow, and LimitReached if two layouts over XOR
/// that coalesce differently have more values than the limit, and agree at those compared.
bool same_function(const ModuleLayout& a, const ModuleLayout& b, Int limit = default_limit);

/// The value at an index or a coordinate, as for layouts over the integers. Throws Overflow.
Outcome<Element> apply(const ModuleLayout& layout, const NestedTuple& coordinate,
                       Convention convention = Convention::strict);

/// Sw(x). Pre: a SwizzledLayout can have this swizzle, and x is not negative.
Int swizzled(const Swizzle& swizzle, Int x);

/// Sw(OFFSET + L(c)). Throws Overflow.
Outcome<Int> apply(const SwizzledLayout& layout, const NestedTuple& coordinate,
                   Convention convention = Convention::strict);

/// Whether s0:d0 followed by s1:(s0·d0) is (s0·s1):d0 over XOR, for s0, s1 ≥ 2 and d0 ≥ 0
/// (docs/modules.md, Theorem 2).
bool continues_over_xor(Int s0, const Exact& d0, Int s1);

/// The shortest layout with this function; of several over XOR, the one with the greatest first
/// extents. Throws Overflow.
ModuleLayout coalesce(const ModuleLayout& layout);

/// The same for each mode relative to a shape. Undefined unless the layout's shape refines it.
Outcome<ModuleLayout> coalesce(const ModuleLayout& layout, const NestedTuple& shape);

/// The size of the least box of coordinates, starting at 0, that contains all values. Undefined if
/// a value is negative or F(x), for which no document defines it. Throws Overflow.
Outcome<Int> cosize(const ModuleLayout& layout);

/// c ↦ A(B(c)) over the shape of B, with each entry coalesced; undefined if this is not a layout
/// over the module. Throws Overflow, and LimitReached if B has more points than the limit.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const Layout& b,
                                  Convention convention = Convention::strict,
                                  Int limit = default_limit);

/// The same; a tuple of tilers acts by mode, and the remaining modes are dropped.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const Tiler& tiler,
                                  Convention convention = Convention::strict,
                                  Int limit = default_limit);

/// c ↦ A(B(c)), where the values of B are coordinates of A; negative integers, with A(−i) = −A(i);
/// or bits, which are read as an index. Undefined if A has no value at one of them. Throws
/// LimitReached also if an index of A does not fit in 64 bits.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const ModuleLayout& b,
                                  Convention convention = Convention::strict,
                                  Int limit = default_limit);

/// The layout over XOR with the shape and the function of the swizzled one, with each entry
/// coalesced; undefined if there is none (docs/modules.md, Theorem 6). Throws Overflow, and
/// LimitReached if an extent exceeds the limit.
Outcome<ModuleLayout> xor_layout(const SwizzledLayout& layout, Int limit = default_limit);

/// The values at 1, 2, 4, … of a layout over XOR. Undefined unless its size is a power of two and
/// its function is linear, L(x ^ y) = L(x) ^ L(y), like Triton's linear layouts. Throws Overflow.
Outcome<Tuple> to_linear(const ModuleLayout& layout);

/// The shortest layout over XOR that is linear and has these values at 1, 2, 4, …
ModuleLayout from_linear(const Tuple& values);

}  // namespace layoutcheck::algebra
