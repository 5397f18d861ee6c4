// The tables of AMD's matrix instructions. Those of CDNA 1 to 3 (MFMA) and of RDNA 3 and 4 (WMMA)
// are from the formulas that AMD's Matrix Instruction Calculator 1.3.2 prints
// (--detail-instruction); those of CDNA 4 (MFMA) and of CDNA 5 (WMMA) from the tables in AMD's
// reference guides of the instruction set architectures. Sparse instructions have none.
#include "amd_atoms.hpp"

#include "thread_values.hpp"

#include <algorithm>
#include <array>

namespace layoutcheck::gpu {

namespace {

constexpr std::string_view calculator = "AMD Matrix Instruction Calculator";
constexpr std::string_view cdna4 = "CDNA4 ISA: 7.1.5.1, Dense Matrix Layouts";
constexpr std::string_view cdna4_sums = "CDNA4 ISA: 7.1.4.2, Output layout";
constexpr std::string_view cdna5 = "CDNA5 ISA: 7.12.2, Matrix Element Storage in VGPRs";
constexpr std::string_view cdna5_f8f6f4 = "CDNA5 ISA: 7.12.6.1, Matrix Data Layout";
constexpr std::string_view cdna5_scales = "CDNA5 ISA: 7.12.6.2, Matrix Scale Values";

/// Instructions with m = n, of so many blocks.
struct Mfma {
  std::string_view sums;
  std::string_view types;
  Int m;
  Int k;
  Int blocks = 1;
  /// As it is named before CDNA 3, or from there on, with "_" before the types; assemblers take
  /// both names of some.
  bool before = true;
  bool after = true;
  std::string_view from = calculator;
};

constexpr std::array mfmas = {
    Mfma{"f32", "f32", 32, 1, 2},
    Mfma{"f32", "f32", 16, 1, 4},
    Mfma{"f32", "f32", 4, 1, 16},
    Mfma{"f32", "f32", 32, 2},
    Mfma{"f32", "f32", 16, 4},
    Mfma{"f32", "f16", 32, 4, 2},
    Mfma{"f32", "f16", 16, 4, 4},
    Mfma{"f32", "f16", 4, 4, 16},
    Mfma{"f32", "f16", 32, 8},
    Mfma{"f32", "f16", 16, 16},
    Mfma{"f32", "bf16", 32, 2, 2, true, false},
    Mfma{"f32", "bf16", 16, 2, 4, true, false},
    Mfma{"f32", "bf16", 4, 2, 16, true, false},
    Mfma{"f32", "bf16", 32, 4, 1, true, false},
    Mfma{"f32", "bf16", 16, 8, 1, true, false},
    Mfma{"f32", "bf16_1k", 32, 4, 2, true, false},
    Mfma{"f32", "bf16_1k", 16, 4, 4, true, false},
    Mfma{"f32", "bf16_1k", 4, 4, 16, true, false},
    Mfma{"f32", "bf16_1k", 32, 8, 1, true, false},
    Mfma{"f32", "bf16_1k", 16, 16, 1, true, false},
    Mfma{"f32", "bf16", 32, 4, 2, false},
    Mfma{"f32", "bf16", 16, 4, 4, false},
    Mfma{"f32", "bf16", 4, 4, 16, false},
    Mfma{"f32", "bf16", 32, 8, 1, false},
    Mfma{"f32", "bf16", 16, 16, 1, false},
    Mfma{"f32", "xf32", 32, 4, 1, false},
    Mfma{"f32", "xf32", 16, 8, 1, false},
    Mfma{"i32", "i8", 32, 4, 2},
    Mfma{"i32", "i8", 16, 4, 4},
    Mfma{"i32", "i8", 4, 4, 16},
    Mfma{"i32", "i8", 32, 8, 1, true, false},
    Mfma{"i32", "i8", 16, 16, 1, true, false},
    Mfma{"i32", "i8", 32, 16},
    Mfma{"i32", "i8", 16, 32},
    Mfma{"f64", "f64", 16, 4},
    Mfma{"f64", "f64", 4, 4, 4},
    Mfma{"f32", "fp8_fp8", 32, 16, 1, false},
    Mfma{"f32", "fp8_bf8", 32, 16, 1, false},
    Mfma{"f32", "bf8_fp8", 32, 16, 1, false},
    Mfma{"f32", "bf8_bf8", 32, 16, 1, false},
    Mfma{"f32", "fp8_fp8", 16, 32, 1, false},
    Mfma{"f32", "fp8_bf8", 16, 32, 1, false},
    Mfma{"f32", "bf8_fp8", 16, 32, 1, false},
    Mfma{"f32", "bf8_bf8", 16, 32, 1, false},
    Mfma{"f32", "f16", 32, 16, 1, true, true, cdna4},
    Mfma{"f32", "f16", 16, 32, 1, true, true, cdna4},
    Mfma{"f32", "bf16", 32, 16, 1, true, true, cdna4},
    Mfma{"f32", "bf16", 16, 32, 1, true, true, cdna4},
    Mfma{"i32", "i8", 32, 32, 1, true, true, cdna4},
    Mfma{"i32", "i8", 16, 64, 1, true, true, cdna4},
};

constexpr Int wavefront = 64;

std::string number(Int n) {
  return std::to_string(n);
}

/// "v_mfma_f32_32x32x4_2b_f16" or, before CDNA 3, "v_mfma_f32_32x32x4f16".
std::string name_of(const Mfma& of, bool before) {
  std::string name = "v_mfma_" + std::string(of.sums) + "_" + number(of.m) + "x" + number(of.m) +
                     "x" + number(of.k);
  if (!before && of.blocks > 1) name += "_" + number(of.blocks) + "b";
  return name + (before ? "" : "_") + std::string(of.types);
}

/// The layout of A and of B, and what its formula has after the line.
struct Factors {
  Layout layout;
  std::string rule;
};

/// The guides have C and D in sections of their own.
std::string_view section_of_sums(std::string_view section) {
  if (section == cdna4) return cdna4_sums;
  return section == cdna5_f8f6f4 ? cdna5 : section;
}

/// All operands of a product; those of C and D are the same.
std::vector<Fragment> product(std::string_view source, const Factors& factors, const Layout& sums,
                              const std::string& rule_of_sums, Int lines) {
  const std::string from(source);
  const std::string from_of_sums(section_of_sums(source));
  return {{"A", factors.layout, lines, from, "i = lane % " + number(lines) + factors.rule},
          {"B", factors.layout, lines, from, "j = lane % " + number(lines) + factors.rule},
          {"C", sums, lines, from_of_sums, rule_of_sums},
          {"D", sums, lines, from_of_sums, rule_of_sums}};
}

/// Groups of m lanes take turns at so many neighbors along k.
Factors in_turns(Int m, Int groups, Int neighbors, Int k) {
  const Int turn = groups * neighbors;
  std::string rule = ", k = ";
  if (turn < k) rule += number(turn) + " * (v / " + number(neighbors) + ") + ";
  rule += number(neighbors) + " * (lane / " + number(m) + ") + v";
  if (turn < k) rule += " % " + number(neighbors);
  return {pair({{m, 1}, {groups, neighbors * m}}, {{neighbors, m}, {k / turn, turn * m}}), rule};
}

std::vector<Fragment> of_mfma(const Mfma& of) {
  const auto [sums, types, m, k, blocks, before, after, from] = of;
  // The lanes that have a line of a block each have a part of k.
  const Int parts = wavefront / (m * blocks);
  const Int values = k / parts;
  Factors factors = {pair({{m, 1}, {blocks, m * k}, {parts, values * m}}, {{values, m}}), ""};
  std::string& rule = factors.rule;
  if (blocks > 1) rule += ", block = lane / " + number(m) + " % " + number(blocks);
  rule += ", k = ";
  if (parts > 1 && values > 1) rule += number(values) + " * (";
  if (parts > 1) rule += "lane / " + number(m * blocks);
  if (parts > 1 && values > 1) rule += ") + ";
  if (parts == 1 || values > 1) rule += "v";

  const Int matrix = m * m;
  const Mode columns = {m, m};
  if (sums == "f64") {
    const Layout of_sums = m == 16 ? pair({columns, {4, 1}}, {{4, 4}})
                                   : pair({columns, {blocks, matrix}, {4, 1}}, {{1, 0}});
    return product(from, factors, of_sums,
                   m == 16 ? "i = 4 * v + lane / 16, j = lane % 16"
                           : "i = lane / 16, j = lane % 4, block = lane / 4 % 4",
                   m);
  }
  if (m == 4)
    return product(from, factors, pair({columns, {blocks, matrix}}, {{4, 1}}),
                   "i = v, j = lane % 4, block = lane / 4", m);
  const Int across = wavefront / m;
  const Int fours = m / (4 * across);
  return product(from, factors,
                 pair({columns, {across, 4}}, {{4, 1}, {fours, 4 * across}, {blocks, matrix}}),
                 "i = " + (fours == 1 ? std::string() : "8 * (v / 4 % 4) + ") + "4 * (lane / " +
                     number(m) + ") + v % 4, j = lane % " + number(m) +
                     (blocks == 1 ? "" : ", block = v / " + number(4 * fours)),
                 m);
}

/// Instructions with m = n = 16.
struct Wmma {
  std::string_view sums;
  std::string_view types;
  Int k;
  Int bits;
  bool gfx11 = true;
};

constexpr std::array wmmas = {
    Wmma{"f32", "f16", 16, 16},
    Wmma{"f32", "bf16", 16, 16},
    Wmma{"f16", "f16", 16, 16},
    Wmma{"bf16", "bf16", 16, 16},
    Wmma{"i32", "iu8", 16, 8},
    Wmma{"i32", "iu4", 16, 4},
    Wmma{"i32", "iu4", 32, 4, false},
    Wmma{"f32", "fp8_fp8", 16, 8, false},
    Wmma{"f32", "fp8_bf8", 16, 8, false},
    Wmma{"f32", "bf8_fp8", 16, 8, false},
    Wmma{"f32", "bf8_bf8", 16, 8, false},
};

std::string name_of(const Wmma& of, bool gfx12, Int lanes) {
  return "v_wmma_" + std::string(of.sums) + "_16x16x" + number(of.k) + "_" + std::string(of.types) +
         "_w" + number(lanes) + (gfx12 ? "_gfx12" : "");
}

std::vector<Fragment> of_wmma(const Wmma& of, bool gfx12, Int lanes) {
  constexpr Int m = 16;
  const Mode columns = {m, m};
  const Int rest = lanes / m;
  if (!gfx12) {
    // Lanes with the same line have the same entries.
    return product(calculator, {pair({{m, 1}, {rest, 0}}, {{of.k, m}}), ", k = v"},
                   pair({columns, {rest, 1}}, {{m / rest, rest}}),
                   "i = " + number(rest) + " * v + lane / 16, j = lane % 16", m);
  }
  const bool is_wide = lanes == wavefront;
  const Layout sums =
      is_wide ? pair({columns, {2, 8}, {2, 4}}, {{4, 1}}) : pair({columns, {2, 8}}, {{8, 1}});
  const std::string rule_of_sums =
      is_wide ? "i = 8 * (lane / 16 % 2) + 4 * (lane / 32) + v, j = lane % 16"
              : "i = 8 * (lane / 16) + v, j = lane % 16";
  if (of.bits == 16) return product(calculator, in_turns(m, rest, 4, of.k), sums, rule_of_sums, m);
  const Int half = of.k / 2;
  if (!is_wide) return product(calculator, in_turns(m, rest, half, of.k), sums, rule_of_sums, m);
  // A register has 32 bits, of which the second half of the lanes has the next one.
  const Int values = 32 / of.bits;
  return product(
      calculator,
      {pair({{m, 1}, {2, half * m}, {2, values * m}}, {{values, m}}),
       ", k = " + number(half) + " * (lane / 16 % 2) + " + number(values) + " * (lane / 32) + v"},
      sums, rule_of_sums, m);
}

/// In 64 lanes, the upper half of the lanes is ignored, so that its values are none.
bool has_table(const Wmma& of, bool gfx12, Int lanes) {
  if (!gfx12) return of.gfx11;
  return !(lanes == wavefront && of.bits == 4 && of.k == 16);
}

/// Of f8f6f4, where each of A and B has its own format.
struct Format {
  std::string_view name;
  Int bits;
};

constexpr std::array formats = {Format{"fp8", 8}, Format{"bf8", 8}, Format{"fp6", 6},
                                Format{"bf6", 6}, Format{"fp4", 4}};

/// Neighbors along k in a lane.
Int neighbors_of(const Format& format) {
  return format.bits == 8 ? 16 : 32;
}

/// With B of another product.
std::vector<Fragment> mixed(std::vector<Fragment> of_a, const std::vector<Fragment>& of_b) {
  of_a[1] = of_b[1];
  return of_a;
}

std::vector<Fragment> with_scales(std::vector<Fragment> fragments, const Layout& scales,
                                  const std::string& section, const std::string& rule) {
  fragments.push_back({"SFA", scales, fragments[0].lines, section, "i = " + rule});
  fragments.push_back({"SFB", scales, fragments[1].lines, section, "j = " + rule});
  return fragments;
}

std::vector<Fragment> of_mfma_f8f6f4(Int m, const Format& a, const Format& b, bool scaled) {
  const Int parts = wavefront / m;
  const Int k = 32 * parts;
  const std::vector<Fragment> like = of_mfma({"f32", "", m, k, 1, true, true, cdna4});
  const auto of = [&](const Format& format) {
    return product(cdna4, in_turns(m, parts, neighbors_of(format), k), like[2].layout, like[2].rule,
                   m);
  };
  const std::vector<Fragment> fragments = mixed(of(a), of(b));
  if (!scaled) return fragments;
  const std::string line = "lane % " + number(m);
  return with_scales(fragments, in_turns(m, parts, 32, k).layout,
                     "CDNA4 ISA: 7.2.1, MFMA with Block Exponent Scaling",
                     line + ", k = 32 * (lane / " + number(m) + ") + v, in the byte of OPSEL");
}

/// WMMA of CDNA 5, m = n = 16.
struct Wmma5 {
  std::string_view sums;
  std::string_view types;
  Int k;
  Int neighbors = 8;
};

constexpr std::array wmmas5 = {
    Wmma5{"f32", "f32", 4, 2},    Wmma5{"f32", "f16", 32},      Wmma5{"f16", "f16", 32},
    Wmma5{"f32", "bf16", 32},     Wmma5{"bf16", "bf16", 32},    Wmma5{"bf16f32", "bf16", 32},
    Wmma5{"f32", "fp8_fp8", 64},  Wmma5{"f32", "fp8_bf8", 64},  Wmma5{"f32", "bf8_fp8", 64},
    Wmma5{"f32", "bf8_bf8", 64},  Wmma5{"f16", "fp8_fp8", 64},  Wmma5{"f16", "fp8_bf8", 64},
    Wmma5{"f16", "bf8_fp8", 64},  Wmma5{"f16", "bf8_bf8", 64},  Wmma5{"f32", "fp8_fp8", 128},
    Wmma5{"f32", "fp8_bf8", 128}, Wmma5{"f32", "bf8_fp8", 128}, Wmma5{"f32", "bf8_bf8", 128},
    Wmma5{"f16", "fp8_fp8", 128}, Wmma5{"f16", "fp8_bf8", 128}, Wmma5{"f16", "bf8_fp8", 128},
    Wmma5{"f16", "bf8_bf8", 128}, Wmma5{"i32", "iu8", 64},
};

std::vector<Fragment> of_wmma5(std::string_view from, Int k, Int neighbors) {
  return product(from, in_turns(16, 2, neighbors, k), pair({{16, 16}, {2, 8}}, {{8, 1}}),
                 "i = 8 * (lane / 16) + v, j = lane % 16", 16);
}

std::vector<Fragment> of_wmma5_f8f6f4(const Format& a, const Format& b) {
  return with_scales(mixed(of_wmma5(cdna5_f8f6f4, 128, neighbors_of(a)),
                           of_wmma5(cdna5_f8f6f4, 128, neighbors_of(b))),
                     pair({{16, 1}, {2, 0}}, {{128, 16}}), std::string(cdna5_scales),
                     "lane % 16, whichever half of the lanes SCL_OPSEL names; k = v");
}

/// 32 rows: a second matrix in the next registers. Of the factors of B, the ISA does not say in
/// which lanes they are.
std::vector<Fragment> of_wmma5_f4() {
  std::vector<Fragment> fragments = of_wmma5(cdna5, 128, 32);
  fragments[0].layout = pair({{16, 1}, {2, 32 * 32}}, {{32, 32}, {2, 64 * 32}, {2, 16}});
  fragments[0].rule =
      "i = 16 * (v / 64) + lane % 16, k = 64 * (v / 32 % 2) + 32 * (lane / 16) + v % 32";
  for (const std::size_t of_sums : {2U, 3U}) {
    fragments[of_sums].layout = pair({{16, 32}, {2, 8}}, {{8, 1}, {2, 16}});
    fragments[of_sums].rule = "i = 16 * (v / 8) + 8 * (lane / 16) + v % 8, j = lane % 16";
  }
  for (const std::size_t operand : {0U, 2U, 3U})
    fragments[operand].lines = 32;
  fragments.push_back(
      {"SFA", pair({{32, 1}}, {{128, 32}}), 32, std::string(cdna5_scales), "i = lane, k = v"});
  return fragments;
}

/// "v_mfma_f32_16x16x128_f8f6f4.fp8.fp4".
std::string name_of(const std::string& instruction, const Format& a, const Format& b) {
  return instruction + "_f8f6f4." + std::string(a.name) + "." + std::string(b.name);
}

/// Calls f(name, a function that makes its fragments) for each table.
template <class F>
void for_each_table(F f) {
  for (const Mfma& of : mfmas) {
    if (of.before) f(name_of(of, true), [&] { return of_mfma(of); });
    if (of.after) f(name_of(of, false), [&] { return of_mfma(of); });
  }
  for (const Wmma& of : wmmas)
    for (const bool gfx12 : {false, true})
      for (const Int lanes : {Int{32}, wavefront})
        if (has_table(of, gfx12, lanes))
          f(name_of(of, gfx12, lanes), [&] { return of_wmma(of, gfx12, lanes); });
  for (const Wmma5& of : wmmas5)
    f("v_wmma_" + std::string(of.sums) + "_16x16x" + number(of.k) + "_" + std::string(of.types),
      [&] { return of_wmma5(cdna5, of.k, of.neighbors); });
  for (const std::string scale : {"scale", "scale16"})
    f("v_wmma_" + scale + "_f32_32x16x128_f4", of_wmma5_f4);
  for (const Format& a : formats) {
    for (const Format& b : formats) {
      for (const bool scaled : {false, true}) {
        const std::string opcode = scaled ? "v_mfma_scale_f32_" : "v_mfma_f32_";
        f(name_of(opcode + "16x16x128", a, b), [&] { return of_mfma_f8f6f4(16, a, b, scaled); });
        f(name_of(opcode + "32x32x64", a, b), [&] { return of_mfma_f8f6f4(32, a, b, scaled); });
      }
      for (const std::string scale : {"scale", "scale16"})
        f(name_of("v_wmma_" + scale + "_f32_16x16x128", a, b),
          [&] { return of_wmma5_f8f6f4(a, b); });
    }
  }
}

}  // namespace

std::vector<Fragment> fragments_of_amd(std::string_view instruction) {
  std::vector<Fragment> fragments;
  for_each_table([&](const std::string& name, auto make) {
    if (name == instruction) fragments = make();
  });
  return fragments;
}

std::vector<std::string> amd_instructions_with_fragments() {
  std::vector<std::string> names;
  for_each_table([&](const std::string& name, auto) { names.push_back(name); });
  return names;
}

}  // namespace layoutcheck::gpu
