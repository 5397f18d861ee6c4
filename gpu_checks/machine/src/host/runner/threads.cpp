// The schedule: threads take turns until each has ended or waits, then those that can go on do.
#include "host/runner/threads.hpp"

#include "host/runner/fault.hpp"
#include "host/runner/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using layoutcheck::gpu::Dim3;

extern "C" {
Dim3 threadIdx;
Dim3 blockIdx;
Dim3 blockDim;
Dim3 gridDim;
}

namespace layoutcheck::gpu::host {

std::vector<Thread> threads;
std::vector<std::array<unsigned long long, 32>> received;
std::uint32_t current = 0;
std::uint64_t current_block = 0;
const layoutcheck_entry* entry = nullptr;
std::vector<void*> arguments;

namespace {

std::vector<std::uint32_t> turn;  // those that run in this round, in order
std::size_t next_turn = 0;
std::vector<std::uint32_t> next_round;
std::uint32_t at_barrier = 0;
std::uint32_t ended = 0;
std::uint64_t order = 0;
std::uint64_t dice = 0;
bool aborted = false;

void enter(std::uint32_t thread) {
  current = thread;
  threadIdx = blockDim.at(thread);
  status->thread = threadIdx;
}

/// Lets the threads go on that wait at the barrier, if all that have not ended are there.
void release_barrier() {
  if (at_barrier == 0 || at_barrier + ended < threads.size()) return;
  const auto is_there = [](const Thread& t) { return t.state == Thread::State::at_barrier; };
  const auto holding = std::count_if(threads.begin(), threads.end(), [&](const Thread& thread) {
    return is_there(thread) && thread.predicate != 0;
  });
  for (std::uint32_t i = 0; i < threads.size(); ++i) {
    if (!is_there(threads[i])) continue;
    threads[i].holding = static_cast<unsigned>(holding);
    threads[i].state = Thread::State::ready;
    next_round.push_back(i);
  }
  at_barrier = 0;
}

/// Lets the lanes go on that wait for each other in the current thread's warp, if all are there.
void release_exchange(std::uint32_t thread) {
  const std::uint32_t first = thread / 32 * 32;
  const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(32, threads.size() - first));
  const Thread& asking = threads[thread];
  unsigned needed = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const Thread& other = threads[first + lane];
    if ((asking.mask >> lane & 1) == 0 || other.state == Thread::State::ended) continue;
    if (other.state != Thread::State::in_exchange || other.mask != asking.mask ||
        (other.operation != asking.operation &&
         std::strcmp(other.operation, asking.operation) != 0)) {
      return;
    }
    needed |= 1U << lane;
  }
  std::array<unsigned long long, 32> all{};
  for (std::uint32_t lane = 0; lane < lanes; ++lane)
    all[lane] = threads[first + lane].value;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if ((needed >> lane & 1) == 0) continue;
    Thread& other = threads[first + lane];
    received[first + lane] = all;
    other.arrived = needed;
    other.state = Thread::State::ready;
    next_round.push_back(first + lane);
  }
}

/// Others may have waited only for one that ended.
void end_thread(std::uint32_t thread) {
  threads[thread].state = Thread::State::ended;
  ++ended;
  const std::uint32_t first = thread / 32 * 32;
  const auto last = static_cast<std::uint32_t>(std::min<std::size_t>(first + 32, threads.size()));
  for (std::uint32_t i = first; i < last; ++i)
    if (threads[i].state == Thread::State::in_exchange) release_exchange(i);
  release_barrier();
}

void run_threads() {
  begin_fiber();
  for (;;) {
    entry->call(entry->kernel, arguments.data());
    Fiber* self = threads[current].fiber;
    end_thread(current);
    // The next one is begun on the same fiber; most kernels never need another.
    if (next_turn < turn.size() && threads[turn[next_turn]].state == Thread::State::unstarted) {
      enter(turn[next_turn++]);
      threads[current].fiber = self;
      continue;
    }
    give_back(self);
    leave();
  }
}

void resume(std::uint32_t thread) {
  enter(thread);
  if (threads[thread].state == Thread::State::unstarted)
    threads[thread].fiber = take_fiber(run_threads);
  enter_fiber(*threads[thread].fiber);
}

/// Nobody can go on: says who waits for whom.
void note_stuck() {
  const auto is = [](Thread::State state) {
    return [state](const Thread& thread) { return thread.state == state; };
  };
  const auto waiting = std::find_if(threads.begin(), threads.end(), [](const Thread& thread) {
    return thread.state != Thread::State::ended;
  });
  const auto exchanging =
      std::count_if(threads.begin(), threads.end(), is(Thread::State::in_exchange));
  enter(static_cast<std::uint32_t>(waiting - threads.begin()));
  if (at_barrier == 0 && ended == 0) {
    note_fault(Fault::Kind::deadlock,
               "all threads wait for lanes of their warps, which wait elsewhere");
  } else {
    note_fault(
        Fault::Kind::divergence,
        "%u threads wait at __syncthreads, %u in %s or the like, and %u ended", at_barrier,
        static_cast<unsigned>(exchanging),
        std::find_if(threads.begin(), threads.end(), is(Thread::State::in_exchange))->operation,
        ended);
  }
}

void arrange(std::vector<std::uint32_t>& round) {
  std::sort(round.begin(), round.end());
  if (order == 1) std::reverse(round.begin(), round.end());
  if (order < 2) return;
  for (std::size_t i = round.size(); i > 1; --i)
    std::swap(round[i - 1], round[random_below(i)]);
}

}  // namespace

void set_order(std::uint64_t seed) {
  order = seed;
  dice = seed;
}

std::uint64_t random_below(std::uint64_t bound) {
  // Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
  dice += 0x9e3779b97f4a7c15U;
  std::uint64_t z = dice;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) % bound;
}

bool run_block(std::uint64_t block, std::uint32_t dynamic_bytes) {
  current_block = block;
  blockIdx = gridDim.at(block);
  status->block = blockIdx;
  reset_shared(dynamic_bytes);
  threads.assign(blockDim.count(), Thread{});
  received.resize(threads.size());
  turn.resize(threads.size());
  for (std::uint32_t i = 0; i < turn.size(); ++i)
    turn[i] = i;
  arrange(turn);
  aborted = false;
  ended = 0;
  at_barrier = 0;
  next_turn = 0;
  next_round.clear();
  while (ended < threads.size()) {
    if (next_turn == turn.size()) {
      if (next_round.empty()) {
        note_stuck();
        aborted = true;
      } else {
        turn.swap(next_round);
        arrange(turn);
        next_turn = 0;
        next_round.clear();
      }
    } else {
      resume(turn[next_turn++]);
    }
    if (aborted) {
      abandon_fibers(run_threads);
      return false;
    }
  }
  return true;
}

void leave() {
  leave_fiber(*threads[current].fiber);
}

void yield() {
  threads[current].state = Thread::State::ready;
  next_round.push_back(current);
  leave();
}

void abandon() {
  aborted = true;
  leave();
  std::abort();
}

void wait_at_barrier() {
  threads[current].state = Thread::State::at_barrier;
  ++at_barrier;
  release_barrier();
  leave();
}

void wait_in_exchange() {
  threads[current].state = Thread::State::in_exchange;
  release_exchange(current);
  leave();
}

}  // namespace layoutcheck::gpu::host
