// What Triton compiles for sm_100, by tcgen05.mma with an accumulator in tensor memory: products of
// matrices and an attention, held against plain loops; and what is said when a part is missing.
#include "compiled.hpp"
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// What Triton says that a kernel needs, and whether it makes tensor maps in global memory.
struct Compiled {
  std::string file;
  std::uint32_t shared_bytes;
  bool makes_maps = false;
};
const Compiled by_pointers{"dot_fp16.sm_100.ptx", 98320};
const Compiled by_maps{"dot_by_maps_fp16.sm_100.ptx", 98352, true};

constexpr int tile = 128;

struct Sizes {
  int m = tile;
  int n = tile;
  int k = 192;
};

/// Small integers, so that every sum is exact in f32 and in f16.
int entry(int i, int j, int seed) {
  return (7 * i + 3 * j + i * j + seed) % 5 - 2;
}

std::uint16_t half(int value) {
  if (value == 0) return 0;
  const auto f32 = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return static_cast<std::uint16_t>((f32 >> 31) << 15 | ((f32 >> 23 & 0xffU) - 112) << 10 |
                                    (f32 >> 13 & 0x3ffU));
}

Fill matrix(int rows, int columns, int seed) {
  Fill fill{Fill::Kind::bytes};
  fill.bytes.resize(std::size_t{2} * static_cast<std::size_t>(rows * columns));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const std::uint16_t bits = half(entry(i, j, seed));
      std::memcpy(&fill.bytes[std::size_t{2} * static_cast<std::size_t>(i * columns + j)], &bits,
                  2);
    }
  }
  return fill;
}

struct Ran {
  LaunchReport report;
  std::vector<std::uint16_t> c;

  [[nodiscard]] std::string first() const {
    return report.faults.empty() ? "" : to_string(report.faults[0]);
  }
};

Ran ran(const Compiled& compiled, const std::string& text, const Sizes& of,
        std::uint64_t order = 0) {
  PtxOptions options;
  options.order = order;
  options.exact = true;
  Device device(text, options);
  Executor& executor = device.executor();
  const Buffer a =
      executor.allocate(static_cast<std::uint64_t>(2 * of.m * of.k), matrix(of.m, of.k, 1));
  const Buffer b =
      executor.allocate(static_cast<std::uint64_t>(2 * of.k * of.n), matrix(of.k, of.n, 2));
  const auto count = static_cast<std::size_t>(of.m * of.n);
  const Buffer c = executor.allocate(2 * count, Fill{});
  const Dim3 grid{static_cast<std::uint32_t>(of.m / tile), static_cast<std::uint32_t>(of.n / tile),
                  1};
  const Buffer scratch = executor.allocate(4096 * grid.count(), Fill{});
  std::vector<Argument> arguments = {Argument::pointer(a), Argument::pointer(b),
                                     Argument::pointer(c)};
  for (const std::int32_t number : {of.m, of.n, of.k})
    arguments.push_back(Argument::value(number));
  arguments.push_back(compiled.makes_maps ? Argument::pointer(scratch)
                                          : Argument::value(std::uint64_t{0}));
  arguments.push_back(Argument::value(std::uint64_t{0}));
  Ran found{device.launch(grid, {128}, arguments, compiled.shared_bytes), {}};
  found.c = device.read<std::uint16_t>(c, count);
  return found;
}

void expect_product(const Compiled& compiled, const Sizes& of, std::uint64_t order = 0) {
  const Ran found = ran(compiled, compiled_ptx(compiled.file), of, order);
  EXPECT_TRUE(found.report.finished);
  ASSERT_THAT(faults_of(found.report), ElementsAre()) << found.first();
  for (int i = 0; i < of.m; ++i) {
    for (int j = 0; j < of.n; ++j) {
      int sum = 0;
      for (int l = 0; l < of.k; ++l)
        sum += entry(i, l, 1) * entry(l, j, 2);
      ASSERT_EQ(found.c[static_cast<std::size_t>(i * of.n + j)], half(sum)) << i << ", " << j;
    }
  }
}

TEST(PtxTcgen05Triton, IsTheProductWithoutAFault) {
  expect_product(by_pointers, {128, 128, 64});
  expect_product(by_pointers, {256, 128, 192});
  expect_product(by_pointers, {128, 256, 448});
}

TEST(PtxTcgen05Triton, IsTheProductByTensorMaps) {
  expect_product(by_maps, {128, 128, 64});
  expect_product(by_maps, {256, 128, 320});
}

/// What is found first where another text stands in the place of the last of these.
std::string planted(const Compiled& compiled, std::string_view what, std::string_view by) {
  std::string text = compiled_ptx(compiled.file);
  const std::size_t at = text.rfind(what);
  EXPECT_NE(at, std::string::npos) << what;
  const Ran found = ran(compiled, text.replace(at, what.size(), by), {});
  if (found.report.faults.empty()) return "";
  const Fault& fault = found.report.faults[0];
  return std::string(name(fault.kind)) + ": " + fault.instruction.substr(0, 16) + ": " +
         fault.message;
}

TEST(PtxTcgen05Triton, IsTheProductInAnyOrderOfWarps) {
  for (const std::uint64_t order : {1U, 2U, 3U})
    for (const Compiled& compiled : {by_pointers, by_maps})
      expect_product(compiled, {}, order);
}

TEST(PtxTcgen05Triton, PlantedMistakesAreFound) {
  for (const Compiled& compiled : {by_pointers, by_maps}) {
    EXPECT_THAT(
        planted(compiled, "tcgen05.wait::ld.sync.aligned;", ""),
        AllOf(StartsWith("race: tcgen05.dealloc."), HasSubstr("is released, which was read"),
              HasSubstr("no tcgen05.wait::ld has completed that")));
    EXPECT_THAT(planted(compiled, "tcgen05.wait::st.sync.aligned;", ""),
                AllOf(StartsWith("race: "), HasSubstr("tcgen05.mma"),
                      HasSubstr("no tcgen05.wait::st has completed that")));
    // The last wait is that before the load.
    EXPECT_THAT(planted(compiled, "mbarrier.try_wait.parity.shared::cta.b64 complete,",
                        "setp.eq.u32 complete, %r1, %r1; //"),
                AllOf(StartsWith("race: tcgen05.ld.sync."),
                      HasSubstr("nothing has waited for the mbarrier of its tcgen05.commit")));
    EXPECT_THAT(planted(compiled, "@%p1 tcgen05.dealloc", "//"),
                StartsWith("allocation: tcgen05.alloc.ct: 128 columns are allocated, and not "
                           "released"));
  }
  EXPECT_THAT(planted(by_pointers, "%r427, 128;", "%r427, 64;"),
              HasSubstr("64 columns are released of 128 that were allocated in line 38"));
  // Lanes that are not the warp's own, and columns that are not the block's.
  EXPECT_THAT(planted(by_pointers, "shl.b32 \t%r106, %r13, 21;", "shl.b32 \t%r106, %r13, 5;"),
              HasSubstr("are accessed by warp 1, whose are 32 to 63"));
  EXPECT_THAT(planted(by_pointers, "[%r362 + 0];", "[%r362 + 64];"),
              HasSubstr("column 128 of tensor memory, which is not allocated"));
  EXPECT_THAT(planted(by_pointers, "fence.proxy.async.shared::cta;", ""),
              HasSubstr("no fence.proxy.async is between the two"));
  // Another swizzle reads what nobody has written.
  EXPECT_THAT(planted(by_pointers, "mov.b32 \t%r141, 1073758272;", "mov.b32 \t%r141, -1073725376;"),
              AllOf(StartsWith("uninitialized: "), HasSubstr("tcgen05.mma")));
}

// Attention: 64 queries and tiles of 64 keys, rows of 32 numbers.

constexpr int queries = 64;
constexpr int width = 32;
constexpr float scale = 0.125;

double number(std::uint16_t f16) {
  const int exponent = f16 >> 10 & 31;
  const double size = exponent == 0 ? std::ldexp(f16 & 0x3ff, -24)
                                    : std::ldexp(1024 + (f16 & 0x3ff), exponent - 25);
  return (f16 >> 15) != 0 ? -size : size;
}

/// The finding, if another text stands in the place of the last of these; and the result.
Ran attended(int keys, std::string_view what = "", std::string_view by = "",
             std::uint64_t order = 0) {
  std::string text = compiled_ptx("attention_fp16.sm_100.ptx");
  const std::size_t at = text.rfind(what);
  EXPECT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), by);
  PtxOptions options;
  options.order = order;
  Device device(text, options);
  Executor& executor = device.executor();
  const auto buffer = [&](int rows, int seed) {
    return Argument::pointer(
        executor.allocate(static_cast<std::uint64_t>(2 * rows * width), matrix(rows, width, seed)));
  };
  const Buffer o = executor.allocate(2 * queries * width, Fill{});
  const LaunchReport report =
      device.launch({1}, {128},
                    {buffer(queries, 1), buffer(keys, 2), buffer(keys, 3), Argument::pointer(o),
                     Argument::value(scale), Argument::value(std::int32_t{keys}),
                     Argument::value(std::uint64_t{0}), Argument::value(std::uint64_t{0})},
                    20512);
  return {report, device.read<std::uint16_t>(o, std::size_t{queries} * width)};
}

void expect_attention(int keys, std::uint64_t order) {
  const Ran found = attended(keys, "", "", order);
  EXPECT_TRUE(found.report.finished);
  ASSERT_THAT(faults_of(found.report), ElementsAre()) << found.first();
  for (int i = 0; i < queries; ++i) {
    std::vector<double> mixed(width);
    double total = 0;
    for (int j = 0; j < keys; ++j) {
      int score = 0;
      for (int l = 0; l < width; ++l)
        score += entry(i, l, 1) * entry(j, l, 2);
      const double weight = std::exp2(double{scale} * score);
      total += weight;
      for (int d = 0; d < width; ++d)
        mixed[static_cast<std::size_t>(d)] += weight * entry(j, d, 3);
    }
    // The weights are rounded to f16, and so is the result.
    for (int d = 0; d < width; ++d)
      ASSERT_NEAR(number(found.c[static_cast<std::size_t>(i * width + d)]),
                  mixed[static_cast<std::size_t>(d)] / total, 0.002)
          << i << ", " << d;
  }
}

TEST(PtxTcgen05Triton, IsTheMeanWithTheWeightsOfAttention) {
  expect_attention(64, 0);
  for (const std::uint64_t order : {0U, 1U, 2U, 3U})
    expect_attention(256, order);
}

std::string planted_in_attention(std::string_view what, std::string_view by) {
  const Ran found = attended(192, what, by);
  if (found.report.faults.empty()) return "";
  const Fault& fault = found.report.faults[0];
  return std::string(name(fault.kind)) + ": " + fault.instruction.substr(0, 16) + ": " +
         fault.message;
}

TEST(PtxTcgen05Triton, PlantedMistakesAreFoundInAttention) {
  // The weights, A of the second product, are not there yet.
  EXPECT_THAT(planted_in_attention("tcgen05.wait::st.sync.aligned;", ""),
              AllOf(StartsWith("race: "), HasSubstr("no tcgen05.wait::st has completed that")));
  // A wait for the scores is left out.
  EXPECT_THAT(planted_in_attention("mbarrier.try_wait.parity.shared::cta.b64 complete, [%r556],",
                                   "setp.eq.u32 complete, %r1, %r1; //"),
              AllOf(StartsWith("race: tcgen05.ld.sync."),
                    HasSubstr("nothing has waited for the mbarrier of its tcgen05.commit")));
  // The last wait, for the sums.
  EXPECT_THAT(planted_in_attention("mbarrier.try_wait.parity.shared::cta.b64 complete, [%r598], "
                                   "%r599;",
                                   "setp.eq.u32 complete, %r1, %r1;"),
              AllOf(StartsWith("race: tcgen05.ld.sync."),
                    HasSubstr("nothing has waited for the mbarrier of its tcgen05.commit")));
  // A commit follows all products: who waits for the scores waits for the sums before them, too.
  EXPECT_EQ(planted_in_attention("mbarrier.try_wait.parity.shared::cta.b64 complete, [%r598], "
                                 "%r554;",
                                 "setp.eq.u32 complete, %r1, %r1;"),
            "");
  EXPECT_THAT(planted_in_attention("[ %r228 + 24 ]", "[ %r228 + 56 ]"),
              HasSubstr("of tensor memory, which is not allocated"));
  // The halves of the weights are split where those of the scores are.
  EXPECT_THAT(planted_in_attention("[%r296 + 0], 16,", "[%r296 + 0], 32,"),
              HasSubstr("of tensor memory"));
}

}  // namespace
}  // namespace layoutcheck::gpu
