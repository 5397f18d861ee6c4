// Origins of reports: who was judged, by which version, on which questions, and when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck {

/// The line that asks a subject for its name and version: "subject()". Its answer is any text.
extern const std::string_view introduction;

/// The line that asks a subject what it offers: "offers()". Its answer is a list of operations and
/// signatures, with commas between them.
extern const std::string_view offer;

/// The names in the answer of a line to that, without its comment; none if it answers
/// `unsupported`, or another word in the place of a value. Nothing if the line is about something
/// else.
std::optional<std::vector<std::string>> offers_in(std::string_view line);

/// What a line answers to the introduction, without its comment; "" if the answer is `unsupported`,
/// or another word in the place of a value. Nothing if the line is about something else.
std::optional<std::string> subject_in(std::string_view line);

/// Now, as "2026-01-31T12:00:00Z".
std::string date_now();

struct Origin {
  /// The name and the version that the subject gave; "" if it gave none.
  std::string subject = {};
  /// That of the random questions, if there are any.
  std::optional<std::uint64_t> seed = {};
  /// When it began.
  std::string date = date_now();
};

/// "mine 2.1, judged by layoutcheck 0.1.0, seed 1, 2026-01-31T12:00:00Z".
std::string to_string(const Origin& origin);

}  // namespace layoutcheck
