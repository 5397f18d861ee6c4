// Enumerators of dependent operands: one after the other, each derived from the previous ones.
#pragma once

#include <layoutcheck/engine/domain.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::engine {

/// The choices of the next operand, given the previous ones. Visits the choices of a weight, or all
/// of them, whatever their weight, if they are few; returns false if the visitor stopped.
struct Part {
  using Visit = std::function<bool(const Value&)>;

  std::function<bool(const Operands& before, std::size_t weight, const Bounds&, const Visit&)>
      of_weight = {};
  std::function<bool(const Operands& before, const Visit&)> all = {};
  /// The minimum weight.
  std::size_t least = 1;
};

/// Every choice of the parts, in the order of the weights of the first, then of the second, and so
/// on. The first decides to which shard a choice belongs. With an order, operand i is the choice
/// of part order[i].
Enumerator in_turn(std::vector<Part> parts, std::vector<std::size_t> order = {});

/// The same after operands that have their own enumerator; each of those is a part in the order.
Enumerator in_turn(Enumerator first, std::vector<Part> parts, std::vector<std::size_t> order = {});

/// A value of the sort, independent of the previous operands.
Part any(Sort sort);

/// The choices that pass a test.
Part such_that(Part part, std::function<bool(const Operands& before, const Value& choice)> test);

/// A shape computed from the previous operands, if it exists.
using ShapeOf = std::function<std::optional<NestedTuple>(const Operands& before)>;
ShapeOf shape_at(std::size_t operand);
ShapeOf domain_at(std::size_t operand);
ShapeOf codomain_at(std::size_t operand);

/// A shape that refines the other.
Part refining(ShapeOf shape);

/// A shape with these entries.
Part reparenthesizing(ShapeOf shape);

/// A morphism with this codomain, or with this domain; its other side is flat, or any shape.
Part morphism_into(ShapeOf codomain, bool flat);
Part morphism_from(ShapeOf domain, bool flat);

/// The operands of a domain and one more, which is drawn, and enumerated, from those before.
Domain extended(Domain domain, std::string name, Sort sort,
                std::function<Value(Entropy&, int size, const Operands& before)> draw, Part part);

}  // namespace layoutcheck::engine
