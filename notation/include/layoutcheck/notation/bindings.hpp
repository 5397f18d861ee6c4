// Bindings: each operation of the vocabulary with the function of a room that answers it. What the
// function takes says which signature it is for, so that no list of signatures is kept beside the
// vocabulary, and no operand is unpacked by hand.
#pragma once

#include <layoutcheck/notation/operand.hpp>
#include <layoutcheck/notation/operations.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <functional>
#include <stdexcept>
#include <type_traits>
#include <unordered_map>

namespace layoutcheck {

/// Whether a function that takes a T takes all repetitions of an operand.
template <class T>
inline constexpr bool is_repeated = false;
template <class T>
inline constexpr bool is_repeated<std::vector<T>> = !std::is_same_v<T, Int>;

/// The functions of a room. A Context is what an answer may depend on beside the operands;
/// `Value Context::value(const T&)` turns what is no Value into one.
template <class Context>
class Bindings {
 public:
  using Answerer = std::function<Outcome<Value>(const Context&, std::span<const Value>)>;

  /// The vocabulary has to outlive the bindings.
  explicit Bindings(const Vocabulary& vocabulary) : vocabulary_(&vocabulary) {}

  /// Binds the signature of this name whose operands are what f takes (operand.hpp), a repeated one
  /// as a std::vector. Before them f may take the context. It returns a value or an Outcome. A
  /// lambda has no captures. Throws std::logic_error if there is no such signature, or if it is
  /// bound already.
  template <class F>
  void bind(std::string_view name, F f) {
    // As a pointer, so that functions of one type share what is compiled for them.
    bind_pointer(name, +f);
  }

  /// Throws std::logic_error that names the first of the wanted signatures without a function.
  void require_complete(bool (*is_wanted)(const Operation&) = [](const Operation&) {
    return true;
  }) const {
    for (const Operation& operation : vocabulary_->operations())
      if (is_wanted(operation) && !answerers_.contains(&operation))
        throw std::logic_error("no function is bound to " + signature(operation));
  }

  /// What answers the operation, or nullptr.
  [[nodiscard]] const Answerer* find(const Operation* operation) const {
    const auto found = answerers_.find(operation);
    return found == answerers_.end() ? nullptr : &found->second;
  }

 private:
  template <class T>
  static bool takes(const Operation& operation, std::size_t i) {
    const bool repeats = operation.variadic && i + 1 == operation.operands.size();
    if constexpr (is_repeated<T>)
      return repeats && holds_operand<typename T::value_type>(operation.operands[i]);
    else
      return !repeats && holds_operand<T>(operation.operands[i]);
  }

  /// The i-th operand as a T; a repeated one with all that follow.
  template <class T>
  static decltype(auto) read(std::span<const Value> operands, std::size_t i) {
    if constexpr (is_repeated<T>) {
      T all;
      for (const Value& operand : operands.subspan(i))
        all.push_back(std::get<typename T::value_type>(operand));
      return all;
    } else {
      return operand<T>(operands, i);
    }
  }

  template <class T>
  static Outcome<Value> answer(T result) {
    if constexpr (std::is_same_v<T, std::size_t>)
      return Value(static_cast<Int>(result));
    else if constexpr (std::is_same_v<T, Tuple>)
      return Value(NestedTuple::flat(std::move(result)));
    else if constexpr (std::is_constructible_v<Value, T>)
      return Value(std::move(result));
    else
      return Context::value(result);
  }

  template <class T>
  static Outcome<Value> answer(Outcome<T> result) {
    if (!result) return result.undefined();
    return answer(std::move(result).value());
  }

  template <class R, class... A>
  void bind_pointer(std::string_view name, R (*f)(const Context&, A...)) {
    add<std::remove_cvref_t<A>...>(
        name, [f](const Context& context, std::span<const Value> operands) {
          return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return answer(f(context, read<std::remove_cvref_t<A>>(operands, I)...));
          }(std::index_sequence_for<A...>());
        });
  }

  template <class R, class... A>
  void bind_pointer(std::string_view name, R (*f)(A...)) {
    add<std::remove_cvref_t<A>...>(name, [f](const Context&, std::span<const Value> operands) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return answer(f(read<std::remove_cvref_t<A>>(operands, I)...));
      }(std::index_sequence_for<A...>());
    });
  }

  template <class... T>
  void add(std::string_view name, Answerer answerer) {
    for (const Operation* operation : vocabulary_->named(name)) {
      const bool fits = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return operation->operands.size() == sizeof...(T) && (takes<T>(*operation, I) && ...);
      }(std::index_sequence_for<T...>());
      if (!fits) continue;
      if (!answerers_.emplace(operation, std::move(answerer)).second)
        throw std::logic_error(signature(*operation) + " is bound twice");
      return;
    }
    throw std::logic_error("a function is bound to " + std::string(name) +
                           ", and no signature takes its " + std::to_string(sizeof...(T)) +
                           " operands");
  }

  const Vocabulary* vocabulary_;
  std::unordered_map<const Operation*, Answerer> answerers_;
};

}  // namespace layoutcheck
