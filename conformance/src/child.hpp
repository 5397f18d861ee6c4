// A child process with pipes to its standard streams.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::conformance {

/// A program in a process group of its own, which dies with this object or with this process.
class Child {
 public:
  /// Throws std::runtime_error that names the program if it cannot be started.
  explicit Child(const std::vector<std::string>& command);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Kills the whole group.
  ~Child();

  /// What happened while waiting.
  struct Events {
    bool wrote = false;  // some of the input was taken
    bool has_output = false;
    bool ended = false;  // of the output, there will be no more
  };

  /// Writes what it can of the input, from its front, and appends what there is of the output;
  /// waits at most so long for either.
  Events exchange(std::string_view& input, std::string& output, std::chrono::milliseconds wait);

  /// Ends its input.
  void close_input();
  [[nodiscard]] bool input_is_open() const { return input_ >= 0; }

  /// After the output ended: waits at most so long for the child, and says how it went, such as
  /// "exit status 1: the last line of its errors"; "" if its status was 0.
  std::string end(std::chrono::milliseconds wait);

 private:
  void read_errors();

  pid_t process_ = -1;
  int input_ = -1;
  int output_ = -1;
  int errors_ = -1;
  std::string said_;  // the end of what it wrote to its standard error
};

}  // namespace layoutcheck::conformance
