// Text inside XML and JSON.
#include "escape.hpp"

#include <layoutcheck/judge/clipped.hpp>

#include <array>
#include <cstdio>

namespace layoutcheck::cli {

namespace {

const std::string replacement = "\xef\xbf\xbd";

/// `special` gives the replacement of a code point, or "" to keep it.
template <class Special>
std::string escaped(std::string_view text, const Special& special) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::string replaced = point.value == U'\ufffd' ? replacement : special(point.value);
    result += replaced.empty() ? std::string(text.substr(0, point.bytes)) : replaced;
    text.remove_prefix(point.bytes);
  }
  return result;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  return escaped(text, [](char32_t point) -> std::string {
    switch (point) {
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
        return is_obeyed(point) || point == 0xfffe || point == 0xffff ? replacement : "";
    }
  });
}

std::string json_escaped(std::string_view text) {
  return escaped(text, [](char32_t point) -> std::string {
    if (point == '"' || point == '\\') return std::string("\\") + static_cast<char>(point);
    if (!is_obeyed(point)) return "";
    std::array<char, 8> code{};
    std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(point));
    return code.data();
  });
}

std::string json_string(std::string_view text) {
  return "\"" + json_escaped(text) + "\"";
}

}  // namespace layoutcheck::cli
