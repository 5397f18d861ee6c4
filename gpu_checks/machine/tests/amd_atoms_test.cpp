// The tables of AMD's matrix instructions, against the formulas that AMD's Matrix Instruction
// Calculator prints for them.
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace layoutcheck::gpu {
namespace {

/// Line (i of A and C, j of B), k or the other index, and block of a lane's v-th value.
struct At {
  Int line;
  Int along;
  Int block = 0;
};
using Formula = std::function<At(Int lane, Int v)>;

/// An instruction with m = n, and the formulas of A and B, and of C and D.
struct Printed {
  std::string instruction;
  Int lanes;
  Int m;
  Int k;
  Int values;
  Formula factors;
  Int values_of_sums;
  Formula sums;
};

void expect_as_printed(const Printed& of) {
  const std::vector<Fragment> fragments = fragments_of(std::string_view(of.instruction));
  ASSERT_EQ(fragments.size(), 4U) << of.instruction;
  for (const Fragment& fragment : fragments) {
    const bool is_factor = fragment.operand == "A" || fragment.operand == "B";
    const Int values = is_factor ? of.values : of.values_of_sums;
    const Int length = is_factor ? of.k : of.m;
    const auto found = values_by_mode(fragment.layout);
    ASSERT_EQ(static_cast<Int>(found.size()), of.lanes) << of.instruction << fragment.operand;
    ASSERT_EQ(static_cast<Int>(found.front().size()), values) << of.instruction << fragment.operand;
    EXPECT_EQ(fragment.lines, of.m);
    for (Int lane = 0; lane < of.lanes; ++lane) {
      for (Int v = 0; v < values; ++v) {
        const At at = is_factor ? of.factors(lane, v) : of.sums(lane, v);
        ASSERT_EQ(found[static_cast<std::size_t>(lane)][static_cast<std::size_t>(v)],
                  at.line + of.m * at.along + of.m * length * at.block)
            << of.instruction << ", " << fragment.operand << ": lane " << lane << ", value " << v;
      }
    }
  }
}

/// "C or D i: (8 * floor(GPR_num / 4) % 32) + 4 * floor(lane / 32) + (GPR_num % 4)".
At sums_of_32(Int lane, Int v) {
  return {8 * (v / 4) % 32 + 4 * (lane / 32) + v % 4, lane % 32, v / 16};
}
/// "C or D i: 4 * floor(lane / 16) + (GPR_num % 4)".
At sums_of_16(Int lane, Int v) {
  return {4 * (lane / 16) + v % 4, lane % 16, v / 4};
}

TEST(AmdAtoms, OfMfmaAreAsPrinted) {
  for (const char* const name :
       {"v_mfma_f32_32x32x8f16", "v_mfma_f32_32x32x8_f16", "v_mfma_f32_32x32x8bf16_1k",
        "v_mfma_f32_32x32x8_bf16", "v_mfma_i32_32x32x8i8"}) {
    expect_as_printed({name, 64, 32, 8, 4,
                       [](Int lane, Int v) {
                         return At{lane % 32, 4 * (lane / 32) + v};
                       },
                       16, sums_of_32});
  }
  for (const char* const name : {"v_mfma_f32_16x16x32_fp8_bf8", "v_mfma_i32_16x16x32_i8"}) {
    expect_as_printed({name, 64, 16, 32, 8,
                       [](Int lane, Int v) {
                         return At{lane % 16, 8 * (lane / 16) + v};
                       },
                       4, sums_of_16});
  }
  for (const char* const name : {"v_mfma_f32_16x16x8bf16", "v_mfma_f32_16x16x8_xf32"}) {
    expect_as_printed({name, 64, 16, 8, 2,
                       [](Int lane, Int v) {
                         return At{lane % 16, 2 * (lane / 16) + v};
                       },
                       4, sums_of_16});
  }
  expect_as_printed({"v_mfma_f64_16x16x4_f64", 64, 16, 4, 1,
                     [](Int lane, Int) {
                       return At{lane % 16, lane / 16};
                     },
                     4,
                     [](Int lane, Int v) {
                       return At{4 * v + lane / 16, lane % 16};
                     }});
}

TEST(AmdAtoms, OfMfmaWithBlocksAreAsPrinted) {
  for (const char* const name : {"v_mfma_f32_32x32x4f16", "v_mfma_f32_32x32x4_2b_f16"}) {
    expect_as_printed({name, 64, 32, 4, 4,
                       [](Int lane, Int v) {
                         return At{lane % 32, v, lane / 32};
                       },
                       32, sums_of_32});
  }
  expect_as_printed({"v_mfma_f32_16x16x1_4b_f32", 64, 16, 1, 1,
                     [](Int lane, Int) {
                       return At{lane % 16, 0, lane / 16};
                     },
                     16, sums_of_16});
  expect_as_printed({"v_mfma_i32_4x4x4_16b_i8", 64, 4, 4, 4,
                     [](Int lane, Int v) {
                       return At{lane % 4, v, lane / 4};
                     },
                     4,
                     [](Int lane, Int v) {
                       return At{v % 4, lane % 4, lane / 4};
                     }});
  expect_as_printed({"v_mfma_f64_4x4x4_4b_f64", 64, 4, 4, 1,
                     [](Int lane, Int) {
                       return At{lane % 4, lane / 16, lane / 4 % 4};
                     },
                     1,
                     [](Int lane, Int) {
                       return At{lane / 16, lane % 4, lane / 4 % 4};
                     }});
}

TEST(AmdAtoms, OfWmmaAreAsPrinted) {
  const auto whole_line = [](Int lane, Int v) { return At{lane % 16, v}; };
  for (const char* const types : {"f32_16x16x16_f16", "bf16_16x16x16_bf16", "i32_16x16x16_iu4"}) {
    const std::string name = "v_wmma_" + std::string(types);
    expect_as_printed({name + "_w32", 32, 16, 16, 16, whole_line, 8, [](Int lane, Int v) {
                         return At{2 * v + lane / 16, lane % 16};
                       }});
    expect_as_printed({name + "_w64", 64, 16, 16, 16, whole_line, 4, [](Int lane, Int v) {
                         return At{4 * v + lane / 16, lane % 16};
                       }});
  }
  const auto sums_of_w32 = [](Int lane, Int v) { return At{8 * (lane / 16) + v, lane % 16}; };
  const auto sums_of_w64 = [](Int lane, Int v) {
    return At{8 * (lane / 16 % 2) + 4 * (lane / 32) + v, lane % 16};
  };
  expect_as_printed({"v_wmma_f32_16x16x16_bf16_w32_gfx12", 32, 16, 16, 8,
                     [](Int lane, Int v) {
                       return At{lane % 16, 8 * (v / 4) + 4 * (lane / 16) + v % 4};
                     },
                     8, sums_of_w32});
  expect_as_printed({"v_wmma_f16_16x16x16_f16_w64_gfx12", 64, 16, 16, 4,
                     [](Int lane, Int v) {
                       return At{lane % 16, 4 * (lane / 16) + v};
                     },
                     4, sums_of_w64});
  expect_as_printed({"v_wmma_f32_16x16x16_fp8_bf8_w32_gfx12", 32, 16, 16, 8,
                     [](Int lane, Int v) {
                       return At{lane % 16, 8 * (lane / 16) + v};
                     },
                     8, sums_of_w32});
  expect_as_printed({"v_wmma_i32_16x16x16_iu8_w64_gfx12", 64, 16, 16, 4,
                     [](Int lane, Int v) {
                       return At{lane % 16, 8 * (lane / 16 % 2) + 4 * (lane / 32) + v};
                     },
                     4, sums_of_w64});
  expect_as_printed({"v_wmma_i32_16x16x32_iu4_w64_gfx12", 64, 16, 32, 8,
                     [](Int lane, Int v) {
                       return At{lane % 16, 16 * (lane / 16 % 2) + 8 * (lane / 32) + v};
                     },
                     4, sums_of_w64});
}

TEST(AmdAtoms, OfOtherNamesAreNone) {
  for (const char* const name :
       {"v_mfma_f32_32x32x8", "v_mfma_f32_32x32x4_f16", "v_mfma_f32_32x32x4_2bf16",
        "v_mfma_f32_16x16x32_f16", "v_wmma_f32_16x16x16_f16", "v_wmma_i32_16x16x32_iu4_w32",
        "v_wmma_i32_16x16x16_iu4_w64_gfx12", "v_smfmac_f32_16x16x32_f16", "v_"})
    EXPECT_TRUE(fragments_of(std::string_view(name)).empty()) << name;
}

TEST(AmdAtoms, TellTheirFormula) {
  const std::vector<Fragment> fragments = fragments_of(std::string_view("v_mfma_f32_32x32x2f32"));
  EXPECT_EQ(fragments.at(0).rule, "i = lane % 32, k = lane / 32");
  EXPECT_EQ(fragments.at(2).rule, "i = 8 * (v / 4 % 4) + 4 * (lane / 32) + v % 4, j = lane % 32");
}

}  // namespace
}  // namespace layoutcheck::gpu
