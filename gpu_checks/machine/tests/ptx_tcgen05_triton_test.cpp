// Products of matrices as Triton compiles them for sm_100, by tcgen05.mma with an accumulator in
// tensor memory, held against a plain triple loop; and what is said when a part of it is missing.
#include "compiled.hpp"
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cstring>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// What Triton says that the kernels need.
constexpr std::uint32_t shared_bytes = 98320;
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

Ran ran(const std::string& text, const Sizes& of, bool has_scratch = false) {
  Device device(text);
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
  arguments.push_back(has_scratch ? Argument::pointer(scratch) : Argument::value(std::uint64_t{0}));
  arguments.push_back(Argument::value(std::uint64_t{0}));
  Ran found{device.launch(grid, {128}, arguments, shared_bytes), {}};
  found.c = device.read<std::uint16_t>(c, count);
  return found;
}

void expect_product(const std::string& text, const Sizes& of, bool has_scratch = false) {
  const Ran found = ran(text, of, has_scratch);
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
  const std::string text = compiled_ptx("dot_fp16.sm_100.ptx");
  expect_product(text, {128, 128, 64});
  expect_product(text, {256, 128, 192});
  expect_product(text, {128, 256, 448});
}

TEST(PtxTcgen05Triton, IsTheProductByTensorMaps) {
  const std::string text = compiled_ptx("dot_by_maps_fp16.sm_100.ptx");
  expect_product(text, {128, 128, 64}, true);
  expect_product(text, {256, 128, 320}, true);
}

/// The kernel with another text in the place of the `which`-th.
std::string with(std::string_view what, std::string_view by, int which = 0) {
  std::string text = compiled_ptx("dot_fp16.sm_100.ptx");
  std::size_t at = text.find(what);
  for (; which > 0; --which)
    at = text.find(what, at + 1);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(PtxTcgen05Triton, PlantedMistakesAreFound) {
  std::cout << ran(with("tcgen05.wait::ld.sync.aligned;", ""), {}).first() << "\n";
  std::cout << ran(with("mbarrier.try_wait.parity.shared::cta.b64 complete, [%r683], "
                        "%r684;\n\t@!complete bra.uni waitLoop;",
                        ""),
                   {})
                   .first()
            << "\n";
  std::cout
      << ran(with("add.s32 \t%r362, %r107, %r427;", "add.s32 \t%r362, %r13, %r427;"), {}).first()
      << "\n";
  std::cout
      << ran(with("@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r427, 128;", ""), {}).first()
      << "\n";
  std::cout << ran(with("fence.proxy.async.shared::cta;", ""), {}).first() << "\n";
  std::cout << ran(with("mov.b32 \t%r141, 1073758272;", "mov.b32 \t%r141, 2147500096;"), {}).first()
            << "\n";
}

}  // namespace
}  // namespace layoutcheck::gpu
