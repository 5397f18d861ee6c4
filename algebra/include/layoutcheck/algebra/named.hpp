// Named overflows: an Overflow that says in which operation, on which operands, it happened.
#pragma once

#include <layoutcheck/notation/text.hpp>

#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace layoutcheck::algebra {

/// An Overflow whose message begins with an operation and its operands. It keeps the arithmetic
/// separate, so that an operation that calls another can replace the inner name by its own: the
/// message has one prefix, which the caller knows.
class NamedOverflow : public Overflow {
 public:
  NamedOverflow(const std::string& question, std::string arithmetic)
      : Overflow(question + ": " + arithmetic), arithmetic_(std::move(arithmetic)) {}

  /// The message without the operation: `a * b does not fit in 64 bits`.
  [[nodiscard]] const std::string& arithmetic() const { return arithmetic_; }

 private:
  std::string arithmetic_;
};

namespace detail {

template <class T>
std::string operand_text(const T& operand) {
  if constexpr (std::is_convertible_v<const T&, std::string>) {
    return operand;
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(operand);
  } else {
    using layoutcheck::to_string;
    return to_string(operand);
  }
}

template <class T>
std::string operand_text(std::span<const T> operands) {
  std::string text;
  for (const T& operand : operands)
    text += (text.empty() ? "" : ", ") + operand_text(operand);
  return text;
}

}  // namespace detail

/// Returns compute(). An Overflow that it throws is given the name `operation(operands...)`. A span
/// stands for its elements. The text is made only if it is needed.
template <class Compute, class... Operands>
auto named(std::string_view operation, Compute&& compute, const Operands&... operands)
    -> decltype(std::forward<Compute>(compute)()) {
  const auto question = [&] {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + detail::operand_text(operands)), ...);
    return std::string(operation) + "(" + text + ")";
  };
  try {
    return std::forward<Compute>(compute)();
  } catch (const NamedOverflow& overflow) {
    throw NamedOverflow(question(), overflow.arithmetic());
  } catch (const Overflow& overflow) {
    throw NamedOverflow(question(), overflow.what());
  }
}

}  // namespace layoutcheck::algebra
