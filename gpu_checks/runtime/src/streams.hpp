// Streams and events. What is put into a stream is done before the call returns, so that all have
// come that a program may wait for.
#pragma once

#include "errors.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace layoutcheck::gpu::runtime {

/// Their handles are numbers that are no addresses; the first ones are CUDA's own streams.
class Streams {
 public:
  void* make_stream();
  void* make_event();
  Error end_stream(const void* stream);
  Error end_event(const void* event);

  /// Null, the legacy stream and that of a thread are always there.
  [[nodiscard]] Error use_stream(const void* stream) const;
  [[nodiscard]] Error use_event(const void* event) const;

  Error record(const void* event, const void* stream);
  /// From one event to the other, in time of the host, which says nothing of a device's; nothing
  /// unless both were recorded.
  [[nodiscard]] std::optional<float> milliseconds(const void* begin, const void* end) const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] void* next();

  std::uintptr_t next_ = 0x100;
  std::set<const void*> streams_;
  std::map<const void*, std::optional<Clock::time_point>> events_;
};

}  // namespace layoutcheck::gpu::runtime
