// Origins of reports: who was judged, by which version, on which questions, and when.
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/notation/version.hpp>

#include <array>
#include <ctime>

namespace layoutcheck {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return "";
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

/// What the line answers to this question, without its comment; "" for a word in place of a
/// value. Nothing if it answers another one.
std::optional<std::string_view> answer_to(std::string_view question, std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || trimmed(line.substr(0, equals)) != question)
    return std::nullopt;
  const std::string_view answer = line.substr(equals + 1);
  const std::string_view text = trimmed(answer.substr(0, answer.find('#')));
  for (const std::string_view word : {"undefined", "overflow", "unsupported", "error"})
    if (text.starts_with(word)) return "";
  return text;
}

}  // namespace

const std::string_view introduction = "subject()";
const std::string_view offer = "offers()";

std::optional<std::string> subject_in(std::string_view line) {
  constexpr std::size_t longest = 200;
  const auto name = answer_to(introduction, line);
  return name ? std::optional(clipped(*name, longest)) : std::nullopt;
}

std::optional<std::vector<std::string>> offers_in(std::string_view line) {
  const auto answer = answer_to(offer, line);
  if (!answer) return std::nullopt;
  std::vector<std::string> names;
  std::size_t depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= answer->size(); ++i) {
    const char c = i < answer->size() ? (*answer)[i] : ',';
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    if (i < answer->size() && (c != ',' || depth > 0)) continue;
    const std::string_view name = trimmed(answer->substr(start, i - start));
    if (!name.empty()) names.emplace_back(name);
    start = i + 1;
  }
  return names;
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

}  // namespace layoutcheck
