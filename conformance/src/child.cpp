// A child process with pipes to its standard streams.
#include "child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace layoutcheck::conformance {

namespace {

/// Both ends of a pipe; what is not taken is closed.
class Pipe {
 public:
  Pipe() {
    // Other children must not inherit the ends: they would keep the pipe open.
    if (pipe2(ends_.data(), O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "no pipe to a program");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  /// The end as one that never blocks, for the caller to close.
  int take(std::size_t end) {
    fcntl(ends_[end], F_SETFL, O_NONBLOCK);
    return std::exchange(ends_[end], -1);
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// In the child, where only what is safe in a signal handler may be called.
[[noreturn]] void become(char* const* arguments, const Pipe& input, const Pipe& output,
                         const Pipe& errors, int report) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  dup2(input.read_end(), STDIN_FILENO);
  dup2(output.write_end(), STDOUT_FILENO);
  dup2(errors.write_end(), STDERR_FILENO);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  execvp(arguments[0], arguments);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report, &error, sizeof error);
  _exit(127);
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(std::exchange(descriptor, -1));
}

/// write() to a pipe whose reader may be gone, which must not end this process. A socket would take
/// a flag instead, but is no standard input that every program can open again.
ssize_t write_quietly(int descriptor, std::string_view bytes) {
  sigset_t broken;
  sigset_t before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t count = write(descriptor, bytes.data(), bytes.size());
  const int error = errno;
  if (count < 0 && error == EPIPE) {
    constexpr timespec now{};
    while (sigtimedwait(&broken, nullptr, &now) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

/// Appends what is there; false at the end.
bool drain(int descriptor, std::string& text) {
  std::array<char, 65536> bytes;
  while (true) {
    const ssize_t count = read(descriptor, bytes.data(), bytes.size());
    if (count > 0) {
      text.append(bytes.data(), static_cast<std::size_t>(count));
      // The rest can wait: whoever prints without end must not keep us here.
      if (static_cast<std::size_t>(count) == bytes.size()) return true;
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else {
      return count < 0 && errno == EAGAIN;
    }
  }
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const std::size_t start = text.find_last_of('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? 0 : start + 1) + 1);
}

}  // namespace

Child::Child(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Pipe input;
  Pipe output;
  Pipe errors;
  Pipe report;
  process_ = fork();
  if (process_ < 0)
    throw std::system_error(errno, std::generic_category(), "no process for " + command.front());
  if (process_ == 0) become(arguments.data(), input, output, errors, report.write_end());
  // Here as well, as it is not known who comes first.
  setpgid(process_, process_);
  close(report.take(1));
  int error = 0;
  ssize_t count = 0;
  do {
    count = read(report.read_end(), &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  if (count > 0) {
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    throw std::runtime_error("cannot run " + command.front() + ": " + std::strerror(error));
  }
  input_ = input.take(1);
  output_ = output.take(0);
  errors_ = errors.take(0);
}

Child::~Child() {
  close_if_open(input_);
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close_if_open(output_);
  close_if_open(errors_);
}

void Child::close_input() {
  close_if_open(input_);
}

void Child::read_errors() {
  constexpr std::size_t kept = 4096;
  if (errors_ >= 0 && !drain(errors_, said_)) close_if_open(errors_);
  if (said_.size() > kept) said_.erase(0, said_.size() - kept);
}

Child::Events Child::exchange(std::string_view& input, std::string& output,
                              std::chrono::milliseconds wait) {
  std::array<pollfd, 3> all{};
  all[0] = {output_, POLLIN, 0};
  all[1] = {errors_, POLLIN, 0};
  all[2] = {input.empty() ? -1 : input_, POLLOUT, 0};
  Events events;
  if (poll(all.data(), all.size(), static_cast<int>(wait.count())) <= 0) return events;
  if (all[1].revents != 0) read_errors();
  if (all[2].revents != 0) {
    const ssize_t count = write_quietly(input_, input);
    if (count > 0) {
      input.remove_prefix(static_cast<std::size_t>(count));
      events.wrote = true;
    } else if (count < 0 && errno != EAGAIN && errno != EINTR) {
      // It reads no more; what it still says counts.
      input = {};
      close_input();
    }
  }
  if (all[0].revents != 0) {
    const std::size_t before = output.size();
    events.ended = !drain(output_, output);
    events.has_output = output.size() > before;
  }
  return events;
}

std::string Child::end(std::chrono::milliseconds wait) {
  const auto deadline = std::chrono::steady_clock::now() + wait;
  close_input();
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(process_, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
    if (std::chrono::steady_clock::now() >= deadline) return "it closed its output and stayed";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  read_errors();
  kill(-process_, SIGKILL);  // whoever it has left behind
  process_ = -1;
  const std::string said = last_line(said_);
  std::string text;
  if (WIFSIGNALED(status))
    text = "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  else if (WEXITSTATUS(status) != 0)
    text = "exit status " + std::to_string(WEXITSTATUS(status));
  return text.empty() || said.empty() ? text : text + ": " + said;
}

}  // namespace layoutcheck::conformance
