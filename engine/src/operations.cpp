// Operations as statements: the algebra's answer has the verdict `agrees`.
#include "operation_domains.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/engine/wrong_answers.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/limits.hpp>
#include <layoutcheck/oracles/small_composition.hpp>

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace layoutcheck::engine {

namespace {

/// A wrong answer that the judge takes for right, as a case with its verdict. For one question in
/// sixteen, one that differs in some way from the right answer is judged.
std::optional<std::string> wrong_answer_taken(const Judged& found, const JudgeOptions& options) {
  const std::size_t choice = std::hash<std::string>()(to_string(found.question));
  constexpr std::size_t one_in = 16;
  if (choice % one_in != 0) return std::nullopt;
  std::vector<Answer> answers = changed_answers(found.reply.answer);
  Case answered = found.question;
  answered.answer = std::move(answers[choice / one_in % answers.size()]);
  try {
    if (!is_known_to_be_wrong(answered, found.reply.answer, options.convention))
      return std::nullopt;
  } catch (const LimitReached&) {
    return std::nullopt;
  }
  const Verdict verdict = judge(answered, options);
  if (!is_right(verdict.kind)) return std::nullopt;
  return "a wrong answer is judged right: " + to_string(answered) + ": " + to_string(verdict);
}

/// The hypothesis of an operation is that there is an answer; that there is none must be
/// recognized, too.
Result check_operation(const Operation& operation, Convention convention,
                       const Operands& operands) {
  Case c;
  c.operation = operation.name;
  if (convention != Convention::strict) c.convention = convention;
  c.operands = operands;
  JudgeOptions options;
  options.convention = convention;
  Reply own = reply_of_algebra(c, convention);
  const Judged found = judge_reply(std::move(c), std::move(own), options);
  Result result;
  result.verdict = found.verdict.kind;
  if (found.verdict.kind == VerdictKind::undecided) {
    result.kind = Result::Kind::undecided;
  } else if (found.verdict.kind != VerdictKind::agrees) {
    result.kind = Result::Kind::fails;
    result.why = to_string(answered(found)) + ": " + to_string(found.verdict);
  } else if (auto taken = wrong_answer_taken(found, options)) {
    result = fails(*std::move(taken));
    result.verdict = found.verdict.kind;
  } else if (found.reply.answer == Answer(NonValue::undefined)) {
    result.kind = Result::Kind::unmet;
  }
  return result;
}

/// As check_operation for two layouts, but what the oracle decides in machine words needs no judge
/// as long as the algebra agrees.
Result check_composition(const Operands& operands, Convention convention) {
  thread_local oracle::SmallComposition small;
  thread_local Layout answer;
  const Layout& a = std::get<Layout>(operands.at(0));
  const Layout& b = std::get<Layout>(operands.at(1));
  const bool is_small = oracle::SmallComposition::takes(a, b);
  if (is_small) {
    const bool answered = !algebra::compose(a, b, convention, answer);
    const bool exists = small.compose(a, b, convention);
    if (exists == answered && (!exists || small.is(answer)))
      return {exists ? Result::Kind::holds : Result::Kind::unmet, "", VerdictKind::agrees};
  }
  const Operands with_tiler{a, Tiler(b)};
  const Operation& operation = *standard_vocabulary().find("composition", with_tiler);
  Result result = check_operation(operation, convention, with_tiler);
  if (is_small && result.kind != Result::Kind::fails) {
    result = fails("the oracle's two ways to compose " + to_string(a) + " and " + to_string(b) +
                   " do not agree");
  }
  return result;
}

/// The signature, with "@extended" or the like behind the name in another convention than strict.
std::string operation_id(const Operation& operation, Convention convention) {
  std::string id = signature(operation);
  if (convention != Convention::strict)
    id.insert(operation.name.size(), "@" + std::string(name(convention)));
  return id;
}

/// Composition of two layouts, of which the enumeration reaches further than with all tilers.
Statement composition_of_layouts(const Operation& operation, Convention convention) {
  Statement statement;
  Operation on_layouts = operation;
  on_layouts.operands = {Sort::layout, Sort::layout};
  statement.id = operation_id(on_layouts, convention);
  statement.kind = "Operation";
  statement.operation = &operation;
  statement.convention = convention;
  statement.says = "c -> A(B(c)), coalesced over the shape of B";
  statement.domain = asked(composable_layouts(Nesting::nested), operation);
  statement.check = [convention](const Operands& operands) {
    return check_composition(operands, convention);
  };
  return statement;
}

std::vector<Statement> make_operations() {
  std::vector<Statement> list;
  for (const Operation& operation : standard_vocabulary().operations()) {
    for (const Convention convention : conventions) {
      if (convention != Convention::strict && !operation.conventional) continue;
      Statement statement;
      statement.id = operation_id(operation, convention);
      statement.kind = "Operation";
      statement.operation = &operation;
      statement.convention = convention;
      statement.says = operation.summary;
      statement.domain = domain_of(operation);
      statement.check = [&operation, convention](const Operands& operands) {
        return check_operation(operation, convention, operands);
      };
      list.push_back(std::move(statement));
    }
    if (operation.family == Family::composition && operation.operands.back() == Sort::tiler)
      for (const Convention convention : conventions)
        list.push_back(composition_of_layouts(operation, convention));
  }
  return list;
}

}  // namespace

Reply reply_of_algebra(const Case& question, Convention convention, Int limit) {
  return replied([&]() -> Reply {
    // A limit above the algebra's own grants as many steps for each point.
    const WorkLimit grant(oracle::Limits{}.steps() *
                          std::max(Int{1}, limit / algebra::default_limit));
    auto [answer, reason] = algebra::evaluate(question, convention, limit);
    return {Reply::Kind::answered, std::move(answer), std::move(reason)};
  });
}

const std::vector<Statement>& operations() {
  static const std::vector<Statement> list = make_operations();
  return list;
}

const Statement* find_operation(std::string_view id) {
  static const std::unordered_map<std::string_view, const Statement*> index = [] {
    std::unordered_map<std::string_view, const Statement*> map;
    for (const Statement& operation : operations())
      map.emplace(operation.id, &operation);
    return map;
  }();
  const auto found = index.find(id);
  return found == index.end() ? nullptr : found->second;
}

Case question_of(const Statement& row, Operands operands) {
  Case c;
  c.operation = row.operation == nullptr ? row.id : row.operation->name;
  if (row.convention != Convention::strict) c.convention = row.convention;
  c.operands = std::move(operands);
  // A row of layouts asks an operation that takes a tiler, which a layout is.
  if (row.operation != nullptr && row.operation->operands.back() == Sort::tiler) {
    if (const auto* layout = std::get_if<Layout>(&c.operands.back()))
      c.operands.back() = Tiler(*layout);
  }
  return c;
}

const Statement* row_of(const Case& question, Convention convention,
                        const FindStatement& find_statement) {
  const Operation* operation = operation_of(question);
  if (operation == nullptr) return find_statement ? find_statement(question.operation) : nullptr;
  return find_operation(operation_id(*operation, operation->conventional
                                                     ? question.convention.value_or(convention)
                                                     : Convention::strict));
}

}  // namespace layoutcheck::engine
