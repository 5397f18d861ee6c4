// How far a run of `layoutcheck verify` is, while it runs.
#include "ticker.hpp"

#include "lines.hpp"

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <sstream>
#include <utility>

namespace layoutcheck::cli {

namespace {

/// "3 min", "2 h", "5 days".
std::string duration(double seconds) {
  constexpr std::pair<double, const char*> units[] = {
      {86400.0 * 365, "years"}, {86400, "days"}, {3600, "h"}, {60, "min"}, {0, "s"}};
  for (const auto& [length, name] : units) {
    if (seconds >= 2 * length) {
      const double count = seconds / std::max(length, 1.0);
      if (count >= 1e6) return std::string("millions of ") + name;
      return decimal(count, 0) + " " + name;
    }
  }
  return "nothing";
}

}  // namespace

std::string progress_line(const engine::CampaignProgress& progress, double seconds) {
  constexpr std::size_t width = 30;
  const auto done = static_cast<double>(progress.done);
  const auto before = static_cast<double>(progress.resumed);
  const double expected = std::max(1.0, progress.expected.load());
  const double rate = done / std::max(0.1, seconds);
  std::ostringstream line;
  line << std::fixed << std::setprecision(0);
  if (progress.incomplete_estimate) {
    // Without an end in sight there is no bar.
    line << done + before << " cases, " << rate << "/s";
  } else {
    const double share = std::min(1.0, (done + before) / expected);
    const auto filled = static_cast<std::size_t>(share * width);
    line << '[' << std::string(filled, '#') << std::string(width - filled, '.') << "] "
         << done + before << " cases, " << rate << "/s, " << std::setprecision(1) << 100 * share
         << " %";
    if (seconds > 2 && rate > 0)
      line << ", at most " << duration((expected - done - before) / rate) << " left";
  }
  return line.str();
}

void Ticker::show() {
  const std::chrono::duration<double> passed = Clock::now() - start_;
  if (terminal_) {
    status_.update(progress_line(progress_, passed.count()));
  } else if (Clock::now() >= next_) {
    constexpr Clock::duration longest_pause = std::chrono::minutes(1);
    next_ += std::min(next_ - start_, longest_pause);
    std::fprintf(stderr, "layoutcheck verify: %s\n",
                 progress_line(progress_, passed.count()).c_str());
  }
}

}  // namespace layoutcheck::cli
