// Exact integers beside the registers: addresses that wrapped are found, and others are not.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t huge = std::uint64_t{1} << 36;

/// Runs a body, which begins in line 2, in a block far out in the grid. It finds the buffer, which
/// is large, in %d1, and in %r1 to %r4 thread, block, block size and n.
LaunchReport run(std::string_view body, std::uint64_t block = 0, std::int32_t n = 0,
                 std::uint32_t threads = 32) {
  PtxOptions options;
  options.exact = true;
  options.races = false;
  Device device(module_with("ld.param.u64 %d1, [p]; ld.param.u32 %r4, [n]; mov.u32 %r1, %tid.x; "
                            "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;" +
                                std::string(body),
                            ".param .u64 p, .param .u32 n"),
                options);
  const Buffer buffer = device.buffer(huge, Fill::Kind::index);
  Launch launch;
  launch.grid = {1U << 30};
  launch.block = {threads};
  // From the middle, so that small negative offsets are inside.
  launch.arguments = {Argument::pointer(buffer, huge / 2), Argument::value(n)};
  launch.blocks = {block};
  return device.executor().launch(launch, {});
}

std::vector<std::string> faults(std::string_view body, std::uint64_t block = 0,
                                std::int32_t n = 0) {
  return faults_of(run(body, block, n));
}

/// An access at the offset that the body computes in %d2, and the line in which it stands.
std::string access_at(std::string_view body) {
  return std::string(body) + "\nadd.s64 %d3, %d1, %d2;\nld.global.u8 %h1, [%d3];";
}
std::uint32_t line_of_access(std::string_view body) {
  return 3 + static_cast<std::uint32_t>(std::count(body.begin(), body.end(), '\n'));
}

struct Wraps {
  const char* name;
  const char* body;
  std::uint64_t last_right;  // block
  std::int32_t n;
  std::uint32_t origin;  // the line of what left its range
};

class PtxWrap : public testing::TestWithParam<Wraps> {};

TEST_P(PtxWrap, IsFoundFromTheFirstBlockOn) {
  const Wraps& test = GetParam();
  const std::string body = access_at(test.body);
  EXPECT_THAT(faults(body, test.last_right, test.n), ElementsAre());
  const LaunchReport report = run(body, test.last_right + 1, test.n);
  EXPECT_THAT(faults_of(report),
              testing::Contains("wrapped in line " + std::to_string(line_of_access(test.body))));
  for (const Fault& fault : report.faults) {
    if (fault.kind == Fault::Kind::wrapped) {
      EXPECT_THAT(fault.message, testing::EndsWith("leaves the range of its type in line " +
                                                   std::to_string(test.origin)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, PtxWrap,
    testing::Values(
        Wraps{"MulThenWiden",
              "\nmul.lo.s32 %r5, %r2, %r3;\nmul.lo.s32 %r6, %r5, %r4;\ncvt.s64.s32 %d2, %r6;",
              65535, 1024, 3},
        Wraps{"MadThenMulWide",
              "\nmul.lo.s32 %r5, %r2, %r4;\nmad.lo.s32 %r6, %r5, %r3, %r1;\nmul.wide.s32 %d2, %r6, "
              "4;",
              65535, 1024, 3},
        Wraps{"ShiftThenMulWide", "\nshl.b32 %r5, %r2, 15;\nmul.wide.s32 %d2, %r5, 1;", 65535, 0,
              2},
        Wraps{"UnsignedAt2To32", "\nmul.lo.s32 %r5, %r2, %r4;\nmul.wide.u32 %d2, %r5, 1;", 65535,
              65536, 2},
        Wraps{"StrideThatTakesTheTopBitOfAHalf",
              "\nmul.lo.s32 %r5, %r2, %r4;\ncvt.s64.s32 %d2, %r5;", 53687, 40000, 2},
        Wraps{"Truncated",
              "\ncvt.s64.s32 %d2, %r2;\ncvt.s64.s32 %d4, %r4;\nmul.lo.s64 %d5, %d2, "
              "%d4;\ncvt.u32.u64 %r5, %d5;\ncvt.s64.s32 %d2, %r5;",
              65535, 32768, 6},
        Wraps{"TruncatedThenMulWide",
              "\ncvt.s64.s32 %d2, %r2;\ncvt.s64.s32 %d4, %r4;\nmul.lo.s64 %d5, %d2, "
              "%d4;\ncvt.u32.u64 %r5, %d5;\nmul.wide.s32 %d2, %r5, 1;",
              65535, 32768, 6},
        Wraps{"TruncatedAt2To32",
              "\nmul.wide.s32 %d2, %r2, %r4;\ncvt.u32.u64 %r5, %d2;\ncvt.u64.u32 %d2, %r5;", 65535,
              65536, 3},
        Wraps{"IndexThatIsDivided",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\ndiv.s32 %r6, %r5, 7;\nmul.wide.s32 %d2, %r6, 4;",
              65535, 32768, 2},
        Wraps{"IndexThatIsShifted",
              "\nmul.lo.s32 %r5, %r2, %r4;\nshr.s32 %r6, %r5, 5;\nmul.wide.s32 %d2, %r6, 4;", 65535,
              32768, 2},
        Wraps{"LargeStaticStride", "\nmul.lo.s32 %r5, %r2, 536870913;\nmul.wide.s32 %d2, %r5, 1;",
              3, 0, 2},
        // A volume of 1025^2 is a stride, and no factor of hashes.
        Wraps{
            "OddVolumeThenShifted",
            "\nmad.lo.s32 %r5, %r2, 1050625, %r1;\nshr.u32 %r6, %r5, 3;\nmul.wide.u32 %d2, %r6, 4;",
            4088, 0, 2},
        Wraps{"ThroughSharedMemory",
              "\n.shared .align 4 .b8 s[128];\nmul.lo.s32 %r5, %r2, %r4;\nmov.u32 %r6, s;\n"
              "shl.b32 %r7, %r1, 2;\nadd.s32 %r6, %r6, %r7;\nst.shared.u32 [%r6], %r5;\n"
              "ld.shared.u32 %r8, [%r6];\ncvt.s64.s32 %d2, %r8;",
              65535, 32768, 3},
        Wraps{"ThroughLocalMemoryAsAVector",
              "\n.local .align 8 .b8 l[8];\nmul.lo.s32 %r5, %r2, %r4;\n"
              "st.local.v2.b32 [l], {%r1, %r5};\nld.local.v2.b32 {%r7, %r8}, [l];\n"
              "cvt.u64.u32 %d2, %r8;",
              65535, 65536, 3},
        Wraps{"ThroughAnAtomicExchange",
              "\n.shared .align 4 .b8 s[4];\nmul.lo.s32 %r5, %r2, %r4;\nst.shared.u32 [s], 0;\n"
              "atom.shared.exch.b32 %r6, [s], %r5;\natom.shared.exch.b32 %r7, [s], 0;\n"
              "ld.shared.u32 %r8, [s];\nadd.s32 %r8, %r8, %r7;\ncvt.u64.u32 %d2, %r8;",
              65535, 65536, 3},
        Wraps{"InAnAtomicSum",
              "\n.shared .align 4 .b8 s[4];\nshl.b32 %r5, %r2, 16;\nst.shared.u32 [s], 0;\n"
              "atom.shared.add.u32 %r6, [s], %r5;\nred.shared.add.u32 [s], %r5;\n"
              "atom.shared.add.u32 %r7, [s], 0;\ncvt.u64.u32 %d2, %r7;",
              1023, 0, 6},
        // The bits that a swizzle mixes in are right.
        Wraps{"Swizzled",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\nshr.u32 %r6, %r5, 3;\nand.b32 %r7, %r6, 7;\n"
              "xor.b32 %r8, %r5, %r7;\nmul.wide.u32 %d2, %r8, 4;",
              65535, 65536, 2},
        Wraps{"SwizzledInOneInstruction",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\nshr.u32 %r6, %r5, 3;\n"
              "lop3.b32 %r8, %r5, %r6, 7, 0x78;\nmul.wide.u32 %d2, %r8, 4;",
              65535, 65536, 2},
        Wraps{"Aligned",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\nand.b32 %r6, %r5, -4;\ncvt.u64.u32 %d2, %r6;",
              65535, 65536, 2},
        Wraps{"AlignedAfterItIsWidened",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\ncvt.u64.u32 %d4, %r5;\n"
              "and.b64 %d2, %d4, 4294967292;",
              65535, 65536, 2},
        Wraps{"ShiftedThenAligned",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\nshr.u32 %r6, %r5, 2;\nand.b32 %r7, %r6, -4;\n"
              "mul.wide.u32 %d2, %r7, 4;",
              65535, 65536, 2},
        // The mask has the bits that the widened register can have, and stands for all above them.
        Wraps{"AlignedAfterItIsWidenedAndShifted",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\ncvt.u64.u32 %d4, %r5;\nshl.b64 %d5, %d4, 2;\n"
              "and.b64 %d2, %d5, 17179869168;",
              65535, 65536, 2},
        Wraps{"AlignedAfterAWideProduct",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\nmul.wide.u32 %d4, %r5, 2;\n"
              "and.b64 %d2, %d4, 8589926400;",
              65535, 65536, 2},
        Wraps{"ShiftedThenAlignedInFewerBits",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\nshr.u32 %r6, %r5, 2;\n"
              "and.b32 %r7, %r6, 1073741820;\nmul.wide.u32 %d2, %r7, 4;",
              65535, 65536, 2},
        Wraps{"AlignedByWhatIsTheSameForAll",
              "\nmad.lo.s32 %r5, %r2, %r4, %r1;\ncvt.u64.u32 %d4, %r5;\ncvt.s64.s32 %d5, %r4;\n"
              "neg.s64 %d6, %d5;\nand.b64 %d7, %d6, 4294967295;\nand.b64 %d2, %d7, %d4;",
              65535, 65536, 2},
        // What leaves 64 bits and comes back by a shift or a division is another address.
        Wraps{"Of64BitsThenShifted",
              "\ncvt.u64.u32 %d3, %r2;\nshl.b64 %d4, %d3, 60;\nshr.u64 %d2, %d4, 40;", 15, 0, 3},
        Wraps{"Of64BitsThenDivided",
              "\nmul.wide.u32 %d3, %r2, 65536;\nmul.lo.s64 %d4, %d3, 1099511627776;\n"
              "div.u64 %d2, %d4, 1073741824;",
              255, 0, 3}),
    [](const testing::TestParamInfo<Wraps>& wraps) { return wraps.param.name; });

/// y[(unsigned)i], as LLVM writes it: the mask is the literal, whatever the value looks like.
TEST(PtxExact, TakesNoValueForAMask) {
  const std::string mask =
      "\nshl.b64 %d3, %d2, 2;\nand.b64 %d4, %d3, 17179869180;\n"
      "add.s64 %d5, %d1, %d4;\nst.global.u32 [%d5], 7;";
  for (unsigned j = 0; j < 14; ++j) {
    const std::uint64_t index = (std::uint64_t{1} << 30) - (std::uint64_t{1} << j);
    EXPECT_THAT(faults("\ncvt.u64.u32 %d2, %r4;" + mask, 0, static_cast<std::int32_t>(index)),
                ElementsAre())
        << index;
    EXPECT_THAT(run("\nadd.s64 %d2, %d1, 0;\ncvt.u64.u32 %d2, %r2;" + mask, index - 1, 0, 1).faults,
                testing::IsEmpty())
        << index;
  }
  // Neither is a mask more than the other.
  EXPECT_THAT(run("\nmul.wide.u32 %d2, %r2, 4;\nmov.u64 %d3, 8589934588;\nsub.s64 %d3, %d3, %d2;\n"
                  "add.s64 %d3, %d3, %d2;\nand.b64 %d4, %d2, %d3;\nadd.s64 %d5, %d1, %d4;\n"
                  "st.global.u32 [%d5], 7;",
                  (1U << 30) - 2, 0, 1)
                  .faults,
              testing::IsEmpty());
}

/// A place in a ring is what the register says, of a negative number as of any other.
TEST(PtxExact, TakesAPlaceInARingAsItIs) {
  // The shift brings bits down that the product has beyond the register.
  for (const std::string_view factor : {"65536", "-65536"}) {
    EXPECT_THAT(faults("\nmul.lo.s32 %r5, %r2, " + std::string(factor) +
                           ";\nshr.s32 %r6, %r5, 5;\nand.b32 %r7, %r6, 268435455;\n"
                           "mul.wide.u32 %d2, %r7, 4;\nadd.s64 %d3, %d1, %d2;\n"
                           "st.global.u32 [%d3], 7;",
                       (1U << 16) + 3),
                ElementsAre())
        << factor;
  }
}

/// How often a loop goes round, as LLVM computes it of begin and end: what is read as unsigned to
/// be compared stays negative.
TEST(PtxExact, TakesTripCountsAsTheyAre) {
  const std::string count = "\nmov.u32 %r6, %r1;\nsub.s32 %r5, %r6, %r4;\nmax.u32 %r7, %r5, -64;\n";
  for (const std::int32_t n : {1, 20, 64, 65, 1000}) {
    EXPECT_THAT(faults(count + "setp.eq.s32 %p1, %r7, -1;\nsetp.ne.s32 %p2, %r7, -64;", 0, n),
                ElementsAre())
        << n;
    // The number itself: at most 63 more.
    EXPECT_THAT(faults(count + "not.b32 %r8, %r7;\nand.b32 %r9, %r8, 63;\nadd.s32 %r8, %r8, 1;\n"
                               "neg.s32 %r10, %r7;\nmad.lo.s32 %r11, %r8, 2, %r10;\n"
                               "max.s32 %r11, %r11, 0;\nmul.wide.u32 %d2, %r11, 4;\n"
                               "add.s64 %d3, %d1, %d2;\nld.global.u32 %r12, [%d3];",
                       0, n == 1 ? 32 : std::max(n, 32)),
                ElementsAre())
        << n;
    EXPECT_THAT(faults("\nsub.s32 %r5, %r1, %r4;\nmin.u32 %r7, %r5, -1;\n"
                       "setp.eq.s32 %p1, %r7, -1;\nadd.s32 %r8, %r7, 1;\nsub.s32 %r8, %r8, %r5;\n"
                       "mul.wide.u32 %d2, %r8, 4;\nadd.s64 %d3, %d1, %d2;\n"
                       "ld.global.u32 %r12, [%d3];",
                       0, std::max(n, 32)),
                ElementsAre())
        << n;
  }
  // A sentinel, which is the largest unsigned number.
  const std::string sentinel =
      "\ncvt.s64.s32 %d2, %r4;\nadd.s64 %d3, %d2, 4294967294;\ncvt.u32.u64 %r5, %d3;\n";
  EXPECT_THAT(faults(sentinel + "setp.eq.s32 %p1, %r5, -1;", 0, 1), ElementsAre());
  EXPECT_THAT(faults(sentinel + "setp.ne.u32 %p1, %r5, -1;", 0, 1), ElementsAre());
  // What has left the register is another number, and not equal to it.
  EXPECT_THAT(faults(sentinel + "setp.eq.s32 %p1, %r5, 0;", 0, 2),
              ElementsAre("wrapped in line 5"));
  EXPECT_THAT(faults(sentinel + "setp.lt.s32 %p1, %r5, 0;", 0, 1),
              ElementsAre("wrapped in line 5"));
}

/// CUTLASS's grouped products: a pair of counts in 64 bits, of which one is compared.
TEST(PtxExact, TakesNoPairForANumber) {
  EXPECT_THAT(
      faults("\nmov.b64 %d4, {%r3, %r4};\ncvt.u32.u64 %r5, %d4;\nsetp.ge.s32 %p1, %r1, %r5;", 0, 7),
      ElementsAre());
}

TEST(PtxWraps, AreFoundInComparisons) {
  const std::string_view body =
      "\nmul.lo.s32 %r5, %r2, %r4;\nsetp.ge.s32 %p1, %r5, 0;\n@%p1 bra $L;\n$L: ret;";
  EXPECT_THAT(faults(body, 65535, 32768), ElementsAre());
  const LaunchReport report = run(body, 65536, 32768);
  EXPECT_THAT(faults_of(report), ElementsAre("wrapped in line 3"));
  EXPECT_THAT(report.faults.at(0).message,
              testing::EndsWith("leaves the range of its type in line 2"));
}

TEST(PtxWraps, AreForgottenWithWhatIsOverwritten) {
  EXPECT_THAT(faults("\n.shared .align 4 .b8 s[4];\nmul.lo.s32 %r5, %r2, %r4;\n"
                     "st.shared.u32 [s], %r5;\nadd.s32 %r6, %r5, 0;\nand.b32 %r6, %r5, 65535;\n"
                     "st.shared.u32 [s], %r6;\nld.shared.u32 %r8, [s];\ncvt.u64.u32 %d2, %r8;\n"
                     "add.s64 %d3, %d1, %d2;\nld.global.u8 %h1, [%d3];",
                     65536, 65537),
              ElementsAre());
}

TEST(PtxWraps, AreToldWithBothAddresses) {
  const LaunchReport report =
      run("\nmul.lo.s32 %r5, %r2, %r4;\nmul.wide.s32 %d2, %r5, 4;\nadd.s64 %d3, %d1, %d2;\n"
          "ld.global.u32 %r6, [%d3];",
          65536, 32768);
  ASSERT_EQ(faults_of(report), std::vector<std::string>{"wrapped in line 5"});
  EXPECT_THAT(report.faults[0].message,
              HasSubstr("buffer 0 at byte 25769803776 of 68719476736; in exact integers it is "
                        "buffer 0 at byte 42949672960 of 68719476736, which is 17179869184 bytes "
                        "more"));
}

TEST(PtxWraps, AreFoundOfIndicesFromMemory) {
  // The buffer holds its own indices: this one is 2^33 + 8192.
  EXPECT_THAT(faults("\nld.global.u32 %r5, [%d1+32768];\nmul.lo.s32 %r6, %r5, %r4;\n"
                     "mul.wide.s32 %d2, %r6, 1;\nadd.s64 %d3, %d1, %d2;\nld.global.u8 %h1, [%d3];",
                     0, 1 << 18),
              ElementsAre("wrapped in line 6"));
}

struct Right {
  const char* name;
  const char* body;  // computes an index in %r20
};

class PtxRight : public testing::TestWithParam<Right> {};

/// Blocks whose indices are small, and just below 2^31 in units of 32.
TEST_P(PtxRight, ArithmeticIsNoWrap) {
  for (const std::uint64_t block : {0U, 1U, 7U, 12345U, (1U << 26) - 1}) {
    EXPECT_THAT(faults(std::string("\nmad.lo.s32 %r10, %r2, %r3, %r1;") + GetParam().body +
                           "\nmul.wide.s32 %d2, %r20, 4;\nadd.s64 %d3, %d1, %d2;\n"
                           "ld.global.u32 %r30, [%d3];",
                       block, 1000),
                ElementsAre())
        << "block " << block;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Idioms, PtxRight,
    testing::Values(
        Right{"MagicDivisionSigned",
              "mul.hi.s32 %r11, %r10, -1840700269; add.s32 %r12, %r11, %r10; shr.u32 %r13, %r12, "
              "31; shr.s32 %r14, %r12, 2; add.s32 %r20, %r14, %r13;"},
        Right{"MagicDivisionUnsigned", "mul.hi.u32 %r11, %r10, -858993459; shr.u32 %r20, %r11, 3;"},
        Right{"MagicDivisionWithAFix",
              "mul.hi.u32 %r11, %r10, 613566757; sub.s32 %r12, %r10, %r11; shr.u32 %r13, %r12, 1; "
              "add.s32 %r14, %r13, %r11; shr.u32 %r20, %r14, 2;"},
        Right{"MagicDivisionWide",
              "mul.wide.u32 %d4, %r10, -858993459; shr.u64 %d5, %d4, 35; cvt.u32.u64 %r20, %d5;"},
        Right{"MagicDivisionOf64Bits",
              "cvt.u64.u32 %d4, %r10; mul.hi.u64 %d5, %d4, -3689348814741910323; shr.u64 %d6, %d5, "
              "3; cvt.u32.u64 %r20, %d6;"},
        Right{"Modulo",
              "mul.hi.u32 %r11, %r10, -858993459; shr.u32 %r12, %r11, 3; mul.lo.s32 "
              "%r13, %r12, 10; sub.s32 %r20, %r10, %r13;"},
        Right{"DivisionAndRemainder",
              "div.s32 %r11, %r10, %r4; rem.s32 %r12, %r10, %r4; mad.lo.s32 "
              "%r20, %r11, %r4, %r12;"},
        Right{"NegativeOffset", "neg.s32 %r11, %r1; add.s32 %r20, %r11, -5;"},
        Right{"SignByShift",
              "sub.s32 %r11, %r1, 16; shr.s32 %r12, %r11, 31; shr.u32 %r13, %r12, "
              "27; add.s32 %r14, %r11, %r13; shr.s32 %r20, %r14, 5;"},
        Right{"SignAsUnsigned", "sub.s32 %r11, %r1, 16; shr.u32 %r20, %r11, 31;"},
        Right{"RangeByOneComparison",
              "sub.s32 %r11, %r1, 8; setp.lt.u32 %p1, %r11, 16; selp.b32 %r20, %r11, 0, %p1;"},
        Right{"RangeBesideMaximum",
              "add.s32 %r11, %r1, -8; setp.gt.u32 %p1, %r11, 2147483647; "
              "selp.b32 %r20, 0, %r11, %p1;"},
        Right{"HashAndMask", "mul.lo.s32 %r11, %r10, -1640531535; and.b32 %r20, %r11, 1023;"},
        Right{"HashAndShift", "mul.lo.s32 %r11, %r10, -1640531535; shr.u32 %r20, %r11, 20;"},
        Right{"HashAndRemainder", "mul.lo.s32 %r11, %r10, -1640531535; rem.u32 %r20, %r11, %r4;"},
        Right{"HashAndComparison",
              "mul.lo.s32 %r11, %r10, -1640531535; setp.lt.u32 %p1, %r11, "
              "2000000000; selp.b32 %r20, 1, 2, %p1;"},
        Right{"HashOfSeveralRounds",
              "shr.u32 %r11, %r10, 16; xor.b32 %r12, %r11, %r10; mul.lo.s32 %r13, %r12, "
              "-2048144789; shr.u32 %r14, %r13, 13; xor.b32 %r15, %r14, %r13; mul.lo.s32 %r16, "
              "%r15, -1028477387; shr.u32 %r17, %r16, 16; xor.b32 %r18, %r17, %r16; and.b32 %r20, "
              "%r18, 4095;"},
        Right{"HashOfEightCharacters",
              "mov.u32 %r11, 5381; mov.u32 %r12, 0; $L: shr.u32 %r13, %r10, %r12; and.b32 %r13, "
              "%r13, 127; mad.lo.s32 %r11, %r11, 33, %r13; add.s32 %r12, %r12, 4; setp.lt.s32 "
              "%p1, %r12, 32; @%p1 bra $L; rem.u32 %r20, %r11, %r4;"},
        Right{"HashOfFiveCharactersModuloAConstant",
              "mov.u32 %r11, 5381; mov.u32 %r12, 0; $L: shr.u32 %r13, %r10, %r12; and.b32 %r13, "
              "%r13, 127; mad.lo.s32 %r11, %r11, 33, %r13; add.s32 %r12, %r12, 6; setp.lt.s32 "
              "%p1, %r12, 30; @%p1 bra $L; mul.hi.u32 %r14, %r11, 274877907; shr.u32 %r15, %r14, "
              "6; mul.lo.s32 %r16, %r15, 1000; sub.s32 %r20, %r11, %r16;"},
        Right{"HashByExclusiveOr",
              "mov.u32 %r11, -2128831035; mov.u32 %r12, 0; $L: shr.u32 %r13, %r10, %r12; and.b32 "
              "%r13, %r13, 255; xor.b32 %r11, %r11, %r13; mul.lo.s32 %r11, %r11, 16777619; add.s32 "
              "%r12, %r12, 8; setp.lt.s32 %p1, %r12, 32; @%p1 bra $L; rem.u32 %r20, %r11, %r4;"},
        Right{"HashAndRingBuffer",
              "mul.lo.s32 %r11, %r10, 73244475; shr.u32 %r12, %r11, 16; xor.b32 %r13, %r11, %r12; "
              "and.b32 %r20, %r13, 1023;"},
        Right{"SignOfAByte",
              "prmt.b32 %r11, %r10, 0, 0x4440; cvt.u16.u32 %h1, %r11; shl.b16 %h2, %h1, 8; "
              "shr.s16 %h3, %h2, 8; cvt.s32.s16 %r20, %h3;"},
        Right{"RandomNumbers",
              "mad.lo.s32 %r11, %r10, 1664525, 1013904223; mad.lo.s32 %r12, %r11, "
              "1664525, 1013904223; shr.u32 %r20, %r12, 16;"},
        Right{"Xorshift",
              "shl.b32 %r11, %r10, 13; xor.b32 %r12, %r11, %r10; shr.u32 %r13, %r12, "
              "17; xor.b32 %r14, %r13, %r12; and.b32 %r20, %r14, 1048575;"},
        Right{"RotationByShifts",
              "shl.b32 %r11, %r10, 7; shr.u32 %r12, %r10, 25; or.b32 %r13, "
              "%r11, %r12; and.b32 %r20, %r13, 65535;"},
        Right{"RotationByFunnel", "shf.l.wrap.b32 %r11, %r10, %r10, 7; and.b32 %r20, %r11, 65535;"},
        Right{"Swizzle",
              "shr.u32 %r11, %r10, 3; and.b32 %r12, %r11, 112; xor.b32 %r20, %r10, %r12;"},
        Right{"InvertedMask", "not.b32 %r11, 31; and.b32 %r20, %r10, %r11;"},
        Right{"HighMask", "and.b32 %r20, %r10, -32;"},
        Right{"Loop",
              "mov.u32 %r20, 0; mov.u32 %r11, 0; $L: add.s32 %r20, %r20, 3; add.s32 %r11, "
              "%r11, 1; setp.lt.s32 %p1, %r11, %r4; @%p1 bra $L;"},
        Right{"FromMemory", "ld.global.u32 %r20, [%d1];"},
        Right{"FromAShuffle", "shfl.sync.idx.b32 %r20, %r10, 0, 31, -1;"},
        Right{"FromVotes",
              "setp.lt.u32 %p1, %r1, 9; vote.sync.ballot.b32 %r11, %p1, -1; popc.b32 "
              "%r20, %r11;"},
        Right{"FromABarrier",
              "mov.u32 %r20, 5; setp.lt.u32 %p1, %r1, 9; bar.red.popc.u32 %r20, 0, "
              "%p1;"},
        Right{"FromASet", "mov.u32 %r20, 5; set.lt.u32.s32 %r20, %r1, 9; and.b32 %r20, %r20, 3;"},
        Right{"FromHalves", "mov.b32 {%h1, %h2}, %r10; cvt.u32.u16 %r20, %h1;"},
        Right{"FromFloats", "cvt.rn.f32.s32 %f1, %r1; cvt.rzi.s32.f32 %r20, %f1;"}),
    [](const testing::TestParamInfo<Right>& right) { return right.param.name; });

TEST(PtxExact, FollowsArithmeticOf64Bits) {
  // Near 2^40, back and forth, and with products beyond 2^64 that are taken back.
  EXPECT_THAT(faults("\nmul.wide.s32 %d2, %r2, 1048576;\nmul.lo.s64 %d3, %d2, 1048576;\n"
                     "shr.s64 %d4, %d3, 20; sub.s64 %d5, %d4, %d2; add.s64 %d6, %d1, %d5;\n"
                     "ld.global.u8 %h1, [%d6];",
                     1 << 20),
              ElementsAre());
}

/// (n - 1) * 8 and (n - 1) * 512, as LLVM writes them: of the -1 it keeps the bits that the shift
/// does not push out.
constexpr std::string_view previous_element =
    "\ncvt.s64.s32 %d2, %r4;\nadd.s64 %d3, %d2, 2305843009213693951;\nshl.b64 %d4, %d3, 3;\n"
    "add.s64 %d5, %d1, %d4;\n";
constexpr std::string_view previous_row =
    "\ncvt.s64.s32 %d2, %r4;\nadd.s64 %d3, %d2, 36028797018963967;\nshl.b64 %d4, %d3, 9;\n"
    "add.s64 %d5, %d1, %d4;\n";

TEST(PtxExact, TakesAddressesModulo2To64) {
  for (const std::string_view body : {previous_element, previous_row}) {
    for (const std::int32_t n : {1, 5, 1 << 20, -3}) {
      EXPECT_THAT(faults(std::string(body) + "ld.global.u64 %d6, [%d5+8];", 0, n), ElementsAre());
      EXPECT_THAT(faults(std::string(body) + "st.global.u32 [%d5], 1;", 0, n), ElementsAre());
      EXPECT_THAT(faults(std::string(body) + "red.global.add.u32 [%d5], 1;", 0, n), ElementsAre());
    }
  }
}

/// (n - 1) * 64 elements of two bytes in 32 bits, as LLVM writes them.
TEST(PtxExact, TakesFactorsModulo2To32) {
  const std::string_view access =
      "\nmad.wide.s32 %d2, %r7, 2, %d1;\nld.global.u16 %h1, [%d2+8192];";
  for (const std::string_view product :
       {"\nadd.s32 %r5, %r4, 67108863;\nshl.b32 %r6, %r2, 6;\nmul.lo.s32 %r7, %r6, %r5;",
        "\nadd.s32 %r5, %r4, 67108863;\nmul.lo.s32 %r6, %r5, %r2;\nshl.b32 %r7, %r6, 6;",
        "\nadd.s32 %r5, %r4, 67108863;\nmov.b32 %r6, %r5;\nmul.lo.s32 %r6, %r6, %r2;\n"
        "mul.lo.s32 %r7, %r6, 64;",
        "\nadd.s32 %r5, %r4, 67108863;\nsetp.lt.u32 %p1, %r1, 16;\nselp.b32 %r6, %r5, %r5, %p1;\n"
        "mul.lo.s32 %r6, %r6, %r2;\nmul.lo.s32 %r7, %r6, 64;",
        "\nadd.s32 %r5, %r4, 67108863;\nshfl.sync.idx.b32 %r6, %r5, 3, 31, -1;\n"
        "mul.lo.s32 %r6, %r6, %r2;\nmul.lo.s32 %r7, %r6, 64;",
        "\nadd.s32 %r5, %r4, 67108863;\nmin.s32 %r6, %r5, 268435456;\n"
        "mul.lo.s32 %r6, %r6, %r2;\nmul.lo.s32 %r7, %r6, 64;"}) {
    const std::string body = std::string(product) + std::string(access);
    for (const std::uint64_t heads : {1U, 2U, 40U, 64U})
      for (const std::int32_t n : {1, 2, 9, 1 << 12, -3})
        EXPECT_THAT(faults(body, heads, n), ElementsAre()) << body << heads << " " << n;
    EXPECT_THAT(faults(body, 1 << 13, 1 << 12), ElementsAre());
    // The product that was meant wraps.
    const std::string line = "wrapped in line " + std::to_string(line_of_access(product));
    EXPECT_THAT(faults(body, 1 << 13, (1 << 12) + 1), ElementsAre(line));
    EXPECT_THAT(faults(body, 1 << 10, 1 << 17), ElementsAre(line));
  }
  // LLVM's way to write n * 64 - (-57 | head * 8), of which 2^31 leaves the register.
  const std::string_view joined =
      "\nshl.b32 %r5, %r2, 3;\nor.b32 %r6, %r5, 2147483591;\nshl.b32 %r7, %r4, 6;\n"
      "sub.s32 %r8, %r7, %r6;\nshl.b32 %r9, %r8, 1;\ncvt.s64.s32 %d2, %r9;\n"
      "add.s64 %d3, %d1, %d2;\nld.global.u16 %h1, [%d3];";
  for (const std::uint64_t heads : {0U, 1U, 5U, 7U, 20U})
    for (const std::int32_t n : {1, 2, 60})
      EXPECT_THAT(faults(std::string(joined), heads, n), ElementsAre()) << heads << " " << n;
  // As many zeros as 2^26 takes to leave the register are not there, or the sum has been used.
  EXPECT_THAT(
      faults("\nadd.s32 %r5, %r4, 67108863;\nmul.lo.s32 %r7, %r5, 32;" + std::string(access), 0, 1),
      ElementsAre("wrapped in line 5"));
  EXPECT_THAT(faults("\nadd.s32 %r5, %r4, 67108863;\nand.b32 %r6, %r5, -2;\n"
                     "mul.lo.s32 %r7, %r6, 64;" +
                         std::string(access),
                     0, 1),
              ElementsAre("wrapped in line 6"));
  // The same numbers, none of which is a literal of the sum.
  EXPECT_THAT(faults("\nadd.s32 %r5, %r4, %r2;\nmul.lo.s32 %r7, %r5, 64;" + std::string(access),
                     (1 << 26) - 1, 1),
              ElementsAre("wrapped in line 5"));
}

TEST(PtxExact, ComparesAddressesForEqualityModulo2To64) {
  // The same address in two ways, as a loop over pointers ends.
  const std::string both = std::string(previous_element) +
                           "mul.wide.s32 %d6, %r4, 8;\nadd.s64 %d7, %d6, -8;\nadd.s64 %d8, %d1, "
                           "%d7;\n";
  EXPECT_THAT(faults(both + "setp.eq.s64 %p1, %d5, %d8;\nsetp.ne.u64 %p2, %d5, %d8;", 0, 5),
              ElementsAre());
  // Which is less is another question: of numbers, one of which is not what it was meant to be.
  EXPECT_THAT(faults(both + "setp.lt.u64 %p1, %d5, %d8;", 0, 5), ElementsAre());
  EXPECT_THAT(faults(both + "setp.le.u64 %p1, %d5, %d8;", 0, 5), ElementsAre("wrapped in line 9"));
}

TEST(PtxExact, TakesNoOtherAddressesModuloAnything) {
  // A product in 32 bits that wraps by 2^32, in an address of 64 bits.
  EXPECT_THAT(faults("\nmul.lo.s32 %r5, %r4, %r4;\nmul.wide.u32 %d2, %r5, 1;\n"
                     "add.s64 %d3, %d1, %d2;\nld.global.u8 %h1, [%d3];",
                     0, 65536),
              ElementsAre("wrapped in line 5"));
  // An address in a register of 32 bits wraps at 2^32, and 2^64 is as far beyond it.
  const std::string_view shared =
      "\n.shared .align 8 .b8 s[64];\nst.shared.u32 [s], 7;\nmov.u32 %r5, s;\n"
      "shl.b32 %r6, %r4, 31;\nshl.b32 %r7, %r6, 31;\nshl.b32 %r8, %r7, 2;\n"
      "add.s32 %r9, %r5, %r8;\nld.shared.u32 %r10, [%r9];";
  EXPECT_THAT(faults(shared, 0, 0), ElementsAre());
  EXPECT_THAT(faults(shared, 0, 1), ElementsAre("wrapped in line 9"));
}

TEST(PtxExact, TakesNegativePartsOfAddressesInSharedMemory) {
  // As nvcc compiles s[15 - i] where s begins at 0.
  const auto from = [](const std::string& displacement) {
    return faults(
        "\n.shared .align 4 .b8 s[64];\nmov.u32 %r5, s; mov.u32 %r6, 4; sub.s32 %r7, %r5, "
        "%r6;\nst.shared.u32 [%r7+" +
            displacement + "], 7;\nld.shared.u32 %r8, [%r7+" + displacement + "];",
        0, 0);
  };
  EXPECT_THAT(from("64"), ElementsAre());
  EXPECT_THAT(from("4"), ElementsAre());
  EXPECT_THAT(from("0"), testing::Contains("out of bounds in line 4"));
  EXPECT_THAT(from("68"), testing::Contains("out of bounds in line 4"));
}

TEST(PtxExact, GivesUpNumbersBeyondAnyAddress) {
  EXPECT_THAT(faults("\nmov.u64 %d2, -2; shl.b64 %d3, %d2, 63; shl.b64 %d3, %d3, 63; mul.lo.s64 "
                     "%d3, %d3, %d3; neg.s64 %d4, %d3; abs.s64 %d5, %d3; mov.u64 %d6, -1; div.s64 "
                     "%d7, %d3, %d6; rem.s64 %d8, %d3, %d6; add.s64 %d9, %d3, %d3; and.b64 %d9, "
                     "%d9, 0; add.s64 %d9, %d9, %d1; ld.global.u8 %h1, [%d9];"),
              ElementsAre());
}

TEST(PtxExact, ClaimsNothingUnlessAsked) {
  Device device(
      module_with("\nld.param.u64 %d1, [p]; mov.u32 %r1, 65536; mul.lo.s32 %r2, %r1, "
                  "%r1; cvt.s64.s32 %d2, %r2; add.s64 %d3, %d1, %d2; st.global.u8 [%d3], "
                  "1;"));
  EXPECT_THAT(faults_of(device.launch({1}, {1}, {Argument::pointer(device.buffer(64))})),
              ElementsAre());
}

}  // namespace
}  // namespace layoutcheck::gpu
