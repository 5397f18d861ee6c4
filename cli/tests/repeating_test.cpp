// A call beside a run: it is repeated, and its end waits for no pause.
#include "repeating.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

namespace layoutcheck::cli {
namespace {

using namespace std::chrono_literals;

TEST(Repeating, RepeatsUntilItsEnd) {
  std::atomic<int> calls = 0;
  Repeating repeating(1ms, [&] {
    ++calls;
    calls.notify_all();
    throw std::bad_alloc();
  });
  for (int seen = 0; seen < 3; seen = calls)
    calls.wait(seen);
  repeating.end();
  const int ended = calls;
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(calls, ended);
}

TEST(Repeating, DoesNotWaitOutItsPause) {
  for (int i = 0; i < 100; ++i) {
    std::atomic<bool> called = false;
    const Repeating repeating(24h, [&] {
      called = true;
      called.notify_all();
    });
    if (i % 2 == 0) called.wait(false);
  }
}

}  // namespace
}  // namespace layoutcheck::cli
