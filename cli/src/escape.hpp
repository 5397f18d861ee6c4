// Text inside XML and JSON.
#pragma once

#include <string>
#include <string_view>

namespace layoutcheck::cli {

/// For XML text and attribute values. What is no UTF-8, the characters that XML 1.0 forbids (its
/// production Char), and what a browser obeys instead of showing it (is_obeyed) become
/// U+FFFD; tabs and line ends stay.
std::string xml_escaped(std::string_view text);

/// For a JSON string, without its quotes. What is no UTF-8 becomes U+FFFD; what
/// is_obeyed is written by its number.
std::string json_escaped(std::string_view text);

/// The JSON string, with its quotes.
std::string json_string(std::string_view text);

}  // namespace layoutcheck::cli
