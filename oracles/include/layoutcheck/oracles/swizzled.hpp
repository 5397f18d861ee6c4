// Swizzled layouts as functions: slices, units, and which of them are layouts over XOR.
#pragma once

#include <layoutcheck/oracles/modules.hpp>

#include <functional>

namespace layoutcheck::oracle {

/// x ↦ Sw(OFFSET + L(x)).
std::function<Exact(const Exact&)> offsets_of(const SwizzledLayout& layout);

/// Its values for all x. Throws LimitReached.
std::vector<Exact> table(const SwizzledLayout& layout, const Limits& limits);

/// Whether sizes and tables are equal. Throws LimitReached.
bool same_function(const SwizzledLayout& a, const SwizzledLayout& b, const Limits& limits);

/// One more than the greatest offset. Throws LimitReached.
Exact cosize(const SwizzledLayout& layout, const Limits& limits);

/// The layout of the parts at the positions of `_`, with the offset of the rest of the coordinate:
/// L(c) is the sum of what the two contribute.
Outcome<SwizzledLayout> slice(const Tiler& coordinate, const SwizzledLayout& layout,
                              Convention convention);

/// The greatest n such that for each i < n there is an x at which both have the value i: the number
/// "of contiguous elements that logically correspond" (CUTLASS, layout.hpp). Throws LimitReached.
Exact max_common_vector(const SwizzledLayout& a, const SwizzledLayout& b, const Limits& limits);

/// W in units of n offsets, at coordinates that are units of L, entry by entry (recast.hpp,
/// upcast), as a swizzled layout: the swizzle of the bits from log2(n) on, after the offset in
/// units, after upcast(L, n). Undefined unless n is a power of two and this is the required
/// function. Throws LimitReached.
Outcome<SwizzledLayout> upcast(const SwizzledLayout& layout, Int n, const Limits& limits);

/// CuTe's downcast (layout.hpp) of L, with the swizzle moved log2(n) places up
/// (swizzle_layout.hpp): part j of the offset Sw(o) is Sw'(n·o + j), as Sw' does not touch bits
/// below n. Undefined unless n is a power of two, and L has an answer. Throws Overflow.
Outcome<SwizzledLayout> downcast(const SwizzledLayout& layout, Int n);

/// CuTe's recast_layout (layout_composed.hpp), from units of `from` to units of `to`: with to/from
/// = p/q in lowest terms, downcast(upcast(W, p), q), where a factor of 1 changes nothing. Throws
/// LimitReached and Overflow.
Outcome<SwizzledLayout> recast(const SwizzledLayout& layout, Int to, Int from,
                               const Limits& limits);

/// Sw o 0 o L, with the shape of V and its function, by trying all swizzles of the bits below the
/// length of the greatest value: fewest bits first, then the least base, then the least shift,
/// positive before negative. L has the strides Sw(d), since V(x) = Sw(L(x)) where x has a single 1,
/// and Sw is its own inverse. Throws LimitReached, Overflow.
Outcome<SwizzledLayout> swizzled_layout(const ModuleLayout& layout, const Limits& limits);

/// Sw o n o R, whose shape refines that of B and whose function is c ↦ A(B(c)), by trying swizzles:
/// fewest bits first, then the least base, then the least shift, positive before negative. R is
/// coalesced over the shape of B. Undefined if there is none. Throws LimitReached, Overflow.
///
/// Let 2^l be greater than all values f, and 2^k divide them. Of the swizzles after which f adds up
/// along the entries, none of those that are left out is the first:
///   - If no value has the first or the last bit that it reads, it does the same without that.
///   - Let all that it writes be above l: Sw(f) = f + 2^w·g, where g is what it reads, and w > l.
///   Then
///     f(x) + f(y) − f(0) − f(x + y) is a multiple of 2^w, and its absolute value is less than
///     2^(l+1), so that it is 0: f and g add up. As no stride of Sw(f) is negative, f increases
///     along an entry or g does; so no stride of f + 2^l·g is negative. This is what the swizzle
///     makes of f that has the same base and writes from l on, whose shift is less.
///   - Let all that it writes be below k − 1: Sw(f) = f + g, where g < 2^(k−1). In the same way, f
///     adds up, and no stride is negative, so that no swizzle is needed.
/// And after these f does not add up. Let its excess at x be f(x) − f(0) − Σ (f(x_i) − f(0)) over
/// the n parts of x, and let the swizzle write the bits from w on, and below v:
///   - Modulo 2^w it does nothing, so that the excess is a multiple of 2^w.
///   - It changes a value by less than 2^v, and so the excess by less than 2n·2^v.
Outcome<SwizzledLayout> composition(const SwizzledLayout& a, const SwizzledLayout& b,
                                    Convention convention, const Limits& limits);

/// How an answer that has the function of the canonical one deviates from its form: by its shape.
std::optional<FormFault> form_fault(const SwizzledLayout& canonical, const SwizzledLayout& claimed);

}  // namespace layoutcheck::oracle
