// Faults, and what runs when one ends the process.
#include "host/runner/fault.hpp"

#include "host/runner/fiber.hpp"
#include "host/runner/programs.hpp"
#include "host/runner/sanitizer.hpp"
#include "host/runner/threads.hpp"

#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>

namespace layoutcheck::gpu::host {

Status* status = nullptr;

namespace {

pid_t parent = 0;

void on_signal(int signal, siginfo_t* info, [[maybe_unused]] void* context) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  const bool memory = signal == SIGSEGV || signal == SIGBUS;
  if (memory && is_behind_a_stack(address)) {
    note_fault(Fault::Kind::crash, "the thread's stack of %zu bytes is full", stack_bytes);
  } else if (memory) {
    note_fault(Fault::Kind::out_of_bounds, "memory that is not there is accessed");
  } else {
    note_fault(Fault::Kind::crash, "%s",
               signal == SIGFPE   ? "an integer is divided by zero, or its quotient does not fit"
               : signal == SIGILL ? "an instruction is illegal"
                                  : "the process was aborted");
  }
  status->address = memory ? address : 0;
#if defined(__x86_64__)
  const auto* where = static_cast<const ucontext_t*>(context);
  // The place after the instruction, as for the others; any byte of it will do.
  note_place(reinterpret_cast<const void*>(where->uc_mcontext.gregs[REG_RIP] + 1));
#elif defined(__aarch64__)
  const auto* where = static_cast<const ucontext_t*>(context);
  note_place(reinterpret_cast<const void*>(where->uc_mcontext.pc + 1));
#endif
  _exit(1);
}

}  // namespace

void note_fault(Fault::Kind kind, const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  status->faulted = 1;
  status->kind = kind;
  status->block = blockIdx;
  status->thread = threadIdx;
  status->line = 0;
  status->place = 0;
  status->address = 0;
  status->program = static_cast<std::uint64_t>(running - programs.data());
  std::vsnprintf(status->message, sizeof status->message, format, list);
  va_end(list);
}

void note_place(const void* place) {
  status->place = reinterpret_cast<std::uint64_t>(place) - running->base;
}

void watch_for_signals() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
}

void watch_parent(pid_t executor) {
  parent = executor;
  struct sigaction action {};
  action.sa_handler = [](int) {
    if (getppid() != parent) _exit(0);
  };
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval second{{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &second, nullptr);
}

}  // namespace layoutcheck::gpu::host

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::host;

/// AddressSanitizer calls it before it ends the process.
extern "C" void __asan_on_error() {
  note_fault(Fault::Kind::out_of_bounds, "AddressSanitizer finds a %s at a %s of %zu bytes",
             __asan_get_report_description(),
             __asan_get_report_access_type() != 0 ? "write" : "read",
             __asan_get_report_access_size());
  note_place(__asan_get_report_pc());
  status->address = reinterpret_cast<std::uint64_t>(__asan_get_report_address());
}
