// Inverses of layout functions (docs/inverses.md). The definitions allow for several answers; each
// function below that returns a layout says which one it is.
//
// The *place* of a mode k of coal(L) = (s_1, …, s_m):(d_1, …, d_m) is s_1 ⋯ s_{k−1}: the index at
// which its coordinate is 1 and all others are 0, and so L(place) = d_k.
#pragma once

#include <layoutcheck/oracles/recognition.hpp>

#include <optional>

namespace layoutcheck::oracle {

/// Whether L(R(i)) = i for all i < size(R), where the convention says how L extends beyond its
/// domain. Throws LimitReached.
bool is_right_inverse(const ExactLayout& r, const ExactLayout& l, const Limits& limits,
                      Convention convention = Convention::strict);

/// Strict: whether R(L(i)) = i for all i < size(L). Otherwise: whether L(R(L(i))) = L(i) for all of
/// them, with R and L extended beyond their domains. Throws LimitReached.
bool is_left_inverse(const ExactLayout& r, const ExactLayout& l, Convention convention,
                     const Limits& limits);

/// The largest right inverse whose modes are modes of coal(L), each as a whole: s_k with its place
/// as the stride, in any order. Of several, the one whose table is least. It is found by trying all
/// of them. Throws LimitReached.
ExactLayout right_inverse(const ExactLayout& l, const Limits& limits);

/// The left inverse of the shape (d_1, d_2/d_1, …, d_n/d_{n−1}, s_n), where d_1 < … < d_n are the
/// strides above 0 of coal(L), and s_n the extent of the last; coalesced. Its strides are forced:
/// it maps d_k to the place of that mode and, as L need not take the values below d_1, the first
/// one is 0. In conventions other than strict, modes of stride 0 are ignored: R(L(i)) is the index
/// whose coordinates in these are 0 instead. Undefined if there is no such shape, or no such left
/// inverse. Throws LimitReached.
Outcome<ExactLayout> left_inverse(const ExactLayout& l, Convention convention,
                                  const Limits& limits);

/// The largest restriction, of any right inverse of B whose modes are modes of coal(B), to some [0,
/// n) that is a layout function and a right inverse of A; coalesced. Of several, the one whose
/// table is least. Throws LimitReached.
ExactLayout max_common_layout(const ExactLayout& a, const ExactLayout& b, Convention convention,
                              const Limits& limits);

}  // namespace layoutcheck::oracle
