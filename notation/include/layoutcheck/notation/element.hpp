// Elements of integer modules: what the strides of a layout are, and the values of its function.
#pragma once

#include <layoutcheck/notation/integers.hpp>

#include <compare>
#include <span>

namespace layoutcheck {

/// The modules that strides are from. A multiple c·F(d) is F(c·d) and a sum of F's is their XOR, so
/// that `bits` is a module but for (a + b)·x = a·x + b·x (docs/modules.md).
enum class Module { integers, coordinates, bits };

/// An element of a module. Zero is one and the same in all of them.
class Element {
 public:
  /// A nonzero integer in a coordinate, and its place in each tuple, from the outermost one
  /// inwards; the only part of an integer or of bits has no place.
  struct Part {
    Tuple path;
    Int value = 0;
    friend bool operator==(const Part&, const Part&) = default;
    friend auto operator<=>(const Part&, const Part&) = default;
  };

  /// 0.
  Element() = default;

  static Element integer(Int value);
  /// F(value). Throws std::invalid_argument if it is negative.
  static Element bits(Int value);
  /// The sum of the parts, zeros left out. Throws std::invalid_argument if a path is empty, has a
  /// place outside 0 … 255 or more than max_depth places, or if it is that of another part or goes
  /// on from it.
  static Element coordinate(std::vector<Part> parts);

  [[nodiscard]] bool is_zero() const { return parts_.empty(); }
  /// The module of an element that is not zero.
  [[nodiscard]] Module module() const { return module_; }
  /// In the order of their paths.
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// The integer of an integer, of bits or of 0.
  [[nodiscard]] Int value() const { return parts_.empty() ? 0 : parts_.front().value; }

  friend bool operator==(const Element&, const Element&) = default;
  friend auto operator<=>(const Element&, const Element&) = default;

 private:
  Element(Module module, std::vector<Part> parts) : module_(module), parts_(std::move(parts)) {}

  Module module_ = Module::integers;
  std::vector<Part> parts_;
};

/// The module of the first element that is not zero; integers if all are.
Module module_of(std::span<const Element> elements);

/// Throws std::invalid_argument unless the elements have a sum: all in one module, and no integer
/// of one coordinate where another has a tuple.
void require_one_module(std::span<const Element> elements);

}  // namespace layoutcheck
