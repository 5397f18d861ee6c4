// Shrinking what an engine has found.
#include "shrink_find.hpp"

#include "check_case.hpp"
#include "input_lines.hpp"
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>

namespace layoutcheck::fuzz {

namespace {

const Value* value_in(const Case& c) {
  return c.answer ? layoutcheck::value_in(*c.answer) : nullptr;
}

/// The domain of the operands, and of the answer behind them if it is a value.
engine::Domain domain_of(const Case& c, const engine::Statement& row) {
  if (value_in(c) == nullptr) return row.domain;
  std::vector<Sort> sorts = row.domain.sorts;
  const Operation* operation = operation_of(c);
  sorts.resize(c.operands.size(), sorts.back());
  sorts.push_back(operation == nullptr ? Sort::truth : operation->answer);
  return engine::make_domain("operands and an answer", std::move(sorts), nullptr);
}

std::string line_of(Case c, const engine::Operands& values) {
  if (value_in(c) != nullptr) {
    c.operands.assign(values.begin(), values.end() - 1);
    c.answer = values.back();
  } else {
    c.operands = values;
  }
  return to_string(c);
}

/// The first line of the input that ends in a fault alone, with that fault; else the whole input.
std::optional<Find> alone(std::string_view input, Sandbox& sandbox) {
  const Fate whole = sandbox.check(input);
  for (std::string_view line : split_lines(input)) {
    Fate fate = sandbox.check(line);
    if (fate.is_fault()) return Find{std::string(line), std::move(fate)};
  }
  if (!whole.is_fault()) return std::nullopt;
  return Find{std::string(input), whole};
}

Find with_simpler_operands(Find find, const Case& c, const engine::Statement& row, Sandbox& sandbox,
                           const engine::RunOptions& options) {
  const Fate::Kind kind = find.fate.kind;
  engine::Statement claim;
  claim.id = row.id;
  claim.domain = domain_of(c, row);
  claim.check = [&](const engine::Operands& values) {
    const Fate fate = sandbox.check(line_of(c, values));
    return engine::holds_if(fate.kind != kind, [&] { return fate.why; });
  };
  engine::Operands values = c.operands;
  if (const Value* answer = value_in(c)) values.push_back(*answer);
  const engine::Failure least =
      engine::shrink(claim, {std::move(values), find.fate.why, 0}, options);
  find.input = line_of(c, least.operands);
  find.fate = sandbox.check(find.input);
  return find;
}

/// Leaves out pieces, large ones first, as long as the fault stays.
Find with_fewer_bytes(Find find, Sandbox& sandbox, const engine::RunOptions& options) {
  std::size_t budget = options.shrink_budget;
  for (std::size_t piece = find.input.size(); piece > 0; piece /= 2) {
    for (std::size_t at = 0; at < find.input.size() && budget > 0 && !is_over(options);) {
      std::string fewer = find.input;
      fewer.erase(at, piece);
      --budget;
      Fate fate = sandbox.check(fewer);
      if (fate.kind == find.fate.kind)
        find = {std::move(fewer), std::move(fate)};
      else
        at += piece;
    }
  }
  return find;
}

std::optional<Case> case_of(const Find& find) {
  for (const std::string& text : {find.fate.line, find.input})
    if (auto c = parsed(text, whole_family())) return c;
  return std::nullopt;
}

/// What `say` says, or what it throws.
template <class Say>
std::string said(Say&& say) {
  try {
    return say();
  } catch (const std::exception& error) {
    return std::string("none: ") + error.what();
  }
}

}  // namespace

std::optional<Find> shrunk(std::string_view input, const Target& target, Sandbox& sandbox,
                           const engine::RunOptions& options) {
  std::optional<Find> find = alone(input, sandbox);
  if (!find) return std::nullopt;
  const std::optional<Case> c = parsed(find->input, target.family());
  const engine::Statement* row =
      c ? engine::row_of(*c, Convention::strict, properties::find_statement) : nullptr;
  if (row == nullptr || is_chain(*c)) return with_fewer_bytes(std::move(*find), sandbox, options);
  Case bare = *c;
  bare.comment.clear();
  if (!target.with_answers) bare.answer.reset();
  return with_simpler_operands(std::move(*find), bare, *row, sandbox, options);
}

std::string explained(const Find& find, const Target& target) {
  std::string text = find.fate.line.empty() ? find.input : find.fate.line;
  text += "\n    " + std::string(target.name) + ": " + std::string(describe(find.fate.kind)) +
          (find.fate.why.empty() ? "" : ": " + find.fate.why) + "\n";
  const std::optional<Case> c = case_of(find);
  // What crashes or hangs is not asked again, in this process.
  if (!c || find.fate.kind != Fate::Kind::found) return text;
  if (const auto* statement = properties::find_statement(c->operation))
    return text + "    says: " + statement->says + "\n";
  text +=
      "    algebra: " + said([&] { return to_string(properties::own_reply(*c).answer); }) + "\n";
  text +=
      "    oracle: " + said([&] {
        const auto expected = oracle::expect(*c, Convention::strict);
        return to_string(expected.answer) + (expected.reason.empty() ? "" : ": " + expected.reason);
      }) +
      "\n";
  return text;
}

std::optional<std::string> corpus_line(const Find& find, const std::string& comment) {
  std::optional<Case> c = case_of(find);
  if (!c) return std::nullopt;
  c->comment = comment;
  if (properties::find_statement(c->operation) != nullptr) {
    c->answer = Value(true);
    return to_string(*c);
  }
  try {
    c->answer = oracle::expect(*c, Convention::strict).answer;
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return to_string(*c);
}

}  // namespace layoutcheck::fuzz
