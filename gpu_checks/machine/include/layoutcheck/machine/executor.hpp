// Executors run kernels: PTX on the CPU, CUDA C++ compiled for the host over an emulated grid, or
// PTX on a GPU, through one interface.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace layoutcheck::gpu {

/// A kernel as source and as compiled code. An executor uses the form that it runs.
struct Program {
  /// For messages: a file or a family.
  std::string name;
  /// CUDA C++; may be empty for executors that run PTX.
  std::string source;
  /// PTX; may be empty for executors that run the source.
  std::string ptx;
};

/// Thrown if a program cannot be loaded or a launch cannot be made; the message names the program,
/// the line if there is one, and what is wrong.
class LaunchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if an executor cannot run on this machine; the message says what is missing. Its launches
/// are *skipped*.
class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Executor {
 public:
  virtual ~Executor() = default;

  /// "ptx", "host", "cuda".
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Whether launch() reports accesses to the sink.
  [[nodiscard]] virtual bool records() const = 0;

  /// Sets the program of the launches that follow. Buffers persist. Throws LaunchError.
  virtual void load(const Program& program) = 0;

  /// A buffer of this many bytes, aligned to at least 256. Throws LaunchError if there is no room.
  virtual Buffer allocate(std::uint64_t bytes, const Fill& fill) = 0;

  /// Frees all buffers; their handles become invalid.
  virtual void release() = 0;

  /// The bytes of a buffer from `offset` on. Throws std::out_of_range beyond its end.
  virtual void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) = 0;

  /// The address of the buffer in the kernel; 0 if the executor does not report it.
  [[nodiscard]] virtual std::uint64_t address_of(Buffer buffer) const = 0;

  /// Runs the kernel to its end or to its first fatal fault. `sink` receives every access if the
  /// executor records them, and may be empty. Throws LaunchError.
  virtual LaunchReport launch(const Launch& launch, const AccessSink& sink) = 0;
};

/// A memory budget, shared by everything in a thread that uses it.
class Room {
 public:
  explicit Room(std::uint64_t bytes) : all_(bytes), left_(bytes) {}
  /// Throws LaunchError if fewer are left.
  void take(std::uint64_t bytes);
  void give(std::uint64_t bytes) { left_ += bytes; }
  [[nodiscard]] std::uint64_t taken() const { return all_ - left_; }
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  std::uint64_t all_;
  std::uint64_t left_;
};

/// A part of a room, returned on destruction; without a room, it takes nothing.
class Share {
 public:
  explicit Share(std::shared_ptr<Room> room = nullptr) : room_(std::move(room)) {}
  Share(Share&& other) noexcept
      : room_(std::move(other.room_)), taken_(std::exchange(other.taken_, 0)) {}
  Share& operator=(Share&& other) noexcept {
    std::swap(room_, other.room_);
    std::swap(taken_, other.taken_);
    return *this;
  }
  ~Share() { give(taken_); }

  [[nodiscard]] const std::shared_ptr<Room>& room() const { return room_; }

  /// Throws LaunchError.
  void take(std::uint64_t bytes) {
    if (!room_) return;
    room_->take(bytes);
    taken_ += bytes;
  }
  /// Pre: at least this many are taken.
  void give(std::uint64_t bytes) {
    if (!room_) return;
    room_->give(bytes);
    taken_ -= bytes;
  }

 private:
  std::shared_ptr<Room> room_;
  std::uint64_t taken_ = 0;
};

struct PtxOptions {
  /// The limit on instructions that a warp executes.
  std::uint64_t max_steps = std::uint64_t{1} << 24;
  /// Whether to report reads of uninitialized bytes, and uses of uninitialized registers for an
  /// address, a guard, a barrier or a stored value.
  bool uninitialized = true;
  /// Whether to detect races between threads.
  bool races = true;
  /// Whether to track the exact integers of registers, which skipping iterations requires, and to
  /// report addresses that wrapped.
  bool exact = false;
  bool wrapped = true;
  /// The order of warps, and of threads within them: 0 forward, 1 reversed, else shuffled by this
  /// seed.
  std::uint64_t order = 0;
  /// The memory limit for the touched parts of the buffers, in pages of 4096 bytes, and for the
  /// record of last accesses: 48 bytes for each element of an access, of at most 4 bytes, or for a
  /// whole line of elements that the lanes of a warp touch in order. A launch that exceeds it
  /// throws LaunchError.
  std::shared_ptr<Room> room = std::make_shared<Room>(std::uint64_t{1} << 33);
  /// The number of faults that a launch keeps.
  std::size_t max_faults = 64;
};

/// Runs PTX on the CPU, over sparse memory: only the touched parts of a buffer take memory.
std::unique_ptr<Executor> make_ptx_executor(const PtxOptions& options = {});

struct HostOptions {
  /// The compiler and flags; "" means the first of g++ and clang++ that is installed.
  std::string compiler;
  /// Whether to use AddressSanitizer and UndefinedBehaviorSanitizer.
  bool sanitizers = true;
  /// Whether to report accesses to the sink, one lane each. Each access is then checked for bounds
  /// and for uninitialized reads, instead of by AddressSanitizer.
  bool record = false;
  /// As in PtxOptions, for threads and blocks.
  std::uint64_t order = 0;
  /// The time limit of one launch, in seconds.
  unsigned time_limit = 60;
};

/// Compiles the source for the CPU and runs it over an emulated grid, in a separate process. A
/// fault that ends the process (a sanitizer's, a crash, the time limit) loses all buffers, and says
/// so; later launches need new ones. Throws Unavailable if there is no compiler.
std::unique_ptr<Executor> make_host_executor(const HostOptions& options = {});

/// Runs PTX on the GPU through the driver, which is loaded here. Throws Unavailable if there is
/// none. A kernel that fails on the device (an illegal address, a trap) destroys its context: the
/// program is reloaded, but all buffers are lost, and using one throws LaunchError.
std::unique_ptr<Executor> make_cuda_executor();

/// Runs each launch on both executors, and compares the second with the first, which must record; a
/// difference is a fault of the kind `disagreement`. For each thread, these must agree in buffers
/// and in shared memory: the bytes that it reads without having written them before, those that it
/// writes, and its atomic operations. Shared memory is addressed relative to the lowest byte that
/// the block touches. Then the written bytes must agree; if the second executor does not record,
/// all bytes of buffers of up to 64 MiB whose fill determines their contents. Reported accesses and
/// buffer addresses are the first executor's. A fault of either is passed on.
std::unique_ptr<Executor> make_paired_executor(std::unique_ptr<Executor> first,
                                               std::unique_ptr<Executor> second);

/// Compiles CUDA C++ to PTX with NVRTC, which is loaded on first use from the toolkit, from the
/// Python package, or from LAYOUTCHECK_NVRTC. `architecture` is "sm_90" or "compute_90"; `options`
/// are passed to the compiler. Throws Unavailable without NVRTC, and LaunchError with the
/// compiler's log.
std::string compile_to_ptx(const std::string& source, const std::string& name,
                           const std::string& architecture,
                           std::span<const std::string> options = {});

}  // namespace layoutcheck::gpu
