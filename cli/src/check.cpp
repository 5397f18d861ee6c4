// `layoutcheck check`: judges the answers that an implementation gave, line by line.
#include "commands.hpp"
#include "input.hpp"
#include "judge_lines.hpp"
#include "line_excuses.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "profile_options.hpp"
#include "report_files.hpp"
#include "terminal.hpp"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct CheckOptions {
  std::string file;
  bool all = false;
  std::size_t max_faults = 100;
  std::optional<std::size_t> lines;
  std::string questions;
  double undecided = 10;
  std::optional<double> unsupported;
  double timeout = 0;
  double seconds = 0;
  ProfileOptions profile;
  ReportFiles files;
  std::string color = "auto";
  JudgingOptions judging;
};

bool is_standard_input(const std::string& file) {
  return file.empty() || file == "-";
}

void require_inputs(const CheckOptions& options) {
  if (options.questions == "-" && is_standard_input(options.file))
    throw std::invalid_argument("questions and answers cannot both come from standard input");
}

Claims inputs_of(const CheckOptions& options) {
  Claims inputs;
  inputs.add_input(options.file);
  inputs.add_input(options.questions);
  add_inputs(inputs, options.profile);
  return inputs;
}

void print_line(std::ostream& out, std::size_t number, const std::string& text,
                const Verdict& verdict, Colours colours) {
  const Ink ink = is_right(verdict.kind)   ? Ink::green
                  : is_fault(verdict.kind) ? Ink::red
                                           : Ink::yellow;
  constexpr std::size_t longest = 2000;
  out << number << ": " << clipped(text, longest) << "  # "
      << inked(clipped(verdict_text(verdict), longest), ink, colours) << '\n';
}

Report judge_and_print(Input& input, const CheckOptions& options,
                       const conformance::SubjectProfile& profile, std::ostream& out,
                       StatusLine& status) {
  const Colours colours =
      colours_for(options.color, &out == &std::cout ? STDOUT_FILENO : STDERR_FILENO);
  std::optional<Input> asked;
  std::optional<Questions> questions;
  if (!options.questions.empty()) {
    asked.emplace(options.questions);
    questions.emplace(Questions{asked->stream(), asked->name()});
  }
  const std::size_t max_faults = options.max_faults == 0 ? SIZE_MAX : options.max_faults;
  std::optional<Clock::time_point> end;
  if (options.seconds > 0) end = Clock::now() + in_time(options.seconds);
  input.end_at(end);
  std::size_t lines = 0;
  std::size_t faults = 0;
  LineLimits limits;
  limits.max_faults = max_faults;
  limits.end = end;
  if (options.timeout > 0) limits.time = in_time(options.timeout);
  bool out_of_time = false;
  LineExcuses excuses(profile);
  Report report = judge_lines(
      input.stream(), judge_options(options.judging), limits,
      [&](JudgedLine& line) {
        // What stands in the buffer after Ctrl-C may be half a line, and what was not judged to
        // its end for want of time is not undecided.
        out_of_time = end && Clock::now() >= *end;
        if (interrupted() || out_of_time) return false;
        ++lines;
        excuses(line);
        if (is_fault(line.judged.verdict.kind) ? faults++ < max_faults : options.all) {
          status.clear();
          print_line(out, line.source.number, line.text(), line.judged.verdict, colours);
        }
        status.update(counted(lines, "line") + ", " + counted(faults, "fault"));
        return true;
      },
      questions ? &*questions : nullptr);
  if (asked) asked->require_complete();
  if (out_of_time || input.is_out_of_time()) {
    report.account.complaints.push_back("the time ended after " + counted(lines, "line") +
                                        "; the rest was not judged");
  }
  report.source = input.name();
  excuses.tell(report);
  status.clear();
  return report;
}

int run_check(CheckOptions options) {
  catch_interrupt();
  const auto start = Clock::now();
  require_inputs(options);
  std::ostream& out = require_reports(options.files, inputs_of(options)) ? std::cerr : std::cout;
  const auto profile = profile_of(options.profile, options.judging.convention);
  Input input(options.file);
  StatusLine status;
  Report report = judge_and_print(input, options, profile, out, status);
  report.account.interrupted = interrupted();
  report.account.wanted_lines = options.lines;
  report.account.undecided_share = options.undecided;
  report.account.unsupported_share = options.unsupported.value_or(profile.unsupported);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();

  for (Fault& fault : report.faults) {
    if (!is_standard_input(options.file)) fault.place = {input.name(), fault.line};
    if (is_standard_input(options.questions)) fault.asked = {};
  }
  if (report.faults_left_out() > 0)
    out << "... and " << counted(report.faults_left_out(), "more fault")
        << " (--max-faults 0 prints all)\n";
  out << (report.faults.empty() && !options.all ? "" : "\n") << to_table(report);
  if (!options.all && report.account.count.of(VerdictKind::undecided) > 0)
    out << "(--all shows which lines are undecided, and why)\n";
  if (report.account.interrupted)
    out << "stopped before the end\n";
  else
    for (const std::string& shortcoming : shortcomings(report.account))
      out << shortcoming << '\n';
  write_reports(report, options.files);
  input.require_complete();
  return exit_status(report.account);
}

}  // namespace

void add_check(Program& program) {
  auto options = std::make_shared<CheckOptions>();
  Command command(program, "check", "Judge answered cases, one per line");
  command.argument("FILE", options->file, "Answered cases (default: standard input)");
  command.flag("--all", options->all, "Print the verdict on every line, not only faults");
  command.number("--max-faults", "N", options->max_faults, {0, most_lines},
                 "Print at most this many faults; 0 prints all");
  command.number(
      "--lines", "N", options->lines, {0, most_lines},
      "Fail unless there are exactly this many lines, to detect a program that stops early");
  command.text("--questions", "FILE", options->questions,
               "The questions that were asked, one per line: fail unless the lines answer all of "
               "them in order");
  add_profile(command, options->profile,
              "its convention, documented preconditions and expected failures");
  command.number("--undecided", "P", options->undecided, {0, 100},
                 "Fail if more than this percentage of the lines is undecided");
  add_unsupported(command, options->unsupported);
  command.number("--timeout", "SECONDS", options->timeout, {0.001, 3e8},
                 "Time limit for each line, after which it is undecided; --points is a limit that "
                 "does not depend on the machine");
  command.number("--time", "SECONDS", options->seconds, {0.001, 3e8},
                 "Stop after this many seconds, and fail if lines remain");
  add_report_files(command, options->files);
  add_color(command, options->color);
  add_judging(command, options->judging);
  command.footer(
      "layoutcheck gen composition -n 1000 > questions\n"
      "your-program < questions | layoutcheck check --questions questions\n"
      "layoutcheck check --convention extended --junit report.xml answers.txt\n"
      "layoutcheck check --profile pycute --expected known.txt answers.txt",
      "0 at least one answer was judged, and nothing is wrong or missing, except what a profile "
      "excuses; 1 something is wrong or missing, nothing was judged, or too much is undecided; 2 "
      "bad usage or input; 130 stopped by Ctrl-C or SIGTERM, after the summary.");
  command.run([options] { return run_check(*options); });
}

}  // namespace layoutcheck::cli
