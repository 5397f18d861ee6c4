// `layoutcheck replay`: files of cases whose answers must be right, and must be the algebra's own.
#include "commands.hpp"
#include "found_text.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "replay_places.hpp"
#include "work.hpp"
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/tab_separated.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace layoutcheck::cli {

namespace {

using tab_separated::cells_of;
using tab_separated::escaped_cell;
using tab_separated::line_of;
using tab_separated::unescaped_cell;

struct ReplayOptions {
  std::vector<std::string> places;
  bool quiet = false;
  JudgingOptions judging;
};

int run_replay(const ReplayOptions& options, Work* work) {
  const Replayed replayed =
      replay_places(options.places, judge_options(options.judging), std::cout, work);
  if (work != nullptr && work->mode != Work::Mode::merge) return exit_right;
  Account account;
  account.count = replayed.count;
  account.complaints = replayed.skipped;
  if (work != nullptr)
    account.complaints.insert(account.complaints.end(), work->lacks.begin(), work->lacks.end());
  if (!options.quiet) {
    std::cout << counted(account.count.lines(), "case") << " in " << counted(replayed.files, "file")
              << ": " << counted(account.count.faults(), "fault") << ", "
              << account.count.of(VerdictKind::undecided) << " undecided\n";
  }
  for (const std::string& shortcoming : shortcomings(account))
    std::cout << shortcoming << '\n';
  return exit_status(account);
}

void print(const properties::ReplayFault& fault, std::ostream& out) {
  constexpr std::size_t longest = 2000;
  out << fault.place << ": " << clipped(fault.line, longest) << "\n    "
      << clipped(to_string(fault.judged.verdict), longest) << '\n';
}

constexpr std::string_view file_mark = "file ";

/// The file by its place among all, its name below its folder, and what it holds.
Unit unit_of(const std::filesystem::path& file, const std::string& place, std::size_t number) {
  // About what a line costs, in small cases.
  constexpr double cost_of_line = 100;
  const std::string text = engine::read_file(file);
  const auto below = file == place ? file.filename() : file.lexically_relative(place);
  return {std::string(file_mark) + std::to_string(number) + " " + engine::digest_of(text) + " " +
              escaped_cell(below.string()),
          cost_of_line * static_cast<double>(std::count(text.begin(), text.end(), '\n') + 1)};
}

/// What was found in a file, and what was skipped in its folder, as lines; and what those say.
std::string found_text(const properties::Replay& replay, const std::vector<std::string>& skipped) {
  std::string text = to_line(replay.count) + "\n";
  for (const std::string& sentence : skipped)
    text += line_of({"skipped", escaped_cell(sentence)});
  for (const properties::ReplayFault& fault : replay.faults) {
    text += line_of({"fault", escaped_cell(fault.place), escaped_cell(fault.line)}) +
            to_line(fault.judged) + "\n";
  }
  return text;
}

void take_found(const std::string& text, Replayed& replayed, std::ostream& out) {
  std::optional<properties::ReplayFault> begun;
  bool is_first = true;
  tab_separated::read_lines(text, "a result", [&](std::string_view line) {
    const std::vector<std::string> cells = cells_of(line);
    if (std::exchange(is_first, false)) {
      replayed.count += parse_count(line);
    } else if (begun) {
      begun->judged = parse_judged(line);
      print(*begun, out);
      replayed.faults.push_back(*std::exchange(begun, std::nullopt));
    } else if (cells[0] == "skipped" && cells.size() == 2) {
      replayed.skipped.push_back(unescaped_cell(cells[1]));
    } else if (cells[0] == "fault" && cells.size() == 3) {
      begun = properties::ReplayFault{unescaped_cell(cells[1]), unescaped_cell(cells[2]), {}};
    } else {
      throw std::invalid_argument("it lacks a file");
    }
  });
}

Replayed replayed_elsewhere(const Work& work, std::ostream& out) {
  Replayed replayed;
  for (const auto& [name, text] : work.known) {
    if (!is_file_unit(name) || !text) continue;
    ++replayed.files;
    take_found(*text, replayed, out);
  }
  return replayed;
}

}  // namespace

bool is_file_unit(std::string_view name) {
  return name.starts_with(file_mark);
}

Replayed replay_places(const std::vector<std::string>& places, const JudgeOptions& options,
                       std::ostream& out, Work* work) {
  if (is(work, Work::Mode::merge)) return replayed_elsewhere(*work, out);
  Replayed replayed;
  std::size_t number = 0;
  std::ptrdiff_t of_piece = 0;
  for (const std::string& place : places) {
    std::vector<std::string> skipped;
    for (const auto& file : case_files(place, {".txt"}, &skipped)) {
      ++number;
      // They are told with the first file of their folder.
      const std::vector<std::string> told = std::exchange(skipped, {});
      std::string name;
      if (work != nullptr) {
        Unit unit = unit_of(file, place, number);
        name = unit.name;
        of_piece += std::ranges::count(work->chosen, name);
        if (work->mode == Work::Mode::plan) work->units.push_back(std::move(unit));
        if (!work->has(name)) continue;
      }
      const properties::Replay replay = properties::replay(file, options);
      ++replayed.files;
      replayed.count += replay.count;
      replayed.skipped.insert(replayed.skipped.end(), told.begin(), told.end());
      for (const properties::ReplayFault& fault : replay.faults)
        print(fault, out);
      if (work != nullptr) {
        work->done[name] = found_text(replay, told);
        if (replay.count.faults() > 0) work->is_wrong = true;
      }
      replayed.faults.insert(replayed.faults.end(), replay.faults.begin(), replay.faults.end());
    }
  }
  if (work != nullptr &&
      of_piece < std::count_if(work->chosen.begin(), work->chosen.end(), is_file_unit))
    throw std::runtime_error("the files to replay differ from those of the plan");
  return replayed;
}

void add_replay(Program& program) {
  auto options = std::make_shared<ReplayOptions>();
  Command command(program, "replay",
                  "Check files of cases: their answers, and those of the algebra");
  command.argument("PLACE", options->places, "Files of cases, or folders with *.txt files")
      .required();
  command.flag("-q,--quiet", options->quiet, "Print only faults");
  add_judging(command, options->judging);
  command.footer(
      "layoutcheck replay corpus\n"
      "layoutcheck replay --quiet corpus/papers/slides.txt",
      "0 nothing is wrong, undecided or skipped; 1 something is, or there are no cases; 2 bad "
      "usage or input.");
  command.run([options, work = program.work] { return run_replay(*options, work); });
}

}  // namespace layoutcheck::cli
