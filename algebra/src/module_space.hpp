// Elements of modules as integers at places, and the digits of an index.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/work.hpp>

#include <vector>

namespace layoutcheck::algebra::detail {

/// The number in 64 bits, of either sign. Throws Overflow.
Int to_signed(const Exact& x);

/// The layout of depth 0 or 1 with these modes.
ModuleLayout with_modes(Tuple extents, std::vector<Element> strides);

/// The coordinate of an index; the entry before `last` takes what is left, and those from there on
/// nothing.
std::vector<Exact> coordinate_at(const Tuple& extents, std::size_t last, Exact x);

/// Elements of a module as their integers at the places that occur in some of them; of integers and
/// bits there is one. Exact, as values on the way to an answer may exceed 64 bits.
class Space {
 public:
  explicit Space(std::span<const Element> elements);

  /// The integers of an element at the places, in their order.
  using Point = std::vector<Exact>;

  /// Throws Overflow.
  [[nodiscard]] Element element(const Point& point) const;

  /// Σ x_i·d_i with the elements that the space is made of.
  [[nodiscard]] Point sum_at(const std::vector<Exact>& coordinate) const;

  [[nodiscard]] const std::vector<Tuple>& places() const { return places_; }

  /// The integers of the elements at each place.
  [[nodiscard]] const std::vector<Tuple>& columns() const { return columns_; }

 private:
  Module module_;
  std::vector<Tuple> places_;
  std::vector<Tuple> columns_;
};

}  // namespace layoutcheck::algebra::detail
