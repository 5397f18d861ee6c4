// Text for reports: counts, and text from elsewhere, cut to fit.
#include <layoutcheck/judge/clipped.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace layoutcheck {

namespace {

/// Whether a byte begins a code point in UTF-8.
bool is_first(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

constexpr char32_t replacement = 0xfffd;

}  // namespace

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  const bool is_noun = count == 1 || plural.empty();
  std::string text = std::to_string(count) + " " + std::string(is_noun ? noun : plural);
  return count != 1 && plural.empty() ? text + "s" : text;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_first));
}

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  constexpr CodePoint none = {replacement, 1};
  const std::uint32_t first = byte(0);
  if (first < 0x80U) return {first, 1};
  const std::size_t length = first >= 0xf0U ? 4 : first >= 0xe0U ? 3 : 2;
  if (first < 0xc2U || first > 0xf4U) return none;
  std::uint32_t point = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return none;
    point = point << 6U | (byte(i) & 0x3fU);
  }
  static constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80U, 0x800U, 0x10000U};
  const bool valid =
      point >= least[length] && point <= 0x10ffffU && (point < 0xd800U || point > 0xdfffU);
  return valid ? CodePoint{point, length} : none;
}

bool is_obeyed(char32_t point) {
  const auto is_between = [&](char32_t first, char32_t last) {
    return point >= first && point <= last;
  };
  // C0, DEL and C1; the Arabic letter mark, the marks, embeddings, overrides and isolates of
  // Unicode's bidirectional algorithm (UAX 9); separators of lines.
  return point < 0x20 || is_between(0x7f, 0x9f) || point == 0x61c || is_between(0x200e, 0x200f) ||
         is_between(0x2028, 0x202e) || is_between(0x2066, 0x2069);
}

std::string clipped(std::string_view text, std::size_t columns) {
  std::string clip;
  std::size_t used = 0;
  while (!text.empty()) {
    if (++used > columns) return clip + "...";
    const CodePoint point = first_code_point(text);
    if (is_obeyed(point.value))
      clip += '?';
    else
      clip += point.value == replacement ? "\xef\xbf\xbd" : text.substr(0, point.bytes);
    text.remove_prefix(point.bytes);
  }
  return clip;
}

}  // namespace layoutcheck
