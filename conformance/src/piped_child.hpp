// A child process with pipes to its standard streams.
#pragma once

#include <layoutcheck/processes/child.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::conformance {

/// A program in a process group of its own, which dies with this object, and its first process with
/// this process.
class PipedChild {
 public:
  /// Throws processes::CannotRun, and std::system_error if there can be no process.
  explicit PipedChild(const std::vector<std::string>& command);

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
  void close_input() { input_.close(); }
  [[nodiscard]] bool input_is_open() const { return input_.is_open(); }

  /// After the output ended: waits at most so long for the child, and says how it went, such as
  /// "exit status 1: the last line of its errors"; "" if its status was 0.
  std::string end(std::chrono::milliseconds wait);

 private:
  void read_errors();

  // The input ends before the process is killed.
  processes::Descriptor output_;
  processes::Descriptor errors_;
  processes::Child process_;
  processes::Descriptor input_;
  std::string said_;  // the end of what it wrote to its standard error
};

}  // namespace layoutcheck::conformance
