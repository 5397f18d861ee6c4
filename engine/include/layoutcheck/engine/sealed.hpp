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

/// Whether the cells are those of the last line of a sealed text. Throws std::invalid_argument if
/// it is that of another text than the one before it.
bool is_seal(std::span<const std::string> cells, std::string_view before);

/// Whether the text has that line, at its end; one that was cut off has none. Throws
/// std::invalid_argument if it is that of another text, or more follows.
bool is_sealed(std::string_view text);

}  // namespace layoutcheck::engine
