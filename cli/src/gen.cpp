// `layoutcheck gen`: questions, one a line.
#include "commands.hpp"
#include "options.hpp"
#include "question_options.hpp"
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct GenOptions {
  std::vector<std::string> operations;
  QuestionOptions questions;
  std::string convention = "strict";
  bool answered = false;
  bool defined = false;
};

int run_gen(const GenOptions& options) {
  if (options.operations.empty())
    throw std::invalid_argument(
        "OPERATION is missing; 'layoutcheck operations' lists them, and 'gen all' uses all of "
        "them");
  const Convention convention = convention_of(options.convention);
  conformance::Draws draws = draws_of(options.questions);
  if (!draws.count) draws.count = 100;
  if (options.answered || options.defined) {
    draws.wanted = [&](Case& question) {
      Reply own = properties::own_reply(question, convention);
      if (own.kind != Reply::Kind::answered) return false;
      if (options.defined && !is_value(own.answer)) return false;
      if (options.answered) question.answer = std::move(own.answer);
      return true;
    };
  }
  const auto print = [](const Case& question) {
    std::cout << question << '\n';
    return static_cast<bool>(std::cout);
  };
  const auto rows =
      conformance::rows_named(options.operations, convention, properties::find_statement);
  if (wants_scope(options.questions)) {
    conformance::ScopeQuestions scope(rows, draws.filter);
    while (std::optional<Case> question = scope.next())
      if ((!draws.wanted || draws.wanted(*question)) && !print(*question)) return exit_right;
  } else if (const auto range = range_of(options.questions)) {
    conformance::enumerate_questions(rows, *range, draws.filter, [&](Case question) {
      return (draws.wanted && !draws.wanted(question)) || print(question);
    });
  } else {
    conformance::draw_questions(rows, draws, print);
  }
  draws.count = options.questions.chains;
  conformance::draw_chains(rows, draws, convention, print);
  return exit_right;
}

}  // namespace

void add_gen(Program& program) {
  auto options = std::make_shared<GenOptions>();
  Command command(program, "gen",
                  "Print questions, one per line: random ones, or all within bounds");
  command.argument("OPERATION", options->operations,
                   "Names of operations (all signatures in turn), signatures in full, ids of "
                   "statements, or 'all'");
  add_questions(command, options->questions, "100");
  add_convention(command, options->convention);
  command.flag("--defined", options->defined, "Print only cases whose answer is a value");
  command.flag("--answered", options->answered, "Add this project's answers");
  command.footer(
      "layoutcheck gen complement -n 20 --seed 7\n"
      "layoutcheck gen 'composition(layout, tiler)' --convention extended --defined\n"
      "layoutcheck gen all -n 10000 --seed 7 > questions\n"
      "layoutcheck gen all -n 0 --chains 100 --answered\n"
      "layoutcheck gen composition --exhaustive 'rank<=2, extent<=3, stride<=6' --where 'rank>=1'",
      "0 the lines are printed, or the reader closed the pipe; 2 bad usage or input.");
  command.run([options] { return run_gen(*options); });
}

}  // namespace layoutcheck::cli
