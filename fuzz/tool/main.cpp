// layoutcheck_fuzz: what is done with inputs of the fuzz targets, without an engine.
#include "replay.hpp"
#include "shrink_find.hpp"
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/read_text.hpp>
#include <layoutcheck/notation/text.hpp>

#include <CLI/CLI.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <set>

using namespace layoutcheck;
using namespace layoutcheck::fuzz;

namespace {

constexpr int exit_passed = 0;
constexpr int exit_found = 1;
constexpr int exit_bad_input = 2;

std::atomic<bool> stopped = false;

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path)) throw std::runtime_error("cannot read " + path);
  return rest_of(in, path);
}

const Target& target_named(const std::string& name) {
  if (const Target* target = find_target(name)) return *target;
  std::string names;
  for (const Target& target : targets())
    names += (names.empty() ? "" : ", ") + std::string(target.name);
  throw std::runtime_error("there is no target '" + name + "'; the targets are " + names);
}

int list_targets() {
  for (const Target& target : targets())
    std::cout << target.name << '\t' << target.says << '\n';
  return exit_passed;
}

/// The words of the language, as engines read them.
int print_dictionary() {
  std::set<std::string> words{
      "-->",        "--",    "<",         ">",         "_",           "*",
      "()",         ":",     " = ",       "@extended", "@squeezed",   "@strict",
      "true",       "false", "undefined", "overflow",  "unsupported", "9223372036854775807",
      "4294967296", "#"};
  for (const Operation& operation : properties::full_vocabulary().operations())
    words.insert(operation.name + "(");
  std::cout << "# The words of cases; made by layoutcheck_fuzz dictionary.\n";
  for (const std::string& word : words)
    std::cout << '"' << word << "\"\n";
  return exit_passed;
}

struct RunOptions {
  std::string target;
  std::vector<std::string> places;
};

int report(const Counts& counts) {
  std::cout << counts[0] << " passed, " << counts[1] << " rejected, " << counts[2] << " found\n";
  return counts[2] == 0 ? exit_passed : exit_found;
}

void print_find(const std::string& place, const fuzz::Checked& checked) {
  std::cout << place << ": " << checked.line << "\n    " << checked.why << '\n';
}

/// The file, or all files in the folder, in order.
std::vector<std::filesystem::path> files_in(const std::string& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Each file is one input.
int run_inputs(const RunOptions& options) {
  const Target& target = target_named(options.target);
  Counts counts{};
  for (const std::string& place : options.places) {
    for (const auto& file : files_in(place)) {
      const fuzz::Checked checked = target.check(content_of(file.string()));
      ++counts[static_cast<std::size_t>(checked.kind)];
      if (checked.kind == fuzz::Checked::Kind::found) print_find(file.string(), checked);
    }
  }
  return report(counts);
}

/// Each line of the files is an input of every target.
int replay_lines(const RunOptions& options) {
  Counts all{};
  for (const Target& target : targets()) {
    for (const std::string& place : options.places) {
      for (const auto& file : input_files(place)) {
        const Counts counts =
            replay(target, file, [&](std::size_t number, const fuzz::Checked& checked) {
              print_find(file.string() + ":" + std::to_string(number), checked);
            });
        for (std::size_t i = 0; i < all.size(); ++i)
          all[i] += counts[i];
      }
    }
  }
  return report(all);
}

/// Whether the line is a small case: short, and of small numbers.
bool is_small(std::string_view line) {
  constexpr std::size_t longest = 80;
  constexpr std::size_t greatest = 16;
  std::size_t number = 0;
  for (char c : line) {
    number = c >= '0' && c <= '9'
                 ? std::min(10 * number + static_cast<std::size_t>(c - '0'), greatest + 1)
                 : 0;
    if (number > greatest) return false;
  }
  return line.size() <= longest && !is_blank(line);
}

/// The small lines of the files that the target takes.
std::vector<std::string> small_inputs(const Target& target,
                                      const std::vector<std::string>& places) {
  std::vector<std::string> inputs;
  for (const std::string& place : places) {
    for (const auto& file : input_files(place)) {
      std::ifstream in(file);
      for (std::string line; std::getline(in, line);)
        if (is_small(line) && target.check(line).kind == fuzz::Checked::Kind::passed)
          inputs.push_back(line);
    }
  }
  return inputs;
}

/// How many small inputs each target checks in a second, without an engine.
int measure_speed(const std::vector<std::string>& places, double seconds) {
  using Clock = std::chrono::steady_clock;
  std::cout << std::left << std::setw(12) << "target" << std::right << std::setw(8) << "inputs"
            << std::setw(12) << "checked" << std::setw(12) << "per second" << '\n';
  for (const Target& target : targets()) {
    const std::vector<std::string> inputs = small_inputs(target, places);
    const auto start = Clock::now();
    double spent = 0;
    std::size_t checked = 0;
    while (!inputs.empty() && spent < seconds && !stopped) {
      for (const std::string& input : inputs)
        target.check(input);
      checked += inputs.size();
      spent = std::chrono::duration<double>(Clock::now() - start).count();
    }
    std::cout << std::left << std::setw(12) << target.name << std::right << std::setw(8)
              << inputs.size() << std::setw(12) << checked << std::setw(12)
              << static_cast<std::size_t>(spent > 0 ? static_cast<double>(checked) / spent : 0)
              << '\n';
  }
  return exit_passed;
}

struct ShrinkOptions {
  std::string target;
  std::string file;
  std::string keep_in;
  std::string why;
  std::size_t budget = 20000;
  double seconds = 120;
};

/// Puts the line into the file, which is sorted by its lines and has none twice.
void keep(const std::string& path, const std::string& line) {
  std::vector<std::string> head;
  std::set<std::string> lines{line};
  std::ifstream in(path);
  for (std::string old; std::getline(in, old);)
    if (old.starts_with("#"))
      head.push_back(old);
    else if (!old.empty())
      lines.insert(old);
  in.close();
  std::string all;
  for (const auto& list : {head, std::vector<std::string>(lines.begin(), lines.end())})
    for (const std::string& text : list)
      all += text + '\n';
  engine::write_file(path, all);
}

int shrink_find(const ShrinkOptions& options) {
  const Target& target = target_named(options.target);
  Sandbox sandbox(target, std::chrono::seconds(10));
  engine::RunOptions run;
  run.shrink_budget = options.budget;
  run.stop = &stopped;
  run.deadline = std::chrono::steady_clock::now() +
                 std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000));
  const std::optional<Find> find = shrunk(content_of(options.file), target, sandbox, run);
  if (!find) {
    std::cout
        << options.file
        << ": no fault when it is checked alone; was it found after other inputs, or mended?\n";
    return exit_passed;
  }
  std::cout << explained(*find, target);
  if (options.keep_in.empty()) return exit_found;
  const auto line = corpus_line(*find, options.why);
  if (!line) {
    std::cout
        << "    not kept: no case with an answer that the oracle decides; write a test for it\n";
    return exit_found;
  }
  keep(options.keep_in, *line);
  std::cout << "    kept in " << options.keep_in << ", with the oracle's answer:\n"
            << *line << '\n';
  return exit_found;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, [](int) { stopped = true; });
  CLI::App app("Inputs of the fuzz targets, without an engine.", "layoutcheck_fuzz");
  app.require_subcommand(1);
  int exit_code = exit_passed;
  app.add_subcommand("targets", "List the targets")->callback([&] { exit_code = list_targets(); });
  app.add_subcommand("dictionary", "Print the words of cases as a dictionary for engines")
      ->callback([&] { exit_code = print_dictionary(); });

  RunOptions run;
  CLI::App* run_command =
      app.add_subcommand("run", "Check inputs: files, and all files in folders");
  run_command->add_option("TARGET", run.target, "The target")->required();
  run_command->add_option("PLACE", run.places, "Inputs")->required();
  run_command->callback([&] { exit_code = run_inputs(run); });
  CLI::App* replay_command = app.add_subcommand(
      "replay",
      "Check each line of files, and of files *.txt and *.lines in folders, by every target");
  replay_command->add_option("PLACE", run.places, "Files and folders")->required();
  replay_command->callback([&] { exit_code = replay_lines(run); });

  double seconds = 5;
  CLI::App* speed_command = app.add_subcommand(
      "speed", "Measure how many small cases of files each target checks in a second");
  speed_command->add_option("PLACE", run.places, "Files and folders")->required();
  speed_command->add_option("--time", seconds, "Seconds for each target")
      ->check(CLI::Range(0.0, 1e6).description(""))
      ->capture_default_str();
  speed_command->callback([&] { exit_code = measure_speed(run.places, seconds); });

  ShrinkOptions shrink;
  CLI::App* shrink_command = app.add_subcommand(
      "shrink", "Print the simplest case that shows what an input has found, and explain it");
  shrink_command->add_option("TARGET", shrink.target, "The target")->required();
  shrink_command->add_option("FILE", shrink.file, "The input")->required();
  shrink_command->add_option("--keep-in", shrink.keep_in,
                             "Add the case with the oracle's answer to this file of the corpus");
  shrink_command->add_option("--why", shrink.why, "The comment of that line: what was wrong");
  shrink_command->add_option("--budget", shrink.budget, "Candidates to try in each step");
  shrink_command->add_option("--time", shrink.seconds, "Seconds to shrink")
      ->check(CLI::Range(0.0, 1e6).description(""));
  shrink_command->callback([&] { exit_code = shrink_find(shrink); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : (app.exit(error), exit_bad_input);
  } catch (const std::exception& error) {
    std::cout.flush();
    std::cerr << "layoutcheck_fuzz: " << error.what() << '\n';
    return exit_bad_input;
  }
  return exit_code;
}
