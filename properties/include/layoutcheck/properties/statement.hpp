// Statements: what is claimed, on which operands, and the check of the claim as it stands.
#pragma once

#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/properties/domain.hpp>

#include <string>
#include <vector>

namespace layoutcheck::properties {

/// What a check found out about one choice of operands.
struct Result {
  enum class Kind {
    holds,
    unmet,      // the hypothesis does not hold, so nothing was checked
    fails,      // a counterexample
    undecided,  // the work limit was reached
  };
  Kind kind = Kind::holds;
  /// For a failure: what was found and what was claimed.
  std::string why;
  /// For an operation: the verdict on the answer.
  std::optional<VerdictKind> verdict;
};

inline Result holds() {
  return {};
}
inline Result unmet() {
  return {Result::Kind::unmet, "", {}};
}
inline Result fails(std::string why) {
  return {Result::Kind::fails, std::move(why), {}};
}

/// holds() or fails(why); `why` is called only for a failure.
template <class Why>
Result holds_if(bool condition, Why&& why) {
  return condition ? holds() : fails(std::forward<Why>(why)());
}

/// holds() if both are equal; else fails, with both printed.
template <class A, class B>
Result holds_if_equal(const A& found, const B& claimed);

enum class Standing {
  holds,            // no counterexample is known
  fails_as_stated,  // a counterexample is known; the amended statement is checked beside it
};

struct Statement {
  /// The id as an operation of a case: "colfax.2.1.4.15"; an amendment ends in ".amended"; an
  /// operation has its signature.
  std::string id;
  /// "Lemma", "Proposition", …, "Amendment" or "Operation".
  std::string kind;
  /// What it says, in one or two lines.
  std::string says;
  Domain domain;
  /// Checks the claim literally. It may throw LimitReached (undecided) or Overflow (unmet).
  std::function<Result(const Operands&)> check;
  Standing standing = Standing::holds;
  /// For one that fails as stated: the smallest counterexample as a case, such as
  /// "colfax.2.1.6.21((2):(0)) = false".
  std::string counterexample = {};
  /// For one that fails as stated: why, and the least change that makes it true.
  std::string remark = {};
  /// The least percentage of random operands that must satisfy the hypothesis.
  unsigned floor = 20;
};

/// The check, with its exceptions turned into results: LimitReached into undecided, Overflow into
/// unmet, any other into a failure.
Result checked(const Statement& statement, const Operands& operands);

/// The operands as a case of the statement: "colfax.2.1.6.21((2):(0)) = false".
std::string as_case(const Statement& statement, const Operands& operands, Result::Kind kind);

template <class A, class B>
Result holds_if_equal(const A& found, const B& claimed) {
  return holds_if(found == claimed,
                  [&] { return to_string(found) + " is not " + to_string(claimed); });
}

}  // namespace layoutcheck::properties
