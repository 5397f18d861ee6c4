// Opcodes: matrices held by a warp, against plain loops and the tables of who holds which entry.
#include "ptx_device.hpp"
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"

#include <bit>
#include <cmath>
#include <optional>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"ldmatrix", "stmatrix", "movmatrix", "mma"};

constexpr std::size_t lanes = 32;

/// Where a lane's i-th entry of a fragment is, as in the tables of PTX: the row and the column in
/// terms of the lane's group (of four lanes) and its place in the group.
struct Place {
  unsigned row;
  unsigned column;
};

/// A of 16 (or 8) rows: `per` neighbours a register. Registers alternate between the upper and the
/// lower 8 rows; the second half of them is for the second half of the columns.
Place place_in_a(unsigned lane, unsigned i, unsigned per, bool tall) {
  const unsigned group = lane / 4;
  const unsigned place = lane % 4;
  const unsigned reg = i / per;
  const unsigned row = tall && reg % 2 == 1 ? group + 8 : group;
  const unsigned right = tall ? reg / 2 : reg;
  return {row, place * per + i % per + right * 4 * per};
}

/// B of 8 columns: a register holds neighbours in a column.
Place place_in_b(unsigned lane, unsigned i, unsigned per) {
  return {lane % 4 * per + i % per + i / per * 4 * per, lane / 4};
}

/// C and D: two neighbours in a row, then those of the lower 8 rows.
Place place_in_c(unsigned lane, unsigned i) {
  return {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + i % 2};
}

/// Entries as integers that all formats of the test hold.
struct Kind {
  std::string name;
  unsigned width;
  int least;
  int most;
};

std::uint64_t bits_of_number(const std::string& name, int x) {
  if (name == "s8" || name == "u8") return static_cast<std::uint8_t>(x);
  if (name == "s4" || name == "u4") return static_cast<std::uint64_t>(x) & 15U;
  if (name == "b1") return static_cast<std::uint64_t>(x) & 1U;
  if (name == "s32") return static_cast<std::uint32_t>(x);
  for (const Format& f : {f16, bf16, f32, f64, e5m2, e4m3})
    if (name == f.name) return rounded(f, {x, 0}, "rn");
  return rounded(f32, {x, 0}, "rn");  // tf32
}

/// Registers of a probe, in braces.
std::string list(char name, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") + std::string(1, name) + std::to_string(first + i);
  return text + "}";
}

void check_product(unsigned m, unsigned k, const Kind& a_kind, const Kind& b_kind,
                   const std::string& c_name, const std::string& d_name, bool saturates = false,
                   int c_size = 100, const std::string& operation = "") {
  constexpr unsigned n = 8;
  const unsigned register_width = a_kind.name == "f64" ? 64 : 32;
  const unsigned per = register_width / a_kind.width;
  const unsigned a_registers = m * k / 32 / per;
  const unsigned b_registers = k * n / 32 / per;
  const auto sum_registers = [&](const std::string& name) {
    return m * n / 32 / (name == "f16" ? 2U : 1U);
  };
  const unsigned c_registers = sum_registers(c_name);
  const unsigned d_registers = sum_registers(d_name);
  const std::string r = "b" + std::to_string(register_width);
  const Probe probe{
      "mma.sync.aligned.m" + std::to_string(m) + "n8k" + std::to_string(k) + ".row.col." +
          (saturates ? "satfinite." : "") + d_name + "." + a_kind.name + "." + b_kind.name + "." +
          c_name + operation + " " + list('d', 0, d_registers) + ", " + list('s', 0, a_registers) +
          ", " + list('s', a_registers, b_registers) + ", " +
          list('s', a_registers + b_registers, c_registers) + ";",
      std::vector(d_registers, r), std::vector(a_registers + b_registers + c_registers, r)};
  constexpr std::size_t warps = 8;
  std::mt19937_64 random(m * 1000 + k);
  const auto draw = [&random](std::int64_t least, std::int64_t most) {
    const auto range = static_cast<std::uint64_t>(most - least + 1);
    return static_cast<int>(least + static_cast<std::int64_t>(random() % range));
  };
  Rows inputs;
  Rows expected;
  for (std::size_t warp = 0; warp < warps; ++warp) {
    std::vector<std::vector<int>> a(m, std::vector<int>(k));
    std::vector<std::vector<int>> b(k, std::vector<int>(n));
    std::vector<std::vector<std::int64_t>> c(m, std::vector<std::int64_t>(n));
    for (auto& row : a)
      for (int& x : row)
        x = draw(a_kind.least, a_kind.most);
    for (auto& row : b)
      for (int& x : row)
        x = draw(b_kind.least, b_kind.most);
    for (auto& row : c)
      for (auto& x : row)
        x = random() % 2 == 0 ? draw(-c_size, 0) : draw(0, c_size);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      Row in(probe.operands.size());
      for (unsigned i = 0; i < a_registers * per; ++i) {
        const Place at = place_in_a(lane, i, per, m == 16);
        in[i / per] |= bits_of_number(a_kind.name, a[at.row][at.column]) << i % per * a_kind.width;
      }
      for (unsigned i = 0; i < b_registers * per; ++i) {
        const Place at = place_in_b(lane, i, per);
        in[a_registers + i / per] |= bits_of_number(b_kind.name, b[at.row][at.column])
                                     << i % per * b_kind.width;
      }
      Row out(d_registers);
      for (unsigned i = 0; i < m * n / 32; ++i) {
        const Place at = place_in_c(lane, i);
        const unsigned c_per = c_name == "f16" ? 2 : 1;
        const unsigned d_per = d_name == "f16" ? 2 : 1;
        in[a_registers + b_registers + i / c_per] |=
            bits_of_number(c_name, static_cast<int>(c[at.row][at.column])) << i % c_per * 16;
        std::int64_t sum = c[at.row][at.column];
        for (unsigned l = 0; l < k; ++l)
          sum += operation == ".xor.popc" ? a[at.row][l] ^ b[l][at.column]
                                          : a[at.row][l] * b[l][at.column];
        if (saturates) sum = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
        out[i / d_per] |= bits_of_number(d_name, static_cast<int>(sum)) << i % d_per * 16;
      }
      inputs.push_back(in);
      expected.push_back(out);
    }
  }
  const Rows found = run_probe(probe, inputs);
  EXPECT_EQ(found, expected) << probe.text;
}

/// mma.sp: who has which metadata. By a thread of four, a chunk is named by its row and number.
enum class Metadata { of_one_thread, of_a_pair_by_columns, of_a_pair_by_rows, of_all };

/// The row and the number of the chunk whose metadata are in bits 4i to 4i + 3 of a lane; of as
/// many rows and chunks as it has. Nothing if the lane has none.
std::optional<std::pair<unsigned, unsigned>> chunk_of(Metadata metadata, unsigned lane, unsigned i,
                                                      unsigned selector) {
  const unsigned group = lane / 4;
  const unsigned place = lane % 4;
  switch (metadata) {
    case Metadata::of_one_thread:
      if (place != selector) return std::nullopt;
      return std::pair(i < 4 ? group : group + 8, i % 4);
    case Metadata::of_a_pair_by_columns:
      if (place / 2 != selector) return std::nullopt;
      return std::pair(i < 4 ? group : group + 8, i % 4 + (place % 2 == 0 ? 0 : 4));
    case Metadata::of_a_pair_by_rows:
      if (place / 2 != selector) return std::nullopt;
      return std::pair(place % 2 == 0 ? group : group + 8, i);
    case Metadata::of_all:
      return std::pair(place % 2 == 0 ? group : group + 8, i + (place < 2 ? 0 : 8));
  }
  return std::nullopt;
}

void check_sparse_product(unsigned k, const Kind& a_kind, const Kind& b_kind,
                          const std::string& sum_name, Metadata metadata, bool ordered) {
  constexpr unsigned m = 16;
  constexpr unsigned n = 8;
  const unsigned per = 32 / a_kind.width;
  const unsigned chunk = a_kind.width == 32 ? 2 : a_kind.width == 4 ? 8 : 4;
  const unsigned a_registers = m * k / 2 / 32 / per;
  const unsigned b_registers = k * n / 32 / per;
  const unsigned sums_in_register = sum_name == "f16" ? 2 : 1;
  const unsigned sum_registers = 4 / sums_in_register;
  const unsigned first_c = a_registers + b_registers;
  const unsigned selectors = metadata == Metadata::of_all          ? 1
                             : metadata == Metadata::of_one_thread ? 4
                                                                   : 2;
  std::mt19937_64 random(k * 100 + a_kind.width);
  const auto draw = [&random](const Kind& kind) {
    return kind.least +
           static_cast<int>(random() % static_cast<unsigned>(kind.most - kind.least + 1));
  };
  for (unsigned selector = 0; selector < selectors; ++selector) {
    const Probe probe{
        std::string("mma.sp") + (ordered ? "::ordered_metadata" : "") + ".sync.aligned.m16n8k" +
            std::to_string(k) + ".row.col." + sum_name + "." + a_kind.name + "." + b_kind.name +
            "." + sum_name + " " + list('d', 0, sum_registers) + ", " + list('s', 0, a_registers) +
            ", " + list('s', a_registers, b_registers) + ", " + list('s', first_c, sum_registers) +
            ", s" + std::to_string(first_c + sum_registers) + ", " + std::to_string(selector) + ";",
        std::vector<std::string>(sum_registers, "b32"),
        std::vector<std::string>(first_c + sum_registers + 1, "b32")};
    Rows inputs;
    Rows expected;
    for (std::size_t warp = 0; warp < 8; ++warp) {
      std::vector<std::vector<int>> a(m, std::vector<int>(k));
      std::vector<std::vector<int>> packed(m, std::vector<int>(k / 2));
      std::vector<std::vector<unsigned>> bits(m, std::vector<unsigned>(k / chunk));
      std::vector<std::vector<int>> b(k, std::vector<int>(n));
      for (unsigned i = 0; i < m; ++i) {
        for (unsigned g = 0; g < k / chunk; ++g) {
          // Two of four quarters, which for tf32 are the halves of one of two entries.
          unsigned first = random() % 4;
          unsigned second = (first + 1 + random() % 3) % 4;
          if (chunk == 2) {
            first = first / 2 * 2;
            second = first + 1;
          } else if (ordered && first > second) {
            std::swap(first, second);
          }
          bits[i][g] = first | second << 2;
          const unsigned in_quarter = std::max(chunk / 4, 1U);
          for (unsigned e = 0; e < chunk / 2; ++e) {
            const unsigned index = e < in_quarter ? first : second;
            const unsigned at = chunk == 2 ? index / 2 : index * in_quarter + e % in_quarter;
            packed[i][g * chunk / 2 + e] = a[i][g * chunk + at] = draw(a_kind);
          }
        }
      }
      for (auto& row : b)
        for (int& x : row)
          x = draw(b_kind);
      for (unsigned lane = 0; lane < lanes; ++lane) {
        Row in(probe.operands.size());
        for (unsigned i = 0; i < a_registers * per; ++i) {
          // As the dense A of half as many columns.
          const Place at = place_in_a(lane, i, per, true);
          in[i / per] |= bits_of_number(a_kind.name, packed[at.row][at.column])
                         << i % per * a_kind.width;
        }
        for (unsigned i = 0; i < b_registers * per; ++i) {
          const Place at = place_in_b(lane, i, per);
          in[a_registers + i / per] |= bits_of_number(b_kind.name, b[at.row][at.column])
                                       << i % per * b_kind.width;
        }
        for (unsigned i = 0; i < 8; ++i) {
          const auto named = chunk_of(metadata, lane, i, selector);
          in.back() |= std::uint64_t{named ? bits[named->first][named->second] : random() % 16}
                       << 4 * i;
        }
        Row out(sum_registers);
        for (unsigned i = 0; i < 4; ++i) {
          const Place at = place_in_c(lane, i);
          std::int64_t sum = static_cast<int>(random() % 100);
          in[first_c + i / sums_in_register] |= bits_of_number(sum_name, static_cast<int>(sum))
                                                << i % sums_in_register * 16;
          for (unsigned l = 0; l < k; ++l)
            sum += std::int64_t{a[at.row][l]} * b[l][at.column];
          out[i / sums_in_register] |= bits_of_number(sum_name, static_cast<int>(sum))
                                       << i % sums_in_register * 16;
        }
        inputs.push_back(in);
        expected.push_back(out);
      }
    }
    EXPECT_EQ(run_probe(probe, inputs), expected) << probe.text;
  }
}

TEST(PtxMatrix, ProductsOfSparseMatrices) {
  for (const bool ordered : {false, true}) {
    for (const char* const half : {"f16", "bf16"}) {
      const Kind kind{half, 16, -8, 8};
      check_sparse_product(16, kind, kind, "f32", Metadata::of_one_thread, ordered);
      check_sparse_product(32, kind, kind, "f32", Metadata::of_a_pair_by_columns, ordered);
    }
    const Kind half{"f16", 16, -4, 4};
    check_sparse_product(16, half, half, "f16", Metadata::of_one_thread, ordered);
    check_sparse_product(32, half, half, "f16", Metadata::of_a_pair_by_columns, ordered);
    const Kind tensor{"tf32", 32, -500, 500};
    check_sparse_product(8, tensor, tensor, "f32", Metadata::of_one_thread, ordered);
    check_sparse_product(16, tensor, tensor, "f32", Metadata::of_a_pair_by_columns, ordered);
    const Kind bytes{"s8", 8, -128, 127};
    const Kind without{"u8", 8, 0, 255};
    check_sparse_product(32, bytes, without, "s32", Metadata::of_a_pair_by_rows, ordered);
    check_sparse_product(64, without, bytes, "s32", Metadata::of_all, ordered);
    const Kind nibbles{"s4", 4, -8, 7};
    check_sparse_product(64, nibbles, nibbles, "s32", Metadata::of_a_pair_by_rows, ordered);
    check_sparse_product(128, nibbles, {"u4", 4, 0, 15}, "s32", Metadata::of_all, ordered);
    check_sparse_product(64, {"e4m3", 8, -4, 4}, {"e5m2", 8, -4, 4}, "f32", Metadata::of_all,
                         ordered);
  }
}

TEST(PtxMatrix, MetadataThatPtxDoesNotDefineAreFound) {
  const auto probe_of = [](const std::string& type, unsigned k, bool ordered, unsigned selector) {
    // A and B have as many registers in these shapes.
    const std::string factor = "{s0, s0}";
    return Probe{std::string("mma.sp") + (ordered ? "::ordered_metadata" : "") +
                     ".sync.aligned.m16n8k" + std::to_string(k) + ".row.col.f32." + type + "." +
                     type + ".f32 {d0, d1, d2, d3}, " + factor + ", " + factor +
                     ", {s0, s0, s0, s0}, s1, " + std::to_string(selector) + ";",
                 {"b32", "b32", "b32", "b32"},
                 {"b32", "b32"}};
  };
  const auto told = [&](const std::string& type, unsigned k, std::uint64_t bits, bool ordered,
                        std::uint64_t entries = 0x3c003c00) {
    LaunchReport report;
    run_probe(probe_of(type, k, ordered, 0), Rows(probe_threads, Row{entries, bits}), &report);
    return report.faults.empty() ? "" : to_string(report.faults[0]);
  };
  using testing::HasSubstr;
  EXPECT_EQ(told("f16", 16, 0x44444444, true), "");
  EXPECT_THAT(told("f16", 16, 0x44440444, true),
              HasSubstr("the metadata of row 0, columns 12 to 15, have the index 0 twice"));
  EXPECT_THAT(told("f16", 16, 0x44414444, true),
              HasSubstr("the metadata of row 8, columns 0 to 3, have the index 0 after 1"));
  EXPECT_EQ(told("f16", 16, 0x44414444, false), "");
  EXPECT_EQ(told("tf32", 8, 0xe4e4e4e4, false), "");
  EXPECT_THAT(told("tf32", 8, 0xe4e4e494, false),
              HasSubstr("the metadata of row 0, columns 2 to 3, have neither 0b0100 nor 0b1110"));
  // Where the entries are zeros, it is all the same where they are.
  EXPECT_EQ(told("f16", 16, 0x44440444, true, 0), "");
  EXPECT_EQ(error_of(probe_of("f16", 16, false, 3)), "");
  EXPECT_THAT(error_of(probe_of("f16", 16, false, 4)),
              HasSubstr("the sparsity selector is 4, and not 0 to 3"));
}

TEST(PtxMatrix, ProductsOfHalves) {
  const Kind half{"f16", 16, -8, 8};
  const Kind brain{"bf16", 16, -8, 8};
  for (const unsigned k : {8U, 16U}) {
    check_product(16, k, half, half, "f32", "f32");
    check_product(16, k, half, half, "f16", "f16");
    check_product(16, k, brain, brain, "f32", "f32");
  }
}

TEST(PtxMatrix, ProductsOfFloats) {
  const Kind tensor{"tf32", 32, -500, 500};
  check_product(16, 4, tensor, tensor, "f32", "f32");
  check_product(16, 8, tensor, tensor, "f32", "f32");
  const Kind wide{"f64", 64, -1000, 1000};
  check_product(8, 4, wide, wide, "f64", "f64");
  for (const unsigned k : {4U, 8U, 16U})
    check_product(16, k, wide, wide, "f64", "f64");
}

TEST(PtxMatrix, ProductsOfHalfBytesAndBits) {
  const Kind with_sign{"s4", 4, -8, 7};
  const Kind without{"u4", 4, 0, 15};
  for (const Kind& a : {with_sign, without}) {
    for (const Kind& b : {with_sign, without}) {
      for (const bool saturates : {false, true}) {
        check_product(8, 32, a, b, "s32", "s32", saturates, INT32_MAX);
        check_product(16, 32, a, b, "s32", "s32", saturates, INT32_MAX);
        check_product(16, 64, a, b, "s32", "s32", saturates, INT32_MAX);
      }
    }
  }
  const Kind bit{"b1", 1, 0, 1};
  for (const char* const operation : {".xor.popc", ".and.popc"}) {
    check_product(8, 128, bit, bit, "s32", "s32", false, 1000, operation);
    check_product(16, 128, bit, bit, "s32", "s32", false, 1000, operation);
    check_product(16, 256, bit, bit, "s32", "s32", false, 1000, operation);
  }
}

TEST(PtxMatrix, ProductsOfBytes) {
  const Kind with_sign{"s8", 8, -128, 127};
  const Kind without{"u8", 8, 0, 255};
  for (const Kind& a : {with_sign, without}) {
    for (const Kind& b : {with_sign, without}) {
      for (const bool saturates : {false, true}) {
        const int large = saturates ? INT32_MAX : 1 << 20;
        check_product(16, 32, a, b, "s32", "s32", saturates, large);
        check_product(16, 16, a, b, "s32", "s32", saturates, INT32_MAX);
        check_product(8, 16, a, b, "s32", "s32", saturates, INT32_MAX);
      }
    }
  }
  for (const char* a : {"e4m3", "e5m2"})
    for (const char* b : {"e4m3", "e5m2"})
      for (const unsigned k : {16U, 32U})
        for (const char* const sum : {"f16", "f32"})
          check_product(16, k, {a, 8, -4, 4}, {b, 8, -4, 4}, sum, sum);
}

/// A number without infinities: a sign, an exponent and a fraction of so many bits.
struct Small {
  std::string name;
  unsigned exponent = 0;
  unsigned fraction = 0;
  int bias = 0;

  [[nodiscard]] unsigned width() const { return 1 + exponent + fraction; }
  [[nodiscard]] double value(unsigned bits) const {
    const unsigned e = bits >> fraction & ((1U << exponent) - 1);
    const double f = std::ldexp(bits & ((1U << fraction) - 1), -static_cast<int>(fraction));
    const double size =
        e == 0 ? std::ldexp(f, 1 - bias) : std::ldexp(1 + f, static_cast<int>(e) - bias);
    return bits >> (width() - 1) != 0 ? -size : size;
  }
};
const Small small_e4m3{"e4m3", 4, 3, 7};
const Small small_e5m2{"e5m2", 5, 2, 15};
const Small small_e3m2{"e3m2", 3, 2, 3};
const Small small_e2m3{"e2m3", 2, 3, 1};
const Small small_e2m1{"e2m1", 2, 1, 1};

/// mma with a kind (PTX ISA, mma, .kind, .block_scale): `scales` factors of a row or column, of
/// which those of A are in this byte and thread of two, and those of B in these of four.
struct Scales {
  unsigned count = 0;
  std::string type = "";
  std::array<unsigned, 2> bytes{};
  std::array<unsigned, 2> threads{};
};

void check_kind(const std::string& kind, const Small& of_a, const Small& of_b,
                const std::string& sum_name, const Scales& scales = {}, bool sparse = false) {
  // Four bits are packed for k = 64; else each entry has a byte, in the middle of which they are.
  // Of a sparse A, half of twice as many columns are held.
  const bool packed = kind.starts_with("kind::mxf4");
  const unsigned held = packed ? 64 : 32;
  const unsigned k = sparse ? 2 * held : held;
  const unsigned width = packed ? 4 : 8;
  const unsigned per = 32 / width;
  const auto shift = [&](const Small& of) { return !packed && of.width() == 4 ? 2U : 0U; };
  const unsigned sums = sum_name == "f16" ? 2 : 4;
  const unsigned b_registers = sparse ? 4 : 2;
  const unsigned metadata = 4 + b_registers + sums;
  const unsigned first_scale = metadata + (sparse ? 1 : 0);
  std::string text = std::string("mma.") + (sparse ? "sp::ordered_metadata." : "") +
                     "sync.aligned." + kind + ".m16n8k" + std::to_string(k) + ".row.col." +
                     sum_name + "." + of_a.name + "." + of_b.name + "." + sum_name;
  if (scales.count != 0) text += "." + scales.type;
  text += " " + list('d', 0, sums) + ", " + list('s', 0, 4) + ", " + list('s', 4, b_registers) +
          ", " + list('s', 4 + b_registers, sums);
  if (sparse) text += ", s" + std::to_string(metadata) + ", 0";
  for (unsigned i = 0; i < 2 && scales.count != 0; ++i) {
    text += (i == 0 ? ", " : ", {") + ("s" + std::to_string(first_scale + i)) +
            (i == 0 ? ", {" : "}, {") + std::to_string(scales.bytes[i]) + ", " +
            std::to_string(scales.threads[i]) + "}";
  }
  const Probe probe{text + ";", std::vector<std::string>(sums, "b32"),
                    std::vector<std::string>(first_scale + (scales.count != 0 ? 2 : 0), "b32"), "",
                    "sm_120a"};
  std::mt19937_64 random(k + of_a.width() + of_b.width());
  // No pattern of these is not a number.
  const auto drawn = [&](const Small& of) {
    return static_cast<unsigned>(random() % (1U << of.width())) & (of.width() == 8 ? 0xb7U : ~0U);
  };
  const auto factor = [&](unsigned byte) {
    return scales.type == "ue8m0" ? std::ldexp(1, static_cast<int>(byte) - 127)
                                  : small_e4m3.value(byte);
  };
  Rows inputs;
  Rows expected;
  for (std::size_t warp = 0; warp < 4; ++warp) {
    std::vector<std::vector<unsigned>> a(16, std::vector<unsigned>(k));
    std::vector<std::vector<unsigned>> b(k, std::vector<unsigned>(8));
    std::array<std::uint32_t, 32> words_of_a{};
    std::array<std::uint32_t, 32> words_of_b{};
    for (auto& row : a)
      for (unsigned& x : row)
        x = drawn(of_a);
    for (auto& row : b)
      for (unsigned& x : row)
        x = drawn(of_b);
    // Two of four quarters of a chunk are held.
    const unsigned quarter = packed ? 2 : 1;
    const unsigned chunk = 4 * quarter;
    std::vector<std::vector<unsigned>> held_of_a = a;
    std::vector<std::vector<unsigned>> indices(16, std::vector<unsigned>(k / chunk));
    for (unsigned i = 0; sparse && i < 16; ++i) {
      for (unsigned g = 0; g < k / chunk; ++g) {
        const auto first = static_cast<unsigned>(random() % 3);
        const auto second = static_cast<unsigned>(first + 1 + random() % (3 - first));
        indices[i][g] = first | second << 2;
        for (unsigned e = 0; e < chunk; ++e) {
          unsigned& x = a[i][g * chunk + e];
          if (e / quarter == first || e / quarter == second)
            held_of_a[i][(2 * g + (e / quarter == second ? 1 : 0)) * quarter + e % quarter] = x;
          else
            x = 0;
        }
      }
    }
    for (unsigned i = 0; i < 128; ++i) {
      const auto byte = static_cast<std::uint32_t>(scales.type == "ue8m0" ? 124 + random() % 7
                                                                          : 0x30 + random() % 16);
      (i < 64 ? words_of_a : words_of_b)[i % 64 / 2] |= byte << i % 2 * 8;
      (i < 64 ? words_of_a : words_of_b)[i % 64 / 2] |= (byte ^ 1U) << (16 + i % 2 * 8);
    }
    // Of four threads, rows 0 to 7 are of the first of the pair that is chosen, 8 to 15 of the
    // second; columns are of one.
    const auto scale_of_a = [&](unsigned row, unsigned l) {
      if (scales.count == 0) return 1.0;
      const std::uint32_t word = words_of_a[row % 8 * 4 + scales.threads[0] * 2 + row / 8];
      return factor(word >> 8 * (scales.bytes[0] + l / (k / scales.count)) & 255U);
    };
    const auto scale_of_b = [&](unsigned column, unsigned l) {
      if (scales.count == 0) return 1.0;
      const std::uint32_t word = words_of_b[column * 4 + scales.threads[1]];
      return factor(word >> 8 * (scales.bytes[1] + l / (k / scales.count)) & 255U);
    };
    for (unsigned lane = 0; lane < lanes; ++lane) {
      Row in(probe.operands.size());
      for (unsigned i = 0; i < 4 * per; ++i) {
        const Place at = place_in_a(lane, i, per, true);
        in[i / per] |= held_of_a[at.row][at.column] << (i % per * width + shift(of_a));
      }
      for (unsigned i = 0; sparse && i < 8; ++i) {
        const auto [row, number] = *chunk_of(Metadata::of_all, lane, i, 0);
        in[metadata] |= std::uint64_t{indices[row][number]} << 4 * i;
      }
      for (unsigned i = 0; i < b_registers * per; ++i) {
        const Place at = place_in_b(lane, i, per);
        in[4 + i / per] |= b[at.row][at.column] << (i % per * width + shift(of_b));
      }
      if (scales.count != 0) {
        in[first_scale] = words_of_a[lane];
        in[first_scale + 1] = words_of_b[lane];
      }
      Row out(sums);
      for (unsigned i = 0; i < 4; ++i) {
        const Place at = place_in_c(lane, i);
        double sum = 0;
        for (unsigned l = 0; l < k; ++l)
          sum += of_a.value(a[at.row][l]) * scale_of_a(at.row, l) * of_b.value(b[l][at.column]) *
                 scale_of_b(at.column, l);
        if (sum_name == "f32")
          out[i] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
        else
          out[i / 2] |= rounded(f16, {static_cast<std::int64_t>(sum * 256), -8}, "rn")
                        << i % 2 * 16;
      }
      inputs.push_back(in);
      expected.push_back(out);
    }
  }
  EXPECT_EQ(run_probe(probe, inputs), expected) << probe.text;
}

TEST(PtxMatrix, ProductsOfFewBits) {
  const std::vector<Small> all = {small_e4m3, small_e5m2, small_e3m2, small_e2m3, small_e2m1};
  for (const Small& a : all)
    for (const Small& b : all)
      check_kind("kind::f8f6f4", a, b, "f32");
  check_kind("kind::f8f6f4", small_e2m1, small_e3m2, "f16");
}

TEST(PtxMatrix, ProductsWithScaleFactors) {
  const auto with = [](unsigned count, const std::string& type, auto check) {
    for (unsigned byte = 0; byte + count <= 4; byte += count)
      for (unsigned thread = 0; thread < 4; ++thread)
        check(Scales{count, type, {byte, 4 - count - byte}, {thread / 2, thread}});
  };
  with(1, "ue8m0", [](const Scales& s) {
    check_kind("kind::mxf8f6f4.block_scale", small_e4m3, small_e2m1, "f32", s);
    check_kind("kind::mxf8f6f4.block_scale.scale_vec::1X", small_e3m2, small_e5m2, "f32", s);
  });
  with(2, "ue8m0", [](const Scales& s) {
    check_kind("kind::mxf4.block_scale", small_e2m1, small_e2m1, "f32", s);
    check_kind("kind::mxf4nvf4.block_scale.scale_vec::2X", small_e2m1, small_e2m1, "f32", s);
  });
  with(4, "ue4m3", [](const Scales& s) {
    check_kind("kind::mxf4nvf4.block_scale.scale_vec::4X", small_e2m1, small_e2m1, "f32", s);
  });
}

TEST(PtxMatrix, SparseProductsOfFewBits) {
  const std::vector<Small> all = {small_e4m3, small_e5m2, small_e3m2, small_e2m3, small_e2m1};
  for (const Small& a : all)
    for (const Small& b : all)
      check_kind("kind::f8f6f4", a, b, "f32", {}, true);
  check_kind("kind::f8f6f4", small_e2m1, small_e2m1, "f16", {}, true);
  check_kind("kind::mxf8f6f4.block_scale", small_e2m1, small_e4m3, "f32",
             {1, "ue8m0", {2, 3}, {1, 2}}, true);
  check_kind("kind::mxf4.block_scale", small_e2m1, small_e2m1, "f32", {2, "ue8m0", {2, 0}, {0, 3}},
             true);
  check_kind("kind::mxf4nvf4.block_scale.scale_vec::2X", small_e2m1, small_e2m1, "f32",
             {2, "ue8m0", {0, 2}, {1, 0}}, true);
  check_kind("kind::mxf4nvf4.block_scale.scale_vec::4X", small_e2m1, small_e2m1, "f32",
             {4, "ue4m3", {0, 0}, {1, 1}}, true);
}

TEST(PtxMatrix, ScaleFactorsThatThereAreNotAreFound) {
  const auto message = [](const std::string& vectors, const std::string& type,
                          const std::string& ids) {
    const std::string text = "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::" + vectors +
                             ".m16n8k64.row.col.f32.e2m1.e2m1.f32." + type + " " + list('d', 0, 4) +
                             ", " + list('s', 0, 4) + ", " + list('s', 4, 2) + ", " +
                             list('s', 6, 4) + ", s10, {" + ids + "};";
    Device device(module_of(Probe{text, std::vector<std::string>(4, "b32"),
                                  std::vector<std::string>(12, "b32"), "", "sm_120a"}));
    const Buffer in = device.buffer(12 * 8 * 128, Fill::Kind::zero);
    const Buffer out = device.buffer(4 * 8 * 128, Fill::Kind::zero);
    const LaunchReport report =
        device.launch({1}, {32}, {Argument::pointer(in), Argument::pointer(out)});
    return report.faults.empty() ? "" : report.faults[0].message;
  };
  EXPECT_EQ(message("2X", "ue8m0", "2, 1}, s11, {0, 3"), "");
  EXPECT_EQ(message("2X", "ue8m0", "1, 1}, s11, {0, 3"),
            "has the byte ID 1 for the 2 scale factors of A");
  EXPECT_EQ(message("2X", "ue8m0", "0, 2}, s11, {0, 3"),
            "has the thread ID 2 for the 2 scale factors of A");
  EXPECT_EQ(message("4X", "ue4m3", "0, 0}, s11, {2, 0"),
            "has the byte ID 2 for the 4 scale factors of B");
  EXPECT_EQ(message("4X", "ue4m3", "0, 0}, s11, {0, 4"),
            "has the thread ID 4 for the 4 scale factors of B");
}

/// wgmma of 64×n×k entries: k-major matrices in shared memory, whose eight rows of 16 bytes follow
/// each other, and d = a · b + d. Of a sparse one, half of the columns are held.
void check_group_product(unsigned n, const Kind& kind, const std::string& sum, bool in_registers,
                         bool sparse = false) {
  constexpr unsigned m = 64;
  const unsigned bytes = kind.width / 8;
  const unsigned held = 32 / bytes;
  const unsigned k = sparse ? 2 * held : held;
  const unsigned per = 4 / bytes;
  const unsigned sums_in_register = sum == "f16" ? 2 : 1;
  const unsigned d_registers = n / 2 / sums_in_register;
  // Each thread writes 16 bytes of a and 64 of b.
  constexpr unsigned a_words = 2;
  constexpr unsigned b_words = 8;
  constexpr unsigned first_a = a_words + b_words;
  constexpr unsigned first_d = first_a + 4;
  std::vector<std::string> operands(first_a, "b64");
  operands.resize(first_d + d_registers + (sparse ? 1 : 0), "b32");
  std::string text =
      "mov.u32 %t, tile;\nshl.b32 %o, thread, 4;\nadd.u32 %a, %t, %o;\nshl.b32 %o, thread, 6;\n"
      "add.u32 %b, %t, %o;\n";
  for (unsigned i = 0; i < first_a; ++i) {
    const unsigned at = i < a_words ? 8 * i : 2048 + 8 * (i - a_words);
    text += "st.shared.b64 [" + std::string(i < a_words ? "%a" : "%b") + "+" + std::to_string(at) +
            "], s" + std::to_string(i) + ";\n";
  }
  for (unsigned i = 0; i < d_registers; ++i)
    text += "mov.b32 d" + std::to_string(i) + ", s" + std::to_string(first_d + i) + ";\n";
  // The next 16 bytes of a row lie 128 bytes away, the next eight rows 256.
  text +=
      "fence.proxy.async.shared::cta;\nbar.sync 0;\nshr.u32 %t, %t, 4;\ncvt.u64.u32 %da, "
      "%t;\nadd.u64 %db, %da, 128;\n"
      "or.b64 %da, %da, 0x1000080000;\nor.b64 %db, %db, " +
      std::string(sparse ? "0x2000080000" : "0x1000080000") +
      ";\nsetp.eq.u32 %p, 0, 0;\nwgmma.fence.sync.aligned;\nwgmma.mma_async." +
      (sparse ? "sp." : "") + "sync.aligned.m64n" + std::to_string(n) + "k" + std::to_string(k) +
      "." + sum + "." + kind.name + "." + kind.name + " {";
  for (unsigned i = 0; i < d_registers; ++i)
    text += (i == 0 ? "d" : ", d") + std::to_string(i);
  // Wider entries are held by pairs of threads.
  const unsigned selector = sparse && kind.width > 8 ? n / 8 % 2 : 0;
  const std::string metadata =
      ", s" + std::to_string(first_d + d_registers) + ", " + std::to_string(selector);
  text += std::string(in_registers ? "}, {s10, s11, s12, s13}, %db" : "}, %da, %db") +
          (sparse ? metadata : "") + ", %p";
  if (sum != "s32") text += ", 1, 1";
  if (kind.width == 16) text += in_registers ? ", 0" : ", 0, 0";
  text += ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  const Probe probe{text, std::vector<std::string>(d_registers, "b32"), operands,
                    ".shared .align 128 .b8 tile[10240];\n.reg .b32 %t, %o, %a, %b;\n"
                    ".reg .b64 %da, %db;\n.reg .pred %p;\n"};
  std::mt19937_64 random(n * 1000 + k);
  const auto drawn = [&](std::size_t count) {
    std::vector<int> entries(count);
    for (int& x : entries)
      x = kind.least +
          static_cast<int>(random() % static_cast<unsigned>(kind.most - kind.least + 1));
    return entries;
  };
  const std::vector<int> a = drawn(std::size_t{m} * held);
  const std::vector<int> b = drawn(std::size_t{n} * k);
  // The columns of what is held, and for each chunk which they are.
  const unsigned chunk = kind.width == 32 ? 2 : 4;
  std::vector<unsigned> columns(a.size());
  std::vector<unsigned> indices(std::size_t{m} * k / chunk);
  for (std::size_t e = 0; e < a.size(); ++e)
    columns[e] = static_cast<unsigned>(e % held);
  for (std::size_t g = 0; sparse && g < indices.size(); ++g) {
    const auto first_column = static_cast<unsigned>(g * chunk % k);
    const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    const unsigned first = chunk == 2 ? 2 * below(2) : below(3);
    const unsigned second = first + 1 + (chunk == 2 ? 0 : below(3 - first));
    indices[g] = first | second << 2;
    columns[g * chunk / 2] = first_column + (chunk == 2 ? first / 2 : first);
    if (chunk == 4) columns[g * 2 + 1] = first_column + second;
  }
  std::vector<int> c(std::size_t{m} * n);
  for (int& x : c)
    x = static_cast<int>(random() % 64);
  const auto in_memory = [&](const std::vector<int>& entries, std::size_t length,
                             std::size_t size) {
    std::vector<std::uint8_t> memory(size);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const std::size_t line = e / length;
      const std::size_t byte = e % length * bytes;
      const std::uint64_t bits = bits_of_number(kind.name, entries[e]);
      std::memcpy(memory.data() + line / 8 * (8 * length * bytes) + line % 8 * 16 +
                      byte / 16 * 128 + byte % 16,
                  &bits, bytes);
    }
    return memory;
  };
  const std::vector<std::uint8_t> a_memory = in_memory(a, held, 2048);
  const std::vector<std::uint8_t> b_memory = in_memory(b, k, 8192);
  Rows inputs;
  Rows expected;
  for (unsigned thread = 0; thread < probe_threads; ++thread) {
    Row in(operands.size());
    Row out(d_registers);
    std::memcpy(in.data(), a_memory.data() + std::size_t{thread} * 16, 16);
    std::memcpy(in.data() + a_words, b_memory.data() + std::size_t{thread} * 64, 64);
    const unsigned lane = thread % 32;
    for (unsigned i = 0; i < 4 * per; ++i) {
      const Place at = place_in_a(lane, i, per, true);
      in[first_a + i / per] |=
          bits_of_number(kind.name, a[std::size_t{at.row + thread / 32 * 16} * held + at.column])
          << i % per * kind.width;
    }
    for (unsigned i = 0; i < n / 2; ++i) {
      const Place in_block = place_in_c(lane, i % 4);
      const std::size_t row = in_block.row + thread / 32 * 16;
      const std::size_t column = in_block.column + i / 4 * 8;
      std::int64_t total = c[row * n + column];
      in[first_d + i / sums_in_register] |= bits_of_number(sum, static_cast<int>(total))
                                            << i % sums_in_register * 16;
      for (std::size_t e = row * held; e < (row + 1) * held; ++e)
        total += std::int64_t{a[e]} * b[column * k + columns[e]];
      out[i / sums_in_register] |= bits_of_number(sum, static_cast<int>(total))
                                   << i % sums_in_register * 16;
    }
    for (unsigned i = 0; sparse && i < 8; ++i) {
      const auto of = chunk_of(kind.width > 8 ? Metadata::of_a_pair_by_columns : Metadata::of_all,
                               lane, i, selector);
      const auto row = of ? std::size_t{of->first} + thread / 32 * 16 : 0;
      in.back() |= std::uint64_t{of ? indices[row * (k / chunk) + of->second] : random() % 16}
                   << 4 * i;
    }
    inputs.push_back(in);
    expected.push_back(out);
  }
  EXPECT_EQ(run_probe(probe, inputs), expected) << probe.text;
}

TEST(PtxMatrix, SparseProductsOfWarpgroups) {
  for (const unsigned n : {8U, 24U, 128U}) {
    for (const bool in_registers : {false, true}) {
      check_group_product(n, {"f16", 16, -8, 8}, "f32", in_registers, true);
      check_group_product(n, {"f16", 16, -4, 4}, "f16", in_registers, true);
      check_group_product(n, {"bf16", 16, -8, 8}, "f32", in_registers, true);
      check_group_product(n, {"tf32", 32, -500, 500}, "f32", in_registers, true);
      check_group_product(n, {"e5m2", 8, -4, 4}, "f16", in_registers, true);
      check_group_product(n, {"s8", 8, -128, 127}, "s32", in_registers, true);
    }
  }
}

TEST(PtxMatrix, ProductsOfWarpgroups) {
  for (const unsigned n : {8U, 24U, 256U}) {
    for (const bool in_registers : {false, true}) {
      check_group_product(n, {"f16", 16, -8, 8}, "f32", in_registers);
      check_group_product(n, {"f16", 16, -4, 4}, "f16", in_registers);
      check_group_product(n, {"bf16", 16, -8, 8}, "f32", in_registers);
      check_group_product(n, {"tf32", 32, -500, 500}, "f32", in_registers);
      check_group_product(n, {"e4m3", 8, -4, 4}, "f32", in_registers);
      check_group_product(n, {"e5m2", 8, -4, 4}, "f16", in_registers);
      check_group_product(n, {"s8", 8, -128, 127}, "s32", in_registers);
      check_group_product(n, {"u8", 8, 0, 255}, "s32", in_registers);
    }
  }
}

/// Matrices whose entry (row, column) of matrix m in warp w is its own number.
std::uint64_t entry(std::uint64_t warp, std::uint64_t matrix, std::uint64_t row,
                    std::uint64_t column) {
  return ((warp * 4 + matrix) * 8 + row) * 8 + column + 1;
}

/// The entries of matrix m that a lane holds in a register.
std::uint64_t held(std::uint64_t warp, std::uint64_t matrix, unsigned lane, bool transposed) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned row = lane / 4;
    const unsigned column = lane % 4 * 2 + i;
    bits |= (transposed ? entry(warp, matrix, column, row) : entry(warp, matrix, row, column))
            << 16 * i;
  }
  return bits;
}

const char* const tile = ".shared .align 16 .b8 tile[8192];\n.reg .b32 at, row, byte;\n";

/// Lane l of a warp names row l % 8 of matrix l / 8: 16 bytes; rows lie in an order of their own.
const std::string name_row =
    "xor.b32 row, thread, 5;\nshl.b32 byte, row, 4;\nmov.u32 at, tile;\nadd.u32 at, at, byte;\n";

/// Matrices are stored by the instruction, and each row is read by the lane that names it; lanes
/// whose row has not been written have zeros.
Rows stored_and_read(const std::string& instruction, unsigned count, const Rows& rows) {
  const std::string text =
      name_row + instruction + " [at], " + list('s', 0, count) +
      ";\nbar.sync 0;\nmov.u32 row, %laneid;\nsetp.lt.u32 named, row, " +
      std::to_string(8 * count) +
      ";\n@named ld.shared.v4.b32 {d0, d1, d2, d3}, [at];\n@!named mov.b32 d0, 0;\n"
      "@!named mov.b32 d1, 0;\n@!named mov.b32 d2, 0;\n@!named mov.b32 d3, 0;";
  const std::vector<std::string> words(4, "b32");
  return run_probe({text, words, words, std::string(tile) + ".reg .pred named;"}, rows);
}

TEST(PtxMatrix, MatricesAreLoaded) {
  for (const unsigned count : {1U, 2U, 4U}) {
    for (const bool transposed : {false, true}) {
      // Each thread writes the row that it names.
      std::string text = name_row;
      Rows rows;
      for (unsigned i = 0; i < 4; ++i)
        text += "st.shared.b32 [at+" + std::to_string(4 * i) + "], s" + std::to_string(i) + ";\n";
      text += "bar.sync 0;\nldmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
              (transposed ? ".trans" : "") + ".shared.b16 {";
      for (unsigned i = 0; i < count; ++i)
        text += (i == 0 ? "d" : ", d") + std::to_string(i);
      text += "}, [at];";
      for (std::uint64_t thread = 0; thread < probe_threads; ++thread) {
        Row row;
        for (std::uint64_t i = 0; i < 4; ++i) {
          const auto of = [&](std::uint64_t column) {
            return entry(thread / 32, thread % 32 / 8, thread % 8, column);
          };
          row.push_back(of(2 * i) | of(2 * i + 1) << 16);
        }
        rows.push_back(row);
      }
      const Rows found = run_probe(
          {text, std::vector<std::string>(count, "b32"), {"b32", "b32", "b32", "b32"}, tile}, rows);
      for (std::uint64_t thread = 0; thread < probe_threads; ++thread) {
        for (std::uint64_t m = 0; m < count; ++m) {
          EXPECT_EQ(found[thread][m],
                    held(thread / 32, m, static_cast<unsigned>(thread % 32), transposed))
              << count << " matrices, transposed " << transposed << ", thread " << thread;
        }
      }
    }
  }
}

TEST(PtxMatrix, MatricesAreStored) {
  for (const unsigned count : {1U, 2U, 4U}) {
    for (const bool transposed : {false, true}) {
      Rows rows;
      for (std::uint64_t thread = 0; thread < probe_threads; ++thread) {
        Row row;
        for (std::uint64_t m = 0; m < 4; ++m)
          row.push_back(held(thread / 32, m, static_cast<unsigned>(thread % 32), transposed));
        rows.push_back(row);
      }
      const Rows found = stored_and_read("stmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                                             (transposed ? ".trans" : "") + ".shared.b16",
                                         count, rows);
      for (std::uint64_t thread = 0; thread < probe_threads; ++thread) {
        const bool named = thread % 32 < 8 * count;
        for (std::uint64_t i = 0; i < 4; ++i) {
          const auto of = [&](std::uint64_t column) {
            return entry(thread / 32, thread % 32 / 8, thread % 8, column);
          };
          EXPECT_EQ(found[thread][i], named ? of(2 * i) | of(2 * i + 1) << 16 : 0)
              << count << " matrices, transposed " << transposed << ", thread " << thread;
        }
      }
    }
  }
}

/// Entries of so many bits of matrices whose rows have 16: by their number, a part at a time.
struct NarrowEntries {
  unsigned bits;
  unsigned shift;

  [[nodiscard]] std::uint64_t entry(std::uint64_t warp, std::uint64_t row,
                                    std::uint64_t column) const {
    return low_bits(((warp * 32 + row) * 16 + column) >> shift, bits);
  }
  /// Row `thread % 32` of a warp, which the thread names, as it lies in memory, by words.
  [[nodiscard]] Row row_of(std::uint64_t thread) const {
    Row words(4);
    for (unsigned bit = 0; bit < 16 * bits; ++bit)
      words[bit / 32] |= (entry(thread / 32, thread % 32, bit / bits) >> bit % bits & 1)
                         << bit % 32;
    return words;
  }
};

const char* const unpacked[] = {"b8x16.b4x16_p64", "b8x16.b6x16_p32", "b8"};

TEST(PtxMatrix, BytesAreLoaded) {
  struct Case {
    unsigned columns;  // of a matrix; its rows in memory
    unsigned matrices;
  };
  for (const auto& [columns, matrices] :
       {Case{8, 1}, Case{8, 2}, Case{8, 4}, Case{16, 1}, Case{16, 2}}) {
    for (const unsigned bits : {4U, 6U, 8U}) {
      if (columns == 8 && bits == 8) continue;
      for (unsigned shift = 0; shift < 12; shift += bits) {
        const NarrowEntries of{bits, shift};
        const unsigned registers = matrices * columns / 8;
        // Padding is not written.
        std::string text = name_row;
        for (unsigned i = 0; i < bits / 2; ++i)
          text += "st.shared.b32 [at+" + std::to_string(4 * i) + "], s" + std::to_string(i) + ";\n";
        text += "bar.sync 0;\nldmatrix.sync.aligned." +
                std::string(columns == 8 ? "m8n16.x" : "m16n16.x") + std::to_string(matrices) +
                (columns == 8 ? "" : ".trans") + ".shared." + unpacked[bits / 2 - 2] + " " +
                list('d', 0, registers) + ", [at];";
        Rows rows;
        for (std::uint64_t thread = 0; thread < probe_threads; ++thread)
          rows.push_back(of.row_of(thread));
        const Rows found = run_probe(
            {text, std::vector<std::string>(registers, "b32"), {"b32", "b32", "b32", "b32"}, tile},
            rows);
        for (std::uint64_t thread = 0; thread < probe_threads; ++thread) {
          for (std::uint64_t r = 0; r < registers; ++r) {
            std::uint64_t held = 0;
            for (std::uint64_t i = 0; i < 4; ++i) {
              // "Each thread in a warp loads 4 consecutive columns", of a row, or across 2 rows.
              const std::uint64_t column = thread % 4 * 4 + i;
              const std::uint64_t row = thread % 32 / 4;
              held |= (columns == 8 ? of.entry(thread / 32, r * 8 + row, column)
                                    : of.entry(thread / 32, r / 2 * 16 + column, row + r % 2 * 8))
                      << 8 * i;
            }
            EXPECT_EQ(found[thread][r], held) << text << " of thread " << thread;
          }
        }
      }
    }
  }
}

TEST(PtxMatrix, BytesAreStored) {
  for (const unsigned matrices : {1U, 2U, 4U}) {
    for (const unsigned shift : {0U, 8U}) {
      const NarrowEntries of{8, shift};
      const std::string instruction =
          "stmatrix.sync.aligned.m16n8.x" + std::to_string(matrices) + ".trans.shared.b8";
      Rows rows;
      for (std::uint64_t thread = 0; thread < probe_threads; ++thread) {
        // As the sums of a product of 16 rows and 8 columns lie.
        Row row(4);
        for (std::uint64_t r = 0; r < 4; ++r)
          for (std::uint64_t i = 0; i < 4; ++i)
            row[r] |=
                of.entry(thread / 32, 8 * r + thread % 4 * 2 + i % 2, thread % 32 / 4 + i / 2 * 8)
                << 8 * i;
        rows.push_back(row);
      }
      const Rows found = stored_and_read(instruction, matrices, rows);
      for (std::uint64_t thread = 0; thread < probe_threads; ++thread)
        EXPECT_EQ(found[thread], thread % 32 < 8 * matrices ? of.row_of(thread) : Row(4))
            << instruction << ", thread " << thread;
    }
  }
}

TEST(PtxMatrix, RowsOfPackedEntriesAreAligned) {
  LaunchReport report;
  run_probe({"mov.u32 at, tile;\nadd.u32 at, at, 8;\n"
             "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {d0}, [at];",
             {"b32"},
             {"b32"},
             tile},
            {Row{0}}, &report);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_NE(report.faults[0].message.find("the address is no multiple of 16"), std::string::npos)
      << report.faults[0].message;
}

TEST(PtxMatrix, MatricesAreTransposedInRegisters) {
  Rows rows;
  for (std::uint64_t thread = 0; thread < probe_threads; ++thread)
    rows.push_back({held(thread / 32, 0, static_cast<unsigned>(thread % 32), false), thread});
  check(
      {"movmatrix.sync.aligned.m8n8.trans.b16 d0, s0;", {"b32"}, {"b32", "b32"}}, rows,
      [](const Row& x) { return Row{held(x[1] / 32, 0, static_cast<unsigned>(x[1] % 32), true)}; });
}

TEST(PtxMatrix, RegistersAndTypesMustFit) {
  const std::vector<std::string> four(4, "b32");
  const std::vector<std::string> eight(8, "b32");
  const std::string product = "mma.sync.aligned.m16n8k16.row.col.";
  EXPECT_NE(
      error_of({product + "f32.f16.f16.f32 {d0,d1,d2}, {s0,s1,s2,s3}, {s4,s5}, {s6,s7,s6,s7};",
                four, eight})
          .find("operand 1 needs 4 registers, has 3"),
      std::string::npos);
  EXPECT_NE(error_of({product + "f32.f16.f16.f32 {d0,d1,d2,d3}, {s0,s1}, {s4,s5}, {s6,s7,s6,s7};",
                      four, eight})
                .find("operand 2 needs 4 registers, has 2"),
            std::string::npos);
  for (const std::string types :
       {"f32.f16.bf16.f32", "s32.f16.f16.f32", "f32.f16.f16.s32", "f32.bf16.bf16.f16",
        "satfinite.f32.f16.f16.f32", "f32.e4m3.e4m3.s32"}) {
    const std::string error = error_of(
        {product + types + " {d0,d1,d2,d3}, {s0,s1,s2,s3}, {s4,s5}, {s6,s7,s6,s7};", four, eight});
    EXPECT_NE(error.find("does not have the instruction '" + product + types), std::string::npos)
        << types << ": " << error;
  }
  EXPECT_NE(error_of({"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {d0,d1}, [s0];", four, four})
                .find("expected 4 registers"),
            std::string::npos);
}

}  // namespace
}  // namespace layoutcheck::gpu
