// Text for reports: counts, and text from elsewhere, cut to fit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace layoutcheck {

/// "1 case", "2 cases"; a plural is given if it is not made with an s.
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

/// How many columns the text takes: one for each code point.
std::size_t columns_of(std::string_view text);

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};

/// The code point at the start of a text in UTF-8. Of what is no UTF-8 (overlong forms, surrogates,
/// numbers beyond U+10FFFF, sequences that break off), U+FFFD and one byte. Pre: not empty.
CodePoint first_code_point(std::string_view text);

/// Whether a terminal or browser obeys a code point instead of showing it: a control character, or
/// one that changes the direction or the lines of text.
bool is_obeyed(char32_t point);

/// The text cut to so many columns, with an ellipsis in the place of the rest; what is_obeyed
/// becomes '?', and what is no UTF-8 U+FFFD.
std::string clipped(std::string_view text, std::size_t columns);

}  // namespace layoutcheck
