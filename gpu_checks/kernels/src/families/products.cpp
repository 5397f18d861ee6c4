// The families of matrix products by instructions of warps, warpgroups and blocks: C(i, j) is the
// sum of A(i, k) * B(j, k). Entries are small integers, so that every sum is exact.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <cmath>

namespace layoutcheck::gpu {

namespace {

/// The matrix B begins there behind A, and neither has a number elsewhere.
constexpr Int aligned_elements = 128;
constexpr std::byte no_number{0x7f};
constexpr std::uint32_t warpgroup = 128;
constexpr Int most_columns = 256;
/// So that operands fit in shared memory.
constexpr Int most_depth = 128;

/// The matrices of a product, and their extents.
struct Product {
  Layout a;
  Layout b;
  Layout c;
  Int m = 0;
  Int n = 0;
  Int k = 0;
};

Outcome<Product> product_of(const std::vector<Value>& operands) {
  constexpr Int most_points = Int{1} << 20;
  Product of{layout_at(operands, 0), layout_at(operands, 1), layout_at(operands, 2)};
  for (const Layout* layout : {&of.a, &of.b, &of.c}) {
    if (const std::string why = objection(*layout); !why.empty()) return Undefined{why};
    if (layout->modes().size() != 2 || layout->is_entry()) return Undefined{"it is no matrix"};
    if (!is_plainly_injective(*layout)) return Undefined{"it may have a value twice"};
    if (oracle::size(*layout) > most_points || oracle::cosize(*layout) > most_points)
      return Undefined{"too large a matrix"};
  }
  const auto extent = [](const Layout& layout, std::size_t mode) {
    return static_cast<Int>(oracle::size(layout.modes()[mode]));
  };
  of.m = extent(of.a, 0);
  of.n = extent(of.b, 0);
  of.k = extent(of.a, 1);
  if (extent(of.b, 1) != of.k || extent(of.c, 0) != of.m || extent(of.c, 1) != of.n)
    return Undefined{"the extents are not those of a product"};
  return of;
}

/// Where B begins in the source.
Int begin_of_b(const Product& of) {
  return rounded_up(static_cast<Int>(oracle::cosize(of.a)), aligned_elements);
}

/// The scale factor of a row, or column, for a block of 32 entries, as the exponent of 2.
Int scale(Int line, Int block, Int seed) {
  return (line + 3 * block + line / 32 + seed) % 4 - 2;
}

/// A product by blocks of `rows` rows and `columns` columns. Numbers of `width` bytes have so many
/// bits of exponent and fraction.
struct Shape {
  Int rows;
  Int columns;
  Int width = 2;
  unsigned exponents = 5;
  unsigned fractions = 10;
  bool has_scales = false;
};

Job product_job(const std::string& file, const std::string& entry, const std::string& architecture,
                const Product& of, const Shape& shape) {
  const Int b_at = begin_of_b(of);
  Job job = make_job(file, entry, b_at + static_cast<Int>(oracle::cosize(of.b)),
                     static_cast<Int>(oracle::cosize(of.c)), 4);
  job.architecture = architecture;
  job.by_block = true;
  job.checks_shared = false;
  job.launch.grid = {static_cast<std::uint32_t>(of.m / shape.rows),
                     static_cast<std::uint32_t>(of.n / shape.columns), 1};
  job.elements = of.m * of.n;

  const Points a(of.a);
  const Points b(of.b);
  const Points c(of.c);
  BufferSpec& source = job.buffers[source_buffer];
  source.width = static_cast<std::uint32_t>(shape.width);
  source.fill.kind = Fill::Kind::bytes;
  source.bytes = static_cast<std::uint64_t>((b_at + b.cosize()) * shape.width);
  source.fill.bytes.assign(source.bytes, no_number);
  const auto put = [&](Int place, Int number) {
    const std::uint32_t bits = floating_bits(number, shape.exponents, shape.fractions);
    for (Int i = 0; i < shape.width; ++i)
      source.fill.bytes[static_cast<std::size_t>(place * shape.width + i)] =
          static_cast<std::byte>(bits >> (8 * i) & 0xffU);
  };
  for (Int l = 0; l < of.k; ++l) {
    for (Int i = 0; i < of.m; ++i)
      put(a(i + of.m * l), small_entry(i, l, 1));
    for (Int j = 0; j < of.n; ++j)
      put(b_at + b(j + of.n * l), small_entry(j, l, 2));
  }

  job.expect = [=](const Dim3& block, const Dim3&, Touches& touches) {
    const Int first_row = block.x * shape.rows;
    const Int first_column = block.y * shape.columns;
    for (Int l = 0; l < of.k; ++l) {
      for (Int i = first_row; i < first_row + shape.rows; ++i)
        touches.reads.push_back(a(i + of.m * l));
      for (Int j = first_column; j < first_column + shape.columns; ++j)
        touches.reads.push_back(b_at + b(j + of.n * l));
    }
    for (Int j = first_column; j < first_column + shape.columns; ++j) {
      for (Int i = first_row; i < first_row + shape.rows; ++i) {
        double sum = 0;
        for (Int l = 0; l < of.k; ++l) {
          const auto term = static_cast<double>(small_entry(i, l, 1) * small_entry(j, l, 2));
          const Int exponent = shape.has_scales ? scale(i, l / 32, 1) + scale(j, l / 32, 2) : 0;
          sum += std::ldexp(term, static_cast<int>(exponent));
        }
        touches.writes.push_back(c(i + of.m * j));
        touches.values.push_back(float_bits(static_cast<float>(sum)));
      }
    }
  };
  return job;
}

/// The pitch of a flat matrix with one contiguous mode, and which it is; nothing if it is another
/// one, or the fragments of tiles of so many rows and columns are not aligned.
struct Pitch {
  std::int32_t pitch;
  std::int32_t by_columns;
};
std::optional<Pitch> pitch_of(const Layout& matrix, Int tile_rows, Int tile_columns, Int width) {
  constexpr Int aligned = 32;
  if (!matrix.is_flat()) return std::nullopt;
  const bool by_columns = matrix.strides()[0] == 1;
  const std::size_t contiguous = by_columns ? 0 : 1;
  const Int pitch = matrix.strides()[1 - contiguous];
  const Int extent = matrix.extents()[contiguous];
  const Int tile = by_columns ? tile_rows : tile_columns;
  // A pitch is of whole units of 16 bytes.
  if (matrix.strides()[contiguous] != 1 || pitch * width % (aligned / 2) != 0 || pitch < extent ||
      (tile * width % aligned != 0 && tile != extent))
    return std::nullopt;
  return Pitch{static_cast<std::int32_t>(pitch), by_columns ? 1 : 0};
}

/// struct Matrices of cu/wmma.cu without its pointers.
struct DeviceMatrices {
  std::int32_t depth;
  std::int32_t pitch_a;
  std::int32_t pitch_b;
  std::int32_t pitch_c;
  std::int32_t a_by_columns;
  std::int32_t b_by_columns;
  std::int32_t c_by_columns;
};

Outcome<Job> wmma(const std::vector<Value>& operands) {
  const Outcome<Product> of = product_of(operands);
  if (!of) return of.undefined();
  const auto which = static_cast<std::size_t>(std::get<Int>(operands[3]));
  constexpr std::array shapes = {Shape{16, 16}, Shape{32, 8}, Shape{8, 32}};
  if (which >= shapes.size()) return Undefined{"there is no such shape"};
  const Shape& shape = shapes[which];
  if (of->m % shape.rows != 0 || of->n % shape.columns != 0 || of->k % 16 != 0)
    return Undefined{"tiles do not divide it"};
  const auto a = pitch_of(of->a, shape.rows, 16, 2);
  const auto b = pitch_of(of->b, shape.columns, 16, 2);
  const auto c = pitch_of(of->c, shape.rows, shape.columns, 4);
  if (!a || !b || !c) return Undefined{"neither rows nor columns are contiguous and aligned"};
  Job job = product_job(
      "wmma", "wmma_m" + std::to_string(shape.rows) + "n" + std::to_string(shape.columns) + "k16",
      "sm_80", *of, shape);
  job.launch.block = {32, 1, 1};
  // Of B(j, k), what is contiguous along k is a column.
  job.launch.arguments = {
      source_argument(), Argument::pointer({source_buffer}, begin_of_b(*of) * shape.width),
      destination_argument(),
      Argument::value(DeviceMatrices{static_cast<std::int32_t>(of->k), a->pitch, b->pitch, c->pitch,
                                     a->by_columns, 1 - b->by_columns, c->by_columns})};
  return job;
}

/// How an operand lies in shared memory: its swizzle, of 16 (none), 32, 64 or 128 bytes; whether
/// neighbors are neighbors along k; whether the spans follow each other before the lines do; and
/// whether there are gaps.
struct Arrangement {
  unsigned swizzle = 0;
  bool along_k = true;
  bool spans_first = false;
  bool has_gaps = false;
};

std::optional<Arrangement> arrangement_of(const Value& operand) {
  const Tuple& numbers = std::get<NestedTuple>(operand).entries();
  if (numbers.size() != 3 || numbers[0] > 3 || numbers[1] > 1 || numbers[2] > 3)
    return std::nullopt;
  return Arrangement{static_cast<unsigned>(numbers[0]), numbers[1] == 0, numbers[2] % 2 == 1,
                     numbers[2] / 2 == 1};
}

/// struct Operand of cu/operand.cuh.
struct DeviceOperand {
  DeviceLayout<std::int64_t> layout;
  std::int64_t all_rows = 0;
  std::int32_t rows = 0;
  std::int32_t width = 0;
  std::int32_t along_k = 0;
  std::int32_t span = 0;
  std::int32_t swizzle = 0;
  std::int32_t next_span = 0;
  std::int32_t next_lines = 0;
  std::int32_t bytes = 0;
  std::uint64_t descriptor = 0;
};

/// PTX ISA, "Canonical Layouts" and "Matrix Descriptor": without a swizzle the descriptor's offsets
/// are those along k and along the other dimension; with one, those between spans and between eight
/// lines.
DeviceOperand on_device(const Layout& matrix, Int rows, Int k, Int width,
                        const Arrangement& arranged) {
  DeviceOperand to{DeviceLayout<std::int64_t>(matrix)};
  const Int span = Int{16} << arranged.swizzle;
  const Int spans = ceil_div((arranged.along_k ? k : rows) * width, span);
  const Int lines = ceil_div(arranged.along_k ? rows : k, 8);
  const Int unit = 8 * span * (arranged.has_gaps ? 2 : 1);
  const Int next_span = arranged.spans_first ? unit : unit * lines;
  const Int next_lines = arranged.spans_first ? unit * spans : unit;
  to.all_rows = static_cast<Int>(oracle::size(matrix.modes()[0]));
  to.rows = static_cast<std::int32_t>(rows);
  to.width = static_cast<std::int32_t>(width);
  to.along_k = arranged.along_k ? 1 : 0;
  to.span = static_cast<std::int32_t>(span);
  to.swizzle = static_cast<std::int32_t>(span - 16);
  to.next_span = static_cast<std::int32_t>(next_span);
  to.next_lines = static_cast<std::int32_t>(next_lines);
  to.bytes = static_cast<std::int32_t>(rounded_up(unit * spans * lines, repetition_of_swizzles));
  const bool swaps = arranged.swizzle == 0 && !arranged.along_k;
  const auto leading = static_cast<std::uint64_t>(swaps ? next_lines : next_span);
  const auto stride = static_cast<std::uint64_t>(swaps ? next_span : next_lines);
  to.descriptor = leading >> 4 << 16 | stride >> 4 << 32;
  return to;
}

/// Both operands of a product from shared memory.
struct Staged {
  Arrangement of_a;
  Arrangement of_b;
  DeviceOperand a;
  DeviceOperand b;
};

/// `mark` is what descriptors have beside offsets and swizzle.
Outcome<Staged> staged(const Product& of, const std::vector<Value>& operands, const Shape& shape,
                       std::uint64_t mark = 0) {
  // From bit 61 on of descriptors of tcgen05; those of wgmma have half of each from bit 62 on.
  constexpr std::array<std::uint64_t, 4> modes = {0, 6, 4, 2};
  constexpr Int most_bytes = 160 << 10;
  const auto a = arrangement_of(operands[3]);
  const auto b = arrangement_of(operands[4]);
  if (!a || !b) return Undefined{"there is no such arrangement"};
  Staged both{*a, *b, on_device(of.a, shape.rows, of.k, shape.width, *a),
              on_device(of.b, shape.columns, of.k, shape.width, *b)};
  if (both.a.bytes + both.b.bytes > most_bytes) return Undefined{"too much shared memory"};
  both.a.descriptor |= modes[a->swizzle] << 61 | mark;
  both.b.descriptor |= modes[b->swizzle] << 61 | mark;
  return both;
}

void launch_staged(Job& job, const Product& of, const Shape& shape, const Staged& both,
                   const std::vector<Argument>& more) {
  job.launch.block = {warpgroup, 1, 1};
  job.launch.dynamic_shared = static_cast<std::uint32_t>(
      both.a.bytes + both.b.bytes + static_cast<std::int32_t>(repetition_of_swizzles));
  job.launch.arguments = {Argument::value(both.a), Argument::value(both.b),
                          Argument::value(DeviceLayout<std::int64_t>(of.c)),
                          Argument::value(static_cast<std::int32_t>(of.k))};
  job.launch.arguments.insert(job.launch.arguments.end(), more.begin(), more.end());
  job.launch.arguments.push_back(source_argument());
  job.launch.arguments.push_back(Argument::pointer({source_buffer}, begin_of_b(of) * shape.width));
  job.launch.arguments.push_back(destination_argument());
}

/// The instruction of n columns, as cu/wgmma.cu takes it.
std::string definitions_of_wgmma(Int n, const Staged& both) {
  const Int sums = n / 2;
  std::string registers;
  std::string operands;
  for (Int i = 0; i < sums; ++i) {
    registers += (i == 0 ? "%" : ", %") + std::to_string(i);
    operands += std::string(i == 0 ? "" : ", ") + "\"+f\"((SUMS)[" + std::to_string(i) + "])";
  }
  const auto operand = [&](Int i) { return "%" + std::to_string(sums + i); };
  return "constexpr int columns = " + std::to_string(n) +
         ";\n#define MULTIPLY(SUMS, A, B, ADDS) asm volatile(\"{\\n.reg .pred adds;\\nsetp.ne.b32 "
         "adds, " +
         operand(2) + ", 0;\\nwgmma.mma_async.sync.aligned.m64n" + std::to_string(n) +
         "k16.f32.f16.f16 {" + registers + "}, " + operand(0) + ", " + operand(1) +
         ", adds, 1, 1, " + (both.of_a.along_k ? "0" : "1") + ", " +
         (both.of_b.along_k ? "0" : "1") + ";\\n}\\n\" : " + operands +
         " : \"l\"(A), \"l\"(B), \"r\"(static_cast<int>(ADDS)))\n";
}

Outcome<Job> wgmma(const std::vector<Value>& operands) {
  const Outcome<Product> of = product_of(operands);
  if (!of) return of.undefined();
  if (of->m % 64 != 0 || of->n % 8 != 0 || of->n > most_columns || of->k % 16 != 0 ||
      of->k > most_depth)
    return Undefined{"wgmma has no such shape"};
  const Shape shape{64, of->n};
  const Outcome<Staged> both = staged(*of, operands, shape);
  if (!both) return both.undefined();
  Job job = product_job("wgmma", "wgmma", "sm_90a", *of, shape);
  job.source = definitions_of_wgmma(of->n, *both) + job.source;
  launch_staged(job, *of, shape, *both, {});
  return job;
}

/// Bits of instruction descriptors that all kinds have (PTX ISA, "Instruction descriptor").
std::uint32_t instruction_of(const Staged& both, Int n) {
  return (both.of_a.along_k ? 0 : 1U << 15) | (both.of_b.along_k ? 0 : 1U << 16) |
         static_cast<std::uint32_t>(n / 8) << 17;
}

constexpr std::uint64_t mark_of_tcgen05 = std::uint64_t{1} << 46;

Outcome<Job> tcgen05(const std::vector<Value>& operands) {
  const Outcome<Product> of = product_of(operands);
  if (!of) return of.undefined();
  const Int rows = of->m % 128 == 0 ? 128 : 64;
  if (of->m % rows != 0 || of->n % (rows == 64 ? 8 : 16) != 0 || of->n > most_columns ||
      of->k % 16 != 0 || of->k > most_depth)
    return Undefined{"tcgen05.mma has no such shape"};
  const Shape shape{rows, of->n};
  const Outcome<Staged> both = staged(*of, operands, shape, mark_of_tcgen05);
  if (!both) return both.undefined();
  Job job = product_job("tcgen05", "tcgen05", "sm_100a", *of, shape);
  constexpr std::uint32_t sums_in_f32 = 1U << 4;
  launch_staged(job, *of, shape, *both,
                {Argument::value(instruction_of(*both, of->n) | sums_in_f32 |
                                 static_cast<std::uint32_t>(rows / 16) << 24)});
  return job;
}

Outcome<Job> tcgen05_scaled(const std::vector<Value>& operands) {
  const Outcome<Product> of = product_of(operands);
  if (!of) return of.undefined();
  constexpr Int rows = 128;
  if (of->m % rows != 0 || of->n % 16 != 0 || of->n > most_columns || of->k % 32 != 0 ||
      of->k > most_depth)
    return Undefined{"tcgen05.mma with scale factors has no such shape"};
  const Shape shape{rows, of->n, 1, 4, 3, true};
  const Outcome<Staged> both = staged(*of, operands, shape, mark_of_tcgen05);
  if (!both) return both.undefined();
  Job job = product_job("tcgen05", "tcgen05_scaled", "sm_100a", *of, shape);
  // A word for each row of A, then of B, with a byte for each block.
  constexpr Int bias = 127;
  Tuple scales;
  for (Int line = 0; line < of->m + of->n; ++line)
    for (Int block = 0; block < 4; ++block)
      scales.push_back(bias +
                       (line < of->m ? scale(line, block, 1) : scale(line - of->m, block, 2)));
  job.buffers.push_back(table_of<std::uint8_t>(scales));
  constexpr std::uint32_t scales_of_ue8m0 = 1U << 23;
  constexpr std::uint32_t rows_of_128 = 1U << 27;
  launch_staged(job, *of, shape, *both,
                {Argument::value(instruction_of(*both, of->n) | scales_of_ue8m0 | rows_of_128),
                 Argument::pointer({job.buffers.size() - 1})});
  return job;
}

}  // namespace

std::vector<Family> product_families() {
  const std::vector<Sort> staged = {Sort::layout, Sort::layout, Sort::layout, Sort::flat_tuple,
                                    Sort::flat_tuple};
  Family by_warpgroup{
      "wgmma",
      "a product by wgmma from swizzled shared memory: A, B, C, arrangements",
      staged,
      wgmma,
      {"gpu.wgmma((64,32):(40,1), (24,32):(32,1), (64,24):(1,64), (2,0,0), (3,0,0))",
       "gpu.wgmma((128,16):(1,128), (8,16):(1,8), (128,8):(8,1), (3,1,0), (0,1,3))"}};
  by_warpgroup.compiles_each = true;
  return {
      {"wmma",
       "a product by wmma from global memory: A, B, C, and the shape's number",
       {Sort::layout, Sort::layout, Sort::layout, Sort::integer},
       wmma,
       {"gpu.wmma((32,32):(40,1), (16,32):(1,24), (32,16):(1,36), 0)",
        "gpu.wmma((32,16):(1,32), (32,16):(16,1), (32,32):(32,1), 1)",
        "gpu.wmma((8,16):(16,1), (32,16):(1,32), (8,32):(32,1), 2)"}},
      by_warpgroup,
      {"tcgen05",
       "a product in tensor memory from swizzled shared memory: A, B, C, arrangements",
       staged,
       tcgen05,
       {"gpu.tcgen05((128,32):(40,1), (48,32):(1,48), (128,48):(1,128), (2,0,0), (3,1,0))",
        "gpu.tcgen05((64,16):(1,64), (8,16):(16,1), (64,8):(8,1), (0,1,1), (0,0,2))"}},
      {"tcgen05_scaled",
       "the same in e4m3 with a scale factor for each 32 entries along k",
       staged,
       tcgen05_scaled,
       {"gpu.tcgen05_scaled((128,64):(64,1), (48,64):(64,1), (128,48):(1,128), (2,0,0), (3,0,1))",
        "gpu.tcgen05_scaled((256,128):(1,256), (16,128):(1,16), (256,16):(16,1), (3,1,0), "
        "(0,1,0))"}},
  };
}

}  // namespace layoutcheck::gpu
