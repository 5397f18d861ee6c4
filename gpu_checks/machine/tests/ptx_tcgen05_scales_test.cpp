// tcgen05.cp and products with block scales: scale factors that are copied to tensor memory,
// against a triple loop; and what is found where one of them is missing or somewhere else.
#include "ptx_device.hpp"
#include "ptx_numbers.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace layoutcheck::gpu {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Copies.

constexpr std::uint32_t lanes = 128;

std::string registers(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i == 0 ? "{%r" : ", %r") + std::to_string(100 + i);
  return text + "}";
}

/// How tests change a kernel: what stands in place of a line.
using Changes = std::map<std::string, std::string>;

/// A kernel of 128 threads that copies `bytes` of x into shared memory, from s on; %r4 is the
/// address of 512 columns, %r5 that of the lanes of the thread's warp, %p2 says which thread is the
/// first.
std::string head(std::uint32_t bytes) {
  return ".version 8.8 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p, .param "
         ".u64 "
         "q) { .reg .pred %p<9>; .reg .b32 %r<500>; .reg .b64 %d<32>; .shared .align 1024 .b8 s[" +
         std::to_string(bytes) +
         "]; .shared .align 8 .b64 m; .shared .align 4 .b32 a; ld.param.u64 %d1, [p]; ld.param.u64 "
         "%d2, [q]; mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; shl.b32 %r3, %r2, 21; setp.eq.u32 "
         "%p1, %r2, 0; setp.eq.u32 %p2, %r1, 0; @%p2 mbarrier.init.shared.b64 [m], 1; @%p1 "
         "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 512; bar.sync 0; "
         "ld.shared.u32 %r4, [a]; add.u32 %r5, %r4, %r3; mov.u32 %r6, 0; mov.u32 %r7, s; $COPY: "
         "mad.lo.u32 %r8, %r1, 16, %r6; cvt.u64.u32 %d3, %r8; add.u64 %d3, %d3, %d1; "
         "ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%d3]; add.u32 %r9, %r7, %r8; "
         "st.shared.v4.u32 [%r9], {%r10, %r11, %r12, %r13}; add.u32 %r6, %r6, 2048; setp.lt.u32 "
         "%p3, %r6, " +
         std::to_string(bytes) + "; @%p3 bra $COPY;\n";
}

std::string line_of(const Changes& changes, const std::string& name, const std::string& text) {
  const auto change = changes.find(name);
  return (change == changes.end() ? text : change->second) + "\n";
}

/// The end: `count` columns of each lane go to y, 256 words for a thread.
std::string tail(const Changes& changes, unsigned count) {
  std::string text =
      line_of(changes, "commit",
              "@%p2 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [m];") +
      line_of(changes, "wait",
              "$WAIT: mbarrier.try_wait.parity.shared.b64 %p6, [m], 0; @!%p6 bra $WAIT;") +
      "tcgen05.ld.sync.aligned.32x32b.x" + std::to_string(count) + ".b32 " + registers(count) +
      ", [%r5]; tcgen05.wait::ld.sync.aligned; mad.wide.u32 %d5, %r1, 1024, %d2;";
  for (unsigned i = 0; i < count; ++i)
    text +=
        " st.global.u32 [%d5+" + std::to_string(4 * i) + "], %r" + std::to_string(100 + i) + ";";
  return text + "\nbar.sync 0; @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 512;\n}\n";
}

struct Ran {
  std::vector<std::string> faults;
  std::string message;
  std::vector<std::uint32_t> numbers;
};

Ran ran(const std::string& text, const std::vector<std::byte>& x, std::uint64_t order = 0) {
  PtxOptions options;
  options.order = order;
  Device device(text, options);
  Fill fill{Fill::Kind::bytes};
  fill.bytes.resize(x.size());
  std::memcpy(fill.bytes.data(), x.data(), x.size());
  const Buffer in = device.executor().allocate(x.size(), fill);
  const Buffer out = device.buffer(lanes * 1024, Fill::Kind::zero);
  const LaunchReport report =
      device.launch({1}, {lanes}, {Argument::pointer(in), Argument::pointer(out)});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message,
          device.read<std::uint32_t>(out, std::size_t{lanes} * 256)};
}

constexpr std::uint32_t copied_bytes = 16384;

/// Byte `i` of unit (row, unit).
std::byte byte_of(unsigned row, unsigned unit, unsigned i) {
  return static_cast<std::byte>(37 * row + 101 * unit + 13 * i + row / 7);
}

/// A copy without a swizzle, or with one of 32, 64 or 128 bytes.
struct Copied {
  std::string shape;
  unsigned rows;
  unsigned units;
  std::string format = "";
  unsigned swizzle = 0;
};

Ran ran(const Copied& of, const Changes& changes = {}) {
  std::vector<std::byte> x(copied_bytes);
  const std::uint32_t row_bytes = 16U << of.swizzle;
  for (unsigned r = 0; r < of.rows; ++r) {
    for (unsigned u = 0; u < of.units; ++u) {
      std::uint32_t at = r * row_bytes + (of.swizzle == 0 ? u * of.rows * 16 : u * 16);
      at ^= (at >> 7 & ((1U << of.swizzle) - 1)) << 4;
      for (unsigned i = 0; i < 16; ++i)
        x[at + i] = byte_of(r, u, i);
    }
  }
  constexpr std::array<std::uint64_t, 4> modes = {0, 6, 4, 2};
  const std::uint64_t descriptor = std::uint64_t{of.rows} << 16 |
                                   std::uint64_t{row_bytes / 2} << 32 | std::uint64_t{1} << 46 |
                                   modes[of.swizzle] << 61;
  const std::string text =
      head(copied_bytes) + line_of(changes, "proxy", "fence.proxy.async.shared::cta; bar.sync 0;") +
      line_of(changes, "copy",
              "mov.u64 %d10, " + std::to_string(descriptor) + "; @%p2 tcgen05.cp.cta_group::1." +
                  of.shape + of.format + " [%r4], %d10;") +
      tail(changes, 4 * of.units);
  return ran(text, x);
}

/// The bits [first, first + width) of a unit.
unsigned bits_of_unit(unsigned row, unsigned unit, unsigned first, unsigned width) {
  unsigned value = 0;
  for (unsigned b = 0; b < width; ++b) {
    const unsigned byte = std::to_integer<unsigned>(byte_of(row, unit, (first + b) / 8));
    value |= (byte >> (first + b) % 8 & 1U) << b;
  }
  return value;
}

void expect_copy(const Copied& of, unsigned width) {
  const Ran found = ran(of);
  ASSERT_THAT(found.faults, ElementsAre()) << of.shape << of.format << found.message;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned u = 0; u < of.units; ++u) {
      for (unsigned e = 0; e < 16; ++e) {
        // Entries of 4 bits are in the middle of their byte.
        const unsigned row =
            of.shape.ends_with("01_23") ? lane / 64 * 32 + lane % 32 : lane % of.rows;
        const unsigned entry = bits_of_unit(row, u, e * width, width);
        const unsigned byte = found.numbers[256 * lane + 4 * u + e / 4] >> 8 * (e % 4) & 0xffU;
        ASSERT_EQ(byte, width == 4 ? entry << 2 : entry)
            << of.shape << of.format << ", swizzle " << of.swizzle << ": " << lane << ", " << e;
      }
    }
  }
}

TEST(PtxTcgen05Copy, PutsRowsInLanes) {
  for (const unsigned swizzle : {0U, 1U, 2U, 3U}) {
    for (const auto& [format, width] :
         {std::pair{"", 8U}, {".b8x16.b6x16_p32", 6U}, {".b8x16.b4x16_p64", 4U}}) {
      expect_copy({"128x256b", 128, 2, format, swizzle}, width);
      expect_copy({"128x128b", 128, 1, format, swizzle}, width);
      expect_copy({"64x128b.warpx2::02_13", 64, 1, format, swizzle}, width);
      expect_copy({"64x128b.warpx2::01_23", 64, 1, format, swizzle}, width);
      expect_copy({"32x128b.warpx4", 32, 1, format, swizzle}, width);
    }
  }
}

const Copied plain_copy{"128x256b", 128, 2};

TEST(PtxTcgen05Copy, IsWaitedForByTheMbarrierOfACommit) {
  const Ran blind = ran(plain_copy, {{"wait", ""}});
  EXPECT_THAT(blind.faults, Contains("race in line 6"));
  EXPECT_EQ(
      blind.message,
      "lane 0, column 0 of tensor memory was written by thread (0,0,0) in line 3, and nothing "
      "has waited for the mbarrier of its tcgen05.commit");
  const Ran hidden = ran(plain_copy, {{"proxy", "bar.sync 0;"}});
  EXPECT_THAT(hidden.faults, Contains("race in line 3"));
  EXPECT_THAT(hidden.message, HasSubstr("no fence.proxy.async is between the two"));
  // Two copies to one place are in no order, nor is what overwrites the source.
  const std::string twice =
      "mov.u64 %d10, 70369826471936; @%p2 tcgen05.cp.cta_group::1.128x128b [%r4], %d10; @%p2 "
      "tcgen05.cp.cta_group::1.128x128b [%r4+4], %d10; @%p2 tcgen05.cp.cta_group::1.128x128b "
      "[%r4+2], %d10;";
  EXPECT_THAT(ran(plain_copy, {{"copy", twice}}).faults, Contains("race in line 3"));
  const Ran early = ran(plain_copy, {{"commit",
                                      "@%p2 st.shared.u32 [s], %r1; @%p2 "
                                      "tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                                      "b64 [%d12];"}});
  EXPECT_THAT(early.message, HasSubstr("was read by an asynchronous operation"));
}

TEST(PtxTcgen05Copy, WhatIsNotHadIsToldByName) {
  const auto refused = [](const std::string& text) {
    return error_of<LaunchError>([&] { ran(plain_copy, {{"copy", text}}); });
  };
  EXPECT_THAT(refused("@%p2 tcgen05.cp.cta_group::1.4x256b [%r4], %d10;"),
              HasSubstr("does not have the instruction 'tcgen05.cp.cta_group::1.4x256b'"));
  EXPECT_THAT(refused("mov.u64 %d10, 70369826471936; add.u32 %r4, %r4, 2097152; @%p2 "
                      "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r4], %d10;"),
              HasSubstr("does not have copies to tensor memory that do not begin at lane 0"));
  EXPECT_EQ(ran(plain_copy, {{"copy",
                              "mov.u64 %d10, 0; @%p2 tcgen05.cp.cta_group::1.128x128b "
                              "[%r4], %d10;"}})
                .message,
            "the descriptor of the source does not have 0b001 in bits 46 to 48");
  EXPECT_EQ(ran(plain_copy, {{"copy",
                              "mov.u64 %d10, 70369826471936; @%p2 "
                              "tcgen05.cp.cta_group::1.128x128b [%r4+510], %d10;"}})
                .message,
            "there is no lane 0, column 512 of tensor memory");
}

// Products.

/// A type of entries: its number in instruction descriptors, and its bits.
struct Type {
  std::string name;
  unsigned number;
  unsigned width;
  unsigned exponents;
  unsigned fractions;
};
const Type e4m3{"e4m3", 0, 8, 4, 3};
const Type e5m2{"e5m2", 1, 8, 5, 2};
const Type e2m3{"e2m3", 3, 6, 2, 3};
const Type e3m2{"e3m2", 4, 6, 3, 2};
const Type e2m1{"e2m1", 5, 4, 2, 1};
const Type packed{"e2m1", 1, 4, 2, 1};

struct Case {
  /// As in the instruction.
  std::string kind;
  Type a;
  Type b;
  /// The scale factors of a row and a product; 0 for a kind without them. Of K = 96, 3 or 6.
  unsigned scales = 1;
  bool ue8m0 = true;
  unsigned n = 64;
  unsigned swizzle = 0;
  bool a_in_tensor_memory = false;
  bool negates_b = false;
  unsigned steps_of_96 = 3;

  [[nodiscard]] bool is_packed() const { return kind.find("mxf4") != std::string::npos; }
  [[nodiscard]] bool is_96() const { return scales == 3 || scales == 6; }
  [[nodiscard]] unsigned k() const { return is_96() ? 96 : is_packed() ? 64 : 32; }
  /// Products whose scale factors are in one word; of K = 96, in several.
  [[nodiscard]] unsigned steps() const {
    return is_96() ? steps_of_96 : scales == 0 ? 4 : 4 / scales;
  }
  /// Entries in 16 bytes, and such units in a row of a product.
  [[nodiscard]] unsigned in_unit() const { return is_packed() ? 32 : 16; }
  [[nodiscard]] unsigned units() const { return k() / in_unit(); }
  /// Of all products: the blocks with a scale factor in a row, and the words of these.
  [[nodiscard]] unsigned blocks() const { return scales == 0 ? 4 : scales * steps(); }
  [[nodiscard]] unsigned words() const { return (blocks() + 3) / 4; }
  /// The copies of a word: of 128 columns of B each.
  [[nodiscard]] unsigned parts() const { return n > 128 ? 2 : 1; }

  [[nodiscard]] std::uint32_t at_b() const { return is_96() ? 32768 : 16384; }
  [[nodiscard]] std::uint32_t at_scales_b() const { return at_scales_a + 512 * words(); }
  [[nodiscard]] std::uint32_t column_of_scales_b() const { return 320 + 4 * words(); }

  static constexpr std::uint32_t at_scales_a = 49152;
};

constexpr std::uint32_t shared_bytes = 59392;

int entry(unsigned i, unsigned l, unsigned seed) {
  return static_cast<int>((7 * i + 3 * l + i * l + seed) % 5) - 2;
}

/// The scale factor of a row, or column, for a block: as its bits, and as a number.
std::uint8_t scale_bits(const Case& of, unsigned line, unsigned block, unsigned seed) {
  const unsigned which = (line + 3 * block + line / 32 + line / 128 + seed) % 4;
  constexpr std::array<std::uint8_t, 4> ue4m3 = {0x38, 0x40, 0x3c, 0x30};
  return of.ue8m0 ? static_cast<std::uint8_t>(125 + which) : ue4m3[which];
}
double scale_number(const Case& of, unsigned line, unsigned block, unsigned seed) {
  if (of.scales == 0) return 1;
  const unsigned bits = scale_bits(of, line, block, seed);
  if (of.ue8m0) return std::ldexp(1, static_cast<int>(bits) - 127);
  return std::ldexp(8 + (bits & 7U), static_cast<int>(bits >> 3) - 7 - 3);
}

/// Where unit `unit` of a row lies.
std::uint32_t place_of(const Case& of, unsigned rows, unsigned row, unsigned unit) {
  if (of.swizzle == 0) return unit * rows * 16 + row * 16;
  const std::uint32_t row_bytes = 16U << of.swizzle;
  const std::uint32_t at = (unit >> of.swizzle) * rows * row_bytes + row * row_bytes +
                           (unit & ((1U << of.swizzle) - 1)) * 16;
  return at ^ (at >> 7 & ((1U << of.swizzle) - 1)) << 4;
}

std::uint64_t descriptor(const Case& of, unsigned rows, unsigned step, std::uint32_t start) {
  constexpr std::array<std::uint64_t, 4> modes = {0, 6, 4, 2};
  const std::uint32_t row_bytes = 16U << of.swizzle;
  const std::uint32_t unit = of.units() * step;
  const std::uint32_t next = of.swizzle == 0 ? unit * rows * 16
                                             : (unit >> of.swizzle) * rows * row_bytes +
                                                   (unit & ((1U << of.swizzle) - 1)) * 16;
  // The units beyond a row of 128 bytes are those of the next tile.
  const bool continues = of.is_96() && of.swizzle == 3;
  const std::uint32_t leading =
      continues ? (start + ((unit >> of.swizzle) + 1) * rows * row_bytes) >> 4 : rows;
  return std::uint64_t{(start + next) >> 4} | std::uint64_t{leading} << 16 |
         std::uint64_t{row_bytes / 2} << 32 | std::uint64_t{1} << 46 |
         std::uint64_t{continues ? 1U : 0U} << 52 | modes[of.swizzle] << 61;
}

std::uint32_t instruction_descriptor(const Case& of, unsigned step) {
  const unsigned id = step * of.scales % 4;
  if (of.scales == 0)
    return 1U << 4 | of.a.number << 7 | of.b.number << 10 | of.n / 8 << 17 | 8U << 24;
  return (of.is_96() ? 1U << 31 | id << 4 : (4 - of.scales - id) << 4) | of.a.number << 7 |
         of.b.number << 10 | (of.negates_b ? 1U << 14 : 0) | of.n / 8 << 17 |
         (of.ue8m0 ? 1U << 23 : 0) | 1U << 27 | id << 29;
}

/// D in columns 0 to 255, A in 256 to 319, its scale factors from 320 on, and then those of B.
std::string kernel_of(const Case& of, const Changes& changes) {
  std::string text = head(shared_bytes);
  if (of.a_in_tensor_memory) {
    text += "mad.wide.u32 %d4, %r1, 128, %d1;";
    for (unsigned i = 0; i < 32; ++i)
      text += " ld.global.u32 %r" + std::to_string(100 + i) + ", [%d4+" +
              std::to_string(shared_bytes + 4 * i) + "];";
    text += " tcgen05.st.sync.aligned.32x32b.x32.b32 [%r5+256], " + registers(32) +
            "; tcgen05.wait::st.sync.aligned;\n";
  }
  text += line_of(changes, "proxy", "fence.proxy.async.shared::cta; bar.sync 0;");
  text += "setp.eq.u32 %p4, %r1, %r1; setp.ne.u32 %p5, %r1, %r1;\n";
  const auto copy = [&](std::uint32_t from, unsigned to) {
    return "mov.u64 %d13, " +
           std::to_string(std::uint64_t{from >> 4} | std::uint64_t{8} << 32 |
                          std::uint64_t{1} << 46) +
           "; @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r4+" + std::to_string(to) + "], %d13;";
  };
  const auto copies = [&](unsigned count, std::uint32_t from, unsigned to) {
    std::string all;
    for (unsigned i = 0; i < count; ++i)
      all += copy(from + 512 * i, to + 4 * i);
    return all;
  };
  text += line_of(changes, "scales_a", copies(of.words(), Case::at_scales_a, 320));
  text += line_of(changes, "scales_b",
                  copies(of.words() * of.parts(), of.at_scales_b(), of.column_of_scales_b()));
  for (unsigned step = 0; step < of.steps(); ++step) {
    const std::string a = of.a_in_tensor_memory
                              ? "[%r4+" + std::to_string(256 + 4 * of.units() * step) + "]"
                              : "%d10";
    const unsigned word = step * of.scales / 4;
    const std::string scales = "[%r4+" + std::to_string(320 + 4 * word) + "], [%r4+" +
                               std::to_string(of.column_of_scales_b() + 4 * of.parts() * word) +
                               "], ";
    text += line_of(changes, "multiply" + std::to_string(step),
                    "mov.u32 %r20, " + std::to_string(instruction_descriptor(of, step)) +
                        "; mov.u64 %d10, " + std::to_string(descriptor(of, 128, step, 0)) +
                        "; mov.u64 %d11, " + std::to_string(descriptor(of, of.n, step, of.at_b())) +
                        "; @%p2 tcgen05.mma.cta_group::1.kind::" + of.kind + " [%r4], " + a +
                        ", %d11, %r20, " + (of.scales == 0 ? "" : scales) +
                        (step == 0 ? "%p5;" : "%p4;"));
  }
  if (of.is_96()) text.replace(text.find("sm_100a"), 7, "sm_103a");
  return text + tail(changes, std::min(of.n, 128U));
}

Ran ran(const Case& of, const Changes& changes = {}, std::uint64_t order = 0) {
  std::vector<std::byte> x(shared_bytes + std::size_t{128} * lanes);
  const auto put = [&](std::size_t at, unsigned bit, std::uint32_t bits) {
    std::uint32_t word = 0;
    std::memcpy(&word, &x.at(at + bit / 8), sizeof word);
    word |= bits << bit % 8;
    std::memcpy(&x.at(at + bit / 8), &word, sizeof word);
  };
  const auto put_matrix = [&](std::uint32_t at, unsigned rows, const Type& type, unsigned seed) {
    for (unsigned i = 0; i < rows; ++i) {
      for (unsigned l = 0; l < of.k() * of.steps(); ++l) {
        const std::uint32_t bits =
            floating(seed == 1 ? entry(i, l, 1) : entry(l, i, 2), type.exponents, type.fractions);
        if (at == 0 && of.a_in_tensor_memory) {
          const unsigned step = of.is_packed() ? 4 : 8;
          put(shared_bytes + std::size_t{128} * i, step * l + (step == type.width * 2 ? 2 : 0),
              bits);
        } else {
          put(at + place_of(of, rows, i, l / of.in_unit()), l % of.in_unit() * type.width, bits);
        }
      }
    }
  };
  put_matrix(0, 128, of.a, 1);
  put_matrix(of.at_b(), of.n, of.b, 2);
  // Those of B stand in a word in the other order, product by product.
  const auto put_scales = [&](std::uint32_t at, unsigned lines, unsigned seed, unsigned swapped) {
    for (unsigned i = 0; i < lines; ++i)
      for (unsigned block = 0; block < of.blocks(); ++block)
        x.at(at + block / 4 * 512 * (lines > 128 ? 2 : 1) + i / 128 * 512 + i % 32 * 16 +
             i % 128 / 32 * 4 + (block % 4 ^ swapped)) =
            static_cast<std::byte>(scale_bits(of, i, block, seed));
  };
  put_scales(Case::at_scales_a, 128, 1, 0);
  put_scales(of.at_scales_b(), of.n, 2, of.scales == 0 || of.is_96() ? 0 : 4 - of.scales);
  return ran(kernel_of(of, changes), x, order);
}

double product(const Case& of, unsigned i, unsigned j) {
  const unsigned k = of.k() * of.steps();
  double sum = 0;
  for (unsigned l = 0; l < k; ++l)
    sum += entry(i, l, 1) * scale_number(of, i, l * of.blocks() / k, 1) * entry(l, j, 2) *
           scale_number(of, j, l * of.blocks() / k, 2);
  return of.negates_b ? -sum : sum;
}

void expect_product(const Case& of) {
  const std::string name =
      of.kind + " " + of.a.name + " " + of.b.name + ", swizzle " + std::to_string(of.swizzle);
  const Ran found = ran(of);
  ASSERT_THAT(found.faults, ElementsAre()) << name << ": " << found.message;
  for (unsigned i = 0; i < 128; ++i)
    for (unsigned j = 0; j < std::min(of.n, 128U); ++j)
      ASSERT_EQ(std::bit_cast<float>(found.numbers[256 * i + j]),
                static_cast<float>(product(of, i, j)))
          << name << ": " << i << ", " << j;
}

const std::string mxf8f6f4 = "mxf8f6f4.block_scale";
const std::string mxf4 = "mxf4.block_scale";
const std::string mxf4nvf4 = "mxf4nvf4.block_scale";

TEST(PtxTcgen05Scales, ScaleTheBlocksOfRows) {
  for (const Type& a : {e4m3, e5m2, e2m3, e3m2, e2m1})
    for (const Type& b : {e4m3, e5m2, e2m3, e3m2, e2m1})
      expect_product({mxf8f6f4, a, b});
  for (const unsigned swizzle : {1U, 2U, 3U}) {
    expect_product({mxf8f6f4 + ".scale_vec::1X", e4m3, e2m1, 1, true, 64, swizzle});
    expect_product({mxf8f6f4 + ".block32", e3m2, e5m2, 1, true, 64, swizzle});
    expect_product({mxf4, packed, packed, 2, true, 64, swizzle});
    expect_product({mxf4 + ".block32", packed, packed, 2, true, 64, swizzle});
    expect_product({mxf4nvf4 + ".scale_vec::2X", packed, packed, 2, true, 64, swizzle});
    expect_product({mxf4nvf4 + ".scale_vec::4X", packed, packed, 4, true, 64, swizzle});
    expect_product({mxf4nvf4 + ".block16", packed, packed, 4, false, 64, swizzle});
  }
  expect_product({mxf4nvf4 + ".block16", packed, packed, 4, false, 128});
  expect_product({mxf8f6f4, e4m3, e4m3, 1, true, 256});
  expect_product({mxf8f6f4, e4m3, e4m3, 1, true, 32, 0, false, true});
}

TEST(PtxTcgen05Scales, AreNoneOfProductsOfNarrowEntries) {
  for (const Type& a : {e4m3, e2m3, e3m2, e2m1})
    for (const Type& b : {e5m2, e2m3, e3m2, e2m1})
      for (const bool in_tensor_memory : {false, true})
        expect_product({"f8f6f4", a, b, 0, true, 64, 3, in_tensor_memory});
}

TEST(PtxTcgen05Scales, ScaleRowsInTensorMemory) {
  for (const Type& a : {e4m3, e5m2, e2m3, e3m2, e2m1})
    expect_product({mxf8f6f4, a, e4m3, 1, true, 64, 0, true});
  expect_product({mxf4, packed, packed, 2, true, 64, 0, true});
  expect_product({mxf4nvf4 + ".block16", packed, packed, 4, false, 64, 0, true});
}

// Of sm_103a: CUTLASS's layouts of scale factors; its GEMM in Python agrees with its reference.
TEST(PtxTcgen05Scales, ScaleThreeOrSixBlocksOf96Columns) {
  for (const unsigned swizzle : {0U, 3U}) {
    expect_product({mxf4 + ".block32", packed, packed, 3, true, 64, swizzle});
    expect_product({mxf4nvf4 + ".block32", packed, packed, 3, true, 64, swizzle});
    expect_product({mxf4nvf4 + ".block16", packed, packed, 6, true, 64, swizzle});
    expect_product({mxf4nvf4 + ".block16", packed, packed, 6, false, 64, swizzle});
  }
  // Four begin at all bytes of a word.
  expect_product({mxf4 + ".block32", packed, packed, 3, true, 64, 0, false, false, 4});
  expect_product({mxf4nvf4 + ".block16", packed, packed, 6, false, 256, 0, false, false, 1});
  expect_product({mxf4nvf4 + ".block16", packed, packed, 6, false, 64, 0, true, false, 2});
}

// Mistakes.

const Case plain{mxf8f6f4, e4m3, e4m3};

TEST(PtxTcgen05Scales, AreThereWhenTheyAreUsed) {
  EXPECT_THAT(ran(plain).faults, ElementsAre());
  const Ran missing = ran(plain, {{"scales_b", ""}});
  EXPECT_THAT(missing.faults, ElementsAre("uninitialized in line 6", "uninitialized in line 7",
                                          "uninitialized in line 8", "uninitialized in line 9"));
  EXPECT_EQ(missing.message, "nobody wrote lane 0, column 324 of tensor memory");
  // A copy of another thread is in no order, unless the two meet.
  const std::string other = "setp.eq.u32 %p7, %r1, 32; mov.u64 %d13, " +
                            std::to_string(std::uint64_t{Case::at_scales_a >> 4} |
                                           std::uint64_t{8} << 32 | std::uint64_t{1} << 46) +
                            "; @%p7 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r4+320], %d13; ";
  const std::string copy_b = "mov.u64 %d13, " +
                             std::to_string(std::uint64_t{plain.at_scales_b() >> 4} |
                                            std::uint64_t{8} << 32 | std::uint64_t{1} << 46) +
                             "; @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r4+324], %d13;";
  // Its end is told by a commit of its own.
  const std::string own =
      "@%p2 mbarrier.init.shared.b64 [m], 2; bar.sync 0; " + other +
      "@%p7 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [m]; ";
  EXPECT_THAT(ran(plain, {{"scales_a", own + "bar.sync 0;"}, {"scales_b", copy_b}}).faults,
              ElementsAre());
  EXPECT_THAT(ran(plain, {{"scales_a", own}, {"scales_b", copy_b}}).faults,
              Contains("uninitialized in line 6"));
  bool is_found = false;
  for (std::uint64_t order = 1; order < 8 && !is_found; ++order)
    is_found = ran(plain, {{"scales_a", own}, {"scales_b", copy_b}}, order)
                   .message.find("nothing has waited for the mbarrier") != std::string::npos;
  EXPECT_TRUE(is_found);
  // Stored by all warps, they are waited for.
  const auto stored = [](const std::string& wait) {
    return "mov.u32 %r30, 0x7f7f7f7f; tcgen05.st.sync.aligned.32x32b.x4.b32 [%r5+324], {%r30, "
           "%r30, "
           "%r30, %r30}; " +
           wait + " bar.sync 0;";
  };
  EXPECT_THAT(ran(plain, {{"scales_b", stored("tcgen05.wait::st.sync.aligned;")}}).faults,
              ElementsAre());
  const Ran early = ran(plain, {{"scales_b", stored("")}});
  EXPECT_THAT(early.faults, Contains("race in line 6"));
  EXPECT_THAT(early.message, HasSubstr("no tcgen05.wait::st has completed that"));
}

TEST(PtxTcgen05Scales, MayBeOverwrittenByALaterCopyOfTheSameThread) {
  const std::string again = "mov.u64 %d13, " +
                            std::to_string(std::uint64_t{Case::at_scales_a >> 4} |
                                           std::uint64_t{8} << 32 | std::uint64_t{1} << 46) +
                            "; @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r4+320], %d13; ";
  EXPECT_THAT(ran(plain, {{"multiply3", again}}).faults, ElementsAre());
  // Two copies are in no order, nor is a store.
  EXPECT_THAT(ran(plain, {{"multiply3", again + again}}).faults, Contains("race in line 9"));
  const Ran stored = ran(plain, {{"multiply3",
                                  "@%p1 tcgen05.st.sync.aligned.32x32b.x1.b32 "
                                  "[%r5+320], {%r1}; tcgen05.wait::st.sync.aligned;"}});
  EXPECT_THAT(stored.faults, Contains("race in line 9"));
  EXPECT_THAT(stored.message, HasSubstr("no tcgen05.commit tells when that is complete"));
}

TEST(PtxTcgen05Scales, AreTheSameInAllQuartersOfTheLanes) {
  const auto stored = [](const std::string& by) {
    return "mov.u32 %r30, 0x7f7f7f7f; " + by +
           " tcgen05.st.sync.aligned.32x32b.x4.b32 [%r5+324], {%r30, %r30, %r30, %r30}; "
           "tcgen05.wait::st.sync.aligned; bar.sync 0;";
  };
  const Ran other = ran(plain, {{"scales_b", stored("add.u32 %r30, %r30, %r2;")}});
  EXPECT_THAT(other.faults, ElementsAre("trap in line 9"));
  EXPECT_EQ(
      other.message,
      "the scale factors of B differ between lane 0, column 324 of tensor memory and its copy "
      "in lane 32, column 324 of tensor memory");
  // Another byte of the word may differ.
  EXPECT_THAT(
      ran(plain, {{"scales_b", stored("add.u32 %r30, %r30, %r2;")}, {"multiply3", ""}}).faults,
      ElementsAre());
  const Ran one =
      ran(plain, {{"scales_b",
                   "mov.u32 %r30, 0x7f7f7f7f; @%p1 tcgen05.st.sync.aligned.32x32b.x4.b32 "
                   "[%r5+324], {%r30, %r30, %r30, %r30}; tcgen05.wait::st.sync.aligned; "
                   "bar.sync 0;"}});
  EXPECT_EQ(one.message, "nobody wrote lane 32, column 324 of tensor memory");
}

TEST(PtxTcgen05Scales, LieWhereTheirAddressSays) {
  const auto at = [](const std::string& a, const std::string& b) {
    return "mov.u32 %r20, " + std::to_string(instruction_descriptor(plain, 0)) +
           "; mov.u64 %d10, " + std::to_string(descriptor(plain, 128, 0, 0)) + "; mov.u64 %d11, " +
           std::to_string(descriptor(plain, 64, 0, plain.at_b())) +
           "; @%p2 tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%r4], %d10, %d11, %r20, [" +
           a + "], [" + b + "], %p5;";
  };
  EXPECT_EQ(ran(plain, {{"multiply0", at("%r4+321", "%r4+324")}}).message, "");
  EXPECT_EQ(ran(plain, {{"multiply0", at("%r4+330", "%r4+324")}}).message,
            "nobody wrote lane 0, column 330 of tensor memory");
  EXPECT_EQ(ran(plain, {{"multiply0", at("%r4+320", "%r4+511")}}).message,
            "nobody wrote lane 0, column 511 of tensor memory");
  EXPECT_THAT(error_of<LaunchError>([&] {
                ran(plain, {{"multiply0", at("%r4+2097472", "%r4+324")}});
              }),
              HasSubstr("does not have scale factors that do not begin at lane 0"));
  // The upper bits of the address are none of the lane.
  EXPECT_EQ(
      ran(plain, {{"multiply0", "or.b32 %r40, %r4, 0x40000000; " + at("%r40+320", "%r4+324")}})
          .message,
      "");
}

/// The message with another instruction descriptor.
std::string with_instruction(const Case& of, std::uint32_t flipped) {
  const std::string multiply =
      "mov.u32 %r20, " + std::to_string(instruction_descriptor(of, 0) ^ flipped) +
      "; mov.u64 %d10, 0; mov.u64 %d11, 0; @%p2 tcgen05.mma.cta_group::1.kind::" + of.kind +
      " [%r4], %d10, %d11, %r20, [%r4+320], [%r4+324], %p5;";
  return ran(of, {{"multiply0", multiply}}).message;
}

TEST(PtxTcgen05Scales, InstructionDescriptorsAreChecked) {
  const Case of_4 = {mxf4, packed, packed, 2};
  const Case of_nv = {mxf4nvf4 + ".scale_vec::4X", packed, packed, 4, false};
  EXPECT_EQ(with_instruction(plain, 2U << 7),
            "the instruction descriptor names type 2 of matrix A, which this kind does not have");
  EXPECT_EQ(with_instruction(of_4, 1U << 10),
            "the instruction descriptor names type 0 of matrix B, which this kind does not have");
  EXPECT_EQ(with_instruction(plain, 1U << 2), "the instruction descriptor says that A is sparse");
  for (const unsigned bit : {0U, 1U, 3U, 6U, 24U, 25U, 26U, 31U})
    EXPECT_EQ(with_instruction(plain, 1U << bit), "the instruction descriptor has reserved bits");
  EXPECT_THAT(with_instruction(of_4, 1U << 12), Not(HasSubstr("reserved")));
  EXPECT_EQ(with_instruction(of_4, 1U << 15),
            "the instruction descriptor transposes packed elements of 4 bits");
  EXPECT_EQ(with_instruction(plain, 3U << 27), "the instruction descriptor has M = 256, not 128");
  EXPECT_EQ(with_instruction(plain, 8U << 17), "the instruction descriptor has N = 0");
  EXPECT_EQ(with_instruction(plain, 1U << 23),
            "the instruction descriptor has scale factors of ue4m3, which are for blocks of 16");
  EXPECT_EQ(with_instruction(of_4, 1U << 29),
            "the instruction descriptor has the data ID 1 for the 2 scale factors of a row of A");
  EXPECT_EQ(
      with_instruction(of_nv, 2U << 4),
      "the instruction descriptor has the data ID 2 for the 4 scale factors of a column of B");
  EXPECT_EQ(with_instruction(of_nv, 1U << 31),
            "the instruction descriptor has K = 96, which is for sm_103a");
  EXPECT_EQ(
      with_instruction({mxf4nvf4 + ".block16", packed, packed, 6, false}, 1U << 4),
      "the instruction descriptor has the data ID 1 for the 6 scale factors of a column of B");
  const Case of_6 = {mxf8f6f4, e2m3, e4m3};
  EXPECT_THAT(error_of<LaunchError>([&] { with_instruction(of_6, 1U << 15); }),
              HasSubstr("does not have transposed matrices of elements of 4 or 6 bits"));
}

}  // namespace
}  // namespace layoutcheck::gpu
