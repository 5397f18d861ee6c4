// A report as one page of HTML that needs nothing else.
#pragma once

#include "report.hpp"

#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

/// The page with this title, as a heading too, and this HTML below it.
std::string html_page(const std::string& title, const std::string& body);

/// The text as an element.
std::string html_cell(const std::string& text, const char* tag = "td");

/// Labels with their values.
std::string html_list(const std::vector<std::pair<std::string, std::string>>& facts,
                      const char* style_class);

/// The totals and what was run; the faults, given and expected grids side by side with the
/// cells marked in which they differ, or else the grids of the operands; what the whole lacks;
/// counts by operation and verdict.
std::string to_html(const Report& report);

}  // namespace layoutcheck::cli
