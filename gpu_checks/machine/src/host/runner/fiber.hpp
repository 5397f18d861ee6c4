// Fibers: stacks that threads of a block run on, in turns.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>

namespace layoutcheck::gpu::host {

#ifdef __x86_64__
/// Where a stack goes on; on it lie what a function keeps for its caller, and where it returns to.
using Context = void*;
#else
using Context = ucontext_t;
#endif

/// More than the local memory that a thread can have.
constexpr std::size_t stack_bytes = std::size_t{1} << 20;

struct Fiber {
  char* stack = nullptr;  // above a page that may not be touched
  Context context{};
  void* fake_stack = nullptr;
};

/// One that is idle, and will call `run`, which never returns.
Fiber* take_fiber(void (*run)());
/// It goes on to be idle where it is.
void give_back(Fiber* fiber);
/// All are idle again, wherever they are.
void abandon_fibers(void (*run)());

/// From the scheduler to the fiber, until it leaves.
void enter_fiber(Fiber& fiber);
/// The first thing that a fiber does.
void begin_fiber();
/// From the fiber to the scheduler.
void leave_fiber(Fiber& fiber);

/// Whether the address lies in the page behind the end of a stack.
bool is_behind_a_stack(std::uint64_t address);

}  // namespace layoutcheck::gpu::host
