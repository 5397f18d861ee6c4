// Chains: cases that have the answers of other operations as operands, and what becomes of them.
#pragma once

#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace layoutcheck {

/// The most operations that stand for operands in one case.
inline constexpr std::size_t most_inner = 32;

inline bool is_chain(const Case& content) {
  return !content.inner.empty();
}

/// The inner operation of this number as a question, which may be a chain itself.
Case inner_question(const Case& chain, std::size_t number);

/// Puts the value into the place of the last inner operation, which has values alone as operands.
/// Returns whether the operation around it takes the value: one whose sort has a condition, such as
/// flatness, may not.
bool replace_last_inner(Case& chain, const Value& value);

/// Makes a chain a case without inner operations: each becomes the value that `evaluate` answers to
/// it, the last one first. Where one has none, that evaluation is returned, which is that of the
/// whole chain: an evaluation has an `answer` and a `reason`.
template <class Evaluate>
auto resolve(Case& chain, const Evaluate& evaluate)
    -> std::optional<decltype(evaluate(std::as_const(chain)))> {
  while (is_chain(chain)) {
    auto evaluation = evaluate(inner_question(chain, chain.inner.size() - 1));
    const Value* value = value_in(evaluation.answer);
    if (value == nullptr) return evaluation;
    if (!replace_last_inner(chain, *value)) {
      evaluation.reason = chain.inner.back().operation + " answers " + to_string(*value) +
                          ", which is no operand there";
      evaluation.answer = NonValue::undefined;
      return evaluation;
    }
  }
  return std::nullopt;
}

/// "coalesce", or of a chain "coalesce(prepend)": what is asked, whatever the operands.
std::string operations_in(const Case& content);

/// The sorts of the values, as the operations ask for them. Pre: the case has an operation.
std::vector<Sort> sorts_of(const Case& content);

/// Names the convention wherever an operation depends on it and none is named, unless it is strict.
void name_convention(Case& content, Convention convention);

/// Takes the name of this convention away, which goes without saying.
void drop_convention(Case& content, Convention convention);

}  // namespace layoutcheck
