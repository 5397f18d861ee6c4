// Nested tuples of non-negative integers: a flattening and a profile (colfax 2.2.2.1).
#pragma once

#include <layoutcheck/notation/integers.hpp>
#include <layoutcheck/notation/profile.hpp>

namespace layoutcheck {

class NestedTuple {
 public:
  /// The empty tuple ().
  NestedTuple() : profile_(Profile::flat(0)) {}

  /// The nested tuple of depth 0 with this entry. Throws std::invalid_argument if it is negative.
  explicit NestedTuple(Int entry);

  /// The nested tuple with these entries and this profile. Throws std::invalid_argument if their
  /// lengths differ or an entry is negative.
  NestedTuple(Tuple entries, Profile profile);

  /// The tuple of depth 1 with these entries.
  static NestedTuple flat(Tuple entries);

  /// The concatenation (X_1, …, X_k) (colfax 2.2.3.5).
  static NestedTuple tuple_of(std::span<const NestedTuple> modes);

  /// Becomes the nested tuple with these entries and this profile, in the memory that it has where
  /// that suffices; throws as the constructor, and is as it was then.
  void assign(const Tuple& entries, const Profile& profile);

  [[nodiscard]] const Tuple& entries() const { return entries_; }
  [[nodiscard]] const Profile& profile() const { return profile_; }
  [[nodiscard]] std::size_t length() const { return entries_.size(); }
  [[nodiscard]] bool is_entry() const { return profile_.is_entry(); }
  [[nodiscard]] bool is_flat() const { return profile_.is_flat(); }

  /// Whether every entry is positive, as in a shape.
  [[nodiscard]] bool is_positive() const;

  /// The modes in order; for depth 0 the tuple itself (colfax 2.2.2.10).
  [[nodiscard]] std::vector<NestedTuple> modes() const;

  friend bool operator==(const NestedTuple&, const NestedTuple&) = default;
  friend auto operator<=>(const NestedTuple&, const NestedTuple&) = default;

 private:
  Tuple entries_;
  Profile profile_;
};

}  // namespace layoutcheck
