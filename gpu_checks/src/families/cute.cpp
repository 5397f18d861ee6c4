// The families of CuTe itself: a static layout, a swizzled tiled copy, a matrix product.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

#include <cstring>

namespace layoutcheck::gpu {

namespace {

Outcome<Job> with_cutlass(Job job) {
  job.needs_cutlass = true;
  return job;
}

/// "make_shape(Int<2>{}, make_shape(Int<3>{}, Int<4>{}))"
std::string as_static(const NestedTuple& tuple, const std::string& make) {
  if (tuple.is_entry()) return "Int<" + std::to_string(tuple.entries().front()) + ">{}";
  std::string text;
  for (const NestedTuple& mode : tuple.modes())
    text += (text.empty() ? "" : ", ") + as_static(mode, make);
  return make + "(" + text + ")";
}

Outcome<Job> layout(const std::vector<Value>& operands) {
  constexpr std::uint32_t block_size = 256;
  const Layout& layout = std::get<Layout>(operands.front());
  if (const std::string why = objection(layout); !why.empty()) return Undefined{why};
  // CuTe has no empty tuples inside of a shape that make_shape() would take.
  if (layout.profile().word().find("()") != std::string::npos) {
    return Undefined{to_string(layout) + " has an empty mode"};
  }
  const Points at(layout);
  const Int n = at.size();
  Job job = make_job("cute_layout", "cute_layout", at.cosize(), n);
  job.source = "#define SHAPE " + as_static(layout.shape(), "make_shape") + "\n#define STRIDE " +
               as_static(layout.stride(), "make_stride") + "\n" + job.source;
  job.launch.arguments = {source_argument(), destination_argument()};
  job.elements = n;
  job.largest_index = last_index(n, block_size);
  job.largest_offset = at.cosize() - 1;
  over_indices(job, n, block_size, layout);
  expect_gather(job, at, block_size);
  return with_cutlass(std::move(job));
}

/// Swizzle<3,2,3> of the place in a row-major tile of 32 × 32: the three digits above the lowest
/// two of the column, each plus one of the row's lowest three, modulo 2.
Int in_tile(Int row, Int column) {
  Int place = 32 * row + column % 4;
  for (Int digit = 1; digit < 8; digit *= 2)
    place += (column / 4 / digit + row / digit) % 2 * digit * 4;
  return place;
}

Outcome<Job> tile(const std::vector<Value>& operands) {
  constexpr Int side = 32;
  const Layout& source = std::get<Layout>(operands[0]);
  const Layout& destination = std::get<Layout>(operands[1]);
  for (const Layout* layout : {&source, &destination}) {
    if (const std::string why = objection(*layout); !why.empty()) return Undefined{why};
    if (!layout->is_flat() || layout->length() != 2) return Undefined{"it is no matrix"};
  }
  const Int rows = source.extents()[0];
  const Int columns = source.extents()[1];
  const Int row_stride = source.strides()[0];
  const Int column_stride = destination.strides()[1];
  if (destination.extents() != source.extents() || rows % side != 0 || columns % side != 0) {
    return Undefined{"tiles of 32 by 32 do not divide both matrices"};
  }
  if (source.strides()[1] != 1 || row_stride % 4 != 0 || row_stride < columns ||
      destination.strides()[0] != 1 || column_stride < rows) {
    return Undefined{
        "the source is not row-major in aligned vectors, or the destination not "
        "column-major"};
  }
  if (columns / side > 65535) return Undefined{"a grid of such height"};
  const Points from(source);
  const Points to(destination);
  Job job = make_job("cute_tile", "cute_tile", from.cosize(), to.cosize());
  job.buffers[source_buffer].vector = 4;
  job.launch.arguments = {source_argument(),
                          destination_argument(),
                          Argument::value(static_cast<std::int32_t>(rows)),
                          Argument::value(static_cast<std::int32_t>(columns)),
                          Argument::value(static_cast<std::int32_t>(row_stride)),
                          Argument::value(static_cast<std::int32_t>(column_stride))};
  job.launch.block = {128, 1, 1};
  job.launch.grid = {static_cast<std::uint32_t>(rows / side),
                     static_cast<std::uint32_t>(columns / side), 1};
  job.elements = rows * columns;
  job.largest_offset = std::max(from.cosize(), to.cosize()) - 1;
  choose_blocks(job, std::max(from.cosize(), to.cosize()));
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int first_row = block.x * side;
    const Int first_column = block.y * side;
    const Int t = thread.x;
    // 16 × 8 threads, row-major, with a vector each, twice.
    for (Int row = t / 8; row < side; row += 16) {
      const Int column = t % 8 * 4;
      touches.reads.push_back(from(first_row + row + rows * (first_column + column)));
      touches.shared_writes.push_back(in_tile(row, column));
    }
    // 32 × 4 threads, column-major, with an element each, eight times.
    for (Int column = t / 32; column < side; column += 4) {
      const Int row = t % 32;
      const Int i = first_row + row + rows * (first_column + column);
      touches.shared_reads.push_back(in_tile(row, column));
      touches.writes.push_back(to(i));
      touches.values.push_back(from(i));
    }
  };
  return with_cutlass(std::move(job));
}

/// The bits of a small integer as a number of 16 bits in floating point.
std::uint16_t half_bits(Int x) {
  if (x == 0) return 0;
  const auto magnitude = static_cast<std::uint32_t>(x < 0 ? -x : x);
  std::uint32_t exponent = 0;
  while (magnitude >> (exponent + 1) != 0)
    ++exponent;
  const std::uint32_t fraction = (magnitude << (10 - exponent)) & 0x3ffU;
  return static_cast<std::uint16_t>((x < 0 ? 0x8000U : 0U) | ((exponent + 15) << 10) | fraction);
}

Int float_bits(Int x) {
  const auto number = static_cast<float>(x);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

/// C = A·Bᵀ of small integers; the operands are the extents of C and the length of the sums.
Outcome<Job> gemm(const std::vector<Value>& operands) {
  constexpr Int side = 64;
  constexpr Int depth = 32;
  const Int m = std::get<Int>(operands[0]);
  const Int n = std::get<Int>(operands[1]);
  const Int k = std::get<Int>(operands[2]);
  if (m % side != 0 || n % side != 0 || k % depth != 0) return Undefined{"tiles do not divide it"};
  if (m > 1024 || n > 1024 || k > 1024) return Undefined{"too much work"};
  const auto factor = [](Int row, Int column, Int seed) {
    return (row * 7 + column * 5 + row * column * seed) % 11 - 5;
  };
  Job job = make_job("cute_gemm", "cute_gemm", (m + n) * k, m * n);
  BufferSpec& factors = job.buffers[source_buffer];
  factors.width = 2;
  factors.vector = 8;
  factors.bytes = static_cast<std::uint64_t>((m + n) * k) * 2;
  factors.fill.kind = Fill::Kind::bytes;
  for (Int row = 0; row < m + n; ++row) {
    for (Int column = 0; column < k; ++column) {
      const std::uint16_t bits =
          half_bits(row < m ? factor(row, column, 1) : factor(row - m, column, 2));
      factors.fill.bytes.push_back(static_cast<std::byte>(bits & 0xffU));
      factors.fill.bytes.push_back(static_cast<std::byte>(bits >> 8U));
    }
  }
  job.checks_shared = false;
  job.launch.arguments = {source_argument(),
                          Argument::pointer({source_buffer}, m * k * 2),
                          destination_argument(),
                          Argument::value(static_cast<std::int32_t>(m)),
                          Argument::value(static_cast<std::int32_t>(n)),
                          Argument::value(static_cast<std::int32_t>(k))};
  job.launch.block = {128, 1, 1};
  job.launch.grid = {static_cast<std::uint32_t>(m / side), static_cast<std::uint32_t>(n / side), 1};
  job.elements = m * n;
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int t = thread.x;
    // 32 × 4 threads, row-major, with eight neighbours each, twice, of both factors.
    for (Int step = 0; step < k; step += depth) {
      for (Int row = t / 4; row < side; row += 32) {
        const Int column = step + t % 4 * 8;
        touches.reads.push_back((block.x * side + row) * k + column);
        touches.reads.push_back((m + block.y * side + row) * k + column);
      }
    }
    // Two by two warps; in a product of 16 × 8 a lane has two neighbours of one row, and those
    // eight rows below.
    const Int lane = t % 32;
    const Int warp = t / 32;
    for (Int row = lane / 4 + warp % 2 * 16; row < side; row += 32) {
      for (const Int below : {0, 8}) {
        for (Int column = lane % 4 * 2 + warp / 2 * 8; column < side; column += 16) {
          for (const Int beside : {0, 1}) {
            const Int i = block.x * side + row + below;
            const Int j = block.y * side + column + beside;
            Int sum = 0;
            for (Int l = 0; l < k; ++l)
              sum += factor(i, l, 1) * factor(j, l, 2);
            touches.writes.push_back(i + m * j);
            touches.values.push_back(float_bits(sum));
          }
        }
      }
    }
  };
  return with_cutlass(std::move(job));
}

}  // namespace

std::vector<Family> cute_families() {
  return {
      {"cute_layout",
       "a static CuTe layout, int",
       {Sort::layout},
       layout,
       {"gpu.cute_layout((4,(3,5)):(1,(20,4)))", "gpu.cute_layout((7,11,13):(143,13,1))"}},
      {"cute_tile",
       "a CuTe tiled copy by cp.async through a swizzled tile, int",
       {Sort::layout, Sort::layout},
       tile,
       {"gpu.cute_tile((32,32):(32,1), (32,32):(1,32))",
        "gpu.cute_tile((96,64):(68,1), (96,64):(1,97))"}},
      {"cute_gemm",
       "a CuTe matrix product: cp.async, ldmatrix, mma; m, n, k",
       {Sort::positive, Sort::positive, Sort::positive},
       gemm,
       {"gpu.cute_gemm(64, 64, 32)", "gpu.cute_gemm(128, 64, 96)"}},
  };
}

}  // namespace layoutcheck::gpu
