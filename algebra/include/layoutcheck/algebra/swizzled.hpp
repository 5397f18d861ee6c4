// Swizzled layouts: slices, inverses, units, and which of them are layouts over XOR
// (docs/modules.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// Sw o (OFFSET + L(c)) o slice(c, L), where c has 0 for `_` in L(c). Undefined if slice() or
/// crd2idx() is. Throws Overflow.
Outcome<SwizzledLayout> slice(const Tiler& coordinate, const SwizzledLayout& layout,
                              Convention convention = Convention::strict);

/// One more than the greatest offset. Throws Overflow, and LimitReached after too many steps.
Int cosize(const SwizzledLayout& layout);

/// Sw o n o R with the function c ↦ A(W(c)), where R is coalesced over the shape of L. Of several
/// swizzles: the one of the fewest bits, then the least base, then the least shift, positive before
/// negative. Undefined if there is none. Throws Overflow, and LimitReached if W has more points
/// than the limit and the bits of its coordinates do not decide.
Outcome<SwizzledLayout> composition(const Layout& a, const SwizzledLayout& w,
                                    Convention convention = Convention::strict,
                                    Int limit = default_limit);
Outcome<SwizzledLayout> composition(const SwizzledLayout& a, const SwizzledLayout& w,
                                    Convention convention = Convention::strict,
                                    Int limit = default_limit);

/// c ↦ A(W(c)) over the shape of L, with each entry coalesced; undefined if this is not a layout
/// over the module. Throws as above.
Outcome<ModuleLayout> composition(const ModuleLayout& a, const SwizzledLayout& w,
                                  Convention convention = Convention::strict,
                                  Int limit = default_limit);

/// The inverses of the layout over XOR with this function. Undefined if the offset is not 0; a left
/// inverse also if the function is not linear. Throw Overflow, and LimitReached if a table exceeds
/// the limit.
Outcome<ModuleLayout> right_inverse(const SwizzledLayout& layout, Int limit = default_limit);
Outcome<ModuleLayout> left_inverse(const SwizzledLayout& layout,
                                   Convention convention = Convention::strict,
                                   Int limit = default_limit);

/// The greatest n such that for each i < n there is an index at which both have the value i. Throws
/// LimitReached.
Int max_common_vector(const SwizzledLayout& a, const Layout& b, Int limit = default_limit);
Int max_common_vector(const SwizzledLayout& a, const SwizzledLayout& b, Int limit = default_limit);

/// Sw' o ⌊OFFSET/n⌋ o upcast(L, n), where Sw' swizzles the bits from log2(n) on. Undefined unless n
/// is a power of two and this maps the units of upcast() to ⌊Sw(OFFSET + L)/n⌋. Throws LimitReached
/// if bits below n are swizzled into others and the function exceeds the limit.
Outcome<SwizzledLayout> upcast(const SwizzledLayout& layout, Int n, Int limit = default_limit);

/// Sw' o n·OFFSET o downcast(L, n), where Sw' swizzles the bits log2(n) places higher. Undefined
/// unless n is a power of two and downcast() has an answer. Throws Overflow.
Outcome<SwizzledLayout> downcast(const SwizzledLayout& layout, Int n);

/// The layout converted from units of `from` to units of `to`: upcast() or downcast() by their
/// ratio. Undefined unless the ratio or its inverse is a power of two. Throws LimitReached and
/// Overflow.
Outcome<SwizzledLayout> recast(const SwizzledLayout& layout, Int to, Int from,
                               Int limit = default_limit);

/// Sw o 0 o L with the shape and the function of V. Of the swizzles of bits that values of V have:
/// the one of the fewest bits, then the least base, then the least shift, positive before negative.
/// Undefined if there is none. Throws Overflow, and LimitReached if an extent exceeds the limit.
Outcome<SwizzledLayout> swizzled_layout(const ModuleLayout& layout, Int limit = default_limit);

}  // namespace layoutcheck::algebra
