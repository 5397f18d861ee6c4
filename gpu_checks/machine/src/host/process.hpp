// The process that runs kernels, as the executor sees it.
#pragma once

#include "protocol.hpp"
#include <layoutcheck/processes/child.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu::host {

/// It is killed with this object.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the executable. Throws LaunchError if there can be no process.
  explicit Process(const std::string& executable);

  /// Sends a request of these parts. The process may have ended; then there is no reply.
  void send(Request request, std::initializer_list<std::string_view> parts);

  struct Message {
    Reply what = Reply::done;
    std::vector<std::byte> bytes;
  };
  /// Empty if the process ended, or if the deadline came first (then late() holds). It is of no
  /// use any more then, and killed.
  std::optional<Message> receive(Clock::time_point deadline);

  [[nodiscard]] bool late() const { return late_; }
  /// How it ended, after receive() was empty: "ended with status 1".
  [[nodiscard]] std::string end() const;
  /// What it wrote to its standard error.
  [[nodiscard]] std::string log() const;
  [[nodiscard]] const Status& status() const { return *status_; }

 private:
  processes::Child process_;
  processes::Descriptor channel_;
  processes::Descriptor log_;
  int wait_status_ = 0;
  bool late_ = false;
  struct Unmap {
    void operator()(const Status* status) const;
  };
  std::unique_ptr<const Status, Unmap> status_;
};

}  // namespace layoutcheck::gpu::host
