// `layoutcheck answer`: completes questions with the answers of this project, as an adapter does
// with those of another.
#include "commands.hpp"
#include "input.hpp"
#include "lines.hpp"
#include "options.hpp"
#include <layoutcheck/notation/version.hpp>
#include <layoutcheck/properties/corpus.hpp>
#include <layoutcheck/properties/origin.hpp>

#include <iostream>
#include <memory>

namespace layoutcheck::cli {

namespace {

struct AnswerOptions {
  std::string file;
  std::string convention = "strict";
};

int run_answer(const AnswerOptions& options) {
  const Convention convention = convention_of(options.convention);
  Input input(options.file);
  int exit_code = exit_right;
  properties::read_cases(input.stream(), [&](const properties::CaseLine& line) {
    if (line.text == properties::introduction) {
      std::cout << line.text << " = layoutcheck " << version << '\n';
      return static_cast<bool>(std::cout);
    }
    if (!line.content) {
      std::cerr << "layoutcheck answer: " << input.name() << ":" << line.number << ": "
                << clipped(line.error, 300) << '\n';
      // The line stays, so that whoever judges the answers sees that one is missing.
      std::cout << line.text << '\n';
      exit_code = exit_bad_input;
      return static_cast<bool>(std::cout);
    }
    Case content = *line.content;
    properties::Reply own = properties::own_reply(content, convention);
    if (own.kind != properties::Reply::Kind::answered)
      content.comment += (content.comment.empty() ? "" : "; ") + own.note;
    content.answer = std::move(own.answer);
    std::cout << content << '\n';
    return static_cast<bool>(std::cout);
  });
  input.require_complete();
  return exit_code;
}

}  // namespace

void add_answer(Program& program) {
  auto options = std::make_shared<AnswerOptions>();
  Command command(program, "answer", "Complete questions with the algebra's answers");
  command.argument("FILE", options->file, "Questions, one a line; standard input unless told");
  add_convention(command, options->convention);
  command.footer(
      "layoutcheck gen composition -n 1000 | layoutcheck answer | layoutcheck check\n"
      "echo 'complement((2,2):(1,6), 24)' | layoutcheck answer",
      "0 every line is answered, or their reader left; 2 bad usage or input (a line that\n"
      "cannot be read stays as it is, and is reported).");
  command.run([options] { return run_answer(*options); });
}

}  // namespace layoutcheck::cli
