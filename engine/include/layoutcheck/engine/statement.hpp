// Statements: what is claimed, on which operands, and the check of the claim as it stands.
#pragma once

#include <layoutcheck/engine/check.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::engine {

enum class Standing {
  holds,            // no counterexample is known
  fails_as_stated,  // a counterexample is known; the amended statement is checked beside it
  not_checkable,    // it claims nothing that could be false
};

std::string_view describe(Standing standing);

struct Statement {
  /// The id as an operation of a case: "colfax.2.1.4.15". An amendment ends in ".amended", with a
  /// number after it if there are several; a property that relates definitions of several sources
  /// begins with "relation."; an operation has its signature.
  std::string id;
  /// As the source calls it: "Lemma", "Proposition", …; or "Amendment", "Relation", "Operation".
  std::string kind;
  /// What it says, in one or two lines.
  std::string says;
  /// For an operation of the standard vocabulary: which one it is, and how it is asked.
  const Operation* operation = nullptr;
  Convention convention = Convention::strict;
  Domain domain = {};
  /// Checks the claim literally. It may throw LimitReached (undecided) or Overflow (unmet). Without
  /// one, the lines of the corpus that name the id are the check.
  Check check = {};
  Standing standing = Standing::holds;
  /// For one that fails as stated: the smallest counterexample as a case, such as
  /// "colfax.2.1.6.21((2):(0)) = false"; without a check, the claim as a case whose answer is
  /// wrong.
  std::string counterexample = {};
  /// For one that fails as stated: why the proof fails there. For one that is not checkable: the
  /// reason. Else what a reader should know of the reading that is checked, if anything.
  std::string remark = {};
  /// For one that fails as stated: the least change that makes it true.
  std::string change = {};
  /// Whether it fails by a typing error, such as a wrong number in an example, and not by its
  /// mathematics.
  bool misprint = false;
  /// The definitions and constructions that it uses and that are broken as printed, by their ids.
  /// Its check follows them to the letter; its amendments follow their amendments. One that fails
  /// as stated and is to be left as it is once they are amended has no `change`.
  std::vector<std::string> uses = {};
  /// What our copy of the source has lost of it, such as a diagram; then the check is of a stand-in
  /// and shows nothing of the statement itself.
  std::string lost = {};
  /// Typing errors in its text that leave the claim as it is, each in a sentence.
  std::vector<std::string> slips = {};
  /// The least percentage of random operands that must satisfy the hypothesis.
  unsigned floor = 20;
};

/// The check, with its exceptions turned into results: LimitReached into undecided, Overflow into
/// unmet, any other into a failure.
Result checked(const Statement& statement, const Operands& operands);

/// The result as the answer of a case. Throws LimitReached if it is undecided, and
/// std::runtime_error if an exception ended the check: then there is no answer that could be right.
Answer answer_in(const Result& result);

/// A statement with a check as an operation, whose answer is whether it holds.
Operation as_operation(const Statement& statement);

/// The operands as a case of the statement: "colfax.2.1.6.21((2):(0)) = false".
std::string as_case(const Statement& statement, const Operands& operands, Result::Kind kind);

}  // namespace layoutcheck::engine
