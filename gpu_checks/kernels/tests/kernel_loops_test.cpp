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
  EXPECT_EQ(verdict_of(right), "right in part") << right.why;
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
  EXPECT_EQ(verdict_of(right), "right in part") << right.why;
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
  EXPECT_EQ(verdict_of(right), "right in part") << right.why;
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
  EXPECT_EQ(verdict_of(behind), "right in part") << behind.why;
  EXPECT_EQ(behind.accesses_left_out, 32U);
  // Row i - 3 * ((i - 1) / 3), where the quotient is left from the iteration before.
  const KernelReport carried =
      loop_of(std::string("mul.lo.s32 %r8, %r3, 3; sub.s32 %r5, %r1, %r8; div.s32 %r3, %r1, 3;\n") +
                  store_at_r5,
              "", "y: f32[128], x: in index i32[1024]");
  EXPECT_EQ(verdict_of(carried), "right in part") << carried.why;
  EXPECT_GT(carried.accesses_left_out, 0U);
  // What decides the way ends it.
  const KernelReport ended =
      loop_of(std::string("mov.u32 %r5, %r1;\n") + store_at_r5,
              "ld.global.u32 %r7, [%rd1+32000000]; setp.gt.u32 %p2, %r7, 7; @%p2 trap;");
  EXPECT_EQ(ended.verdict, KernelVerdict::undecided);
  EXPECT_THAT(ended.why, HasSubstr("depends on iterations of a loop that were left out"));
}

/// What 64 threads do in each of 2^24 iterations, %rd3, the first half of them with p1 set: a row
/// of 64 elements of y and of x at %rd4 and %rd5, the thread's place in shared memory at %r3, the
/// mirrored one at %r4. The body begins in line 11.
KernelReport halves_of(const std::string& body, const std::string& behind = "") {
  return report_of(
      {head(".param .u64 y, .param .u64 x") +
           "ld.param.u64 %rd1, [y]; ld.param.u64 %rd2, [x]; mov.u32 %r2, %tid.x;\n"
           "mov.u32 %r9, s; shl.b32 %r3, %r2, 2; xor.b32 %r4, %r3, 252;\n"
           "add.s32 %r3, %r3, %r9; add.s32 %r4, %r4, %r9; mov.u64 %rd3, 0;\n"
           "mul.wide.u32 %rd6, %r2, 4; add.s64 %rd4, %rd1, %rd6; add.s64 %rd5, %rd2, %rd6;\n"
           "$L: setp.lt.s64 %p1, %rd3, 8388608;\n" +
           body +
           "\nadd.s64 %rd4, %rd4, 256; add.s64 %rd5, %rd5, 256; add.s64 %rd3, %rd3, 1;\n"
           "setp.lt.s64 %p2, %rd3, 16777216;\n@%p2 bra $L;\n" +
           behind + "\nret; }\n",
       "y: out u32[2^30], x: in index u32[2^30]",
       {1, 1, 1},
       {64, 1, 1},
       512});
}

TEST(KernelLoops, AreJudgedOnBothSidesOfWhatIsLeftOut) {
  const std::string exchange = "ld.global.u32 %r5, [%rd5]; st.shared.u32 [%r3], %r5;\n";
  const std::string read = "ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd4], %r6;\n";
  const KernelReport right = halves_of(exchange + "bar.sync 0;\n" + read + "bar.sync 0;");
  EXPECT_EQ(verdict_of(right), "right in part") << right.why;
  EXPECT_EQ(right.accesses_left_out, 0U);
  // Barriers that vanish in the second half, in a loop whose barriers all threads reach.
  EXPECT_EQ(verdict_of(halves_of(exchange + "@!%p1 bra $M; bar.sync 0;\n$M: " + read +
                                 "@!%p1 bra $N; bar.sync 0;\n$N:")),
            "wrong, race in line 11, race in line 13");
  // From the middle on a part of each warp comes to the barrier.
  const std::string some =
      "and.b32 %r6, %r2, 31; setp.lt.u32 %p3, %r6, 8; or.pred %p3, %p3, %p1;\n";
  EXPECT_EQ(verdict_of(halves_of(some + exchange + "@%p3 bar.sync 0;\n" + "bar.sync 0;" + read +
                                 "bar.sync 0;")),
            "wrong, divergence in line 13");
  EXPECT_EQ(
      verdict_of(halves_of(some + "@!%p3 bra $M;\nbar.sync 0;\n$M: st.global.u32 [%rd4], %r2;")),
      "wrong, divergence in line 13");
  EXPECT_EQ(verdict_of(halves_of(some + exchange + "bar.sync 0;\n" + read +
                                 "bar.sync 0; @!%p3 bra $M;\nbar.sync 0;\n$M:")),
            "wrong, divergence in line 16");
  // Bytes of shared memory that nobody wrote, and of the last row, which only the last iteration
  // writes.
  const std::string write = "bar.sync 0; st.global.u32 [%rd4], %r5; bar.sync 0;";
  EXPECT_EQ(verdict_of(halves_of(exchange +
                                 "selp.b32 %r7, 0, 256, %p1; add.s32 %r8, %r3, %r7;\n"
                                 "ld.shared.u32 %r5, [%r8];\n" +
                                 write)),
            "wrong, uninitialized in line 13");
  EXPECT_EQ(verdict_of(halves_of(exchange +
                                 "@%p1 bra $M;\n"
                                 "ld.global.u32 %r5, [%rd1+4294967292];\n$M: " +
                                 write)),
            "wrong, uninitialized in line 13");
}

TEST(KernelLoops, WereMetInWhereTheyWereLeftOut) {
  // Thread 0 writes place i behind the barrier of iteration i, and thread 32 reads place c - j
  // before that of iteration j: of the same place, barriers always lie between the two.
  const auto crossing = [](std::uint64_t c) {
    return report_of({head(".param .u64 y, .param .s64 c") +
                          "ld.param.u64 %rd1, [y]; ld.param.u64 %rd2, [c]; mov.u32 %r2, %tid.x;\n"
                          "mov.u32 %r9, s; mov.u32 %r1, 0; shl.b64 %rd2, %rd2, 2;\n"
                          "add.s64 %rd4, %rd1, 67108864; add.s64 %rd5, %rd4, %rd2;\n"
                          "setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r2, 32;\n"
                          "$L: @%p2 ld.global.u32 %r5, [%rd5]; @%p2 st.shared.u32 [%r9], %r5;\n"
                          "bar.sync 0; add.s32 %r1, %r1, 1; @%p1 st.global.u32 [%rd4], %r1;\n"
                          "add.s64 %rd4, %rd4, 4; add.s64 %rd5, %rd5, -4;\n"
                          "setp.lt.s32 %p3, %r1, 8388608;\n@%p3 bra $L;\nret; }\n",
                      "y: zero u32[2^26], i64=" + std::to_string(c),
                      {1, 1, 1},
                      {64, 1, 1},
                      512});
  };
  const KernelReport somewhere = crossing(1);
  ASSERT_EQ(somewhere.loops.size(), 1U);
  // Now the last place that is written before the gap is the first that is read behind it.
  const auto [first, last] = somewhere.loops[0].left_out.front();
  const KernelReport there = crossing(first - 2 + last);
  EXPECT_EQ(there.loops[0].left_out.front(), somewhere.loops[0].left_out.front());
  EXPECT_EQ(verdict_of(there), "right in part");
}

TEST(KernelLoops, LeaveOpenWhatTheyMayHaveWritten) {
  // Of a row in the middle nobody knows here whether it was written.
  const KernelReport report =
      halves_of("st.global.u32 [%rd4], %r2;",
                "add.s64 %rd7, %rd1, %rd6; ld.global.u32 %r5, [%rd7+1500000000];");
  EXPECT_EQ(verdict_of(report), "right in part") << report.why;
  EXPECT_EQ(report.accesses_open, 64U);
  ASSERT_EQ(report.loops.size(), 1U);
  EXPECT_EQ(report.loops[0].iterations, 1U << 24);
  // What was left out, and what was executed, are all there are.
  std::uint64_t left_out = 0;
  for (const auto& [first, last] : report.loops[0].left_out)
    left_out += last - first + 1;
  EXPECT_EQ(left_out + report.loops[0].followed, 1U << 24);
  EXPECT_GT(report.loops[0].left_out.front().first, 32U);
  EXPECT_LT(report.loops[0].left_out.back().second, 1U << 24);
  EXPECT_THAT(report.not_judged,
              testing::ElementsAre(
                  Field(&Gap::text, HasSubstr("iterations of the loop in line 10")),
                  Field(&Gap::text, HasSubstr("64 accesses behind them: made, and it is open"))));
  // The row that was written last, and one that none has written.
  EXPECT_EQ(verdict_of(halves_of("st.global.u32 [%rd4], %r2;", "ld.global.u32 %r5, [%rd4+-256];")),
            "right in part");
  EXPECT_EQ(verdict_of(halves_of("@!%p1 bra $M; st.global.u32 [%rd4], %r2;\n$M:",
                                 "ld.global.u32 %r5, [%rd4+-256];")),
            "wrong, uninitialized in line 16");
}

TEST(KernelLoops, KnowWhatIsWrittenAnew) {
  // An index that is stored and read in the same iteration is known behind the gap, and one from an
  // iteration that was left out is not.
  const std::string use =
      "mul.wide.u32 %rd7, %r6, 4; add.s64 %rd8, %rd1, %rd7;\n"
      "st.global.u32 [%rd8], %r2;";
  const std::string index = "cvt.u32.u64 %r5, %rd3; shl.b32 %r5, %r5, 6; add.s32 %r5, %r5, %r2;\n";
  const KernelReport fresh =
      halves_of(index + "st.shared.u32 [%r3], %r5; ld.shared.u32 %r6, [%r3];\n" + use);
  EXPECT_EQ(verdict_of(fresh), "right in part") << fresh.why;
  EXPECT_EQ(fresh.accesses_left_out, 0U);
  EXPECT_EQ(fresh.buffers[0].coverage.greatest(), (1U << 30) - 1);
  const KernelReport stale =
      halves_of(index + "ld.shared.u32 %r6, [%r3]; st.shared.u32 [%r3], %r5;\n" + use, "");
  EXPECT_GT(stale.accesses_left_out, 0U);
}

TEST(KernelLoops, ThatNeverEndAreTold) {
  const auto loop = [](const std::string& body, const std::string& arguments) {
    return report_of({head(".param .u64 y") +
                          "ld.param.u64 %rd1, [y]; mov.u32 %r1, %tid.x; mov.u64 %rd2, 0;\n"
                          "mov.u32 %r2, 0;\n$L: " +
                          body + "\nret; }\n",
                      arguments,
                      {2, 1, 1},
                      {64, 1, 1},
                      0,
                      1U << 24});
  };
  const auto steps_of = [](const KernelReport& report) { return report.steps; };
  // A stride of 0, in what is the same each time.
  const KernelReport same =
      loop("add.s32 %r2, %r2, 0; setp.lt.s32 %p1, %r2, 9; @%p1 bra $L;", "y: out u32[64]");
  EXPECT_EQ(verdict_of(same), "wrong, endless loop in line 8");
  EXPECT_LT(steps_of(same), 1U << 16);
  // A counter that decides nothing.
  const KernelReport counts = loop(
      "add.s64 %rd2, %rd2, 1; setp.lt.s32 %p1, %r2, 9; @%p1 bra $L;\n"
      "st.global.u64 [%rd1], %rd2;",
      "y: out u64[64]");
  EXPECT_EQ(verdict_of(counts), "wrong, endless loop in line 8");
  EXPECT_LT(steps_of(counts), 1U << 26);
  // Another block might write what is waited for.
  const KernelReport waits =
      loop("ld.volatile.global.u32 %r2, [%rd1]; setp.eq.s32 %p1, %r2, 0; @%p1 bra $L;",
           "y: zero u32[64]");
  EXPECT_EQ(waits.verdict, KernelVerdict::undecided);
  EXPECT_THAT(waits.why, HasSubstr("waits for what no thread of the block writes"));
  EXPECT_LT(steps_of(waits), 1U << 16);
  // One warp waits for another one, which comes late.
  const KernelReport late = report_of(
      {head(".param .u64 y") +
           "ld.param.u64 %rd1, [y]; mov.u32 %r1, %tid.x; mov.u32 %r9, s; mov.u32 %r2, 0;\n"
           "setp.gt.u32 %p1, %r1, 31;\n@%p1 bra $W;\n"
           "$L: atom.shared.add.u32 %r3, [%r9], 0; setp.eq.s32 %p2, %r3, 0; @%p2 bra $L;\n"
           "bra $E;\n"
           "$W: add.s32 %r2, %r2, 1; setp.lt.s32 %p2, %r2, 70000; @%p2 bra $W;\n"
           "atom.shared.add.u32 %r3, [%r9], 1;\n"
           "$E: mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1;\n"
           "ret; }\n",
       "y: out u32[64]",
       {1, 1, 1},
       {64, 1, 1},
       16,
       1U << 24});
  EXPECT_THAT(verdict_of(late), testing::StartsWith("wrong, uninitialized in line 9"));
  EXPECT_THAT(late.findings, testing::Not(Contains(Field(&Finding::kind, "endless loop"))));
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
  EXPECT_EQ(verdict_of(right), "right in part") << right.why;
  ASSERT_EQ(right.loops.size(), 1U);
  EXPECT_EQ(right.loops[0].iterations, 1U << 21);
  EXPECT_EQ(verdict_of(over("2^21+1", "2097153")),
            "wrong, wrapped in line 10, out of bounds in line 10");
}

}  // namespace
}  // namespace layoutcheck::gpu
