// Text inside XML and JSON.
#include "escape.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace layoutcheck::cli {

namespace {

/// The length of the UTF-8 sequence at the start of the text, or 0 if there is none: overlong
/// forms, surrogates and numbers beyond U+10FFFF are none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t length = first >= 0xf0U ? 4 : first >= 0xe0U ? 3 : 2;
  if (first < 0xc2U || first > 0xf4U) return 0;
  std::uint32_t point = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    point = point << 6U | (byte(i) & 0x3fU);
  }
  static constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80U, 0x800U, 0x10000U};
  const bool valid =
      point >= least[length] && point <= 0x10ffffU && (point < 0xd800U || point > 0xdfffU);
  return valid ? length : 0;
}

/// `special` gives the replacement of an ASCII character, or "" to keep it.
template <class Special>
std::string escaped(std::string_view text, const Special& special) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0) {
      result += "\xef\xbf\xbd";
      ++i;
      continue;
    }
    const std::string replacement = length == 1 ? special(text[i]) : "";
    result += replacement.empty() ? std::string(text.substr(i, length)) : replacement;
    i += length;
  }
  return result;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  return escaped(text, [](char c) -> std::string {
    switch (c) {
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '&':
        return "&amp;";
      case '"':
        return "&quot;";
      case '\'':
        return "&apos;";
      case '\t':
      case '\n':
        return "";
      default:
        return static_cast<unsigned char>(c) < 0x20 ? "\xef\xbf\xbd" : "";
    }
  });
}

std::string json_escaped(std::string_view text) {
  return escaped(text, [](char c) -> std::string {
    if (c == '"' || c == '\\') return std::string("\\") + c;
    if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
      return code.data();
    }
    return "";
  });
}

std::string json_string(std::string_view text) {
  return "\"" + json_escaped(text) + "\"";
}

}  // namespace layoutcheck::cli
