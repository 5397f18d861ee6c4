// Opcodes: loads, stores and atomic updates.
#include "ptx_device.hpp"
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"

namespace layoutcheck::gpu {
namespace {

const Covers covers{"ld",       "ldu",       "st",      "atom",         "red",
                    "prefetch", "prefetchu", "discard", "applypriority"};

std::uint64_t sign_extended(std::uint64_t x, unsigned width, unsigned to) {
  const bool negative = (x >> (width - 1) & 1U) != 0;
  return low_bits(low_bits(x, width) | (negative ? ~std::uint64_t{0} << (width - 1) : 0), to);
}

TEST(PtxMemory, LoadsExtendToTheRegister) {
  for (const unsigned width : {8U, 16U, 32U, 64U}) {
    for (const unsigned to : {16U, 32U, 64U}) {
      if (to < width) continue;
      const std::string w = std::to_string(width);
      const std::string b = "b" + std::to_string(to);
      check({"ld.global.s" + w + " d0, [from];\nld.global.u" + w + " d1, [from];\nld.b" + w +
                 " d2, [from];\nldu.global.u" + w + " d3, [from];\nld.global.nc.L1::no_allocate.u" +
                 w + " d4, [from];",
             {b, b, b, b, b},
             {"b64"}},
            integer_rows({64}, 200), [&](const Row& x) {
              const std::uint64_t plain = low_bits(x[0], width);
              return Row{sign_extended(x[0], width, to), plain, plain, plain, plain};
            });
    }
  }
}

TEST(PtxMemory, VectorsAreElementsInARow) {
  const std::vector<std::string> words(4, "b32");
  check({"ld.global.v2.b32 {d0, d1}, [from];\nld.global.v4.u16 {d2, d3, d4, d5}, [from];\n"
         "ld.global.v4.s8 {d6, d7, d8, _}, [from+8];",
         std::vector<std::string>(9, "b32"),
         {"b64", "b64"}},
        integer_rows({64, 64}, 100), [](const Row& x) {
          return Row{low_bits(x[0], 32),
                     x[0] >> 32,
                     low_bits(x[0], 16),
                     low_bits(x[0] >> 16, 16),
                     low_bits(x[0] >> 32, 16),
                     x[0] >> 48,
                     sign_extended(x[1], 8, 32),
                     sign_extended(x[1] >> 8, 8, 32),
                     sign_extended(x[1] >> 16, 8, 32)};
        });
  check({"st.global.v2.b64 [to], {s0, s1};\nld.global.v4.b32 {r0, r1, r2, r3}, [to];\n"
         "st.global.v4.b16 [to], {s0, s1, s2, s3};\nst.global.v2.u8 [to+8], {s0, s1};\n"
         "ld.global.b64 d0, [to];\nld.global.b16 d1, [to+8];\nmov.b64 d2, {r0, r1};\n"
         "mov.b64 d3, {r2, r3};",
         std::vector<std::string>(4, "b64"), std::vector<std::string>(4, "b64"),
         ".reg .b32 r0, r1, r2, r3;"},
        integer_rows({64, 64, 64, 64}), [](const Row& x) {
          Row row = {0, low_bits(x[0], 8) | low_bits(x[1], 8) << 8, x[0], x[1]};
          for (unsigned k = 0; k < 4; ++k)
            row[0] |= low_bits(x[k], 16) << 16 * k;
          return row;
        });
}

using Update = std::function<std::uint64_t(std::uint64_t old, std::uint64_t operand)>;

/// Each thread on an element of its own, with and without the old value; in global and shared
/// memory.
void check_update(const std::string& words, const std::string& type, unsigned width,
                  const Rows& rows, const Update& f) {
  const std::string b = "b" + std::to_string(width);
  check({"st.global." + b + " [to], s0;\natom.global." + words + "." + type +
             " d0, [to], s1;\nld.global." + b +
             " d1, [to];\nmov.u32 at, tile;\n"
             "mad.lo.u32 at, thread, 8, at;\nst.shared." +
             b + " [at], s0;\nred.shared." + words + "." + type + " [at], s1;\nld.shared." + b +
             " d2, [at];",
         {b, b, b},
         {b, b},
         ".shared .align 8 .b8 tile[1024];\n.reg .b32 at;"},
        rows, [&](const Row& x) {
          const std::uint64_t y = f(x[0], x[1]);
          return Row{x[0], y, y};
        });
}

TEST(PtxMemory, AtomicUpdatesOfIntegers) {
  for (const unsigned w : {32U, 64U}) {
    const Rows rows = integer_rows({w, w}, 300);
    const std::string n = std::to_string(w);
    const std::uint64_t top = std::uint64_t{1} << (w - 1);
    check_update("add", "u" + n, w, rows, [&](auto a, auto b) { return low_bits(a + b, w); });
    check_update("min", "u" + n, w, rows, [](auto a, auto b) { return std::min(a, b); });
    check_update("relaxed.gpu.max", "u" + n, w, rows,
                 [](auto a, auto b) { return std::max(a, b); });
    check_update("min", "s" + n, w, rows,
                 [&](auto a, auto b) { return (a ^ top) < (b ^ top) ? a : b; });
    check_update("max", "s" + n, w, rows,
                 [&](auto a, auto b) { return (a ^ top) > (b ^ top) ? a : b; });
    check_update("and", "b" + n, w, rows, [](auto a, auto b) { return a & b; });
    check_update("or", "b" + n, w, rows, [](auto a, auto b) { return a | b; });
    check_update("xor", "b" + n, w, rows, [](auto a, auto b) { return a ^ b; });
  }
  const Rows rows = integer_rows({32, 32}, 300);
  check_update("add", "s32", 32, rows, [](auto a, auto b) { return low_bits(a + b, 32); });
  check_update("inc", "u32", 32, rows, [](auto a, auto b) { return a >= b ? 0 : a + 1; });
  check_update("dec", "u32", 32, rows, [](auto a, auto b) { return a == 0 || a > b ? b : a - 1; });
  for (const unsigned w : {16U, 32U, 64U}) {
    const std::string b = "b" + std::to_string(w);
    Rows triples = integer_rows({w, w, w}, 500);
    for (std::size_t i = 0; i < triples.size(); i += 2)
      triples[i][1] = triples[i][0];
    check({"st.global." + b + " [to], s0;\natom.global.acq_rel.gpu.cas." + b +
               " d0, [to], s1, s2;\nld.global." + b + " d1, [to];",
           {b, b},
           {b, b, b}},
          triples, [](const Row& x) {
            return Row{x[0], x[0] == x[1] ? x[2] : x[0]};
          });
    if (w == 16) continue;
    check({"st.global." + b + " [to], s0;\natom.exch." + b + " d0, [to], s1;\nld.global." + b +
               " d1, [to];",
           {b, b},
           {b, b}},
          integer_rows({w, w}, 200), [](const Row& x) { return x; });
  }
}

TEST(PtxMemory, AtomicSumsOfFloats) {
  for (const Format& f : {f16, bf16, f32, f64}) {
    Rows rows = combinations({f.specials(), f.specials()}, {f.width, f.width}, 300);
    const auto sum = [&](std::uint64_t a, std::uint64_t b) {
      const Dyadic exact = f.value(a) + f.value(b);
      if (exact.digits == 0) return (a & f.sign()) == (b & f.sign()) ? a & f.sign() : 0;
      return rounded(f, exact, "rn");
    };
    std::erase_if(rows, [&](const Row& x) {
      return !f.is_finite(x[0]) || !f.is_finite(x[1]) || f.is_nan(sum(x[0], x[1]));
    });
    const std::string words = f.width == 16 ? "add.noftz" : "add";
    check_update(words, f.name, f.width, rows, sum);
    if (f.width == 16) {
      Rows pairs;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& other = rows[(i * 13 + 5) % rows.size()];
        pairs.push_back({rows[i][0] | other[0] << 16, rows[i][1] | other[1] << 16});
      }
      check_update(words, std::string(f.name) + "x2", 32, pairs, [&](auto a, auto b) {
        return sum(a & 0xffff, b & 0xffff) | sum(a >> 16, b >> 16) << 16;
      });
    }
  }
}

/// Half of a warp reads what the other half has in shared memory, by one instruction.
TEST(PtxMemory, GenericAccessesAreARecordForEachStateSpace) {
  Device device(module_with(
      "\nld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, tile;\n"
      "cvt.u64.u32 %d2, %r2;\ncvta.shared.u64 %d2, %d2;\n"
      "st.shared.b32 [tile], 7;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b64 %d3, %d1, %d2, %p1;\n"
      "ld.b32 %r3, [%d3];",
      ".param .u64 p", ".shared .align 4 .b8 tile[4];"));
  Launch launch;
  launch.block = {32};
  launch.arguments = {Argument::pointer(device.buffer(4, Fill::Kind::zero))};
  std::vector<std::pair<Space, std::uint32_t>> reads;
  device.executor().launch(launch, [&](const WarpAccess& access) {
    if (access.kind == WarpAccess::Kind::read) reads.emplace_back(access.space, access.lanes);
  });
  EXPECT_THAT(reads, testing::ElementsAre(testing::Pair(Space::global, 0x0000ffffU),
                                          testing::Pair(Space::shared, 0xffff0000U)));
}

/// All threads at one element: each sees what those before it left.
TEST(PtxMemory, AtomicUpdatesOfOneElementFollowEachOther) {
  Rows rows(probe_threads, Row{1});
  const Rows found = run_probe(
      {"setp.eq.u32 first, thread, 0;\nmov.u32 at, tile;\n@first st.shared.b32 [at], 0;\n"
       "bar.sync 0;\natom.shared.add.u32 d0, [at], s0;\nbar.sync 0;\nld.shared.b32 d1, [at];",
       {"b32", "b32"},
       {"b32"},
       ".shared .align 8 .b8 tile[8];\n.reg .b32 at;\n.reg .pred first;"},
      rows);
  std::set<std::uint64_t> old;
  for (const Row& row : found) {
    old.insert(row[0]);
    EXPECT_EQ(row[1], probe_threads);
  }
  EXPECT_EQ(old.size(), probe_threads);
  EXPECT_EQ(*old.rbegin(), probe_threads - 1);
}

TEST(PtxMemory, HintsChangeNothing) {
  check({"prefetch.global.L1 [from];\nprefetchu.L1 [from];\ndiscard.global.L2 [from], 128;\n"
         "applypriority.global.L2::evict_normal [from], 128;\n"
         "ld.global.L1::evict_last.L2::cache_hint.b64 d0, [from], s0;",
         {"b64"},
         {"b64"}},
        {{3}, {4}}, [](const Row& x) { return x; });
}

/// What 32 threads write into so many words, from as many that count up.
std::vector<std::uint32_t> words_from_indices(std::uint64_t count, const std::string& kernel) {
  Device device(kernel);
  const Buffer x = device.buffer(4 * count, Fill::Kind::index);
  const Buffer y = device.buffer(4 * count, Fill::Kind::zero);
  const LaunchReport report =
      device.launch({1}, {32}, {Argument::pointer(x), Argument::pointer(y)});
  EXPECT_THAT(faults_of(report), testing::ElementsAre());
  return device.read<std::uint32_t>(y, count);
}

TEST(PtxLoadStore, VectorsOf256Bits) {
  const auto words = words_from_indices(
      512,
      ".version 8.8 .target sm_100 .address_size 64 .visible .entry k(.param .u64 p, .param .u64 "
      "q) "
      "{ .reg .b32 %r<20>; .reg .b64 %d<20>; ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; mov.u32 "
      "%r1, %tid.x; mul.wide.u32 %d3, %r1, 32; add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3; "
      "ld.global.v8.b32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%d1]; st.global.v8.b32 [%d2], "
      "{%r9, %r8, %r7, %r6, %r5, %r4, %r3, %r2}; ld.global.v4.b64 {%d4, %d5, %d6, %d7}, "
      "[%d1+1024]; st.global.v4.b64 [%d2+1024], {%d7, %d6, %d5, %d4}; }");
  for (std::uint32_t i = 0; i < 512; ++i)
    EXPECT_EQ(words[i], i < 256 ? i / 8 * 8 + 7 - i % 8 : i / 8 * 8 + (7 - i % 8) / 2 * 2 + i % 2)
        << i;
}

/// Vectors are updated element by element, as one access.
TEST(PtxLoadStore, VectorsAreUpdated) {
  std::vector<std::uint32_t> bytes;
  const auto sums = [&](const std::string& text, unsigned count) {
    Device device(
        module_with("mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 32; ld.param.u64 %d1, "
                    "[p]; add.u64 %d1, %d1, %d2; cvt.rn.f32.u32 %f1, %r1; mov.f32 %f2, "
                    "0f3f800000; mov.b16 %h1, 0x3c00; mov.b16 %h2, 0x4000; mov.b32 %r2, "
                    "0x40003c00; " +
                    text));
    const Buffer y = device.buffer(1024, Fill::Kind::zero);
    Launch launch;
    launch.grid = {1};
    launch.block = {32};
    launch.arguments = {Argument::pointer(y)};
    const LaunchReport report = device.executor().launch(launch, [&](const WarpAccess& access) {
      EXPECT_EQ(access.kind, WarpAccess::Kind::atomic);
      bytes.push_back(access.bytes);
    });
    EXPECT_EQ(report.fault_count, 0U) << text;
    return device.read<std::uint32_t>(y, count, 32 * std::uint64_t{3});
  };
  EXPECT_THAT(sums("red.global.add.v2.f32 [%d1], {%f1, %f2};", 3),
              testing::ElementsAre(0x40400000, 0x3f800000, 0));
  EXPECT_THAT(sums("atom.global.add.v4.f32 {%f3, %f4, %f5, %f6}, [%d1], {%f1, %f2, %f1, %f2}; "
                   "red.relaxed.gpu.global.add.v4.f32 [%d1], {%f3, %f2, %f2, %f6};",
                   4),
              testing::ElementsAre(0x40400000, 0x40000000, 0x40800000, 0x3f800000));
  EXPECT_THAT(sums("red.global.add.noftz.v2.f16 [%d1], {%h1, %h2};", 2),
              testing::ElementsAre(0x40003c00, 0));
  EXPECT_THAT(
      sums("red.global.max.noftz.v8.bf16 [%d1], {%h1, %h2, %h1, %h2, %h2, %h1, %h1, %h1};", 5),
      testing::ElementsAre(0x40003c00, 0x40003c00, 0x3c004000, 0x3c003c00, 0));
  EXPECT_THAT(sums("red.global.add.noftz.v2.f16x2 [%d1], {%r2, %r2};", 3),
              testing::ElementsAre(0x40003c00, 0x40003c00, 0));
  EXPECT_THAT(bytes, testing::ElementsAre(8, 16, 16, 4, 16, 8));
}

// Registers of 128 bits.

TEST(PtxWide, LoadsStoresAndMovesKeepBothHalves) {
  const auto words = words_from_indices(
      128,
      ".version 8.4 .target sm_90 .address_size 64 .visible .entry k(.param .u64 p, .param .u64 q) "
      "{ .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b128 %w<9>; ld.param.u64 %d1, [p]; ld.param.u64 "
      "%d2, [q]; mov.u32 %r1, %tid.x; mul.wide.u32 %d3, %r1, 16; add.u64 %d1, %d1, %d3; add.u64 "
      "%d2, %d2, %d3; ld.global.b128 %w1, [%d1]; mov.b128 {%d4, %d5}, %w1; mov.b128 %w2, {%d5, "
      "%d4}; mov.b128 %w3, %w2; st.global.b128 [%d2], %w3; }");
  for (std::uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(words[i], i / 4 * 4 + (i + 2) % 4) << i;
}

TEST(PtxWide, AreExchangedAndComparedAsAWhole) {
  Device device(
      ".version 8.4 .target sm_90 .address_size 64 .visible .entry k(.param .u64 p, .param .u64 q) "
      "{ .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b128 %w<9>; ld.param.u64 %d1, [p]; ld.param.u64 "
      "%d2, [q]; mov.u32 %r1, %tid.x; cvt.u64.u32 %d3, %r1; add.u64 %d4, %d3, 1; mov.b128 %w1, "
      "{%d3, %d3}; mov.b128 %w2, {%d4, %d4}; atom.global.cas.b128 %w3, [%d1], %w1, %w2; mul.lo.u64 "
      "%d5, %d3, 16; add.u64 %d5, %d5, %d2; st.global.b128 [%d5], %w3; mov.b128 %w4, {%d4, %d3}; "
      "atom.global.exch.b128 %w5, [%d1+16], %w4; mov.u64 %d6, 0; mov.b128 %w6, {%d6, %d4}; "
      "atom.global.cas.b128 %w7, [%d1+32], %w6, %w4; }");
  const Buffer x = device.buffer(48, Fill::Kind::zero);
  const Buffer y = device.buffer(512, Fill::Kind::zero);
  const LaunchReport report =
      device.launch({1}, {32}, {Argument::pointer(x), Argument::pointer(y)});
  EXPECT_THAT(faults_of(report), testing::ElementsAre());
  EXPECT_THAT(device.read<std::uint64_t>(x, 6), testing::ElementsAre(32, 32, 32, 31, 0, 0));
  const auto old = device.read<std::uint64_t>(y, 64);
  for (std::uint64_t i = 0; i < 64; ++i)
    EXPECT_EQ(old[i], i / 2) << i;
}

TEST(PtxWide, AreNotTakenForNarrowOnes) {
  const auto refused = [](const std::string& text) {
    return error_of<std::runtime_error>([&] {
      Device device(
          ".version 8.4 .target sm_90 .address_size 64 .visible .entry k() { .reg "
          ".b64 %d<9>; .reg .b128 %w<9>; " +
          text + " }");
      device.launch({1}, {32}, {});
    });
  };
  EXPECT_THAT(refused("mov.b64 %d1, %w1;"), testing::HasSubstr("the register '%w1' has 128 bits"));
  EXPECT_THAT(refused("mov.b64 %w1, %d1;"), testing::HasSubstr("the register '%w1' has 128 bits"));
  EXPECT_THAT(refused("mov.b128 %w1, %d1;"),
              testing::HasSubstr("expected a register of 128 bits, found '%d1'"));
}

}  // namespace
}  // namespace layoutcheck::gpu
