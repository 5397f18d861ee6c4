// Families: the operations and statements that a fuzz target asks about.
#pragma once

#include <layoutcheck/properties/registry.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::fuzz {

class Family {
 public:
  /// The family of these operations and statements, which outlive it. Operations come first.
  explicit Family(std::vector<const engine::Statement*> rows);

  [[nodiscard]] std::span<const engine::Statement* const> rows() const { return rows_; }

  /// How many of them are operations; these come first.
  [[nodiscard]] std::size_t operations() const { return operations_; }

  /// Their names, with all signatures of the family.
  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  std::vector<const engine::Statement*> rows_;
  std::size_t operations_;
  Vocabulary vocabulary_;
};

/// Every row that is checked on operands belongs to one of these concerns.
enum class Concern { layouts, morphisms, refinements, divisions, views };

/// The concern of an operation or statement.
Concern concern_of(const engine::Statement& row);

/// All rows of a concern: operations in both conventions, and the statements with a check that are
/// not known to fail.
const Family& family_of(Concern concern);

/// All rows of all concerns.
const Family& whole_family();

/// The operations of the standard vocabulary.
const Family& operations_family();

}  // namespace layoutcheck::fuzz
