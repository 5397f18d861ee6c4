// Mutations of parsed cases: what a fuzzing engine tries next.
#pragma once

#include "family.hpp"
#include <layoutcheck/engine/entropy.hpp>

namespace layoutcheck::fuzz {

using engine::Entropy;

struct MutationOptions {
  /// Whether cases get answers, right and wrong ones; without, they have none.
  bool with_answers = false;
  /// No line is longer, so that inputs stay fast; at least 64.
  std::size_t longest = 256;
};

/// A case of the family with operands from its generators, of any size.
Case fresh(Entropy& entropy, const Family& family, const MutationOptions& options = {});

/// The case with one to a few changes: modes split and merged, permuted, nested and flattened,
/// strides scaled, extents of 1 and strides of 0 planted, an operand exchanged for a part of
/// another, another operation that takes the operands, another convention, another answer. Its line
/// parses with the family's vocabulary to what is returned, and is no longer than allowed.
/// Precondition: the case is one of the family.
Case mutated(Entropy& entropy, const Case& content, const Family& family,
             const MutationOptions& options = {});

/// A case with operands, or parts of them, from both. As above.
Case spliced(Entropy& entropy, const Case& one, const Case& other, const Family& family,
             const MutationOptions& options = {});

}  // namespace layoutcheck::fuzz
