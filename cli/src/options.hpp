// Options that several commands share, and the form of the help.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

/// Restricts an option to these words; the help shows them.
CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& words);

/// What is wrong with a text that is to be a number in a range; "" if nothing is. Unlike CLI11 it
/// takes no "-1" for a huge number, no "nan" for one in the range, and no "" for 0.
template <class T>
std::string fault_of_number(const std::string& text, T least, T greatest) {
  T number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && number >= least && number <= greatest) {
    return "";
  }
  std::ostringstream fault;
  fault << "expected a number from " << least << " to " << greatest << ", found '" << text << "'";
  return fault.str();
}

/// Restricts an option to a range, without burdening the help with it.
template <class T>
CLI::Option* in_range(CLI::Option* option, T least, T greatest) {
  return option->check(
      [=](const std::string& text) { return fault_of_number(text, least, greatest); }, "");
}

/// A seed: any number of 64 bits.
CLI::Option* as_seed(CLI::Option* option);

/// A bound for numbers of lines.
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
