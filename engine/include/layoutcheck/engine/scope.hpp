// Scopes: the operands that an operation is asked with whatever the seed, in parts of which each is
// complete.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <memory>
#include <string>
#include <vector>

namespace layoutcheck::engine {

/// All choices of operands that its words describe, each once.
class Tier {
 public:
  /// Choices of one operand after another; each operand is independent of those before.
  using Product = std::vector<std::shared_ptr<const std::vector<Value>>>;

  Tier(std::string words, std::vector<Product> products);
  Tier(std::string words, std::vector<Operands> choices);

  /// "A of 1 mode (extents 2 to 4, strides 0 to 3)", for people.
  [[nodiscard]] const std::string& words() const { return words_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Pre: i < count().
  [[nodiscard]] Operands at(std::size_t i) const;
  /// The place in at() of the i-th choice in an order of which each beginning is spread over all.
  [[nodiscard]] std::size_t scattered(std::size_t i) const;

 private:
  void scatter();

  std::string words_;
  std::vector<Product> products_;
  std::shared_ptr<const std::vector<Operands>> choices_;
  std::size_t count_ = 0;
  std::size_t step_ = 1;
};

/// The tiers have no choice in common.
struct Scope {
  /// What the operands are, as "a layout"; the tiers are the same for all operations of a kind.
  std::string kind;
  std::vector<Tier> tiers;

  [[nodiscard]] std::size_t count() const;
};

/// The scope of a row: by the sorts of its operands, and by whether the operation is about a
/// function, or brackets and lists of modes only. It lives as long as the program.
const Scope& scope_of(const Statement& row);

}  // namespace layoutcheck::engine
