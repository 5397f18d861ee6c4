// The process in which inputs are checked: messages are a size and as many bytes.
#include "sandbox.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <optional>
#include <system_error>

namespace layoutcheck::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

bool write_all(int channel, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = send(channel, data, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

enum class Received { complete, ended, late };

Received read_all(int channel, char* data, std::size_t size,
                  std::optional<Clock::time_point> deadline) {
  while (size > 0) {
    if (deadline) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      pollfd ready{channel, POLLIN, 0};
      const int found = left <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left));
      if (found < 0 && errno == EINTR) continue;
      if (found == 0) return Received::late;
    }
    const ssize_t got = read(channel, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Received::ended;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return Received::complete;
}

bool write_message(int channel, std::string_view text) {
  const std::uint64_t size = text.size();
  return write_all(channel, reinterpret_cast<const char*>(&size), sizeof size) &&
         write_all(channel, text.data(), text.size());
}

Received read_message(int channel, std::string& text, std::optional<Clock::time_point> deadline) {
  std::uint64_t size = 0;
  const Received head = read_all(channel, reinterpret_cast<char*>(&size), sizeof size, deadline);
  if (head != Received::complete) return head;
  text.resize(size);
  return read_all(channel, text.data(), text.size(), deadline);
}

/// Answers each message with its kind, the line and the reason.
[[noreturn]] void serve(const Target& target, int channel) {
  std::string input;
  while (read_message(channel, input, std::nullopt) == Received::complete) {
    const Checked checked = target.check(input);
    const char kind = static_cast<char>('0' + static_cast<int>(checked.kind));
    if (!write_message(channel, std::string(1, kind)) || !write_message(channel, checked.line) ||
        !write_message(channel, checked.why)) {
      break;
    }
  }
  _exit(0);
}

}  // namespace

std::string_view describe(Fate::Kind kind) {
  switch (kind) {
    case Fate::Kind::passed:
      return "passed";
    case Fate::Kind::rejected:
      return "rejected";
    case Fate::Kind::found:
      return "found";
    case Fate::Kind::crashed:
      return "crashed";
    case Fate::Kind::hung:
      return "hung";
  }
  return "";
}

void Sandbox::start() {
  auto [ours, its] = processes::make_channel();
  process_ = processes::Child::running([&] {
    ours.close();
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    serve(*target_, its.number());
  });
  channel_ = std::move(ours);
}

Fate Sandbox::check(std::string_view input) {
  if (!process_.is_there()) start();
  const auto deadline = Clock::now() + patience_;
  Fate fate;
  std::string kind;
  Received reading = write_message(channel_.number(), input) ? Received::complete : Received::ended;
  for (std::string* part : {&kind, &fate.line, &fate.why})
    if (reading == Received::complete) reading = read_message(channel_.number(), *part, deadline);
  if (reading == Received::complete) {
    fate.kind = static_cast<Fate::Kind>(kind.front() - '0');
    return fate;
  }
  if (reading == Received::late) {
    fate.kind = Fate::Kind::hung;
    fate.why = "no end within " + std::to_string(patience_.count()) + " ms";
    process_.end();
  } else {
    fate.kind = Fate::Kind::crashed;
    const int status = process_.wait();
    fate.why = (WIFSIGNALED(status) ? "the process died of " : "the process ended with ") +
               processes::how_it_ended(status);
  }
  fate.line = input;
  return fate;
}

}  // namespace layoutcheck::fuzz
