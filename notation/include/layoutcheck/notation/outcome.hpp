// Outcomes: a value, or precisely why there is none.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace layoutcheck {

/// What puts a reason into words: a value with a member words().
template <class T>
concept Explanation = requires(const T& explanation) {
  { explanation.words() } -> std::same_as<std::string>;
};

/// Why an operation has no answer for its operands.
///
/// Of millions of undefined answers hardly one is read, so an explanation that is a small plain
/// value is kept as it is, without an allocation, and put into words when somebody asks.
class Undefined {
 public:
  Undefined(std::string words = "")  // NOLINT(google-explicit-constructor)
      : reason_(std::move(words)) {}

  /// The explanation must not refer to what may be gone when it is put into words. One that is no
  /// small plain value is put into words at once.
  template <Explanation T>
  Undefined(const T& explanation)  // NOLINT(google-explicit-constructor)
      : reason_([&] {
          if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= room &&
                        alignof(T) <= alignof(Kept)) {
            Kept kept{};
            ::new (kept.value.data()) T(explanation);
            kept.words = [](const std::byte* value) {
              return std::launder(reinterpret_cast<const T*>(value))->words();
            };
            return kept;
          } else {
            return explanation.words();
          }
        }()) {}

  /// The reason in words.
  [[nodiscard]] std::string reason() const {
    const auto* kept = std::get_if<Kept>(&reason_);
    return kept == nullptr ? std::get<std::string>(reason_) : kept->words(kept->value.data());
  }

 private:
  static constexpr std::size_t room = 96;

  struct Kept {
    alignas(std::max_align_t) std::array<std::byte, room> value;
    std::string (*words)(const std::byte* value);
  };

  std::variant<std::string, Kept> reason_;
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
  [[nodiscard]] std::string reason() const { return has_value() ? "" : undefined().reason(); }

  /// The undefinedness, to hand on. Throws std::bad_variant_access if there is a value.
  [[nodiscard]] const Undefined& undefined() const { return std::get<1>(state_); }

 private:
  std::variant<T, Undefined> state_;
};

}  // namespace layoutcheck
