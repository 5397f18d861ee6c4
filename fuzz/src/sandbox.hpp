// A process of its own in which inputs are checked, so that one that crashes or hangs is an
// outcome.
#pragma once

#include "target.hpp"
#include <layoutcheck/processes/child.hpp>

#include <chrono>
#include <string>

namespace layoutcheck::fuzz {

/// How an input ended.
struct Fate {
  enum class Kind { passed, rejected, found, crashed, hung };
  Kind kind = Kind::passed;
  std::string line;
  std::string why;

  [[nodiscard]] bool is_fault() const { return kind >= Kind::found; }
};

/// "crashed", for people.
std::string_view describe(Fate::Kind kind);

class Sandbox {
 public:
  Sandbox(const Target& target, std::chrono::milliseconds patience)
      : target_(&target), patience_(patience) {}

  /// Checks the input in the process, which is started when there is none. What a crash writes to
  /// standard error is dropped. Throws std::system_error if there can be no process.
  Fate check(std::string_view input);

 private:
  void start();

  const Target* target_;
  std::chrono::milliseconds patience_;
  processes::Child process_;
  processes::Descriptor channel_;
};

}  // namespace layoutcheck::fuzz
