// Operands as text, to compare them and what is enumerated.
#pragma once

#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/notation/text.hpp>

#include <set>
#include <string>

namespace layoutcheck::engine {

using Lines = std::multiset<std::string>;

inline std::string line(const Operands& operands) {
  std::string text;
  for (const Value& operand : operands)
    text += (text.empty() ? "" : ", ") + to_string(operand);
  return text;
}

}  // namespace layoutcheck::engine
