// Machine numbers as text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace layoutcheck {

/// The number that the whole text is, in this base where T is an integer; none if it is no number,
/// or does not fit in T.
template <class T, class... Base>
std::optional<T> number_from(std::string_view text, Base... base) {
  T number{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, base...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace layoutcheck
