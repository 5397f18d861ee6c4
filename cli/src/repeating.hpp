// A call that is repeated beside a run, such as one that shows how far it is.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>

namespace layoutcheck::cli {

/// Calls a function on a thread of its own, with pauses, until the end of its life; the last pause
/// is not waited out. Where there can be no thread for it, or no memory, the call is left out.
class Repeating {
 public:
  Repeating(std::chrono::milliseconds pause, std::function<void()> call) {
    try {
      thread_ = std::jthread([pause, call = std::move(call)](const std::stop_token& end) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any woken;
        do {
          try {
            call();
          } catch (const std::bad_alloc&) {
          }
        } while (!woken.wait_for(lock, end, pause, [&] { return end.stop_requested(); }));
      });
    } catch (const std::exception&) {
    }
  }

  /// Returns when the last call has.
  void end() { thread_ = {}; }

 private:
  std::jthread thread_;
};

}  // namespace layoutcheck::cli
