// The program layoutcheck.
#include "commands.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

namespace {

const std::terminate_handler as_usual = std::get_terminate();

/// Where memory fails in a function that cannot throw, such as those of RapidCheck that draw
/// operands, no handler is reached. The run ends as it does elsewhere, with its message and status.
[[noreturn]] void end_without_memory() {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    constexpr std::string_view message = "layoutcheck: out of memory\n";
    std::cout.flush();
    static_cast<void>(!write(STDERR_FILENO, message.data(), message.size()));
    _exit(layoutcheck::cli::exit_bad_input);
  } catch (...) {
  }
  as_usual();
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_without_memory);
  return layoutcheck::cli::run(argc, argv);
}
