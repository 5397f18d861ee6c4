// What pieces of a run have found, as lines of cells: counts, and judged replies.
#pragma once

#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/judge/judged.hpp>

#include <string>
#include <string_view>

namespace layoutcheck::cli {

/// A line, without its end, and what it says. Reading throws std::invalid_argument, or ParseError.
std::string to_line(const Count& count);
Count parse_count(std::string_view line);
std::string to_line(const Judged& judged);
Judged parse_judged(std::string_view line);

}  // namespace layoutcheck::cli
