// `layoutcheck eval`: what the algebra and the oracle answer to cases, and whether they agree.
#include "commands.hpp"
#include "evaluation.hpp"
#include "explain.hpp"
#include "options.hpp"
#include "terminal.hpp"

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
      const Evaluation evaluation = evaluate(content, judging);
      std::cout << to_text(evaluation, colours);
      if (!evaluation.is_right) exit_code = std::max(exit_code, exit_wrong);
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
                  "Print the answers of algebra and oracle to a case, and the verdict");
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
