// `layoutcheck replay`: files of cases whose answers must be right, and must be the algebra's own.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "replay_places.hpp"
#include <layoutcheck/judge/corpus.hpp>

#include <iostream>
#include <memory>

namespace layoutcheck::cli {

namespace {

struct ReplayOptions {
  std::vector<std::string> places;
  bool quiet = false;
  JudgingOptions judging;
};

int run_replay(const ReplayOptions& options) {
  const Replayed replayed =
      replay_places(options.places, judge_options(options.judging), std::cout);
  Account account;
  account.count = replayed.count;
  account.complaints = replayed.skipped;
  if (!options.quiet) {
    std::cout << counted(account.count.lines(), "case") << " in " << counted(replayed.files, "file")
              << ": " << counted(account.count.faults(), "fault") << ", "
              << account.count.of(VerdictKind::undecided) << " undecided\n";
  }
  for (const std::string& shortcoming : shortcomings(account))
    std::cout << shortcoming << '\n';
  return exit_status(account);
}

}  // namespace

Replayed replay_places(const std::vector<std::string>& places, const JudgeOptions& options,
                       std::ostream& out) {
  constexpr std::size_t longest = 2000;
  Replayed replayed;
  for (const std::string& place : places) {
    for (const auto& file : properties::case_files(place, {".txt"}, &replayed.skipped)) {
      const properties::Replay replay = properties::replay(file, options);
      ++replayed.files;
      replayed.count += replay.count;
      for (const properties::ReplayFault& fault : replay.faults) {
        out << fault.place << ": " << clipped(fault.line, longest) << "\n    "
            << clipped(to_string(fault.judged.verdict), longest) << '\n';
      }
      replayed.faults.insert(replayed.faults.end(), replay.faults.begin(), replay.faults.end());
    }
  }
  return replayed;
}

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
      "0 nothing is wrong, undecided or skipped; 1 something is, or there is no case; 2 bad usage "
      "or input.");
  command.run([options] { return run_replay(*options); });
}

}  // namespace layoutcheck::cli
