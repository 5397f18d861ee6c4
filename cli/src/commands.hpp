// The commands of the program: each adds itself to the command line and leaves its exit status.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace layoutcheck::cli {

inline constexpr int exit_right = 0;
inline constexpr int exit_wrong = 1;
inline constexpr int exit_bad_input = 2;
inline constexpr int exit_interrupted = 130;

void add_eval(CLI::App& app, int& exit_code);
void add_show(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_answer(CLI::App& app, int& exit_code);
void add_gen(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_gpu(CLI::App& app, int& exit_code);
void add_kernel(CLI::App& app, int& exit_code);
void add_operations(CLI::App& app, int& exit_code);
void add_statements(CLI::App& app, int& exit_code);

/// The folder of the project's own cases, from where the program lies; the corpus of an installed
/// tree moves with it.
std::string corpus_folder();

/// The program: parses the arguments, runs one command, and turns every error into one line on
/// standard error.
int run(int argc, const char* const* argv);

}  // namespace layoutcheck::cli
