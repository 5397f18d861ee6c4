// Cases: one operation with its operands, perhaps an answer and a comment. docs/cases.md describes
// the text. A case is a chain if the answer of another operation stands for one of its operands.
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

/// An operation of a chain whose answer is an operand.
struct Inner {
  std::string operation;
  std::optional<Convention> convention;
  /// Its operands are so many of the values of the case, from this one on.
  std::size_t first = 0;
  std::size_t count = 0;

  friend bool operator==(const Inner&, const Inner&) = default;
};

struct Case {
  std::string operation;
  /// Set when the case names its convention.
  std::optional<Convention> convention;
  /// Of a chain the values of all its operations, in the order of the text.
  std::vector<Value> operands;
  std::optional<Answer> answer;
  std::string comment;
  /// The operations that stand for operands, in the order of the text; none unless it is a chain.
  std::vector<Inner> inner = {};

  friend bool operator==(const Case&, const Case&) = default;
};

/// The operation that the case asks for, of a chain the outer one; nullptr if no signature fits.
const Operation* operation_of(const Case& content,
                              const Vocabulary& vocabulary = standard_vocabulary());

}  // namespace layoutcheck
