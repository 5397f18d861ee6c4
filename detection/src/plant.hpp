// Plants: right answers with one mistake each, by which questions are measured.
#pragma once

#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/conformance/offered.hpp>
#include <layoutcheck/notation/answer.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::detection {

/// The wrong answer to a question whose right answer is given; nothing where that one is given.
using Change = std::function<std::optional<Answer>(const Case& question, const Answer& right)>;

/// A change of the answers to one operation.
struct Mistake {
  std::string operation;
  Change change;
};

struct Plant {
  /// The operation or the family, a dot, and some words: "coalesce.gaps-are-closed".
  std::string name;
  /// What goes wrong, in a sentence.
  std::string says;
  /// The public report that has this mistake, or what kind of mistake it is.
  std::string source;
  /// The simplest question that shows it, with the wrong answer, as a case; "" if it is out of
  /// reach.
  std::string shown_by = {};
  std::vector<Mistake> mistakes = {};
  Convention convention = Convention::strict;
  /// Why no run can be expected to find it; "" of all others.
  std::string out_of_reach = {};
};

/// The wrong answer of the plant to a question, which may name the convention of the plant alone;
/// nothing where it answers rightly.
std::optional<Answer> wrong_answer(const Plant& plant, const Case& question, const Answer& right);

/// Half of the plants, by their names: "A", with which generators are tuned, or "B", by which the
/// outcome is judged.
std::string_view half_of(const Plant& plant);

namespace detail {

/// The value as a T, or nullptr; the entries of a tuple as a Tuple.
template <class T>
const T* as(const Value& value) {
  if constexpr (std::is_same_v<T, Tuple>) {
    const auto* tuple = std::get_if<NestedTuple>(&value);
    return tuple == nullptr ? nullptr : &tuple->entries();
  } else {
    return std::get_if<T>(&value);
  }
}

/// The right answer as the first parameter wants it: a value of that type, or any answer.
template <class R>
const R* right_as(const Answer& answer) {
  if constexpr (std::is_same_v<R, Answer>) {
    return &answer;
  } else {
    const Value* value = value_in(answer);
    return value == nullptr ? nullptr : as<R>(*value);
  }
}

template <class W, class R, class... T>
Mistake on(std::string_view operation, std::optional<W> (*f)(const R&, const T&...)) {
  return {std::string(operation),
          [f](const Case& question, const Answer& answer) -> std::optional<Answer> {
            const R* right = right_as<R>(answer);
            if (right == nullptr || question.operands.size() != sizeof...(T)) return std::nullopt;
            return [&]<std::size_t... I>(std::index_sequence<I...>) -> std::optional<Answer> {
              if (((as<T>(question.operands[I]) == nullptr) || ...)) return std::nullopt;
              const std::optional<W> wrong = f(*right, *as<T>(question.operands[I])...);
              if (!wrong) return std::nullopt;
              return conformance::answer_from(*wrong);
            }(std::index_sequence_for<T...>());
          }};
}

}  // namespace detail

/// The mistake that f makes in an operation: it takes the right answer, as an Answer or as a value
/// of the type that it takes, and the operands; other signatures of the name stay right.
template <class F>
Mistake on(std::string_view operation, F f) {
  return detail::on(operation, +f);
}

/// The same mistake in several operations.
template <class F>
std::vector<Mistake> on_each(std::initializer_list<std::string_view> operations, F f) {
  std::vector<Mistake> mistakes;
  for (const std::string_view operation : operations)
    mistakes.push_back(detail::on(operation, +f));
  return mistakes;
}

}  // namespace layoutcheck::detection
