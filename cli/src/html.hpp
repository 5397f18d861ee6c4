// A report as one page of HTML that needs nothing else.
#pragma once

#include "report.hpp"

namespace layoutcheck::cli {

/// The totals and what was run; the faults, given and expected grids side by side with the
/// cells marked in which they differ, or else the grids of the operands; what the whole lacks;
/// counts by operation and verdict.
std::string to_html(const Report& report);

}  // namespace layoutcheck::cli
