// Starting, asking and ending the process that runs kernels.
#include "process.hpp"

#include <layoutcheck/machine/executor.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

extern char** environ;

namespace layoutcheck::gpu::host {

namespace {

using processes::Descriptor;

/// More than this of a report is not of interest.
constexpr std::size_t max_log = 1 << 20;

[[noreturn]] void fail(const char* what) {
  throw LaunchError(std::string("there can be no process for kernels: ") + what + ": " +
                    std::strerror(errno));
}

/// A file that is only in memory. Not by memfd_create: glibc has it from 2.27 on, Linux since 3.17.
Descriptor memory_file(const char* name) {
  return Descriptor(static_cast<int>(syscall(SYS_memfd_create, name, MFD_CLOEXEC)));
}

/// Above those that the process finds its own under.
Descriptor moved_up(const Descriptor& low) {
  return Descriptor(fcntl(low.number(), F_DUPFD_CLOEXEC, 10));
}

}  // namespace

void Process::Unmap::operator()(const Status* status) const {
  munmap(const_cast<Status*>(status), sizeof(Status));
}

Process::Process(const std::string& executable) try {
  const Descriptor image = moved_up(memory_file("layoutcheck-host"));
  const Descriptor page = moved_up(memory_file("status"));
  Descriptor log = moved_up(memory_file("log"));
  const Descriptor nowhere = moved_up(Descriptor(open("/dev/null", O_RDWR | O_CLOEXEC)));
  if (!image.is_open() || !page.is_open() || !log.is_open() || !nowhere.is_open())
    fail("no memory");
  for (std::size_t done = 0; done < executable.size();) {
    const ssize_t written =
        write(image.number(), executable.data() + done, executable.size() - done);
    if (written <= 0) fail("no memory");
    done += static_cast<std::size_t>(written);
  }
  if (ftruncate(page.number(), sizeof(Status)) != 0 || fcntl(log.number(), F_SETFL, O_APPEND) != 0)
    fail("no memory");
  void* seen = mmap(nullptr, sizeof(Status), PROT_READ | PROT_WRITE, MAP_SHARED, page.number(), 0);
  if (seen == MAP_FAILED) fail("no memory");
  status_.reset(static_cast<const Status*>(seen));
  auto [ours, theirs] = processes::make_channel();
  const Descriptor its_channel = moved_up(theirs);

  // Everything that needs memory, before the fork.
  std::vector<std::string> variables = {
      "ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
      "handle_abort=0:allocator_may_return_null=1:detect_odr_violation=0:symbolize=0:"
      "detect_stack_use_after_return=0",
      "UBSAN_OPTIONS=halt_on_error=1:symbolize=0"};
  std::vector<char*> environment;
  for (std::string& variable : variables)
    environment.push_back(variable.data());
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("ASAN_OPTIONS=") && !text.starts_with("UBSAN_OPTIONS=") &&
        !text.starts_with("LD_PRELOAD=")) {
      environment.push_back(*variable);
    }
  }
  environment.push_back(nullptr);
  std::string name = "layoutcheck-host";
  std::string parent = std::to_string(getpid());
  char* const arguments[] = {name.data(), parent.data(), nullptr};

  process_ = processes::Child::running([&] {
    dup2(nowhere.number(), STDIN_FILENO);
    dup2(nowhere.number(), STDOUT_FILENO);
    dup2(log.number(), STDERR_FILENO);
    dup2(its_channel.number(), channel_descriptor);
    dup2(page.number(), status_descriptor);
    // AddressSanitizer's shadow has its place, where chance may put something else.
    const int before = personality(0xffffffff);
    if (before >= 0) personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE);
    fexecve(image.number(), arguments, environment.data());
    _exit(127);
  });
  channel_ = moved_up(ours);
  log_ = std::move(log);
} catch (const std::system_error& error) {
  throw LaunchError(std::string("there can be no process for kernels: ") + error.what());
}

void Process::send(Request request, std::initializer_list<std::string_view> parts) {
  Head head{static_cast<std::uint64_t>(request), 0};
  for (const std::string_view part : parts)
    head.bytes += part.size();
  // Whether it is still there is seen where its reply is received.
  processes::send_all(channel_, {reinterpret_cast<const char*>(&head), sizeof head});
  for (const std::string_view part : parts)
    processes::send_all(channel_, part);
}

std::optional<Process::Message> Process::receive(Clock::time_point deadline) {
  using processes::Received;
  Head head;
  Message message;
  Received received =
      processes::receive_all(channel_, reinterpret_cast<char*>(&head), sizeof head, deadline);
  if (received == Received::complete) {
    message.what = static_cast<Reply>(head.what);
    message.bytes.resize(head.bytes);
    received = processes::receive_all(channel_, reinterpret_cast<char*>(message.bytes.data()),
                                      message.bytes.size(), deadline);
  }
  if (received == Received::complete) return message;
  late_ = late_ || received == Received::late;
  if (process_.is_there()) wait_status_ = late_ ? process_.end() : process_.wait();
  return std::nullopt;
}

std::string Process::end() const {
  return (WIFSIGNALED(wait_status_) ? "ended by " : "ended with ") +
         processes::how_it_ended(wait_status_);
}

std::string Process::log() const {
  std::string text(max_log, '\0');
  const ssize_t got = pread(log_.number(), text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

}  // namespace layoutcheck::gpu::host
