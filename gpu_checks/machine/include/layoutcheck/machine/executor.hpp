// Executors: what runs a kernel. One interface for PTX on the CPU, the host's compiler over an
// emulated grid, and a GPU.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace layoutcheck::gpu {

/// A kernel as its author wrote it and as a compiler left it. An executor takes the form that it
/// runs.
struct Program {
  /// For messages: a file or a family.
  std::string name;
  /// CUDA C++; may be empty for those that run PTX.
  std::string source;
  /// PTX; may be empty for those that run the source.
  std::string ptx;
};

/// Thrown when a program cannot be loaded or a launch not be made; the message names the program,
/// the line where there is one, and what is wrong.
class LaunchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown when an executor cannot work on this machine; the message says what is missing. What was
/// to be run on it is *skipped*.
class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Executor {
 public:
  virtual ~Executor() = default;

  /// "ptx", "host", "cuda".
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Whether launch() tells the sink of accesses.
  [[nodiscard]] virtual bool records() const = 0;

  /// The program of the launches to come. Buffers stay. Throws LaunchError.
  virtual void load(const Program& program) = 0;

  /// A buffer of so many bytes, aligned to at least 256. Throws LaunchError if there is no room.
  virtual Buffer allocate(std::uint64_t bytes, const Fill& fill) = 0;

  /// Gives all buffers back; their handles are void.
  virtual void release() = 0;

  /// The bytes of a buffer from `offset` on. Throws std::out_of_range beyond its end.
  virtual void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) = 0;

  /// The address at which the kernel sees the buffer; 0 if the executor does not say.
  [[nodiscard]] virtual std::uint64_t address_of(Buffer buffer) const = 0;

  /// Runs the kernel to its end or its first fault that ends it. `sink` is told of every access if
  /// the executor records them, and may be empty. Throws LaunchError.
  virtual LaunchReport launch(const Launch& launch, const AccessSink& sink) = 0;
};

/// How many bytes of memory may still be taken, by all in a thread that share it.
class Room {
 public:
  explicit Room(std::uint64_t bytes) : all_(bytes), left_(bytes) {}
  /// Throws LaunchError if there are not so many.
  void take(std::uint64_t bytes);
  void give(std::uint64_t bytes) { left_ += bytes; }
  [[nodiscard]] std::uint64_t taken() const { return all_ - left_; }
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  std::uint64_t all_;
  std::uint64_t left_;
};

/// What somebody took of a room, given back at the end; without a room, it takes nothing.
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
  /// Pre: so many are taken.
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
  /// Instructions that a thread may execute.
  std::uint64_t max_steps = std::uint64_t{1} << 24;
  /// Whether reads of bytes that nobody wrote are faults, and the use of registers that nobody set
  /// for an address, a guard, a barrier or what is written.
  bool uninitialized = true;
  /// Whether races between threads are looked for.
  bool races = true;
  /// Whether integers are followed exactly beside the registers, which iterations are left out by,
  /// and whether an address that wrapped is a fault.
  bool exact = false;
  bool wrapped = true;
  /// The order in which warps take turns, and threads are drawn: 0 forward, 1 reversed, else
  /// shuffled by this seed.
  std::uint64_t order = 0;
  /// The memory for what is touched of the buffers, in pages of 4096 bytes, and for what is known
  /// of it: who read and wrote it last takes 48 bytes for each element of an access, of at most 4
  /// bytes, or for a whole line of those that the lanes of a warp touch in order. A launch that
  /// would take more throws LaunchError.
  std::shared_ptr<Room> room = std::make_shared<Room>(std::uint64_t{1} << 33);
  /// How many faults a launch keeps.
  std::size_t max_faults = 64;
};

/// Runs PTX on the CPU, over sparse memory: a buffer costs only what is touched of it.
std::unique_ptr<Executor> make_ptx_executor(const PtxOptions& options = {});

struct HostOptions {
  /// The compiler and flags; "" means the first of g++ and clang++ that is there.
  std::string compiler;
  /// Whether AddressSanitizer and UndefinedBehaviorSanitizer watch.
  bool sanitizers = true;
  /// Whether accesses are told to the sink, each of one lane. Bounds are then checked at each of
  /// them, as are reads of what nobody wrote, in AddressSanitizer's place.
  bool record = false;
  /// As in PtxOptions, of threads and of blocks.
  std::uint64_t order = 0;
  /// Seconds that one launch may take.
  unsigned time_limit = 60;
};

/// Compiles the source for the CPU and runs it over an emulated grid, in a process of its own. A
/// fault that ends the process (a sanitizer's, a crash, the time limit) says that all buffers are
/// lost; launches go on with new ones. Throws Unavailable if there is no compiler.
std::unique_ptr<Executor> make_host_executor(const HostOptions& options = {});

/// Runs PTX on the GPU by the driver, which is loaded here. Throws Unavailable if there is none.
/// A kernel that the device gives up on (an illegal address, a trap) takes its context along: the
/// program is loaded anew, but all buffers are lost, and the use of one throws LaunchError.
std::unique_ptr<Executor> make_cuda_executor();

/// Runs each launch on both, and holds the second against the first, which records; a difference is
/// a fault of the kind `disagreement`. For each thread, what must be the same in buffers and in
/// shared memory: the bytes that it reads without having written them before, those that it writes,
/// and its atomic operations. Places in shared memory are counted from the lowest byte that the
/// block touches. Then the bytes that were written must hold the same; where the second executor
/// does not record, all bytes of buffers of up to 64 MiB, as far as their fill says what they hold.
/// What it tells, and where it says that buffers are, is the first executor's. A fault of one of
/// the two is passed on.
std::unique_ptr<Executor> make_paired_executor(std::unique_ptr<Executor> first,
                                               std::unique_ptr<Executor> second);

/// Compiles CUDA C++ to PTX with NVRTC, which is loaded on first use from the toolkit, from
/// Python's package, or from where LAYOUTCHECK_NVRTC says. `architecture` is "sm_90" or
/// "compute_90"; `options` go to the compiler. Throws Unavailable without NVRTC, and LaunchError
/// with the compiler's log.
std::string compile_to_ptx(const std::string& source, const std::string& name,
                           const std::string& architecture,
                           std::span<const std::string> options = {});

}  // namespace layoutcheck::gpu
