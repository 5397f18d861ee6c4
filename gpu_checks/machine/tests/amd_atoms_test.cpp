// The tables of AMD's matrix instructions, against the formulas that AMD's Matrix Instruction
// Calculator prints for them, and against the tables printed in the reference guides of CDNA 4 and
// CDNA 5.
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <span>

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
  ASSERT_GE(fragments.size(), 4U) << of.instruction;
  for (const Fragment& fragment : std::span(fragments).first(4)) {
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

/// The first k of a lane's registers in tables that list k by groups of 16 lanes: of registers that
/// hold so many values each.
struct Rows {
  Int values;
  std::vector<std::vector<Int>> first;

  Int k(Int lane, Int v) const {
    return first.at(static_cast<std::size_t>(v / values)).at(static_cast<std::size_t>(lane / 16)) +
           v % values;
  }
};

/// "CDNA4" Instruction Set Architecture, 7.1.5.1. Dense Matrix Layouts: 8-bit and Smaller.
TEST(AmdAtoms, OfCdna4AreAsPrinted) {
  const auto expect = [](const std::string& instruction, Int m, Int k, Int values,
                         const Rows& rows) {
    expect_as_printed({instruction, 64, m, k, values,
                       [m, rows](Int lane, Int v) {
                         return At{lane % m, rows.k(lane, v)};
                       },
                       m * m / 64, m == 16 ? sums_of_16 : sums_of_32});
  };
  for (const char* const types : {"f16", "bf16", "_f16", "_bf16"}) {
    const std::string name(types);
    expect("v_mfma_f32_16x16x32" + name, 16, 32, 8,
           {2, {{0, 8, 16, 24}, {2, 10, 18, 26}, {4, 12, 20, 28}, {6, 14, 22, 30}}});
    expect("v_mfma_f32_32x32x16" + name, 32, 16, 8,
           {2, {{0, 0, 8, 8}, {2, 2, 10, 10}, {4, 4, 12, 12}, {6, 6, 14, 14}}});
  }
  expect("v_mfma_i32_16x16x64_i8", 16, 64, 16,
         {4, {{0, 16, 32, 48}, {4, 20, 36, 52}, {8, 24, 40, 56}, {12, 28, 44, 60}}});
  expect("v_mfma_i32_32x32x32_i8", 32, 32, 16,
         {4, {{0, 0, 16, 16}, {4, 4, 20, 20}, {8, 8, 24, 24}, {12, 12, 28, 28}}});
  const Rows fp8_of_16 = {16, {{0, 16, 32, 48}, {64, 80, 96, 112}}};
  const Rows fp8_of_32 = {16, {{0, 0, 16, 16}, {32, 32, 48, 48}}};
  const Rows fp6_of_16 = {16, {{0, 32, 64, 96}, {16, 48, 80, 112}}};
  const Rows fp6_of_32 = {16, {{0, 0, 32, 32}, {16, 16, 48, 48}}};
  const Rows fp4_of_16 = {32, {{0, 32, 64, 96}}};
  const Rows fp4_of_32 = {32, {{0, 0, 32, 32}}};
  for (const std::string opcode : {"v_mfma_f32_", "v_mfma_scale_f32_"}) {
    for (const char* const formats : {".fp8.fp8", ".fp8.bf8", ".bf8.bf8"}) {
      expect(opcode + "16x16x128_f8f6f4" + formats, 16, 128, 32, fp8_of_16);
      expect(opcode + "32x32x64_f8f6f4" + formats, 32, 64, 32, fp8_of_32);
    }
    for (const char* const formats : {".fp6.fp6", ".bf6.fp6"}) {
      expect(opcode + "16x16x128_f8f6f4" + formats, 16, 128, 32, fp6_of_16);
      expect(opcode + "32x32x64_f8f6f4" + formats, 32, 64, 32, fp6_of_32);
    }
    expect(opcode + "16x16x128_f8f6f4.fp4.fp4", 16, 128, 32, fp4_of_16);
    expect(opcode + "32x32x64_f8f6f4.fp4.fp4", 32, 64, 32, fp4_of_32);
  }
}

/// "CDNA5" Instruction Set Architecture, 7.12.2. Matrix Element Storage in VGPRs, and 7.12.6.1.
/// Matrix Data Layout.
TEST(AmdAtoms, OfCdna5AreAsPrinted) {
  const auto expect = [](const std::string& instruction, Int k, const Rows& rows) {
    expect_as_printed({instruction, 32, 16, k, k / 2,
                       [rows](Int lane, Int v) {
                         return At{lane % 16, rows.k(lane, v)};
                       },
                       8,
                       [](Int lane, Int v) {
                         return At{8 * (lane / 16) + v, lane % 16};
                       }});
  };
  expect("v_wmma_f32_16x16x4_f32", 4, {1, {{0, 2}, {1, 3}}});
  for (const char* const types :
       {"f32_16x16x32_f16", "f16_16x16x32_f16", "f32_16x16x32_bf16", "bf16f32_16x16x32_bf16"})
    expect("v_wmma_" + std::string(types), 32, {8, {{0, 8}, {16, 24}}});
  const Rows bytes = {4,
                      {{0, 8},
                       {4, 12},
                       {16, 24},
                       {20, 28},
                       {32, 40},
                       {36, 44},
                       {48, 56},
                       {52, 60},
                       {64, 72},
                       {68, 76},
                       {80, 88},
                       {84, 92},
                       {96, 104},
                       {100, 108},
                       {112, 120},
                       {116, 124}}};
  for (const char* const types :
       {"f32_16x16x64_fp8_bf8", "f16_16x16x64_bf8_bf8", "i32_16x16x64_iu8"})
    expect("v_wmma_" + std::string(types), 64, bytes);
  expect("v_wmma_f32_16x16x128_fp8_fp8", 128, bytes);
  for (const std::string scale : {"v_wmma_scale_f32_", "v_wmma_scale16_f32_"}) {
    expect(scale + "16x16x128_f8f6f4.bf8.fp8", 128, {16, {{0, 16}, {32, 48}, {64, 80}, {96, 112}}});
    for (const char* const formats : {".fp6.bf6", ".fp4.fp4", ".fp4.bf6"})
      expect(scale + "16x16x128_f8f6f4" + formats, 128, {32, {{0, 32}, {64, 96}}});
  }
}

std::vector<Fragment> fragments_named(const std::string& instruction) {
  return fragments_of(std::string_view(instruction));
}

TEST(AmdAtoms, OfMixedFormatsAreOfTheirOwnFormat) {
  for (const std::string opcode :
       {"v_mfma_f32_16x16x128", "v_mfma_f32_32x32x64", "v_mfma_scale_f32_32x32x64",
        "v_wmma_scale_f32_16x16x128", "v_wmma_scale16_f32_16x16x128"}) {
    const auto mixed = fragments_named(opcode + "_f8f6f4.bf8.fp4");
    EXPECT_EQ(mixed.at(0).layout, fragments_named(opcode + "_f8f6f4.fp8.fp8").at(0).layout);
    EXPECT_EQ(mixed.at(1).layout, fragments_named(opcode + "_f8f6f4.fp6.fp6").at(1).layout);
    EXPECT_NE(mixed.at(0).layout, mixed.at(1).layout);
  }
}

/// The second 16 rows are in the next registers.
TEST(AmdAtoms, Of32RowsAreTwoMatrices) {
  const auto of_one = fragments_named("v_wmma_scale_f32_16x16x128_f8f6f4.fp4.fp4");
  const auto of_two = fragments_named("v_wmma_scale_f32_32x16x128_f4");
  EXPECT_EQ(of_two.at(1).layout, of_one.at(1).layout);
  for (const std::size_t operand : {0U, 2U, 3U}) {
    const auto one = values_by_mode(of_one.at(operand).layout);
    const auto two = values_by_mode(of_two.at(operand).layout);
    ASSERT_EQ(two.size(), one.size());
    EXPECT_EQ(of_two.at(operand).lines, 32);
    for (std::size_t lane = 0; lane < one.size(); ++lane) {
      const std::size_t half = one[lane].size();
      ASSERT_EQ(two[lane].size(), 2 * half);
      for (std::size_t v = 0; v < 2 * half; ++v) {
        const Int at = one[lane][v % half];
        ASSERT_EQ(two[lane][v], at % 16 + (v < half ? 0 : 16) + 32 * (at / 16));
      }
    }
  }
}

/// CDNA 4, 7.2.1: "Scale data layout for 16x16 Output Matrices (K=128)", and for 32x32; CDNA 5,
/// 7.12.6.2: of lanes 0 to 15, or 16 to 31.
TEST(AmdAtoms, ScaleFactorsAreAsPrinted) {
  const auto expect = [](const std::string& instruction, std::size_t operands, Int lines, Int lanes,
                         Int values, const Formula& formula) {
    const auto fragments = fragments_named(instruction);
    ASSERT_EQ(fragments.size(), operands) << instruction;
    for (std::size_t operand = 4; operand < operands; ++operand) {
      EXPECT_EQ(fragments[operand].operand, operand == 4 ? "SFA" : "SFB");
      EXPECT_EQ(fragments[operand].lines, lines);
      const auto found = values_by_mode(fragments[operand].layout);
      ASSERT_EQ(static_cast<Int>(found.size()), lanes);
      for (Int lane = 0; lane < lanes; ++lane) {
        ASSERT_EQ(static_cast<Int>(found[static_cast<std::size_t>(lane)].size()), values);
        for (Int v = 0; v < values; ++v) {
          const At at = formula(lane, v);
          ASSERT_EQ(found[static_cast<std::size_t>(lane)][static_cast<std::size_t>(v)],
                    at.line + lines * at.along)
              << instruction << ": lane " << lane << ", value " << v;
        }
      }
    }
  };
  expect("v_mfma_f32_16x16x128_f8f6f4.fp8.fp4", 4, 0, 0, 0, {});
  expect("v_mfma_scale_f32_16x16x128_f8f6f4.fp8.fp4", 6, 16, 64, 32, [](Int lane, Int v) {
    return At{lane % 16, 32 * (lane / 16) + v};
  });
  expect("v_mfma_scale_f32_32x32x64_f8f6f4.fp4.fp4", 6, 32, 64, 32, [](Int lane, Int v) {
    return At{lane % 32, 32 * (lane / 32) + v};
  });
  const auto in_half = [](Int lane, Int v) { return At{lane % 16, v}; };
  expect("v_wmma_scale_f32_16x16x128_f8f6f4.fp8.fp8", 6, 16, 32, 128, in_half);
  expect("v_wmma_scale16_f32_16x16x128_f8f6f4.fp4.fp8", 6, 16, 32, 128, in_half);
  expect("v_wmma_scale16_f32_32x16x128_f4", 5, 32, 32, 128, [](Int lane, Int v) {
    return At{lane, v};
  });
}

TEST(AmdAtoms, OfOtherNamesAreNone) {
  for (const char* const name :
       {"v_mfma_f32_32x32x8", "v_mfma_f32_32x32x4_f16", "v_mfma_f32_32x32x4_2bf16",
        "v_mfma_f32_16x16x128_f8f6f4", "v_mfma_f32_16x16x128_f8f6f4.fp8.f16",
        "v_wmma_f32_16x16x32_f16_w32_gfx12", "v_wmma_f32_16x16x16_f16",
        "v_wmma_i32_16x16x32_iu4_w32", "v_wmma_i32_16x16x16_iu4_w64_gfx12",
        "v_smfmac_f32_16x16x32_f16", "v_"})
    EXPECT_TRUE(fragments_of(std::string_view(name)).empty()) << name;
}

TEST(AmdAtoms, TellTheirFormula) {
  const std::vector<Fragment> fragments = fragments_of(std::string_view("v_mfma_f32_32x32x2f32"));
  EXPECT_EQ(fragments.at(0).rule, "i = lane % 32, k = lane / 32");
  EXPECT_EQ(fragments.at(2).rule, "i = 8 * (v / 4 % 4) + 4 * (lane / 32) + v % 4, j = lane % 32");
}

}  // namespace
}  // namespace layoutcheck::gpu
