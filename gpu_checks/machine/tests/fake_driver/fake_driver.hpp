// What a test can ask the fake driver beside what a driver does.
#pragma once

#include <cstddef>

namespace layoutcheck::gpu {

/// What a program has made of the driver and not given back.
struct FakeDriverUse {
  std::size_t contexts = 0;
  std::size_t modules = 0;
  std::size_t allocations = 0;
  std::size_t events = 0;
  /// Contexts on this thread's stack.
  std::size_t current = 0;
};

/// The function `layoutcheck_fake_driver_use` of the fake driver.
using FakeDriverUseFunction = FakeDriverUse();

/// The variable that makes the fake driver fail: "no device", "empty machine", "lost device" (no
/// context after a crash), "corrupt kernels" (no module at all can be loaded).
inline constexpr const char* fake_driver_variable = "LAYOUTCHECK_FAKE_DRIVER_FAILURE";

}  // namespace layoutcheck::gpu
