// Weak post-conditions: what CuTe's documents promise where they promise less than the sources.
//
// Of a right inverse R of L: that L(R(i)) = i, and nothing about its length.
//
// Of complements, and of the divisions and products that inherit them:
//
// Where L has no complement in the sense of colfax 2.3.6, since its strides form no divisible
// chain, CuTe's documents promise less of the complement L* of L under N than that the two tile,
// and not all of them the same: a profile says which of the clauses below. (That L* is weakly
// congruent to the codomain of L goes without saying, since integers always are.) So there is no
// one answer, but a given one can be checked:
//   - complement: the clauses, of its values R(0), R(1), …
//   - A ⊘ B = A∘(B, B*): with offsets 0 = c(0) < c(1) < … that are no values of B after the first,
//     the answer is A(B(i) + c(j)) at (i, j); the offsets are the values of B* under size(A), and
//     meet the other clauses.
//   - A ⊗ B = (A, A*∘B): the answer is A(i) + r(j) at (i, j), where r(j) is A* at B(j). So r grows
//     exactly as B does, is 0 where B is, and elsewhere no value of A. The other clauses are about
//     values that it does not show.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace layoutcheck::oracle {

/// What the documents may say of a complement R of A under N; N is cosize(A) if none is given.
enum class WeakClause {
  ordered,   // R(0) < R(1) < … (CUTLASS, 02_layout_algebra.md; NVlabs/CuTe)
  disjoint,  // no R(i) with i > 0 is a value of A (both)
  reaching,  // cosize((A, R)) ≥ N (CUTLASS, 02_layout_algebra.md and its test of complement)
  bounded,  // cosize(R) ≤ N rounded up to a multiple of cosize(A) (that test; the document has ≥)
  largest,  // no ordered, disjoint layout that fits is larger (NVlabs/CuTe, pycute/algebra.py): R
            // has no fewer values than the gaps between the strides of A, in as many periods as
            // are below N
};

inline constexpr WeakClause weak_clauses[] = {WeakClause::ordered, WeakClause::disjoint,
                                              WeakClause::reaching, WeakClause::bounded,
                                              WeakClause::largest};

/// "reaching", as in a profile.
std::string_view name(WeakClause clause);

using WeakClauses = std::set<WeakClause>;

/// What a claimed answer violates.
struct WeakObjection {
  /// In words with numbers.
  std::string why;
  /// The clause that its complement violates; none if it has no complement, or violates something
  /// other than a clause.
  std::optional<WeakClause> clause;
  /// Whether its complement fills the gaps between the strides in turn, as CuTe's does, whatever
  /// it violates.
  bool fills_gaps = false;
};

/// Whether its answers depend on a complement, and so have the weak post-condition: the
/// complements, divisions and products of layouts that depend on the convention.
bool is_about_complement(const Operation& operation);

/// Whether its answers have a weak post-condition: right inverses of all kinds of layouts, and what
/// is_about_complement.
bool has_weak_condition(const Operation& operation);

/// Whether each layout that the question complements has a complement, each by itself if the tiler
/// acts by mode; entries of stride 0 are ignored. Pre: is_about_complement of its operation. Throws
/// LimitReached.
bool is_complementable_where_asked(const Case& question, const Limits& limits);

/// How the claimed answer violates the weak post-condition with these clauses, which are about
/// complements; nothing if it does not. In a division or product, whatever does have a complement
/// (a mode, if the tiler acts by mode) must be answered with it. All points are compared. Pre:
/// has_weak_condition of its operation, the answer is of its sort, and the convention is not
/// strict. Throws LimitReached.
std::optional<WeakObjection> weak_objection(const Case& question, const Value& answer,
                                            const WeakClauses& clauses, Convention convention,
                                            const Limits& limits);

}  // namespace layoutcheck::oracle
