// Profiles: the parenthesization patterns of nested tuples (colfax 2.2.1.1).
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck {

/// The deepest nesting that a value may have, so that recursion over a value cannot exhaust the
/// stack.
inline constexpr std::size_t max_depth = 256;

/// Either the entry `*` or a tuple of profiles.
///
/// It is held as its own text without commas, such as `(*(**))`: congruence is equality of words,
/// and no profile needs more than one allocation.
class Profile {
 public:
  /// The entry `*`.
  Profile() = default;

  /// The profile (*, …, *) of rank `rank`.
  static Profile flat(std::size_t rank);

  /// The tuple of the given profiles. Throws std::invalid_argument beyond max_depth.
  static Profile tuple_of(std::span<const Profile> modes);

  /// The profile with this word. Throws std::invalid_argument if it is none.
  static Profile from_word(std::string word);

  /// Whether this is `*`, the only profile of depth 0.
  [[nodiscard]] bool is_entry() const { return word_.size() == 1; }

  /// Whether this is (*, …, *), the profile of a flat tuple.
  [[nodiscard]] bool is_flat() const { return word_.size() == length_ + 2 && word_.front() == '('; }

  /// The number of entries (colfax 2.2.1.3).
  [[nodiscard]] std::size_t length() const { return length_; }

  /// The modes of a tuple, in order; for `*` the profile itself (colfax 2.2.1.5).
  [[nodiscard]] std::vector<Profile> modes() const;

  [[nodiscard]] const std::string& word() const { return word_; }

  friend bool operator==(const Profile&, const Profile&) = default;
  friend auto operator<=>(const Profile&, const Profile&) = default;

 private:
  Profile(std::string word, std::size_t length) : word_(std::move(word)), length_(length) {}

  std::string word_ = "*";
  std::size_t length_ = 1;
};

}  // namespace layoutcheck
