// Options that several commands share, and the form of the help.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

/// Restricts an option to these words; the help shows them.
CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& words);

/// Restricts an option to a range, without burdening the help with it.
template <class T>
CLI::Option* in_range(CLI::Option* option, T least, T greatest) {
  return option->check(CLI::Range(least, greatest).description(""));
}

/// A bound for numbers of lines. CLI11 takes -1 for a huge unsigned number, which is beyond it.
inline constexpr std::size_t most_lines = 1'000'000'000'000;

struct JudgingOptions {
  std::string convention = "strict";
  std::size_t points = oracle::Limits{}.points;
};

/// Adds --convention.
void add_convention(CLI::App& command, std::string& convention);

/// Adds --convention and --points.
void add_judging(CLI::App& command, JudgingOptions& options);

/// Adds --color.
void add_color(CLI::App& command, std::string& color);

Convention convention_of(const std::string& word);
JudgeOptions judge_options(const JudgingOptions& options);

/// The end of a command's help: examples, one a line, and what its exit status says.
std::string footer(std::string_view examples, std::string_view exit_statuses);

/// Help in lines of bearable length.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace layoutcheck::cli
