// Complements: what a layout lacks to be compact (colfax 2.1.6, 2.3.6; shah 2.6).
//
// colfax 2.1.6.11 calls (2):(0) complementable, although no layout completes it to a compact one
// (as its own 2.1.6.15 says). Here a layout with an entry of stride 0 and extent above 1 has no
// complement.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// Whether A has a complement (colfax 2.1.6.11 as amended, 2.1.6.21).
bool is_complementable(const Layout& layout);

/// Whether A has a complement B with size(A) · size(B) = N (colfax 2.1.6.25, 2.1.6.32). Pre: N > 0.
bool is_complementable(const Layout& layout, Int size);

/// Whether (A, B) is compact (colfax 2.3.6.1).
bool is_complement(const Layout& a, const Layout& b);

/// comp♭(A♭), sorted, coalesced and flat (colfax 2.1.6.16); ():() if A has size 1. Undefined unless
/// A is complementable.
Outcome<Layout> flat_complement(const Layout& layout);

/// comp♭(A♭, N), sorted, coalesced and flat (colfax 2.1.6.29); (N):(1) if A has size 1, but ():()
/// if N = 1. Undefined unless A is N-complementable. Pre: N > 0.
Outcome<Layout> flat_complement(const Layout& layout, Int size);

/// comp(A), sorted and coalesced (colfax 2.3.6.5). Undefined unless A is complementable; in
/// conventions other than strict, entries of stride 0 are ignored.
Outcome<Layout> complement(const Layout& layout, Convention convention = Convention::strict);

/// comp(A, N), sorted and coalesced (colfax 2.3.6.5). Pre: N > 0.
///
/// Strict: undefined unless A is N-complementable. In the other conventions (CuTe's), entries of
/// stride 0 are dropped and N is rounded up to a multiple of s_m d_m, so the answer is undefined
/// only if the remaining entries do not divide one another. It never overflows: a multiple that
/// does not fit adds nothing to it.
Outcome<Layout> complement(const Layout& layout, Int size, Convention convention);

}  // namespace layoutcheck::algebra
