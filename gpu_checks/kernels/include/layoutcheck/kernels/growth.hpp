// Growth: the smallest value of a named size at which a kernel is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// A size that grows: first, first + step, …, not beyond last.
struct Growth {
  std::string name;
  std::int64_t first = 1;
  std::int64_t last = 1;
  std::int64_t step = 1;
};

/// "Q=2^10..2^40", "Q = 1024..2^40 by 1024". Throws std::invalid_argument.
Growth parse_growth(std::string_view text);

/// A size, and the values that it takes in turn.
struct Sizes {
  std::string name;
  std::vector<std::int64_t> values;
};

/// "Q=2^10,2^20+1". Throws std::invalid_argument.
Sizes parse_sizes(std::string_view text);

/// The text with the name replaced by the number, wherever the name is a whole word; and the number
/// of replacements.
struct Replaced {
  std::string text;
  std::size_t count = 0;
};
Replaced with_size(std::string_view text, const std::string& name, std::int64_t size);

/// The result of a kernel at one size.
struct AtSize {
  enum class Kind {
    right,
    right_in_part,  // some blocks or iterations did not run
    wrong,
    undecided,
    refused,  // there is no such launch: a number does not fit, a quotient is inexact
  };
  Kind kind = Kind::right;
  /// The first finding, or the reason for no result.
  std::string why;
};

std::string_view name(AtSize::Kind kind);

/// Whether there were no findings: right, or right in part.
inline bool is_right(AtSize::Kind kind) {
  return kind == AtSize::Kind::right || kind == AtSize::Kind::right_in_part;
}

struct GrowthReport {
  Growth growth;
  /// All sizes that were tried.
  std::map<std::int64_t, AtSize> tried;
  /// The smallest tried size that is not right, and the largest right one below it.
  std::optional<std::int64_t> right_up_to;
  std::optional<std::int64_t> not_right_from;
  /// The number of sizes.
  [[nodiscard]] std::uint64_t sizes() const {
    return static_cast<std::uint64_t>(growth.last - growth.first) /
               static_cast<std::uint64_t>(growth.step) +
           1;
  }
  /// Whether the search finished. If so, and something is not right, no size lies between these
  /// two.
  bool finished = false;

  /// The smallest right size above one that is not, if any: then there may also be sizes below
  /// `not_right_from` that are not right.
  [[nodiscard]] std::optional<std::int64_t> right_again() const;
};

/// Tries a size; returns nothing if stopped.
using TrySize = std::function<std::optional<AtSize>(std::int64_t size)>;

/// Searches for the smallest size that is not right: doubles the size from the first one, then
/// bisects. It then samples sizes on both sides, in case an error at one size does not persist at
/// all larger ones; a failure below is followed in the same way.
GrowthReport grow(const Growth& growth, const TrySize& try_size);

}  // namespace layoutcheck::gpu
