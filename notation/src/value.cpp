// Tilers, values and sorts.
#include <layoutcheck/notation/value.hpp>

#include <algorithm>

namespace layoutcheck {

Tiler::Tiler() = default;
Tiler::Tiler(const Tiler&) = default;
Tiler::Tiler(Tiler&&) noexcept = default;
Tiler& Tiler::operator=(const Tiler&) = default;
Tiler& Tiler::operator=(Tiler&&) noexcept = default;
Tiler::~Tiler() = default;

Tiler::Tiler(Layout layout) : node_(std::move(layout)) {}

Tiler::Tiler(Tuple modes) : node_(std::move(modes)) {}

Tiler::Tiler(NestedTuple shape) : node_(std::move(shape)) {}

bool operator==(const Tiler& a, const Tiler& b) {
  return a.node_ == b.node_;
}

bool operator<(const Tiler& a, const Tiler& b) {
  return a.node_ < b.node_;
}

Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

bool operator==(const Value& a, const Value& b) {
  return static_cast<const Value::variant&>(a) == static_cast<const Value::variant&>(b);
}

bool operator<(const Value& a, const Value& b) {
  return static_cast<const Value::variant&>(a) < static_cast<const Value::variant&>(b);
}

std::string_view describe(Sort sort) {
  switch (sort) {
    case Sort::truth:
      return "true or false";
    case Sort::integer:
      return "an integer";
    case Sort::positive:
      return "a positive integer";
    case Sort::shape:
      return "a shape (a nested tuple of positive integers)";
    case Sort::flat_shape:
      return "a flat shape (a tuple of positive integers)";
    case Sort::tuple:
      return "a nested tuple of integers";
    case Sort::flat_tuple:
      return "a tuple of integers";
    case Sort::profile:
      return "a profile";
    case Sort::layout:
      return "a layout";
    case Sort::flat_layout:
      return "a flat layout (of depth 1)";
    case Sort::map:
      return "a pointed map";
    case Sort::morphism:
      return "a morphism";
    case Sort::flat_morphism:
      return "a morphism of Tuple (between flat tuples)";
    case Sort::tiler:
      return "a tiler";
    case Sort::coordinate:
      return "a coordinate (integers and `_`)";
    case Sort::offset_layout:
      return "a layout with an offset, such as <4:2,6>";
    case Sort::module_layout:
      return "a layout over a module";
    case Sort::element:
      return "an element of a module";
    case Sort::swizzled_layout:
      return "a swizzled layout";
    case Sort::offset_module_layout:
      return "a layout over a module with an offset, such as <4:2@0,(6,1)>";
  }
  return "a value";
}

namespace {

/// Whether all leaves but `_` pass the test.
template <class Test>
bool each_leaf(const Tiler& tiler, const Test& test) {
  if (tiler.keeps()) return true;
  if (tiler.modes() == nullptr) return test(tiler);
  return std::ranges::all_of(*tiler.modes(),
                             [&](const Tiler& mode) { return each_leaf(mode, test); });
}

bool is_offset_layout(const Tiler& tiler) {
  const Tiler::Tuple* parts = tiler.modes();
  if (parts == nullptr || parts->size() != 2) return false;
  const NestedTuple* offset = parts->back().shape();
  return parts->front().layout() != nullptr && offset != nullptr && offset->is_entry();
}

}  // namespace

bool is_of(const Value& value, Sort sort) {
  const auto tuple = [&](auto&& holds) {
    const auto* t = std::get_if<NestedTuple>(&value);
    return t != nullptr && holds(*t);
  };
  const auto tiler = [&](auto&& holds) {
    const auto* t = std::get_if<Tiler>(&value);
    return t != nullptr && holds(*t);
  };
  switch (sort) {
    case Sort::truth:
      return std::holds_alternative<bool>(value);
    case Sort::integer:
      return std::holds_alternative<Int>(value) && std::get<Int>(value) >= 0;
    case Sort::positive:
      return std::holds_alternative<Int>(value) && std::get<Int>(value) > 0;
    case Sort::shape:
      return tuple([](const NestedTuple& t) { return t.is_positive(); });
    case Sort::flat_shape:
      return tuple([](const NestedTuple& t) { return t.is_flat() && t.is_positive(); });
    case Sort::tuple:
      return std::holds_alternative<NestedTuple>(value);
    case Sort::flat_tuple:
      return tuple([](const NestedTuple& t) { return t.is_flat(); });
    case Sort::profile:
      return std::holds_alternative<Profile>(value);
    case Sort::layout:
      return std::holds_alternative<Layout>(value);
    case Sort::flat_layout:
      return std::holds_alternative<Layout>(value) && std::get<Layout>(value).is_flat();
    case Sort::map:
      return std::holds_alternative<PointedMap>(value);
    case Sort::morphism:
      return std::holds_alternative<Morphism>(value);
    case Sort::flat_morphism:
      return std::holds_alternative<Morphism>(value) && std::get<Morphism>(value).is_flat();
    case Sort::tiler:
      return tiler([](const Tiler& t) {
        return each_leaf(t, [](const Tiler& leaf) {
          return leaf.shape() == nullptr || leaf.shape()->is_positive();
        });
      });
    case Sort::coordinate:
      return tiler([](const Tiler& t) {
        return each_leaf(t, [](const Tiler& leaf) { return leaf.shape() != nullptr; });
      });
    case Sort::offset_layout:
      return tiler(is_offset_layout);
    case Sort::module_layout:
      return std::holds_alternative<ModuleLayout>(value);
    case Sort::element:
      return std::holds_alternative<Element>(value);
    case Sort::swizzled_layout:
      return std::holds_alternative<SwizzledLayout>(value);
    case Sort::offset_module_layout:
      return std::holds_alternative<OffsetModuleLayout>(value);
  }
  return false;
}

Sort relaxed(Sort sort) {
  switch (sort) {
    case Sort::positive:
      return Sort::integer;
    case Sort::flat_shape:
      return Sort::shape;
    case Sort::flat_tuple:
      return Sort::tuple;
    case Sort::flat_layout:
      return Sort::layout;
    case Sort::flat_morphism:
      return Sort::morphism;
    default:
      return sort;
  }
}

bool is_written_as(Sort sort, Sort other) {
  const auto written = [](Sort s) { return relaxed(s) == Sort::shape ? Sort::tuple : relaxed(s); };
  const Sort a = written(sort);
  const Sort b = written(other);
  if (a == b) return true;
  const bool is_tuple = a == Sort::integer || a == Sort::tuple;
  switch (b) {
    case Sort::tuple:
    case Sort::coordinate:
    case Sort::element:
      return is_tuple;
    case Sort::tiler:
      return is_tuple || a == Sort::layout;
    case Sort::module_layout:
      return a == Sort::layout;
    default:
      return false;
  }
}

}  // namespace layoutcheck
