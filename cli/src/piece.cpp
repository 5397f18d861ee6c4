// `layoutcheck piece`: does pieces of a plan, and leaves a file for each, written whole or not at
// all.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "pieces.hpp"
#include "terminal.hpp"
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/notation/version.hpp>

#include <chrono>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

namespace fs = std::filesystem;

struct PieceOptions {
  std::string plan;
  std::string which;
  std::string part = "1/1";
  std::string into;
  unsigned jobs = 1;
};

/// The numbers that a word means: "17", "17+3" for three from 17 on, "all".
std::vector<std::size_t> numbers_in(const std::string& word, const PlanFile& plan) {
  std::vector<std::size_t> numbers;
  if (word == "all") {
    for (const Piece& piece : plan.pieces)
      numbers.push_back(piece.number);
    return numbers;
  }
  const std::size_t plus = word.find('+');
  const auto first = number_from<std::size_t>(word.substr(0, plus));
  const auto count = plus == std::string::npos ? std::optional<std::size_t>(1)
                                               : number_from<std::size_t>(word.substr(plus + 1));
  if (!first || !count || *count == 0) {
    throw std::invalid_argument("'" + word +
                                "': expected the number of a piece, such as 17, some from it on, "
                                "such as 17+3, or all");
  }
  numbers.push_back(plan.piece(*first).number);
  // Not by the sum, which may be beyond any number.
  if (*count > plan.total - *first + 1) {
    throw std::invalid_argument("there are no " + std::to_string(*count) + " pieces from " +
                                std::to_string(*first) + " on: the plan has 1 to " +
                                std::to_string(plan.total));
  }
  while (numbers.size() < *count)
    numbers.push_back(plan.piece(*first + numbers.size()).number);
  return numbers;
}

/// Puts the plan into the folder, which may have it already, and no other.
void keep_plan(const fs::path& folder, const PlanFile& plan, const std::string& file) {
  fs::create_directories(folder);
  if (const fs::path kept = plan_in(folder); !fs::exists(kept)) {
    engine::write_file(kept, engine::read_file(file));
  } else if (const std::string identity = read_plan(kept).identity; identity != plan.identity) {
    throw std::runtime_error(folder.string() + " has the pieces of another plan, " + identity +
                             ", and not of " + plan.identity);
  }
}

std::string name_of(std::size_t number, const engine::Shard& part, const PlanFile& plan) {
  return "piece " + std::to_string(number) + " of " + std::to_string(plan.total) +
         (part.count == 1
              ? ""
              : ", part " + std::to_string(part.index + 1) + " of " + std::to_string(part.count));
}

/// The result that is there already, if it is whole.
std::optional<PieceResult> known_result(const fs::path& file, const PlanFile& plan) {
  if (!fs::exists(file)) return std::nullopt;
  auto [results, damage] = read_results(file, plan);
  return damage.empty() && results.size() == 1 ? std::optional(std::move(results[0]))
                                               : std::nullopt;
}

/// Does a piece; returns 0, or the exit status with which it ended before it was done.
int do_piece(const PlanFile& plan, const Piece& piece, const PieceOptions& options,
             PieceResult& result) {
  Work work;
  work.mode = Work::Mode::piece;
  work.inputs = plan.inputs;
  work.chosen = piece.units;
  work.part = engine::parse_shard(options.part);
  work.jobs = options.jobs;
  result = {plan.identity, piece.number, work.part, false, 0, date_now()};
  const auto start = std::chrono::steady_clock::now();
  const int status = run_inner(plan.command, work);
  if (interrupted()) return exit_interrupted;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.is_wrong = work.is_wrong;
  result.units.assign(std::make_move_iterator(work.done.begin()),
                      std::make_move_iterator(work.done.end()));
  return status;
}

int run_piece(const PieceOptions& options) {
  catch_interrupt();
  const PlanFile plan = read_plan(options.plan);
  const std::vector<std::size_t> numbers = numbers_in(options.which, plan);
  const engine::Shard part = engine::parse_shard(options.part);
  keep_plan(options.into, plan, options.plan);
  int status = exit_right;
  for (const std::size_t number : numbers) {
    const fs::path file = result_in(options.into, number, part);
    std::optional<PieceResult> result = known_result(file, plan);
    const bool is_old = result.has_value();
    if (!is_old) {
      const int ended = do_piece(plan, plan.piece(number), options, result.emplace());
      if (ended == exit_interrupted)
        std::cout << name_of(number, part, plan) << ": stopped before the end\n";
      if (ended != exit_right) return ended;
      engine::write_file(file, to_string(*result));
    }
    std::cout << name_of(number, part, plan) << ": " << (is_old ? "was already done, " : "")
              << (result->is_wrong ? "something is wrong" : "nothing is wrong") << "; "
              << decimal(result->seconds, 1) << " s" << std::endl;
    if (result->is_wrong) status = exit_wrong;
  }
  return status;
}

}  // namespace

void add_piece(Program& program) {
  auto options = std::make_shared<PieceOptions>();
  Command command(program, "piece", "Run a piece of a plan, and write its result to a file");
  command.argument("PLAN", options->plan, "The file written by 'layoutcheck plan'").required();
  command
      .argument("PIECE", options->which,
                "Its number, counted from 1; 17+3 means 17, 18 and 19; or 'all'")
      .required();
  command
      .text("--into", "DIR", options->into,
            "The folder for the results; it is created if necessary")
      .required();
  command
      .text("--part", "i/n", options->part,
            "Only part i of n of the piece, to divide a long piece among n processes")
      .shows_default();
  command.number("--jobs", "UINT", options->jobs, {1, 1024}, "Threads");
  command.footer("layoutcheck piece run.plan 17 --into results",
                 "0 the piece is done and nothing is wrong; 1 it is done and something is wrong; 2 "
                 "bad usage or input, and nothing is written; 130 stopped by Ctrl-C or SIGTERM.");
  command.run([options] { return run_piece(*options); });
}

}  // namespace layoutcheck::cli
