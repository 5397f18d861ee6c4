// Domains of operations.
#pragma once

#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/notation/operations.hpp>

namespace layoutcheck::properties {

/// The operands that an operation is checked on: mostly such that there is an answer. The operation
/// outlives it.
Domain domain_of(const Operation& operation);

}  // namespace layoutcheck::properties
