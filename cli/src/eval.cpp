// `layoutcheck eval`: what the algebra and the oracle answer to cases, and whether they agree.
#include "commands.hpp"
#include "explain.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct EvalOptions {
  std::vector<std::string> cases;
  JudgingOptions judging;
  std::string color = "auto";
};

constexpr std::size_t label_indent = 4;
constexpr std::size_t label_width = 10;
constexpr std::size_t text_width = 86;

/// A line of a label and a text; further lines of the text are aligned with its first.
void print_item(std::string_view label, std::string_view text) {
  std::string line = std::string(label_indent, ' ') + std::string(label);
  line.resize(label_indent + label_width, ' ');
  std::cout << line << hanging(text, line.size()) << '\n';
}

/// A table can have a million values: the first ones, and how much is missing.
std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 2000;
  return text.size() <= longest ? text
                                : clipped(text, longest / 2) + " (" + std::to_string(text.size()) +
                                      " characters; 'layoutcheck answer' prints all)";
}

std::string text_of(const Reply& reply) {
  if (reply.kind != Reply::Kind::answered) return "no answer: " + reply.note;
  return shortened(to_string(reply.answer)) + (reply.note.empty() ? "" : ": " + reply.note);
}

std::string coloured(const Verdict& verdict, Colours colours) {
  const Ink ink = is_right(verdict.kind)   ? Ink::green
                  : is_fault(verdict.kind) ? Ink::red
                                           : Ink::yellow;
  return inked(shortened(to_string(verdict)), ink, colours);
}

int print_operation(const Case& content, const JudgeOptions& options, Colours colours) {
  const Explanation explanation = explain(content, options);
  std::cout << bold(shortened(to_string(explanation.content)), colours) << '\n';
  if (explanation.given) print_item("given", coloured(explanation.given->verdict, colours));
  print_item("algebra", text_of(explanation.algebra.reply));
  print_item("oracle", text_of(explanation.oracle));
  print_item("verdict", coloured(explanation.algebra.verdict, colours));
  const bool right = is_right(explanation.algebra.verdict.kind) &&
                     (!explanation.given || is_right(explanation.given->verdict.kind));
  return right ? exit_right : exit_wrong;
}

int print_statement(const engine::Statement& statement, const Case& content,
                    const JudgeOptions& options, Colours colours) {
  using Kind = engine::Result::Kind;
  const engine::Result result = engine::checked(statement, content.operands);
  std::cout << bold(to_string(content), colours) << '\n';
  if (content.answer) print_item("given", coloured(judge(content, options), colours));
  print_item("says", wrapped(statement.kind + ": " + statement.says, text_width));
  const std::string why = result.why.empty() ? "" : ": " + result.why;
  switch (result.kind) {
    case Kind::holds:
      print_item("here", inked("holds", Ink::green, colours));
      break;
    case Kind::unmet:
      print_item("here", inked("undefined: the hypothesis is not met" + why, Ink::yellow, colours));
      break;
    case Kind::fails:
      print_item("here", inked("fails" + why, Ink::red, colours));
      break;
    case Kind::undecided:
      print_item("here", inked("undecided" + why, Ink::yellow, colours));
      break;
  }
  if (statement.standing == engine::Standing::fails_as_stated) {
    print_item("standing", "fails as stated");
    print_item("smallest", statement.counterexample);
    print_item("why", wrapped(statement.remark, text_width));
    if (!statement.change.empty()) print_item("change", wrapped(statement.change, text_width));
  }
  const bool right = content.answer ? is_right(judge(content, options).kind)
                                    : result.kind == Kind::holds || result.kind == Kind::unmet;
  return right ? exit_right : exit_wrong;
}

int run_eval(const EvalOptions& options) {
  const Colours colours = colours_for(options.color, STDOUT_FILENO);
  const JudgeOptions judging = judge_options(options.judging);
  int exit_code = exit_right;
  bool first = true;
  for (const std::string& text : options.cases) {
    try {
      const Case content = read_case(text);
      std::cout << (first ? "" : "\n");
      first = false;
      const engine::Statement* statement = properties::find_statement(content.operation);
      exit_code = std::max(exit_code, statement == nullptr
                                          ? print_operation(content, judging, colours)
                                          : print_statement(*statement, content, judging, colours));
    } catch (const std::invalid_argument& error) {
      std::cout.flush();
      std::cerr << "layoutcheck eval: " << error.what() << '\n';
      exit_code = exit_bad_input;
    }
  }
  return exit_code;
}

}  // namespace

void add_eval(Program& program) {
  auto options = std::make_shared<EvalOptions>();
  Command command(program, "eval",
                  "Print the answers of the algebra and the oracle to a case, and the verdict");
  command
      .argument("CASE", options->cases,
                "operation(operand, ...), with '= answer' to judge that answer as well; the id of "
                "a statement is also an operation")
      .required();
  add_judging(command, options->judging);
  add_color(command, options->color);
  command.footer(
      "layoutcheck eval 'composition((6,2):(8,2), (4,3):(3,1))'\n"
      "layoutcheck eval 'complement((2,2):(1,6), 24) = (3,2):(2,12)'\n"
      "layoutcheck eval --convention extended 'composition(4:1, 2:8)'\n"
      "layoutcheck eval 'colfax.2.1.6.21((2):(0))'",
      "0 the algebra agrees with the oracle, and a given answer is right (a statement holds,\n"
      "or its hypothesis is not met); 1 something is wrong or undecided; 2 bad usage or input.");
  command.run([options] { return run_eval(*options); });
}

}  // namespace layoutcheck::cli
