// Text of reports: numbers, lists, how wide lines are, and how to make them fit.
#pragma once

#include <layoutcheck/judge/clipped.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

/// The number with so many decimals.
std::string decimal(double x, int decimals);

/// "1,234,567".
std::string grouped(std::size_t number);

/// The parts with `between` between them; those before the first that is not empty do not count.
std::string joined(const std::vector<std::string>& parts, const std::string& between);

/// The text in lines of at most this width, broken at spaces; a longer word has a line of its own.
std::string wrapped(std::string_view text, std::size_t width);

/// The text with spaces before every line but the first.
std::string hanging(std::string_view text, std::size_t indent);

/// Rows of equally many cells as lines: the first column begins at the left, the others end at the
/// right.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace layoutcheck::cli
