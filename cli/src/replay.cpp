// `layoutcheck replay`: files of cases whose answers must be right, and must be the algebra's own.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include <layoutcheck/properties/corpus.hpp>

#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct ReplayOptions {
  std::vector<std::string> places;
  bool quiet = false;
  JudgingOptions judging;
};

int run_replay(const ReplayOptions& options) {
  std::vector<std::filesystem::path> files;
  for (const std::string& place : options.places) {
    const auto more = properties::case_files(place);
    files.insert(files.end(), more.begin(), more.end());
  }
  const JudgeOptions judging = judge_options(options.judging);
  std::size_t cases = 0;
  std::size_t undecided = 0;
  std::size_t faults = 0;
  for (const auto& file : files) {
    const properties::Replay replay = properties::replay(file, judging);
    cases += replay.cases;
    undecided += replay.undecided;
    faults += replay.faults.size();
    for (const properties::ReplayFault& fault : replay.faults) {
      constexpr std::size_t longest = 2000;
      std::cout << fault.place << ": " << clipped(fault.line, longest) << "\n    " << fault.why
                << '\n';
    }
  }
  if (!options.quiet) {
    std::cout << counted(cases, "case") << " in " << counted(files.size(), "file") << ": "
              << counted(faults, "fault") << ", " << undecided << " undecided\n";
  }
  if (cases == 0) {
    throw std::runtime_error("there is no case in what was given");
  }
  return faults == 0 ? exit_right : exit_wrong;
}

}  // namespace

void add_replay(Program& program) {
  auto options = std::make_shared<ReplayOptions>();
  Command command(program, "replay", "Check files of cases: their answers, and the algebra's own");
  command.argument("PLACE", options->places, "Files of cases, and folders with files *.txt")
      .required();
  command.flag("-q,--quiet", options->quiet, "Print only faults");
  add_judging(command, options->judging);
  command.footer(
      "layoutcheck replay corpus\n"
      "layoutcheck replay --quiet corpus/papers/slides.txt",
      "0 nothing is wrong; 1 something is; 2 bad usage or input.");
  command.run([options] { return run_replay(*options); });
}

}  // namespace layoutcheck::cli
