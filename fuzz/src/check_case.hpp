// Checking a case as the targets of the operations do: this project's answer must have the verdict
// `agrees`, and a statement must hold.
#pragma once

#include "target.hpp"
#include <layoutcheck/oracles/limits.hpp>

#include <functional>

namespace layoutcheck::fuzz {

/// What a check of an input may cost: an input that needs more is passed, so that inputs stay fast.
inline constexpr oracle::Limits input_limits{512};

/// The judge within these limits.
inline const JudgeOptions input_judgement{.limits = input_limits, .samples = 64};

/// The line as a case of the family, or nothing.
std::optional<Case> parsed(std::string_view line, const Family& family);

/// Passed if the algebra's answer to the question agrees with the oracle, or if the statement holds
/// or its hypothesis is not met; also where a work limit is reached.
Checked check_case(const Case& question);

/// The outcomes of all lines of an input, made one: the first that was found, else passed if one
/// was.
Checked check_lines(std::string_view input,
                    const std::function<Checked(std::string_view line)>& check);

}  // namespace layoutcheck::fuzz
