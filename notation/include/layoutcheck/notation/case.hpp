// Cases: one operation with its operands, perhaps an answer and a comment. docs/cases.md describes
// the text.
#pragma once

#include <layoutcheck/notation/operations.hpp>

#include <optional>

namespace layoutcheck {

/// How far the left operand of a composition reaches, and what a complement does with a number that
/// has none.
enum class Convention { strict, extended };

std::string_view name(Convention convention);

/// An answer that is not a value.
enum class NonValue {
  undefined,    // the operation has no answer for these operands
  overflow,     // the answer holds an integer beyond 64 bits
  unsupported,  // this implementation does not offer the operation
  error,        // this implementation refuses, for a reason of its own, which the comment begins with
};

std::string_view name(NonValue answer);

using Answer = std::variant<Value, NonValue>;

struct Case {
  std::string operation;
  /// Set when the case names its convention.
  std::optional<Convention> convention;
  std::vector<Value> operands;
  std::optional<Answer> answer;
  std::string comment;

  friend bool operator==(const Case&, const Case&) = default;
};

}  // namespace layoutcheck
