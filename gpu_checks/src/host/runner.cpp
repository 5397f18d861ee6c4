// The process that runs kernels: an emulated grid, its memory, and the requests of the executor.
// The executor compiles it beside the kernels; it is no part of the library.
#include "protocol.hpp"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <numeric>

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::host;

// As device.hpp declares them.
struct layoutcheck_entry {
  void (*kernel)();
  void (*call)(void (*kernel)(), void* const* arguments);
  std::size_t count;
  const std::size_t* sizes;
};

// Null where AddressSanitizer is not linked.
extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** save, const void* bottom,
                                                  std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* save, const void** bottom,
                                                   std::size_t* size);
[[gnu::weak]] void __asan_poison_memory_region(const volatile void* address, std::size_t bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, std::size_t bytes);
[[gnu::weak]] void* __asan_get_report_pc();
[[gnu::weak]] void* __asan_get_report_address();
[[gnu::weak]] int __asan_get_report_access_type();
[[gnu::weak]] std::size_t __asan_get_report_access_size();
[[gnu::weak]] const char* __asan_get_report_description();
}

extern "C" {
// What kernels see of the process, and so it has names of its own.
Dim3 threadIdx;
Dim3 blockIdx;
Dim3 blockDim;
Dim3 gridDim;
alignas(4096) char layoutcheck_dynamic_shared[max_dynamic_shared + 4096];
}

namespace {

/// Bytes of shared memory that nobody wrote, and of buffers where reading them goes unnoticed.
constexpr int pattern = 0xcb;
/// Larger buffers stay as the system gives them: filling them would need the memory.
constexpr std::uint64_t max_pattern = std::uint64_t{1} << 26;
/// Between two buffers, so that an address that is a little wrong is in none.
constexpr std::uint64_t gap = std::uint64_t{1} << 26;
/// More than the local memory that a thread can have.
constexpr std::size_t stack_bytes = std::size_t{1} << 20;

Status* status = nullptr;

// --- Requests and replies

bool receive(void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = read(channel_descriptor, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

void send(const void* from, std::size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t written = write(channel_descriptor, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(0);
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void reply(Reply what, const void* data, std::size_t bytes) {
  const Head head{static_cast<std::uint64_t>(what), bytes};
  send(&head, sizeof head);
  send(data, bytes);
}

void refuse(const std::string& why) {
  reply(Reply::refused, why.data(), why.size());
}

/// Takes a message apart.
class Reader {
 public:
  explicit Reader(const std::vector<char>& message) : at_(message.data()), left_(message.size()) {}

  template <class T>
  T take() {
    T value;
    std::memcpy(&value, bytes(sizeof value), sizeof value);
    return value;
  }
  const char* bytes(std::size_t count) {
    if (count > left_) _exit(1);
    at_ += count;
    left_ -= count;
    return at_ - count;
  }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  const char* at_;
  std::size_t left_;
};

// --- Memory

struct Memory {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  Space space = Space::global;
  /// A byte for each byte, not 0 where it was written; null if all count as written.
  unsigned char* written = nullptr;
  /// What was mapped; null for what is allocated otherwise.
  void* mapped = nullptr;
  std::uint64_t mapped_bytes = 0;

  [[nodiscard]] bool has(std::uint64_t a, std::uint64_t count) const {
    return a - address < bytes && count <= bytes - (a - address);
  }
};

struct Program {
  void* handle = nullptr;
  std::uint64_t base = 0;
  const layoutcheck_entry* entries = nullptr;
  std::size_t count = 0;
};

std::vector<Memory> buffers;
/// Variables of kernels that are shared or constant.
std::vector<Memory> variables;
std::vector<Program> programs;
const Program* running = nullptr;

void* map(std::uint64_t bytes, int protection) {
  void* found =
      mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return found == MAP_FAILED ? nullptr : found;
}

constexpr std::uint64_t whole_pages(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + 4095) / 4096 * 4096;
}

void forget_written(Memory& memory) {
  if (memory.written != nullptr) munmap(memory.written, whole_pages(memory.bytes));
  memory.written = nullptr;
}

/// Null if there is no room.
char* allocate(std::uint64_t bytes, Memory& memory) {
  memory.bytes = bytes;
  if (__asan_poison_memory_region != nullptr) {
    void* found = nullptr;
    if (posix_memalign(&found, 256, std::max<std::uint64_t>(bytes, 1)) != 0) return nullptr;
    memory.address = reinterpret_cast<std::uint64_t>(found);
    return static_cast<char*>(found);
  }
  if (bytes > std::uint64_t{1} << 46) return nullptr;
  const std::uint64_t pages = whole_pages(bytes);
  memory.mapped_bytes = pages + 2 * gap;
  memory.mapped = map(memory.mapped_bytes, PROT_NONE);
  if (memory.mapped == nullptr) return nullptr;
  char* first = static_cast<char*>(memory.mapped) + gap;
  memory.address = reinterpret_cast<std::uint64_t>(first);
  if (mprotect(first, pages, PROT_READ | PROT_WRITE) != 0) return nullptr;
#ifdef LAYOUTCHECK_RECORD
  memory.written = static_cast<unsigned char*>(map(pages, PROT_READ | PROT_WRITE));
  if (memory.written == nullptr) return nullptr;
#endif
  return first;
}

void give_back(Memory& memory) {
  if (memory.mapped != nullptr) {
    munmap(memory.mapped, memory.mapped_bytes);
  } else {
    std::free(reinterpret_cast<void*>(memory.address));
  }
  forget_written(memory);
}

/// Whether as many bytes can be written without the system running out of memory.
bool affordable(std::uint64_t bytes) {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  return bytes / 4096 <= pages / 2;
}

void serve_allocate(Reader request) {
  const auto wanted = request.take<Allocation>();
  const bool writes = wanted.kind == Fill::Kind::index;
  Memory memory;
  char* first = writes && !affordable(wanted.bytes) ? nullptr : allocate(wanted.bytes, memory);
  if (first == nullptr) {
    return refuse("there is no room for a buffer of " + std::to_string(wanted.bytes) + " bytes");
  }
  std::uint64_t known = wanted.bytes;
  switch (wanted.kind) {
    case Fill::Kind::uninitialized:
      known = 0;
      break;
    case Fill::Kind::zero:
      // Mapped memory is zero.
      if (memory.mapped == nullptr) std::memset(first, 0, wanted.bytes);
      break;
    case Fill::Kind::index: {
      const std::uint64_t shift = std::uint64_t{8} * wanted.width * wanted.digit;
      for (std::uint64_t at = 0, i = 0; at < wanted.bytes; at += wanted.width, ++i) {
        const std::uint64_t digit = shift < 64 ? i >> shift : 0;
        std::memcpy(first + at, &digit, std::min<std::uint64_t>(wanted.width, wanted.bytes - at));
      }
      break;
    }
    case Fill::Kind::bytes:
      known = std::min<std::uint64_t>(request.left(), wanted.bytes);
      std::memcpy(first, request.bytes(known), known);
      break;
  }
  if (known == wanted.bytes) {
    forget_written(memory);
  } else if (memory.written != nullptr) {
    std::memset(memory.written, 1, known);
  }
  if (wanted.bytes - known <= max_pattern) {
    std::memset(first + known, pattern, wanted.bytes - known);
  }
  buffers.push_back(memory);
  reply(Reply::done, &memory.address, sizeof memory.address);
}

void serve_load(const std::vector<char>& image) {
  // A name that no other program has: the loader takes equal ones for the same.
  const std::string name = "kernels" + std::to_string(programs.size());
  const int file = memfd_create(name.c_str(), MFD_CLOEXEC);
  std::size_t done = 0;
  while (file >= 0 && done < image.size()) {
    const ssize_t written = write(file, image.data() + done, image.size() - done);
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  if (file < 0 || done < image.size()) return refuse("there is no memory for the compiled kernels");
  Program program;
  program.handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  // The descriptor stays open, as its name must not be used again.
  if (program.handle == nullptr) return refuse(dlerror());
  program.base = static_cast<link_map*>(program.handle)->l_addr;
  program.entries =
      static_cast<const layoutcheck_entry*>(dlsym(program.handle, "layoutcheck_entries"));
  program.count =
      *static_cast<const std::size_t*>(dlsym(program.handle, "layoutcheck_entry_count"));
  std::vector<std::uint64_t> answer{programs.size()};
  for (std::size_t i = 0; i < program.count; ++i) {
    const layoutcheck_entry& entry = program.entries[i];
    answer.push_back(entry.count);
    answer.insert(answer.end(), entry.sizes, entry.sizes + entry.count);
  }
  programs.push_back(program);
  reply(Reply::done, answer.data(), answer.size() * sizeof answer[0]);
}

// --- Threads: each that waits has a fiber

#ifdef __x86_64__

/// Where a stack goes on; on it lie what a function keeps for its caller, and where it returns to.
using Context = void*;

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

using Context = ucontext_t;

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

struct Fiber {
  char* stack = nullptr;  // above a page that may not be touched
  Context context{};
  void* fake_stack = nullptr;
};

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

std::vector<std::unique_ptr<Fiber>> fibers;
std::vector<Fiber*> idle;
Context scheduler{};
const void* scheduler_stack = nullptr;
std::size_t scheduler_stack_bytes = 0;

std::vector<Thread> threads;
/// What each thread gets from the lanes of its warp.
std::vector<std::array<unsigned long long, 32>> received;
std::vector<std::uint32_t> turn;  // those that run in this round, in order
std::size_t next_turn = 0;
std::vector<std::uint32_t> next_round;
std::uint32_t current = 0;
std::uint32_t at_barrier = 0;
std::uint32_t ended = 0;
std::uint64_t order = 0;
std::uint64_t dice = 0;
bool aborted = false;
std::uint64_t current_block = 0;
const layoutcheck_entry* entry = nullptr;
std::vector<void*> arguments;

std::uint64_t random_below(std::uint64_t bound) {
  // Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
  dice += 0x9e3779b97f4a7c15U;
  std::uint64_t z = dice;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) % bound;
}

void begin_fault(Fault::Kind kind, const char* format, std::va_list arguments_of) {
  status->faulted = 1;
  status->kind = kind;
  status->block = blockIdx;
  status->thread = threadIdx;
  status->line = 0;
  status->place = 0;
  status->address = 0;
  status->program = static_cast<std::uint64_t>(running - programs.data());
  std::vsnprintf(status->message, sizeof status->message, format, arguments_of);
}

[[gnu::format(printf, 2, 3)]] void note_fault(Fault::Kind kind, const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  begin_fault(kind, format, list);
  va_end(list);
}

void note_place(const void* place) {
  status->place = reinterpret_cast<std::uint64_t>(place) - running->base;
}

/// From the fiber to the scheduler.
void leave() {
  Fiber* self = threads[current].fiber;
  if (__sanitizer_start_switch_fiber != nullptr) {
    __sanitizer_start_switch_fiber(&self->fake_stack, scheduler_stack, scheduler_stack_bytes);
  }
  switch_context(self->context, scheduler);
  if (__sanitizer_finish_switch_fiber != nullptr) {
    __sanitizer_finish_switch_fiber(self->fake_stack, &scheduler_stack, &scheduler_stack_bytes);
  }
}

/// Ends the launch from within a thread, whose fiber never goes on.
[[noreturn]] void abandon() {
  aborted = true;
  leave();
  std::abort();
}

void enter(std::uint32_t thread) {
  current = thread;
  threadIdx = blockDim.at(thread);
  status->thread = threadIdx;
}

void release_barrier() {
  unsigned holding = 0;
  for (const Thread& thread : threads)
    holding += thread.predicate != 0;
  for (std::uint32_t i = 0; i < threads.size(); ++i) {
    threads[i].holding = holding;
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

/// Lanes may have waited only for one that ended. A barrier waits for those all the same.
void end_thread(std::uint32_t thread) {
  threads[thread].state = Thread::State::ended;
  ++ended;
  const std::uint32_t first = thread / 32 * 32;
  const auto last = static_cast<std::uint32_t>(std::min<std::size_t>(first + 32, threads.size()));
  for (std::uint32_t i = first; i < last; ++i) {
    if (threads[i].state == Thread::State::in_exchange) release_exchange(i);
  }
}

void run_threads() {
  if (__sanitizer_finish_switch_fiber != nullptr) {
    __sanitizer_finish_switch_fiber(nullptr, &scheduler_stack, &scheduler_stack_bytes);
  }
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
    idle.push_back(self);
    leave();
  }
}

void prepare(Fiber& fiber) {
  if (__asan_unpoison_memory_region != nullptr) {
    __asan_unpoison_memory_region(fiber.stack, stack_bytes);
  }
  fiber.fake_stack = nullptr;
  fiber.context = begin_context(fiber.stack, stack_bytes, run_threads);
}

Fiber* take_fiber() {
  if (idle.empty()) {
    char* stack = static_cast<char*>(map(stack_bytes + 4096, PROT_READ | PROT_WRITE));
    if (stack == nullptr || mprotect(stack, 4096, PROT_NONE) != 0) {
      std::fputs("there is no memory for the stacks of threads\n", stderr);
      _exit(1);
    }
    fibers.push_back(std::make_unique<Fiber>());
    fibers.back()->stack = stack + 4096;
    prepare(*fibers.back());
    idle.push_back(fibers.back().get());
  }
  Fiber* fiber = idle.back();
  idle.pop_back();
  return fiber;
}

void resume(std::uint32_t thread) {
  enter(thread);
  if (threads[thread].state == Thread::State::unstarted) threads[thread].fiber = take_fiber();
  Fiber* fiber = threads[thread].fiber;
  void* fake_stack = nullptr;
  if (__sanitizer_start_switch_fiber != nullptr) {
    __sanitizer_start_switch_fiber(&fake_stack, fiber->stack, stack_bytes);
  }
  switch_context(scheduler, fiber->context);
  if (__sanitizer_finish_switch_fiber != nullptr) {
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
  }
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
  if (exchanging == 0) {
    note_fault(Fault::Kind::divergence, "%u threads wait at __syncthreads, and %u ended without it",
               at_barrier, ended);
  } else if (at_barrier == 0 && ended == 0) {
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
  for (std::size_t i = round.size(); i > 1; --i) {
    std::swap(round[i - 1], round[random_below(i)]);
  }
}

void reset_shared(std::uint32_t dynamic_bytes) {
  for (const Memory& memory : variables) {
    if (memory.space != Space::shared) continue;
    std::memset(reinterpret_cast<void*>(memory.address), pattern, memory.bytes);
    if (memory.written != nullptr) std::memset(memory.written, 0, memory.bytes);
  }
  std::memset(layoutcheck_dynamic_shared, pattern, dynamic_bytes);
}

/// False if a fault ended it.
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
    if (aborted) return false;
  }
  return true;
}

// --- Accesses

std::vector<Access> told;
bool tell = false;
std::uint64_t access_count = 0;

void flush() {
  if (!told.empty()) reply(Reply::accesses, told.data(), told.size() * sizeof(Access));
  told.clear();
}

// --- Launches

void serve_launch(Reader request) {
  const auto start = request.take<Start>();
  running = &programs.at(start.program);
  entry = &running->entries[start.entry];
  std::vector<std::uint64_t> sizes(start.arguments);
  for (std::uint64_t& size : sizes)
    size = request.take<std::uint64_t>();
  arguments.clear();
  for (const std::uint64_t size : sizes) {
    arguments.push_back(std::aligned_alloc(256, size / 256 * 256 + 256));
    std::memcpy(arguments.back(), request.bytes(size), size);
  }
  const auto* listed = request.bytes(start.blocks * sizeof(std::uint64_t));
  gridDim = start.grid;
  blockDim = start.block;
  order = start.order;
  dice = start.order;
  tell = start.tell != 0;
  aborted = false;
  access_count = 0;
  status->faulted = 0;
  if (__asan_poison_memory_region != nullptr) {
    __asan_unpoison_memory_region(layoutcheck_dynamic_shared, start.dynamic_shared);
    __asan_poison_memory_region(layoutcheck_dynamic_shared + start.dynamic_shared,
                                sizeof layoutcheck_dynamic_shared - start.dynamic_shared);
  }
  for (Memory& memory : variables) {
    if (memory.address == reinterpret_cast<std::uint64_t>(layoutcheck_dynamic_shared)) {
      memory.bytes = start.dynamic_shared;
    }
  }

  const std::uint64_t count = start.blocks != 0 ? start.blocks : start.grid.count();
  std::uint64_t factor = 1;
  if (order >= 2 && count > 2) {
    do {
      factor = 1 + random_below(count - 1);
    } while (std::gcd(factor, count) != 1);
  }
  Outcome outcome;
  bool going = true;
  for (std::uint64_t i = 0; i < count && going; ++i) {
    std::uint64_t which = order == 1 ? count - 1 - i : i;
    if (order >= 2)
      which = static_cast<std::uint64_t>(static_cast<unsigned __int128>(i) * factor % count);
    if (start.blocks != 0) {
      std::memcpy(&which, listed + which * sizeof which, sizeof which);
    }
    going = run_block(which, start.dynamic_shared);
    ++outcome.blocks;
  }
  if (!going) {
    idle.clear();
    for (const auto& fiber : fibers) {
      prepare(*fiber);
      idle.push_back(fiber.get());
    }
  }
  for (void* argument : arguments)
    std::free(argument);
  flush();
  outcome.finished = going;
  outcome.accesses = access_count;
  reply(Reply::done, &outcome, sizeof outcome);
}

// --- The end of the process

void on_signal(int signal, siginfo_t* info, [[maybe_unused]] void* context) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  const bool memory = signal == SIGSEGV || signal == SIGBUS;
  const bool full = memory && std::any_of(fibers.begin(), fibers.end(), [&](const auto& fiber) {
                      const auto stack = reinterpret_cast<std::uint64_t>(fiber->stack);
                      return address < stack && stack - address <= 4096;
                    });
  if (full) {
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

void watch_for_signals() {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    sigaction(signal, &action, nullptr);
  }
}

pid_t parent = 0;

/// A kernel that does not end must not outlive the executor's process.
void watch_parent() {
  struct sigaction action {};
  action.sa_handler = [](int) {
    if (getppid() != parent) _exit(0);
  };
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval second{{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &second, nullptr);
}

void add_variable(const volatile void* address, std::size_t bytes, Space space) {
  Memory memory;
  memory.address = reinterpret_cast<std::uint64_t>(address);
  memory.bytes = bytes;
  memory.space = space;
  if (space == Space::shared) {
    // It becomes known when the first thread of its first block comes to it.
    std::memset(const_cast<void*>(address), pattern, bytes);
#ifdef LAYOUTCHECK_RECORD
    memory.written = static_cast<unsigned char*>(std::calloc(bytes, 1));
#endif
  }
  variables.push_back(memory);
}

}  // namespace

// --- What kernels call; device.hpp says what each does

extern "C" {

unsigned layoutcheck_barrier(int predicate) {
  Thread& self = threads[current];
  self.predicate = predicate;
  self.state = Thread::State::at_barrier;
  if (++at_barrier == threads.size()) release_barrier();
  leave();
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
  self.state = Thread::State::in_exchange;
  release_exchange(current);
  leave();
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
  threads[current].state = Thread::State::ready;
  next_round.push_back(current);
  leave();
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

/// AddressSanitizer calls it before it ends the process.
void __asan_on_error() {
  note_fault(Fault::Kind::out_of_bounds, "AddressSanitizer finds a %s at a %s of %zu bytes",
             __asan_get_report_description(),
             __asan_get_report_access_type() != 0 ? "write" : "read",
             __asan_get_report_access_size());
  note_place(__asan_get_report_pc());
  status->address = reinterpret_cast<std::uint64_t>(__asan_get_report_address());
}

}  // extern "C"

#ifdef LAYOUTCHECK_RECORD

// --- What the compiler puts before each access, where these take AddressSanitizer's place

namespace {

/// As the compiler lays it out: a variable and what must not be touched behind it.
struct Global {
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint64_t bytes_with_redzone;
  const char* name;
};

std::vector<Global> globals;
std::size_t last_buffer = 0;

[[noreturn]] void end_at_access(Fault::Kind kind, std::uint64_t address, const void* place,
                                const std::string& what, std::uint64_t bytes, bool writes) {
  note_fault(kind, "a %s of %llu bytes %s", writes ? "write" : "read",
             static_cast<unsigned long long>(bytes), what.c_str());
  note_place(place);
  status->address = address;
  abandon();
}

/// The buffer or variable that holds the first byte, null if none does.
const Memory* find(std::uint64_t address) {
  if (last_buffer < buffers.size() && buffers[last_buffer].has(address, 1)) {
    return &buffers[last_buffer];
  }
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].has(address, 1)) {
      last_buffer = i;
      return &buffers[i];
    }
  }
  for (const Memory& memory : variables) {
    if (memory.has(address, 1)) return &memory;
  }
  return nullptr;
}

/// "8 bytes beyond a buffer of 400 bytes", for an address in none.
std::string where(std::uint64_t address) {
  const Memory* before = nullptr;
  for (const Memory& buffer : buffers) {
    if (buffer.address <= address && (before == nullptr || buffer.address > before->address)) {
      before = &buffer;
    }
  }
  if (before == nullptr) return "below all buffers";
  return std::to_string(address - before->address - before->bytes) + " bytes beyond a buffer of " +
         std::to_string(before->bytes) + " bytes";
}

template <class T>
bool lies_in(std::uint64_t address, const T& object) {
  return address - reinterpret_cast<std::uint64_t>(&object) < sizeof object;
}

void see(std::uint64_t address, std::uint64_t bytes, WarpAccess::Kind kind, const void* place) {
  // Static initializers touch variables as well.
  if (entry == nullptr || threads.empty() || threads[current].fiber == nullptr) return;
  const auto stack = reinterpret_cast<std::uint64_t>(threads[current].fiber->stack);
  if (address - stack < stack_bytes) return;
  if (lies_in(address, threadIdx) || lies_in(address, blockIdx) || lies_in(address, blockDim) ||
      lies_in(address, gridDim) || lies_in(address, received[current])) {
    return;
  }
  const bool writes = kind != WarpAccess::Kind::read;
  const Memory* memory = find(address);
  Space space = Space::global;
  if (memory == nullptr) {
    const auto global = std::find_if(globals.begin(), globals.end(), [&](const Global& g) {
      return address - g.address < g.bytes_with_redzone;
    });
    if (global != globals.end()) {
      if (address - global->address + bytes > global->bytes) {
        end_at_access(Fault::Kind::out_of_bounds, address, place, "that goes beyond a variable",
                      bytes, writes);
      }
    } else {
      Dl_info info;
      if (dladdr(reinterpret_cast<void*>(address), &info) != 0 &&
          reinterpret_cast<std::uint64_t>(info.dli_fbase) == running->base) {
        return;  // the compiler's own
      }
      end_at_access(Fault::Kind::out_of_bounds, address, place, where(address), bytes, writes);
    }
  } else {
    space = memory->space;
    const std::uint64_t offset = address - memory->address;
    if (!memory->has(address, bytes)) {
      end_at_access(Fault::Kind::out_of_bounds, address, place,
                    "that goes beyond the end of its buffer", bytes, writes);
    }
    if (memory->written != nullptr) {
      unsigned char* written = memory->written + offset;
      if (kind != WarpAccess::Kind::write &&
          std::find(written, written + bytes, 0) != written + bytes) {
        end_at_access(Fault::Kind::uninitialized, address, place, "that nobody wrote", bytes,
                      false);
      }
      if (writes) std::memset(written, 1, bytes);
    }
  }
  ++access_count;
  if (!tell) return;
  told.push_back({address, reinterpret_cast<std::uint64_t>(place) - running->base, current_block,
                  current, static_cast<std::uint16_t>(bytes), static_cast<std::uint8_t>(kind),
                  static_cast<std::uint8_t>(space)});
  if (told.size() == 16384) flush();
}

}  // namespace

extern "C" {

#define LAYOUTCHECK_CALLBACKS(n)                                           \
  void __asan_load##n##_noabort(std::uint64_t address) {                   \
    see(address, n, WarpAccess::Kind::read, __builtin_return_address(0));  \
  }                                                                        \
  void __asan_store##n##_noabort(std::uint64_t address) {                  \
    see(address, n, WarpAccess::Kind::write, __builtin_return_address(0)); \
  }
LAYOUTCHECK_CALLBACKS(1)
LAYOUTCHECK_CALLBACKS(2)
LAYOUTCHECK_CALLBACKS(4)
LAYOUTCHECK_CALLBACKS(8)
LAYOUTCHECK_CALLBACKS(16)
void __asan_loadN_noabort(std::uint64_t address, std::size_t bytes) {
  see(address, bytes, WarpAccess::Kind::read, __builtin_return_address(0));
}
void __asan_storeN_noabort(std::uint64_t address, std::size_t bytes) {
  see(address, bytes, WarpAccess::Kind::write, __builtin_return_address(0));
}
void __asan_handle_no_return() {}
void __asan_before_dynamic_init(const char*) {}
void __asan_after_dynamic_init() {}

void layoutcheck_atomic(const volatile void* address, std::size_t bytes, const void* place) {
  see(reinterpret_cast<std::uint64_t>(address), bytes, WarpAccess::Kind::atomic, place);
}

struct AsanGlobal {
  std::uint64_t address, bytes, bytes_with_redzone;
  const char *name, *module;
  std::uint64_t dynamic, location, odr;
};
void __asan_register_globals(const AsanGlobal* first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    globals.push_back(
        {first[i].address, first[i].bytes, first[i].bytes_with_redzone, first[i].name});
  }
}
void __asan_unregister_globals(const AsanGlobal*, std::size_t) {}

}  // extern "C"

#endif

int main(int, char** argv) {
  parent = static_cast<pid_t>(std::atol(argv[1]));
  void* page =
      mmap(nullptr, sizeof(Status), PROT_READ | PROT_WRITE, MAP_SHARED, status_descriptor, 0);
  if (page == MAP_FAILED) return 1;
  status = static_cast<Status*>(page);
  add_variable(layoutcheck_dynamic_shared, max_dynamic_shared, Space::shared);
  watch_for_signals();
  watch_parent();
  Head head;
  std::vector<char> message;
  while (receive(&head, sizeof head)) {
    message.resize(head.bytes);
    if (!receive(message.data(), message.size())) break;
    Reader request(message);
    switch (static_cast<Request>(head.what)) {
      case Request::load:
        serve_load(message);
        break;
      case Request::allocate:
        serve_allocate(request);
        break;
      case Request::release:
        for (Memory& memory : buffers)
          give_back(memory);
        buffers.clear();
        reply(Reply::done, nullptr, 0);
        break;
      case Request::read: {
        const auto region = request.take<Region>();
        reply(Reply::done, reinterpret_cast<const void*>(region.address), region.bytes);
        break;
      }
      case Request::launch:
        serve_launch(request);
        break;
    }
  }
  _exit(0);
}
