// Fragments: which lane of a warp holds which entry of a matrix, and entries as numbers.
#pragma once

#include "machine.hpp"

#include <optional>

namespace layoutcheck::gpu::ptx {

enum class EntryType : std::uint32_t { f16, bf16, e4m3, e5m2, tf32, f32, f64, s8, u8, s32 };

std::optional<EntryType> entry_type(std::string_view name);
unsigned bytes_of_entry(EntryType type);

/// An entry's bits as a number, and back, rounded once. Sums of s32 wrap as registers do, unless
/// they saturate.
double entry_of(std::uint64_t bits, EntryType type);
std::uint64_t bits_of_entry(double value, EntryType type, bool saturates = false);

/// How operands fill registers of 32 bits: so many entries in each, which are a lane's neighbours.
unsigned entries_in_register(EntryType type);

/// A tile of `rows` × `columns` entries, spread over the lanes. Neighbours along the inner
/// dimension share a lane: along the columns of A and C, along the rows of B.
struct Tile {
  unsigned rows = 0;
  unsigned columns = 0;
  EntryType type = EntryType::f32;
  bool inner_is_row = false;
};

struct Home {
  unsigned lane = 0;
  unsigned slot = 0;  // which register
  unsigned part = 0;  // which entry in it
};

/// Eight rows (columns of B) go to the eight groups of lanes, `per_lane` neighbours along the inner
/// dimension to each of the four lanes of a group; what is left counts slots: first the outer
/// blocks of 8, then the inner ones.
Home home_of(const Tile& tile, unsigned row, unsigned column, unsigned per_register,
             unsigned per_lane);

/// The entries of an 8×8 matrix of 16 bits that a lane holds, as (row, column): ldmatrix.
std::array<std::pair<unsigned, unsigned>, 2> entries_of(unsigned lane, bool transposed);

/// mma.sync: its operands, and where each begins among the rows of the step: d, a, b, c.
struct Multiply {
  struct Operand {
    Tile tile;
    std::size_t first = 0;
    /// How many entries share a register, and how many neighbours a lane has.
    unsigned per_register = 1;
    unsigned per_lane = 1;

    [[nodiscard]] Home home(unsigned row, unsigned column) const {
      return home_of(tile, row, column, per_register, per_lane);
    }
    /// The registers of a lane.
    [[nodiscard]] std::size_t registers() const;
  };
  Operand d;
  Operand a;
  Operand b;
  Operand c;
  /// Whether sums of integers do.
  bool saturates = false;
};
/// Of m×8×k entries of these types: of d, a, b and c.
Multiply multiply_of(unsigned m, unsigned k, const std::array<EntryType, 4>& types);

/// wgmma.mma_async, of 64×n×k entries. Rows: d (read and written), then a (a descriptor, or
/// registers), b's descriptor, and whether d is added.
struct GroupMultiply {
  EntryType a_type{};
  EntryType b_type{};
  EntryType d_type{};
  unsigned n = 8;
  unsigned k = 16;
  bool a_in_registers = false;
  /// Whether the product is subtracted.
  bool negated = false;
  bool transpose_a = false;
  bool transpose_b = false;
};
/// Where entry (i, l) of an operand of it lies, i along m or n and l along k, among the generic
/// addresses. `along_k` says which way neighbours lie.
std::uint64_t address_of_entry(std::uint64_t descriptor, unsigned i, unsigned l, EntryType type,
                               bool along_k);

/// The tile that lies in the rows of the step from `first` on, row by row.
std::vector<double> gather(const Warp& warp, const Step& step, std::size_t first, const Tile& tile,
                           unsigned per_register, unsigned per_lane);

}  // namespace layoutcheck::gpu::ptx
