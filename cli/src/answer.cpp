// `layoutcheck answer`: completes questions with the answers of this project, as an adapter does
// with those of another.
#include "commands.hpp"
#include "input.hpp"
#include "lines.hpp"
#include "options.hpp"
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/version.hpp>
#include <layoutcheck/oracles/form.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <iostream>
#include <memory>

namespace layoutcheck::cli {

namespace {

struct AnswerOptions {
  std::string file;
  std::string convention = "strict";
  bool form = false;
};

/// "coalesced over (4,3)", for a layout whose form the operation states.
std::string form_in(const Case& content, Convention convention) {
  // The form of a chain's answer is that which its outer operation asks for, of operands it has
  // not.
  const bool is_known = content.answer && !is_chain(content);
  const Layout* layout = is_known ? layout_in(*content.answer) : nullptr;
  const auto form =
      layout == nullptr ? std::nullopt : oracle::form_of(content, *layout, convention);
  return form ? to_string(*form) : "";
}

void add_to_comment(Case& content, const std::string& text) {
  if (!text.empty()) content.comment += (content.comment.empty() ? "" : "; ") + text;
}

int run_answer(const AnswerOptions& options) {
  const Convention convention = convention_of(options.convention);
  Input input(options.file);
  int exit_code = exit_right;
  read_cases(
      input.stream(),
      [&](const CaseLine& line) {
        if (line.text == introduction) {
          std::cout << line.text << " = layoutcheck " << version << '\n';
          return static_cast<bool>(std::cout);
        }
        if (line.text == offer) {
          std::cout << line.text << " = everything\n";
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
        Reply own = properties::own_reply(content, convention);
        if (own.kind != Reply::Kind::answered) add_to_comment(content, own.note);
        content.answer = std::move(own.answer);
        if (options.form) add_to_comment(content, form_in(content, convention));
        std::cout << content << '\n';
        return static_cast<bool>(std::cout);
      },
      properties::full_vocabulary());
  input.require_complete();
  return exit_code;
}

}  // namespace

void add_answer(Program& program) {
  auto options = std::make_shared<AnswerOptions>();
  Command command(program, "answer", "Complete questions with the algebra's answers");
  command.argument("FILE", options->file, "Questions, one per line (default: standard input)");
  add_convention(command, options->convention);
  command.flag("--form", options->form,
               "Add a comment with the form that other layouts with the same function must have");
  command.footer(
      "layoutcheck gen composition -n 1000 | layoutcheck answer | layoutcheck check\n"
      "echo 'complement((2,2):(1,6), 24)' | layoutcheck answer",
      "0 every line is answered, or the reader closed the pipe; 2 bad usage or input (a line that\n"
      "cannot be read is passed through and reported).");
  command.run([options] { return run_answer(*options); });
}

}  // namespace layoutcheck::cli
