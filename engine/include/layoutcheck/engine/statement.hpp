// Statements: claims, their operands, and their checks as stated.
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
  /// The source's term: "Lemma", "Proposition", …; or "Amendment", "Relation", "Operation".
  std::string kind;
  /// What it says, in one or two lines.
  std::string says;
  /// For an operation of the standard vocabulary: its signature, and how it is asked.
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
  /// Whether it fails because of a misprint, such as a wrong number in an example, rather than
  /// mathematically.
  bool misprint = false;
  /// The definitions and constructions that it uses and that are broken as printed, by id. Its
  /// check follows them literally; its amendments follow their amendments. A statement that fails
  /// as stated but needs no change once they are amended has no `change`.
  std::vector<std::string> uses = {};
  /// What our copy of the source lacks, such as a diagram; then the check is of a stand-in and
  /// shows nothing about the statement itself.
  std::string lost = {};
  /// Typos in its text that do not affect the claim, each a sentence.
  std::vector<std::string> slips = {};
  /// The least percentage of random operands that must satisfy the hypothesis.
  unsigned floor = 20;
};

/// The check, with its exceptions turned into results: LimitReached into undecided, Overflow into
/// unmet, any other into a failure.
Result checked(const Statement& statement, const Operands& operands);

/// The result as the answer of a case. Throws LimitReached if it is undecided, and
/// std::runtime_error if an exception ended the check, because no answer could then be right.
Answer answer_in(const Result& result);

/// A statement with a check as an operation, whose answer is whether it holds.
Operation as_operation(const Statement& statement);

/// The operands as a case of the statement: "colfax.2.1.6.21((2):(0)) = false".
std::string as_case(const Statement& statement, const Operands& operands, Result::Kind kind);

}  // namespace layoutcheck::engine
