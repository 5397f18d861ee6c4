// Numbers as people write the sizes of kernels: 2^31+1, 1_000_000, 0x40, (2^29+1)*4, 4096/128,
// ceil_div(1000, 128).
#pragma once

#include <layoutcheck/notation/integers.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// The value of an expression of integers with + - * / ^ ceil_div(x, y) and brackets, exactly.
/// Throws std::invalid_argument with the text and what is wrong; also for results beyond 256 bits,
/// and for quotients by / that are no integers.
Exact parse_number(std::string_view text);

/// The same where it must lie in [least, greatest]; `what` names it in the message.
std::int64_t parse_number_in(std::string_view text, const char* what, std::int64_t least,
                             std::int64_t greatest);

/// The text without blanks at its ends.
std::string_view trimmed(std::string_view text);

/// The parts between separators that stand outside of all brackets, trimmed; one for a text without
/// separators. Throws std::invalid_argument where brackets do not match.
std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator);

/// The parts between those places where the word stands outside of brackets and between blanks,
/// trimmed.
std::vector<std::string_view> split_at_word(std::string_view text, std::string_view word);

/// Whether the text is a name: a letter or `_`, then letters, digits and `_`.
bool is_identifier(std::string_view text);

}  // namespace layoutcheck::gpu
