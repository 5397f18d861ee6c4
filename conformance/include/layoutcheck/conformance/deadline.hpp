// When asking ends.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

namespace layoutcheck::conformance {

/// When asking ends. The time in which subjects start is left out: whoever allows a minute allows
/// it for questions. Copies go by one clock.
class Deadline {
  using Clock = std::chrono::steady_clock;

  struct Shared {
    explicit Shared(Clock::time_point end) : at(end) {}
    std::mutex mutex;
    Clock::time_point at;
    /// How many subjects start, and since when there is one.
    std::size_t starting = 0;
    Clock::time_point since;
  };

 public:
  /// Never.
  Deadline() = default;
  explicit Deadline(Clock::time_point at) : shared_(std::make_shared<Shared>(at)) {}

  [[nodiscard]] bool is_over() const {
    const auto time = left();
    return time && *time <= Clock::duration::zero();
  }

  /// How much time there is until then; nothing if that is never.
  [[nodiscard]] std::optional<Clock::duration> left() const {
    if (!shared_) return std::nullopt;
    const std::lock_guard lock(shared_->mutex);
    return left_at(Clock::now());
  }

  /// The same, or after this time if that is earlier.
  [[nodiscard]] Deadline within(Clock::duration time) const {
    if (!shared_) return Deadline(Clock::now() + time);
    Deadline earlier = *this;
    const std::lock_guard lock(shared_->mutex);
    earlier.earlier_ += std::max(left_at(Clock::now()) - time, Clock::duration::zero());
    return earlier;
  }

  /// While it lives, a subject starts.
  class Start {
   public:
    explicit Start(const Deadline& deadline) : shared_(deadline.shared_) {
      if (!shared_) return;
      const std::lock_guard lock(shared_->mutex);
      if (shared_->starting++ == 0) shared_->since = Clock::now();
    }
    ~Start() {
      if (!shared_) return;
      const std::lock_guard lock(shared_->mutex);
      if (--shared_->starting == 0) shared_->at += Clock::now() - shared_->since;
    }
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;

   private:
    std::shared_ptr<Shared> shared_;
  };

 private:
  /// With the mutex held.
  [[nodiscard]] Clock::duration left_at(Clock::time_point now) const {
    return shared_->at - earlier_ - (shared_->starting > 0 ? shared_->since : now);
  }

  std::shared_ptr<Shared> shared_;
  Clock::duration earlier_{};
};

}  // namespace layoutcheck::conformance
