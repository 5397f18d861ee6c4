// Fuzz targets: what is done with an input, and how inputs are mutated.
#pragma once

#include "family.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace layoutcheck::fuzz {

/// What became of an input.
struct Checked {
  enum class Kind {
    passed,
    rejected,  // it is not what the target takes; nothing was checked
    found,     // a fault of what is under test
  };
  Kind kind = Kind::passed;
  /// For a fault: the line, as a case with the answer that was found wrong where there is one.
  std::string line;
  /// For a fault: what is wrong.
  std::string why;
};

inline Checked passed() {
  return {};
}
inline Checked rejected() {
  return {Checked::Kind::rejected, "", ""};
}
inline Checked found(std::string line, std::string why) {
  return {Checked::Kind::found, std::move(line), std::move(why)};
}

struct Target {
  std::string_view name;
  /// What it aims at, in a line.
  std::string_view says;
  /// What the mutator asks about.
  const Family& (*family)() = nullptr;
  /// Whether the mutator gives answers to cases.
  bool with_answers = false;
  /// Whether an input is many lines, and not mostly one.
  bool several_lines = false;
  /// How many inputs of a hundred are changed byte by byte, and need not be cases.
  unsigned plain_percent = 0;
  /// How many steps (notation/work.hpp) an engine grants an input, which passes where they end;
  /// with 0 it has only the limits of its check. Few inputs would take most of the time otherwise.
  std::int64_t steps = 0;
  /// Checks an input of any bytes. It throws nothing.
  Checked (*check)(std::string_view input) = nullptr;
};

// The targets, one a concern. Who names one links what it checks, and not what the others do.
extern const Target notation_target;
extern const Target layouts_target;
extern const Target morphisms_target;
extern const Target refinements_target;
extern const Target divisions_target;
extern const Target views_target;
extern const Target judge_target;
extern const Target check_target;
extern const Target ptx_target;

/// All of them.
std::span<const Target> targets();

/// The target with this name, or nullptr.
const Target* find_target(std::string_view name);

}  // namespace layoutcheck::fuzz
