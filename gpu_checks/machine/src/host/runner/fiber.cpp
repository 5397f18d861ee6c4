// Fibers.
#include "host/runner/fiber.hpp"

#include "host/runner/memory.hpp"
#include "host/runner/sanitizer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace layoutcheck::gpu::host {

namespace {

#ifdef __x86_64__

extern "C" void layoutcheck_switch(Context* from, Context to);
asm(R"(
  .text
  .globl layoutcheck_switch
  .type layoutcheck_switch, @function
layoutcheck_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size layoutcheck_switch, . - layoutcheck_switch
)");

void switch_context(Context& from, Context& to) {
  layoutcheck_switch(&from, to);
}

Context begin_context(char* stack, std::size_t bytes, void (*run)()) {
  struct Saved {
    std::uint32_t float_control[2];
    std::uint64_t registers[6];
    void (*run)();
    std::uint64_t no_caller;
  };
  static_assert(sizeof(Saved) % 16 == 8);
  // The function finds its stack as after a call.
  auto* saved = reinterpret_cast<Saved*>(stack + bytes - sizeof(Saved));
  *saved = {{0x1f80, 0x37f}, {}, run, 0};
  return saved;
}

#else

void switch_context(Context& from, Context& to) {
  swapcontext(&from, &to);
}

Context begin_context(char* stack, std::size_t bytes, void (*run)()) {
  Context context;
  getcontext(&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = bytes;
  context.uc_link = nullptr;
  makecontext(&context, run, 0);
  return context;
}

#endif

std::vector<std::unique_ptr<Fiber>> fibers;
std::vector<Fiber*> idle;
Context scheduler{};
const void* scheduler_stack = nullptr;
std::size_t scheduler_stack_bytes = 0;

void prepare(Fiber& fiber, void (*run)()) {
  if (__asan_unpoison_memory_region != nullptr)
    __asan_unpoison_memory_region(fiber.stack, stack_bytes);
  fiber.fake_stack = nullptr;
  fiber.context = begin_context(fiber.stack, stack_bytes, run);
}

}  // namespace

Fiber* take_fiber(void (*run)()) {
  if (idle.empty()) {
    char* stack = static_cast<char*>(map(stack_bytes + 4096, PROT_READ | PROT_WRITE));
    if (stack == nullptr || mprotect(stack, 4096, PROT_NONE) != 0) {
      std::fputs("there is no memory for the stacks of threads\n", stderr);
      _exit(1);
    }
    fibers.push_back(std::make_unique<Fiber>());
    fibers.back()->stack = stack + 4096;
    prepare(*fibers.back(), run);
    idle.push_back(fibers.back().get());
  }
  Fiber* fiber = idle.back();
  idle.pop_back();
  return fiber;
}

void give_back(Fiber* fiber) {
  idle.push_back(fiber);
}

void abandon_fibers(void (*run)()) {
  idle.clear();
  for (const auto& fiber : fibers) {
    prepare(*fiber, run);
    idle.push_back(fiber.get());
  }
}

void enter_fiber(Fiber& fiber) {
  void* fake_stack = nullptr;
  if (__sanitizer_start_switch_fiber != nullptr)
    __sanitizer_start_switch_fiber(&fake_stack, fiber.stack, stack_bytes);
  switch_context(scheduler, fiber.context);
  if (__sanitizer_finish_switch_fiber != nullptr)
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
}

void begin_fiber() {
  if (__sanitizer_finish_switch_fiber != nullptr)
    __sanitizer_finish_switch_fiber(nullptr, &scheduler_stack, &scheduler_stack_bytes);
}

void leave_fiber(Fiber& fiber) {
  if (__sanitizer_start_switch_fiber != nullptr)
    __sanitizer_start_switch_fiber(&fiber.fake_stack, scheduler_stack, scheduler_stack_bytes);
  switch_context(fiber.context, scheduler);
  if (__sanitizer_finish_switch_fiber != nullptr)
    __sanitizer_finish_switch_fiber(fiber.fake_stack, &scheduler_stack, &scheduler_stack_bytes);
}

bool is_behind_a_stack(std::uint64_t address) {
  return std::any_of(fibers.begin(), fibers.end(), [&](const auto& fiber) {
    const auto stack = reinterpret_cast<std::uint64_t>(fiber->stack);
    return address < stack && stack - address <= 4096;
  });
}

}  // namespace layoutcheck::gpu::host
