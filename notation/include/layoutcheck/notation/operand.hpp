// Operands as functions take them: which sorts of values hold what a function takes as a T, and
// that T in a list of operands.
#pragma once

#include <layoutcheck/notation/value.hpp>

#include <span>
#include <type_traits>

namespace layoutcheck {

/// Whether the values of a sort hold what a function takes as a T: values as they are, the entries
/// of a tuple as a Tuple, an integer as an index (std::size_t).
template <class T>
constexpr bool holds_operand(Sort sort) {
  switch (sort) {
    case Sort::truth:
      return std::is_same_v<T, bool>;
    case Sort::integer:
    case Sort::positive:
      return std::is_same_v<T, Int> || std::is_same_v<T, std::size_t>;
    case Sort::shape:
    case Sort::flat_shape:
    case Sort::tuple:
    case Sort::flat_tuple:
      return std::is_same_v<T, NestedTuple> || std::is_same_v<T, Tuple>;
    case Sort::profile:
      return std::is_same_v<T, Profile>;
    case Sort::layout:
    case Sort::flat_layout:
      return std::is_same_v<T, Layout>;
    case Sort::map:
      return std::is_same_v<T, PointedMap>;
    case Sort::morphism:
    case Sort::flat_morphism:
      return std::is_same_v<T, Morphism>;
    case Sort::tiler:
    case Sort::coordinate:
    case Sort::offset_layout:
      return std::is_same_v<T, Tiler>;
    case Sort::module_layout:
      return std::is_same_v<T, ModuleLayout>;
    case Sort::element:
      return std::is_same_v<T, Element>;
    case Sort::swizzled_layout:
      return std::is_same_v<T, SwizzledLayout>;
    case Sort::offset_module_layout:
      return std::is_same_v<T, OffsetModuleLayout>;
  }
  return false;
}

/// The i-th operand as a T. Throws std::bad_variant_access.
template <class T>
decltype(auto) operand(std::span<const Value> operands, std::size_t i) {
  if constexpr (std::is_same_v<T, Tuple>)
    return (std::get<NestedTuple>(operands[i]).entries());
  else if constexpr (std::is_same_v<T, std::size_t>)
    return static_cast<std::size_t>(std::get<Int>(operands[i]));
  else
    return (std::get<T>(operands[i]));
}

}  // namespace layoutcheck
