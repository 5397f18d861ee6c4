// Causes on a terminal and in reports: each with its smallest case, what was given beside what was
// expected.
#pragma once

#include "report.hpp"
#include "text_grid.hpp"
#include <layoutcheck/conformance/causes.hpp>

#include <string>

namespace layoutcheck::cli {

/// The smallest case of a cause, some lines: the question, what was given and what was expected,
/// where the functions first differ, and both grids side by side if they are small.
std::string to_text(const conformance::Cause& cause, const TextStyle& style);

/// The fault that stands for those of the cause.
Fault fault_of(const conformance::Cause& cause);

}  // namespace layoutcheck::cli
