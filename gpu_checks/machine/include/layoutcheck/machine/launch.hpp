// Launches: the parameters of a launch, the accesses of its threads, and its faults.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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
  /// The coordinate of an index, x fastest; z is unbounded.
  [[nodiscard]] Dim3 at(std::uint64_t index) const {
    return {static_cast<std::uint32_t>(index % x), static_cast<std::uint32_t>(index / x % y),
            static_cast<std::uint32_t>(index / x / y)};
  }

  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// "(3,0,1)".
std::string to_string(const Dim3& dim);

/// The maximum number of blocks along each axis.
inline constexpr Dim3 largest_grid{0x7fffffff, 65535, 65535};

/// Why no device accepts such a grid; "" if one may.
std::string refusal_of_grid(const Dim3& grid);

/// The maximum number of blocks of a cluster on any device; more than 8 are not portable.
inline constexpr std::uint64_t most_blocks_of_cluster = 16;

/// Why no device accepts such a grid in such clusters; "" if one may.
std::string refusal_of_clusters(const Dim3& cluster, const Dim3& grid);

/// The blocks of a block's cluster, as indices in the grid, by rank.
std::vector<std::uint64_t> blocks_around(std::uint64_t block, const Dim3& cluster,
                                         const Dim3& grid);

/// Which number stands for an index: the index itself, or one of `period` numbers from `first` on.
/// Those of indices that are close to each other lie far apart.
struct Numbering {
  std::uint64_t first = 0;
  /// Less than 2^32; 0 if the numbers do not repeat.
  std::uint64_t period = 0;

  static constexpr std::uint64_t step = 2766545907;

  [[nodiscard]] std::uint64_t of(std::uint64_t index) const {
    return first + (period == 0 ? index : index % period * step % period);
  }
};

/// The contents of a buffer before the first launch.
struct Fill {
  enum class Kind {
    uninitialized,  // reading a byte before it is written is a fault if the executor detects it
    zero,
    index,  // element i holds the number of digit `digit` of i in base 2^(8·width), little endian
    bytes,  // `bytes`, then uninitialized
  };
  Kind kind = Kind::uninitialized;
  /// The bytes of an element: 1, 2, 4 or 8.
  std::uint32_t width = 4;
  std::uint32_t digit = 0;
  std::vector<std::byte> bytes = {};
  Numbering numbering = {};
};

/// A buffer in the memory of an executor.
struct Buffer {
  std::size_t id = 0;
};

struct TensorMap;

/// An argument of a kernel: an address in a buffer, the bytes of a value, or the tensor map of a
/// tensor in a buffer.
struct Argument {
  enum class Kind { pointer, value, tensor_map };
  Kind kind = Kind::value;
  Buffer buffer = {};
  /// Bytes from the start of the buffer.
  std::int64_t offset = 0;
  /// The bytes of a value, as the kernel reads them.
  std::vector<std::byte> bytes = {};
  /// Without its address, which is that of the buffer and the offset.
  std::shared_ptr<const TensorMap> map = {};

  static Argument pointer(Buffer buffer, std::int64_t offset = 0) {
    return {Kind::pointer, buffer, offset, {}, {}};
  }
  static Argument tensor_map(Buffer buffer, const TensorMap& map, std::int64_t offset = 0);
  /// The object representation of a trivially copyable value.
  template <class T>
  static Argument value(const T& x) {
    const auto* first = reinterpret_cast<const std::byte*>(&x);
    return {Kind::value, {}, 0, {first, first + sizeof(T)}, {}};
  }
};

class Origins;

struct Launch {
  /// The name of the entry; "" means the only one.
  std::string entry;
  Dim3 grid;
  Dim3 block;
  /// The blocks of a cluster along each axis, if given by the launch; the entry may also give them.
  std::optional<Dim3> cluster = {};
  /// Dynamic shared memory, in bytes.
  std::uint32_t dynamic_shared = 0;
  std::vector<Argument> arguments;
  /// The blocks to run, by their index in the grid; all of them if empty. An executor that cannot
  /// skip blocks refuses a list.
  std::vector<std::uint64_t> blocks = {};
  /// With the PTX executor, traces the origins of memory contents; nullptr to disable.
  Origins* origins = nullptr;
  /// Iterations of a loop are skipped if the loop would exceed this fraction (1/N) of the remaining
  /// limits, and the PTX executor, with exact integers, can prove their effect. 0: none are.
  std::uint64_t loops_take_part = 0;
  /// Whether blocks may wait for each other, as with cooperative_groups.
  bool is_cooperative = true;
  /// Called by the PTX executor after every few thousand instructions, of whatever warps. What it
  /// throws ends the launch.
  std::function<void()> poll = {};
};

enum class Space { global, shared, local, constant, parameter };

std::string_view name(Space space);

/// The memory access of one instruction of a warp.
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

/// A fault of a running kernel.
struct Fault {
  enum class Kind {
    out_of_bounds,
    misaligned,
    uninitialized,  // a read of uninitialized bytes
    race,           // two threads touch a byte, one of them writes, and nothing orders them
    redundant,      // likewise, but lanes of one warp hold the same value, as in an update in place
    wrapped,        // an address differs from the same expression in exact integers
    divergence,     // a warp-wide instruction that not all of its lanes reach
    deadlock,       // all threads wait
    endless,        // all threads that do not wait loop forever
    trap,           // the kernel stops itself: trap, a failed assertion
    allocation,     // tensor memory is allocated or released wrongly
    step_limit,
    crash,         // the executor's process or device failed
    sanitizer,     // a sanitizer's report on the host code
    disagreement,  // two executors differ
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
  /// The number of such faults at this place, if the executor counts them.
  std::uint64_t count = 1;
};

std::string_view name(Fault::Kind kind);

/// "line 31, block (0,0,0), thread (5,0,0): `st.global.u32 [%rd4], %r5;`: out of bounds: …".
std::string to_string(const Fault& fault);

/// A loop with skipped iterations, in the blocks that skipped some.
struct CutLoop {
  /// The line of the instruction at its head.
  std::uint32_t line = 0;
  std::uint64_t followed = 0;
  std::uint64_t iterations = 0;
  std::uint64_t blocks = 1;
  /// The iterations skipped in the first of these blocks: the first and the last of each range,
  /// counted from 1.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> left_out = {};
};

/// Adds it to the loop of the same line, or appends it.
void add(std::vector<CutLoop>& loops, const CutLoop& more);

/// The result of a launch.
struct LaunchReport {
  /// Whether all threads ran to their end.
  bool finished = false;
  std::uint64_t blocks = 0;
  /// Instructions executed, summed over threads; 0 if the executor cannot count them.
  std::uint64_t steps = 0;
  /// Accesses to memory by single threads; 0 likewise.
  std::uint64_t accesses = 0;
  /// The time by the device's own clock; 0 if the executor has none.
  double seconds = 0;
  /// The first fault of each kind and place, as many as the executor keeps.
  std::vector<Fault> faults;
  /// The total number of faults.
  std::uint64_t fault_count = 0;
  /// Remarks that are faults only on request: redundant writes. Likewise.
  std::vector<Fault> remarks;
  std::vector<CutLoop> loops;
  /// Accesses that were not made, because their addresses depend on skipped iterations.
  std::uint64_t accesses_left_out = 0;
  /// Accesses after skipped iterations that may race, or read uninitialized bytes, which is
  /// unknown.
  std::uint64_t accesses_open = 0;
  /// Whether a block synchronized with others, so that accesses by different blocks were no longer
  /// compared.
  bool orders_blocks = false;
};

}  // namespace layoutcheck::gpu
