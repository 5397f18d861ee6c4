// What `show` draws: a value, or the answer to a case, as text or as a picture.
#pragma once

#include "text_grid.hpp"
#include <layoutcheck/judge/judge.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace layoutcheck::cli {

struct DrawingOptions {
  /// auto, columns, outer, inner or none.
  std::string tiles = "auto";
  /// The shape of the tile in which a layout over (thread, value) is drawn, if it is to be.
  std::string tv;
  std::size_t max_cells = 1024;
};

/// What is to be drawn, and what it is called.
struct Shown {
  Value value;
  std::string title;
  /// The case whose answer it is.
  std::optional<Case> question;
  /// A picture must not mislead: what the oracle objects to in the answers.
  std::vector<std::string> faults;
};

/// A case without an answer that could be drawn.
struct NothingToDraw : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether the text is a case: a name before a bracket.
bool is_case(const std::string& text);

/// The value, or the answer to the case, that the expression is. Throws NothingToDraw, and
/// std::invalid_argument with the text and the column.
Shown read_shown(const std::string& expression, const JudgeOptions& options);

/// As SVG. Throws std::invalid_argument for a value of which there are no pictures.
std::string picture_of(const Shown& shown, const DrawingOptions& options);

std::string text_of(const Shown& shown, const DrawingOptions& options, const TextStyle& style);

}  // namespace layoutcheck::cli
