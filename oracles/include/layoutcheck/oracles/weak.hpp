// Weak post-conditions: what CuTe's documents promise where they promise less than the sources.
//
// A right inverse R of L has L(R(i)) = i; that it is the longest goes without saying there.
//
// Of complements, and of the divisions and products that inherit them:
//
// CuTe's reference (NVlabs/CuTe, docs/04_layout_algebra.md) promises less of the complement L* of L
// than that the two tile: that it is weakly congruent to the codomain of L, which integers always
// are, that it is *ordered*, and that it is *disjoint* from L. It promises the tiling only where L
// has a complement in the sense of colfax 2.3.6: where its strides form a divisible chain. So
// elsewhere there is no one answer, but a given one can be checked:
//   - complement: R(0) < R(1) < …, and no R(i) with i > 0 is a value of L.
//   - A ⊘ B = A∘(B, B*): with offsets 0 = c(0) < c(1) < … that are no values of B after the first,
//     the answer is A(B(i) + c(j)) at (i, j).
//   - A ⊗ B = (A, A*∘B): the answer is A(i) + r(j) at (i, j), where r(j) is A* at B(j). So r grows
//     exactly as B does, is 0 where B is, and elsewhere no value of A.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <optional>
#include <string>

namespace layoutcheck::oracle {

/// Whether its answers inherit a complement, and so the weak post-condition: the complements,
/// divisions and products of layouts that depend on the convention.
bool is_about_complement(const Operation& operation);

/// Whether its answers have a weak post-condition: right inverses of all kinds of layouts, and what
/// is_about_complement.
bool has_weak_condition(const Operation& operation);

/// Whether each layout that the question complements has a complement, by itself if the tiler acts
/// by mode; entries of stride 0 do not count. Pre: is_about_complement of its operation. Throws
/// LimitReached.
bool is_complementable_where_asked(const Case& question, const Limits& limits);

/// The first clause of the weak post-condition that the claimed answer violates, in words with
/// numbers; nothing if there is none. Of a division or product, what does have a complement, a mode
/// if the tiler acts by mode, must answer to it. All points are compared. Pre: has_weak_condition
/// of its operation, the answer is of its sort, and the convention is not strict. Throws
/// LimitReached.
std::optional<std::string> weak_objection(const Case& question, const Value& answer,
                                          Convention convention, const Limits& limits);

}  // namespace layoutcheck::oracle
