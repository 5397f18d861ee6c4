// A child process with pipes to its standard streams.
#include "piped_child.hpp"

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
#include <optional>
#include <thread>
#include <utility>

namespace layoutcheck::conformance {

namespace {

/// The end that is kept, as one that never blocks.
processes::Descriptor unblocked(processes::Descriptor end) {
  fcntl(end.number(), F_SETFL, O_NONBLOCK);
  return end;
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

PipedChild::PipedChild(const std::vector<std::string>& command) {
  auto [its_input, input] = processes::make_pipe();
  auto [output, its_output] = processes::make_pipe();
  auto [errors, its_errors] = processes::make_pipe();
  process_ = processes::Child(
      command,
      [&] {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        dup2(its_input.number(), STDIN_FILENO);
        dup2(its_output.number(), STDOUT_FILENO);
        dup2(its_errors.number(), STDERR_FILENO);
      },
      processes::Child::Kills::group);
  input_ = unblocked(std::move(input));
  output_ = unblocked(std::move(output));
  errors_ = unblocked(std::move(errors));
}

void PipedChild::read_errors() {
  constexpr std::size_t kept = 4096;
  if (errors_.is_open() && !drain(errors_.number(), said_)) errors_.close();
  if (said_.size() > kept) said_.erase(0, said_.size() - kept);
}

PipedChild::Events PipedChild::exchange(std::string_view& input, std::string& output,
                                        std::chrono::milliseconds wait) {
  std::array<pollfd, 3> all{};
  all[0] = {output_.number(), POLLIN, 0};
  all[1] = {errors_.number(), POLLIN, 0};
  all[2] = {input.empty() ? -1 : input_.number(), POLLOUT, 0};
  Events events;
  if (poll(all.data(), all.size(), static_cast<int>(wait.count())) <= 0) return events;
  if (all[1].revents != 0) read_errors();
  if (all[2].revents != 0) {
    const ssize_t count = write_quietly(input_.number(), input);
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
    events.ended = !drain(output_.number(), output);
    events.has_output = output.size() > before;
  }
  return events;
}

std::string PipedChild::end(std::chrono::milliseconds wait) {
  const auto deadline = std::chrono::steady_clock::now() + wait;
  close_input();
  std::optional<int> status;
  while (!(status = process_.wait_no_longer())) {
    if (std::chrono::steady_clock::now() >= deadline) return "it closed its output and stayed";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  read_errors();
  const std::string said = last_line(said_);
  std::string text;
  if (WIFSIGNALED(*status))
    text = processes::how_it_ended(*status) + " (" + strsignal(WTERMSIG(*status)) + ")";
  else if (WEXITSTATUS(*status) != 0)
    text = "exit " + processes::how_it_ended(*status);
  return text.empty() || said.empty() ? text : text + ": " + said;
}

}  // namespace layoutcheck::conformance
