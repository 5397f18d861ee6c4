// The registry: the lists of statements, look-up, and statements as operations of cases.
#include "statement_lists.hpp"
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <map>

namespace layoutcheck::properties {

const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = [] {
    std::vector<Statement> list;
    for (auto* part : {statements_1, statements_2_1, statements_2_3, statements_3_1, statements_3_2,
                       statements_4}) {
      for (Statement& statement : part()) {
        list.push_back(std::move(statement));
      }
    }
    return list;
  }();
  return all;
}

const Statement* find_statement(std::string_view id) {
  static const std::map<std::string, const Statement*, std::less<>> index = [] {
    std::map<std::string, const Statement*, std::less<>> map;
    for (const Statement& statement : statements()) {
      map.emplace(statement.id, &statement);
    }
    for (const Statement& operation : operations()) {
      map.emplace(operation.id, &operation);
    }
    return map;
  }();
  const auto found = index.find(id);
  return found == index.end() ? nullptr : found->second;
}

const Vocabulary& full_vocabulary() {
  static const Vocabulary vocabulary = [] {
    const auto standard = standard_vocabulary().operations();
    std::vector<Operation> all(standard.begin(), standard.end());
    for (const Statement& statement : statements()) {
      all.push_back(
          {statement.id, statement.domain.sorts, Sort::truth, false, false, statement.says});
    }
    return Vocabulary(std::move(all));
  }();
  return vocabulary;
}

Answer answer_of(const Case& question, Convention convention) {
  if (const Statement* statement = find_statement(question.operation)) {
    const Result result = checked(*statement, question.operands);
    switch (result.kind) {
      case Result::Kind::holds:
        return Value(true);
      case Result::Kind::fails:
        return Value(false);
      case Result::Kind::unmet:
        return NonValue::undefined;
      case Result::Kind::undecided:
        throw LimitReached(result.why);
    }
  }
  return algebra::evaluate(question, convention).answer;
}

Verdict judge_case(const Case& answered, const JudgeOptions& options) {
  const Statement* statement = find_statement(answered.operation);
  if (statement == nullptr) {
    return judge(answered, options);
  }
  Verdict verdict;
  try {
    const Answer found = answer_of(answered, options.convention);
    verdict.expected = found;
    verdict.kind = found == answered.answer ? VerdictKind::agrees : VerdictKind::wrong;
    if (verdict.kind == VerdictKind::wrong) {
      verdict.why = "the check says " + to_string(found);
    }
  } catch (const LimitReached& limit) {
    verdict.why = limit.what();
  }
  return verdict;
}

}  // namespace layoutcheck::properties
