// Outcomes: a value, or precisely why there is none.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace layoutcheck {

/// Why an operation has no answer for its operands.
struct Undefined {
  std::string reason;
};

/// Thrown when a decision needs more work than the limit allows; the message names the limit. It is
/// neither an answer nor a proof that there is none.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The answer of an operation that need not have one.
template <class T>
class Outcome {
 public:
  Outcome(T value) : state_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Outcome(Undefined undefined)
      : state_(std::move(undefined)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// The answer. Throws std::bad_variant_access if there is none.
  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }

  /// Why there is no answer; "" if there is one.
  [[nodiscard]] std::string reason() const { return has_value() ? "" : std::get<1>(state_).reason; }

  /// The undefinedness, to hand on. Throws std::bad_variant_access if there is a value.
  [[nodiscard]] const Undefined& undefined() const { return std::get<1>(state_); }

 private:
  std::variant<T, Undefined> state_;
};

}  // namespace layoutcheck
