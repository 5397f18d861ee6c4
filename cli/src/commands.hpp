// The commands of the program: each adds itself to the command line and leaves its exit status.
#pragma once

#include <layoutcheck/judge/account.hpp>

#include <string>
#include <vector>

namespace layoutcheck::cli {

struct Program;
struct Work;

inline constexpr int exit_right = 0;
inline constexpr int exit_wrong = 1;
inline constexpr int exit_bad_input = 2;
inline constexpr int exit_interrupted = 130;

/// 0 only if everything that was asked was answered, judged and right.
inline int exit_status(const Account& account) {
  if (account.interrupted) return exit_interrupted;
  return is_right(account) ? exit_right : exit_wrong;
}

void add_eval(Program& program);
void add_show(Program& program);
void add_check(Program& program);
void add_answer(Program& program);
void add_gen(Program& program);
void add_test(Program& program);
void add_replay(Program& program);
void add_verify(Program& program);
void add_gpu(Program& program);
void add_kernel(Program& program);
void add_run(Program& program);
void add_serve(Program& program);
void add_atoms(Program& program);
void add_operations(Program& program);
void add_statements(Program& program);
void add_plan(Program& program);
void add_piece(Program& program);
void add_merge(Program& program);

/// Runs a command that can be cut into pieces, with the work that is to be done of it; returns its
/// exit status. Throws std::invalid_argument if it is none of these commands.
int run_inner(const std::vector<std::string>& command, Work& work);

/// Of the words after `plan`: its own options, and into `command` all others.
std::vector<std::string> split_plan(std::vector<std::string> words,
                                    std::vector<std::string>& command);

/// The folder of the project's own cases, from where the program lies; the corpus of an installed
/// tree moves with it.
std::string corpus_folder();

/// The program: parses the arguments, runs one command, and turns every error into one line on
/// standard error.
int run(int argc, const char* const* argv);

}  // namespace layoutcheck::cli
