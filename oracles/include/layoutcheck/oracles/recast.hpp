// Layouts whose offsets are counted in other units (docs/recast.md), from tables.
#pragma once

#include <layoutcheck/oracles/functions.hpp>

namespace layoutcheck::oracle {

/// U with the profile of L, U(⌊x_1/g_1⌋, …, ⌊x_m/g_m⌋) = ⌊L(x_1, …, x_m)/n⌋ for all coordinates x,
/// and extents ⌈s_k/g_k⌉, where g_k is the number of coordinates that entry k, alone, takes to unit
/// 0 if it goes on for ever; 1 for a stride of 0. Its strides are the values at the coordinates
/// that are 1 once; entries of extent 1 have stride 0. Undefined if that is not the function asked
/// for. Throws LimitReached.
Outcome<ExactLayout> upcast(const ExactLayout& l, const Exact& n, const Limits& limits);

/// D with the profile of L, and its extents but for n·s_k in place of s_k, where k is the first
/// entry of stride 1, and D(…, n·x_k + j, …) = n·L(…, x_k, …) + j for all coordinates x and j < n.
/// Undefined if there is no entry of stride 1. Throws LimitReached.
Outcome<ExactLayout> downcast(const ExactLayout& l, const Exact& n, const Limits& limits);

}  // namespace layoutcheck::oracle
