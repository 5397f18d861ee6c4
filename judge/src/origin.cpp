// Origins of reports: who was judged, by which version, on which questions, and when.
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/notation/version.hpp>

#include <array>
#include <ctime>

namespace layoutcheck::properties {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return "";
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

}  // namespace

const std::string_view introduction = "subject()";

std::optional<std::string> subject_in(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || trimmed(line.substr(0, equals)) != introduction)
    return std::nullopt;
  const std::string_view answer = line.substr(equals + 1);
  const std::string_view name = trimmed(answer.substr(0, answer.find('#')));
  for (const std::string_view word : {"undefined", "overflow", "unsupported", "error"})
    if (name.starts_with(word)) return "";
  constexpr std::size_t longest = 200;
  return clipped(name, longest);
}

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  std::array<char, 32> text{};
  gmtime_r(&now, &utc);
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

std::string to_string(const Origin& origin) {
  return (origin.subject.empty() ? "" : origin.subject + ", judged by ") + "layoutcheck " +
         std::string(version) +
         (origin.seed ? ", seed " + std::to_string(*origin.seed) : std::string()) + ", " +
         origin.date;
}

}  // namespace layoutcheck::properties
