// Preloaded into the program: makes one allocation, one call that writes a file, or the start of
// one thread fail, or all from it on. LAYOUTCHECK_FAIL is "memory:K", "write:K" or "thread:K", with
// a + for all from it on; the numbers of the kinds of calls go to the file LAYOUTCHECK_CALLS at the
// end. Calls before main do not count: a program cannot tell of anything there.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

using Main = int (*)(int, char**, char**);

Main real_main = nullptr;
bool begun = false;

/// One kind of calls that may fail.
class Calls {
 public:
  explicit constexpr Calls(const char* kind) : kind_(kind) {}

  /// Counts a call; returns whether it is to fail.
  bool fails() {
    if (!begun) return false;
    const long number = ++count_;
    if (fails_at_ < 0) read_plan();
    return fails_at_ > 0 && (number == fails_at_ || (and_on_ && number > fails_at_));
  }

  [[nodiscard]] long count() const { return count_; }

 private:
  void read_plan() {
    const char* plan = std::getenv("LAYOUTCHECK_FAIL");
    const std::size_t length = std::strlen(kind_);
    long at = 0;
    if (plan != nullptr && std::strncmp(plan, kind_, length) == 0 && plan[length] == ':') {
      at = std::atol(plan + length + 1);
      and_on_ = plan[std::strlen(plan) - 1] == '+';
    }
    fails_at_ = at;
  }

  const char* kind_;
  std::atomic<long> count_ = 0;
  std::atomic<long> fails_at_ = -1;
  bool and_on_ = false;
};

constinit Calls memory("memory");
constinit Calls writes("write");
constinit Calls threads("thread");

void* allocate(std::size_t size) {
  return memory.fails() ? nullptr : std::malloc(size == 0 ? 1 : size);
}

/// The same function of the library behind.
template <class Function>
Function next(const char* name) {
  Function function = nullptr;
  void* found = dlsym(RTLD_NEXT, name);
  std::memcpy(&function, &found, sizeof function);
  return function;
}

/// What is told on standard error is no file.
bool write_fails(int descriptor) {
  if (descriptor == STDERR_FILENO || !writes.fails()) return false;
  errno = ENOSPC;
  return true;
}

int main_of_program(int argc, char** argv, char** environment) {
  begun = true;
  return real_main(argc, argv, environment);
}

[[gnu::destructor]] void tell() {
  const char* file = std::getenv("LAYOUTCHECK_CALLS");
  if (file == nullptr) return;
  if (FILE* out = std::fopen(file, "w"); out != nullptr) {
    std::fprintf(out, "%ld %ld %ld\n", memory.count(), writes.count(), threads.count());
    std::fclose(out);
  }
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* place = allocate(size); place != nullptr) return place;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void operator delete(void* place) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
void operator delete[](void* place) noexcept {
  std::free(place);
}
void operator delete[](void* place, std::size_t) noexcept {
  std::free(place);
}

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  real_main = main;
  return next<Start>("__libc_start_main")(main_of_program, argc, argv, init, fini, rtld_fini,
                                          stack_end);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  return write_fails(descriptor) ? -1 : real(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  return write_fails(descriptor) ? -1 : real(descriptor, parts, count);
}

int fsync(int descriptor) {
  static const auto real = next<int (*)(int)>("fsync");
  return write_fails(descriptor) ? -1 : real(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return write_fails(-1) ? -1 : real(from, to);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  static const auto real =
      next<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return threads.fails() ? EAGAIN : real(thread, attributes, work, argument);
}

}  // extern "C"
