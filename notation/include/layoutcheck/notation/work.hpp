// Work: steps, counted wherever an algorithm goes through values, so that no question takes longer
// than what was granted for it, whatever its operands are.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace layoutcheck {

namespace detail {

/// What is left to this thread: steps until the next look at the grant, and those after it.
struct Meter {
  std::int64_t left = INT64_MAX;
  std::int64_t reserve = 0;
};

extern constinit thread_local Meter meter;

/// Takes a further part of the reserve. Throws LimitReached if it does not suffice.
void refill();

}  // namespace detail

/// Counts steps; each is to stand for at most some tens of nanoseconds. Throws LimitReached if the
/// thread has a grant, and it is used up.
inline void work(std::size_t steps = 1) {
  if ((detail::meter.left -= static_cast<std::int64_t>(steps)) < 0) detail::refill();
}

/// Grants this thread steps, and time, for as long as the object lives. A grant within another one
/// has no more than is left of that, and takes from it.
class WorkLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit WorkLimit(std::int64_t steps, std::optional<Time> deadline = {});
  ~WorkLimit();
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

  [[nodiscard]] std::int64_t steps() const { return steps_; }
  [[nodiscard]] const std::optional<Time>& deadline() const { return deadline_; }

 private:
  const WorkLimit* outer_;
  detail::Meter outer_meter_;
  std::int64_t steps_;
  std::optional<Time> deadline_;
};

}  // namespace layoutcheck
