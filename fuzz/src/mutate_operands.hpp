// Mutations of several operands at once, so that what must fit together still does.
#pragma once

#include "mutate_values.hpp"
#include <layoutcheck/notation/operations.hpp>

namespace layoutcheck::fuzz {

using Operands = std::vector<Value>;

/// Changes of operands of an operation. They return false, and leave anything, where the change
/// that was chosen cannot be made; operands need not be of their sorts afterwards.
bool change_operands(Entropy& entropy, Operands& operands, const Operation& operation);

/// One operand made of another: a copy, a part, a shape.
bool exchange_operand(Entropy& entropy, Operands& operands, const Operation& operation,
                      const Operands& from);

}  // namespace layoutcheck::fuzz
