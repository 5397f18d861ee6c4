// Compactness and complements.
//
// Lemma (mixed radix). Let L be a compact layout whose extents are all above 1, and order its
// entries by stride: t_1:e_1, …, t_n:e_n with e_1 ≤ … ≤ e_n. Then e_k = t_1 ⋯ t_{k−1} for each k.
// Proof, by induction on k: the first k − 1 entries take exactly the values [0, p), where p = t_1 ⋯
// t_{k−1}. The value e_k is taken by the coordinate that is 1 at entry k and 0 elsewhere, so it is
// none of those, and e_k ≥ p. The value p is taken too (p < size(L), as n ≥ k), and by a coordinate
// that is not 0 at some entry from k on, so p ≥ e_k. Conversely, a layout with such strides writes
// each number below its size in mixed radix, once: it is compact.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/recognition.hpp>

namespace layoutcheck::oracle {

/// Whether Φ_L: [0, size(L)) → [0, cosize(L)) is a bijection (colfax 2.3.5.1). It is tabulated;
/// where the table exceeds the limit, the lemma decides (entries of extent 1 do not matter).
bool is_compact(const ExactLayout& layout, const Limits& limits);
bool is_compact_by_radix(const ExactLayout& layout);

/// Whether (A, B) is compact (colfax 2.3.6.1).
bool is_complement(const ExactLayout& a, const ExactLayout& b, const Limits& limits);

/// The sorted and coalesced N-complement of A (colfax 2.1.6.33), flat, by covering [0, N):
/// size(A)·size(B) = N, and (A, B) is a bijection onto [0, N) (colfax 2.3.6.7). Throws LimitReached
/// if N exceeds the limit.
///
/// The values of an N-complement B are forced. Let I be the values of A and F a set of values of B,
/// at first empty, and let u be the least number of [0, N) that is not in I + F.
///   - Each value b < u of B is in F. For b = 0 + b, and b = a + f for some a ∈ I and f ∈ F, as u
///     is the least that is not covered; but each number is a value of A plus a value of B in one
///     way only, so that b = f.
///   - u = a + b for some value b of B. If b < u, then b ∈ F, and u would be covered. So b = u,
///     and u is a value of B.
/// Put u into F and go on. If u + a, for some a, is already covered or is not below N, then A has
/// no N-complement.
///
/// So B takes the values F once each; let f(0) < f(1) < … be the members of F. If f is the function
/// of a coalesced layout, that layout is an N-complement, and it is sorted: d_i < d_{i+1}, because
/// these are the values of f at s_1 ⋯ s_{i−1} < s_1 ⋯ s_i. Conversely, if B is any N-complement,
/// drop its extents 1 and order its entries by stride. By the lemma each stride exceeds what all
/// entries before it add up to, so that the function increases: it is f. Being coalesced and having
/// the function f, the answer is unique.
Outcome<ExactLayout> complement_by_covering(const ExactLayout& a, const Exact& n,
                                            const Limits& limits);

/// The largest s_i·d_i over the entries with s_i > 1, or 1 if there is none: if A has a complement
/// at all, this is the least N for which it has an N-complement, and the others are its multiples.
///
/// For let B be an N-complement, and t_1:e_1, …, t_n:e_n the entries of (A, B) with extent above 1
/// by stride. By the lemma N = t_1 ⋯ t_n and t_k·e_k = t_1 ⋯ t_k. Let k be the last one that is an
/// entry of A: then reach(A) = t_1 ⋯ t_k divides N, all entries of A are among the first k, and
/// those of B among them form a reach(A)-complement. Conversely, if B is a reach(A)-complement,
/// then (B, q:reach(A)) is a q·reach(A)-complement.
Exact reach(const ExactLayout& layout);

/// The least multiple of reach(A) from n on: the least such number for which A has a complement, if
/// it has any.
Exact complementable_from(const ExactLayout& a, const Exact& n);

/// The complement of A of least size, sorted, coalesced and flat (colfax 2.1.6.16): the
/// reach(A)-complement. It is found by covering [0, reach(A)); where that exceeds the limit, the
/// lemma decides.
Outcome<ExactLayout> flat_complement(const ExactLayout& a, const Limits& limits);

/// The same by the lemma: the entries of A, by stride, must be entries of a mixed radix, and the
/// entries of B fill the gaps between them. Where an entry of A ends at p and the next one has the
/// stride d, the gap is filled by d / p : p, a single entry because B is coalesced.
Outcome<ExactLayout> complement_by_radix(const ExactLayout& a);

/// The N-complement of A, sorted, coalesced and flat (colfax 2.1.6.29). Under `extended`, entries
/// of stride 0 are ignored, and N is replaced by the least number from N on for which there is a
/// complement.
Outcome<ExactLayout> flat_complement(const ExactLayout& a, const Exact& n, Convention convention,
                                     const Limits& limits);

/// A without its entries of stride 0, flat.
ExactLayout without_zero_strides(const ExactLayout& a);

}  // namespace layoutcheck::oracle
