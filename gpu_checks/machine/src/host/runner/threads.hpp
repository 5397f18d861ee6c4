// The threads of a block, which run one at a time, and wait for each other.
#pragma once

#include "host/runner/fiber.hpp"
#include "host/runner/programs.hpp"

#include <array>
#include <vector>

extern "C" {
// What kernels see of the process, and so it has names of its own.
extern layoutcheck::gpu::Dim3 threadIdx;
extern layoutcheck::gpu::Dim3 blockIdx;
extern layoutcheck::gpu::Dim3 blockDim;
extern layoutcheck::gpu::Dim3 gridDim;
}

namespace layoutcheck::gpu::host {

struct Thread {
  enum class State { unstarted, ready, at_barrier, in_exchange, ended };
  State state = State::unstarted;
  Fiber* fiber = nullptr;
  // What it waits with.
  int predicate = 0;
  const char* operation = nullptr;
  unsigned mask = 0;
  unsigned long long value = 0;
  // What it gets.
  unsigned holding = 0;
  unsigned arrived = 0;
};

extern std::vector<Thread> threads;
/// What each thread gets from the lanes of its warp.
extern std::vector<std::array<unsigned long long, 32>> received;
extern std::uint32_t current;
extern std::uint64_t current_block;
/// What the launch runs, and with what; null between launches.
extern const layoutcheck_entry* entry;
extern std::vector<void*> arguments;

/// Sets the order of threads and of random numbers.
void set_order(std::uint64_t seed);
std::uint64_t random_below(std::uint64_t bound);

/// False if a fault ended it.
bool run_block(std::uint64_t block, std::uint32_t dynamic_bytes);

// For the thread that runs:

/// Lets the others go on, until this one is ready and has its turn again.
void leave();
/// The same, in the next round.
void yield();
/// Ends the launch; the fiber never goes on.
[[noreturn]] void abandon();
/// Waits for all threads of the block that have not ended.
void wait_at_barrier();
/// Waits for the lanes of its mask.
void wait_in_exchange();

}  // namespace layoutcheck::gpu::host
