// The tables of AMD's matrix instructions, from the formulas that AMD's Matrix Instruction
// Calculator 1.3.2 prints (--detail-instruction): MFMA of CDNA 1 to 3, WMMA of RDNA 3 and 4. Sparse
// instructions have none.
#include "amd_atoms.hpp"

#include "thread_values.hpp"

#include <algorithm>
#include <array>

namespace layoutcheck::gpu {

namespace {

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

/// All operands of a product; those of C and D are the same.
std::vector<Fragment> product(const Layout& factors, const std::string& rule, const Layout& sums,
                              const std::string& rule_of_sums, Int lines) {
  const std::string from = "AMD Matrix Instruction Calculator";
  return {{"A", factors, lines, from, "i = lane % " + number(lines) + rule},
          {"B", factors, lines, from, "j = lane % " + number(lines) + rule},
          {"C", sums, lines, from, rule_of_sums},
          {"D", sums, lines, from, rule_of_sums}};
}

std::vector<Fragment> of_mfma(const Mfma& of) {
  const auto [sums, types, m, k, blocks, before, after] = of;
  // The lanes that have a line of a block each have a part of k.
  const Int parts = wavefront / (m * blocks);
  const Int values = k / parts;
  const Layout factors = pair({{m, 1}, {blocks, m * k}, {parts, values * m}}, {{values, m}});
  std::string rule;
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
    return product(factors, rule, of_sums,
                   m == 16 ? "i = 4 * v + lane / 16, j = lane % 16"
                           : "i = lane / 16, j = lane % 4, block = lane / 4 % 4",
                   m);
  }
  if (m == 4)
    return product(factors, rule, pair({columns, {blocks, matrix}}, {{4, 1}}),
                   "i = v, j = lane % 4, block = lane / 4", m);
  const Int across = wavefront / m;
  const Int fours = m / (4 * across);
  return product(factors, rule,
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
  const Mode lines = {m, 1};
  const Mode columns = {m, m};
  const Int rest = lanes / m;
  if (!gfx12) {
    // Lanes with the same line have the same entries.
    return product(pair({lines, {rest, 0}}, {{of.k, m}}), ", k = v",
                   pair({columns, {rest, 1}}, {{m / rest, rest}}),
                   "i = " + number(rest) + " * v + lane / 16, j = lane % 16", m);
  }
  const bool is_wide = lanes == wavefront;
  const Layout sums =
      is_wide ? pair({columns, {2, 8}, {2, 4}}, {{4, 1}}) : pair({columns, {2, 8}}, {{8, 1}});
  const std::string rule_of_sums =
      is_wide ? "i = 8 * (lane / 16 % 2) + 4 * (lane / 32) + v, j = lane % 16"
              : "i = 8 * (lane / 16) + v, j = lane % 16";
  if (of.bits == 16) {
    return product(
        is_wide ? pair({lines, {4, 4 * m}}, {{4, m}})
                : pair({lines, {2, 4 * m}}, {{4, m}, {2, 8 * m}}),
        is_wide ? ", k = 4 * (lane / 16) + v" : ", k = 8 * (v / 4) + 4 * (lane / 16) + v % 4", sums,
        rule_of_sums, m);
  }
  const Int half = of.k / 2;
  // A register has 32 bits, of which the second half of the lanes has the next one.
  const Int values = 32 / of.bits;
  if (!is_wide)
    return product(pair({lines, {2, half * m}}, {{half, m}}),
                   ", k = " + number(half) + " * (lane / 16) + v", sums, rule_of_sums, m);
  return product(
      pair({lines, {2, half * m}, {2, values * m}}, {{values, m}}),
      ", k = " + number(half) + " * (lane / 16 % 2) + " + number(values) + " * (lane / 32) + v",
      sums, rule_of_sums, m);
}

/// In 64 lanes, the upper half of the lanes is ignored, so that its values are none.
bool has_table(const Wmma& of, bool gfx12, Int lanes) {
  if (!gfx12) return of.gfx11;
  return !(lanes == wavefront && of.bits == 4 && of.k == 16);
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
