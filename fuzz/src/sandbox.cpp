// The process in which inputs are checked: messages are a size and as many bytes.
#include "sandbox.hpp"

#include <fcntl.h>
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

using processes::Descriptor;
using processes::Received;

bool write_message(const Descriptor& channel, std::string_view text) {
  const std::uint64_t size = text.size();
  return processes::send_all(channel, {reinterpret_cast<const char*>(&size), sizeof size}) &&
         processes::send_all(channel, text);
}

Received read_message(const Descriptor& channel, std::string& text,
                      std::optional<Clock::time_point> deadline) {
  std::uint64_t size = 0;
  const Received head =
      processes::receive_all(channel, reinterpret_cast<char*>(&size), sizeof size, deadline);
  if (head != Received::complete) return head;
  text.resize(size);
  return processes::receive_all(channel, text.data(), text.size(), deadline);
}

/// Answers each message with its kind, the line and the reason.
[[noreturn]] void serve(const Target& target, const Descriptor& channel) {
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
    serve(*target_, its);
  });
  channel_ = std::move(ours);
}

Fate Sandbox::check(std::string_view input) {
  if (!process_.is_there()) start();
  const auto deadline = Clock::now() + patience_;
  Fate fate;
  std::string kind;
  Received received = write_message(channel_, input) ? Received::complete : Received::ended;
  for (std::string* part : {&kind, &fate.line, &fate.why})
    if (received == Received::complete) received = read_message(channel_, *part, deadline);
  if (received == Received::complete) {
    fate.kind = static_cast<Fate::Kind>(kind.front() - '0');
    return fate;
  }
  if (received == Received::late) {
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
