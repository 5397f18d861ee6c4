// The check of a user's kernel, run by the executor of PTX: loops that would take it over its
// limits.
#include "compiled.hpp"
#include "kernel_task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace layoutcheck::gpu {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

struct Asked {
  std::string ptx;
  std::string arguments;
  Dim3 grid = {};
  Dim3 block = {};
  std::uint32_t shared = 0;
  std::uint64_t steps = 1U << 16;
  std::string expectation = "";
};

KernelReport report_of(const Asked& asked) {
  KernelTask task = task_of(asked.ptx, asked.arguments, asked.grid, asked.block, asked.shared);
  task.loops_take_part = 4;
  if (!asked.expectation.empty()) task.expectations.push_back(parse_expectation(asked.expectation));
  PtxOptions options;
  options.max_steps = asked.steps;
  return checked(std::move(task), options);
}

/// The verdict, with each kind of findings and its line.
std::string verdict_of(const KernelReport& report) {
  std::string text(name(report.verdict));
  for (const Finding& finding : report.findings)
    text += ", " + finding.kind + " in line " + std::to_string(finding.line);
  return text;
}

std::string head(const std::string& parameters) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 s[];\n"
         ".visible .entry k(" +
         parameters +
         ") { .reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 %rd<32>; .reg .f32 %f<9>;\n";
}

/// As nvcc compiles for (unsigned i = …; i < n; i += gridDim.x * blockDim.x) y[i] = 2 * x[i], with
/// `i` an int in its address. The loop begins in line 14.
std::string grid_stride() {
  return head(".param .u64 y, .param .u64 x, .param .u32 n") +
         "ld.param.u64 %rd3, [y]; ld.param.u64 %rd4, [x]; ld.param.u32 %r6, [n];\n"
         "mov.u32 %r7, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r8, %tid.x;\n"
         "mad.lo.s32 %r11, %r7, %r1, %r8;\n"
         "setp.ge.u32 %p1, %r11, %r6;\n"
         "@%p1 bra $L__BB0_3;\n"
         "mov.u32 %r9, %nctaid.x; mul.lo.s32 %r3, %r9, %r1;\n"
         "cvta.to.global.u64 %rd1, %rd4; cvta.to.global.u64 %rd2, %rd3;\n"
         "$L__BB0_2:\n"
         "mul.wide.s32 %rd5, %r11, 4;\n"
         "add.s64 %rd6, %rd1, %rd5;\n"
         "ld.global.f32 %f1, [%rd6];\n"
         "add.f32 %f2, %f1, %f1;\n"
         "add.s64 %rd7, %rd2, %rd5;\n"
         "st.global.f32 [%rd7], %f2;\n"
         "add.s32 %r11, %r11, %r3;\n"
         "setp.lt.u32 %p2, %r11, %r6;\n"
         "@%p2 bra $L__BB0_2;\n"
         "$L__BB0_3:\nret;\n}\n";
}

KernelReport stride_over(const std::string& n, const std::string& expectation = "") {
  return report_of({grid_stride(),
                    "y: out f32[" + n + "], x: in f32[" + n + "], u32=" + n,
                    {1, 1, 1},
                    {256, 1, 1},
                    0,
                    1U << 16,
                    expectation});
}

TEST(KernelLoops, OfAGridStrideWrapAtTheExactSize) {
  const KernelReport right = stride_over("2^31");
  EXPECT_EQ(verdict_of(right), "right") << right.why;
  ASSERT_EQ(right.loops.size(), 1U);
  EXPECT_EQ(right.loops[0].line, 14U);
  EXPECT_EQ(right.loops[0].iterations, 1U << 23);
  EXPECT_LT(right.loops[0].followed, 4000U);
  // The last element is read and written, and of what is left out nothing is said to be unwritten.
  EXPECT_EQ(right.buffers[0].coverage.greatest(), (std::uint64_t{1} << 31) - 1);
  EXPECT_EQ(right.buffers[0].unwritten, 0U);
  EXPECT_EQ(right.accesses_left_out, 0U);

  const KernelReport wrong = stride_over("2^31+1");
  EXPECT_EQ(verdict_of(wrong),
            "wrong, wrapped in line 16, out of bounds in line 16, wrapped in line 19, out of "
            "bounds in line 19");
  EXPECT_THAT(wrong.findings[0].found, HasSubstr("leaves the range of its type in line 20"));
}

TEST(KernelLoops, EndWhereOneWouldGoOnAtFault) {
  // The index wraps to below n, for ever.
  EXPECT_THAT(verdict_of(stride_over("2^32-1")), testing::StartsWith("wrong, wrapped in line 16"));
}

TEST(KernelLoops, AreExecutedWhereAccessesAreCounted) {
  const KernelReport report = stride_over("2^31", "y[writes] = (1,256,2^23):(0,1,256)");
  EXPECT_TRUE(report.loops.empty());
  EXPECT_EQ(report.verdict, KernelVerdict::undecided);
}

TEST(KernelLoops, AreExecutedWithinTheLimits) {
  const KernelReport report = stride_over("2^15");
  EXPECT_TRUE(report.loops.empty());
  EXPECT_EQ(verdict_of(report), "right");
}

TEST(KernelLoops, OfRowsThatGoAheadInARing) {
  const auto over = [](const std::string& rows) {
    return report_of({compiled_ptx("softmax_rows.sm_80.ptx"),
                      "x: in f32[(" + rows + ")*1024], y: out f32[(" + rows +
                          ")*1024], i32=" + rows + ", i32=1000, i32=1024, null, null",
                      {1, 1, 1},
                      {128, 1, 1},
                      16384,
                      1U << 20});
  };
  const KernelReport right = over("2^21");
  EXPECT_EQ(verdict_of(right), "right") << right.why;
  ASSERT_EQ(right.loops.size(), 1U);
  EXPECT_EQ(right.loops[0].iterations, 1U << 21);
  EXPECT_EQ(right.accesses_left_out, 0U);
  EXPECT_EQ(right.buffers[0].coverage.greatest(), (std::uint64_t{1} << 31) - 25);
  const KernelReport wrong = over("2^21+1");
  EXPECT_EQ(wrong.verdict, KernelVerdict::wrong);
  const auto wraps = [](const std::string& argument) {
    return AllOf(Field(&Finding::kind, "wrapped"), Field(&Finding::argument, argument));
  };
  EXPECT_THAT(wrong.findings, AllOf(Contains(wraps("x")), Contains(wraps("y"))));
}

TEST(KernelLoops, OfTilesWhoseCoordinatesAreQuotients) {
  const auto over = [](const std::string& rows) {
    return report_of({compiled_ptx("persistent_matmul.sm_80.ptx"),
                      "a: in f16[(" + rows + ")*128], b: in f16[128*256], c: out f16[(" + rows +
                          ")*256], i32=" + rows +
                          ", i32=256, i32=128, i32=128, i32=256, i32=256, null, null",
                      {1, 1, 1},
                      {128, 1, 1},
                      32768,
                      1U << 20});
  };
  const KernelReport right = over("2^23");
  EXPECT_EQ(verdict_of(right), "right") << right.why;
  ASSERT_EQ(right.loops.size(), 1U);
  EXPECT_GT(right.loops[0].iterations, 1U << 20);
  EXPECT_EQ(right.buffers[2].coverage.greatest(), (std::uint64_t{1} << 31) - 1);
  const KernelReport wrong = over("2^23+64");
  EXPECT_EQ(wrong.verdict, KernelVerdict::wrong);
  EXPECT_EQ(wrong.findings[0].kind, "wrapped");
  EXPECT_EQ(wrong.findings[0].argument, "c");
}

/// A loop of one warp from 0 to 2^24 in %r1; the thread in %r2. The body begins in line 9. Row %r5
/// of y is written by `store_at_r5`.
KernelReport loop_of(const std::string& body, const std::string& behind = "",
                     const std::string& arguments = "y: f32[2^29], x: in index i32[1024]") {
  return report_of({head(".param .u64 y, .param .u64 x") +
                        "ld.param.u64 %rd1, [y]; ld.param.u64 %rd2, [x]; mov.u32 %r2, %tid.x;\n"
                        "mov.u32 %r1, 0; mov.u32 %r3, 0; mov.u32 %r4, 1;\n"
                        "$L:\n" +
                        body +
                        "\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 16777216;\n@%p1 bra $L;\n" +
                        behind + "\nret; }\n",
                    arguments,
                    {1, 1, 1},
                    {32, 1, 1},
                    4096});
}

const char* const store_at_r5 =
    "mad.lo.s32 %r5, %r5, 32, %r2; mul.wide.s32 %rd5, %r5, 4; add.s64 %rd6, %rd1, %rd5;\n"
    "st.global.u32 [%rd6], %r1;";

TEST(KernelLoops, StopForWhatChangesOnTheWay) {
  // A counter that begins anew after 1000 iterations, which no round shows that is tried.
  const KernelReport ring = loop_of(std::string("add.s32 %r3, %r3, 1; setp.eq.s32 %p2, %r3, 1000;\n"
                                                "selp.b32 %r3, 0, %r3, %p2; mov.u32 %r5, %r3;\n") +
                                        store_at_r5,
                                    "", "y: f32[32000], x: in index i32[1024]");
  EXPECT_NE(ring.verdict, KernelVerdict::wrong) << verdict_of(ring);
  // One iteration among all that writes beyond the buffer.
  const KernelReport once = loop_of(
      std::string("setp.eq.s32 %p2, %r1, 12345678; selp.b32 %r5, -64, %r1, %p2;\n") + store_at_r5);
  EXPECT_EQ(verdict_of(once), "wrong, out of bounds in line 11");
  EXPECT_EQ(once.loops.size(), 1U);
}

TEST(KernelLoops, AreNotCutWhereWhatIsNotKnownDecides) {
  // An index that is multiplied has no slope; how long a loop is that reads its end from what it
  // writes, nobody knows.
  const KernelReport product =
      loop_of(std::string("mul.lo.u32 %r4, %r4, 1664525; and.b32 %r5, %r4, "
                          "1023;\n") +
              store_at_r5);
  EXPECT_NE(product.verdict, KernelVerdict::wrong) << verdict_of(product);
  const KernelReport counted =
      loop_of("atom.global.add.u32 %r6, [%rd1], 0; setp.gt.u32 %p3, %r6, 77; @%p3 bra $M;\n$M:", "",
              "y: zero u32[2^29], x: in index i32[1024]");
  EXPECT_TRUE(counted.loops.empty());
  EXPECT_EQ(counted.verdict, KernelVerdict::undecided);
}

TEST(KernelLoops, SayNothingOfWhatTheyWouldHaveWritten) {
  // Reads of places in the middle, by another thread, and by an index that was written there.
  const KernelReport behind = loop_of(
      std::string("mov.u32 %r5, %r1;\n") + store_at_r5,
      "xor.b32 %r6, %r2, 1; mul.wide.s32 %rd5, %r6, 4; add.s64 %rd6, %rd1, %rd5;\n"
      "ld.global.u32 %r7, [%rd6+32000000]; mul.wide.s32 %rd7, %r7, 4; add.s64 %rd8, %rd2, %rd7;\n"
      "ld.global.u32 %r8, [%rd8];",
      "y: out u32[2^29], x: in index i32[1024]");
  EXPECT_EQ(verdict_of(behind), "right") << behind.why;
  EXPECT_EQ(behind.accesses_left_out, 32U);
  // Row i - 3 * ((i - 1) / 3), where the quotient is left from the iteration before.
  const KernelReport carried =
      loop_of(std::string("mul.lo.s32 %r8, %r3, 3; sub.s32 %r5, %r1, %r8; div.s32 %r3, %r1, 3;\n") +
                  store_at_r5,
              "", "y: f32[128], x: in index i32[1024]");
  EXPECT_EQ(verdict_of(carried), "right") << carried.why;
  EXPECT_GT(carried.accesses_left_out, 0U);
  // What decides the way ends it.
  const KernelReport ended =
      loop_of(std::string("mov.u32 %r5, %r1;\n") + store_at_r5,
              "ld.global.u32 %r7, [%rd1+32000000]; setp.gt.u32 %p2, %r7, 7; @%p2 trap;");
  EXPECT_EQ(ended.verdict, KernelVerdict::undecided);
  EXPECT_THAT(ended.why, HasSubstr("depends on iterations of a loop that were left out"));
}

TEST(KernelLoops, OfSeveralWarpsAreCutTogether) {
  // A barrier in the loop; each warp reads what the other wrote.
  const std::string text =
      head(".param .u64 y") +
      "ld.param.u64 %rd1, [y]; mov.u32 %r2, %tid.x; mov.u32 %r1, 0; mov.u32 %r9, s;\n"
      "shl.b32 %r3, %r2, 2; xor.b32 %r4, %r3, 128; add.s32 %r3, %r3, %r9; add.s32 %r4, %r4, %r9;\n"
      "$L: st.shared.u32 [%r3], %r1; bar.sync 0; ld.shared.u32 %r5, [%r4]; bar.sync 0;\n"
      "mad.lo.s32 %r6, %r1, 1024, %r2; mul.wide.s32 %rd5, %r6, 4; add.s64 %rd6, %rd1, %rd5;\n"
      "st.global.u32 [%rd6], %r5; add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, ROWS;\n@%p1 bra "
      "$L;\nret; }\n";
  const auto over = [&](const std::string& rows, const std::string& last) {
    std::string kernel = text;
    kernel.replace(kernel.find("ROWS"), 4, last);
    return report_of(
        {kernel, "y: out u32[(" + rows + ")*1024]", {1, 1, 1}, {64, 1, 1}, 256, 1U << 14});
  };
  const KernelReport right = over("2^21", "2097152");
  EXPECT_EQ(verdict_of(right), "right") << right.why;
  ASSERT_EQ(right.loops.size(), 1U);
  EXPECT_EQ(right.loops[0].iterations, 1U << 21);
  EXPECT_EQ(verdict_of(over("2^21+1", "2097153")),
            "wrong, wrapped in line 10, out of bounds in line 10");
}

}  // namespace
}  // namespace layoutcheck::gpu
