// What `eval` says to a case: the answers of the algebra and the oracle, and the verdicts.
#pragma once

#include "terminal.hpp"
#include <layoutcheck/judge/judge.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

struct Evaluation {
  struct Item {
    std::string_view label;
    std::string text;
    /// Of a verdict: green where it is right, red at a fault.
    std::optional<Ink> ink = {};
  };

  std::string title;
  std::vector<Item> items;
  /// Whether the algebra agrees with the oracle, and a given answer is right; of a statement,
  /// whether it does not fail.
  bool is_right = false;
};

/// Evaluates a case of an operation or a statement.
Evaluation evaluate(const Case& content, const JudgeOptions& options);

/// The lines that `eval` prints.
std::string to_text(const Evaluation& evaluation, Colours colours);

}  // namespace layoutcheck::cli
