// Opcode: wmma. Matrices are loaded, multiplied and stored, against plain loops.
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"wmma"};

struct WarpShape {
  std::string text;
  unsigned m;
  unsigned n;
  unsigned k;
};
const WarpShape square{"m16n16k16", 16, 16, 16};
const WarpShape tall{"m32n8k16", 32, 8, 16};
const WarpShape wide{"m8n32k16", 8, 32, 16};

/// Integers that a format holds.
struct WarpKind {
  std::string name;
  unsigned width;
  int least;
  int most;
  std::string sum;
};

std::uint64_t bits_in(const std::string& name, int x) {
  if (name[0] == 's' || name[0] == 'u' || name == "b1")
    return low_bits(static_cast<std::uint64_t>(x),
                    static_cast<unsigned>(std::stoi(name.substr(1))));
  for (const Format& f : {f16, bf16, f32, f64})
    if (name == f.name) return rounded(f, {x, 0}, "rn");
  return rounded(f32, {x, 0}, "rn");  // tf32
}

/// Lines of entries, `pad` bytes apart.
struct Stored {
  unsigned lines = 0;
  unsigned length = 0;
  std::string type;
  unsigned width = 0;
  unsigned pad = 0;

  [[nodiscard]] std::size_t line_bytes() const { return length * width / 8 + pad; }
  [[nodiscard]] std::size_t bytes() const { return lines * line_bytes(); }
  [[nodiscard]] unsigned stride() const { return static_cast<unsigned>(line_bytes()) * 8 / width; }
  void put(std::vector<std::byte>& memory, unsigned line, unsigned along, int x) const {
    const std::size_t bit = line * line_bytes() * 8 + std::size_t{along} * width;
    std::uint64_t value = bits_in(type, x) << bit % 8;
    for (std::size_t b = 0; b < std::max(width / 8, 1U); ++b, value >>= 8)
      memory[bit / 8 + b] |= static_cast<std::byte>(value);
  }
};

struct WarpProduct {
  WarpShape shape;
  WarpKind kind;
  bool a_by_columns = false;
  bool b_by_columns = false;
  bool c_by_columns = false;
  bool d_by_columns = false;
  /// Bytes between lines; 0 for the stride that is not written.
  unsigned pad = 32;
  std::string operation = "";
  std::string ending = "";
};

std::string registers_named(char name, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i == 0 ? "%" : ", %") + std::string(1, name) + std::to_string(i);
  return text + "}";
}

std::string word(bool by_columns) {
  return by_columns ? ".col." : ".row.";
}

unsigned registers_of(const WarpProduct& of, char name) {
  const auto& [text, m, n, k] = of.shape;
  if (name == 'c') return m * n / 32 / (of.kind.sum == "f16" ? 2 : 1);
  if (of.kind.name == "f16") return 8;
  return (name == 'a' ? m * k : n * k) / 32 / std::max(32 / of.kind.width, 1U);
}

std::string kernel_of(const WarpProduct& of, const std::array<unsigned, 4>& strides,
                      const std::string& before = "") {
  const std::string& sum = of.kind.sum;
  const bool is_double = sum == "f64";
  const unsigned a = registers_of(of, 'a');
  const unsigned b = registers_of(of, 'b');
  const unsigned c = registers_of(of, 'c');
  const auto stride = [&](std::size_t i) {
    return of.pad == 0 ? std::string() : ", " + std::to_string(strides[i]);
  };
  const std::string factor = is_double ? ".f64" : ".b32";
  const std::string layouts =
      std::string(of.a_by_columns ? ".col" : ".row") + (of.b_by_columns ? ".col." : ".row.");
  const std::string types = of.kind.name == "f16"
                                ? sum + "." + sum
                                : sum + "." + of.kind.name + "." + of.kind.name + "." + sum;
  return ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)\n{\n"
         ".reg .b64 %p<4>;\n.reg .b32 %t;\n.reg " +
         factor + " %a<8>;\n.reg " + factor + " %b<8>;\n.reg " + (is_double ? ".f64" : ".b32") +
         " %c<8>;\nld.param.u64 %p0, [a];\nld.param.u64 %p1, [b];\nld.param.u64 %p2, [c];\n"
         "ld.param.u64 %p3, [d];\n" +
         before + "wmma.load.a.sync.aligned" + word(of.a_by_columns) + of.shape.text + ".global." +
         of.kind.name + " " + registers_named('a', a) + ", [%p0]" + stride(0) + ";\n" +
         "wmma.load.b.sync.aligned" + word(of.b_by_columns) + of.shape.text + "." + of.kind.name +
         " " + registers_named('b', b) + ", [%p1]" + stride(1) + ";\n" +
         "wmma.load.c.sync.aligned" + word(of.c_by_columns) + of.shape.text + ".global." + sum +
         " " + registers_named('c', c) + ", [%p2]" + stride(2) + ";\n" + "wmma.mma" + of.operation +
         ".sync.aligned" + layouts + of.shape.text + "." + types + of.ending + " " +
         registers_named('c', c) + ", " + registers_named('a', a) + ", " + registers_named('b', b) +
         ", " + registers_named('c', c) + ";\n" + "wmma.store.d.sync.aligned" +
         word(of.d_by_columns) + of.shape.text + ".global." + sum + " [%p3], " +
         registers_named('c', c) + stride(3) + ";\nret;\n}\n";
}

unsigned width_of_sum(const std::string& sum) {
  return sum == "f64" ? 64 : sum == "f16" ? 16 : 32;
}

/// The matrices of a product: a, b, c and d in memory.
std::array<Stored, 4> matrices_of(const WarpProduct& of) {
  const auto& [text, m, n, k] = of.shape;
  const auto stored = [&](unsigned rows, unsigned columns, const std::string& type, unsigned width,
                          bool by_columns) {
    return Stored{by_columns ? columns : rows, by_columns ? rows : columns, type, width, of.pad};
  };
  const std::string& sum = of.kind.sum;
  return {stored(m, k, of.kind.name, of.kind.width, of.a_by_columns),
          stored(k, n, of.kind.name, of.kind.width, of.b_by_columns),
          stored(m, n, sum, width_of_sum(sum), of.c_by_columns),
          stored(m, n, sum, width_of_sum(sum), of.d_by_columns)};
}

LaunchReport launched(const WarpProduct& of, const std::string& kernel,
                      const std::array<std::vector<std::byte>, 3>& sources,
                      std::vector<std::byte>& d) {
  const auto executor = make_ptx_executor();
  executor->load({"k", "", kernel});
  Launch launch;
  launch.block.x = 32;
  for (const std::vector<std::byte>& source : sources) {
    Fill fill;
    fill.kind = Fill::Kind::bytes;
    fill.bytes = source;
    launch.arguments.push_back(Argument::pointer(executor->allocate(source.size(), fill)));
  }
  Fill zeros;
  zeros.kind = Fill::Kind::zero;
  d.resize(matrices_of(of)[3].bytes());
  const Buffer out = executor->allocate(d.size(), zeros);
  launch.arguments.push_back(Argument::pointer(out));
  const LaunchReport report = executor->launch(launch, {});
  executor->read(out, 0, d);
  return report;
}

void check_warp_product(const WarpProduct& of) {
  const auto& [text, m, n, k] = of.shape;
  const std::array<Stored, 4> in = matrices_of(of);
  std::mt19937_64 random(m * 1000 + k);
  const auto draw = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  std::array<std::vector<std::byte>, 3> sources;
  for (std::size_t i = 0; i < 3; ++i)
    sources[i].resize(in[i].bytes());
  std::vector<int> a(std::size_t{m} * k);
  std::vector<int> b(std::size_t{k} * n);
  const auto fill = [&](std::size_t which, std::vector<int>& entries, unsigned columns,
                        bool by_columns, int least, int most) {
    for (std::size_t e = 0; e < entries.size(); ++e) {
      entries[e] = draw(least, most);
      const auto r = static_cast<unsigned>(e / columns);
      const auto c = static_cast<unsigned>(e % columns);
      in[which].put(sources[which], by_columns ? c : r, by_columns ? r : c, entries[e]);
    }
  };
  std::vector<int> c(std::size_t{m} * n);
  fill(0, a, k, of.a_by_columns, of.kind.least, of.kind.most);
  fill(1, b, n, of.b_by_columns, of.kind.least, of.kind.most);
  fill(2, c, n, of.c_by_columns, 0, of.ending.empty() ? 60 : INT32_MAX);
  std::vector<std::byte> expected(in[3].bytes());
  for (unsigned i = 0; i < m; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      std::int64_t total = c[i * n + j];
      for (unsigned l = 0; l < k; ++l) {
        const std::int64_t x = a[i * k + l];
        const std::int64_t y = b[l * n + j];
        total += of.operation == ".xor.popc" ? x ^ y : x * y;
      }
      if (!of.ending.empty()) total = std::clamp<std::int64_t>(total, INT32_MIN, INT32_MAX);
      in[3].put(expected, of.d_by_columns ? j : i, of.d_by_columns ? i : j,
                static_cast<int>(total));
    }
  }
  const std::string kernel =
      kernel_of(of, {in[0].stride(), in[1].stride(), in[2].stride(), in[3].stride()});
  std::vector<std::byte> found;
  const LaunchReport report = launched(of, kernel, sources, found);
  EXPECT_TRUE(report.finished) << kernel;
  EXPECT_EQ(report.fault_count, 0U) << kernel << to_string(report.faults[0]);
  EXPECT_EQ(found, expected) << kernel;
}

TEST(PtxWmma, ProductsAreTripleLoops) {
  const std::vector<WarpKind> kinds = {{"f16", 16, -8, 8, "f32"},
                                       {"f16", 16, -8, 8, "f16"},
                                       {"bf16", 16, -8, 8, "f32"},
                                       {"s8", 8, -128, 127, "s32"},
                                       {"u8", 8, 0, 255, "s32"}};
  for (const WarpShape& shape : {square, tall, wide}) {
    for (const WarpKind& kind : kinds) {
      for (unsigned layouts = 0; layouts < 16; ++layouts) {
        check_warp_product({shape, kind, (layouts & 1) != 0, (layouts & 2) != 0, (layouts & 4) != 0,
                            (layouts & 8) != 0, layouts % 3 == 0 ? 0U : 32U});
      }
    }
  }
  for (unsigned layouts = 0; layouts < 4; ++layouts) {
    const bool a = (layouts & 1) != 0;
    const bool b = (layouts & 2) != 0;
    check_warp_product({{"m16n16k8", 16, 16, 8}, {"tf32", 32, -500, 500, "f32"}, a, b, b, a});
    check_warp_product({{"m8n8k4", 8, 8, 4}, {"f64", 64, -500, 500, "f64"}, a, b, b, a});
  }
}

TEST(PtxWmma, ProductsOfHalfBytesAndBits) {
  const WarpShape nibbles{"m8n8k32", 8, 8, 32};
  const WarpShape bits{"m8n8k128", 8, 8, 128};
  for (const bool by_columns : {false, true}) {
    for (const char* const ending : {"", ".satfinite"}) {
      check_warp_product(
          {nibbles, {"s4", 4, -8, 7, "s32"}, false, true, by_columns, !by_columns, 32, "", ending});
      check_warp_product(
          {nibbles, {"u4", 4, 0, 15, "s32"}, false, true, by_columns, !by_columns, 32, "", ending});
      check_warp_product({square,
                          {"s8", 8, -128, 127, "s32"},
                          false,
                          true,
                          by_columns,
                          !by_columns,
                          32,
                          "",
                          ending});
    }
    for (const char* const operation : {".xor.popc", ".and.popc"})
      check_warp_product(
          {bits, {"b1", 1, 0, 1, "s32"}, false, true, by_columns, !by_columns, 32, operation});
  }
}

/// What is found if something comes before the product of halves, with these strides.
std::string found_in(const std::array<unsigned, 4>& strides, const std::string& before = "",
                     std::size_t less = 0) {
  const WarpProduct of{square, {"f16", 16, -8, 8, "f32"}};
  const std::array<Stored, 4> in = matrices_of(of);
  std::array<std::vector<std::byte>, 3> sources;
  for (std::size_t i = 0; i < 3; ++i)
    sources[i].resize(in[i].bytes() - (i == 0 ? less : 0));
  std::vector<std::byte> d;
  const LaunchReport report = launched(of, kernel_of(of, strides, before), sources, d);
  return report.faults.empty() ? "" : to_string(report.faults[0]);
}

TEST(PtxWmma, WhatIsAskedOfAddressesIsFound) {
  const std::array<unsigned, 4> strides = {32, 32, 24, 24};
  using testing::HasSubstr;
  EXPECT_EQ(found_in(strides), "");
  EXPECT_THAT(found_in({28, 32, 24, 24}), HasSubstr("the stride of 56 bytes is no multiple of 16"));
  EXPECT_THAT(found_in({32, 32, 24, 22}), HasSubstr("the stride of 88 bytes is no multiple of 16"));
  EXPECT_THAT(found_in(strides, "add.s64 %p0, %p0, 16;\n"),
              HasSubstr("the address is no multiple of 32"));
  EXPECT_THAT(found_in(strides,
                       "mov.u32 %t, %laneid;\nand.b32 %t, %t, 16;\nshl.b32 %t, %t, 1;\n"
                       "cvt.u64.u32 %p1, %t;\nadd.s64 %p0, %p0, %p1;\n"
                       "ld.param.u64 %p1, [b];\n"),
              HasSubstr("the lanes of the warp do not have the same address"));
  // The last row of a ends behind its buffer.
  EXPECT_THAT(found_in(strides, "", 40),
              HasSubstr("out of bounds: 4 bytes, at buffer 0 at byte 984 of 984"));
}

TEST(PtxWmma, WhatNothingHasSetIsFoundWhereItIsStored) {
  const WarpProduct of{square, {"f16", 16, -8, 8, "f32"}};
  const std::array<Stored, 4> in = matrices_of(of);
  std::string kernel = kernel_of(of, {32, 32, 24, 24});
  const std::size_t first = kernel.find("wmma.load.a");
  kernel.erase(first, kernel.find("wmma.store") - first);
  std::vector<std::byte> d;
  const LaunchReport report =
      launched(of, kernel,
               {std::vector<std::byte>(in[0].bytes()), std::vector<std::byte>(in[1].bytes()),
                std::vector<std::byte>(in[2].bytes())},
               d);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_THAT(to_string(report.faults[0]), testing::HasSubstr("nothing has set"));
}

TEST(PtxWmma, AllLanesMustExecuteIt) {
  EXPECT_THAT(found_in({32, 32, 24, 24},
                       "mov.u32 %t, %laneid;\n{ .reg .pred %q; setp.eq.u32 %q, %t, "
                       "3;\n@%q ret; }\n"),
              testing::HasSubstr("all 32 lanes of a warp must execute this"));
}

}  // namespace
}  // namespace layoutcheck::gpu
