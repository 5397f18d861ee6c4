// `layoutcheck check`: judges the answers that an implementation gave, line by line.
#include "commands.hpp"
#include "input.hpp"
#include "judge_lines.hpp"
#include "options.hpp"
#include "report.hpp"
#include "terminal.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct CheckOptions {
  std::string file;
  bool all = false;
  std::size_t max_faults = 100;
  std::optional<std::size_t> lines;
  std::string json;
  std::string junit;
  std::string color = "auto";
  JudgingOptions judging;
};

/// A line on the terminal that says how far the run is; nothing elsewhere.
class Progress {
 public:
  void update(std::size_t lines, std::size_t faults) {
    constexpr auto pause = std::chrono::milliseconds(200);
    if (!shown_ || Clock::now() - last_ < pause) {
      return;
    }
    last_ = Clock::now();
    visible_ = true;
    std::cerr << "\r" << lines << " lines, " << faults << " faults\033[K" << std::flush;
  }

  void clear() {
    if (visible_) {
      std::cerr << "\r\033[K" << std::flush;
      visible_ = false;
    }
  }

 private:
  bool shown_ = is_terminal(STDERR_FILENO);
  bool visible_ = false;
  Clock::time_point last_ = Clock::now();
};

void write_report(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) {
    throw std::runtime_error("cannot write " + file);
  }
}

void print_line(std::size_t number, const std::string& text, const Verdict& verdict,
                Colours colours) {
  const Ink ink = is_right(verdict.kind)   ? Ink::green
                  : is_fault(verdict.kind) ? Ink::red
                                           : Ink::yellow;
  std::cout << number << ": " << text << "  # " << inked(verdict_text(verdict), ink, colours)
            << '\n';
}

Report judge_and_print(Input& input, const CheckOptions& options, Progress& progress) {
  const Colours colours = colours_for(options.color, STDOUT_FILENO);
  const std::size_t max_faults = options.max_faults == 0 ? SIZE_MAX : options.max_faults;
  std::size_t lines = 0;
  std::size_t faults = 0;
  Report report = judge_lines(
      input.stream(), judge_options(options.judging), max_faults, [&](const JudgedLine& line) {
        // What stands in the buffer after Ctrl-C may be half a line.
        if (interrupted()) {
          return false;
        }
        ++lines;
        if (is_fault(line.verdict.kind) ? faults++ < max_faults : options.all) {
          progress.clear();
          print_line(line.number, line.text(), line.verdict, colours);
        }
        progress.update(lines, faults);
        return true;
      });
  report.source = input.name();
  progress.clear();
  return report;
}

int run_check(const CheckOptions& options) {
  catch_interrupt();
  const auto start = Clock::now();
  Input input(options.file);
  Progress progress;
  Report report = judge_and_print(input, options, progress);
  report.interrupted = interrupted();
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();

  const Count total = report.total();
  if (total.faults() > report.faults.size()) {
    std::cout << "... and " << total.faults() - report.faults.size()
              << " more faults (--max-faults 0 prints all)\n";
  }
  std::cout << (report.faults.empty() && !options.all ? "" : "\n") << to_table(report);
  if (!options.json.empty()) {
    write_report(options.json, to_json(report));
  }
  if (!options.junit.empty()) {
    write_report(options.junit, to_junit(report));
  }
  input.require_complete();
  if (report.interrupted) {
    std::cout << "stopped before the end\n";
    return exit_interrupted;
  }
  if (total.judged() == 0) {
    std::cout << "no answer was judged\n";
  }
  const bool is_complete = !options.lines || total.lines() == *options.lines;
  if (!is_complete) {
    std::cout << total.lines() << " lines came in the place of " << *options.lines << '\n';
  }
  return total.faults() == 0 && total.judged() > 0 && is_complete ? exit_right : exit_wrong;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Judge answered cases, one a line");
  command->add_option("FILE", options->file, "Answered cases; standard input unless told")
      ->type_name("");
  command->add_flag("--all", options->all, "Print the verdict on every line, not only faults");
  in_range(command->add_option("--max-faults", options->max_faults,
                               "Print so many faults, and count the others; 0 prints all"),
           std::size_t{0}, most_lines)
      ->type_name("N")
      ->capture_default_str();
  in_range(
      command->add_option("--lines", options->lines,
                          "Fail unless so many lines come: a program that breaks off is noticed"),
      std::size_t{0}, most_lines)
      ->type_name("N");
  command
      ->add_option("--json", options->json, "Write the counts and the printed faults to this file")
      ->type_name("FILE");
  command
      ->add_option("--junit", options->junit,
                   "The same as JUnit XML, a test case for each operation")
      ->type_name("FILE");
  add_color(*command, options->color);
  add_judging(*command, options->judging);
  command->footer(footer(
      "layoutcheck gen composition -n 1000 | your-program | layoutcheck check --lines 1000\n"
      "layoutcheck check --convention extended --junit report.xml answers.txt",
      "0 nothing is wrong, and at least one answer was judged; 1 something is wrong or missing, "
      "or nothing was judged; 2 bad usage or input; 130 stopped by Ctrl-C, after the summary."));
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace layoutcheck::cli
