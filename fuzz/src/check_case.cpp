// Checking a case of an operation or of a statement.
#include "check_case.hpp"

#include "input_lines.hpp"
#include "outcome_counters.hpp"
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>

namespace layoutcheck::fuzz {

namespace {

Checked check_statement(const engine::Statement& statement, const Case& question) {
  const engine::Result result = engine::checked(statement, question.operands);
  count(question, result.kind == engine::Result::Kind::unmet ? Outcome::unmet : Outcome::met);
  if (result.kind != engine::Result::Kind::fails) return passed();
  return found(engine::as_case(statement, question.operands, result.kind), result.why);
}

Checked check_operation(Case question) {
  question.comment.clear();
  Reply own =
      properties::own_reply(question, Convention::strict, static_cast<Int>(input_limits.points));
  count(question, value_in(own.answer) != nullptr ? Outcome::value : Outcome::no_value);
  const Judged judged = judge_reply(std::move(question), std::move(own), input_judgement);
  const VerdictKind kind = judged.verdict.kind;
  return kind == VerdictKind::agrees || kind == VerdictKind::undecided
             ? passed()
             : found(to_string(answered(judged)), to_string(judged.verdict));
}

/// Passed if the algebra's answer to the question agrees with the oracle, or if the statement holds
/// or its hypothesis is not met; also where a limit is reached.
Checked check_case(const Case& question) {
  const engine::Statement* statement = properties::find_statement(question.operation);
  return statement == nullptr ? check_operation(question) : check_statement(*statement, question);
}

}  // namespace

std::optional<Case> parsed(std::string_view line, const Family& family) {
  try {
    return parse_case(line, 1, family.vocabulary());
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

Checked check_lines(std::string_view input,
                    const std::function<Checked(std::string_view line)>& check) {
  Checked all = rejected();
  for (std::string_view line : split_lines(input)) {
    Checked one;
    try {
      one = check(line);
    } catch (const LimitReached&) {
      one = passed();
    } catch (const std::exception& error) {
      one = found(std::string(line), std::string("an exception: ") + error.what());
    }
    if (one.kind == Checked::Kind::found) return one;
    if (one.kind == Checked::Kind::passed) all = passed();
  }
  return all;
}

namespace {

template <Concern concern>
const Family& family() {
  return family_of(concern);
}

template <Concern concern>
Checked check(std::string_view input) {
  return check_lines(input, [](std::string_view line) {
    const std::optional<Case> question = parsed(line, family_of(concern));
    return question ? check_case(*question) : rejected();
  });
}

template <Concern concern>
constexpr Target target_of(std::string_view name, std::string_view says) {
  return {.name = name,
          .says = says,
          .family = family<concern>,
          .steps = input_steps,
          .check = check<concern>};
}

}  // namespace

const Target layouts_target = target_of<Concern::layouts>(
    "layouts", "operations and statements on layouts, divisions and products apart");
const Target morphisms_target =
    target_of<Concern::morphisms>("morphisms", "the morphisms of Tuple and Nest");
const Target refinements_target = target_of<Concern::refinements>(
    "refinements", "nested tuples, refinements and the composition algorithm");
const Target divisions_target = target_of<Concern::divisions>(
    "divisions", "divisions and products, of layouts and of morphisms");
const Target views_target =
    target_of<Concern::views>("views", "row-major views, and the category Fact");

}  // namespace layoutcheck::fuzz
