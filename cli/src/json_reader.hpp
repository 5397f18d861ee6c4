// JSON as programs send it to this one: an object of texts, numbers and lists of them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

/// A value of a member.
struct JsonValue {
  enum class Kind { text, number, list, other };
  Kind kind = Kind::other;
  /// The text, or the number as it was written; of others, what was written.
  std::string text;
  /// Texts and numbers alone.
  std::vector<std::string> list;
  /// What was written.
  std::string json;
};

/// The members of an object in the order of the text. Throws std::invalid_argument for what is no
/// object, for a member that is there twice, and for values that are objects or lists of lists.
std::vector<std::pair<std::string, JsonValue>> parse_json_object(std::string_view text);

}  // namespace layoutcheck::cli
