// The reading: the words of each numbered statement of the sources beside its check, and how much
// of them the check tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::properties {

/// How much of a statement its check tests.
enum class Extent {
  whole,     // every part, on every operand that it admits, against something that isn't itself
  part,      // not that; the note says what is missing
  lines,     // a worked example: every number is in a line of the corpus
  stand_in,  // our copy has lost the content, and something in its place is checked
  none,      // it claims nothing that could be false
};

inline constexpr Extent extents[] = {Extent::whole, Extent::part, Extent::lines, Extent::stand_in,
                                     Extent::none};

std::string_view describe(Extent extent);

struct Reading {
  std::string id;
  /// The words that are checked, verbatim.
  std::string quotation;
  Extent extent = Extent::whole;
  /// What the check compares with what; for a part also what is missing.
  std::string note;
};

/// The readings of all entries (entries.hpp) that have one.
const std::vector<Reading>& readings();

/// The reading of a statement, or nullptr.
const Reading* find_reading(std::string_view id);

}  // namespace layoutcheck::properties
