// Starting, waiting for and ending child processes.
#include <layoutcheck/processes/child.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace layoutcheck::processes {

namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::pair<Descriptor, Descriptor> both(const std::array<int, 2>& ends) {
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// As a program that a shell starts has them.
void set_signals_back() {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM})
    std::signal(signal, SIG_DFL);
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

std::pair<Descriptor, Descriptor> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe to a program");
  return both(ends);
}

std::pair<Descriptor, Descriptor> make_channel() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    fail("no channel to a process");
  return both(ends);
}

bool send_all(const Descriptor& channel, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(channel.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

Received receive_all(const Descriptor& channel, char* to, std::size_t bytes,
                     std::optional<std::chrono::steady_clock::time_point> deadline) {
  using std::chrono::steady_clock;
  while (bytes > 0) {
    if (deadline) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - steady_clock::now())
              .count();
      if (left <= 0) return Received::late;
      pollfd ready{channel.number(), POLLIN, 0};
      // What is left may be more than poll() takes.
      const int found = poll(&ready, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
      if (found == 0 || (found < 0 && errno == EINTR)) continue;
    }
    const ssize_t got = read(channel.number(), to, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Received::ended;
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return Received::complete;
}

CannotRun::CannotRun(const std::string& program, int number)
    : std::runtime_error("cannot run " + program + ": " + std::strerror(number)), error(number) {}

Child::Child(const std::vector<std::string>& command, const Preparation& prepare, Kills kills)
    : kills_(kills) {
  std::vector<char*> arguments;
  for (const std::string& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto [failure, report] = make_pipe();
  process_ = fork();
  if (process_ < 0) fail("no process for " + command.front());
  if (process_ == 0) {
    if (kills == Kills::group) setpgid(0, 0);
    set_signals_back();
    if (prepare) prepare();
    execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(report.number(), &error, sizeof error);
    _exit(127);
  }
  // Here as well, as it is not known who comes first.
  if (kills == Kills::group) setpgid(process_, process_);
  report.close();
  int error = 0;
  ssize_t count = 0;
  do {
    count = read(failure.number(), &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  if (count > 0) {
    wait();
    throw CannotRun(command.front(), error);
  }
}

Child Child::running(const std::function<void()>& body) {
  Child child;
  child.process_ = fork();
  if (child.process_ < 0) fail("no process");
  if (child.process_ == 0) {
    body();
    _exit(0);
  }
  return child;
}

void Child::kill(int signal) const {
  if (process_ > 0) ::kill(kills_ == Kills::group ? -process_ : process_, signal);
}

int Child::wait(const std::function<void()>& interrupted) {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR)
    if (interrupted) interrupted();
  process_ = -1;
  return status;
}

std::optional<int> Child::wait_no_longer() {
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(process_, &status, WNOHANG)) < 0 && errno == EINTR) {
  }
  if (ended == 0) return std::nullopt;
  if (kills_ == Kills::group) kill(SIGKILL);
  process_ = -1;
  return status;
}

int Child::end() {
  if (process_ < 0) return 0;
  kill(SIGKILL);
  return wait();
}

std::string how_it_ended(int status) {
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace layoutcheck::processes
