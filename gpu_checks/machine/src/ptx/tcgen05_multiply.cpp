// Opcodes: tcgen05.mma, a matrix product that one thread issues, with its accumulator in tensor
// memory.
//
// What the instruction descriptor must not say is a finding; what the executor does not have of it
// ends the launch without a verdict.
#include "operations.hpp"
#include "tcgen05.hpp"
#include "types.hpp"

#include <cmath>

namespace layoutcheck::gpu::ptx {

namespace {

using Kind = TensorMultiply::Kind;

/// Metadata whose indices decrease, which the ISA calls meaningful all the same: sections "Sparse
/// tcgen05.mma.sp with ...".
constexpr unsigned decreasing = 0b0110;

[[noreturn]] void stop(Warp& warp, const Step& step, unsigned lane, const std::string& message) {
  warp.machine->stop(Fault::Kind::trap, warp, step, lane, message);
}

/// The type of a or b of that number, if the kind has it.
std::optional<EntryType> type_of(Kind kind, unsigned number) {
  switch (kind) {
    case Kind::f16:
      if (number <= 1) return number == 0 ? EntryType::f16 : EntryType::bf16;
      break;
    case Kind::tf32:
      if (number == 2) return EntryType::tf32;
      break;
    case Kind::f8f6f4:
    case Kind::mxf8f6f4: {
      constexpr std::array types = {EntryType::e4m3, EntryType::e5m2, EntryType::f32,
                                    EntryType::e2m3, EntryType::e3m2, EntryType::e2m1};
      if (number < types.size() && number != 2) return types[number];
      break;
    }
    case Kind::mxf4:
    case Kind::mxf4nvf4:
      if (number == 1) return EntryType::e2m1;
      break;
    case Kind::i8:
      if (number <= 1) return number == 0 ? EntryType::u8 : EntryType::s8;
      break;
  }
  return std::nullopt;
}

std::optional<EntryType> sum_of(Kind kind, unsigned number) {
  if (number == 2 && kind == Kind::i8) return EntryType::s32;
  if (number == 1 && kind != Kind::i8) return EntryType::f32;
  if (number == 0 && (kind == Kind::f16 || kind == Kind::f8f6f4)) return EntryType::f16;
  return std::nullopt;
}

/// What the shape is not, or "".
std::string objection_to_n(const TensorProduct& of, bool is_right) {
  if (!is_right) return "has N = " + std::to_string(of.n);
  const unsigned step = 16 * of.parts;
  if (of.transposes_b && width_of_entry(of.b) == 8 && of.n % step != 0)
    return "transposes B of 8 bits with N = " + std::to_string(of.n) + ", not a multiple of " +
           std::to_string(step);
  return "";
}

/// What an instruction descriptor must not say, or "".
std::string objection_to(Kind kind, std::uint32_t bits, const TensorProduct& of) {
  const bool integers = kind == Kind::i8;
  if (!of.sparsity && (bits & 3U) != 0) return "has a sparsity selector, and A is not sparse";
  if (of.sparsity && (integers || kind == Kind::f8f6f4) && (bits & 3U) != 0)
    return "has the sparsity selector " + std::to_string(bits & 3U) + ", not 0";
  // Of tcgen05.mma.ws, the last two bound the shift of a zero-column mask.
  const std::uint32_t reserved = 1U << 6 | 1U << 23 | 1U << 29 | (of.is_stationary ? 0 : 3U << 30);
  if ((bits & reserved) != 0) return "has reserved bits";
  if (of.saturates && !integers) return "says that floating-point numbers saturate";
  if ((of.negates_a || of.negates_b) && integers) return "negates integers";
  if (of.d == EntryType::f16 && (of.a == EntryType::bf16 || of.b == EntryType::bf16))
    return "has sums in f16 of products of bf16";
  if (of.is_stationary) {
    if (of.m != 32 && of.m != 64 && of.m != 128)
      return "has M = " + std::to_string(of.m) + ", not 32, 64 or 128";
    return objection_to_n(of, of.n == 64 || of.n == 128 || of.n == 256);
  }
  const unsigned least = 64 * of.parts;
  if (of.m != least && of.m != 2 * least)
    return "has M = " + std::to_string(of.m) + ", not " + std::to_string(least) + " or " +
           std::to_string(2 * least);
  if (of.parts == 2)
    return objection_to_n(of, of.n >= 16 && of.n <= 256 && of.n % (integers ? 32 : 16) == 0);
  return objection_to_n(of,
                        of.n >= 8 && of.n <= 256 && (!integers || of.n <= 24 || of.n % 16 == 0));
}

// With block scales: PTX, sections "Instruction descriptor" and "Block Scaling".

/// The first bytes of the scale factors of A and of B in their words.
constexpr std::array<unsigned, 2> scale_ids(std::uint32_t bits) {
  return {bits >> 29 & 3U, bits >> 4 & 3U};
}
constexpr EntryType scale_type(std::uint32_t bits) {
  return (bits >> 23 & 1U) != 0 ? EntryType::ue8m0 : EntryType::ue4m3;
}

std::string objection_to_scaled(const TensorMultiply& operation, std::uint32_t bits,
                                const TensorProduct& of) {
  // Of 12, which is reserved where entries are packed, CuTe DSL makes a version that sm_100
  // ignores.
  if ((bits & (0x4bU | 7U << 24 | (of.dense ? 0 : 1U << 31))) != 0) return "has reserved bits";
  if (of.dense && (of.transposes_a || of.transposes_b))
    return "transposes packed elements of 4 bits";
  const bool may_be_128 = of.parts == 1 || !of.sparsity;
  if ((of.m != 128 || !may_be_128) && (of.m != 256 || of.parts == 1))
    return "has M = " + std::to_string(of.m) + ", not " + (may_be_128 ? "128" : "") +
           (of.parts == 1 ? ""
            : may_be_128  ? " or 256"
                          : "256");
  if (scale_type(bits) == EntryType::ue4m3 && operation.scales != 4)
    return "has scale factors of ue4m3, which are for blocks of 16";
  for (unsigned i = 0; i < 2; ++i) {
    // Of K = 96, three factors begin at any byte of a word, and six at every second one.
    const unsigned step = of.scales == 3 ? 1 : of.scales == 6 ? 2 : of.scales;
    if (scale_ids(bits)[i] % step != 0) {
      return "has the data ID " + std::to_string(scale_ids(bits)[i]) + " for the " +
             std::to_string(of.scales) + " scale factors of a " +
             (i == 0 ? "row of A" : "column of B");
    }
  }
  return objection_to_n(of, of.n >= 8 && of.n <= 256 && of.n % (8 * of.parts) == 0);
}

TensorProduct product_of(Warp& warp, const Step& step, unsigned lane, std::uint32_t bits) {
  const auto& operation = step.as<TensorMultiply>();
  const Kind kind = operation.kind;
  const bool is_scaled = operation.scales != 0;
  const bool dense = kind == Kind::mxf4 || kind == Kind::mxf4nvf4;
  const std::array<unsigned, 2> types = {bits >> 7 & 7U, bits >> 10 & (dense ? 3U : 7U)};
  const auto a = type_of(kind, types[0]);
  const auto b = type_of(kind, types[1]);
  const auto d = is_scaled ? EntryType::f32 : sum_of(kind, bits >> 4 & 3U);
  if (!a || !b || !d) {
    stop(warp, step, lane,
         "the instruction descriptor names type " +
             std::to_string(!a   ? types[0]
                            : !b ? types[1]
                                 : bits >> 4 & 3U) +
             " of matrix " +
             (!a   ? "A"
              : !b ? "B"
                   : "D") +
             ", which this kind does not have");
  }
  const auto has = [&](unsigned bit) { return (bits >> bit & 1U) != 0; };
  const bool is_96 = dense && has(31);
  std::optional<Chunks> sparsity;
  if (operation.is_sparse) sparsity = Chunks{kind == Kind::tf32 ? 2U : dense ? 8U : 4U, true};
  const TensorProduct of{
      *a,
      *b,
      *d,
      has(13),
      has(14),
      has(15),
      has(16),
      has(3) && !is_scaled,
      is_scaled ? 128 * (bits >> 27 & 3U) : 16 * (bits >> 24 & 31U),
      8 * (bits >> 17 & 63U),
      is_96 ? 96 : (operation.is_sparse ? 512 : 256) / TensorPacking{*a, dense}.step(),
      dense,
      is_96 ? operation.scales * 3 / 2 : operation.scales,
      operation.by_pair ? 2U : 1U,
      sparsity,
      operation.is_stationary};
  const std::string objection =
      has(2) != operation.is_sparse
          ? std::string("says that A is ") + (has(2) ? "sparse" : "not sparse")
      : is_scaled ? objection_to_scaled(operation, bits, of)
                  : objection_to(kind, bits, of);
  if (!objection.empty()) stop(warp, step, lane, "the instruction descriptor " + objection);
  if (is_96 && (of.sparsity || !operation.may_be_96))
    stop(warp, step, lane,
         std::string("the instruction descriptor has K = 96") +
             (of.sparsity ? " of a sparse A" : ", which is for sm_103a"));
  if (of.sparsity && of.rows() != TensorMemory::lanes)
    refuse_step(step, "sparse A with 64 rows in a block");
  if (of.sparsity && (bits >> 1 & 1U) != 0)
    refuse_step(step, "the sparsity selector " + std::to_string(bits & 3U));
  if ((of.transposes_a && width_of_entry(of.a) < 8) ||
      (of.transposes_b && width_of_entry(of.b) < 8))
    refuse_step(step, "transposed matrices of elements of 4 or 6 bits");
  return of;
}

/// Entries (i, l), i < count along m or n, l < k, read by the asynchronous proxy from a block's
/// shared memory.
std::vector<double> read_matrix(Warp& warp, const Step& step, unsigned lane, const Block& block,
                                const MatrixDescriptor& matrix, const Beside& beside,
                                unsigned count, unsigned k, const TensorPacking& packing,
                                bool along_k) {
  const unsigned in_unit = packing.in_unit();
  const unsigned units = (along_k ? k : count) / in_unit;
  const unsigned lines = along_k ? count : k;
  std::vector<double> entries(std::size_t{count} * k);
  std::array<std::byte, unit_bytes> bytes{};
  for (unsigned line = 0; line < lines; ++line) {
    for (unsigned unit = 0; unit < units; ++unit) {
      bytes = {};
      read_beside(warp, step, lane, address_in(block, warp, matrix.unit(unit, line, along_k)),
                  beside, std::span(bytes).first(packing.bytes()));
      for (unsigned e = 0; e < in_unit; ++e) {
        const unsigned i = along_k ? line : unit * in_unit + e;
        const unsigned l = along_k ? unit * in_unit + e : line;
        entries[std::size_t{i} * k + l] = entry_of(packing.entry_in(bytes, e), packing.type);
      }
    }
  }
  return entries;
}

/// The entries of A of a block that are held in tensor memory, of each group of lanes: those of a
/// row are side by side in a lane.
std::vector<double> read_rows(TensorAccess& access, unsigned lane, const TensorProduct& of,
                              TensorAddress first) {
  const TensorPacking packing = of.packing_a();
  const unsigned columns = of.held_columns();
  std::vector<double> entries;
  entries.reserve(std::size_t{of.groups()} * of.rows() * columns);
  for (unsigned group = 0; group < of.groups(); ++group) {
    for (unsigned i = 0; i < of.rows(); ++i) {
      for (unsigned l = 0; l < columns; l += packing.in_word()) {
        const TensorAddress at{group * of.rows() + of.lane_of(i), l / packing.in_word()};
        const std::uint32_t word = access.read(at.from(first), both_halves, lane);
        for (unsigned e = 0; e < packing.in_word(); ++e)
          entries.push_back(entry_of(word >> packing.bit_in_word(e), of.a));
      }
    }
  }
  return entries;
}

/// The entries of a block's rows of sparse A, of those that are held.
std::vector<double> sparse_rows(Warp& warp, const Step& step, unsigned lane, TensorAccess& access,
                                const TensorOperands& operands, const std::vector<double>& held) {
  const TensorProduct& of = operands.product;
  const Chunks& chunks = *of.sparsity;
  const std::size_t half = chunks.chunk / 2;
  const auto bits_of = [&](unsigned row, unsigned number) {
    const auto [at, bit] = operands.metadata.place(row, number);
    const std::uint32_t halves = bit < 16 ? low_half : high_half;
    const unsigned bits = access.read(at, halves, lane) >> bit & 15U;
    const std::string objection =
        chunks.objection_to(bits, row, number * chunks.chunk,
                            std::span(held).subspan(row * of.held_columns() + number * half, half));
    if (!objection.empty() && bits != decreasing && access.is_written(at, halves))
      stop(warp, step, lane, objection + ", in " + access.named(at));
    return bits;
  };
  return spread(held, chunks.places(of.rows(), of.k, bits_of), of.rows());
}

/// Multiplies rows of A, or columns of B, with their scale factors, of which each of these tensor
/// memories has copies.
void scale(Warp& warp, const Step& step, unsigned lane, std::span<TensorAccess> accesses,
           const TensorScales& by, unsigned count, std::span<double> entries, unsigned k,
           char name) {
  constexpr unsigned in_word = 4;
  const unsigned end = by.first + count;
  for (unsigned line = 0; line < entries.size() / k; ++line) {
    std::uint64_t factors = 0;
    for (unsigned w = 0; w * in_word < end; ++w) {
      const unsigned from = w == 0 ? by.first : 0;
      const unsigned to = std::min(end - w * in_word, in_word);
      const auto mask =
          static_cast<std::uint32_t>((std::uint64_t{1} << 8 * to) - (std::uint64_t{1} << 8 * from));
      const std::uint32_t halves = (from < 2 ? low_half : 0) | (to > 2 ? high_half : 0);
      const TensorAddress first = by.place(line, 0, w);
      const std::uint32_t word = accesses[0].read(first, halves, lane) & mask;
      for (TensorAccess& access : accesses) {
        for (unsigned copy = &access == accesses.data() ? 1 : 0; copy < by.copies(); ++copy) {
          const TensorAddress at = by.place(line, copy, w);
          const std::uint32_t found = access.read(at, halves, lane) & mask;
          if (found != word && access.is_written(at, halves) &&
              accesses[0].is_written(first, halves)) {
            stop(warp, step, lane,
                 "the scale factors of " + std::string(1, name) + " differ between " +
                     accesses[0].named(first) + " and its copy in " + access.named(at));
          }
        }
      }
      factors |= std::uint64_t{word} << 32 * w;
    }
    for (unsigned l = 0; l < k; ++l)
      entries[std::size_t{line} * k + l] *=
          entry_of(factors >> 8 * (by.first + l * count / k) & 0xffU, by.type);
  }
}

/// That say which lanes are not updated, of 32 lanes each.
std::size_t registers_of_lanes(bool by_pair) {
  return by_pair ? 8 : 4;
}

/// Where an operand in tensor memory may begin.
void check_lane(Warp& warp, const Step& step, unsigned lane, const TensorProduct& of,
                TensorAddress at, const std::string& name) {
  const bool skips_lanes = of.m == 64 && !of.is_stationary;
  if (at.lane == 0 || (skips_lanes && at.lane == 16)) return;
  warp.machine->stop(Fault::Kind::misaligned, warp, step, lane,
                     name + " begins at lane " + std::to_string(at.lane) +
                         " of tensor memory; with M = " + std::to_string(of.m) +
                         " it begins at lane 0" + (skips_lanes ? " or 16" : ""));
}

void multiply(Warp& warp, const Step& step, unsigned lane) {
  const auto& operation = step.as<TensorMultiply>();
  const TensorOperands operands = tensor_operands(warp, step, lane);
  const TensorProduct& of = operands.product;
  const TensorAddress d = operands.d;
  // Each block of a pair has a part of A, of B and of D.
  const std::vector<Block*> blocks = blocks_of_group(warp, step, lane, operation.by_pair);
  std::vector<TensorAccess> accesses;
  std::vector<double> a;
  std::vector<double> b;
  const auto append = [](std::vector<double>& to, const std::vector<double>& part) {
    to.insert(to.end(), part.begin(), part.end());
  };
  for (Block* block : blocks) {
    TensorAccess& access =
        accesses.emplace_back(warp, step, lane, TensorOperation::Kind::multiply,
                              d.lane << 16 | d.column, of.m << 20 | of.n << 8 | of.k, block);
    const std::vector<double> held =
        operation.a_in_tensor_memory
            ? read_rows(access, lane, of, operands.a)
            : read_matrix(warp, step, lane, *block, operands.matrix_a, access.under_way(),
                          of.rows(), of.held_columns(), of.packing_a(), !of.transposes_a);
    append(a, of.sparsity ? sparse_rows(warp, step, lane, access, operands, held) : held);
    append(b, read_matrix(warp, step, lane, *block, operands.matrix_b, access.under_way(),
                          of.n / of.parts, of.k, of.packing_b(), !of.transposes_b));
  }
  if (operation.scales != 0) {
    // A block has the scale factors of its rows, and of all columns.
    const std::size_t part = a.size() / blocks.size();
    for (std::size_t p = 0; p < blocks.size(); ++p)
      scale(warp, step, lane, std::span(&accesses[p], 1), operands.scales[0], of.scales,
            std::span(a).subspan(p * part, part), of.k, 'A');
    scale(warp, step, lane, accesses, operands.scales[1], of.scales, b, of.k, 'B');
  }
  const double sign = of.negates_a != of.negates_b ? -1 : 1;
  const double factor_of_d = std::ldexp(1, -static_cast<int>(operation.scale));
  const std::uint32_t halves = of.d == EntryType::f16 ? low_half : both_halves;
  // By columns of D, since neighbours are summed up together.
  std::vector<double> b_by_k(b.size());
  for (unsigned j = 0; j < of.n; ++j)
    for (unsigned l = 0; l < of.k; ++l)
      b_by_k[std::size_t{l} * of.n + j] = b[std::size_t{j} * of.k + l];
  std::vector<double> sums(of.n);
  const auto groups_of_a = static_cast<unsigned>(a.size() / (std::size_t{of.m} * of.k));
  for (unsigned i = 0; i < of.m; ++i) {
    TensorAccess& access = accesses[of.part_of(i)];
    const auto place = [&](unsigned j) { return of.place(i, j).from(d); };
    if (operands.keeps(place(0).lane)) continue;
    for (unsigned j = 0; j < of.n; ++j)
      sums[j] =
          operands.adds ? factor_of_d * entry_of(access.read(place(j), halves, lane), of.d) : 0;
    for (unsigned l = 0; l < of.k; ++l) {
      for (unsigned group = 0; group < groups_of_a; ++group) {
        // Products of two entries and their scale factors are exact in f64.
        const double factor = sign * a[(std::size_t{group} * of.m + i) * of.k + l];
        const unsigned columns = of.n / groups_of_a;
        for (unsigned j = group * columns; j < (group + 1) * columns; ++j)
          sums[j] += factor * b_by_k[std::size_t{l} * of.n + j];
      }
    }
    for (unsigned j = 0; j < of.n; ++j) {
      access.write(place(j), halves,
                   static_cast<std::uint32_t>(bits_of_entry(sums[j], of.d, of.saturates)), lane);
    }
  }
}

void run_tensor_multiply(Warp& warp, const Step& step, std::uint32_t lanes) {
  one_by_one(lanes, [&](unsigned lane) { multiply(warp, step, lane); });
}

}  // namespace

MatrixDescriptor tensor_matrix(Warp& warp, const Step& step, unsigned lane, std::uint64_t bits,
                               EntryType type, bool along_k, const std::string& name) {
  const auto object = [&](const std::string& what) {
    stop(warp, step, lane, "the descriptor of " + name + " " + what);
  };
  if ((bits >> 46 & 7U) != 1) object("does not have 0b001 in bits 46 to 48");
  if ((bits >> 53 & 0xffU) != 0) object("does not have zeros in bits 53 to 60");
  if ((bits >> 49 & 7U) != 0) refuse_step(step, "matrix descriptors with a base offset");
  const MatrixDescriptor matrix = MatrixDescriptor::of_tcgen05(bits);
  const std::uint64_t mode = bits >> 61;
  if (matrix.swizzled == 0) object("has swizzling mode " + std::to_string(mode));
  if (matrix.continues && (mode != 2 || !along_k))
    object("has an absolute leading address, which is for swizzles of 128 bytes along K");
  if (!along_k && (width_of_entry(type) == 32) != matrix.swizzles_pairs) {
    object(matrix.swizzles_pairs ? "swizzles pairs of units, which is for transposed tf32"
                                 : "is of transposed tf32, and does not swizzle pairs of units");
  }
  if (along_k && matrix.swizzles_pairs) refuse_step(step, "swizzled pairs of units along K");
  return matrix;
}

TensorOperands tensor_operands(Warp& warp, const Step& step, unsigned lane) {
  const auto& operation = step.as<TensorMultiply>();
  const auto operand = [&](std::size_t i) { return warp.row(step.rows[i])[lane]; };
  TensorOperands operands;
  operands.product = product_of(warp, step, lane, static_cast<std::uint32_t>(operand(3)));
  const TensorProduct& of = operands.product;
  operands.d = tensor_address(operand(0) + step.displacement);
  check_lane(warp, step, lane, of, operands.d, "D");
  if (operation.a_in_tensor_memory) {
    operands.a = tensor_address(operand(1) + operation.displacement_of_a);
    check_lane(warp, step, lane, of, operands.a, "A");
    if (operands.a.lane != operands.d.lane)
      stop(warp, step, lane, "A and D begin at different lanes");
    if (of.parts == 2 && of.m == 128)
      refuse_step(step, "A in tensor memory with M = 128 for two blocks");
    if (of.transposes_a)
      stop(warp, step, lane, "the instruction descriptor transposes A, which is in tensor memory");
  } else {
    operands.matrix_a = tensor_matrix(warp, step, lane, operand(1), of.a, !of.transposes_a, "A");
  }
  operands.matrix_b = tensor_matrix(warp, step, lane, operand(2), of.b, !of.transposes_b, "B");
  if (operation.scales != 0) {
    const auto bits = static_cast<std::uint32_t>(operand(3));
    for (std::size_t i = 0; i < 2; ++i) {
      // The upper bits are no part of a lane: CUTLASS keeps the data ID there.
      const TensorAddress base =
          tensor_address((operand(4 + i) + operation.displacements_of_scales[i]) & 0x3fffffffU);
      if (base.lane != 0) refuse_step(step, "scale factors that do not begin at lane 0");
      operands.scales[i] = {scale_type(bits), base, scale_ids(bits)[i]};
    }
    // As the second half of the columns of D is in the upper lanes.
    if (of.parts == 2 && of.m == 128) operands.scales[1].lines = of.n / 2;
    if (std::min(of.n, operands.scales[1].lines) > TensorMemory::lanes) operands.scales[1].step = 8;
  }
  if (of.sparsity) {
    TensorAddress& base = operands.metadata.base;
    base =
        tensor_address(warp.row(step.rows.rbegin()[1])[lane] + operation.displacement_of_metadata);
    check_lane(warp, step, lane, of, base, "the metadata of A");
    if (base.column % 2 != 0) refuse_step(step, "metadata that begin in an odd column");
    base.column += static_cast<std::uint32_t>(operand(3)) & 1U;
    operands.metadata.chunks = of.k / of.sparsity->chunk;
  }
  if (operation.has_mask) {
    // By the table of the ISA, a skip span counts columns that are used, by its examples columns
    // that are not. A mask of zeros without a shift needs neither.
    const std::uint64_t mask = warp.row(step.rows.rbegin()[1])[lane];
    if ((mask >> 39 & 1U) != 0 || mask >> 56 != 0) refuse_step(step, "zero-column masks");
  }
  for (std::size_t i = 0; operation.keeps_lanes && i < registers_of_lanes(operation.by_pair); ++i) {
    const auto kept = static_cast<std::uint32_t>(operand(4 + i));
    // Which lanes of which block these are stands nowhere.
    if (operation.by_pair && kept != 0) refuse_step(step, "lanes that a pair of blocks keeps");
    if (!operation.by_pair) operands.kept[i] = kept;
  }
  operands.adds = warp.row(step.rows.back())[lane] != 0;
  return operands;
}

void tensor_multiply(Decoder& in) {
  static const std::map<std::string_view, Kind> kinds = {
      {"kind::f16", Kind::f16},           {"kind::tf32", Kind::tf32},
      {"kind::f8f6f4", Kind::f8f6f4},     {"kind::i8", Kind::i8},
      {"kind::mxf8f6f4", Kind::mxf8f6f4}, {"kind::mxf4", Kind::mxf4},
      {"kind::mxf4nvf4", Kind::mxf4nvf4}};
  const std::vector<Operand>& o = in.operands();
  TensorMultiply made;
  made.is_sparse = in.has("sp");
  made.is_stationary = in.has("ws");
  made.kind = kinds.at(*std::ranges::find_if(
      in.words(), [](std::string_view word) { return kinds.contains(word); }));
  made.may_be_96 = in.is_for("sm_103a");
  made.by_pair = in.has("cta_group::2");
  if (made.by_pair) in.map_addresses();
  made.a_in_tensor_memory = o[1].kind == Operand::Kind::address;
  // The metadata stand behind b.
  const std::size_t descriptor = made.is_sparse ? 4 : 3;
  made.keeps_lanes = o[descriptor + 1].kind == Operand::Kind::vector;
  if (in.has("block_scale")) {
    made.scales = made.kind == Kind::mxf8f6f4                    ? 1
                  : in.has("scale_vec::4X") || in.has("block16") ? 4
                                                                 : 2;
  }
  const Decoder::Address d = in.address(o[0], StateSpace::generic);
  std::vector<std::uint32_t> rows = {d.row};
  if (made.a_in_tensor_memory) {
    const Decoder::Address a = in.address(o[1], StateSpace::generic);
    made.displacement_of_a = a.displacement;
    rows.push_back(a.row);
  } else {
    rows.push_back(in.source(o[1], "b64"));
  }
  rows.push_back(in.source(o[2], "b64"));
  rows.push_back(in.source(o[descriptor], "b32"));
  std::size_t next = descriptor + 1;
  if (made.keeps_lanes) {
    const std::size_t count = registers_of_lanes(made.by_pair);
    if (o[next].parts.size() != count)
      in.fail("expected " + std::to_string(count) + " registers of lanes");
    for (const Operand& part : o[next].parts)
      rows.push_back(in.source(part, "b32"));
    ++next;
  }
  for (std::size_t i = 0; made.scales != 0 && i < 2; ++i) {
    const Decoder::Address scales = in.address(o[next++], StateSpace::generic);
    made.displacements_of_scales[i] = scales.displacement;
    rows.push_back(scales.row);
  }
  if (made.is_sparse) {
    const Decoder::Address metadata = in.address(o[3], StateSpace::generic);
    made.displacement_of_metadata = metadata.displacement;
    rows.push_back(metadata.row);
  }
  if (next == o.size()) in.fail("expected a predicate");
  made.has_mask = made.is_stationary && next + 1 < o.size();
  if (made.has_mask) rows.push_back(in.source(o[next + 1], "b64"));
  rows.push_back(in.source(o[next++], "pred"));
  if (!made.is_stationary && next < o.size()) {
    constexpr std::uint64_t most = 15;
    if (o[next].kind != Operand::Kind::integer || o[next].bits > most)
      in.fail("expected a number from 0 to 15");
    made.scale = static_cast<unsigned>(o[next].bits);
  }
  Step step = in.deciding_step(&run_tensor_multiply, std::move(rows), 0);
  step.displacement = d.displacement;
  in.add(std::move(step), made);
}

}  // namespace layoutcheck::gpu::ptx
