// A report as one page of HTML that needs nothing else.
#pragma once

#include "report.hpp"

namespace layoutcheck::cli {

/// Counts by operation and verdict; the faults, given and expected grids side by side with the
/// cells marked in which they differ, or else the grids of the operands; what the whole lacks.
std::string to_html(const Report& report);

}  // namespace layoutcheck::cli
