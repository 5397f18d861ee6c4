// Products of matrices as Triton compiles them: cp.async, ldmatrix and mma on sm_80, wgmma with
// operands in shared memory on sm_90, held against a plain triple loop.
#include "compiled.hpp"
#include "ptx_probe.hpp"
#include <layoutcheck/machine/executor.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace layoutcheck::gpu {

namespace {

const Covers covers{"wgmma"};

struct Compiled {
  const char* name;
  const char* element;
  const char* architecture;
  std::uint32_t shared;  // what Triton says that the kernel needs
};

constexpr int m = 128;
constexpr int n = 192;
constexpr int k = 96;

/// Small integers, so that every sum is exact in every type.
int entry(int i, int j, int seed) {
  return (7 * i + 3 * j + i * j + seed) % 5 - 2;
}

std::size_t width_of_element(const std::string& element) {
  return element == "fp32" ? 4 : 2;
}

/// A small integer in the type's bits, by its definition: sign, exponent, fraction.
std::uint32_t bits_of_element(int value, const std::string& element) {
  const auto f32 = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (element == "fp32" || value == 0) return value == 0 ? 0 : f32;
  if (element == "bf16") return f32 >> 16;
  const std::uint32_t exponent = (f32 >> 23 & 0xffU) - 127 + 15;
  return (f32 >> 31) << 15 | exponent << 10 | (f32 >> 13 & 0x3ffU);
}

Fill matrix(int rows, int columns, int seed, const std::string& element) {
  const std::size_t width = width_of_element(element);
  Fill fill{Fill::Kind::bytes};
  fill.bytes.resize(static_cast<std::size_t>(rows * columns) * width);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const std::uint32_t bits = bits_of_element(entry(i, j, seed), element);
      std::memcpy(&fill.bytes[static_cast<std::size_t>(i * columns + j) * width], &bits, width);
    }
  }
  return fill;
}

std::string text_of(const Compiled& compiled) {
  return compiled_ptx("matmul_" + std::string(compiled.element) + "." + compiled.architecture +
                      ".ptx");
}

LaunchReport run(Executor& executor, const Compiled& compiled, std::uint32_t shared, Buffer& c) {
  const std::string element = compiled.element;
  const std::size_t width = width_of_element(element);
  executor.load({compiled.name, "", text_of(compiled)});
  const Buffer a = executor.allocate(m * k * width, matrix(m, k, 1, element));
  const Buffer b = executor.allocate(k * n * width, matrix(k, n, 2, element));
  c = executor.allocate(m * n * width, Fill{});
  const Buffer scratch = executor.allocate(16, Fill{});
  Launch launch;
  launch.grid = {m / 64 * (n / 64), 1, 1};
  launch.block = {128, 1, 1};
  launch.dynamic_shared = shared;
  launch.arguments = {Argument::pointer(a), Argument::pointer(b), Argument::pointer(c)};
  for (const std::int32_t number : {m, n, k, k, n, n})
    launch.arguments.push_back(Argument::value(number));
  launch.arguments.push_back(Argument::pointer(scratch));
  launch.arguments.push_back(Argument::pointer(scratch));
  return executor.launch(launch, {});
}

class Matmul : public testing::TestWithParam<Compiled> {};

TEST_P(Matmul, IsTheProductWithoutAFault) {
  const std::string element = GetParam().element;
  const std::size_t width = width_of_element(element);
  PtxOptions options;
  options.exact = true;
  const auto executor = make_ptx_executor(options);
  Buffer c;
  const LaunchReport report = run(*executor, GetParam(), GetParam().shared, c);
  EXPECT_TRUE(report.finished);
  for (const Fault& fault : report.faults)
    ADD_FAILURE() << to_string(fault);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int l = 0; l < k; ++l)
        sum += entry(i, l, 1) * entry(l, j, 2);
      std::uint32_t found = 0;
      executor->read(c, static_cast<std::uint64_t>(i * n + j) * width,
                     std::span(reinterpret_cast<std::byte*>(&found), width));
      ASSERT_EQ(found, bits_of_element(sum, element)) << i << ", " << j << ": " << sum;
    }
  }
}

TEST_P(Matmul, NeedsTheSharedMemoryOfItsOperands) {
  const auto executor = make_ptx_executor();
  Buffer c;
  const LaunchReport report = run(*executor, GetParam(), GetParam().shared / 4, c);
  EXPECT_GT(report.fault_count, 0U);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, Fault::Kind::out_of_bounds);
}

INSTANTIATE_TEST_SUITE_P(Triton, Matmul,
                         testing::Values(Compiled{"Sm80Halves", "fp16", "sm_80", 16384},
                                         Compiled{"Sm90Halves", "fp16", "sm_90", 24576},
                                         Compiled{"Sm90Bfloats", "bf16", "sm_90", 24576},
                                         Compiled{"Sm90Tf32", "fp32", "sm_90", 49152}),
                         [](const auto& compiled) { return std::string(compiled.param.name); });

}  // namespace

}  // namespace layoutcheck::gpu
