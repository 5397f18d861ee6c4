// Answers: the value in one, if it is a value.
#pragma once

#include <layoutcheck/notation/case.hpp>

namespace layoutcheck {

/// The value that the answer is, or nullptr.
inline const Value* value_in(const Answer& answer) {
  return std::get_if<Value>(&answer);
}

/// The layout that the answer is, or nullptr.
inline const Layout* layout_in(const Answer& answer) {
  const Value* value = value_in(answer);
  return value == nullptr ? nullptr : std::get_if<Layout>(value);
}

inline bool is_value(const Answer& answer) {
  return value_in(answer) != nullptr;
}

}  // namespace layoutcheck
