// How far a run of `layoutcheck verify` is, while it runs.
#pragma once

#include "terminal.hpp"
#include <layoutcheck/engine/campaign.hpp>

#include <unistd.h>

#include <chrono>
#include <string>

namespace layoutcheck::cli {

/// "[###...] 50 cases, 10/s, 50.0 %, at most 5 s left", of a run of so many seconds.
std::string progress_line(const engine::CampaignProgress& progress, double seconds);

/// Shows that line on the standard error stream: on a terminal one that changes, elsewhere, from
/// the fifth second on, one now and then.
class Ticker {
 public:
  explicit Ticker(const engine::CampaignProgress& progress) : progress_(progress) {}
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;
  /// Takes the line from the terminal.
  ~Ticker() { status_.clear(); }

  void show();

 private:
  using Clock = std::chrono::steady_clock;

  const engine::CampaignProgress& progress_;
  StatusLine status_;
  bool terminal_ = is_terminal(STDERR_FILENO);
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(5);
};

}  // namespace layoutcheck::cli
