// Text for reports: counts, and text from elsewhere, cut to fit.
#include <layoutcheck/properties/clipped.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

/// Whether a byte begins a code point in UTF-8.
bool is_first(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

}  // namespace

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_first));
}

std::string clipped(std::string_view text, std::size_t columns) {
  std::string clip;
  std::size_t used = 0;
  for (char c : text) {
    if (is_first(c) && ++used > columns) return clip + "...";
    const auto byte = static_cast<unsigned char>(c);
    clip += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return clip;
}

}  // namespace layoutcheck::properties
