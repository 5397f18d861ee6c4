// Checking a case of an operation or of a statement.
#include "check_case.hpp"

#include "input_lines.hpp"
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck::fuzz {

namespace {

Outcome check_statement(const properties::Statement& statement, const Case& question) {
  const properties::Result result = properties::checked(statement, question.operands);
  if (result.kind != properties::Result::Kind::fails) return passed();
  return found(properties::as_case(statement, question.operands, result.kind), result.why);
}

Outcome check_operation(const Case& question) {
  Case answered = question;
  answered.comment.clear();
  try {
    answered.answer =
        algebra::evaluate(question, Convention::strict, static_cast<Int>(input_limits.points))
            .answer;
  } catch (const LimitReached&) {
    return passed();
  }
  const Verdict verdict = judge(answered, input_judgement);
  const bool is_right =
      verdict.kind == VerdictKind::agrees || verdict.kind == VerdictKind::undecided;
  return is_right ? passed() : found(to_string(answered), to_string(verdict));
}

}  // namespace

std::optional<Case> parsed(std::string_view line, const Family& family) {
  try {
    return parse_case(line, 1, family.vocabulary());
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

Outcome check_case(const Case& question) {
  try {
    const properties::Statement* statement = properties::find_statement(question.operation);
    return statement == nullptr ? check_operation(question) : check_statement(*statement, question);
  } catch (const std::exception& error) {
    return found(to_string(question), std::string("an exception: ") + error.what());
  }
}

Outcome check_lines(std::string_view input,
                    const std::function<Outcome(std::string_view line)>& check) {
  Outcome all = rejected();
  for (std::string_view line : split_lines(input)) {
    Outcome one = check(line);
    if (one.kind == Outcome::Kind::found) return one;
    if (one.kind == Outcome::Kind::passed) all = passed();
  }
  return all;
}

Outcome check_cases(std::string_view input, const Family& family) {
  return check_lines(input, [&](std::string_view line) {
    const std::optional<Case> question = parsed(line, family);
    return question ? check_case(*question) : rejected();
  });
}

}  // namespace layoutcheck::fuzz
