// What kernels call; device.hpp says what each does.
#include "host/runner/fault.hpp"
#include "host/runner/memory.hpp"
#include "host/runner/threads.hpp"

#include <ctime>

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::host;

extern "C" {

unsigned layoutcheck_barrier(int predicate) {
  Thread& self = threads[current];
  self.predicate = predicate;
  wait_at_barrier();
  return self.holding;
}

const unsigned long long* layoutcheck_exchange(const char* operation, unsigned mask,
                                               unsigned long long value, unsigned* arrived) {
  Thread& self = threads[current];
  if ((mask >> (current % 32) & 1) == 0) {
    note_fault(Fault::Kind::divergence, "%s with a mask without the lane that calls it", operation);
    note_place(__builtin_return_address(0));
    abandon();
  }
  self.operation = operation;
  self.mask = mask;
  self.value = value;
  wait_in_exchange();
  *arrived = self.arrived;
  return received[current].data();
}

[[noreturn]] void layoutcheck_trap(const char* message) {
  note_fault(Fault::Kind::trap, "%s", message);
  note_place(__builtin_return_address(0));
  abandon();
}

[[noreturn]] void layoutcheck_diverged(const char* message) {
  note_fault(Fault::Kind::divergence, "%s", message);
  note_place(__builtin_return_address(0));
  abandon();
}

void layoutcheck_yield() {
  yield();
}

unsigned layoutcheck_lane() {
  return current % 32;
}

unsigned long long layoutcheck_clock() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1000000000ULL +
         static_cast<unsigned long long>(now.tv_nsec);
}

int layoutcheck_shared(const volatile void* address, std::size_t bytes) {
  add_variable(address, bytes, Space::shared);
  return 0;
}

int layoutcheck_constant(const volatile void* address, std::size_t bytes) {
  add_variable(address, bytes, Space::constant);
  return 0;
}

/// In place of the C library's.
[[noreturn]] void __assert_fail(const char* expression, const char*, unsigned line,
                                const char*) noexcept {
  note_fault(Fault::Kind::trap, "the assertion `%s` fails", expression);
  status->line = line;
  abandon();
}

}  // extern "C"
