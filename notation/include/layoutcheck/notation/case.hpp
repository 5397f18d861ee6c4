// Cases: one operation with its operands, perhaps an answer and a comment. docs/cases.md describes
// the text.
#pragma once

#include <layoutcheck/notation/operations.hpp>

#include <optional>

namespace layoutcheck {

/// How far the left operand A of a composition reaches, and what a complement does with a number
/// that has none.
enum class Convention {
  strict,    // A is defined on its domain, and only complementable numbers have complements
  extended,  // the last mode of A goes on for ever, and the number is rounded up
  squeezed,  // as extended, but trailing extents of 1 are dropped first
};

inline constexpr Convention conventions[] = {Convention::strict, Convention::extended,
                                             Convention::squeezed};

std::string_view name(Convention convention);

/// The convention of this name, if there is one.
std::optional<Convention> convention_named(std::string_view name);

/// An answer that is not a value.
enum class NonValue {
  undefined,    // the operation has no answer for these operands
  overflow,     // the answer holds an integer beyond 64 bits
  unsupported,  // this implementation does not offer the operation
  error,  // this implementation refuses, for a reason of its own, which the comment begins with
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

/// The operation of standard_vocabulary() that the case asks for, or nullptr.
const Operation* operation_of(const Case& content);

}  // namespace layoutcheck
