// Texts that a later run trusts: the last line has the digest of the lines before it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace layoutcheck::engine {

/// The digest of a text, to detect changes: 16 hexadecimal digits.
std::string digest_of(std::string_view text);

/// The text with an additional last line that has its digest.
std::string sealed(std::string text);

/// Whether the cells are the last line of a sealed text. Throws std::invalid_argument if the line
/// belongs to another text than the preceding one.
bool is_seal(std::span<const std::string> cells, std::string_view before);

/// Whether the text ends with that line; a truncated text does not. Throws std::invalid_argument if
/// the line belongs to another text, or is not the last.
bool is_sealed(std::string_view text);

}  // namespace layoutcheck::engine
