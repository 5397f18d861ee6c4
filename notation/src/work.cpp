// Work: grants of steps and time, one within the other.
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>

namespace layoutcheck {

namespace {

thread_local const WorkLimit* innermost = nullptr;

/// Steps between two looks at the clock.
constexpr std::int64_t slice = std::int64_t{1} << 16;

std::int64_t total(const detail::Meter& meter) {
  return meter.left + meter.reserve;
}

}  // namespace

namespace detail {

constinit thread_local Meter meter;

void refill() {
  if (innermost == nullptr) {
    meter.left = INT64_MAX;
    return;
  }
  if (total(meter) < 0) {
    throw LimitReached("the work limit of " + std::to_string(innermost->steps()) +
                       " steps is reached");
  }
  if (innermost->deadline() && std::chrono::steady_clock::now() >= *innermost->deadline()) {
    // What is asked next ends as soon.
    meter.left = -1;
    meter.reserve = 0;
    throw LimitReached("the time limit is reached");
  }
  const std::int64_t taken = std::min(meter.reserve, slice - meter.left);
  meter.left += taken;
  meter.reserve -= taken;
}

}  // namespace detail

WorkLimit::WorkLimit(std::int64_t steps, std::optional<Time> deadline)
    : outer_(innermost), outer_meter_(detail::meter), steps_(steps), deadline_(deadline) {
  if (outer_ != nullptr) {
    if (const std::int64_t left = std::max<std::int64_t>(0, total(outer_meter_)); left < steps_)
      steps_ = left;
    if (outer_->deadline() && (!deadline_ || *outer_->deadline() < *deadline_))
      deadline_ = outer_->deadline();
  }
  detail::meter = {0, steps_};
  innermost = this;
}

WorkLimit::~WorkLimit() {
  const std::int64_t spent = steps_ - total(detail::meter);
  innermost = outer_;
  detail::meter = outer_meter_;
  if (outer_ != nullptr) detail::meter.left -= spent;
}

}  // namespace layoutcheck
