// Fragments: which lane of a warp holds which entry of a matrix, and entries as numbers.
#pragma once

#include "machine.hpp"
#include <layoutcheck/machine/atoms.hpp>

#include <functional>
#include <optional>

namespace layoutcheck::gpu::ptx {

class Decoder;

enum class EntryType : std::uint32_t {
  f16,
  bf16,
  e4m3,
  e5m2,
  tf32,
  f32,
  f64,
  s8,
  u8,
  s4,
  u4,
  b1,
  s32,
  e3m2,
  e2m3,
  e2m1,
  ue8m0,
  ue4m3
};

std::optional<EntryType> entry_type(std::string_view name);
unsigned width_of_entry(EntryType type);  // in bits
unsigned bytes_of_entry(EntryType type);  // of a whole number of them

/// An entry's bits as a number, and back, rounded once. Sums of s32 wrap as registers do, unless
/// they saturate.
double entry_of(std::uint64_t bits, EntryType type);
std::uint64_t bits_of_entry(double value, EntryType type, bool saturates = false);

/// A tile of `rows` × `columns` entries, spread over lanes.
struct Tile {
  unsigned rows = 0;
  unsigned columns = 0;
  EntryType type = EntryType::f32;
};

struct Home {
  std::uint8_t lane = 0;
  std::uint8_t slot = 0;  // which register
  std::uint8_t part = 0;  // which entry in it
};

/// An operand in registers, as the table of its instruction has it.
struct Held {
  Tile tile;
  /// Its first row among those of the step.
  std::size_t first = 0;
  std::vector<Home> homes;
  /// The registers of a lane.
  std::size_t registers = 0;
  /// The bits of an entry's place in a register, where these are more than its own; 0 if not.
  unsigned container = 0;

  /// The lowest bit of an entry in its register. Of 8, one of 4 bits has those in the middle.
  [[nodiscard]] unsigned bit(const Home& home) const;
  [[nodiscard]] const Home& home(unsigned row, unsigned column) const {
    return homes[std::size_t{row} * tile.columns + column];
  }
};
/// The operand of that name. Of the rows of a warpgroup, each of the four warps has a quarter.
Held held(const std::vector<Fragment>& fragments, std::string_view operand, const Tile& tile,
          unsigned container = 0);
/// Sparse A: of the tile, in whose rows the entries that are held follow each other.
Held held_of_sparse(const std::vector<Fragment>& fragments, const Tile& tile,
                    unsigned container = 0);

/// The entries that each lane holds of matrices with rows of 16 bytes, in the order of registers,
/// as the number of their first byte.
using PlacesOfLanes = std::vector<std::vector<unsigned>>;
/// By the operand `source` or `destination` of ldmatrix, stmatrix or movmatrix.
PlacesOfLanes places_of_lanes(const std::vector<Fragment>& fragments, std::string_view operand,
                              unsigned bytes_of_entry);

/// Sparse A: of each chunk of a row, half of the entries are held. Four bits of metadata say which:
/// two indices of quarters of a chunk of 4 or 8, or of halves of entries in a chunk of 2.
struct Chunks {
  unsigned chunk = 4;
  /// Whether the indices must increase.
  bool ordered = false;

  /// Why four bits are no metadata, or "".
  [[nodiscard]] std::string objection_to(unsigned bits) const;
  /// The same of those of a chunk that begins in that column of a row; named with it. Where the
  /// entries that are held are zeros, it is all the same which ones they are: CUTLASS compresses
  /// chunks of zeros to the index 0 twice.
  [[nodiscard]] std::string objection_to(unsigned bits, unsigned row, unsigned column,
                                         std::span<const double> held) const;
  /// For each entry of A, row by row, the place among those of its row that are held, or -1.
  /// `bits_of(row, number)` are the metadata of a chunk.
  [[nodiscard]] std::vector<int> places(
      unsigned rows, unsigned columns,
      const std::function<unsigned(unsigned, unsigned)>& bits_of) const;
};

/// All entries of A, row by row, of those that are held, of so many rows.
std::vector<double> spread(const std::vector<double>& held, const std::vector<int>& places,
                           unsigned rows);

/// mma.sp and wgmma.mma_async.sp: whose registers have the metadata.
struct Sparsity : Chunks {
  /// Which threads of four have the metadata.
  unsigned selector = 0;
  /// Whether each of two threads has the metadata of a row, and not of some columns.
  bool by_rows = false;
  /// The row of the step that has the metadata.
  std::size_t metadata = 0;

  /// The lane and the lowest bit of the metadata of a chunk, of as many as a row has.
  [[nodiscard]] std::pair<unsigned, unsigned> place(unsigned row, unsigned number,
                                                    unsigned chunks) const;
  [[nodiscard]] std::vector<int> places(unsigned rows, unsigned columns,
                                        std::span<const std::uint64_t> values) const;
};

/// Of a product with k columns of A, whose entries have places of so many bits; the operand says
/// which threads of four have the metadata.
Sparsity sparsity_of(Decoder& in, unsigned width, unsigned k, const Operand& selector);

/// The entries of sparse A, row by row, from those that are held, of so many rows from `first` on.
/// Ends the launch at metadata that PTX does not define.
std::vector<double> spread(Warp& warp, const Step& step, const Sparsity& sparsity, unsigned first,
                           unsigned rows, const std::vector<double>& held_entries);

/// The scale factors of A and B in registers (PTX ISA, mma with .block_scale): a row of A, or a
/// column of B, has so many, in bytes that follow each other.
struct WarpScales {
  unsigned count = 1;
  EntryType type = EntryType::ue8m0;
  /// The rows of the step: those of A, their byte and thread; then the same of B.
  std::size_t first = 0;

  /// The number of the lane that has those of a row of A or of a column of B.
  static unsigned lane_of(bool of_b, unsigned line, unsigned thread) {
    return of_b ? 4 * line + thread : 4 * (line % 8) + 2 * thread + line / 8;
  }
};

/// mma.sync: its operands, whose rows follow each other: d, a, b, c, and the metadata if A is
/// sparse, or the scale factors.
struct Multiply {
  Held d;
  Held a;
  Held b;
  Held c;
  /// Whether sums of integers do.
  bool saturates = false;
  /// Whether pairs of bits that differ are counted, and not products.
  bool counts_differences = false;
  /// Set if A is sparse.
  std::optional<Sparsity> sparsity = {};
  std::optional<WarpScales> scales = {};
};

void run_warp_multiply(Warp& warp, const Step& step, std::uint32_t lanes);

/// A matrix in the registers of a warp, in an order of our own: wmma.
struct WarpMatrix {
  Tile tile;
  unsigned registers = 1;
  unsigned per_register = 1;
  /// Whether a lane's neighbours lie along a column.
  bool by_columns = false;

  /// (row, column) of what a lane holds; several lanes may hold the same.
  [[nodiscard]] std::pair<unsigned, unsigned> entry(unsigned lane, unsigned slot,
                                                    unsigned part) const;
};

/// wmma.load and wmma.store. Rows: the registers, then the stride, if there is one, and the
/// address.
struct MatrixInMemory {
  WarpMatrix matrix;
  bool by_columns = false;
  bool has_stride = false;

  /// From a line of the memory to the next.
  [[nodiscard]] std::uint64_t stride_bytes(const Warp& warp, const Step& step) const;
};
/// Where a lane's entry lies.
std::uint64_t address_of_entry(Warp& warp, const Step& step, unsigned lane, unsigned slot,
                               unsigned part);

/// wgmma.mma_async, of 64×n×k entries. Rows: d (read and written), then a (a descriptor, or
/// registers), b's descriptor, the metadata if A is sparse, and whether d is added.
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
  /// Of the four warps: d, and a where it is in registers.
  Held d{};
  Held a{};
  /// Set if A is sparse.
  std::optional<Sparsity> sparsity = {};

  /// The columns of A that are held.
  [[nodiscard]] unsigned held_columns() const { return sparsity ? k / 2 : k; }
};
/// Where entry (i, l) of an operand of it lies, i along m or n and l along k, among the generic
/// addresses. `along_k` says which way neighbours lie.
std::uint64_t address_of_entry(std::uint64_t descriptor, unsigned i, unsigned l, EntryType type,
                               bool along_k);

/// `rows` rows of an operand, from `first` on, row by row.
std::vector<double> gather(const Warp& warp, const Step& step, const Held& of, unsigned first,
                           unsigned rows);

}  // namespace layoutcheck::gpu::ptx
