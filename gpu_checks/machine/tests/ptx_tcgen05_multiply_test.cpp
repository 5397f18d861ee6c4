// tcgen05.mma: products against a triple loop over matrices that lie in shared memory as the PTX
// ISA's canonical layouts have it, or in tensor memory; and who must wait for whom.
#include "ptx_device.hpp"
#include "ptx_numbers.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A type of entries, by its number in instruction descriptors and by how small integers look in
/// it.
struct Type {
  std::string name;
  unsigned number;
  unsigned width;
  std::function<std::uint32_t(int)> bits;
};

const Type f16{"f16", 0, 2, [](int v) { return floating(v, 5, 10); }};
const Type bf16{"bf16", 1, 2, [](int v) { return floating(v, 8, 7); }};
const Type tf32{"tf32", 2, 4, [](int v) { return floating(v, 8, 23); }};
const Type e4m3{"e4m3", 0, 1, [](int v) { return floating(v, 4, 3); }};
const Type e5m2{"e5m2", 1, 1, [](int v) { return floating(v, 5, 2); }};
const Type u8{"u8", 0, 1, [](int v) { return static_cast<std::uint32_t>(v) & 0xffU; }};
const Type s8{"s8", 1, 1, [](int v) { return static_cast<std::uint32_t>(v) & 0xffU; }};

/// Of a matrix in shared memory: how it is swizzled, and which way neighbours lie.
struct Arrangement {
  unsigned mode = 0;
  /// The binary logarithm of the units that are swizzled with each other.
  unsigned bits = 0;
  bool pairs = false;
  bool along_k = true;
};

struct Case {
  std::string kind;
  Type a;
  Type b;
  /// 0 for f16, 1 for f32, 2 for s32.
  unsigned sum = 1;
  unsigned m = 128;
  unsigned n = 64;
  Arrangement of_a = {};
  Arrangement of_b = {};
  bool a_in_tensor_memory = false;
  bool negates_a = false;
  bool negates_b = false;
  bool saturates = false;
  /// Whether D is added in the first step, too.
  bool adds = false;
  /// Products that are summed up, of K entries each.
  unsigned steps = 2;
  unsigned upper = 0;
  bool is_sparse = false;
  /// Whether it is tcgen05.mma.ws.
  bool is_stationary = false;

  /// The groups of lanes that have a part of the columns of D, and a copy of A; and those columns.
  [[nodiscard]] unsigned groups() const { return is_stationary ? 128 / m : 1; }
  [[nodiscard]] unsigned columns() const { return n / groups(); }
  /// Whether rows are in lanes one after the other.
  [[nodiscard]] bool is_whole() const { return is_stationary || m == 128; }

  /// The columns of A that are held, and all of them, of a product.
  [[nodiscard]] unsigned held() const { return 32 / a.width; }
  [[nodiscard]] unsigned k() const { return is_sparse ? 2 * held() : held(); }
  /// Of metadata, in each lane.
  [[nodiscard]] unsigned words_of_metadata() const { return !is_sparse ? 0 : a.width == 1 ? 2 : 1; }
};

constexpr std::uint32_t at_b = 32768;
constexpr std::uint32_t shared_bytes = 65536;

/// Where entry (i, l) lies, by the canonical layouts: CuTe's Swizzle<bits, 4, 3> of a layout whose
/// strides are these. Of `count` along m or n.
struct Strides {
  std::uint32_t leading;
  std::uint32_t stride;
  /// Along k, from the units that are swizzled with each other to the next ones.
  std::uint32_t tile = 0;
};
Strides strides_of(const Arrangement& of, unsigned count, unsigned k, unsigned width) {
  const std::uint32_t row = 16U << of.bits;
  const std::uint32_t lines = of.pairs ? 4 : 8;
  if (of.along_k) return {of.bits == 0 ? count * 16 : 16, lines * row, count * row};
  // The parts along m or n follow each other, and then those along k, or the other way round.
  if (of.bits == 0) return {count / (16 / width) * 128, 128};
  return {k / lines * lines * row, lines * row};
}
std::uint32_t place_of(const Arrangement& of, const Strides& strides, unsigned i, unsigned l,
                       unsigned width) {
  const std::uint32_t row = 16U << of.bits;
  const unsigned in_unit = 16 / width;
  const unsigned across = of.along_k ? l : i;
  const unsigned line = of.along_k ? i : l;
  const unsigned lines = of.pairs ? 4 : 8;
  const unsigned unit = across / in_unit;
  std::uint32_t at = across % in_unit * width + line % lines * row;
  if (of.along_k && of.bits == 0)
    at += unit * strides.leading + line / lines * strides.stride;
  else if (of.along_k)
    at += (unit & ((1U << of.bits) - 1)) * 16 + (unit >> of.bits) * strides.tile +
          line / lines * strides.stride;
  else if (of.bits == 0)
    at += unit * strides.stride + line / lines * strides.leading;
  else
    at += (unit & ((1U << of.bits) - 1)) * 16 + (unit >> of.bits) * strides.leading +
          line / lines * strides.stride;
  return of.pairs ? at ^ (at >> 7 & 3U) << 5 : at ^ (at >> 7 & ((1U << of.bits) - 1)) << 4;
}

std::uint64_t descriptor(const Arrangement& of, const Strides& strides, std::uint32_t start) {
  return std::uint64_t{start >> 4} | std::uint64_t{strides.leading >> 4} << 16 |
         std::uint64_t{strides.stride >> 4} << 32 | std::uint64_t{1} << 46 |
         std::uint64_t{of.mode} << 61;
}

std::uint32_t instruction_descriptor(const Case& of) {
  return (of.is_sparse ? 4U : 0U) | (of.saturates ? 8U : 0U) | of.sum << 4 | of.a.number << 7 |
         of.b.number << 10 | (of.negates_a ? 1U << 13 : 0) | (of.negates_b ? 1U << 14 : 0) |
         (of.of_a.along_k ? 0 : 1U << 15) | (of.of_b.along_k ? 0 : 1U << 16) | of.n / 8 << 17 |
         of.m / 16 << 24;
}

std::string registers(unsigned count, unsigned first = 100) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i == 0 ? "{%r" : ", %r") + std::to_string(first + i);
  return text + "}";
}

/// The columns of the entries of A that are held, of a chunk of a row: metadata, by two bits each
/// of 16 and 8 bits, by four of 32. Those of the last kind are in no order.
constexpr std::array<std::array<unsigned, 2>, 7> pairs_of_columns = {
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {2, 1}}};
std::array<unsigned, 2> columns_of_chunk(unsigned i, unsigned number) {
  return pairs_of_columns[(i + 3 * number + i / 16) % pairs_of_columns.size()];
}
unsigned metadata_of_chunk(const Case& of, unsigned i, unsigned number) {
  const auto [first, second] = columns_of_chunk(i, number);
  if (of.a.width == 4) return first == 0 ? 0b0100 : 0b1110;
  return first | second << 2;
}
/// The column of A in which held entry `l` of a row is.
unsigned column_of(const Case& of, unsigned i, unsigned l) {
  if (!of.is_sparse) return l;
  if (of.a.width == 4) return 2 * l + (columns_of_chunk(i, l)[0] == 0 ? 0 : 1);
  return l / 2 * 4 + columns_of_chunk(i, l / 2)[l % 2];
}

/// Where the metadata of a column of a product lie, in bits, from the first word of a lane on: the
/// layouts of CUTLASS for M = 128, ((8,2,8),(16,2)):((1,2048,16),(128,8)) of f16,
/// ((8,2,8),(8,2)):((1,1024,16),(128,8)) of tf32 and (128,64):(1,128) of 8 bits, of lanes and
/// columns.
std::pair<unsigned, unsigned> place_of_metadata(const Case& of, unsigned i, unsigned column) {
  const unsigned half = of.a.width == 4 ? 8 : 16;
  const unsigned at = of.a.width == 1 ? i + 128 * column
                                      : i % 8 + i / 8 % 2 * 128 * half + i / 16 * 16 +
                                            column % half * 128 + column / half * 8;
  return {at % 128, at / 128 * (of.a.width == 4 ? 2 : 1)};
}

/// How tests change a kernel: what stands in place of a line.
using Changes = std::map<std::string, std::string>;

/// 128 threads copy x into shared memory, thread 0 multiplies, and all give D to y: lane l, column
/// c to word 256 · l + c. The lines of what may be changed begin with names.
std::string kernel_of(const Case& of, const Changes& changes = {},
                      std::string_view operands = ", %p4") {
  const unsigned k = of.k();
  const Strides a = strides_of(of.of_a, of.m, of.steps * of.held(), of.a.width);
  const Strides b = strides_of(of.of_b, of.n, of.steps * k, of.b.width);
  const auto line = [&](const std::string& name, const std::string& text) {
    const auto change = changes.find(name);
    return "\n" + (change == changes.end() ? text : change->second);
  };
  std::string text =
      ".version 8.8 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p, .param .u64 "
      "q) { .reg .pred %p<9>; .reg .b32 %r<500>; .reg .b64 %d<32>; .shared .align 1024 .b8 s[" +
      std::to_string(shared_bytes) +
      "]; .shared .align 8 .b64 m; .shared .align 4 .b32 a; ld.param.u64 %d1, [p]; ld.param.u64 "
      "%d2, [q]; mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; shl.b32 %r3, %r2, 21; setp.eq.u32 %p1, "
      "%r2, 0; setp.eq.u32 %p2, %r1, 0;\n";
  text +=
      "@%p2 mbarrier.init.shared.b64 [m], 1; @%p1 "
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 512; bar.sync 0; "
      "ld.shared.u32 %r4, [a]; add.u32 %r5, %r4, %r3;\n";
  // x into shared memory, 16 bytes at a time.
  text +=
      "mov.u32 %r6, 0; mov.u32 %r7, s; $COPY: mad.lo.u32 %r8, %r1, 16, %r6; cvt.u64.u32 %d3, "
      "%r8; add.u64 %d3, %d3, %d1; ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%d3]; add.u32 "
      "%r9, %r7, %r8; st.shared.v4.u32 [%r9], {%r10, %r11, %r12, %r13}; add.u32 %r6, %r6, "
      "2048; setp.lt.u32 %p3, %r6, " +
      std::to_string(shared_bytes) + "; @%p3 bra $COPY;";
  // A of tensor memory, from column 256 on, comes after shared memory in x.
  const unsigned words = of.steps * 8;
  if (of.a_in_tensor_memory) {
    text += "\nmad.wide.u32 %d4, %r1, " + std::to_string(4 * words) + ", %d1;";
    for (unsigned i = 0; i < words; ++i)
      text += " ld.global.u32 %r" + std::to_string(100 + i) + ", [%d4+" +
              std::to_string(shared_bytes + 4 * i) + "];";
    text += " tcgen05.st.sync.aligned.32x32b.x" + std::to_string(words) + ".b32 [%r5+256], " +
            registers(words) + ";";
  }
  // Metadata, from column 384 on, come after it.
  if (const unsigned count = of.steps * of.words_of_metadata(); count > 0) {
    text += "\nmad.wide.u32 %d4, %r1, " + std::to_string(4 * count) + ", %d1;";
    for (unsigned i = 0; i < count; ++i)
      text += " ld.global.u32 %r" + std::to_string(100 + i) + ", [%d4+" +
              std::to_string(shared_bytes + 128 * 4 * words + 4 * i) + "];";
    text += " tcgen05.st.sync.aligned.32x32b.x" + std::to_string(count) + ".b32 [%r5+384], " +
            registers(count) + ";";
  }
  text += line("wait_st", "tcgen05.wait::st.sync.aligned;");
  text += line("proxy", "fence.proxy.async.shared::cta;");
  text += line("meet", "bar.sync 0;");
  text += "\nmov.u32 %r20, " + std::to_string(instruction_descriptor(of)) +
          "; setp.eq.u32 %p4, %r1, %r1; setp.ne.u32 %p5, %r1, %r1; add.u32 %r21, %r4, " +
          std::to_string(of.upper << 16) + "; mov.u32 %r22, 0xffff0000; mov.u32 %r23, 0;";
  for (unsigned step = 0; step < of.steps; ++step) {
    // Where the next K entries begin, before swizzling.
    const auto next = [&](const Arrangement& arrangement, const Strides& strides, unsigned width,
                          unsigned columns) {
      const std::uint32_t row = 16U << arrangement.bits;
      const unsigned lines = arrangement.pairs ? 4 : 8;
      const unsigned unit = step * columns * width / 16;
      if (!arrangement.along_k)
        return step * columns / lines * (arrangement.bits == 0 ? strides.leading : strides.stride) +
               step * columns % lines * row;
      if (arrangement.bits == 0) return unit * strides.leading;
      return (unit & ((1U << arrangement.bits) - 1)) * 16 +
             (unit >> arrangement.bits) * strides.tile;
    };
    const std::uint64_t desc_a = descriptor(of.of_a, a, next(of.of_a, a, of.a.width, of.held()));
    const std::uint64_t desc_b = descriptor(of.of_b, b, at_b + next(of.of_b, b, of.b.width, k));
    // Of one word, the selector says which of two it is.
    const unsigned metadata = step * of.words_of_metadata();
    const std::string selector = !of.is_sparse       ? ""
                                 : metadata % 2 != 0 ? "or.b32 %r20, %r20, 1; "
                                                     : "and.b32 %r20, %r20, -2; ";
    text +=
        line("multiply" + std::to_string(step),
             "mov.u64 %d10, " + std::to_string(desc_a) + "; mov.u64 %d11, " +
                 std::to_string(desc_b) + "; " + selector + "@%p2 tcgen05.mma." +
                 (of.is_sparse       ? "sp."
                  : of.is_stationary ? "ws."
                                     : "") +
                 "cta_group::1.kind::" + of.kind + " [%r21], " +
                 (of.a_in_tensor_memory ? "[%r21+" + std::to_string(256 + 8 * step) + "]"
                                        : std::string("%d10")) +
                 ", %d11, " +
                 (of.is_sparse ? "[%r21+" + std::to_string(384 + metadata / 2 * 2) + "], " : "") +
                 "%r20" + (step == 0 && !of.adds ? ", %p5" : std::string(operands)) + ";");
  }
  text += line("commit",
               "@%p2 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [m];");
  text += line("wait", "$WAIT: mbarrier.try_wait.parity.shared.b64 %p6, [m], 0; @!%p6 bra $WAIT;");
  text += line("after", "tcgen05.fence::after_thread_sync;");
  text += "\nmad.wide.u32 %d5, %r1, 1024, %d2;";
  if (of.is_whole()) {
    const unsigned count = std::min(std::bit_ceil(of.columns()), 128U);
    text += "\ntcgen05.ld.sync.aligned.32x32b.x" + std::to_string(count) + ".b32 " +
            registers(count) + ", [%r5];";
    if (of.columns() > 128)
      text += " tcgen05.ld.sync.aligned.32x32b.x128.b32 " + registers(128, 228) + ", [%r5+128];";
  } else {
    text += "\ntcgen05.ld.sync.aligned.16x32bx2.x" + std::to_string(of.n / 2) + ".b32 " +
            registers(of.n / 2) + ", [%r5+" + std::to_string(of.upper << 16) + "], " +
            std::to_string(of.n / 2) + ";";
  }
  text += line("wait_ld", "tcgen05.wait::ld.sync.aligned;");
  for (unsigned i = 0; i < (of.is_whole() ? of.columns() : of.n / 2); ++i)
    text +=
        " st.global.u32 [%d5+" + std::to_string(4 * i) + "], %r" + std::to_string(100 + i) + ";";
  return text + "\nbar.sync 0; @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 512;\n}\n";
}

/// Small integers, so that all sums are exact; of f8, of two bits.
int entry(unsigned i, unsigned l, unsigned seed, bool is_signed) {
  const int value = static_cast<int>((7 * i + 3 * l + i * l + seed) % 5);
  return is_signed ? value - 2 : value;
}

struct Ran {
  std::vector<std::string> faults;
  std::string message;
  /// D, row by row.
  std::vector<std::uint32_t> d;
};

Ran ran(const Case& of, const Changes& changes = {}, std::string_view operands = ", %p4") {
  const unsigned held = of.held() * of.steps;
  const unsigned k = of.k() * of.steps;
  const unsigned at_metadata = shared_bytes + 128 * 32 * of.steps;
  const unsigned words = of.steps * of.words_of_metadata();
  std::vector<std::byte> x(at_metadata + std::size_t{128} * 4 * words);
  const Strides a = strides_of(of.of_a, of.m, held, of.a.width);
  const Strides b = strides_of(of.of_b, of.n, k, of.b.width);
  const auto put = [&](std::size_t at, std::uint32_t bits, unsigned width) {
    std::memcpy(&x.at(at), &bits, width);
  };
  for (unsigned l = 0; l < held; ++l) {
    for (unsigned i = 0; i < of.m; ++i) {
      const std::uint32_t bits = of.a.bits(entry(i, column_of(of, i, l), 1, of.a.name != "u8"));
      const unsigned lane = of.is_whole() ? i : i / 16 * 32 + i % 16 + of.upper;
      if (!of.a_in_tensor_memory) put(place_of(of.of_a, a, i, l, of.a.width), bits, of.a.width);
      for (unsigned group = 0; of.a_in_tensor_memory && group < of.groups(); ++group)
        put(shared_bytes + std::size_t{lane + group * of.m} * 32 * of.steps +
                std::size_t{l} * of.a.width,
            bits, of.a.width);
    }
  }
  const unsigned chunk = of.a.width == 4 ? 2 : 4;
  for (unsigned i = 0; of.is_sparse && i < of.m; ++i) {
    for (unsigned column = 0; column < k; column += chunk) {
      const auto [lane, bit] = place_of_metadata(of, i, column % of.k());
      const unsigned word = column / of.k() * of.words_of_metadata() + bit / 32;
      std::uint32_t bits = 0;
      const std::size_t at = at_metadata + std::size_t{4} * (lane * words + word);
      std::memcpy(&bits, &x.at(at), 4);
      put(at, bits | metadata_of_chunk(of, i, column / chunk) << bit % 32, 4);
    }
  }
  for (unsigned l = 0; l < k; ++l)
    for (unsigned j = 0; j < of.n; ++j)
      put(at_b + place_of(of.of_b, b, j, l, of.b.width),
          of.b.bits(entry(l, j, 2, of.b.name != "u8")), of.b.width);
  Device device(kernel_of(of, changes, operands));
  const Buffer in = device.buffer_of(x);
  const Buffer out = device.buffer(128 * 1024, Fill::Kind::zero);
  const LaunchReport report =
      device.launch({1}, {128}, {Argument::pointer(in), Argument::pointer(out)});
  const auto numbers = device.read<std::uint32_t>(out, std::size_t{128} * 256);
  Ran found{faults_of(report), report.faults.empty() ? "" : report.faults[0].message, {}};
  for (unsigned i = 0; i < of.m; ++i) {
    for (unsigned j = 0; j < of.n; ++j) {
      // 16x32bx2 gives the lower half of the columns to 16 threads, and the upper to the others.
      const unsigned thread = of.is_whole() ? i + j / of.columns() * of.m
                                            : i / 16 * 32 + i % 16 + (j >= of.n / 2 ? 16 : 0);
      found.d.push_back(
          numbers[256 * thread + (of.is_whole() ? j % of.columns() : j % (of.n / 2))]);
    }
  }
  return found;
}

/// Bits of a sum.
std::uint32_t sum_bits(int value, unsigned sum) {
  return sum == 0   ? floating(value, 5, 10)
         : sum == 1 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                    : static_cast<std::uint32_t>(value);
}

int product(const Case& of, unsigned i, unsigned j, unsigned first = 0) {
  int sum = 0;
  for (unsigned l = first; l < of.held() * of.steps; ++l) {
    const unsigned column = column_of(of, i, l);
    sum += entry(i, column, 1, of.a.name != "u8") * entry(column, j, 2, of.b.name != "u8");
  }
  return of.negates_a != of.negates_b ? -sum : sum;
}

void expect_product(const Case& of, const std::string& name) {
  const Ran found = ran(of);
  ASSERT_THAT(found.faults, ElementsAre()) << name << ": " << found.message;
  for (unsigned i = 0; i < of.m; ++i)
    for (unsigned j = 0; j < of.n; ++j)
      ASSERT_EQ(found.d[std::size_t{i} * of.n + j], sum_bits(product(of, i, j), of.sum))
          << name << ": " << i << ", " << j;
}

constexpr std::array<Arrangement, 4> arrangements = {Arrangement{0, 0}, Arrangement{6, 1},
                                                     Arrangement{4, 2}, Arrangement{2, 3}};

TEST(PtxTcgen05Multiply, IsTheProductOfMatricesInSharedMemory) {
  const std::vector<Case> kinds = {
      {"f16", f16, f16},         {"f16", bf16, bf16},    {"f16", f16, f16, 0},
      {"tf32", tf32, tf32},      {"f8f6f4", e4m3, e4m3}, {"f8f6f4", e5m2, e4m3},
      {"f8f6f4", e4m3, e5m2, 0}, {"i8", s8, s8, 2},      {"i8", u8, s8, 2}};
  for (Case of : kinds) {
    of.n = 32;
    for (const Arrangement& arrangement : arrangements) {
      for (const bool along_k_a : {true, false}) {
        for (const bool along_k_b : {true, false}) {
          of.of_a = of.of_b = arrangement;
          of.of_a.along_k = along_k_a;
          of.of_b.along_k = along_k_b;
          // Transposed words are in pairs of units.
          for (Arrangement* one : {&of.of_a, &of.of_b})
            if (of.kind == "tf32" && !one->along_k) *one = {1, 3, true, false};
          expect_product(of, of.kind + " " + of.a.name + " " + of.b.name + ", swizzle " +
                                 std::to_string(arrangement.mode) + (along_k_a ? "" : ", A^T") +
                                 (along_k_b ? "" : ", B^T"));
        }
      }
    }
  }
}

TEST(PtxTcgen05Multiply, HasShapesOf64And128Rows) {
  for (const unsigned m : {64U, 128U}) {
    for (const unsigned n : {16U, 64U, 128U, 256U}) {
      Case of{"f16", f16, f16, 1, m, n, arrangements[3], arrangements[1]};
      of.steps = 1;
      expect_product(of, std::to_string(m) + " x " + std::to_string(n));
    }
  }
  Case upper{"f16", f16, f16, 1, 64, 32, arrangements[0], arrangements[0]};
  upper.upper = 16;
  expect_product(upper, "lanes from 16 on");
}

TEST(PtxTcgen05Multiply, TakesAFromTensorMemory) {
  for (const unsigned m : {64U, 128U}) {
    for (Case of : {Case{"f16", f16, f16}, Case{"tf32", tf32, tf32}, Case{"f8f6f4", e5m2, e4m3},
                    Case{"i8", s8, u8, 2}}) {
      of.m = m;
      of.of_b = arrangements[2];
      of.a_in_tensor_memory = true;
      of.upper = m == 64 ? 16 : 0;
      expect_product(of, of.kind + ", M = " + std::to_string(m));
    }
  }
}

TEST(PtxTcgen05Multiply, OfStationaryWeightsFillsAllLanes) {
  for (const unsigned m : {32U, 64U, 128U}) {
    for (Case of : {Case{"f16", f16, f16}, Case{"tf32", tf32, tf32}, Case{"f8f6f4", e5m2, e4m3},
                    Case{"i8", s8, u8, 2}}) {
      of.m = m;
      of.n = m == 32 ? 256 : 128;
      of.of_a = arrangements[3];
      of.of_b = arrangements[2];
      of.is_stationary = true;
      of.steps = 1;
      const std::string name = of.kind + " of stationary weights, M = " + std::to_string(m);
      expect_product(of, name);
      of.of_a = {};
      of.a_in_tensor_memory = true;
      expect_product(of, name + ", A in tensor memory");
    }
  }
}

// Kernels of attention for 64 heads multiply halves of K at once so.
TEST(PtxTcgen05Multiply, EachGroupOfLanesHasItsOwnA) {
  Case of{"f16", f16, f16, 1, 64};
  of.is_stationary = of.a_in_tensor_memory = true;
  of.steps = 1;
  of.of_b = arrangements[2];
  const Ran found = ran(of, {{"wait_st",
                              "tcgen05.wait::st.sync.aligned; setp.ge.u32 %p7, %r2, 2; mov.u32 "
                              "%r24, 0; @%p7 tcgen05.st.sync.aligned.32x32b.x8.b32 [%r5+256], "
                              "{%r24, %r24, %r24, %r24, %r24, %r24, %r24, %r24}; @%p7 "
                              "tcgen05.wait::st.sync.aligned;"}});
  ASSERT_THAT(found.faults, ElementsAre()) << found.message;
  for (unsigned i = 0; i < of.m; ++i)
    for (unsigned j = 0; j < of.n; ++j)
      ASSERT_EQ(found.d[std::size_t{i} * of.n + j],
                sum_bits(j < of.n / 2 ? product(of, i, j) : 0, of.sum))
          << i << ", " << j;
}

TEST(PtxTcgen05Multiply, OfStationaryWeightsHasShapesAndMasksOfItsOwn) {
  Case of{"f16", f16, f16, 1, 64};
  of.is_stationary = true;
  const auto with = [&](std::uint32_t flipped, const std::string& operands) {
    return error_of<LaunchError>([&] {
      const Ran found = ran(of, {{"multiply0", "xor.b32 %r20, %r20, " + std::to_string(flipped) +
                                                   "; mov.u64 %d10, 70368744177664; mov.u64 %d11, "
                                                   "%d10; mov.u64 %d12, 549755813888; @%p2 "
                                                   "tcgen05.mma.ws.cta_group::1.kind::f16 [%r21], "
                                                   "%d10, %d11, %r20, " +
                                                   operands + ";"}});
      throw LaunchError(found.message);
    });
  };
  EXPECT_EQ(with(2U << 24, "%p5"), "the instruction descriptor has M = 96, not 32, 64 or 128");
  EXPECT_EQ(with(3U << 17, "%p5"), "the instruction descriptor has N = 88");
  EXPECT_EQ(with(3U << 30, "%p5, 0"), "");
  EXPECT_THAT(with(0, "%p5, %d12"), HasSubstr("does not have zero-column masks"));
  // A mask of zeros masks nothing.
  EXPECT_THAT(ran(of, {}, ", %p4, 0").faults, ElementsAre());
}

TEST(PtxTcgen05Multiply, SparseAHasItsEntriesWhereTheMetadataSay) {
  for (Case of : {Case{"f16", f16, bf16}, Case{"f16", f16, f16, 0}, Case{"tf32", tf32, tf32},
                  Case{"f8f6f4", e5m2, e4m3}, Case{"i8", s8, u8, 2}}) {
    if (of.a.name != of.b.name && of.kind == "f16") of.a = bf16;
    of.is_sparse = true;
    of.of_b = arrangements[3];
    of.steps = 4;
    for (const Arrangement& arrangement : arrangements) {
      of.of_a = arrangement;
      expect_product(of, of.kind + ", sparse, swizzle " + std::to_string(arrangement.mode));
    }
    if (of.kind != "tf32") {
      of.of_a.along_k = false;
      expect_product(of, of.kind + ", sparse A^T");
    }
    of.of_a = {};
    of.a_in_tensor_memory = true;
    expect_product(of, of.kind + ", sparse A in tensor memory");
  }
}

TEST(PtxTcgen05Multiply, SumsOfIntegersWrapOrSaturate) {
  for (const bool saturates : {false, true}) {
    Case of{"i8", s8, u8, 2, 128, 64};
    of.saturates = saturates;
    of.adds = true;
    of.steps = 1;
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    std::string text = "mov.u32 %r24, " + std::to_string(most - 1) +
                       "; tcgen05.st.sync.aligned.32x32b.x64.b32 [%r5], {%r24";
    for (unsigned i = 1; i < of.n; ++i)
      text += ", %r24";
    const Ran found = ran(of, {{"wait_st", text + "}; tcgen05.wait::st.sync.aligned;"}});
    ASSERT_THAT(found.faults, ElementsAre()) << found.message;
    for (unsigned i = 0; i < of.m; ++i) {
      for (unsigned j = 0; j < of.n; ++j) {
        const std::int64_t sum = most - 1 + product(of, i, j);
        ASSERT_EQ(found.d[std::size_t{i} * of.n + j],
                  static_cast<std::uint32_t>(saturates ? std::min(sum, most) : sum))
            << i << ", " << j;
      }
    }
  }
}

TEST(PtxTcgen05Multiply, Negates) {
  Case of{"f16", f16, f16};
  of.negates_a = true;
  expect_product(of, "-A");
  of.negates_b = true;
  expect_product(of, "-A, -B");
  of.negates_a = false;
  expect_product(of, "-B");
}

TEST(PtxTcgen05Multiply, ScalesDAndKeepsLanes) {
  const Case of{"f16", f16, f16};
  // D = A·B + D / 4, where D is the product of the first step.
  const Ran scaled = ran(of, {}, ", %p4, 2");
  EXPECT_THAT(scaled.faults, ElementsAre()) << scaled.message;
  const Ran kept = ran(of, {}, ", {%r23, %r22, %r23, %r23}, %p4");
  EXPECT_THAT(kept.faults, ElementsAre()) << kept.message;
  const Ran instead = ran(of, {}, ", %p5");
  for (unsigned i = 0; i < of.m; ++i) {
    for (unsigned j = 0; j < of.n; ++j) {
      const int all = product(of, i, j);
      const int last = product(of, i, j, 16);
      const std::size_t at = std::size_t{i} * of.n + j;
      const float expected = static_cast<float>(last) + static_cast<float>(all - last) / 4;
      ASSERT_EQ(scaled.d[at], std::bit_cast<std::uint32_t>(expected)) << i << ", " << j;
      ASSERT_EQ(kept.d[at], sum_bits(i >= 48 && i < 64 ? all - last : all, 1)) << i << ", " << j;
      ASSERT_EQ(instead.d[at], sum_bits(last, 1)) << i << ", " << j;
    }
  }
}

// Who must wait.

const Case plain{"f16", f16, f16, 1, 128, 64, arrangements[3], arrangements[3]};

TEST(PtxTcgen05Multiply, IsWaitedForByTheMbarrierOfItsCommit) {
  EXPECT_THAT(ran(plain).faults, ElementsAre());
  // What is acquired is ordered without the fence, too.
  EXPECT_THAT(ran(plain, {{"after", ""}}).faults, ElementsAre());
  const Ran blind = ran(plain, {{"wait", ""}});
  EXPECT_THAT(blind.faults, testing::Contains("race in line 14")) << blind.message;
  EXPECT_EQ(blind.message,
            "lane 0, column 0 of tensor memory was written by thread (0,0,0) in line 9, and "
            "nothing has waited for the mbarrier of its tcgen05.commit");
  const Ran uncommitted = ran(plain, {{"commit", ""}, {"wait", ""}});
  EXPECT_THAT(uncommitted.message, HasSubstr("no tcgen05.commit tells when that is complete"));
  // Relaxed, the fence is needed.
  const std::string relaxed =
      "$WAIT: mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p6, [m], 0; @!%p6 bra $WAIT;";
  EXPECT_THAT(ran(plain, {{"wait", relaxed}}).faults, ElementsAre());
  EXPECT_THAT(ran(plain, {{"wait", relaxed}, {"after", ""}}).faults,
              testing::Contains("race in line 14"));
}

TEST(PtxTcgen05Multiply, SeesWhatAFenceOpensToItsProxy) {
  const Ran hidden = ran(plain, {{"proxy", ""}});
  EXPECT_THAT(hidden.faults, testing::Contains("race in line 8"));
  EXPECT_THAT(hidden.message, HasSubstr("no fence.proxy.async is between the two"));
  const Ran unordered = ran(plain, {{"meet", ""}});
  EXPECT_THAT(unordered.faults, testing::Contains("race in line 8"));
}

TEST(PtxTcgen05Multiply, ItsOperandsStayUntilItIsComplete) {
  const std::string overwrite = "st.shared.u32 [s], %r1;";
  EXPECT_THAT(ran(plain, {{"after", "bar.sync 0; @%p2 " + overwrite}}).faults, ElementsAre());
  const Ran early = ran(plain, {{"commit", "@%p2 " + overwrite +
                                               " @%p2 "
                                               "tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                                               "shared::cluster.b64 [m];"}});
  EXPECT_THAT(early.faults, testing::Contains("race in line 10"));
  EXPECT_THAT(early.message, HasSubstr("was read by an asynchronous operation"));
  // In tensor memory, too.
  Case in_tensor = plain;
  in_tensor.a_in_tensor_memory = true;
  const Ran stored = ran(in_tensor, {{"wait_st", ""}});
  EXPECT_THAT(stored.faults, testing::Contains("race in line 9")) << stored.message;
  EXPECT_THAT(stored.message, HasSubstr("no tcgen05.wait::st has completed that"));
}

TEST(PtxTcgen05Multiply, ProductsOfOneAccumulatorAndShapeAreInOrder) {
  // Another shape into the same words is not.
  const std::string other = "mov.u32 %r20, " +
                            std::to_string(instruction_descriptor(
                                {"f16", f16, f16, 1, 128, 32, arrangements[3], arrangements[3]})) +
                            "; @%p2 tcgen05.mma.cta_group::1.kind::f16 [%r21], %d10, %d11, %r20, "
                            "%p4;";
  EXPECT_THAT(ran(plain, {{"multiply1", other}}).faults, testing::Contains("race in line 9"));
  // Nor is what two threads issue, unless they meet.
  const std::string second =
      "setp.eq.u32 %p7, %r1, 32; @%p7 tcgen05.mma.cta_group::1.kind::f16 "
      "[%r21], %d10, %d11, %r20, %p4; @%p7 "
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%d12];";
  const std::string generic =
      "mov.u32 %r30, m; cvt.u64.u32 %d12, %r30; cvta.shared.u64 %d12, "
      "%d12; @%p2 mbarrier.init.shared.b64 [m], 2; bar.sync 0; ";
  EXPECT_THAT(ran(plain, {{"meet", "bar.sync 0; " + generic}, {"multiply1", second}}).faults,
              testing::Contains("race in line 9"));
  EXPECT_THAT(
      ran(plain, {{"meet", "bar.sync 0; " + generic}, {"multiply1", "bar.sync 0; " + second}})
          .faults,
      ElementsAre());
}

// Descriptors.

/// The message with another instruction descriptor, or a descriptor of A with other bits.
std::string with_instruction(const Case& of, std::uint32_t flipped) {
  const Ran found = ran(of, {{"multiply0", "xor.b32 %r20, %r20, " + std::to_string(flipped) +
                                               "; mov.u64 %d10, 0; mov.u64 %d11, 0; @%p2 "
                                               "tcgen05.mma.cta_group::1.kind::" +
                                               of.kind + " [%r21], %d10, %d11, %r20, %p5;"}});
  return found.message;
}

TEST(PtxTcgen05Multiply, InstructionDescriptorsAreChecked) {
  EXPECT_EQ(with_instruction(plain, 2U << 7),
            "the instruction descriptor names type 2 of matrix A, which this kind does not have");
  EXPECT_EQ(with_instruction(plain, 7U << 10),
            "the instruction descriptor names type 7 of matrix B, which this kind does not have");
  EXPECT_EQ(with_instruction(plain, 3U << 4),
            "the instruction descriptor names type 2 of matrix D, which this kind does not have");
  EXPECT_EQ(with_instruction(plain, 1U << 2), "the instruction descriptor says that A is sparse");
  for (const unsigned bit : {6U, 23U, 29U, 30U, 31U})
    EXPECT_EQ(with_instruction(plain, 1U << bit), "the instruction descriptor has reserved bits");
  EXPECT_EQ(with_instruction(plain, 1U << 3),
            "the instruction descriptor says that floating-point numbers saturate");
  EXPECT_EQ(with_instruction({"i8", s8, s8, 2}, 1U << 13),
            "the instruction descriptor negates integers");
  EXPECT_EQ(with_instruction({"f16", bf16, bf16, 1}, 1U << 4),
            "the instruction descriptor has sums in f16 of products of bf16");
  EXPECT_EQ(with_instruction(plain, 1U << 24),
            "the instruction descriptor has M = 144, not 64 or 128");
  EXPECT_EQ(with_instruction(plain, 8U << 17), "the instruction descriptor has N = 0");
  EXPECT_EQ(with_instruction({"i8", s8, s8, 2, 128, 48}, 3U << 17),
            "the instruction descriptor has N = 40");
  EXPECT_EQ(with_instruction({"i8", s8, s8, 2, 128, 16}, 1U << 16 | 1U << 17),
            "the instruction descriptor transposes B of 8 bits with N = 24, not a multiple of 16");
}

TEST(PtxTcgen05Multiply, MetadataAreChecked) {
  Case of{"f16", f16, f16};
  of.is_sparse = true;
  // The chunks of a row are those of columns 0 to 3, 4 to 7 and so on.
  const auto with = [&](const std::string& metadata) {
    return ran(of, {{"wait_st", "tcgen05.wait::st.sync.aligned; " + metadata}});
  };
  const auto stored = [](std::uint32_t bits) {
    return "mov.u32 %r24, " + std::to_string(bits) +
           "; tcgen05.st.sync.aligned.32x32b.x1.b32 [%r5+384], {%r24}; "
           "tcgen05.wait::st.sync.aligned;";
  };
  EXPECT_THAT(with(stored(0x66666666)).faults, ElementsAre());
  EXPECT_EQ(with(stored(0x66665666)).message,
            "the metadata of row 0, columns 12 to 15, have the index 1 twice, in lane 0, column "
            "384 of tensor memory");
  EXPECT_THAT(with(stored(0x66661666)).message, HasSubstr("have the index 0 after 1"));
  // Where the entries are zeros, it is all the same where they are.
  std::string all = "bar.sync 0; mov.u32 %r25, 0; mad.lo.u32 %r26, %r1, 64, %r7;";
  for (unsigned i = 0; i < 64; i += 4)
    all += " st.shared.u32 [%r26+" + std::to_string(i) + "], %r25;";
  EXPECT_THAT(with(stored(0) + all).faults, ElementsAre());
  // What the executor does not have is told by name, and is no finding.
  const auto refused = [&](std::uint32_t flipped, const std::string& column) {
    return error_of<LaunchError>([&] {
      ran(of, {{"multiply0", "xor.b32 %r20, %r20, " + std::to_string(flipped) +
                                 "; mov.u64 %d10, 70368744177664; mov.u64 %d11, %d10; @%p2 "
                                 "tcgen05.mma.sp.cta_group::1.kind::f16 [%r21], %d10, %d11, "
                                 "[%r21+" +
                                 column + "], %r20, %p5;"}});
    });
  };
  EXPECT_THAT(refused(2, "384"), HasSubstr("does not have the sparsity selector 2"));
  EXPECT_THAT(refused(12U << 24, "384"), HasSubstr("does not have sparse A with 64 rows"));
  EXPECT_THAT(refused(0, "385"), HasSubstr("does not have metadata that begin in an odd column"));
  const auto said = [&](const Case& other, std::uint32_t flipped) {
    return ran(other,
               {{"multiply0", "xor.b32 %r20, %r20, " + std::to_string(flipped) +
                                  "; mov.u64 %d10, 0; mov.u64 %d11, 0; @%p2 "
                                  "tcgen05.mma.sp.cta_group::1.kind::" +
                                  other.kind + " [%r21], %d10, %d11, [%r21+384], %r20, %p5;"}})
        .message;
  };
  EXPECT_EQ(said(of, 4), "the instruction descriptor says that A is not sparse");
  Case bytes{"i8", s8, s8, 2};
  bytes.is_sparse = true;
  EXPECT_EQ(said(bytes, 1), "the instruction descriptor has the sparsity selector 1, not 0");
  EXPECT_EQ(with_instruction(plain, 1),
            "the instruction descriptor has a sparsity selector, and A is not sparse");
}

std::string with_matrix(std::uint64_t bits, const Case& of = plain) {
  return error_of<LaunchError>([&] {
    const Ran found =
        ran(of, {{"multiply0", "mov.u64 %d10, " + std::to_string(bits) +
                                   "; mov.u64 %d11, %d10; @%p2 tcgen05.mma.cta_group::1.kind::" +
                                   of.kind + " [%r21], %d10, %d11, %r20, %p5;"}});
    throw LaunchError(found.message);
  });
}

TEST(PtxTcgen05Multiply, MatrixDescriptorsAreChecked) {
  const std::uint64_t right = descriptor(arrangements[3], {16, 1024}, 0);
  EXPECT_EQ(with_matrix(right ^ std::uint64_t{1} << 46),
            "the descriptor of A does not have 0b001 in bits 46 to 48");
  EXPECT_EQ(with_matrix(right ^ std::uint64_t{1} << 55),
            "the descriptor of A does not have zeros in bits 53 to 60");
  for (const std::uint64_t mode : {3U, 5U, 7U})
    EXPECT_EQ(with_matrix((right & ~(std::uint64_t{7} << 61)) | mode << 61),
              "the descriptor of A has swizzling mode " + std::to_string(mode));
  Case transposed = plain;
  transposed.of_a.along_k = false;
  EXPECT_EQ(with_matrix(right ^ std::uint64_t{3} << 61, transposed),
            "the descriptor of A swizzles pairs of units, which is for transposed tf32");
  Case words{"tf32", tf32, tf32};
  words.of_a.along_k = false;
  EXPECT_EQ(with_matrix(right, words),
            "the descriptor of A is of transposed tf32, and does not swizzle pairs of units");
  // What the executor does not have is told by name, and is no finding.
  EXPECT_THAT(
      with_matrix(right ^ std::uint64_t{1} << 49),
      HasSubstr("line 8: the executor does not have matrix descriptors with a base offset"));
  EXPECT_EQ(with_matrix(right ^ std::uint64_t{1} << 52 ^ std::uint64_t{6} << 61),
            "the descriptor of A has an absolute leading address, which is for swizzles of 128 "
            "bytes along K");
  EXPECT_THAT(with_matrix(right ^ std::uint64_t{3} << 61), HasSubstr("pairs of units along K"));
  EXPECT_EQ(with_instruction({"f8f6f4", e4m3, e4m3}, 2U << 7),
            "the instruction descriptor names type 2 of matrix A, which this kind does not have");
}

TEST(PtxTcgen05Multiply, OperandsBeginAtLanesThatThereAre) {
  const auto at = [](const Case& of, unsigned lane) {
    return ran(of, {{"multiply0", "add.u32 %r21, %r21, " + std::to_string(lane << 16) +
                                      "; mov.u64 %d10, 0; mov.u64 %d11, 0; @%p2 "
                                      "tcgen05.mma.cta_group::1.kind::f16 [%r21], %d10, %d11, "
                                      "%r20, %p5;"}})
        .message;
  };
  EXPECT_EQ(at(plain, 16),
            "D begins at lane 16 of tensor memory; with M = 128 it begins at lane 0");
  Case half = plain;
  half.m = 64;
  EXPECT_EQ(at(half, 8),
            "D begins at lane 8 of tensor memory; with M = 64 it begins at lane 0 or "
            "16");
  // A in tensor memory begins where D does, and has its rows in lanes.
  const auto of_a = [&](std::uint32_t flipped, const std::string& a) {
    return ran(half, {{"multiply0", "xor.b32 %r20, %r20, " + std::to_string(flipped) +
                                        "; mov.u64 %d11, 0; @%p2 "
                                        "tcgen05.mma.cta_group::1.kind::f16 [%r21], [" +
                                        a + "], %d11, %r20, %p5;"}})
        .message;
  };
  EXPECT_EQ(of_a(0, "%r21+1048832"), "A and D begin at different lanes");
  EXPECT_EQ(of_a(1U << 15, "%r21+256"),
            "the instruction descriptor transposes A, which is in tensor memory");
}

}  // namespace
}  // namespace layoutcheck::gpu
