// Options that several commands share.
#pragma once

#include <layoutcheck/judge/judge.hpp>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace layoutcheck::cli {

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

}  // namespace layoutcheck::cli
