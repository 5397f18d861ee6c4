// Launches: what a kernel is started with, what its threads touch, and what can go wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutcheck::gpu {

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  /// The number of blocks or threads.
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  /// The coordinate of an index, x running fastest; z goes on beyond count().
  [[nodiscard]] Dim3 at(std::uint64_t index) const {
    return {static_cast<std::uint32_t>(index % x), static_cast<std::uint32_t>(index / x % y),
            static_cast<std::uint32_t>(index / x / y)};
  }

  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// "(3,0,1)".
std::string to_string(const Dim3& dim);

/// The most blocks that a device takes along each axis.
inline constexpr Dim3 largest_grid{0x7fffffff, 65535, 65535};

/// Why no device takes such a grid; "" if one may.
std::string refusal_of_grid(const Dim3& grid);

/// The most blocks that a cluster has on any device; more than 8 are not portable.
inline constexpr std::uint64_t most_blocks_of_cluster = 16;

/// Why no device takes such a grid in such clusters; "" if one may.
std::string refusal_of_clusters(const Dim3& cluster, const Dim3& grid);

/// The blocks of the cluster in which a block is, as indices in the grid, by rank.
std::vector<std::uint64_t> blocks_around(std::uint64_t block, const Dim3& cluster,
                                         const Dim3& grid);

/// What a buffer holds before the first launch.
struct Fill {
  enum class Kind {
    uninitialized,  // reading a byte that nobody wrote is a fault where the executor can see it
    zero,
    index,  // element i holds digit `digit` of i in base 2^(8·width), little endian
    bytes,  // `bytes`, then uninitialized
  };
  Kind kind = Kind::uninitialized;
  /// The bytes of an element: 1, 2, 4 or 8.
  std::uint32_t width = 4;
  std::uint32_t digit = 0;
  std::vector<std::byte> bytes = {};
};

/// A buffer in the memory of an executor.
struct Buffer {
  std::size_t id = 0;
};

/// An argument of a kernel: an address in a buffer, or the bytes of a value.
struct Argument {
  enum class Kind { pointer, value };
  Kind kind = Kind::value;
  Buffer buffer = {};
  /// Bytes from the start of the buffer.
  std::int64_t offset = 0;
  /// Of a value, as the kernel reads it.
  std::vector<std::byte> bytes = {};

  static Argument pointer(Buffer buffer, std::int64_t offset = 0) {
    return {Kind::pointer, buffer, offset, {}};
  }
  /// The object representation of a trivially copyable value.
  template <class T>
  static Argument value(const T& x) {
    const auto* first = reinterpret_cast<const std::byte*>(&x);
    return {Kind::value, {}, 0, {first, first + sizeof(T)}};
  }
};

class Origins;

struct Launch {
  /// The name of the entry; "" means the only one.
  std::string entry;
  Dim3 grid;
  Dim3 block;
  /// The blocks of a cluster along each axis, if the launch says so; the entry may, too.
  std::optional<Dim3> cluster = {};
  /// Bytes of shared memory beyond what the kernel declares.
  std::uint32_t dynamic_shared = 0;
  std::vector<Argument> arguments;
  /// The blocks that run, by their index in the grid; all of them if empty. An executor that
  /// cannot leave blocks out refuses others.
  std::vector<std::uint64_t> blocks = {};
  /// What follows where the contents of memory come from, with the executor of PTX; nullptr for
  /// nothing.
  Origins* origins = nullptr;
  /// Iterations of a loop are left out where it would take more than one part in so many of what
  /// the launch has left of its limits, and the executor of PTX, with exact integers, knows what
  /// they do. 0: none are.
  std::uint64_t loops_take_part = 0;
  /// Whether blocks may wait for each other, where a kernel does by cooperative_groups.
  bool is_cooperative = true;
};

enum class Space { global, shared, local, constant, parameter };

std::string_view name(Space space);

/// What one warp does to memory with one instruction.
struct WarpAccess {
  enum class Kind { read, write, atomic };
  /// The line in the PTX.
  std::uint32_t line = 0;
  Kind kind = Kind::read;
  Space space = Space::global;
  /// How many bytes each lane touches, all elements of a vector together.
  std::uint32_t bytes = 0;
  /// The index of the block in the grid, and of the warp in the block.
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  /// Bit i: lane i takes part.
  std::uint32_t lanes = 0;
  /// By lane, as the kernel sees them.
  std::array<std::uint64_t, 32> addresses{};
};

std::string_view name(WarpAccess::Kind kind);

using AccessSink = std::function<void(const WarpAccess&)>;

/// What must not happen while a kernel runs.
struct Fault {
  enum class Kind {
    out_of_bounds,
    misaligned,
    uninitialized,  // a read of bytes that nobody wrote
    race,           // two threads touch a byte, one of them writes, and nothing orders them
    redundant,   // so do lanes of one warp that all hold the same there, as in an update in place
    wrapped,     // an address differs from the same expression in exact integers
    divergence,  // a warp-wide instruction that not all of its lanes reach
    deadlock,    // all threads wait
    endless,     // all threads that do not wait repeat themselves
    trap,        // the kernel stops itself: trap, a failed assertion
    step_limit,
    crash,         // the executor's process or device gave up
    sanitizer,     // what a sanitizer reported of the host's code
    disagreement,  // two executors did not do the same
  };
  Kind kind = Kind::out_of_bounds;
  /// The line in the PTX (in the source, for the host); 0 if it is not known.
  std::uint32_t line = 0;
  /// The instruction as it is written.
  std::string instruction;
  Dim3 block;
  Dim3 thread;
  /// The address concerned, if there is one.
  std::uint64_t address = 0;
  /// One sentence: what was found and what was expected.
  std::string message;
  /// How many there were of its kind at its place, if the executor counts them.
  std::uint64_t count = 1;
};

std::string_view name(Fault::Kind kind);

/// "line 31, block (0,0,0), thread (5,0,0): `st.global.u32 [%rd4], %r5;`: out of bounds: …".
std::string to_string(const Fault& fault);

/// A loop of which iterations were left out, in the blocks in which some were.
struct CutLoop {
  /// Of the instruction at its head.
  std::uint32_t line = 0;
  std::uint64_t followed = 0;
  std::uint64_t iterations = 0;
  std::uint64_t blocks = 1;
  /// Which were left out in the first of these blocks: the first and the last one of each range,
  /// counted from 1 on.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> left_out = {};
};

/// Adds it to the loop of that line, or as a further one.
void add(std::vector<CutLoop>& loops, const CutLoop& more);

/// What a launch came to.
struct LaunchReport {
  /// Whether all threads ran to their end.
  bool finished = false;
  std::uint64_t blocks = 0;
  /// Instructions executed, counted for each thread; 0 if the executor cannot count them.
  std::uint64_t steps = 0;
  /// Accesses to memory by single threads; 0 likewise.
  std::uint64_t accesses = 0;
  /// What a device's own clock measured; 0 if the executor has none.
  double seconds = 0;
  /// The first of each kind and place, as many as the executor keeps.
  std::vector<Fault> faults;
  /// How many there were in all.
  std::uint64_t fault_count = 0;
  /// What is no fault unless somebody minds: redundant writes. Likewise.
  std::vector<Fault> remarks;
  std::vector<CutLoop> loops;
  /// Accesses that were not made, because their addresses depend on what was left out.
  std::uint64_t accesses_left_out = 0;
  /// Accesses behind what was left out of which it is open whether they race, or read bytes that
  /// nobody wrote.
  std::uint64_t accesses_open = 0;
  /// Whether a block ordered what others do, so that accesses by different blocks were not compared
  /// any more.
  bool orders_blocks = false;
};

}  // namespace layoutcheck::gpu
