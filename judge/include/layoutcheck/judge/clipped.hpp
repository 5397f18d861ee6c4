// Text for reports: counts, and external text, clipped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace layoutcheck {

/// "1 case", "2 cases"; pass the plural if it is irregular.
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

/// The width of the text in columns: one per code point.
std::size_t columns_of(std::string_view text);

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};

/// The code point at the start of a UTF-8 text. For invalid UTF-8 (overlong forms, surrogates,
/// numbers beyond U+10FFFF, truncated sequences), U+FFFD and one byte. Pre: not empty.
CodePoint first_code_point(std::string_view text);

/// Whether a terminal or browser obeys a code point instead of showing it: a control character, or
/// one that changes the direction or the lines of text.
bool is_obeyed(char32_t point);

/// The text clipped to this many columns, with an ellipsis; code points for which is_obeyed holds
/// become '?', and invalid UTF-8 becomes U+FFFD.
std::string clipped(std::string_view text, std::size_t columns);

}  // namespace layoutcheck
