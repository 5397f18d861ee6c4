// Options that several commands share.
#include "options.hpp"

#include <CLI/CLI.hpp>

namespace layoutcheck::cli {

void add_convention(CLI::App& command, std::string& convention) {
  command
      .add_option("--convention", convention,
                  "How far the left operand of a composition reaches, and what a complement does "
                  "with a number that has none; a case can name its own")
      ->check(CLI::IsMember({"strict", "extended"}))
      ->type_name("")
      ->capture_default_str();
}

void add_judging(CLI::App& command, JudgingOptions& options) {
  add_convention(command, options.convention);
  command
      .add_option("--points", options.points,
                  "How many values of a function may be tabulated, or candidates tried; larger "
                  "cases are compared at samples")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30U))
      ->type_name("N")
      ->capture_default_str();
}

void add_color(CLI::App& command, std::string& color) {
  command.add_option("--color", color, "Colours: on a terminal unless NO_COLOR is set, or as told")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("")
      ->capture_default_str();
}

Convention convention_of(const std::string& word) {
  return word == "extended" ? Convention::extended : Convention::strict;
}

JudgeOptions judge_options(const JudgingOptions& options) {
  JudgeOptions judging;
  judging.convention = convention_of(options.convention);
  judging.limits.points = options.points;
  return judging;
}

std::string footer(std::string_view examples, std::string_view exit_statuses) {
  std::string text = "Examples:\n";
  for (std::size_t start = 0; start < examples.size();) {
    const std::size_t end = std::min(examples.find('\n', start), examples.size());
    text += "  " + std::string(examples.substr(start, end - start)) + "\n";
    start = end + 1;
  }
  return text + "\nExit status: " + std::string(exit_statuses);
}

}  // namespace layoutcheck::cli
