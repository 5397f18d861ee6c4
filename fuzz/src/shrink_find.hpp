// Shrinking what an engine has found: to simpler operands, then to the first in the enumeration's
// order.
#pragma once

#include "sandbox.hpp"
#include <layoutcheck/engine/runner.hpp>

#include <optional>
#include <string>

namespace layoutcheck::fuzz {

/// An input that ends in a fault.
struct Find {
  std::string input;
  Fate fate;
};

/// The input, as simple as the budget reaches, with a fault of the same kind: of a target whose
/// inputs are cases, the one line, with simpler operands and answer; of another, fewer bytes.
/// Nothing if the input does not end in a fault when it is checked alone.
std::optional<Find> shrunk(std::string_view input, const Target& target, Sandbox& sandbox,
                           const engine::RunOptions& options);

/// The find in lines for people: the case with the answer that was found wrong, why, and what the
/// algebra and the oracle say to it.
std::string explained(const Find& find, const Target& target);

/// The line for the corpus: the case with the answer that is right by the oracle, and the comment.
/// Nothing if the find is no case, or the oracle does not decide it.
std::optional<std::string> corpus_line(const Find& find, const std::string& comment);

}  // namespace layoutcheck::fuzz
