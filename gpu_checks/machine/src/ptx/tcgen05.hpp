// What the instructions of tcgen05 say beyond their operands.
#pragma once

#include "descriptor.hpp"
#include "fragments.hpp"
#include "tensor_memory.hpp"

namespace layoutcheck::gpu::ptx {

class Decoder;

/// tcgen05.ld and .st. Rows: the registers, then the address.
struct TensorMove {
  enum class Shape : std::uint8_t { of_32x32b, of_16x64b, of_16x128b, of_16x256b, of_16x32bx2 };
  Shape shape = Shape::of_32x32b;
  unsigned registers = 1;
  /// Whether the halves of a register are in two columns.
  bool is_packed = false;
  /// Of 16x32bx2: from the columns of the lower lanes of the warp to those of the others.
  unsigned split = 0;

  /// Where the register of a lane lies, from the address on; packed, its lower half, and the other
  /// in the next column.
  [[nodiscard]] TensorAddress place(unsigned lane, unsigned number) const;
};

/// tcgen05.mma. Rows: the address of d, a's descriptor or address, b's descriptor, the instruction
/// descriptor, the lanes of d that stay as they are, if they are given, and whether d is added.
struct TensorMultiply {
  enum class Kind : std::uint8_t { f16, tf32, f8f6f4, i8 };
  Kind kind = Kind::f16;
  bool a_in_tensor_memory = false;
  /// Of its address.
  std::uint64_t displacement_of_a = 0;
  bool keeps_lanes = false;
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

  /// The lane in which a row of d and of a lies, from that of d's address on.
  [[nodiscard]] unsigned lane_of(unsigned row) const {
    return m == 64 ? row / 16 * 32 + row % 16 : row;
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
  /// The lanes of d that stay as they are.
  std::array<std::uint32_t, 4> kept{};
  bool adds = false;

  [[nodiscard]] bool keeps(unsigned lane) const {
    return lane < TensorMemory::lanes && (kept[lane / 32] >> lane % 32 & 1U) != 0;
  }
};
/// Ends the launch if there is no such product.
TensorOperands tensor_operands(Warp& warp, const Step& step, unsigned lane);

/// tcgen05.mma.
void tensor_multiply(Decoder& in);

}  // namespace layoutcheck::gpu::ptx
