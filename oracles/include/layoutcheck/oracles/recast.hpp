// Layouts whose offsets are counted in other units (docs/recast.md).
#pragma once

#include <layoutcheck/oracles/functions.hpp>

namespace layoutcheck::oracle {

/// How many coordinates of an entry, alone and unbounded, are in unit 0: the multiples of d below n
/// are 0, d, …; 1 for d = 0.
Exact group_of(const Exact& d, const Exact& n);

/// U with the profile of L, U(⌊x_1/g_1⌋, …, ⌊x_m/g_m⌋) = ⌊L(x_1, …, x_m)/n⌋ for all coordinates x,
/// and extents ⌈s_k/g_k⌉, where g_k is group_of(d_k, n). Its strides are the values at the
/// coordinates that have a single 1; entries of extent 1 have stride 0. Undefined if this is not
/// the required function. Throws LimitReached.
Outcome<ExactLayout> upcast(const ExactLayout& l, const Exact& n, const Limits& limits);

/// The rule of CuTe's reference (NVlabs/CuTe, docs/04_layout_algebra.md, `recast`), entry by entry,
/// for the scale n = to/from, which need not be whole: d = 0 leaves s:d; d = 1 becomes ⌈s/n⌉:1; if
/// d is a multiple of n, s:(d/n); if n is a multiple of d, ⌈s/(n/d)⌉:1. Undefined if one of the
/// strides is none of these, even with an extent of 1. Pre: to and from are positive.
Outcome<ExactLayout> recast(const ExactLayout& l, const Exact& to, const Exact& from);

/// CuTe's downcast in C++ (layout.hpp): an entry of stride 1 gets n times the extent, each other
/// entry n times the stride. Undefined if there is no entry of stride 1, which CuTe asserts.
Outcome<ExactLayout> downcast(const ExactLayout& l, const Exact& n);

}  // namespace layoutcheck::oracle
