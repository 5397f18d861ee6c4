// What instructions say beyond their operands, where more than one file reads it.
#pragma once

#include "fragments.hpp"
#include "machine.hpp"
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>

namespace layoutcheck::gpu::ptx {

class Decoder;

/// ld, st, atom and red.
struct Elements {
  /// Of one of them; of 128 bits, of a half.
  std::uint32_t bytes = 4;
  /// Of an atomic update: how many there are side by side. Other instructions have a row for each.
  std::uint32_t count = 1;
  /// Of a load: whether an element has a sign, and the bytes of the register that it is extended
  /// to.
  bool is_signed = false;
  std::uint32_t register_bytes = 8;
  /// Whether it orders what blocks do.
  bool orders = false;
  /// Of atom and red.
  AtomicUpdate update = nullptr;
  /// Of st.async and red.async: how the mbarrier is addressed that is told of them.
  std::shared_ptr<const Step> completes = nullptr;
};

/// Parts of an element as numbers, and what is kept of two of them until all are combined.
struct NumberParts {
  unsigned bytes = 2;
  double (*number)(unsigned) = nullptr;
  double (*combined)(double, double) = nullptr;
  std::uint16_t (*bits)(double) = nullptr;
};

/// multimem: the elements on each device, whose update is what ld_reduce makes of two, unless it
/// combines their parts.
struct Multimem {
  Elements elements;
  NumberParts parts = {};
};

/// ldmatrix and stmatrix: rows in memory, whose addresses so many lanes give.
struct Matrices {
  static constexpr std::uint32_t row_bytes = 16;
  unsigned addresses = 8;
  /// The bytes of an entry in a register.
  unsigned entry = 2;
  /// The bits of an entry in memory, where a row has 16 of them and padding; 0 otherwise.
  unsigned packed = 0;
  PlacesOfLanes places;
};

/// cp.async.
struct AsyncCopy {
  std::uint32_t bytes = 16;
  /// Whether an operand says how many of them are read, or whether none are.
  bool has_size = false;
  bool has_predicate = false;
  /// How the source is read.
  std::shared_ptr<const Step> source;
};

/// cp.async.bulk (bulk.cpp), and cp.async.bulk.tensor and cp.reduce.async.bulk.tensor
/// (tensor.cpp).
void bulk_copy(Decoder& in);
void tensor_copy(Decoder& in);

/// The tensor map at the address of a step's only row. Ends the launch if there is none. Its
/// members may be anything.
TensorMap tensor_map_at(Warp& warp, const Step& step, unsigned lane);
/// fence.proxy.tensormap with .acquire.
void open_tensor_map(Decoder& in);

/// redux of f32.
void reduce_floating(Decoder& in);

/// What an atomic update of that name makes of the old value and of an operand of that type, which
/// is in the row behind that of the address; nullptr if there is none.
AtomicUpdate update_of(std::string_view name, std::string_view type);

/// Replaces a number of at most 64 bits by what f makes of it.
template <class F>
void rewrite(std::span<std::byte> bytes, F f) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  value = f(value);
  std::memcpy(bytes.data(), &value, bytes.size());
}

/// Updates a number in global memory for a lane, with the operand in the row behind that of the
/// address.
void update_number(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                   std::uint32_t bytes, AtomicUpdate f);

/// bar and barrier, barrier.cluster too.
struct BarrierStep {
  /// Whether whole warps are to execute it.
  bool is_aligned = false;
  bool waits = true;
  /// Whether it says how many threads are expected.
  bool counted = false;
  /// What bar.red tells of the predicates of all threads: how many hold, or whether all or any do.
  enum class Votes { none, counted, all, any } votes = Votes::none;
  /// Whether the predicate is negated.
  bool negated = false;
  /// Whether what threads did before they come is seen by those who wait.
  bool orders = true;
};

inline std::string_view opcode_of(const Step& step) {
  return step.instruction->words.front();
}

inline bool has_word(const Step& step, std::string_view word) {
  return std::ranges::find(step.instruction->words, word) != step.instruction->words.end();
}

inline bool is_atomic(const Step& step) {
  return opcode_of(step) == "atom" || opcode_of(step) == "red";
}

inline bool is_multimem(const Step& step) {
  return opcode_of(step) == "multimem";
}

/// The row of the address of a load, a store or an atomic update.
inline std::uint32_t address_row(const Step& step) {
  const bool updates = is_atomic(step) || (is_multimem(step) && has_word(step, "red"));
  return updates ? step.rows[step.results] : step.rows.back();
}

/// Whether it decides nothing but its results.
inline bool only_computes(const Step& step) {
  return step.results != 0 && step.deciding == 0;
}

/// Whether lanes compute together.
bool is_of_warp(const Step& step);
/// Whether they do so with the registers of each other.
bool exchanges(const Step& step);

}  // namespace layoutcheck::gpu::ptx
