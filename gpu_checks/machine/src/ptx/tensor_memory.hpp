// Tensor memory of a block: 128 lanes of 512 words, what is known of each word, and the order of
// the tcgen05 instructions that touch it.
//
// Loads, stores and products go on beside the threads that issue them: two that touch the same word
// are in order only if the earlier one is known to be complete, or if the ISA has the two executed
// in the order in which they were issued ("Pipelined tcgen05 Instructions").
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// An instruction that touches tensor memory, once for each time that it is executed.
struct TensorOperation {
  enum class Kind : std::uint8_t { load, store, multiply, copy };
  Kind kind = Kind::load;
  const Warp* warp = nullptr;
  const Step* step = nullptr;
  unsigned lane = 0;
  /// The moment until which it is under way, and that at which it was issued.
  Beside under_way;
  Beside issued;
  /// Of a product: where its accumulator lies, and its shape.
  std::uint32_t accumulator = 0;
  std::uint32_t shape = 0;
};

struct TensorWord {
  std::uint32_t bits = 0;
  /// Which of its halves were written.
  std::uint32_t written = 0;
  /// The operations that touched it last: one more than their places in `TensorMemory::operations`.
  std::uint32_t writer = 0;
  std::array<std::uint32_t, 2> readers{};
};

inline constexpr std::uint32_t low_half = 1;
inline constexpr std::uint32_t high_half = 2;
inline constexpr std::uint32_t both_halves = 3;

struct TensorMemory {
  static constexpr unsigned lanes = 128;
  static constexpr unsigned columns = 512;

  /// Some columns that were allocated together.
  struct Allocation {
    unsigned first = 0;
    unsigned count = 0;
    const Warp* warp = nullptr;
    const Step* step = nullptr;
  };
  std::vector<Allocation> allocations;
  /// By column: the instruction that released it last.
  std::array<const Step*, columns> released{};
  /// The instruction after which the block must not allocate any more.
  const Step* relinquished = nullptr;
  /// The columns of the smallest allocation so far; later ones must not be larger.
  unsigned least = 0;
  /// The first instruction that named a group of blocks.
  const Step* grouped = nullptr;
  /// What a pair of blocks has allocated (the columns) and released (0).
  std::vector<std::uint64_t> by_pair;
  std::vector<TensorOperation> operations;
  std::vector<TensorWord> words;
  Share share;
  /// By thread: what those who arrived at an mbarrier knew for which it has waited relaxed, and
  /// what it knew itself at its last fence::before_thread_sync.
  std::map<std::uint32_t, Clock> awaited;
  std::map<std::uint32_t, Clock> fenced;

  [[nodiscard]] TensorWord& word(unsigned lane, unsigned column) {
    return words[std::size_t{column} * lanes + lane];
  }
  [[nodiscard]] bool is_allocated(unsigned column) const;
};

/// That of the block, made if there is none.
TensorMemory& tensor_memory(Block& block);

/// Where an address lies.
struct TensorAddress {
  unsigned lane = 0;
  unsigned column = 0;

  [[nodiscard]] constexpr TensorAddress from(TensorAddress base) const {
    return {base.lane + lane, base.column + column};
  }
  [[nodiscard]] constexpr TensorAddress next() const { return {lane, column + 1}; }
};
constexpr TensorAddress tensor_address(std::uint64_t bits) {
  return {static_cast<unsigned>(bits >> 16 & 0xffffU), static_cast<unsigned>(bits & 0xffffU)};
}

constexpr bool is_in_tensor_memory(TensorAddress at) {
  return at.lane < TensorMemory::lanes && at.column < TensorMemory::columns;
}

/// "lane 3, column 5 of tensor memory".
std::string describe(TensorAddress at);

/// The accesses of an operation that a lane, or its warp, issues now, to the tensor memory of its
/// block or of another one.
class TensorAccess {
 public:
  TensorAccess(Warp& warp, const Step& step, unsigned lane, TensorOperation::Kind kind,
               std::uint32_t accumulator = 0, std::uint32_t shape = 0, Block* of = nullptr);

  /// The halves of a word, for that lane of the warp; 0 where the access is at fault.
  std::uint32_t read(TensorAddress at, std::uint32_t halves, unsigned lane);
  void write(TensorAddress at, std::uint32_t halves, std::uint32_t bits, unsigned lane);

  /// Whether somebody wrote all of these halves.
  [[nodiscard]] bool is_written(TensorAddress at, std::uint32_t halves) const {
    return is_in_tensor_memory(at) && (memory_.word(at.lane, at.column).written & halves) == halves;
  }

  /// What was written there depends on what nobody set.
  void forget(TensorAddress at, std::uint32_t halves);

  [[nodiscard]] const Beside& under_way() const { return operation().under_way; }
  /// The place, with its block if that is another one.
  [[nodiscard]] std::string named(TensorAddress at) const;

 private:
  [[nodiscard]] const TensorOperation& operation() const { return memory_.operations[number_ - 1]; }
  TensorWord* find(TensorAddress at, unsigned lane);
  void check(std::uint32_t earlier, bool was_written, TensorAddress at, unsigned lane);

  Warp& warp_;
  const Step& step_;
  Block& of_;
  TensorMemory& memory_;
  std::uint32_t number_;
  /// The last that was found to come before, for a lane.
  std::uint32_t known_ = 0;
  unsigned known_lane_ = 0;
};

/// Allocates columns and returns the address; ends the launch if it cannot.
std::uint32_t allocate_tensor_memory(Warp& warp, const Step& step, std::uint64_t count);
void release_tensor_memory(Warp& warp, const Step& step, std::uint64_t address,
                           std::uint64_t count);
/// What a block of a pair allocates, or releases (0), is what the other one does.
void note_of_pair(Warp& warp, const Step& step, Block& other, std::uint64_t count);
/// Looks for what the block has not released at its end.
void end_tensor_memory(Block& block);

/// fence::before_thread_sync: what the thread arrives for relaxed, from now on, comes after what it
/// knows of tensor memory; joined into a clock, if there was such a fence.
void fence_before(Block& block, std::uint32_t thread);
void publish_tensor_fenced(Block& block, std::uint32_t thread, Clock& clock);
/// What the thread has waited for relaxed; and fence::after_thread_sync, with which it knows what
/// that tells of tensor memory.
void note_tensor_awaited(Block& block, std::uint32_t thread,
                         const std::shared_ptr<const Clock>& clock);
void fence_after(Block& block, std::uint32_t thread);

/// The loads, or the stores, of the warp are complete.
void wait_for(Warp& warp, Warp::BulkGroups& group);
/// tcgen05.commit: those who learn from the clock know that the products are complete which the
/// lane has issued. Once all clocks have that, the next ones are of another commit.
void commit_multiplies(Warp& warp, unsigned lane, Clock& clock);
void close_multiplies(Warp& warp, unsigned lane);

}  // namespace layoutcheck::gpu::ptx
