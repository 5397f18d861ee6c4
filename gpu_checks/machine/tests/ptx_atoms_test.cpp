// The tables of matrix instructions, against the formulas of the PTX ISA as it prints them, and
// against what the executor does by them.
#include "../src/ptx/tcgen05.hpp"
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/notation/text.hpp>

#include <map>
#include <numeric>

namespace layoutcheck::gpu {
namespace {

/// Row and column of a thread's i-th entry.
struct At {
  Int row;
  Int column;
};
using Formula = std::function<At(Int thread, Int i)>;

Int group(Int thread) {
  return thread % 32 / 4;
}
Int in_group(Int thread) {
  return thread % 4;
}
/// groupID, or groupID + 8 where the entry is not in the upper half.
Int row(Int thread, bool upper) {
  return group(thread) + (upper ? 0 : 8);
}

/// The formulas of an instruction, of A, B, and C and D.
struct Printed {
  std::string instruction;
  Formula a;
  Formula b;
  Formula c;
};

At c_of_8(Int t, Int i) {
  return {group(t), in_group(t) * 2 + i};
}
At c_of_16(Int t, Int i) {
  return {row(t, i < 2), in_group(t) * 2 + (i & 1)};
}
/// 16 * (warp % 4) more, and eight more columns for each four entries.
At d_of_64(Int t, Int i) {
  return {row(t, i % 4 < 2) + t / 32 * 16, i / 4 * 8 + in_group(t) * 2 + (i & 1)};
}

const std::string mma = "mma.sync.aligned.";
const std::string mma_sp = "mma.sp::ordered_metadata.sync.aligned.";
const std::string wgmma = "wgmma.mma_async.sync.aligned.";
const std::string wgmma_sp = "wgmma.mma_async.sp.sync.aligned.";

std::vector<Printed> printed() {
  const auto b_of = [](Int p) {
    return [p](Int t, Int i) { return At{in_group(t) * p + i, group(t)}; };
  };
  const auto a_of_8 = [](Int p) {
    return [p](Int t, Int i) { return At{group(t), in_group(t) * p + i}; };
  };
  // Section 9.7.14.5.1: %laneid of the eight threads of computation 1.
  const auto lane = [](Int t) { return t < 4 ? t : t + 12; };
  const auto high = [lane](Int t) { return lane(t) < 16 ? 0 : 4; };
  const Formula a_row = [=](Int t, Int i) { return At{lane(t) % 4 + high(t), i}; };
  const Formula a_col = [=](Int t, Int i) { return At{i % 4 + high(t), lane(t) % 4}; };
  const Formula b_row = [=](Int t, Int i) { return At{lane(t) % 4, i + high(t)}; };
  const Formula b_col = [=](Int t, Int i) { return At{i, lane(t) % 4 + high(t)}; };
  const Formula c_half = [=](Int t, Int i) { return At{lane(t) % 4 + high(t), i}; };
  const Formula c_float = [=](Int t, Int i) {
    const Int x = (lane(t) & 1) + (i & 2);
    return At{lane(t) < 16 ? x : x + 4, (i & 4) + (lane(t) & 2) + (i & 1)};
  };
  const Formula a_halves_16 = [](Int t, Int i) {
    return At{row(t, (0 <= i && i < 2) || (4 <= i && i < 6)),
              in_group(t) * 2 + (i & 1) + (i < 4 ? 0 : 8)};
  };
  const Formula a_bytes_32 = [](Int t, Int i) {
    return At{row(t, (0 <= i && i < 4) || (8 <= i && i < 12)),
              in_group(t) * 4 + (i & 3) + (i < 8 ? 0 : 16)};
  };
  const Formula a_words_8 = [](Int t, Int i) {
    return At{row(t, i == 0 || i == 2), in_group(t) + (i < 2 ? 0 : 4)};
  };
  const Formula b_words_8 = [](Int t, Int i) {
    return At{in_group(t) + (i == 0 ? 0 : 4), group(t)};
  };
  const Formula a_bits_256 = [](Int t, Int i) {
    return At{row(t, i < 32 || (64 <= i && i < 96)),
              in_group(t) * 32 + (i & 31) + (i < 64 ? 0 : 128)};
  };
  const auto of_warps = [](const Formula& of) {
    return [of](Int t, Int i) {
      const At at = of(t, i);
      return At{at.row + t / 32 * 16, at.column};
    };
  };
  std::vector<Printed> all = {
      {mma + "m8n8k4.row.row.f16.f16.f16.f16", a_row, b_row, c_half},
      {mma + "m8n8k4.row.col.f16.f16.f16.f16", a_row, b_col, c_half},
      {mma + "m8n8k4.col.row.f16.f16.f16.f16", a_col, b_row, c_half},
      {mma + "m8n8k4.col.col.f16.f16.f16.f16", a_col, b_col, c_half},
      {mma + "m8n8k4.row.row.f32.f16.f16.f32", a_row, b_row, c_float},
      {mma + "m8n8k4.row.col.f32.f16.f16.f32", a_row, b_col, c_float},
      {mma + "m8n8k4.col.row.f32.f16.f16.f32", a_col, b_row, c_float},
      {mma + "m8n8k4.col.col.f32.f16.f16.f32", a_col, b_col, c_float},
      {mma + "m8n8k4.row.col.f64.f64.f64.f64", a_of_8(1), b_of(1), c_of_8},
  };
  const auto add_to = [&](const std::string& name, const std::vector<std::string>& factors,
                          const std::vector<std::string>& sums, const Formula& a, const Formula& b,
                          const Formula& c) {
    for (const std::string& f : factors)
      for (const std::string& s : sums)
        all.push_back({name + ".row.col." + s + "." + f + "." + f + "." + s, a, b, c});
  };
  const auto add = [&](const std::string& shape, const std::vector<std::string>& factors,
                       const std::vector<std::string>& sums, const Formula& a, const Formula& b,
                       const Formula& c) { add_to(mma + shape, factors, sums, a, b, c); };
  const std::vector<std::string> half_or_float = {"f16", "f32"};
  add("m8n8k16", {"s8", "u8"}, {"s32"}, a_of_8(4), b_of(4), c_of_8);
  add("m8n8k32", {"s4", "u4"}, {"s32"}, a_of_8(8), b_of(8), c_of_8);
  add("m8n8k128", {"b1"}, {"s32"}, a_of_8(32), b_of(32), c_of_8);
  for (const char* const wide : {"tf32", "f64"}) {
    const std::string sum = wide == std::string("f64") ? "f64" : "f32";
    add(
        "m16n8k4", {wide}, {sum},
        [](Int t, Int i) {
          return At{row(t, i == 0), in_group(t)};
        },
        b_of(1), c_of_16);
    add("m16n8k8", {wide}, {sum}, a_words_8, b_words_8, c_of_16);
  }
  const Formula a_halves_8 = [](Int t, Int i) {
    return At{row(t, i < 2), in_group(t) * 2 + (i & 1)};
  };
  add("m16n8k8", {"f16"}, half_or_float, a_halves_8, b_of(2), c_of_16);
  add("m16n8k8", {"bf16"}, {"f32"}, a_halves_8, b_of(2), c_of_16);
  const Formula b_halves_16 = [](Int t, Int i) {
    return At{in_group(t) * 2 + (i & 1) + (i < 2 ? 0 : 8), group(t)};
  };
  add("m16n8k16", {"f16"}, half_or_float, a_halves_16, b_halves_16, c_of_16);
  add("m16n8k16", {"bf16"}, {"f32"}, a_halves_16, b_halves_16, c_of_16);
  add(
      "m16n8k16", {"f64"}, {"f64"},
      [](Int t, Int i) {
        return At{row(t, i % 2 == 0), (i % 2 == 0 ? i * 2 : i * 2 - 2) + in_group(t)};
      },
      [](Int t, Int i) {
        return At{in_group(t) + i * 4, group(t)};
      },
      c_of_16);
  const Formula a_bytes_16 = [](Int t, Int i) {
    return At{row(t, i < 4), in_group(t) * 4 + (i & 3)};
  };
  add("m16n8k16", {"s8", "u8"}, {"s32"}, a_bytes_16, b_of(4), c_of_16);
  add("m16n8k16", {"e4m3", "e5m2"}, half_or_float, a_bytes_16, b_of(4), c_of_16);
  add(
      "m16n8k32", {"s4", "u4"}, {"s32"},
      [](Int t, Int i) {
        return At{row(t, i < 8), in_group(t) * 8 + (i & 7)};
      },
      b_of(8), c_of_16);
  const Formula b_bytes_32 = [](Int t, Int i) {
    return At{in_group(t) * 4 + (i & 3) + (i < 4 ? 0 : 16), group(t)};
  };
  add("m16n8k32", {"s8", "u8"}, {"s32"}, a_bytes_32, b_bytes_32, c_of_16);
  add("m16n8k32", {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}, half_or_float, a_bytes_32, b_bytes_32,
      c_of_16);
  const Formula a_nibbles_64 = [](Int t, Int i) {
    return At{row(t, i < 8 || (16 <= i && i < 24)), in_group(t) * 8 + (i & 7) + (i < 16 ? 0 : 32)};
  };
  const Formula b_nibbles_64 = [](Int t, Int i) {
    return At{in_group(t) * 8 + (i & 7) + (i < 8 ? 0 : 32), group(t)};
  };
  add("m16n8k64", {"s4", "u4"}, {"s32"}, a_nibbles_64, b_nibbles_64, c_of_16);
  add("m16n8k64", {"e2m1"}, {"f32"}, a_nibbles_64, b_nibbles_64, c_of_16);
  add(
      "m16n8k128", {"b1"}, {"s32"},
      [](Int t, Int i) {
        return At{row(t, i < 32), in_group(t) * 32 + (i & 31)};
      },
      b_of(32), c_of_16);
  add(
      "m16n8k256", {"b1"}, {"s32"}, a_bits_256,
      [](Int t, Int i) {
        return At{in_group(t) * 32 + (i & 31) + (i < 32 ? 0 : 128), group(t)};
      },
      c_of_16);
  // Sections 9.7.14.6.2.1 to 8: a register of A has the entries that are held of `chunk` columns
  // from firstcol on; i counts all of these.
  const auto a_sparse = [](Int chunk) {
    return [chunk](Int t, Int i) {
      const Int r = i / chunk;
      const Int firstcol = in_group(t) * chunk + (r < 2 ? 0 : 4 * chunk);
      return At{row(t, r == 0 || r == 2), firstcol + i % chunk};
    };
  };
  const auto b_rows = [](Int p) {
    return [p](Int t, Int i) { return At{in_group(t) * p + i % p + i / p * 4 * p, group(t)}; };
  };
  const auto add_sparse = [&](const std::string& shape, const std::vector<std::string>& factors,
                              const std::vector<std::string>& sums, Int p) {
    add_to(mma_sp + shape, factors, sums, a_sparse(2 * p), b_rows(p), c_of_16);
  };
  for (const char* const shape : {"m16n8k16", "m16n8k32"}) {
    add_sparse(shape, {"f16"}, half_or_float, 2);
    add_sparse(shape, {"bf16"}, {"f32"}, 2);
  }
  for (const char* const shape : {"m16n8k8", "m16n8k16"})
    add_sparse(shape, {"tf32"}, {"f32"}, 1);
  for (const char* const shape : {"m16n8k32", "m16n8k64"})
    add_sparse(shape, {"s8", "u8"}, {"s32"}, 4);
  add_sparse("m16n8k64", {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}, half_or_float, 4);
  for (const char* const shape : {"m16n8k64", "m16n8k128"})
    add_sparse(shape, {"s4", "u4"}, {"s32"}, 8);
  add_sparse("m16n8k128", {"e2m1"}, {"f32"}, 8);
  // Figures of section 9.7.15.5.1.1: each warp as mma.sync of 16 rows, one after the other.
  const auto add_group_to = [&](const std::string& name, const std::string& k,
                                const std::vector<std::string>& factors,
                                const std::vector<std::string>& sums, const Formula& a) {
    for (const std::string& f : factors)
      for (const std::string& s : sums)
        for (const char* const n : {"8", "24", "256"})
          all.push_back(
              {name + "m64n" + n + k + "." + s + "." + f + "." + f, of_warps(a), {}, d_of_64});
  };
  const auto group_product = [&](const std::string& k, const std::vector<std::string>& factors,
                                 const std::vector<std::string>& sums,
                                 const Formula& a) { add_group_to(wgmma, k, factors, sums, a); };
  group_product("k16", {"f16"}, half_or_float, a_halves_16);
  group_product("k16", {"bf16"}, {"f32"}, a_halves_16);
  group_product("k8", {"tf32"}, {"f32"}, a_words_8);
  group_product("k32", {"e4m3", "e5m2"}, half_or_float, a_bytes_32);
  group_product("k32", {"s8", "u8"}, {"s32"}, a_bytes_32);
  group_product("k256", {"b1"}, {"s32"}, a_bits_256);
  // Those of 9.7.15.6.2: likewise.
  add_group_to(wgmma_sp, "k32", {"f16"}, half_or_float, a_sparse(4));
  add_group_to(wgmma_sp, "k32", {"bf16"}, {"f32"}, a_sparse(4));
  add_group_to(wgmma_sp, "k16", {"tf32"}, {"f32"}, a_sparse(2));
  add_group_to(wgmma_sp, "k64", {"e4m3", "e5m2"}, half_or_float, a_sparse(8));
  add_group_to(wgmma_sp, "k64", {"s8", "u8"}, {"s32"}, a_sparse(8));
  return all;
}

const Fragment& operand_of(const std::vector<Fragment>& fragments, const std::string& name) {
  const auto found = std::ranges::find(fragments, name, &Fragment::operand);
  if (found == fragments.end()) throw std::invalid_argument("no operand " + name);
  return *found;
}

/// m, n and k of a shape such as m16n8k16.
std::array<Int, 3> shape_of(const std::string& instruction) {
  std::array<Int, 3> shape{};
  const std::size_t at = instruction.find(".m") == instruction.find(".mma_async")
                             ? instruction.find(".m64")
                             : instruction.find(".m");
  EXPECT_EQ(std::sscanf(instruction.c_str() + at, ".m%ldn%ldk%ld", &shape[0], &shape[1], &shape[2]),
            3);
  return shape;
}

TEST(PtxAtoms, TablesAreTheFormulasOfTheISA) {
  std::set<std::string> seen;
  for (const Printed& of : printed()) {
    seen.insert(of.instruction);
    const std::vector<Fragment> fragments = fragments_of(of.instruction);
    ASSERT_FALSE(fragments.empty()) << of.instruction;
    const auto [m, n, k] = shape_of(of.instruction);
    const auto compare = [&](const std::string& name, const Formula& formula, Int lines, Int size) {
      if (!formula) return;
      const auto values = values_by_mode(operand_of(fragments, name).layout);
      // Each entry has one place.
      std::set<Int> all;
      for (std::size_t t = 0; t < values.size(); ++t) {
        for (std::size_t i = 0; i < values[t].size(); ++i) {
          const At at = formula(static_cast<Int>(t), static_cast<Int>(i));
          const Int expected =
              name == "B" ? at.column + lines * at.row : at.row + lines * at.column;
          ASSERT_EQ(values[t][i], expected)
              << of.instruction << ", " << name << ", thread " << t << ", value " << i;
          all.insert(expected);
        }
      }
      EXPECT_EQ(all.size(), static_cast<std::size_t>(size)) << of.instruction << ", " << name;
      EXPECT_EQ(*all.rbegin(), size - 1);
    };
    compare("A", of.a, m, m * k);
    compare("B", of.b, n, n * k);
    compare("C", of.c, m, m * n);
    compare("D", of.c, m, m * n);
  }
  for (const std::string& instruction : instructions_with_fragments())
    // With scale factors, the other operands are as without.
    if ((instruction.starts_with("mma") || instruction.starts_with("wgmma")) &&
        instruction.find("block_scale") == std::string::npos)
      EXPECT_TRUE(seen.contains(instruction)) << instruction;
}

TEST(PtxAtoms, RowsOfMatricesInMemoryAreNamedByLanes) {
  // Sections 9.7.14.5.15 to 17: a lane holds entries 2t and 2t + 1 of row g; transposed, of column
  // g. Of bytes, it holds "4 consecutive columns" of a row (m8n16), "across 2 rows" (m16n16), or
  // what a lane has of the sums of a product (m16n8).
  for (const std::string& instruction : instructions_with_fragments()) {
    if (instruction.find("matrix") == std::string::npos) continue;
    const bool moves = instruction.starts_with("mov");
    const bool stores = instruction.starts_with("st");
    const bool transposed = instruction.find(".trans") != std::string::npos;
    const auto has = [&](std::string_view shape) {
      return instruction.find("." + std::string(shape) + ".") != std::string::npos;
    };
    const std::vector<Fragment> fragments = fragments_of(instruction);
    ASSERT_EQ(fragments.size(), 3U);
    const auto held =
        values_by_mode(operand_of(fragments, stores ? "source" : "destination").layout);
    const auto named =
        values_by_mode(operand_of(fragments, stores ? "destination" : "source").layout);
    ASSERT_EQ(held.size(), 32U);
    for (Int lane = 0; lane < 32; ++lane) {
      const auto& bits = held[static_cast<std::size_t>(lane)];
      for (std::size_t v = 0; v < bits.size(); ++v) {
        const auto i = static_cast<Int>(v);
        const Int g = lane / 4;
        const Int of_four = lane % 4 * 4 + i / 8 % 4;
        const Int of_two = lane % 4 * 2 + i / 8 % 2;
        const Int along = lane % 4 * 2 + i / 16 % 2;
        const Int expected =
            has("m8n16")    ? i / 32 * 1024 + g * 128 + of_four * 8 + i % 8
            : has("m16n16") ? i / 64 * 2048 + of_four * 128 + (g + 8 * (i / 32 % 2)) * 8 + i % 8
            : has("m16n8")  ? i / 32 * 1024 + of_two * 128 + (g + 8 * (i / 16 % 2)) * 8 + i % 8
            : transposed    ? i / 32 * 1024 + along * 128 + g * 16 + i % 16
                            : i / 32 * 1024 + g * 128 + along * 16 + i % 16;
        EXPECT_EQ(bits[v], expected) << instruction;
      }
    }
    if (moves) continue;
    ASSERT_EQ(named.size() * 4, held[0].size()) << instruction;
    for (std::size_t lane = 0; lane < named.size(); ++lane)
      for (std::size_t b = 0; b < 128; ++b)
        EXPECT_EQ(named[lane][b], static_cast<Int>(lane * 128 + b)) << instruction;
  }
}

TEST(PtxAtoms, RegistersLieInTensorMemoryAsTheFiguresShow) {
  // Figures 183 to 187: the lane and the column of register r of thread t, for .xn.
  using Place = std::pair<Int, Int>;
  const std::map<std::string, std::function<Place(Int t, Int r, Int n)>> places = {
      {"32x32b",
       [](Int t, Int r, Int) {
         return Place{t, r};
       }},
      {"16x64b",
       [](Int t, Int r, Int) {
         return Place{t / 4 + t % 2 * 8, t / 2 % 2 + 2 * r};
       }},
      {"16x128b",
       [](Int t, Int r, Int) {
         return Place{t / 4 + r % 2 * 8, t % 4 + r / 2 * 4};
       }},
      {"16x256b",
       [](Int t, Int r, Int) {
         return Place{t / 4 + r / 2 % 2 * 8, t % 4 * 2 + r % 2 + r / 4 * 8};
       }},
      {"16x32bx2",
       [](Int t, Int r, Int n) {
         return Place{t % 16, r + t / 16 * n};
       }},
  };
  std::set<std::string> seen;
  for (const std::string& instruction : instructions_with_fragments()) {
    if (!instruction.starts_with("tcgen05.ld") && !instruction.starts_with("tcgen05.st")) continue;
    const bool loads = instruction.starts_with("tcgen05.ld");
    const bool packed = instruction.find("pack::16b") != std::string::npos;
    const std::vector<Fragment> fragments = fragments_of(instruction);
    ASSERT_EQ(fragments.size(), 3U) << instruction;
    const auto held =
        values_by_mode(operand_of(fragments, loads ? "destination" : "source").layout);
    const auto named =
        values_by_mode(operand_of(fragments, loads ? "source" : "destination").layout);
    const std::size_t begin = instruction.find("aligned.") + 8;
    const std::string shape = instruction.substr(begin, instruction.find('.', begin) - begin);
    seen.insert(shape);
    const Int n = instruction.find(".x4") != std::string::npos ? 4 : 1;
    ASSERT_EQ(held.size(), 32U);
    std::set<Int> all;
    for (Int t = 0; t < 32; ++t) {
      const auto& bits = held[static_cast<std::size_t>(t)];
      for (std::size_t v = 0; v < bits.size(); ++v) {
        const auto i = static_cast<Int>(v);
        const auto [lane, column] = places.at(shape)(t, i / 32, n);
        const Int at = (lane << 21) +
                       (packed ? (2 * column + i / 16 % 2) * 32 + i % 16 : column * 32 + i % 32);
        ASSERT_EQ(bits[v], at) << instruction << ", thread " << t << ", bit " << i;
        all.insert(at);
      }
    }
    // The words of the whole warp, one after the other.
    for (const auto& bits : named)
      EXPECT_TRUE(std::ranges::equal(bits, all)) << instruction;
  }
  EXPECT_EQ(seen.size(), places.size());
  EXPECT_THROW(tensor_move_layout("8x32b", 1, false), std::invalid_argument);
}

/// All layouts that differ from this one in one stride that counts, in which of two strides come
/// first, or in one extent.
std::vector<Layout> planted(const Layout& layout) {
  std::vector<Layout> all;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    Tuple strides = layout.strides();
    strides[i] += 1;
    if (layout.extents()[i] > 1) all.emplace_back(layout.profile(), layout.extents(), strides);
    for (std::size_t j = 0; j < i; ++j) {
      strides = layout.strides();
      std::swap(strides[i], strides[j]);
      if (strides != layout.strides())
        all.emplace_back(layout.profile(), layout.extents(), strides);
    }
    Tuple extents = layout.extents();
    extents[i] *= 2;
    all.emplace_back(layout.profile(), extents, layout.strides());
  }
  return all;
}

/// The executor's places of D, and each block's part of the matrices.
TEST(PtxAtoms, ProductsLieInTensorMemoryWhereTheExecutorHasThem) {
  struct Shape {
    unsigned blocks;
    unsigned m;
    unsigned n;
    bool stationary = false;
  };
  for (const Shape& of : {Shape{1, 64, 24},
                          {1, 128, 48},
                          {2, 128, 64},
                          {2, 256, 256},
                          {1, 32, 128, true},
                          {1, 64, 256, true},
                          {1, 128, 64, true}}) {
    const std::string shape = "m" + std::to_string(of.m) + "n" + std::to_string(of.n) + "k16";
    const std::vector<Fragment> fragments =
        fragments_of("tcgen05.mma." + std::string(of.stationary ? "ws." : "") +
                     "cta_group::" + std::to_string(of.blocks) + ".kind::f16." + shape);
    ASSERT_EQ(fragments.size(), 5U) << shape;
    ptx::TensorProduct product;
    product.m = of.m;
    product.n = of.n;
    product.parts = of.blocks;
    product.is_stationary = of.stationary;
    const auto bits = values_by_mode(operand_of(fragments, "D.tensor").layout);
    ASSERT_EQ(bits.size(), product.rows()) << shape;
    ASSERT_EQ(bits.front().size(), of.n) << shape;
    for (unsigned row = 0; row < of.m; ++row) {
      for (unsigned column = 0; column < of.n; ++column) {
        const ptx::TensorAddress place = product.place(row, column);
        ASSERT_EQ(bits[row % product.rows()][column],
                  Int{place.lane} << 21 | Int{place.column} << 5)
            << shape << ": " << row << ", " << column;
      }
    }
    const auto part_of_a = values_by_mode(operand_of(fragments, "A").layout);
    const auto part_of_b = values_by_mode(operand_of(fragments, "B").layout);
    ASSERT_EQ(part_of_a.size(), of.blocks);
    for (unsigned block = 0; block < of.blocks; ++block) {
      for (unsigned i = 0; i < of.m / of.blocks * 16; ++i)
        ASSERT_EQ(part_of_a[block][i], block * (of.m / of.blocks) + i % (of.m / of.blocks) +
                                           of.m * (i / (of.m / of.blocks)));
      for (unsigned i = 0; i < of.n / of.blocks * 16; ++i)
        ASSERT_EQ(part_of_b[block][i], block * (of.n / of.blocks) + i % (of.n / of.blocks) +
                                           of.n * (i / (of.n / of.blocks)));
    }
  }
  // "1x4" and, of M = 64, what is printed as "2x3" and can only be 2x2: CUTLASS has it so, too.
  EXPECT_EQ(operand_of(fragments_of("tcgen05.mma.ws.cta_group::1.kind::f16.m32n64k16"), "D.tensor")
                .layout,
            parse_layout("(32,(16,4)):(2097152,(32,67108864))"));
  EXPECT_EQ(operand_of(fragments_of("tcgen05.mma.ws.cta_group::1.kind::f16.m64n64k16"), "D.tensor")
                .layout,
            parse_layout("(64,(32,2)):(2097152,(32,134217728))"));
  // "Layout C": half of the lanes, as with one block of 64 rows.
  EXPECT_EQ(operand_of(fragments_of("tcgen05.mma.sp.cta_group::2.kind::f16.m128n64k32"), "D.tensor")
                .layout,
            parse_layout("((16,4),64):((2097152,67108864),32)"));
}

TEST(PtxAtoms, ScaleFactorsLieWhereTheExecutorHasThem) {
  for (const bool sparse : {false, true}) {
    const std::vector<Fragment> fragments =
        fragments_of(std::string("mma.") + (sparse ? "sp::ordered_metadata." : "") +
                     "sync.aligned.kind::mxf8f6f4.block_scale.m16n8k" + (sparse ? "64" : "32") +
                     ".row.col.f32.e4m3.e4m3.f32.ue8m0");
    for (const bool of_b : {false, true}) {
      const Fragment scales = operand_of(fragments, of_b ? "SFB" : "SFA");
      const auto values = values_by_mode(scales.layout);
      ASSERT_EQ(values.size(), 32U);
      for (unsigned line = 0; line < (of_b ? 8U : 16U); ++line)
        for (unsigned thread = 0; thread < (of_b ? 4U : 2U); ++thread)
          for (unsigned l = 0; l < (sparse ? 64U : 32U); ++l)
            EXPECT_EQ(values[ptx::WarpScales::lane_of(of_b, line, thread)][l],
                      line + scales.lines * l);
    }
  }
  struct Shape {
    unsigned blocks;
    unsigned m;
    unsigned n;
    std::string kind;
    unsigned k;
    unsigned count;
    bool sparse = false;
  };
  for (const Shape& of : {Shape{1, 128, 64, "mxf8f6f4.block_scale", 32, 1},
                          {1, 128, 256, "mxf4.block_scale.scale_vec::2X", 64, 2},
                          {2, 128, 128, "mxf4nvf4.block_scale.block16", 64, 4},
                          {2, 256, 96, "mxf4nvf4.block_scale.scale_vec::4X", 64, 4},
                          {2, 256, 64, "mxf8f6f4.block_scale.block32", 64, 1, true}}) {
    const std::string instruction = std::string("tcgen05.mma.") + (of.sparse ? "sp." : "") +
                                    "cta_group::" + std::to_string(of.blocks) +
                                    ".kind::" + of.kind + ".m" + std::to_string(of.m) + "n" +
                                    std::to_string(of.n) + "k" + std::to_string(of.k);
    const std::vector<Fragment> fragments = fragments_of(instruction);
    for (const bool of_b : {false, true}) {
      const auto bits =
          values_by_mode(operand_of(fragments, of_b ? "SFB.tensor" : "SFA.tensor").layout);
      ptx::TensorScales scales;
      const unsigned lines = of_b ? of.n : of.m / of.blocks;
      if (of_b && of.blocks == 2 && of.m == 128) scales.lines = of.n / 2;
      ASSERT_EQ(bits.size(), lines * scales.copies()) << instruction;
      // Lines run before their copies.
      for (unsigned at = 0; at < bits.size(); ++at) {
        const ptx::TensorAddress place = scales.place(at % lines, at / lines);
        for (unsigned l = 0; l < of.k; ++l)
          ASSERT_EQ(bits[at][l],
                    (Int{place.lane} << 21 | Int{place.column} << 5) + 8 * (l * of.count / of.k))
              << instruction << ", line and copy " << at << ", column " << l;
      }
    }
  }
  // Three or six factors of K = 96 are not in one word.
  const auto of_96 = fragments_of("tcgen05.mma.cta_group::1.kind::mxf4.block_scale.m128n64k96");
  EXPECT_EQ(of_96.size(), 5U);
}

TEST(PtxAtoms, CopiesToTensorMemoryGoWhereTheExecutorPutsThem) {
  struct Shape {
    std::string words;
    unsigned rows;
    unsigned units;
    bool side_by_side = false;
  };
  for (const Shape& of : {Shape{"128x256b", 128, 2},
                          {"128x128b", 128, 1},
                          {"64x128b.warpx2::02_13", 64, 1},
                          {"64x128b.warpx2::01_23", 64, 1, true},
                          {"32x128b.warpx4", 32, 1}}) {
    for (const unsigned blocks : {1U, 2U}) {
      const std::vector<Fragment> fragments =
          fragments_of("tcgen05.cp.cta_group::" + std::to_string(blocks) + "." + of.words);
      const auto from = values_by_mode(operand_of(fragments, "source").layout);
      const auto to = values_by_mode(operand_of(fragments, "destination").layout);
      ASSERT_EQ(to.size(), blocks);
      ptx::TensorCopy copy{of.rows, of.units};
      copy.side_by_side = of.side_by_side;
      // What a bit of the source becomes, by the places of its first copy.
      std::map<Int, std::pair<unsigned, unsigned>> bits;
      for (unsigned row = 0; row < of.rows; ++row)
        for (unsigned bit = 0; bit < 128 * of.units; ++bit) {
          const ptx::TensorAddress first = copy.place(row, bit / 128, 0);
          bits[(Int{first.lane} << 21 | Int{first.column} << 5) + bit % 128] = {row, bit};
        }
      ASSERT_EQ(to[0].size(), bits.size() * copy.copies());
      std::set<Int> all;
      for (std::size_t v = 0; v < to[0].size(); ++v) {
        const auto [row, bit] = bits.at(from[0][v]);
        bool found = false;
        for (unsigned c = 0; c < copy.copies(); ++c) {
          const ptx::TensorAddress place = copy.place(row, bit / 128, c);
          found |= to[0][v] == (Int{place.lane} << 21 | Int{place.column} << 5) + bit % 128;
        }
        ASSERT_TRUE(found) << of.words << ", value " << v;
        all.insert(to[0][v]);
      }
      EXPECT_EQ(all.size(), to[0].size()) << of.words;
    }
  }
  EXPECT_TRUE(fragments_of("tcgen05.cp.cta_group::1.64x128b").empty());
  EXPECT_TRUE(fragments_of("tcgen05.cp.cta_group::1.4x256b").empty());
}

TEST(PtxAtoms, ASingleThreadHasAllOfItsOperands) {
  for (const auto& [name, k] : {std::pair("dp4a.u32.s32", 4), std::pair("dp2a.lo.s32.s32", 2),
                                std::pair("dp2a.hi.u32.u32", 2)}) {
    const std::vector<Fragment> fragments = fragments_of(name);
    std::vector<Int> entries(static_cast<std::size_t>(k));
    std::iota(entries.begin(), entries.end(), 0);
    for (const char* const factor : {"A", "B"})
      EXPECT_EQ(values_by_mode(operand_of(fragments, factor).layout),
                std::vector<std::vector<Int>>{entries})
          << name;
    for (const char* const sum : {"C", "D"})
      EXPECT_EQ(values_by_mode(operand_of(fragments, sum).layout),
                std::vector<std::vector<Int>>{{0}})
          << name;
  }
  for (const auto& [name, bytes] :
       {std::pair("cp.async.ca.shared.global.L2::128B.4", 4),
        std::pair("cp.async.ca.shared.global.8", 8), std::pair("cp.async.ca.shared.global.16", 16),
        std::pair("cp.async.cg.shared::cta.global.16", 16)}) {
    std::vector<Int> bits(static_cast<std::size_t>(bytes) * 8);
    std::iota(bits.begin(), bits.end(), 0);
    for (const char* const end : {"source", "destination"})
      EXPECT_EQ(values_by_mode(operand_of(fragments_of(name), end).layout),
                std::vector<std::vector<Int>>{bits});
  }
  // No instructions: ptxas demands .lo or .hi, and .cg copies 16 bytes.
  for (const char* const name :
       {"dp2a.s32.s32", "dp4a.s32", "dp4a.s32.f32", "cp.async.cg.shared.global.8",
        "cp.async.ca.shared.global", "cp.async.shared.global.16", "cp.async.commit_group"})
    EXPECT_TRUE(fragments_of(name).empty()) << name;
}

TEST(PtxAtoms, AChangeOfAnyEntryIsFound) {
  std::size_t tables = 0;
  for (const std::string& instruction : instructions_with_fragments()) {
    for (const Fragment& fragment : fragments_of(instruction)) {
      ++tables;
      EXPECT_FALSE(difference(fragment, fragment.layout)) << instruction;
      for (const Layout& layout : planted(fragment.layout)) {
        // Further threads of what only some threads name are not compared.
        if (fragment.is_of_some && layout.extents()[0] != fragment.layout.extents()[0]) continue;
        EXPECT_TRUE(difference(fragment, layout))
            << instruction << ", " << fragment.operand << ": " << layout;
      }
    }
  }
  EXPECT_GT(tables, 300U);
}

TEST(PtxAtoms, TheSmallestDifferenceIsTold) {
  const Fragment b = operand_of(fragments_of(mma + "m16n8k32.row.col.s32.s4.s4.s32"), "B");
  EXPECT_EQ(b.layout, parse_layout("((4,8),8):((64,1),8)"));
  // CUTLASS until pull request 3140.
  const auto found = difference(b, parse_layout("((4,8),8):((32,1),8)"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->shape, "");
  EXPECT_EQ(found->thread, 1);
  EXPECT_EQ(found->value, 0);
  EXPECT_EQ(found->expected, 64);
  EXPECT_EQ(found->found, 32);
  EXPECT_EQ(difference(b, parse_layout("((4,4),8):((64,1),8)"))->shape, "16 threads instead of 32");
  EXPECT_EQ(difference(b, parse_layout("((4,8),4):((64,1),8)"))->shape, "4 values instead of 8");
  EXPECT_EQ(difference(b, parse_layout("256:1"))->shape, "no layout of two modes");
  EXPECT_EQ(difference(b, parse_layout("(16777216,16777216):(0,0)"))->shape,
            "more than 16777216 entries");
  EXPECT_EQ(difference(b, parse_layout("(32,8):(4611686018427387904,0)"))->shape,
            "a stride beyond 268435456");
}

// CUTLASS #3254: both layouts say the same.
TEST(PtxAtoms, AnExtentOfOneIsNoDifference) {
  const Fragment c = operand_of(fragments_of(wgmma + "m64n8k16.f32.f16.f16"), "C");
  EXPECT_FALSE(difference(c, parse_layout("((4,8,4),(2,2)):((128,1,16),(64,8))")));
  EXPECT_FALSE(difference(c, parse_layout("((4,8,4),(2,2,1)):((128,1,16),(64,8,512))")));
  EXPECT_TRUE(difference(c, parse_layout("((4,8,4),(2,2)):((128,1,16),(8,64))")));
}

TEST(PtxAtoms, WhatIsNoInstructionHasNoTable) {
  for (const char* const words : {"mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
                                  "mma.sync.aligned.m16n8k16",
                                  "mma.sync.aligned.m16n8k8.row.col.f32.s8.s8.f32",
                                  "mma.sp.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32",
                                  "mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
                                  "wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16",
                                  "tcgen05.ld.red.sync.aligned.32x32b.x1.min.u32",
                                  "tcgen05.ld.red.sync.aligned.16x64b.x8.min.u32",
                                  "tcgen05.ld.sync.aligned.16x64b.x3.b32",
                                  "tcgen05.st.sync.aligned.8x64b.x1.b32",
                                  "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
                                  "wgmma.fence.sync.aligned",
                                  "wgmma.mma_async.sync.aligned.m64n8k32.f32.f16.f16",
                                  "ldmatrix.sync.aligned.m16n16.x1.b8",
                                  "ldmatrix.sync.aligned.m16n16.x4.trans.b8",
                                  "ldmatrix.sync.aligned.m8n16.x1.trans.b8x16.b4x16_p64",
                                  "ldmatrix.sync.aligned.m8n16.x1.b8",
                                  "stmatrix.sync.aligned.m16n16.x1.trans.b8",
                                  "stmatrix.sync.aligned.m16n8.x1.b8",
                                  "ldmatrix.sync.aligned.m8n8.x3.b16",
                                  "tcgen05.mma.cta_group::1.kind::f16.m256n64k16",
                                  "tcgen05.mma.cta_group::1.kind::f16.m128n8k16",
                                  "tcgen05.mma.cta_group::1.kind::f16.m128n64k8",
                                  "tcgen05.mma.cta_group::1.kind::f16.m128n64",
                                  "tcgen05.mma.cta_group::1.kind::f16.m128n64k16x",
                                  "tcgen05.mma.cta_group::1.kind::f16",
                                  "tcgen05.mma.cta_group::1.m128n64k16",
                                  "tcgen05.mma.kind::f16.m128n64k16",
                                  "tcgen05.mma.ws.cta_group::2.kind::f16.m64n64k16",
                                  "tcgen05.mma.ws.cta_group::1.kind::f16.m64n32k16",
                                  "tcgen05.mma.ws.cta_group::1.kind::f16.m64n192k16",
                                  "tcgen05.mma.cta_group::1.kind::f16.m32n64k16",
                                  "tcgen05.mma.ws.sp.cta_group::1.kind::f16.m64n64k32",
                                  "dp4a.s32",
                                  ""})
    EXPECT_TRUE(fragments_of(std::string_view(words)).empty()) << words;
}

}  // namespace
}  // namespace layoutcheck::gpu
