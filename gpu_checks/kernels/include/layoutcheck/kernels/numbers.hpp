// Numbers as users write the sizes of kernels: 2^31+1, 1_000_000, 0x40, (2^29+1)*4, 4096/128,
// ceil_div(1000, 128).
#pragma once

#include <layoutcheck/notation/integers.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// The exact value of an expression of integers with + - * / ^ ceil_div(x, y) and brackets. Throws
/// std::invalid_argument with the text and the error; also for results beyond 256 bits, and for
/// inexact quotients by /.
Exact parse_number(std::string_view text);

/// The same within [least, greatest]; `what` names it in the message.
std::int64_t parse_number_in(std::string_view text, const char* what, std::int64_t least,
                             std::int64_t greatest);

/// The text without leading and trailing blanks.
std::string_view trimmed(std::string_view text);

/// The trimmed parts between separators outside of all brackets; one for a text without separators.
/// Throws std::invalid_argument if brackets do not match.
std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator);

/// The trimmed parts between occurrences of the word, outside of brackets and between blanks.
std::vector<std::string_view> split_at_word(std::string_view text, std::string_view word);

/// Whether the text is a name: a letter or `_`, then letters, digits and `_`.
bool is_identifier(std::string_view text);

}  // namespace layoutcheck::gpu
