// The tables of the matrix instructions: PTX ISA 9.2, sections 9.7.14.5 and 6 (mma, mma.sp,
// ldmatrix, stmatrix, movmatrix), 9.7.15.5.1 and 6.2 (wgmma, and with sparse A), 9.7.16.2.3.1
// (tcgen05.ld and .st), and 9.7.16.10.5 (tcgen05.mma); and those of single threads, dp4a, dp2a and
// cp.async.
#include "amd_atoms.hpp"
#include "thread_values.hpp"
#include <layoutcheck/machine/atoms.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <span>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

using Words = std::vector<std::string_view>;

constexpr Int warp = 32;
constexpr Int bits_of_register = 32;

bool has(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Whether A is sparse: of each chunk of its columns, half are held.
bool is_sparse(const Words& words) {
  return has(words, "sp") || has(words, "sp::ordered_metadata");
}

/// Whether `word` is in a list such as "s8 u8".
bool is_among(std::string_view list, std::string_view word) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

std::string number(Int n) {
  return std::to_string(n);
}

// Products. Threads are in groups of four: groupID = lane / 4, threadID_in_group = lane % 4.

/// An operand of M (or N) lines, each of `length` entries, of which `neighbours` share a thread.
struct Shared {
  Int lines = 0;
  Int length = 0;
  Int neighbours = 1;
  Int warps = 1;
};

Layout layout_of(const Shared& of) {
  const auto [lines, length, neighbours, warps] = of;
  const Int in_warp = lines / warps;
  return pair(
      {{4, neighbours * lines}, {8, 1}, {warps, in_warp}},
      {{neighbours, lines}, {in_warp / 8, 8}, {length / (4 * neighbours), 4 * neighbours * lines}});
}

/// In terms of the names of the ISA; i counts the values of a thread.
std::string rule_of(const Shared& of, std::string_view line, std::string_view along) {
  const Int p = of.neighbours;
  const Int blocks = of.lines / of.warps / 8;
  const Int far = of.length / (4 * p);
  std::string text = std::string(line) + " = groupID";
  if (of.warps > 1) text += " + 16 * (warp % 4)";
  if (blocks > 1) text += " + 8 * (i / " + number(p) + " % " + number(blocks) + ")";
  text += ", " + std::string(along) + " = ";
  text += p == 1 ? "threadID_in_group" : "threadID_in_group * " + number(p) + " + i % " + number(p);
  if (far > 1) text += " + " + number(4 * p) + " * (i / " + number(p * blocks) + ")";
  return text;
}

/// The bits of an entry in a register, 0 if it is no type of an entry; FP4 and FP6 are in bytes but
/// in products of FP4 alone.
Int bits_of(std::string_view type, bool packed) {
  if (type == "f64") return 64;
  if (is_among("f32 tf32 s32", type)) return 32;
  if (is_among("f16 bf16", type)) return 16;
  if (type == "e2m1") return packed ? 4 : 8;
  if (is_among("e4m3 e5m2 e3m2 e2m3 s8 u8", type)) return 8;
  if (is_among("s4 u4", type)) return 4;
  return type == "b1" ? 1 : 0;
}

struct Product {
  std::string_view shape;
  Int m;
  Int n;
  Int k;
  std::string_view factors;
  std::string_view sums;
  std::string_view section;
};

// The m8n8k4 of f16 is below. A shape comes twice where the ISA has it twice.
constexpr std::array products = {
    Product{"m8n8k4", 8, 8, 4, "f64", "f64", "9.7.14.5.2, mma.m8n8k4 with .f64"},
    Product{"m8n8k16", 8, 8, 16, "s8 u8", "s32", "9.7.14.5.3, mma.m8n8k16"},
    Product{"m8n8k32", 8, 8, 32, "s4 u4", "s32", "9.7.14.5.4, mma.m8n8k32"},
    Product{"m8n8k128", 8, 8, 128, "b1", "s32", "9.7.14.5.5, mma.m8n8k128"},
    Product{"m16n8k4", 16, 8, 4, "tf32", "f32", "9.7.14.5.6, mma.m16n8k4"},
    Product{"m16n8k4", 16, 8, 4, "f64", "f64", "9.7.14.5.6, mma.m16n8k4"},
    Product{"m16n8k8", 16, 8, 8, "f16", "f16 f32", "9.7.14.5.7, mma.m16n8k8"},
    Product{"m16n8k8", 16, 8, 8, "bf16 tf32", "f32", "9.7.14.5.7, mma.m16n8k8"},
    Product{"m16n8k8", 16, 8, 8, "f64", "f64", "9.7.14.5.7, mma.m16n8k8"},
    Product{"m16n8k16", 16, 8, 16, "f16", "f16 f32", "9.7.14.5.8, mma.m16n8k16 of floats"},
    Product{"m16n8k16", 16, 8, 16, "bf16", "f32", "9.7.14.5.8, mma.m16n8k16 of floats"},
    Product{"m16n8k16", 16, 8, 16, "f64", "f64", "9.7.14.5.8, mma.m16n8k16 of floats"},
    Product{"m16n8k16", 16, 8, 16, "s8 u8", "s32", "9.7.14.5.9, mma.m16n8k16 of integers"},
    Product{"m16n8k16", 16, 8, 16, "e4m3 e5m2", "f16 f32", "9.7.14.5.9, mma.m16n8k16 of integers"},
    Product{"m16n8k32", 16, 8, 32, "s4 u4", "s32", "9.7.14.5.10, mma.m16n8k32"},
    Product{"m16n8k32", 16, 8, 32, "s8 u8", "s32", "9.7.14.5.10, mma.m16n8k32"},
    Product{"m16n8k32", 16, 8, 32, "e4m3 e5m2 e3m2 e2m3 e2m1", "f16 f32",
            "9.7.14.5.10, mma.m16n8k32"},
    Product{"m16n8k64", 16, 8, 64, "s4 u4", "s32", "9.7.14.5.11, mma.m16n8k64"},
    Product{"m16n8k64", 16, 8, 64, "e2m1", "f32", "9.7.14.5.11, mma.m16n8k64"},
    Product{"m16n8k128", 16, 8, 128, "b1", "s32", "9.7.14.5.12, mma.m16n8k128"},
    Product{"m16n8k256", 16, 8, 256, "b1", "s32", "9.7.14.5.13, mma.m16n8k256"},
};

constexpr std::array sparse_products = {
    Product{"m16n8k16", 16, 8, 16, "f16", "f16 f32", "9.7.14.6.2.1, sparse mma.m16n8k16"},
    Product{"m16n8k16", 16, 8, 16, "bf16", "f32", "9.7.14.6.2.1, sparse mma.m16n8k16"},
    Product{"m16n8k32", 16, 8, 32, "f16", "f16 f32", "9.7.14.6.2.2, sparse mma.m16n8k32"},
    Product{"m16n8k32", 16, 8, 32, "bf16", "f32", "9.7.14.6.2.2, sparse mma.m16n8k32"},
    Product{"m16n8k16", 16, 8, 16, "tf32", "f32", "9.7.14.6.2.3, sparse mma.m16n8k16 with .tf32"},
    Product{"m16n8k8", 16, 8, 8, "tf32", "f32", "9.7.14.6.2.4, sparse mma.m16n8k8 with .tf32"},
    Product{"m16n8k32", 16, 8, 32, "s8 u8", "s32", "9.7.14.6.2.5, sparse mma.m16n8k32 of bytes"},
    Product{"m16n8k64", 16, 8, 64, "s8 u8", "s32", "9.7.14.6.2.6, sparse mma.m16n8k64 of bytes"},
    Product{"m16n8k64", 16, 8, 64, "e4m3 e5m2 e3m2 e2m3 e2m1", "f16 f32",
            "9.7.14.6.2.6, sparse mma.m16n8k64 of bytes"},
    Product{"m16n8k64", 16, 8, 64, "s4 u4", "s32", "9.7.14.6.2.7, sparse mma.m16n8k64 of nibbles"},
    Product{"m16n8k128", 16, 8, 128, "s4 u4", "s32", "9.7.14.6.2.8, sparse mma.m16n8k128"},
    Product{"m16n8k128", 16, 8, 128, "e2m1", "f32", "9.7.14.6.2.8, sparse mma.m16n8k128"},
};

Fragment factor_or_sum(std::string operand, const Shared& of, std::string_view section) {
  // Of B, lines are columns.
  const bool is_b = operand == "B";
  std::string rule = rule_of(of, is_b ? "column" : "row", is_b ? "row" : "column");
  return {std::move(operand), layout_of(of), of.lines, "Matrix Fragments: " + std::string(section),
          std::move(rule)};
}

/// A register of sparse A has half of the columns of two dense ones; i counts them all.
Fragment sparse_factor(const Shared& dense, std::string_view section) {
  Fragment a =
      factor_or_sum("A", {dense.lines, dense.length, 2 * dense.neighbours, dense.warps}, section);
  a.rule += "; of each chunk of columns, half are held";
  return a;
}

/// They take part in the order of their numbers.
Fragment all_threads(Int count, const std::string& section) {
  return {"threads", mode({{count, 1}}), 0, section, "thread i is thread i"};
}

/// The types in an instruction: of d, a, b and c.
std::vector<std::string_view> types_in(const Words& words) {
  std::vector<std::string_view> types;
  for (const std::string_view word : words)
    if (bits_of(word, false) != 0) types.push_back(word);
  return types;
}

/// mma.m8n8k4 of f16: four products, each by a pair of quads, of which this is the first.
std::vector<Fragment> of_quad_pair(const Words& words, const std::vector<std::string_view>& types) {
  const auto transposed = [&](std::string_view usual) {
    // The layouts of A and of B follow the shape.
    const auto shape = std::ranges::find(words, "m8n8k4");
    const auto at = shape + (usual == "row" ? 1 : 2);
    return *at != usual;
  };
  // Lane l of the pair has l % 4 and whether it is in the upper quad.
  const auto factor = [&](std::string operand, std::string_view usual) {
    const bool across = transposed(usual);
    const bool is_a = operand == "A";
    const std::string line = is_a ? "row" : "column";
    const std::string along = is_a ? "column" : "row";
    return Fragment{std::move(operand),
                    across ? pair({{4, 8}, {2, 4}}, {{4, 1}}) : pair({{4, 1}, {2, 4}}, {{4, 8}}), 8,
                    "Matrix Fragments: 9.7.14.5.1, mma.m8n8k4 with .f16",
                    across ? line + " = i % 4 + 4 * (lane / 16), " + along + " = lane % 4"
                           : line + " = lane % 4 + 4 * (lane / 16), " + along + " = i"};
  };
  const auto sum = [&](std::string operand, std::string_view type) {
    const bool wide = type == "f32";
    return Fragment{std::move(operand),
                    wide ? pair({{2, 1}, {2, 16}, {2, 4}}, {{2, 8}, {2, 2}, {2, 32}})
                         : pair({{4, 1}, {2, 4}}, {{8, 8}}),
                    8, "Matrix Fragments: 9.7.14.5.1, mma.m8n8k4 with .f16",
                    wide ? "row = lane % 2 + (i & 2) + 4 * (lane / 16), "
                           "column = (i & 4) + (lane & 2) + (i & 1)"
                         : "row = lane % 4 + 4 * (lane / 16), column = i"};
  };
  std::vector<Fragment> fragments = {factor("A", "row"), factor("B", "col"), sum("C", types[3]),
                                     sum("D", types[0])};
  fragments.push_back({"threads", mode({{4, 1}, {2, 16}}), 0,
                       "Matrix Fragments: 9.7.14.5.1, mma.m8n8k4 with .f16",
                       "computation 1 is of lanes 0 to 3 and 16 to 19"});
  return fragments;
}

/// The scale factors of mma: for each thread of those that a thread ID may name, the row and the
/// column of each entry that they scale.
std::vector<Fragment> scale_factors(Int m, Int n, Int k) {
  const std::string section = "9.7.14.3, Block Scaling";
  return {
      {"SFA", pair({{2, 8}, {2, 0}, {8, 1}}, {{k, m}}), m, section,
       "row = lane / 4 + 8 * (lane % 2), whichever pair of four threads is selected; column = i"},
      {"SFB", pair({{4, 0}, {8, 1}}, {{k, n}}), n, section,
       "column = lane / 4, whichever of four threads is selected; row = i"}};
}

std::vector<Fragment> of_product(const Words& words) {
  const std::vector<std::string_view> types = types_in(words);
  if (types.size() < 4) return {};
  const bool sparse = is_sparse(words);
  if (has(words, "m8n8k4") && types[1] == "f16" && !sparse) return of_quad_pair(words, types);
  const bool packed = has(words, sparse ? "m16n8k128" : "m16n8k64");
  for (const Product& product :
       sparse ? std::span<const Product>(sparse_products) : std::span<const Product>(products)) {
    if (!has(words, product.shape) || !is_among(product.factors, types[1]) ||
        !is_among(product.factors, types[2]) || !is_among(product.sums, types[0]) ||
        !is_among(product.sums, types[3])) {
      continue;
    }
    const auto neighbours = [&](std::string_view type) {
      return std::max<Int>(bits_of_register / bits_of(type, packed), 1);
    };
    const Shared a = {product.m, product.k, neighbours(types[1])};
    std::vector<Fragment> fragments = {
        sparse ? sparse_factor(a, product.section) : factor_or_sum("A", a, product.section),
        factor_or_sum("B", {product.n, product.k, neighbours(types[2])}, product.section)};
    for (const char* const operand : {"C", "D"})
      fragments.push_back(factor_or_sum(operand, {product.m, product.n, 2}, product.section));
    if (has(words, "block_scale"))
      std::ranges::move(scale_factors(product.m, product.n, product.k),
                        std::back_inserter(fragments));
    fragments.push_back(all_threads(warp, fragments.back().section));
    return fragments;
  }
  return {};
}

// wgmma: four warps have 16 rows each.

struct GroupProduct {
  std::string_view k;
  Int length;
  std::string_view factors;
  std::string_view sums;
  std::string_view section;
};

constexpr std::array group_products = {
    GroupProduct{"k16", 16, "f16", "f16 f32", "9.7.15.5.1.1.1, wgmma.m64nNk16"},
    GroupProduct{"k16", 16, "bf16", "f32", "9.7.15.5.1.1.1, wgmma.m64nNk16"},
    GroupProduct{"k8", 8, "tf32", "f32", "9.7.15.5.1.1.2, wgmma.m64nNk8"},
    GroupProduct{"k32", 32, "e4m3 e5m2", "f16 f32", "9.7.15.5.1.1.3, wgmma.m64nNk32"},
    GroupProduct{"k32", 32, "s8 u8", "s32", "9.7.15.5.1.1.3, wgmma.m64nNk32"},
    GroupProduct{"k256", 256, "b1", "s32", "9.7.15.5.1.1.4, wgmma.m64nNk256"},
};

constexpr std::array sparse_group_products = {
    GroupProduct{"k32", 32, "f16", "f16 f32", "9.7.15.6.2.1, sparse wgmma.m64nNk32"},
    GroupProduct{"k32", 32, "bf16", "f32", "9.7.15.6.2.1, sparse wgmma.m64nNk32"},
    GroupProduct{"k16", 16, "tf32", "f32", "9.7.15.6.2.2, sparse wgmma.m64nNk16"},
    GroupProduct{"k64", 64, "e4m3 e5m2", "f16 f32", "9.7.15.6.2.3, sparse wgmma.m64nNk64"},
    GroupProduct{"k64", 64, "s8 u8", "s32", "9.7.15.6.2.3, sparse wgmma.m64nNk64"},
};

/// n and what follows it in a shape such as m64n128k16; 0 if it is none.
std::pair<Int, std::string_view> shape_of(const Words& words) {
  for (std::string_view word : words) {
    if (!word.starts_with("m64n")) continue;
    word.remove_prefix(4);
    Int n = 0;
    while (!word.empty() && word.front() >= '0' && word.front() <= '9' && n < 1000) {
      n = n * 10 + (word.front() - '0');
      word.remove_prefix(1);
    }
    return {n % 8 == 0 && n <= 256 ? n : 0, word};
  }
  return {};
}

std::vector<Fragment> of_group_product(const Words& words) {
  const std::vector<std::string_view> types = types_in(words);
  const auto [n, k] = shape_of(words);
  if (types.size() < 3 || n == 0) return {};
  constexpr Int m = 64;
  constexpr Int warps = 4;
  const bool sparse = is_sparse(words);
  for (const GroupProduct& product : sparse ? std::span<const GroupProduct>(sparse_group_products)
                                            : std::span<const GroupProduct>(group_products)) {
    if (product.k != k || !is_among(product.factors, types[1]) ||
        !is_among(product.factors, types[2]) || !is_among(product.sums, types[0])) {
      continue;
    }
    const Int length = product.length;
    // A descriptor names the whole matrix, for all threads.
    const auto whole = [&](std::string operand, Int lines) {
      return Fragment{std::move(operand), pair({{warps * warp, 0}}, {{lines, 1}, {length, lines}}),
                      lines, "9.7.15.5.1, Register Fragments and Shared Memory Matrix Layouts",
                      "the whole matrix, in shared memory"};
    };
    const Shared a = {m, length, bits_of_register / bits_of(types[1], false), warps};
    std::vector<Fragment> fragments = {
        sparse ? sparse_factor(a, product.section) : factor_or_sum("A", a, product.section),
        whole("A.shared", m), whole("B.shared", n)};
    for (const char* const operand : {"C", "D"})
      fragments.push_back(factor_or_sum(operand, {m, n, 2, warps}, product.section));
    fragments.push_back(all_threads(warps * warp, fragments.back().section));
    return fragments;
  }
  return {};
}

// Matrices whose rows are 128 bits in memory.

constexpr Int row_bits = 128;
constexpr Int entry_bits = 16;
constexpr Int matrix_bits = 8 * row_bits;
constexpr Int byte_bits = 8;

/// The registers of a warp that hold so many matrices.
Layout registers(Int count, bool transposed) {
  return transposed
             ? pair({{4, 2 * row_bits}, {8, entry_bits}},
                    {{entry_bits, 1}, {2, row_bits}, {count, matrix_bits}})
             : pair({{warp, bits_of_register}}, {{bits_of_register, 1}, {count, matrix_bits}});
}

std::string rule_of_registers(bool transposed) {
  return transposed ? "row = lane % 4 * 2 + i / 16 % 2, column = lane / 4, matrix = i / 32"
                    : "row = lane / 4, column = lane % 4 * 2 + i / 16 % 2, matrix = i / 32";
}

/// Transposed bytes, of matrices that have so many columns, each a row of 16 bytes in memory.
Layout transposed_bytes(Int count, Int columns) {
  const Int of_lane = columns / 4;
  return pair(
      {{4, of_lane * row_bits}, {8, byte_bits}},
      {{byte_bits, 1}, {of_lane, row_bits}, {2, 8 * byte_bits}, {count, columns * row_bits}});
}

/// How the matrices of ldmatrix and stmatrix lie in memory and in registers.
struct Matrices {
  Int count;
  /// The rows of each in memory, whose addresses lanes give.
  Int rows;
  Layout registers;
  std::string rule;
};

/// None if the instruction has no such words.
std::optional<Matrices> matrices_of(const Words& words) {
  const Int count = has(words, "x4") ? 4 : has(words, "x2") ? 2 : has(words, "x1") ? 1 : 0;
  const bool loads = words.front() == "ldmatrix";
  const bool transposed = has(words, "trans");
  const bool is_unpacked =
      has(words, "b8x16") && (has(words, "b6x16_p32") || has(words, "b4x16_p64"));
  if (count == 0) return {};
  if (has(words, "m8n8") && has(words, "b16"))
    return Matrices{count, 8, registers(count, transposed), rule_of_registers(transposed)};
  if (has(words, "m8n16") && loads && !transposed && is_unpacked)
    return Matrices{count, 8, registers(count, false),
                    "row = lane / 4, column = lane % 4 * 4 + i / 8 % 4, matrix = i / 32"};
  if (has(words, "m16n16") && loads && transposed && count <= 2 &&
      (has(words, "b8") || is_unpacked)) {
    return Matrices{count, 16, transposed_bytes(count, 16),
                    "row = lane / 4 + 8 * (i / 32 % 2), column = lane % 4 * 4 + i / 8 % 4, "
                    "matrix = i / 64"};
  }
  if (has(words, "m16n8") && !loads && transposed && has(words, "b8"))
    return Matrices{count, 8, transposed_bytes(count, 8),
                    "row = lane / 4 + 8 * (i / 16 % 2), column = lane % 4 * 2 + i / 8 % 2, "
                    "matrix = i / 32"};
  return {};
}

std::vector<Fragment> of_moved(const Words& words) {
  if (words.front() == "movmatrix") {
    if (!has(words, "m8n8") || !has(words, "b16")) return {};
    const std::string section = "9.7.14.5.17, movmatrix";
    return {{"source", registers(1, false), 0, section, rule_of_registers(false)},
            {"destination", registers(1, true), 0, section, rule_of_registers(true)},
            all_threads(warp, section)};
  }
  const std::optional<Matrices> matrices = matrices_of(words);
  if (!matrices) return {};
  const bool loads = words.front() == "ldmatrix";
  const std::string section = loads ? "9.7.14.5.15, ldmatrix" : "9.7.14.5.16, stmatrix";
  std::vector<Fragment> fragments = {
      {"source", pair({{matrices->count * matrices->rows, row_bits}}, {{row_bits, 1}}), 0, section,
       "the address of lane l is that of row l % " + number(matrices->rows) + " of matrix l / " +
           number(matrices->rows),
       true},
      {"destination", matrices->registers, 0, section, matrices->rule},
      all_threads(warp, section)};
  if (!loads) std::swap(fragments[0].operand, fragments[1].operand);
  return fragments;
}

// Tensor memory: lanes of 2^16 columns of 32 bits, by their addresses.

constexpr Int column_bits = bits_of_register;
constexpr Int lane_bits = column_bits << 16;

struct Move {
  std::string_view shape;
  /// The lanes, and the columns that .x1 accesses.
  Int lanes;
  Int columns;
  std::string_view section;
  /// Which lane, and which column of .x1, that of register r of thread t is; n more for each x.
  std::string_view rule;
  /// Whether tcgen05.ld.red has it.
  bool reduces = false;
};

constexpr std::array moves = {
    Move{"32x32b", 32, 1, "9.7.16.2.3.1.1", "lane = t, column = r", true},
    Move{"16x64b", 16, 2, "9.7.16.2.3.1.2",
         "lane = t / 4 + 8 * (t % 2), column = t / 2 % 2 + 2 * r"},
    Move{"16x128b", 16, 4, "9.7.16.2.3.1.3",
         "lane = t / 4 + 8 * (r % 2), column = t % 4 + 4 * (r / 2)"},
    Move{"16x256b", 16, 8, "9.7.16.2.3.1.4",
         "lane = t / 4 + 8 * (r / 2 % 2), column = t % 4 * 2 + r % 2 + 8 * (r / 4)"},
    Move{"16x32bx2", 16, 2, "9.7.16.2.3.1.5",
         "lane = t % 16, column = r, behind which those of threads 16 to 31 follow", true},
};

const Move* move_of(const Words& words) {
  const auto found =
      std::ranges::find_if(moves, [&](const Move& move) { return has(words, move.shape); });
  return found == moves.end() ? nullptr : &*found;
}

/// n in .xn; 0 if there is none.
Int times_of(const Words& words) {
  for (const Int n : {1, 2, 4, 8, 16, 32, 64, 128})
    if (has(words, "x" + number(n))) return n;
  return 0;
}

std::vector<Fragment> of_tensor_move(const Words& words) {
  const Move* const move = move_of(words);
  const Int times = times_of(words);
  if (move == nullptr || times == 0) return {};
  const bool packed = has(words, "pack::16b") || has(words, "unpack::16b");
  // The word of a reduction is in no table.
  if (has(words, "red") && (packed || times == 1 || !move->reduces)) return {};
  const Int bits = packed ? column_bits / 2 : column_bits;
  // Half a register is in each column then.
  const Int columns = move->columns * times * (packed ? 2 : 1);
  const std::string section =
      std::string(move->section) + ", Matrix fragments for shape ." + std::string(move->shape);
  const bool loads = words[1] == "ld";
  std::vector<Fragment> fragments = {
      {"source", pair({{warp, 0}}, {{bits, 1}, {columns, column_bits}, {move->lanes, lane_bits}}),
       0, section, "the words, lane by lane", false, true},
      {"destination", tensor_move_layout(move->shape, times, packed), 0, section,
       std::string(move->rule) + (packed ? ", of the halves of registers" : ""), false, true},
      all_threads(warp, section)};
  if (!loads) std::swap(fragments[0].operand, fragments[1].operand);
  return fragments;
}

/// Copies to tensor memory: so many rows of units of 16 bytes, or of what each becomes.
struct Copy {
  std::string_view shape;
  std::string_view multicast;
  Int rows;
  Int units;
};

constexpr std::array copies = {
    Copy{"128x256b", "", 128, 2},
    Copy{"128x128b", "", 128, 1},
    Copy{"64x128b", "warpx2::02_13", 64, 1},
    Copy{"64x128b", "warpx2::01_23", 64, 1},
    Copy{"32x128b", "warpx4", 32, 1},
};

std::vector<Fragment> of_tensor_copy(const Words& words) {
  const Int blocks = has(words, "cta_group::2") ? 2 : 1;
  if (blocks == 1 && !has(words, "cta_group::1")) return {};
  for (const auto& [shape, multicast, rows, units] : copies) {
    if (!has(words, shape) || (!multicast.empty() && !has(words, multicast))) continue;
    const std::string section = "9.7.16.9.2, tcgen05.cp";
    const Int bits = units * row_bits;
    // Warps 0 and 1, and 2 and 3, have the same rows each; or warps 0 and 2, and 1 and 3.
    const bool side_by_side = multicast == "warpx2::01_23";
    const Int own = side_by_side ? 32 : rows;
    const auto layout = [&](Int step) {
      return pair({{blocks, 0}}, {{own, lane_bits},
                                  {bits, 1},
                                  {rows / own, 2 * own * lane_bits},
                                  {128 / rows, step * lane_bits}});
    };
    const std::string rule = side_by_side  ? "lane = row / 32 * 64 + row % 32, and 32 behind it"
                             : rows == 128 ? "lane = row"
                                           : "lane = row, and every " + number(rows) + " behind it";
    return {
        {"source", layout(0), 0, section, "the rows, at their first place", false, true},
        {"destination", layout(own), 0, section, rule, false, true},
        {"threads", mode({{blocks, 1}}), 0, section, "the blocks, each with a copy of its own"}};
  }
  return {};
}

// Products in tensor memory. The shape is in the instruction descriptor; here it is a word of the
// instruction, behind the others, as "m128n64k16".

/// Whether a kind has such a k: 256 bits of entries, or 96 entries of 4 bits; of a sparse A, half
/// of twice as many are held.
bool has_columns(const Words& words, Int k) {
  constexpr Int bits = 256;
  Int width = 0;
  if (has(words, "kind::tf32")) width = 32;
  if (has(words, "kind::f16")) width = 16;
  if (has(words, "kind::i8") || has(words, "kind::f8f6f4") || has(words, "kind::mxf8f6f4"))
    width = 8;
  const bool is_packed = has(words, "kind::mxf4") || has(words, "kind::mxf4nvf4");
  if (is_packed) width = 4;
  if (width == 0) return false;
  return is_sparse(words) ? k == 2 * bits / width : k == bits / width || (is_packed && k == 96);
}

/// The numbers in "m128n64k16".
std::optional<std::array<Int, 3>> extents_of(std::string_view shape) {
  std::array<Int, 3> numbers{};
  const char* at = shape.data();
  const char* const end = at + shape.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (at == end || *at != "mnk"[i]) return std::nullopt;
    const auto read = std::from_chars(at + 1, end, numbers[i]);
    if (read.ec != std::errc()) return std::nullopt;
    at = read.ptr;
  }
  return at == end ? std::optional(numbers) : std::nullopt;
}

/// The scale factors of a row of A, or a column of B, with so many columns; 0 if there are none, or
/// they take more than one word.
Int scales_of(const Words& words, Int k) {
  if (!has(words, "block_scale") || k == 96) return 0;
  if (has(words, "kind::mxf8f6f4")) return 1;
  return has(words, "scale_vec::4X") || has(words, "block16") ? 4 : 2;
}

/// Where they lie: (line and copy, column) → bit of tensor memory. Of lines in two halves of the
/// lanes, each quarter of them has a copy, or half of them.
Fragment scales_in_tensor_memory(std::string operand, Int lines, Int halves, Int count, Int k) {
  constexpr Int of_column = 32;
  const bool is_b = operand.starts_with("SFB");
  return {std::move(operand),
          pair({{of_column, lane_bits},
                {lines / halves / of_column, column_bits},
                {halves, 64 * lane_bits},
                {4 / halves, of_column * lane_bits}},
               {{k / count, 0}, {count, byte_bits}}),
          0,
          is_b ? "9.7.16.10.7.3, Scale Factor B ID" : "9.7.16.10.7.2, Scale Factor A ID",
          std::string("lane = line % 32, column = line / 32") +
              (halves == 1 ? ", in each quarter of the lanes"
                           : ", of each half of the lines in two quarters of the lanes"),
          false,
          true};
}

std::vector<Fragment> of_tensor_product(const Words& words) {
  const auto extents = extents_of(words.back());
  const Int blocks = has(words, "cta_group::2") ? 2 : 1;
  const bool stationary = has(words, "ws");
  if (!extents || (blocks == 1 ? !has(words, "cta_group::1") : stationary)) return {};
  const auto [m, n, k] = *extents;
  if (!has_columns(words, k)) return {};
  const Int own = m / blocks;
  const Int least = stationary ? 64 : own == 64 && blocks == 1 ? 8 : 16;
  if ((own != 64 && own != 128 && !(stationary && own == 32)) || n % least != 0 || n < least ||
      n > 256)
    return {};
  if (stationary && (n == 192 || is_sparse(words) || has(words, "block_scale"))) return {};
  // With two blocks of 64 rows and sparse A, half of the lanes are used, as with one block.
  const bool fills_lanes = stationary || (own == 64 && blocks == 2 && !is_sparse(words));
  const Int groups = fills_lanes ? 128 / own : 1;
  const bool skips_lanes = own == 64 && groups == 1;
  const std::string section = "9.7.16.10.5, Data Path Layout Organization";
  const auto part = [&](Int lines, Int length) {
    return pair({{blocks, lines / blocks}}, {{lines / blocks, 1}, {length, lines}});
  };
  const std::string of_part = blocks == 1 ? "all of it" : "each block has half of the ";
  const auto rows = [&](const char* what) { return blocks == 1 ? of_part : of_part + what; };
  const Layout lanes = skips_lanes ? mode({{16, lane_bits}, {own / 16, 2 * 16 * lane_bits}})
                                   : mode({{own, lane_bits}});
  const Layout columns = groups == 1 ? mode({{n, column_bits}})
                                     : mode({{n / groups, column_bits}, {groups, own * lane_bits}});
  const std::string width = "(N / " + number(groups) + ")";
  const std::string rule =
      std::string(skips_lanes ? "lane = row / 16 * 32 + row % 16" : "lane = row") +
      (groups == 1 ? ", column"
                   : " + column / " + width + " * " + number(own) + ", column % " + width);
  Fragment sums{"D.tensor", Layout::tuple_of(std::array{lanes, columns}), 0, section, rule};
  sums.in_tensor_memory = true;
  std::vector<Fragment> fragments = {
      {"A", part(m, k), m, section, rows("rows")},
      {"B", part(n, k), n, section, rows("columns")},
      {"C", part(m, n), m, section, rows("rows")},
      sums,
      {"threads", mode({{blocks, 1}}), 0, section, "the blocks that have a part"}};
  if (const Int count = scales_of(words, k); count != 0 && own % 32 == 0) {
    fragments.push_back(scales_in_tensor_memory("SFA.tensor", own, 1, count, k));
    if (n % (32 * groups) == 0)
      fragments.push_back(scales_in_tensor_memory("SFB.tensor", n, groups, count, k));
  }
  return fragments;
}

// Single threads.

/// dp4a and dp2a: a row by a column, the entries of one register each.
std::vector<Fragment> of_dot_product(const Words& words) {
  const bool by_4 = words.front() == "dp4a";
  if (words.size() < 3 || (!by_4 && !has(words, "lo") && !has(words, "hi"))) return {};
  for (std::size_t i = words.size() - 2; i < words.size(); ++i)
    if (!is_among("s32 u32", words[i])) return {};
  const std::string section = "Integer Arithmetic Instructions: " + std::string(words.front());
  const Layout factors = pair({}, {{by_4 ? 4 : 2, 1}});
  const Layout sum = pair({}, {});
  return {{"A", factors, 1, section, "row = 0, column = i"},
          {"B", factors, 1, section,
           by_4 ? "row = i, column = 0"
                : "row = i, column = 0, of the lower bytes (.lo) or the upper ones (.hi)"},
          {"C", sum, 1, section, "row = 0, column = 0"},
          {"D", sum, 1, section, "row = 0, column = 0"},
          all_threads(1, section)};
}

/// cp.async with the number of bytes, which is an operand, as its last word.
std::vector<Fragment> of_async_copy(const Words& words) {
  const std::string_view bytes = words.back();
  const bool may_be_less = has(words, "ca");
  if (!is_among(may_be_less ? "4 8 16" : "16", bytes) || (!may_be_less && !has(words, "cg")))
    return {};
  const std::string section = "Data Movement and Conversion Instructions: cp.async";
  const Layout bits = pair({}, {{byte_bits * (bytes == "16" ? 16 : bytes == "8" ? 8 : 4), 1}});
  return {{"source", bits, 0, section, "bit i"},
          {"destination", bits, 0, section, "bit i"},
          all_threads(1, section)};
}

Words words_of(std::string_view instruction) {
  Words words;
  for (std::size_t at = 0; at <= instruction.size();) {
    const std::size_t end = std::min(instruction.find('.', at), instruction.size());
    words.push_back(instruction.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// The values of a layout, in the order of its coordinates.
std::vector<Int> values_of(const Layout& layout) {
  std::vector<Int> values = {0};
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const std::size_t before = values.size();
    for (Int c = 1; c < layout.extents()[i]; ++c)
      for (std::size_t v = 0; v < before; ++v)
        values.push_back(values[v] + c * layout.strides()[i]);
  }
  return values;
}

/// Of each of the two modes: the layout's value is the sum.
std::pair<std::vector<Int>, std::vector<Int>> values_of_modes(const Layout& layout) {
  const std::vector<Layout> modes = layout.modes();
  if (modes.size() != 2) throw std::invalid_argument("expected a layout of two modes");
  return {values_of(modes[0]), values_of(modes[1])};
}

}  // namespace

Layout tensor_move_layout(std::string_view shape, Int times, bool packed) {
  const Int column = packed ? 2 * column_bits : column_bits;
  // The bits of a register: in one column, or half of them in each of two.
  const Mode low = packed ? Mode{column_bits / 2, 1} : Mode{column_bits, 1};
  const Mode high = packed ? Mode{2, column_bits} : Mode{};
  const Mode upper = {2, 8 * lane_bits};
  const Mode rows = {8, lane_bits};
  if (shape == "32x32b") return pair({{warp, lane_bits}}, {low, high, {times, column}});
  if (shape == "16x64b") return pair({upper, {2, column}, rows}, {low, high, {times, 2 * column}});
  if (shape == "16x128b") return pair({{4, column}, rows}, {low, high, upper, {times, 4 * column}});
  if (shape == "16x256b")
    return pair({{4, 2 * column}, rows}, {low, high, {2, column}, upper, {times, 8 * column}});
  if (shape == "16x32bx2")
    return pair({{16, lane_bits}, {2, times * column}}, {low, high, {times, column}});
  throw std::invalid_argument("'" + std::string(shape) + "' is no shape of tcgen05.ld");
}

std::vector<Fragment> fragments_of(const std::vector<std::string_view>& words) {
  if (words.empty()) return {};
  if (words.front() == "mma") return of_product(words);
  if (is_among("dp4a dp2a", words.front())) return of_dot_product(words);
  if (words.front() == "cp" && words.size() > 1 && words[1] == "async" && !has(words, "bulk"))
    return of_async_copy(words);
  if (words.front() == "wgmma" && has(words, "mma_async")) return of_group_product(words);
  if (is_among("ldmatrix stmatrix movmatrix", words.front())) return of_moved(words);
  if (words.front() == "tcgen05" && words.size() > 1 && is_among("ld st", words[1]))
    return of_tensor_move(words);
  if (words.front() == "tcgen05" && words.size() > 1 && words[1] == "cp")
    return of_tensor_copy(words);
  if (words.front() == "tcgen05" && words.size() > 1 && words[1] == "mma")
    return of_tensor_product(words);
  return {};
}

std::vector<Fragment> fragments_of(std::string_view instruction) {
  if (instruction.starts_with("v_")) return fragments_of_amd(instruction);
  return fragments_of(words_of(instruction));
}

std::vector<std::string> instructions_with_fragments() {
  std::vector<std::string> all;
  const auto words_in = [](std::string_view list) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(' ', at), list.size());
      words.emplace_back(list.substr(at, end - at));
      at = end + 1;
    }
    return words;
  };
  for (const char* const name : {"dp4a.s32.s32", "dp2a.lo.u32.s32", "dp2a.hi.s32.u32",
                                 "cp.async.ca.shared.global.4", "cp.async.cg.shared.global.16"})
    all.emplace_back(name);
  const std::string product = "mma.sync.aligned.";
  const std::string sparse = "mma.sp::ordered_metadata.sync.aligned.";
  for (const char* const a : {"row", "col"})
    for (const char* const b : {"row", "col"})
      for (const char* const sum : {"f16", "f32"})
        all.push_back(product + "m8n8k4." + a + "." + b + "." + sum + ".f16.f16." + sum);
  const auto add_products = [&](const std::string& name, std::span<const Product> list) {
    for (const Product& of : list)
      for (const std::string& factor : words_in(of.factors))
        for (const std::string& sum : words_in(of.sums))
          all.push_back(name + std::string(of.shape) + ".row.col." + sum + "." + factor + "." +
                        factor + "." + sum);
  };
  add_products(product, products);
  add_products(sparse, sparse_products);
  const auto add_group_products = [&](const std::string& name, std::span<const GroupProduct> list) {
    for (const GroupProduct& of : list)
      for (const std::string& factor : words_in(of.factors))
        for (const std::string& sum : words_in(of.sums))
          for (const char* const n : {"8", "24", "256"})
            all.push_back(name + n + std::string(of.k) + "." + sum + "." + factor + "." + factor);
  };
  add_group_products("wgmma.mma_async.sync.aligned.m64n", group_products);
  add_group_products("wgmma.mma_async.sp.sync.aligned.m64n", sparse_group_products);
  for (const char* const name : {"ldmatrix", "stmatrix"})
    for (const char* const count : {"x1", "x2", "x4"})
      for (const char* const how : {"", ".trans"})
        all.push_back(std::string(name) + ".sync.aligned.m8n8." + count + how + ".shared.b16");
  for (const char* const count : {"x1", "x2"})
    for (const char* const type : {"b8", "b8x16.b4x16_p64"})
      all.push_back(std::string("ldmatrix.sync.aligned.m16n16.") + count + ".trans.shared." + type);
  for (const char* const count : {"x1", "x2", "x4"}) {
    all.push_back(std::string("ldmatrix.sync.aligned.m8n16.") + count + ".shared.b8x16.b6x16_p32");
    all.push_back(std::string("stmatrix.sync.aligned.m16n8.") + count + ".trans.shared.b8");
  }
  all.emplace_back("movmatrix.sync.aligned.m8n8.trans.b16");
  for (const Move& of : moves)
    for (const char* const how : {"ld.sync.aligned.", "st.sync.aligned."})
      for (const char* const times : {".x1", ".x4"})
        for (const bool packed : {false, true})
          all.push_back("tcgen05." + std::string(how) + std::string(of.shape) + times +
                        (!packed       ? ""
                         : *how == 'l' ? ".pack::16b"
                                       : ".unpack::16b") +
                        ".b32");
  for (const Move& of : moves)
    if (of.reduces)
      all.push_back("tcgen05.ld.red.sync.aligned." + std::string(of.shape) + ".x4.max.f32");
  for (const char* const kind :
       {"tf32", "f16", "i8", "f8f6f4", "mxf8f6f4.block_scale", "mxf4.block_scale.scale_vec::2X"})
    for (const char* const a : {"", "sp."})
      for (const char* const how : {"cta_group::1.kind::", "cta_group::2.kind::"})
        for (const char* const shape : {".m64n32", ".m128n64", ".m256n256"})
          for (const char* const k : {"k8", "k16", "k32", "k64", "k128"})
            if (const std::string name = "tcgen05.mma." + std::string(a) + how + kind + shape + k;
                !fragments_of(std::string_view(name)).empty())
              all.push_back(name);
  for (const Copy& of : copies)
    for (const char* const group : {"1", "2"})
      all.push_back("tcgen05.cp.cta_group::" + std::string(group) + "." + std::string(of.shape) +
                    (of.multicast.empty() ? "" : ".") + std::string(of.multicast));
  for (const char* const scaled :
       {"kind::mxf8f6f4.block_scale.m16n8k32.row.col.f32.e4m3.e2m1.f32.ue8m0",
        "kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3"})
    all.push_back(product + scaled);
  for (const char* const shape : {"m32n64", "m64n128", "m128n256"})
    all.push_back("tcgen05.mma.ws.cta_group::1.kind::f16." + std::string(shape) + "k16");
  std::ranges::move(amd_instructions_with_fragments(), std::back_inserter(all));
  return all;
}

std::vector<std::vector<Int>> values_by_mode(const Layout& layout) {
  const auto [first, second] = values_of_modes(layout);
  std::vector<std::vector<Int>> values(first.size(), second);
  for (std::size_t i = 0; i < first.size(); ++i)
    for (Int& value : values[i])
      value += first[i];
  return values;
}

std::optional<Difference> difference(const Fragment& fragment, const Layout& found) {
  const bool is_mode = fragment.operand == "threads";
  if (!is_mode && found.modes().size() != 2) return Difference{"no layout of two modes"};
  // Whatever is larger than any table is not tabulated.
  constexpr Int most = 1 << 24;
  Int size = 1;
  for (const Int extent : found.extents()) {
    if (extent > most / size) return Difference{"more than " + number(most) + " entries"};
    size *= extent;
  }
  constexpr Int most_stride = Int{128} * lane_bits;
  for (const Int stride : found.strides())
    if (stride > most_stride) return Difference{"a stride beyond " + number(most_stride)};
  const auto parts = [&](const Layout& layout) {
    return is_mode ? std::pair(values_of(layout), std::vector<Int>{0}) : values_of_modes(layout);
  };
  const auto [threads, values] = parts(fragment.layout);
  const auto [found_threads, found_values] = parts(found);
  const auto counts = [](std::size_t is, std::size_t should, const std::string& what) {
    return Difference{std::to_string(is) + " " + what + " instead of " + std::to_string(should)};
  };
  if (found_threads.size() < threads.size() ||
      (found_threads.size() > threads.size() && !fragment.is_of_some)) {
    return counts(found_threads.size(), threads.size(), "threads");
  }
  if (found_values.size() != values.size())
    return counts(found_values.size(), values.size(), "values");
  for (std::size_t t = 0; t < threads.size(); ++t) {
    for (std::size_t v = 0; v < values.size(); ++v) {
      const Int expected = threads[t] + values[v];
      const Int is = found_threads[t] + found_values[v];
      if (is != expected)
        return Difference{"", static_cast<Int>(t), static_cast<Int>(v), expected, is};
    }
  }
  return std::nullopt;
}

}  // namespace layoutcheck::gpu
