// Options that several commands share, and the form of the help.
#include "options.hpp"

#include "lines.hpp"

#include <limits>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t help_width = 100;
constexpr std::size_t name_width = 30;

}  // namespace

CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& words) {
  std::string shown;
  for (const std::string& word : words) {
    shown += (shown.empty() ? "" : "|") + word;
  }
  return option->check(CLI::IsMember(words).description(""))
      ->type_name(shown)
      ->capture_default_str();
}

CLI::Option* as_seed(CLI::Option* option) {
  return in_range(option, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
}

void add_convention(CLI::App& command, std::string& convention) {
  one_of(command.add_option(
             "--convention", convention,
             "How far the left operand of a composition reaches, and what a complement does with a "
             "number that has none; a case can name its own"),
         {"strict", "extended"});
}

void add_judging(CLI::App& command, JudgingOptions& options) {
  add_convention(command, options.convention);
  in_range(
      command.add_option(
          "--points", options.points,
          "How many values of a function may be tabulated, or candidates tried; what is larger "
          "is compared at samples"),
      std::size_t{1}, std::size_t{1} << 30U)
      ->type_name("N")
      ->capture_default_str();
}

void add_color(CLI::App& command, std::string& color) {
  one_of(
      command.add_option("--color", color, "Colours; auto: on a terminal, unless NO_COLOR is set"),
      {"auto", "always", "never"});
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
  return "Examples:\n  " + hanging(examples, 2) + "\n\n" +
         wrapped("Exit status: " + std::string(exit_statuses), help_width);
}

HelpFormatter::HelpFormatter() {
  column_width(name_width);
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(option->get_description(), help_width - name_width);
}

}  // namespace layoutcheck::cli
