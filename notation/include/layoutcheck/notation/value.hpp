// Values: what operands and answers of a case can be, and their sorts.
#pragma once

#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/offset_module_layout.hpp>
#include <layoutcheck/notation/swizzle.hpp>

#include <string_view>
#include <variant>

namespace layoutcheck {

/// What a layout is composed with or divided by, mode by mode: a layout, a shape (its entries stand
/// for layouts of stride 1, by mode), a tuple of tilers, or `_`, which leaves a mode as it is
/// (slides 3). A coordinate with `_` has the same structure without layouts, and a layout with an
/// offset is the tuple of both.
class Tiler {
 public:
  /// Leaves a mode as it is.
  struct Keep {
    friend bool operator==(Keep, Keep) = default;
    friend auto operator<=>(Keep, Keep) = default;
  };
  using Tuple = std::vector<Tiler>;

  Tiler();
  Tiler(const Tiler&);
  Tiler(Tiler&&) noexcept;
  Tiler& operator=(const Tiler&);
  Tiler& operator=(Tiler&&) noexcept;
  ~Tiler();

  explicit Tiler(Layout layout);

  /// A shape, or the integers of a coordinate or an offset.
  explicit Tiler(NestedTuple shape);
  explicit Tiler(Tuple modes);

  [[nodiscard]] const Layout* layout() const { return std::get_if<Layout>(&node_); }
  [[nodiscard]] const NestedTuple* shape() const { return std::get_if<NestedTuple>(&node_); }
  [[nodiscard]] const Tuple* modes() const { return std::get_if<Tuple>(&node_); }
  [[nodiscard]] bool keeps() const { return std::holds_alternative<Keep>(node_); }

  friend bool operator==(const Tiler& a, const Tiler& b);
  friend bool operator<(const Tiler& a, const Tiler& b);

 private:
  std::variant<Keep, Layout, NestedTuple, Tuple> node_;
};

/// What an operand or an answer is. Nearly every file copies values, so that what a variant of this
/// size makes of that is compiled in one.
struct Value : std::variant<bool, Int, NestedTuple, Profile, Layout, PointedMap, Morphism, Tiler,
                            ModuleLayout, Element, SwizzledLayout, OffsetModuleLayout> {
  using variant::variant;
  using variant::operator=;

  Value();
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();

  friend bool operator==(const Value& a, const Value& b);
  friend bool operator<(const Value& a, const Value& b);
};

/// The sorts of values that signatures distinguish.
enum class Sort {
  truth,
  integer,     // ≥ 0
  positive,    // an integer ≥ 1
  shape,       // nested tuple, all entries positive
  flat_shape,  // the same, of depth 1
  tuple,       // nested tuple, entries ≥ 0
  flat_tuple,  // the same, of depth 1
  profile,
  layout,
  flat_layout,
  map,
  morphism,
  flat_morphism,         // a morphism of Tuple
  tiler,                 // all shapes positive
  coordinate,            // integers and `_`, no layout
  offset_layout,         // a layout and an offset
  module_layout,         // a layout over a module
  element,               // of a module
  swizzled_layout,       // a swizzle after an offset after a layout
  offset_module_layout,  // a layout over a module and an offset
};

/// "a flat layout", for messages.
std::string_view describe(Sort sort);

/// Whether the value is of the sort; the representation decides first, then its condition.
bool is_of(const Value& value, Sort sort);

/// The sort without its conditions beyond what an operation needs to make sense of a value.
Sort relaxed(Sort sort);

/// Whether values of the first sort are written as those of the second, but for its condition.
bool is_written_as(Sort sort, Sort other);

}  // namespace layoutcheck
