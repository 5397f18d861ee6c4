// A report of `layoutcheck test` as one page of HTML that needs nothing else.
#pragma once

#include "report.hpp"
#include <layoutcheck/conformance/causes.hpp>

namespace layoutcheck::cli {

/// Counts by operation and verdict; the causes with their smallest cases, given and expected grids
/// side by side with the cells marked in which they differ; what the whole lacks.
std::string to_html(const Report& report, const std::vector<conformance::Cause>& causes);

}  // namespace layoutcheck::cli
