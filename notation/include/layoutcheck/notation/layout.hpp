// Layouts: a shape and a congruent stride (colfax 2.3.1.1), whose entries are elements of a module.
// A flat layout is one of depth 1 (2.3.1.12).
#pragma once

#include <layoutcheck/notation/element.hpp>
#include <layoutcheck/notation/nested_tuple.hpp>

#include <concepts>
#include <span>
#include <vector>

namespace layoutcheck {

/// A layout with strides of this type: Int, where they are integers ≥ 0, or Element.
template <class Stride>
class BasicLayout {
 public:
  using Strides = std::vector<Stride>;

  /// The empty layout ():().
  BasicLayout() : profile_(Profile::flat(0)) {}

  /// shape:stride. Throws std::invalid_argument unless they are congruent, the extents positive and
  /// the strides non-negative.
  BasicLayout(const NestedTuple& shape, const NestedTuple& stride)
    requires std::same_as<Stride, Int>;

  /// The layout with these entries and this profile; throws as above, but negative integers are
  /// elements of a module: then only if the strides are not of one (require_one_module).
  BasicLayout(Profile profile, Tuple shape, Strides stride);

  /// The layout of depth 1 with these entries.
  static BasicLayout flat(Tuple shape, Strides stride);

  /// The layout extent:stride of depth 0.
  static BasicLayout entry(Int extent, Stride stride);

  /// The concatenation (L_1, …, L_k) (colfax 2.3.2.5).
  static BasicLayout tuple_of(std::span<const BasicLayout> modes);

  /// Becomes the layout with these entries and this profile, in the memory that it has where that
  /// suffices; throws as the constructor, and is as it was then.
  void assign(const Profile& profile, std::span<const Int> shape, std::span<const Stride> stride);

  [[nodiscard]] NestedTuple shape() const { return {shape_, profile_}; }
  [[nodiscard]] NestedTuple stride() const
    requires std::same_as<Stride, Int>
  {
    return {stride_, profile_};
  }
  [[nodiscard]] const Profile& profile() const { return profile_; }

  /// The entries of the shape and of the stride: the flattening L♭ (colfax 2.3.1.13).
  [[nodiscard]] const Tuple& extents() const { return shape_; }
  [[nodiscard]] const Strides& strides() const { return stride_; }

  [[nodiscard]] std::size_t length() const { return shape_.size(); }
  [[nodiscard]] bool is_entry() const { return profile_.is_entry(); }
  [[nodiscard]] bool is_flat() const { return profile_.is_flat(); }

  /// The modes in order; for depth 0 the layout itself (colfax 2.3.1.9).
  [[nodiscard]] std::vector<BasicLayout> modes() const;

  friend bool operator==(const BasicLayout&, const BasicLayout&) = default;
  friend auto operator<=>(const BasicLayout&, const BasicLayout&) = default;

 private:
  Profile profile_;
  Tuple shape_;
  Strides stride_;
};

/// A layout over the integers.
using Layout = BasicLayout<Int>;
/// A layout over any of the modules.
using ModuleLayout = BasicLayout<Element>;

/// The layout with the same function, or with its negative.
ModuleLayout over_integers(const Layout& layout, bool is_negated = false);

extern template class BasicLayout<Int>;
extern template class BasicLayout<Element>;

}  // namespace layoutcheck
