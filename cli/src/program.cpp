// The command line as a whole: its commands, its help, and how errors end it.
#include "commands.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

namespace {

/// What is wrong with a command line that names no command.
std::string without_command(const CLI::App& app, int argc, const char* const* argv) {
  std::string commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  const std::string first = argc > 1 ? argv[1] : "";
  const std::string fault = first.empty()            ? "a command is missing"
                            : first.starts_with("-") ? "a command is missing before '" + first + "'"
                                                     : "there is no command '" + first + "'";
  return fault + "; the commands are " + commands;
}

/// The first word that would be an option of the command, and is none; "" if there is none. CLI11
/// goes on behind it, and blames what it then has no place for.
std::string unknown_option(const CLI::App& command, int argc, const char* const* argv) {
  bool is_value = false;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    if (!std::exchange(is_value, false) && word.size() > 1 && word.starts_with("-")) {
      const bool is_long = word.starts_with("--");
      const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
      const CLI::Option* option = command.get_option_no_throw(name);
      if (option == nullptr) return name;
      is_value = option->get_expected_max() > 0 && name == word;
    }
  }
  return "";
}

/// "layoutcheck", or "layoutcheck gen" once a command is known.
std::string name_of_run(const CLI::App& app) {
  std::string name = "layoutcheck";
  for (const CLI::App* command : app.get_subcommands())
    name += " " + command->get_name();
  return name;
}

void say_error(const CLI::App& app, std::string_view message) {
  std::cout.flush();
  std::cerr << name_of_run(app) << ": ";
  // One line, whatever is in the message.
  for (char c : message)
    std::cerr << (c == '\n' ? ' ' : c);
  std::cerr << '\n';
}

int parse_and_run(CLI::App& app, int argc, const char* const* argv, const int& exit_code) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error, std::cout, std::cerr);
      flush_output();
      return exit_right;
    }
    const auto commands = app.get_subcommands();
    const std::string unknown =
        commands.empty() ? "" : unknown_option(*commands.front(), argc, argv);
    const std::string what =
        !unknown.empty() ? "there is no option '" + unknown + "'"
        : commands.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr
            ? without_command(app, argc, argv)
            : error.what();
    say_error(app, what + " (" + name_of_run(app) + " --help explains the usage)");
    return exit_bad_input;
  }
  flush_output();
  return exit_code;
}

}  // namespace

std::string corpus_folder() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return (program.parent_path() / LAYOUTCHECK_CORPUS_FROM_PROGRAM).lexically_normal().string();
}

namespace {

int parse_and_run(CLI::App& app, const std::vector<std::string>& words, const int& exit_code) {
  std::vector<const char*> argv = {"layoutcheck"};
  for (const std::string& word : words)
    argv.push_back(word.c_str());
  return parse_and_run(app, static_cast<int>(argv.size()), argv.data(), exit_code);
}

int run_command(int argc, const char* const* argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app("Checks whether an implementation of CuTe's layout algebra is right.",
               "layoutcheck");
  app.set_version_flag(
      "--version",
      "layoutcheck " + std::string(version) + "\ncase language " + std::to_string(language_version),
      "Print the versions of the program and of the case language, and exit");
  wrap_help(app);
  app.require_subcommand(1);
  app.footer(
      "Everything is a case, one line: operation(operand, ...) = answer  # comment\n"
      "\n"
      "Examples:\n"
      "  layoutcheck eval 'composition((6,2):(8,2), (4,3):(3,1))'\n"
      "  layoutcheck gen composition -n 1000 > questions\n"
      "  your-program < questions | layoutcheck check --questions questions\n"
      "\n"
      "Exit status: 0 all is right; 1 something is wrong; 2 bad usage or input; 130 stopped by\n"
      "Ctrl-C or SIGTERM.");
  Program program{app};
  try {
    add_verify(program);
    add_eval(program);
    add_show(program);
    add_gen(program);
    add_answer(program);
    add_check(program);
    add_test(program);
    add_replay(program);
    add_kernel(program);
    add_run(program);
    add_serve(program);
    add_operations(program);
    add_statements(program);
    add_gpu(program);
    add_atoms(program);
    std::vector<std::string> words(argv + std::min(1, argc), argv + argc);
    if (!words.empty() && words[0] == "plan") {
      words = split_plan({words.begin() + 1, words.end()}, program.command);
      words.insert(words.begin(), "plan");
    }
    add_plan(program);
    add_piece(program);
    add_merge(program);
    return parse_and_run(app, words, program.exit_code);
  } catch (const std::filesystem::filesystem_error& error) {
    say_error(app, "cannot read " + error.path1().string() + ": " + error.code().message());
  } catch (const std::bad_alloc&) {
    throw;  // What tells of an error takes memory.
  } catch (const std::exception& error) {
    say_error(app, error.what());
  }
  return exit_bad_input;
}

}  // namespace

int run_inner(const std::vector<std::string>& command, Work& work) {
  CLI::App app("", "layoutcheck");
  wrap_help(app);
  app.require_subcommand(1);
  Program program{app, 0, {}, &work};
  constexpr std::pair<std::string_view, void (*)(Program&)> commands[] = {{"verify", add_verify},
                                                                          {"test", add_test},
                                                                          {"replay", add_replay},
                                                                          {"kernel", add_kernel},
                                                                          {"gpu", add_gpu}};
  for (const auto& [name, add] : commands) {
    if (command.empty() || command[0] != name) continue;
    add(program);
    return parse_and_run(app, command, program.exit_code);
  }
  throw std::invalid_argument(
      "'" + (command.empty() ? "" : command[0]) +
      "' cannot be divided into pieces; verify, test, replay, kernel and gpu can");
}

int run(int argc, const char* const* argv) {
  // A reader who has seen enough is noticed when writing fails, and is no error.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run_command(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cout.flush();
    std::cerr << "layoutcheck: out of memory\n";
  }
  return exit_bad_input;
}

}  // namespace layoutcheck::cli
