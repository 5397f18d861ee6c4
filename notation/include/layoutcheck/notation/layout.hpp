// Layouts: a shape and a congruent stride (colfax 2.3.1.1). A flat layout is one of depth 1
// (2.3.1.12).
#pragma once

#include <layoutcheck/notation/nested_tuple.hpp>

namespace layoutcheck {

class Layout {
 public:
  /// The empty layout ():().
  Layout() : profile_(Profile::flat(0)) {}

  /// shape:stride. Throws std::invalid_argument unless they are congruent, the extents positive and
  /// the strides non-negative.
  Layout(const NestedTuple& shape, const NestedTuple& stride);

  /// The layout with these entries and this profile; throws as above.
  Layout(Profile profile, Tuple shape, Tuple stride);

  /// The layout of depth 1 with these entries.
  static Layout flat(Tuple shape, Tuple stride);

  /// The layout extent:stride of depth 0.
  static Layout entry(Int extent, Int stride);

  /// The concatenation (L_1, …, L_k) (colfax 2.3.2.5).
  static Layout tuple_of(std::span<const Layout> modes);

  /// Becomes the layout with these entries and this profile, in the memory that it has where that
  /// suffices; throws as the constructor, and is as it was then.
  void assign(const Profile& profile, const Tuple& shape, const Tuple& stride);

  [[nodiscard]] NestedTuple shape() const { return {shape_, profile_}; }
  [[nodiscard]] NestedTuple stride() const { return {stride_, profile_}; }
  [[nodiscard]] const Profile& profile() const { return profile_; }

  /// The entries of the shape and of the stride: the flattening L♭ (colfax 2.3.1.13).
  [[nodiscard]] const Tuple& extents() const { return shape_; }
  [[nodiscard]] const Tuple& strides() const { return stride_; }

  [[nodiscard]] std::size_t length() const { return shape_.size(); }
  [[nodiscard]] bool is_entry() const { return profile_.is_entry(); }
  [[nodiscard]] bool is_flat() const { return profile_.is_flat(); }

  /// The modes in order; for depth 0 the layout itself (colfax 2.3.1.9).
  [[nodiscard]] std::vector<Layout> modes() const;

  friend bool operator==(const Layout&, const Layout&) = default;
  friend auto operator<=>(const Layout&, const Layout&) = default;

 private:
  Profile profile_;
  Tuple shape_;
  Tuple stride_;
};

}  // namespace layoutcheck
