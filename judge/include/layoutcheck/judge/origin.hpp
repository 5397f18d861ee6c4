// Origins of reports: the subject and its version, the questions, and the date.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck {

/// The line that asks a subject for its name and version: "subject()". Its answer is any text.
extern const std::string_view introduction;

/// The line that asks a subject what it offers: "offers()". Its answer is a comma-separated list of
/// operations and signatures.
extern const std::string_view offer;

/// The names in the answer to offers(), without the comment; none if it answers `unsupported`, or
/// another word instead of a value. Nothing if the line is about something else.
std::optional<std::vector<std::string>> offers_in(std::string_view line);

/// The answer to subject(), without the comment; "" if it is `unsupported`, or another word instead
/// of a value. Nothing if the line is about something else.
std::optional<std::string> subject_in(std::string_view line);

/// The current time, as "2026-01-31T12:00:00Z".
std::string date_now();

struct Origin {
  /// The name and the version that the subject gave; "" if it gave none.
  std::string subject = {};
  /// The seed of the random questions, if there are any.
  std::optional<std::uint64_t> seed = {};
  /// The start time.
  std::string date = date_now();
};

/// "mine 2.1, judged by layoutcheck 0.1.0, seed 1, 2026-01-31T12:00:00Z".
std::string to_string(const Origin& origin);

}  // namespace layoutcheck
