// The vocabulary: the operations that a case can name, with their signatures.
#pragma once

#include <layoutcheck/notation/value.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck {

/// What an operation does. Whoever treats operations alike asks for this, and not for their names.
enum class Family {
  other,
  coalescing,
  complement,
  composition,
  weak_composition,
  division,
  product,
  inverse,     // also the inverse image of 0
  order,       // row-major and column-major
  refinement,  // of nested tuples, and along it
  addition,    // a layout that is known by its function alone
  modes,       // a layout that is known by its function and the sizes of its modes
};

/// How a division or a product arranges its two parts.
enum class Arrangement { logical, zipped, tiled, flat, blocked, raked, colfax };

/// One signature of an operation; an overloaded operation has several.
struct Operation {
  std::string name;
  std::vector<Sort> operands;
  Sort answer = Sort::truth;
  /// The last operand may be repeated.
  bool variadic = false;
  /// The answer depends on the convention (strict or extended).
  bool conventional = false;
  std::string summary;
  Family family = Family::other;
  Arrangement arrangement = Arrangement::logical;
};

/// Whether it has so many operands.
inline bool takes_so_many(const Operation& operation, std::size_t count) {
  const std::size_t fixed = operation.operands.size();
  return operation.variadic ? count >= fixed : count == fixed;
}

/// The sort of the operand at this place, where the last one may be repeated.
inline Sort sort_at(const Operation& operation, std::size_t i) {
  return operation.operands[std::min(i, operation.operands.size() - 1)];
}

/// Whether the answer is a layout that is specified by its function, and so has other forms: that
/// of an operation on layouts that coalesces, complements, composes, divides, multiplies or adds.
bool specifies_function(const Operation& operation);

/// Whether the answer is a layout that is specified by a property that several functions have:: an
/// inverse of a layout, or of 0 under it.
bool specifies_property(const Operation& operation);

/// `complement(layout, positive)`, for messages.
std::string signature(const Operation& operation);

/// A set of operations in which words are looked up.
class Vocabulary {
 public:
  explicit Vocabulary(std::vector<Operation> operations);

  [[nodiscard]] std::span<const Operation> operations() const { return operations_; }

  /// All signatures of that name, in the order of declaration.
  [[nodiscard]] std::vector<const Operation*> named(std::string_view name) const;

  /// The first signature of that name that takes these operands, or nullptr.
  [[nodiscard]] const Operation* find(std::string_view name, std::span<const Value> operands) const;

  /// "; did you mean 'sum'?", with the name that is nearest to a misspelt one; "" if none is near.
  [[nodiscard]] std::string suggestion(std::string_view name) const;

 private:
  /// The places of the operations of that name, in the order of declaration.
  [[nodiscard]] std::span<const std::size_t> places(std::string_view name) const;

  std::vector<Operation> operations_;
  std::vector<std::size_t> by_name_;
};

/// The operations of docs/cases.md.
const Vocabulary& standard_vocabulary();

}  // namespace layoutcheck
