// What the instructions of tcgen05 say beyond their operands.
#pragma once

#include "descriptor.hpp"
#include "fragments.hpp"
#include "tensor_memory.hpp"

#include <functional>

namespace layoutcheck::gpu::ptx {

class Decoder;

/// tcgen05.ld and .st. Rows: the registers, what they are reduced to, if they are, then the
/// address.
struct TensorMove {
  /// Of tensor memory: 32, or 16 of a warp's.
  unsigned lanes = 32;
  /// Whether the halves of a register are in two columns.
  bool is_packed = false;
  /// Where the first register of each lane of the warp lies, from the address on, and each register
  /// from the first one.
  std::array<TensorAddress, warp_size> of_lane{};
  std::vector<TensorAddress> of_register = {};
  /// Of tcgen05.ld.red: what those of a lane are reduced to.
  std::function<std::uint64_t(std::span<const std::uint64_t>)> reduce = nullptr;

  /// Where the register of a lane lies, from the address on; packed, its lower half, and the other
  /// in the next column.
  [[nodiscard]] TensorAddress place(unsigned lane, unsigned number) const {
    return of_register[number].from(of_lane[lane]);
  }
};

/// How the entries of a matrix lie in 16 bytes of shared memory, and in a word of tensor memory:
/// PTX, section "Packing formats of elements in Tensor and Shared memory".
struct TensorPacking {
  EntryType type = EntryType::f16;
  /// Whether entries of 4 bits follow each other. Otherwise 16 entries of 4 or 6 bits do, and
  /// padding after them; in tensor memory each has 8 bits for itself, where those of 4 bits are in
  /// the middle ("Multiply-and-Accumulate Instruction: mma" says so of registers).
  bool dense = false;

  /// From an entry to the next one in tensor memory, in bits.
  [[nodiscard]] unsigned step() const {
    return dense ? width_of_entry(type) : std::max(width_of_entry(type), 8U);
  }
  [[nodiscard]] unsigned in_unit() const { return 128 / step(); }
  [[nodiscard]] unsigned in_word() const { return 32 / step(); }
  /// The bytes of a unit that hold entries.
  [[nodiscard]] unsigned bytes() const { return in_unit() * width_of_entry(type) / 8; }
  /// Where an entry lies, in bits from the beginning of a unit, or of a word of tensor memory.
  [[nodiscard]] unsigned bit_in_unit(unsigned entry) const { return entry * width_of_entry(type); }
  /// The bits of an entry of a unit.
  [[nodiscard]] std::uint32_t entry_in(std::span<const std::byte, unit_bytes> unit,
                                       unsigned entry) const;
  [[nodiscard]] unsigned bit_in_word(unsigned entry) const {
    return entry * step() + (width_of_entry(type) == 4 && !dense ? 2U : 0U);
  }
};

/// A byte of the word, or several side by side, for each row of A or column of B; those beyond the
/// word are in the word behind the columns of all lines.
struct TensorScales {
  EntryType type = EntryType::ue8m0;
  TensorAddress base;
  /// The first byte.
  unsigned first = 0;

  /// The lines that are in all lanes, each quarter of which has a copy, or in half of them.
  unsigned lines = most_lines;
  /// From the columns of a word of all lines to those of the next.
  unsigned step = 4;

  static constexpr unsigned most_lines = 256;
  static constexpr unsigned lines_of_column = 32;
  [[nodiscard]] unsigned copies() const {
    return TensorMemory::lanes / lines_of_column / (lines == most_lines ? 1 : 2);
  }
  [[nodiscard]] TensorAddress place(unsigned line, unsigned copy, unsigned word = 0) const {
    return TensorAddress{line / lines * (TensorMemory::lanes / 2) + copy * lines_of_column +
                             line % lines % lines_of_column,
                         line % lines / lines_of_column + word * step}
        .from(base);
  }
};

/// The metadata of the rows of sparse A that a block has, 128 of them, as CUTLASS has them: a row
/// with 16 chunks has two words of its lane. One with 8 has half a word of two lanes: eight rows,
/// and the eight that follow them, share eight lanes for the first four chunks, and the next eight
/// lanes for the others.
struct TensorMetadata {
  TensorAddress base;
  unsigned chunks = 8;

  /// The word, and the lowest of the four bits, of a chunk.
  [[nodiscard]] std::pair<TensorAddress, unsigned> place(unsigned row, unsigned number) const {
    if (chunks == 16) return {TensorAddress{row, number / 8}.from(base), 4 * (number % 8)};
    return {TensorAddress{row / 16 * 16 + number / 4 * 8 + row % 8, 0}.from(base),
            row / 8 % 2 * 16 + 4 * (number % 4)};
  }
};

/// tcgen05.mma. Rows: the address of d, a's descriptor or address, b's descriptor, the instruction
/// descriptor, the lanes of d that stay as they are, if they are given, or the addresses of the
/// scale factors, that of the metadata if A is sparse, the zero-column mask descriptor if it is
/// given, and whether d is added.
struct TensorMultiply {
  enum class Kind : std::uint8_t { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };
  Kind kind = Kind::f16;
  bool a_in_tensor_memory = false;
  /// Of its address.
  std::uint64_t displacement_of_a = 0;
  /// Whether two blocks multiply together (cta_group::2).
  bool by_pair = false;
  /// The scale factors of a row of A, or column of B, with K = 64; 0 if there are none.
  unsigned scales = 0;
  /// Whether the target has K = 96.
  bool may_be_96 = false;
  /// Of the addresses of those of A and of B.
  std::array<std::uint64_t, 2> displacements_of_scales{};
  bool keeps_lanes = false;
  /// Whether it is tcgen05.mma.ws.
  bool is_stationary = false;
  bool has_mask = false;
  bool is_sparse = false;
  /// Of the address of the metadata.
  std::uint64_t displacement_of_metadata = 0;
  /// d is divided by this power of two before it is added.
  unsigned scale = 0;
};

/// What an instruction descriptor says.
struct TensorProduct {
  EntryType a = EntryType::f16;
  EntryType b = EntryType::f16;
  EntryType d = EntryType::f32;
  bool negates_a = false;
  bool negates_b = false;
  /// Whether neighbours lie along m or n in shared memory.
  bool transposes_a = false;
  bool transposes_b = false;
  bool saturates = false;
  unsigned m = 0;
  unsigned n = 0;
  unsigned k = 0;
  /// Whether entries of 4 bits follow each other.
  bool dense = false;
  /// The scale factors of a row of A, or column of B; 0 if there are none.
  unsigned scales = 0;

  [[nodiscard]] TensorPacking packing_a() const { return {a, dense}; }
  [[nodiscard]] TensorPacking packing_b() const { return {b, dense}; }

  /// How many blocks have a part of A, of B and of D each.
  unsigned parts = 1;
  /// Set if A is sparse.
  std::optional<Chunks> sparsity = {};
  /// Whether it is of tcgen05.mma.ws.
  bool is_stationary = false;

  /// The columns of A that are held.
  [[nodiscard]] unsigned held_columns() const { return sparsity ? k / 2 : k; }
  /// The rows of A and of D that a block has.
  [[nodiscard]] unsigned rows() const { return m / parts; }
  /// The block of a row, among the two of a pair.
  [[nodiscard]] unsigned part_of(unsigned row) const { return row / rows(); }
  /// The lane in which a row of D and of A lies, from that of D's address on.
  [[nodiscard]] unsigned lane_of(unsigned row) const {
    const unsigned own = row % rows();
    return m == 64 && !is_stationary ? own / 16 * 32 + own % 16 : own;
  }
  /// In how many groups of lanes, one after the other, D has parts of its columns: PTX, section
  /// "Data Path Layout Organization". Of A in tensor memory, each group has a copy.
  [[nodiscard]] unsigned groups() const {
    const bool fills_lanes = is_stationary || (parts == 2 && m == 128 && !sparsity);
    return fills_lanes ? TensorMemory::lanes / rows() : 1;
  }
  [[nodiscard]] unsigned columns_of_group() const { return n / groups(); }
  /// Where an entry of D lies.
  [[nodiscard]] TensorAddress place(unsigned row, unsigned column) const {
    return {lane_of(row) + column / columns_of_group() * rows(), column % columns_of_group()};
  }
};

/// The operands of a product that a lane issues.
struct TensorOperands {
  TensorProduct product;
  TensorAddress d;
  /// A, in tensor memory or in shared memory.
  TensorAddress a;
  MatrixDescriptor matrix_a;
  MatrixDescriptor matrix_b;
  TensorMetadata metadata;
  /// Of A and of B.
  std::array<TensorScales, 2> scales;
  /// The lanes of d that stay as they are.
  std::array<std::uint32_t, 4> kept{};
  bool adds = false;

  [[nodiscard]] bool keeps(unsigned lane) const {
    return lane < TensorMemory::lanes && (kept[lane / 32] >> lane % 32 & 1U) != 0;
  }
};
/// Ends the launch if there is no such product.
TensorOperands tensor_operands(Warp& warp, const Step& step, unsigned lane);

/// Ends the launch if it is no descriptor of a matrix in shared memory.
MatrixDescriptor tensor_matrix(Warp& warp, const Step& step, unsigned lane, std::uint64_t bits,
                               EntryType type, bool along_k, const std::string& name);

/// The step is one that the executor does not have, as is known now.
[[noreturn]] void refuse_step(const Step& step, const std::string& what);

/// tcgen05.cp. Rows: the address, the descriptor of the source.
struct TensorCopy {
  /// Its rows, of so many units.
  unsigned rows = 0;
  unsigned units = 0;
  /// What a unit is: 16 bytes, or entries of 4 or 6 bits, which get 8 bits each.
  EntryType type = EntryType::u8;
  /// Whether each block of a pair copies.
  bool by_pair = false;
  /// Of 64 rows, whether the first half goes to the lanes of warps 0 and 1, and not of 0 and 2.
  bool side_by_side = false;

  [[nodiscard]] TensorPacking packing() const { return {type, false}; }
  /// A word of what a unit becomes.
  [[nodiscard]] std::uint32_t word(std::span<const std::byte, unit_bytes> unit,
                                   unsigned number) const;
  /// As many lanes get the same as there are more of them than rows.
  [[nodiscard]] unsigned copies() const { return TensorMemory::lanes / rows; }
  [[nodiscard]] TensorAddress place(unsigned row, unsigned unit, unsigned copy) const {
    if (side_by_side) return {row / 32 * 64 + copy * 32 + row % 32, 4 * unit};
    return {copy * rows + row, 4 * unit};
  }
};
TensorAddress tensor_destination(Warp& warp, const Step& step, unsigned lane);
MatrixDescriptor tensor_source(Warp& warp, const Step& step, unsigned lane);

/// The blocks whose tensor memory an instruction touches, by rank: of cta_group::1 its own, of
/// cta_group::2 that of the pair. Ends the launch if there is no pair, or if the block has used the
/// other group.
std::vector<Block*> blocks_of_group(Warp& warp, const Step& step, unsigned lane, bool by_pair);

/// An address in the shared memory of a block, as the warp names it.
inline std::uint64_t address_in(const Block& block, const Warp& warp, std::uint64_t at) {
  return &block == warp.block ? shared_window + at : mapped(shared_window + at, block.rank);
}

/// tcgen05.mma.
void tensor_multiply(Decoder& in);
/// tcgen05.cp.
void copy_to_tensor_memory(Decoder& in);

}  // namespace layoutcheck::gpu::ptx
