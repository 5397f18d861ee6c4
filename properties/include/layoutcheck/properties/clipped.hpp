// Text for reports: counts, and text from elsewhere, cut to fit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace layoutcheck::properties {

/// "1 case", "2 cases".
std::string counted(std::size_t count, std::string_view noun);

/// How many columns the text takes: one for each code point.
std::size_t columns_of(std::string_view text);

/// The text cut to so many columns, with an ellipsis in the place of the rest; control characters
/// become '?'.
std::string clipped(std::string_view text, std::size_t columns);

}  // namespace layoutcheck::properties
