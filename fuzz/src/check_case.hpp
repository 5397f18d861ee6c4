// Checking a case as the targets of the operations do: this project's answer must have the verdict
// `agrees`, and a statement must hold.
#pragma once

#include "target.hpp"
#include <layoutcheck/oracles/limits.hpp>

#include <functional>

namespace layoutcheck::fuzz {

/// What a check of an input may cost: an input that needs more is passed, so that inputs stay fast.
inline constexpr oracle::Limits input_limits{512};

/// How many steps an engine grants an input of one case.
inline constexpr std::int64_t input_steps = 4096;

/// The judge within these limits.
inline const JudgeOptions input_judgement{.limits = input_limits, .samples = 64};

/// The line as a case of the family, or nothing.
std::optional<Case> parsed(std::string_view line, const Family& family);

/// The outcomes of all lines of an input, made one: the first that was found, else passed if one
/// was. An exception of a check is a find; a line passes where the steps that it is granted end.
Checked check_lines(std::string_view input,
                    const std::function<Checked(std::string_view line)>& check);

}  // namespace layoutcheck::fuzz
