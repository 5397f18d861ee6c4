// Child processes that end with their owners, and the descriptors that lead to them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutcheck::processes {

/// An open file, which is closed at the end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  void close();
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = -1;
};

/// What is written to the second one is read from the first. Programs that are started do not
/// inherit them: they would keep the pipe open. Throws std::system_error.
std::pair<Descriptor, Descriptor> make_pipe();
/// Both are read and written. Throws std::system_error.
std::pair<Descriptor, Descriptor> make_channel();

/// Sends all of it; false if nobody reads any more, of which no signal comes.
bool send_all(const Descriptor& channel, std::string_view bytes);

enum class Received { complete, ended, late };
/// Receives so many bytes until then, or for ever.
Received receive_all(const Descriptor& channel, char* to, std::size_t bytes,
                     std::optional<std::chrono::steady_clock::time_point> deadline);

/// A program that cannot be started: `cannot run PROGRAM: No such file or directory`.
class CannotRun : public std::runtime_error {
 public:
  CannotRun(const std::string& program, int number);
  /// The errno of it.
  int error;
};

/// A child process, which is killed and waited for with this object.
class Child {
 public:
  /// What a child does before it becomes its program. Only what is safe in a signal handler may be
  /// called, unless this process has a single thread.
  using Preparation = std::function<void()>;
  /// Which processes kill() and the end of this object reach.
  enum class Kills { itself, group };

  Child() = default;
  /// Runs a program with its arguments, found in PATH. No signal is blocked in it, and those that
  /// end programs do. Throws CannotRun, and std::system_error if there can be no process.
  explicit Child(const std::vector<std::string>& command, const Preparation& prepare = {},
                 Kills kills = Kills::itself);
  /// Runs a function in a copy of this process, which exits with 0 after it. Throws
  /// std::system_error.
  static Child running(const std::function<void()>& body);

  Child(Child&& other) noexcept
      : process_(std::exchange(other.process_, -1)), kills_(other.kills_) {}
  Child& operator=(Child&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(kills_, other.kills_);
    return *this;
  }
  ~Child() { end(); }

  /// Whether it was started and not yet waited for.
  [[nodiscard]] bool is_there() const { return process_ >= 0; }

  void kill(int signal) const;
  /// Waits for its end. Returns what waitpid() says of it. Whenever a signal comes to this process
  /// in the meantime, `interrupted` is called.
  int wait(const std::function<void()>& interrupted = {});
  /// The same if it has ended. What it has left behind of its group is killed.
  std::optional<int> wait_no_longer();
  /// Kills it, unless it has ended, and waits. Returns 0 if there is none.
  int end();

 private:
  pid_t process_ = -1;
  Kills kills_ = Kills::itself;
};

/// `signal 11` or `status 1`, of what waitpid() says.
std::string how_it_ended(int status);

}  // namespace layoutcheck::processes
