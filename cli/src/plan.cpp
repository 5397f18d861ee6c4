// `layoutcheck plan`: a command as pieces that any machine can do, or a plan as a job array.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "pieces.hpp"
#include <layoutcheck/notation/number.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t most_pieces = 10'000'000;

struct PlanOptions {
  std::size_t pieces = 100;
  std::string format = "plan";
  std::vector<std::string> command;
};

int run_plan(const PlanOptions& options) {
  if (options.command.empty())
    throw std::invalid_argument(
        "the command to plan is missing; for example 'layoutcheck plan verify'");
  if (options.format != "plan") {
    if (options.command.size() != 1)
      throw std::invalid_argument("--format " + options.format + " takes only the file of a plan");
    const std::string& file = options.command.front();
    const PlanFile plan = read_plan(file);
    if (plan.pieces.size() != plan.total)
      throw std::invalid_argument(file + ": only a plan of all pieces can be a job array");
    std::cout << (options.format == "slurm" ? to_slurm(plan, file) : to_kubernetes(plan, file));
    return exit_right;
  }
  Work work;
  work.pieces = options.pieces;
  std::vector<std::string> command = options.command;
  if (const int status = run_inner(command, work); status != exit_right) return status;
  if (work.units.empty()) throw std::invalid_argument("there is nothing to do");
  // Before the words that no option takes.
  command.insert(command.begin() + 1, work.settled.begin(), work.settled.end());
  const PlanFile plan =
      make_plan(std::move(command), std::move(work.inputs), work.units, options.pieces);
  std::cout << to_string(plan);
  double sum = 0;
  double most = 0;
  for (const Piece& piece : plan.pieces) {
    sum += piece.cost;
    most = std::max(most, piece.cost);
  }
  std::cerr << counted(plan.total, "piece") << ", about as much as " << decimal(sum, 0)
            << " small cases, the largest of them " << decimal(most, 0) << '\n';
  return exit_right;
}

}  // namespace

std::vector<std::string> split_plan(std::vector<std::string> words,
                                    std::vector<std::string>& command) {
  std::vector<std::string> own;
  bool is_own = true;
  bool is_over = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    is_over = is_over || word == "--";
    const std::string name = word.substr(0, word.find('='));
    if (!is_over && (name == "--pieces" || name == "--format")) {
      own.push_back(word);
      if (name == word && i + 1 < words.size()) own.push_back(words[++i]);
    } else if (is_own && word.starts_with("-") && !is_over) {
      own.push_back(word);
    } else {
      is_own = false;
      command.push_back(word);
    }
  }
  return own;
}

void add_plan(Program& program) {
  auto options = std::make_shared<PlanOptions>();
  Command command(program, "plan",
                  "Divide a command into pieces, or convert such a plan for a cluster");
  command.number("--pieces", "N", options->pieces, {1, most_pieces},
                 "The greatest number of pieces, which have similar cost");
  command.choice("--format", {"plan", "slurm", "kubernetes"}, options->format,
                 "Convert the plan in a file: to a job array for sbatch, or to an Indexed Job");
  command.footer(
      "layoutcheck plan verify --exhaustive 'rank<=3, extent<=4, stride<=12' --pieces 1000 > "
      "run.plan\n"
      "layoutcheck plan test --profile pycute --pieces 20 -- python3 mine.py > run.plan\n"
      "layoutcheck plan run.plan --format slurm > run.sbatch",
      "0 the plan is written; 2 bad usage or input, or a command other than verify, test, replay, "
      "kernel and gpu.");
  command.run([options, words = program.command] {
    options->command = words;
    return run_plan(*options);
  });
}

}  // namespace layoutcheck::cli
