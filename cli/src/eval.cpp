// `layoutcheck eval`: what the algebra and the oracle answer to cases, and whether they agree.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>
#include <memory>

#include "commands.hpp"
#include "explain.hpp"
#include "options.hpp"
#include "terminal.hpp"

namespace layoutcheck::cli {

namespace {

struct EvalOptions {
  std::vector<std::string> cases;
  JudgingOptions judging;
  std::string color = "auto";
};

/// A line of a label and a text; further lines of the text are aligned with its first.
void print_item(std::string_view label, std::string_view text) {
  constexpr std::size_t indent = 4;
  constexpr std::size_t width = 10;
  std::string line = std::string(indent, ' ') + std::string(label);
  line.resize(indent + width, ' ');
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::cout << line << text.substr(start, end - start) << '\n';
    line.assign(indent + width, ' ');
    start = end + 1;
  }
}

/// The text in lines of at most this width, broken at spaces.
std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  std::size_t used = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (used > 0 && used + 1 + columns_of(word) > width) {
      lines += '\n';
      used = 0;
    } else if (used > 0 && !word.empty()) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += columns_of(word);
    start = end + 1;
  }
  return lines;
}

std::string text_of(const Opinion& opinion) {
  if (!opinion.answer) {
    return "no answer: " + opinion.reason;
  }
  return to_string(*opinion.answer) + (opinion.reason.empty() ? "" : ": " + opinion.reason);
}

std::string coloured(const Verdict& verdict, Colours colours) {
  const Ink ink = is_right(verdict.kind) ? Ink::green : is_fault(verdict.kind) ? Ink::red : Ink::yellow;
  return inked(to_string(verdict), ink, colours);
}

int print_operation(const Case& content, const JudgeOptions& options, Colours colours) {
  const Explanation explanation = explain(content, options);
  std::cout << bold(to_string(explanation.content), colours) << '\n';
  if (explanation.given) {
    print_item("given", coloured(*explanation.given, colours));
  }
  const std::string algebra = text_of(explanation.algebra);
  const std::string oracle = text_of(explanation.oracle);
  constexpr std::size_t long_text = 400;
  print_item("algebra", algebra);
  print_item("oracle", oracle == algebra && oracle.size() > long_text ? "the same" : oracle);
  print_item("verdict", coloured(explanation.verdict, colours));
  const bool right = is_right(explanation.verdict.kind) && (!explanation.given || is_right(explanation.given->kind));
  return right ? exit_right : exit_wrong;
}

int print_statement(const properties::Statement& statement, const Case& content, Colours colours) {
  using Kind = properties::Result::Kind;
  constexpr std::size_t width = 86;
  const properties::Result result = properties::checked(statement, content.operands);
  std::cout << bold(to_string(content), colours) << '\n';
  if (content.answer) {
    print_item("given", coloured(properties::judge_case(content), colours));
  }
  print_item("says", wrapped(statement.kind + ": " + statement.says, width));
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
  if (statement.standing == properties::Standing::fails_as_stated) {
    print_item("standing", "fails as stated");
    print_item("smallest", statement.counterexample);
    print_item("remark", wrapped(statement.remark, width));
  }
  const bool right = content.answer ? is_right(properties::judge_case(content).kind)
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
      const properties::Statement* statement = statement_of(content);
      exit_code = std::max(exit_code, statement == nullptr ? print_operation(content, judging, colours)
                                                           : print_statement(*statement, content, colours));
    } catch (const std::invalid_argument& error) {
      std::cout.flush();
      std::cerr << "layoutcheck eval: " << error.what() << '\n';
      exit_code = exit_bad_input;
    }
  }
  return exit_code;
}

}  // namespace

void add_eval(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* command = app.add_subcommand("eval", "What the algebra and the oracle answer to a case, and the verdict");
  command
      ->add_option("CASE", options->cases,
                   "operation(operand, ...), with '= answer' to have that answer judged, too; the id of a statement "
                   "is an operation")
      ->required()
      ->type_name("");
  add_judging(*command, options->judging);
  add_color(*command, options->color);
  command->footer(
      footer("layoutcheck eval 'composition((6,2):(8,2), (4,3):(3,1))'\n"
             "layoutcheck eval 'complement((2,2):(1,6), 24) = (3,2):(2,12)'\n"
             "layoutcheck eval --convention extended 'composition(4:1, 2:8)'\n"
             "layoutcheck eval 'colfax.2.1.6.21((2):(0))'",
             "0 the algebra agrees with the oracle, and a given answer is right (a statement holds,\n"
             "or its hypothesis is not met); 1 something is wrong or undecided; 2 bad usage or input."));
  command->callback([options, &exit_code] { exit_code = run_eval(*options); });
}

}  // namespace layoutcheck::cli
