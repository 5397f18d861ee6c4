// What `eval` says to a case: the answers of the algebra and the oracle, and the verdicts.
#include "evaluation.hpp"

#include "explain.hpp"
#include "lines.hpp"
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t items_begin = 4;
constexpr std::size_t texts_begin = 14;
constexpr std::size_t widest_text = 86;

/// A table can have a million values: the first ones, and how much is missing.
std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 2000;
  return text.size() <= longest ? text
                                : clipped(text, longest / 2) + " (" + std::to_string(text.size()) +
                                      " characters; 'layoutcheck answer' prints all)";
}

std::string reply_text(const Reply& reply) {
  if (reply.kind != Reply::Kind::answered) return "no answer: " + reply.note;
  return shortened(to_string(reply.answer)) + (reply.note.empty() ? "" : ": " + reply.note);
}

Evaluation::Item item(std::string_view label, const Verdict& verdict) {
  const Ink ink = is_right(verdict.kind)   ? Ink::green
                  : is_fault(verdict.kind) ? Ink::red
                                           : Ink::yellow;
  return {label, shortened(to_string(verdict)), ink};
}

Evaluation evaluate_operation(const Case& content, const JudgeOptions& options) {
  const Explanation explanation = explain(content, options);
  Evaluation result;
  result.title = shortened(to_string(explanation.content));
  if (explanation.given) result.items.push_back(item("given", explanation.given->verdict));
  result.items.push_back({"algebra", reply_text(explanation.algebra.reply)});
  result.items.push_back({"oracle", reply_text(explanation.oracle)});
  result.items.push_back(item("verdict", explanation.algebra.verdict));
  result.is_right = is_right(explanation.algebra.verdict.kind) &&
                    (!explanation.given || is_right(explanation.given->verdict.kind));
  return result;
}

Evaluation::Item finding(const engine::Result& found) {
  using Kind = engine::Result::Kind;
  const std::string why = found.why.empty() ? "" : ": " + found.why;
  switch (found.kind) {
    case Kind::holds:
      return {"here", "holds", Ink::green};
    case Kind::unmet:
      return {"here", "undefined: the hypothesis is not met" + why, Ink::yellow};
    case Kind::fails:
      return {"here", "fails" + why, Ink::red};
    case Kind::undecided:
      break;
  }
  return {"here", "undecided" + why, Ink::yellow};
}

Evaluation evaluate_statement(const engine::Statement& statement, const Case& content,
                              const JudgeOptions& options) {
  using Kind = engine::Result::Kind;
  const engine::Result found = engine::checked(statement, content.operands);
  Evaluation result{to_string(content), {}, found.kind == Kind::holds || found.kind == Kind::unmet};
  if (content.answer) {
    const Verdict given = judge(content, options);
    result.is_right = is_right(given.kind);
    result.items.push_back(item("given", given));
  }
  result.items.push_back({"says", wrapped(statement.kind + ": " + statement.says, widest_text)});
  result.items.push_back(finding(found));
  if (statement.standing == engine::Standing::fails_as_stated) {
    result.items.push_back({"standing", "fails as stated"});
    result.items.push_back({"smallest", statement.counterexample});
    result.items.push_back({"why", wrapped(statement.remark, widest_text)});
    if (!statement.change.empty())
      result.items.push_back({"change", wrapped(statement.change, widest_text)});
  }
  return result;
}

}  // namespace

Evaluation evaluate(const Case& content, const JudgeOptions& options) {
  const engine::Statement* statement = properties::find_statement(content.operation);
  return statement == nullptr ? evaluate_operation(content, options)
                              : evaluate_statement(*statement, content, options);
}

std::string to_text(const Evaluation& evaluation, Colours colours) {
  std::string text = bold(evaluation.title, colours) + '\n';
  for (const Evaluation::Item& item : evaluation.items) {
    std::string line = std::string(items_begin, ' ') + std::string(item.label);
    line.resize(texts_begin, ' ');
    // Further lines of a text are aligned with its first.
    const std::string hung =
        hanging(item.ink ? inked(item.text, *item.ink, colours) : item.text, line.size());
    text += line + hung + '\n';
  }
  return text;
}

}  // namespace layoutcheck::cli
