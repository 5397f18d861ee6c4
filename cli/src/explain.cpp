// Explanations: what the algebra and the oracle say to a case, and the verdicts on it.
#include "explain.hpp"

#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/properties/registry.hpp>

namespace layoutcheck::cli {

namespace {

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

}  // namespace

Reply reply_of_algebra(const Case& question, const JudgeOptions& options) {
  return properties::own_reply(
      question, options.convention,
      std::max(algebra::default_limit, static_cast<Int>(options.limits.points)));
}

Explanation explain(Case content, const JudgeOptions& options) {
  Explanation explanation;
  name_convention(content, options.convention);
  Case question = content;
  question.answer.reset();
  explanation.algebra = judged(question, reply_of_algebra(question, options), options);
  explanation.oracle = replied([&]() -> Reply {
    oracle::Expectation expectation = expectation_of(question, options);
    return {Reply::Kind::answered, std::move(expectation.answer), std::move(expectation.reason)};
  });
  if (content.answer) {
    explanation.given = judged(std::move(question),
                               {Reply::Kind::answered, *content.answer, content.comment}, options);
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
