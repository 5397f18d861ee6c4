// Commands and their options on plain values. CLI11 reads the command line, but only options.cpp
// and program.cpp include it: its header costs each file that does seconds to compile.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace layoutcheck::cli {

struct Work;

/// The program while its commands are added; the one that is run leaves its exit status.
struct Program {
  CLI::App& app;
  int exit_code = 0;
  /// The command that is to be planned.
  std::vector<std::string> command = {};
  /// When set, what is to be done of a command that can be cut into pieces; else all of it.
  Work* work = nullptr;
};

/// What else is to be said of an option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  const Option& required() const;
  /// The help leaves it out.
  const Option& hidden() const;
  /// The help shows the value that it has now.
  const Option& shows_default() const;
  /// One word each time it is given: a list takes the words that follow, too.
  const Option& one_at_a_time() const;
  /// It must name a folder that exists.
  const Option& folder() const;
  /// Unless it is given, this variable of the environment is.
  const Option& environment(const std::string& variable) const;

 private:
  CLI::Option* option_;
};

/// The numbers that an option takes.
template <class T>
struct Range {
  T least;
  T greatest;
};

/// For seeds.
inline constexpr Range<std::uint64_t> any_number{0, std::numeric_limits<std::uint64_t>::max()};

/// A bound for numbers of lines.
inline constexpr std::size_t most_lines = 1'000'000'000'000;

/// A command of the program. What options are to set has to live until the command is run, so
/// `run` takes a function that owns it. The unit of an option is what the help calls its value.
class Command {
 public:
  Command(Program& program, const std::string& name, const std::string& meaning);

  /// Words that no option takes.
  template <class Words>
  Option argument(const std::string& name, Words& words, const std::string& meaning) {
    return text(name, "", words, meaning);
  }
  void flag(const std::string& name, bool& value, const std::string& meaning);
  Option text(const std::string& name, const std::string& unit, std::string& value,
              const std::string& meaning);
  Option text(const std::string& name, const std::string& unit, std::vector<std::string>& values,
              const std::string& meaning);
  /// One of these words; the help shows them, and the value that it has now.
  void choice(const std::string& name, const std::vector<std::string>& words, std::string& value,
              const std::string& meaning);
  /// A number, which the help shows unless it is 0; options.cpp has the types.
  template <class T>
  void number(const std::string& name, const std::string& unit, T& value,
              std::type_identity_t<Range<T>> range, const std::string& meaning);
  template <class T>
  void number(const std::string& name, const std::string& unit, std::optional<T>& value,
              std::type_identity_t<Range<T>> range, const std::string& meaning);

  /// The end of the help: examples, one a line, and what the exit status says.
  void footer(std::string_view examples, std::string_view exit_statuses);
  /// What the command does; it returns the exit status.
  void run(std::function<int()> job);

 private:
  CLI::App* app_;
  int* exit_code_;
};

struct JudgingOptions {
  std::string convention = "strict";
  std::size_t points = oracle::Limits{}.points;
};

/// Adds --convention.
void add_convention(Command& command, std::string& convention);

/// Adds --convention and --points.
void add_judging(Command& command, JudgingOptions& options);

/// Adds --color.
void add_color(Command& command, std::string& color);

/// So many seconds, as the clock counts them.
std::chrono::steady_clock::duration in_time(double seconds);

Convention convention_of(const std::string& word);
JudgeOptions judge_options(const JudgingOptions& options);

/// The names that have one of some words in them; all names, if there is no word.
class Selection {
 public:
  /// `of` is what the names are the names of.
  Selection(const std::vector<std::string>& words, std::string of);

  [[nodiscard]] bool has(std::string_view name);
  /// Throws std::invalid_argument that names a word that no name has had in it.
  void require_all() const;

 private:
  const std::vector<std::string>& words_;
  std::string of_;
  std::set<std::string> found_;
};

/// Lets the help of the program and of the commands added later have lines of bearable length.
void wrap_help(CLI::App& app);

}  // namespace layoutcheck::cli
