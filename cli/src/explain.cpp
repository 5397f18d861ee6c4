// Explanations: what the algebra and the oracle say to a case, and the verdicts on it.
#include "explain.hpp"

#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/properties/registry.hpp>

namespace layoutcheck::cli {

namespace {

/// The opinion that `ask` gives as a pair of answer and reason; no exception leaves it.
template <class Ask>
Opinion opinion(const Ask& ask) {
  try {
    auto [answer, reason] = ask();
    return {std::move(answer), std::move(reason)};
  } catch (const LimitReached& limit) {
    return {std::nullopt, limit.what()};
  } catch (const std::exception& error) {
    return {std::nullopt, std::string("an exception: ") + error.what()};
  }
}

/// What the definitions answer; where that takes too large a table, still that there is no answer,
/// if some values prove it.
oracle::Expectation expectation_of(const Case& content, const JudgeOptions& options) {
  try {
    return oracle::expect(content, options.convention, options.limits);
  } catch (const LimitReached&) {
    oracle::Limits limits = options.limits;
    limits.samples = options.samples;
    oracle::Expectation by_values = oracle::expect(content, options.convention, limits);
    if (by_values.answer != Answer(NonValue::undefined)) throw;
    return by_values;
  }
}

Verdict verdict_on(Case content, const Opinion& subject, const JudgeOptions& options) {
  Verdict verdict;
  if (!subject.answer) {
    verdict.why = subject.reason;
    return verdict;
  }
  content.answer = subject.answer;
  return judge(content, options);
}

}  // namespace

Opinion opinion_of_algebra(const Case& question, const JudgeOptions& options) {
  return opinion([&] {
    return algebra::evaluate(
        question, options.convention,
        std::max(algebra::default_limit, static_cast<Int>(options.limits.points)));
  });
}

const properties::Statement* statement_of(const Case& content) {
  return standard_vocabulary().named(content.operation).empty()
             ? properties::find_statement(content.operation)
             : nullptr;
}

void name_convention(Case& content, Convention convention) {
  const Operation* operation = standard_vocabulary().find(content.operation, content.operands);
  if (!content.convention && convention != Convention::strict && operation != nullptr &&
      operation->conventional) {
    content.convention = convention;
  }
}

Explanation explain(Case content, const JudgeOptions& options) {
  Explanation explanation;
  name_convention(content, options.convention);
  explanation.algebra = opinion_of_algebra(content, options);
  explanation.oracle = opinion([&] { return expectation_of(content, options); });
  explanation.verdict = verdict_on(content, explanation.algebra, options);
  if (content.answer) {
    explanation.given = judge(content, options);
  }
  explanation.content = std::move(content);
  return explanation;
}

Case read_case(const std::string& text) {
  try {
    return parse_case(text, 1, properties::full_vocabulary());
  } catch (const ParseError& error) {
    throw std::invalid_argument("'" + text + "', column " + std::to_string(error.column()) + ": " +
                                error.message());
  }
}

}  // namespace layoutcheck::cli
