// Scopes: the operands that an operation is always asked with, for any seed, in parts that are each
// complete.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <memory>
#include <string>
#include <vector>

namespace layoutcheck::engine {

/// All choices of operands that its description covers, each once.
class Tier {
 public:
  /// The choices of each operand in turn; each operand is independent of the previous ones.
  using Product = std::vector<std::shared_ptr<const std::vector<Value>>>;

  Tier(std::string words, std::vector<Product> products);
  Tier(std::string words, std::vector<Operands> choices);

  /// The description: "A of 1 mode (extents 2 to 4, strides 0 to 3)".
  [[nodiscard]] const std::string& words() const { return words_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Pre: i < count().
  [[nodiscard]] Operands at(std::size_t i) const;
  /// The index for at() of the i-th choice, in an order whose every prefix is spread over all
  /// choices.
  [[nodiscard]] std::size_t scattered(std::size_t i) const;

 private:
  void scatter();

  std::string words_;
  std::vector<Product> products_;
  std::shared_ptr<const std::vector<Operands>> choices_;
  std::size_t count_ = 0;
  std::size_t step_ = 1;
};

/// The tiers are disjoint.
struct Scope {
  /// The kind of operands, as "a layout"; all operations of a kind have the same tiers.
  std::string kind;
  std::vector<Tier> tiers;

  [[nodiscard]] std::size_t count() const;
};

/// The scope of a row, determined by the sorts of its operands, and by whether the operation
/// depends on the function, or only on brackets and lists of modes. It has static lifetime.
const Scope& scope_of(const Statement& row);

}  // namespace layoutcheck::engine
