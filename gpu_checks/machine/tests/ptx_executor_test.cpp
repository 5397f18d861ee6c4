// How threads of the PTX executor go on: divergence, meetings, barriers, ends, limits.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace layoutcheck::gpu {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// %r1 is the thread, %d1 the buffer, %d3 the thread's word in it.
constexpr std::string_view begin = R"(
    ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.s64 %d3, %d1, %d2;)";

struct Ran {
  LaunchReport report;
  std::vector<std::uint32_t> words;
};

/// One block; a word for each thread. The body begins in line 3.
Ran run(std::string_view body, std::uint32_t threads, const PtxOptions& options = {},
        std::string_view outside = "") {
  Device device(
      module_with(std::string(begin) + "\n" + std::string(body), ".param .u64 p", outside),
      options);
  const Buffer out = device.buffer(std::uint64_t{4} * threads);
  Ran result{device.launch({1}, {threads}, {Argument::pointer(out)}), {}};
  result.words = device.read<std::uint32_t>(out, threads);
  return result;
}

TEST(PtxThreads, DivergeAndMeetAgain) {
  const Ran result = run(R"(
    and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;
    @%p1 bra $even;
    setp.lt.u32 %p2, %r1, 8; mov.u32 %r3, 100;
    @%p2 bra $join;
    mov.u32 %r3, 200; bra $join;
    $even: mov.u32 %r3, 300;
    $join: activemask.b32 %r4; popc.b32 %r5, %r4; add.s32 %r6, %r3, %r5;
    st.global.u32 [%d3], %r6;)",
                         32);
  EXPECT_TRUE(result.report.finished);
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(result.words[i], 32 + (i % 2 == 0 ? 300U : i < 8 ? 100U : 200U)) << i;
}

TEST(PtxThreads, LoopAsOftenAsEachMust) {
  const Ran result = run(R"(
    mov.u32 %r2, 0; mov.u32 %r3, 0;
    $outer: setp.gt.u32 %p1, %r2, %r1; @%p1 bra $end;
    mov.u32 %r4, 0;
    $inner: setp.ge.u32 %p2, %r4, %r2; @%p2 bra $next;
    add.u32 %r3, %r3, 1; add.u32 %r4, %r4, 1; bra $inner;
    $next: add.u32 %r2, %r2, 1; bra $outer;
    $end: st.global.u32 [%d3], %r3;)",
                         70);
  EXPECT_TRUE(result.report.finished);
  for (std::uint32_t i = 0; i < 70; ++i)
    EXPECT_EQ(result.words[i], i * (i + 1) / 2);
}

TEST(PtxThreads, EndUnderAGuard) {
  const Ran result = run("setp.ge.u32 %p1, %r1, 3; @%p1 exit; st.global.u32 [%d3], 1;", 40);
  EXPECT_TRUE(result.report.finished);
  EXPECT_EQ(std::accumulate(result.words.begin(), result.words.end(), 0U), 3U);
}

TEST(PtxThreads, OfAMaskWaitForEachOther) {
  // The even lanes come late, and by another path.
  const Ran result = run(R"(
    and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; mov.u32 %r3, 5;
    @!%p1 bra $meet;
    mov.u32 %r4, 0;
    $loop: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, %r1; @%p2 bra $loop;
    mov.u32 %r3, 6;
    $meet: shfl.sync.bfly.b32 %r5, %r3, 1, 31, -1;
    st.global.u32 [%d3], %r5;)",
                         32);
  EXPECT_TRUE(result.report.finished);
  EXPECT_THAT(faults_of(result.report), ElementsAre());
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(result.words[i], i % 2 == 0 ? 5U : 6U);
}

TEST(PtxThreads, DoNotWaitForThoseThatHaveEnded) {
  // Those who end are behind, so that the others wait for them first.
  const Ran result = run(R"(
    setp.ge.u32 %p1, %r1, 8;
    @%p1 bra $behind;
    bar.warp.sync -1; vote.sync.ballot.b32 %r5, !%p1, -1; st.global.u32 [%d3], %r5; ret;
    $behind: mov.u32 %r4, 0;
    $loop: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 50; @%p2 bra $loop;)",
                         32);
  EXPECT_TRUE(result.report.finished);
  EXPECT_THAT(std::vector(result.words.begin(), result.words.begin() + 8), Each(255));
}

TEST(PtxThreads, ThatAreAwaitedInVainAreADivergence) {
  const Ran result = run(R"(
    setp.eq.u32 %p1, %r1, 0; @%p1 bra $alone;
    bar.sync 0; bra $end;
    $alone: bar.warp.sync -1;
    $end: ret;)",
                         32);
  EXPECT_FALSE(result.report.finished);
  EXPECT_THAT(faults_of(result.report), ElementsAre("divergence in line 6"));
  EXPECT_THAT(faults_of(run("\nbar.warp.sync 2;", 1).report), ElementsAre("divergence in line 4"))
      << "lane 0 is not in the mask";
}

TEST(PtxThreads, ThatSpinLetOthersGoOn) {
  // Lane 0 waits for lane 31 of its own warp, and warp 0 for warp 1.
  const std::string_view spin = R"(
    setp.ne.u32 %p1, %r1, 0; @%p1 bra $other;
    $spin: ld.volatile.global.u32 %r2, [%d1+WHERE]; setp.eq.u32 %p2, %r2, 0; @%p2 bra $spin;
    st.global.u32 [%d1], 77; bra $end;
    $other: st.volatile.global.u32 [%d3], 1;
    $end: ret;)";
  PtxOptions options;
  options.uninitialized = false;
  options.races = false;
  for (const char* where : {"124", "252"}) {
    std::string body(spin);
    body.replace(body.find("WHERE"), 5, where);
    const Ran result = run(body, 64, options);
    EXPECT_TRUE(result.report.finished) << where;
    EXPECT_EQ(result.words[0], 77U) << where;
  }
}

TEST(PtxThreads, ThatAreWaitedForGoOnWithoutTheOthers) {
  // One turn is enough for the lane that counts before it tells the lane that waits for it.
  PtxOptions options;
  options.uninitialized = false;
  options.races = false;
  options.max_steps = 1U << 16;
  const Ran result = run(R"(
    mov.u32 %r3, 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra $counts;
    $spin: ld.volatile.global.u32 %r2, [%d1+4]; setp.eq.u32 %p2, %r2, 0; @%p2 bra $spin;
    st.global.u32 [%d1], 77; bra $end;
    $counts: add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 100; @%p3 bra $counts;
    st.volatile.global.u32 [%d3], 1;
    $end: ret;)",
                         2, options);
  EXPECT_TRUE(result.report.finished);
  EXPECT_EQ(result.words[0], 77U);
}

TEST(PtxThreads, ThatNeverEndAreStopped) {
  PtxOptions options;
  options.max_steps = 1000;
  const Ran counts = run("\n$L: add.u32 %r1, %r1, 1; bra $L;", 64, options);
  EXPECT_FALSE(counts.report.finished);
  EXPECT_THAT(faults_of(counts.report), ElementsAre("step limit in line 4"));
  EXPECT_THAT(counts.report.faults[0].message, HasSubstr("1000 instructions"));
}

TEST(PtxThreads, ThatRepeatThemselvesNeverEnd) {
  const auto ends = [](const std::string& body) {
    const Ran result = run(body, 64);
    EXPECT_LT(result.report.steps, 1U << 16);
    return testing::PrintToString(faults_of(result.report));
  };
  EXPECT_THAT(ends("\n$L: bra $L;"), HasSubstr("endless loop in line 4"));
  // After some time, with a period of its own, in some lanes, while others wait or have ended.
  EXPECT_THAT(ends("\n$L: add.u32 %r1, %r1, 1; and.b32 %r1, %r1, 63; bra $L;"),
              HasSubstr("endless loop"));
  EXPECT_THAT(ends("setp.eq.u32 %p1, %r1, 33;\n@!%p1 exit;\n$L: bra $L;"),
              HasSubstr("endless loop in line 5"));
  EXPECT_THAT(ends("setp.gt.u32 %p1, %r1, 31;\n@%p1 bra $L;\nbar.sync 0;\n$L: @%p1 bra $L;\n"
                   "bar.sync 0;"),
              HasSubstr("endless loop in line 6"));
}

TEST(PtxThreads, StopTheLaunch) {
  const Ran trapped = run("setp.eq.u32 %p1, %r1, 33;\n@%p1 trap;", 40);
  EXPECT_FALSE(trapped.report.finished);
  EXPECT_THAT(faults_of(trapped.report), ElementsAre("trap in line 4"));
  EXPECT_EQ(trapped.report.faults[0].thread, (Dim3{33, 0, 0}));
  const Ran asserted = run("\n.param .b64 m; call.uni __assertfail, (m);", 1);
  EXPECT_THAT(faults_of(asserted.report), ElementsAre("trap in line 4"));
  EXPECT_EQ(asserted.report.faults[0].message, "an assertion failed");
  const Ran told = run(
      ".param .b64 m; .param .b64 f; .param .b32 l; mov.u64 %d1, said; st.param.b64 [m], %d1; "
      "mov.u64 %d1, file; st.param.b64 [f], %d1; st.param.b32 [l], 12; call.uni __assertfail, (m, "
      "f, l);",
      1, {},
      ".global .b8 said[6] = {110, 32, 60, 32, 52, 0}; .global .b8 file[4] = {97, 46, 99};\n");
  EXPECT_EQ(told.report.faults[0].message, "`n < 4` failed, in a.c:12");
}

TEST(PtxThreads, ThatCallThemselvesAreStopped) {
  const Ran result = run("call f;", 32, {}, ".func f() {\ncall f;\nret; }\n");
  EXPECT_FALSE(result.report.finished);
  EXPECT_THAT(faults_of(result.report), ElementsAre("trap in line 2"));
}

TEST(PtxBarriers, HaveNumbersAndCounts) {
  // Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2, in another order.
  const Ran result = run(R"(
    shr.u32 %r2, %r1, 6; add.u32 %r3, %r2, 1;
    barrier.sync %r3, 64;
    bar.red.popc.u32 %r4, 0, %p1;
    setp.lt.u32 %p2, %r1, 5;
    bar.red.popc.u32 %r5, %r3, 64, %p2;
    st.global.u32 [%d3], %r5;)",
                         128);
  EXPECT_TRUE(result.report.finished);
  for (std::uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(result.words[i], i < 64 ? 5U : 0U);
}

TEST(PtxBarriers, TellWhetherAllOrAnyVote) {
  const Ran result = run(R"(
    setp.lt.u32 %p1, %r1, 40; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, !%p1;
    selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 2, 0, %p3; add.u32 %r4, %r2, %r3;
    st.global.u32 [%d3], %r4;)",
                         40);
  EXPECT_THAT(result.words, Each(1));
}

TEST(PtxBarriers, CountWholeWarps) {
  // 40 threads are two warps, and a barrier counts 64.
  const Ran result = run("bar.sync 1, 64; st.global.u32 [%d3], 1;", 40);
  EXPECT_THAT(faults_of(result.report), ElementsAre());
  EXPECT_THAT(result.words, Each(1));
}

TEST(PtxBarriers, DoNotWaitForThreadsThatEnded) {
  // Of the whole block: the first 5 of 64 go on, the others end before or while these wait.
  const std::string some = R"(
    setp.ge.u32 %p1, %r1, 5; @%p1 ret;
    bar.sync 0;
    setp.ne.u32 %p2, %r1, 3; bar.red.popc.u32 %r4, 0, %p2; bar.red.and.pred %p3, 0, %p2;
    @!%p3 add.u32 %r4, %r4, 10; st.global.u32 [%d3], %r4;)";
  const std::string late = R"(
    setp.ge.u32 %p1, %r1, 5; mov.u32 %r4, 14; @!%p1 bra $wait;
    mov.u32 %r5, 0; $again: add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 100; @%p2 bra $again; ret;
    $wait: bar.sync 0; st.global.u32 [%d3], %r4;)";
  // Of a count: it is one of whole warps, whose other lanes have ended or end while these wait.
  const std::string counted = R"(
    setp.ge.u32 %p1, %r1, 5; mov.u32 %r4, 14; @%p1 ret; bar.sync 1, 32; st.global.u32 [%d3], %r4;)";
  const std::string counted_late = R"(
    setp.lt.u32 %p1, %r1, 5; mov.u32 %r4, 14; @!%p1 bra $end;
    bar.sync 1, 32; st.global.u32 [%d3], %r4; ret;
    $end: mov.u32 %r5, 0; ret;)";
  for (const std::string& body : {some, late, counted, counted_late}) {
    const Ran result = run(body, 64);
    EXPECT_TRUE(result.report.finished) << body;
    EXPECT_THAT(faults_of(result.report), ElementsAre()) << body;
    for (std::uint32_t i = 0; i < 64; ++i)
      EXPECT_EQ(result.words[i], i < 5 ? 14U : 0U) << body;
  }
}

/// The findings of a body for two warps, of which %p1 holds in the lanes below 16 of each. It
/// begins in line 4.
std::vector<std::string> faults_of_halves(const std::string& body) {
  const Ran result = run("and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 16;\n" + body, 64, {},
                         ".shared .align 4 .b8 s[256]; ");
  EXPECT_TRUE(result.report.finished) << body;
  return faults_of(result.report);
}

TEST(PtxBarriers, OfAPartOfAWarpAreADivergence) {
  const auto found = ElementsAre("divergence in line 4");
  // The others pass by, to what follows for all.
  EXPECT_THAT(faults_of_halves("@%p1 bar.sync 0;\nst.global.u32 [%d3], 1;"), found);
  EXPECT_THAT(faults_of_halves("@%p1 barrier.sync.aligned 0;\nst.global.u32 [%d3], 1;"), found);
  EXPECT_THAT(faults_of_halves("@%p1 bar.red.popc.u32 %r5, 0, %p1;\nst.global.u32 [%d3], 1;"),
              found);
  EXPECT_THAT(faults_of_halves("@!%p1 bra $join; bar.sync 0;\n$join: st.global.u32 [%d3], 1;"),
              found);
  // Not all of what follows is for all.
  EXPECT_THAT(faults_of_halves("@%p1 bar.sync 0;\nsetp.gt.u32 %p2, %r1, 5; @!%p2 bra $end; "
                               "st.global.u32 [%d3], 1; $end: ret;"),
              found);
  EXPECT_THAT(faults_of_halves("@%p1 bar.sync 1, 64;\nst.global.u32 [%d3], 1;"), found);
  // They wait at another one, be it for all.
  EXPECT_THAT(faults_of_halves("@%p1 bar.sync 0;\nbar.sync 0; st.global.u32 [%d3], 1;"),
              testing::Contains("divergence in line 4"));
  EXPECT_THAT(faults_of_halves("@!%p1 bra $else; bar.sync 0; bra $join;\n$else: bar.sync 0;\n"
                               "$join: st.global.u32 [%d3], 1;"),
              found);
  // Nothing follows, and the guard says it.
  EXPECT_THAT(faults_of_halves("@%p1 bar.sync 0;\nret;"), found);
  // The others have passed by, and ended, when these come from behind.
  EXPECT_THAT(faults_of_halves("@%p1 bra $wait;\n$join: st.global.u32 [%d3], 1; ret;\n$wait: "
                               "bar.sync 0; bra $join;"),
              ElementsAre("divergence in line 6"));
  // Some only arrive.
  EXPECT_THAT(
      faults_of_halves("@!%p1 bra $join; bar.arrive 0, 128;\n$join: st.global.u32 [%d3], 1;"),
      found);
  EXPECT_THAT(faults_of_halves("@!%p1 bra $join; bar.arrive 1, 128;\n$join: bar.sync 0; ret;"),
              found);
  EXPECT_THAT(faults_of_halves("barrier.cluster.arrive; barrier.cluster.wait; @!%p1 bra $join;\n"
                               "barrier.cluster.arrive.aligned; barrier.cluster.wait;\n$join: "
                               "st.global.u32 [%d3], 1;"),
              ElementsAre("divergence in line 5"));
  // They wait there before the first come to theirs, which were held up.
  EXPECT_THAT(faults_of_halves("@!%p1 bra $late; setp.lt.u32 %p2, %r1, 8; @!%p2 bra $far;\n"
                               "$meet: bar.warp.sync 0xffff; bar.sync 0; bra $join;\n"
                               "$late: bar.sync 0; bra $join;\n$far: bra $meet;\n"
                               "$join: st.global.u32 [%d3], 1;"),
              testing::Contains("divergence in line 6"));
  // They go through a loop less often.
  EXPECT_THAT(faults_of_halves(
                  "mov.u32 %r5, 0; $loop: bar.sync 0; add.u32 %r5, %r5, 8;\nsetp.le.u32 %p2, %r5, "
                  "%r2; @%p2 bra $loop;\nst.global.u32 [%d3], 1;"),
              testing::Contains("divergence in line 4"));
  const Ran told = run("setp.lt.u32 %p1, %r1, 16;\n@%p1 bar.sync 0; st.global.u32 [%d3], 1;", 32);
  ASSERT_EQ(told.report.faults.size(), 1U);
  EXPECT_EQ(told.report.faults[0].thread, (Dim3{16, 0, 0}));
  EXPECT_THAT(told.report.faults[0].message, HasSubstr("executed by a part of a warp: all lanes"));
}

TEST(PtxBarriers, InLoopsInEachOtherAreJudged) {
  // Six of two rounds each, more than are told apart.
  const auto faults = [](const std::string& barrier) {
    std::string begins;
    std::string ends;
    for (int i = 0; i < 6; ++i) {
      const std::string level = std::to_string(i);
      begins += "mov.u32 %r" + std::to_string(10 + i) + ", 0; $L" + level + ": ";
      const std::string of_level = "%r" + std::to_string(10 + i);
      ends.insert(0, "add.u32 " + of_level + ", " + of_level + ", 1; setp.lt.u32 %p3, " + of_level +
                         ", 2; @%p3 bra $L" + level + ";");
    }
    const std::string lanes = "and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 16;\n";
    return faults_of(run(lanes + begins + barrier + "st.global.u32 [%d3], 1;" + ends, 64).report);
  };
  EXPECT_THAT(faults("bar.sync 0;"), ElementsAre());
  EXPECT_THAT(faults("setp.lt.u32 %p2, %r1, 32; @%p2 bar.sync 1, 32;"), ElementsAre());
  EXPECT_THAT(faults("@%p1 bar.arrive 1, 1024;"), ElementsAre("divergence in line 4"));
}

TEST(PtxBarriers, OfAPartOfAWarpInAFunctionAreADivergence) {
  const auto faults = [](const std::string& threads) {
    return faults_of(run("\n{ .param .b32 a; st.param.b32 [a], %r1; call meet, (a); }\n"
                         "st.global.u32 [%d3], 1;",
                         64, {},
                         ".func meet(.param .b32 a) { .reg .pred %p<2>; .reg .b32 %r<2>; "
                         "ld.param.b32 %r1, [a]; setp.lt.u32 %p1, %r1, " +
                             threads + "; @%p1 bar.sync 1, 32; ret; } ")
                         .report);
  };
  EXPECT_THAT(faults("32"), ElementsAre());
  EXPECT_THAT(faults("16"), testing::Contains("divergence in line 1"));
}

TEST(PtxBarriers, InACallAreJudgedBehindIt) {
  // Lanes of %p1 are the first eight of each warp; the call is in line 5.
  const auto faults = [](const std::string& function, const std::string& body,
                         std::uint64_t order) {
    PtxOptions options;
    options.order = order;
    return faults_of(run("and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 8; mov.u32 %r5, 0;\n" + body +
                             "\nst.global.u32 [%d3], 1;",
                         64, options,
                         ".func meet { " + function + " ret; } .func outer { call meet; ret; } ")
                         .report);
  };
  const std::string some =
      ".reg .pred %p<2>; .reg .b32 %r<2>; mov.u32 %r1, %tid.x; and.b32 %r1, %r1, 31; "
      "setp.lt.u32 %p1, %r1, 8; @!%p1 bra $past; bar.sync 1, 64; $past: ";
  const std::string in_turns =
      "$loop: and.b32 %r6, %r5, 1; setp.eq.u32 %p2, %r6, 0; xor.pred %p2, %p2, %p1; @!%p2 bra "
      "$next;\ncall meet;\n$next: st.global.u32 [%d3], %r5; add.u32 %r5, %r5, 1; setp.lt.u32 %p3, "
      "%r5, 8; @%p3 bra $loop;";
  for (const std::uint64_t order : {0, 1}) {
    const auto found = ElementsAre("divergence in line 5");
    for (const char* call : {"call meet;", "call outer;"}) {
      EXPECT_THAT(faults("bar.sync 0;", "\n" + std::string(call), order), ElementsAre());
      // Not all lanes call it.
      EXPECT_THAT(
          faults("bar.sync 1, 64;", "@!%p1 bra $end;\n" + std::string(call) + "\n$end: ", order),
          found);
      EXPECT_THAT(faults("bar.sync 1, 64;", "\n@%p1 " + std::string(call), order), found);
      EXPECT_THAT(faults("bar.arrive 1, 512;", "\n@%p1 " + std::string(call), order), found);
      // They do, and not all come to the barrier in it.
      EXPECT_THAT(faults(some, "\n" + std::string(call), order), found);
    }
    // Where some call it there is none.
    EXPECT_THAT(faults("barrier.sync 1, 64;", "\n@%p1 call meet;", order), ElementsAre());
    EXPECT_THAT(faults("", "\n@%p1 call meet;", order), ElementsAre());
    EXPECT_THAT(faults("bar.sync 0;", "setp.lt.u32 %p1, %r1, 32;\n@%p1 call meet;", order),
                ElementsAre());
    // In odd rounds some do, in even ones the others.
    EXPECT_THAT(faults("bar.sync 1, 64;", in_turns, order), found);
  }
}

TEST(PtxBarriers, TakeLanesInAnyOrder) {
  for (const char* body : {
           // Half of the warp comes late, from behind, and has done something else before.
           "@%p1 bra $behind; $meet: bar.sync 0; st.global.u32 [%d3], 1; ret;\n"
           "$behind: st.global.u32 [%d3], 2; bra $meet;",
           // Half of it has nothing more to do than to say so, and does not come at all.
           "@%p1 bra $behind; bar.sync 0; st.global.u32 [%d3], 1; ret;\n"
           "$behind: st.global.u32 [%d3], 2; ret;",
           // The same within a loop, where some end in the first round and others in the next.
           "st.global.u32 [%d3], 0; mov.u32 %r5, 0;\n$loop: ld.global.u32 %r6, [%d3]; add.u32 "
           "%r5, %r5, 8; setp.gt.u32 %p2, %r5, %r2; @%p2 bra $done; bar.sync 0; setp.lt.u32 %p3, "
           "%r5, 24; @%p3 bra $loop; st.global.u32 [%d3], 1; ret;\n"
           "$done: st.global.u32 [%d3], 2; ret;",
           // Ends that share their last instructions.
           "@%p1 bra $end; st.global.u32 [%d3], 1; bar.sync 0; st.global.u32 [%d3], 2;\n"
           "$end: mov.u32 %r5, 1; ret;",
           // Some arrive at one, and wait at the next, before the others come to the first.
           "@%p1 bra $behind;\n$meet: bar.arrive 1, 128; bar.sync 0; st.global.u32 [%d3], 1; ret;\n"
           "$behind: st.global.u32 [%d3], 2; bra $meet;",
           // The guard is that of whole warps.
           "setp.lt.u32 %p2, %r1, 32; @%p2 bar.sync 1, 32; st.global.u32 [%d3], 1;",
           // Not aligned: each lane for itself.
           "@%p1 barrier.sync 0;\nst.global.u32 [%d3], 1;",
       }) {
    EXPECT_THAT(faults_of_halves(body), ElementsAre()) << body;
  }
}

/// A loop of 8 rounds, of which %r5 counts; the body begins in line 5 and %p2 holds in the last
/// four. Each thread writes its word in each round.
std::vector<std::string> faults_of_rounds(const std::string& body, const std::string& behind = "",
                                          const PtxOptions& options = {}) {
  const Ran result =
      run("and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 8; setp.ge.u32 %p4, %r2, 8;\n"
          "mov.u32 %r5, 0; mov.u32 %r6, 0;\n$loop: st.global.u32 [%d3], %r5; setp.ge.u32 %p2, %r5, "
          "4;\n" +
              body + "\n$next: add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 8; @%p3 bra $loop;\n" +
              behind,
          64, options, ".shared .align 4 .b8 s[256]; ");
  return faults_of(result.report);
}

TEST(PtxBarriers, OfAPartOfAWarpInALoopAreADivergence) {
  const auto found = ElementsAre("divergence in line 6");
  const std::string some = "and.pred %p5, %p1, %p2; not.pred %p6, %p2; or.pred %p5, %p5, %p6; ";
  for (const std::uint64_t order : {0, 1}) {
    PtxOptions options;
    options.order = order;
    const auto faults = [&](const std::string& body, const std::string& behind = "") {
      return faults_of_rounds(body, behind, options);
    };
    // From the middle on, some lanes do; by a guard, and by a branch around it.
    EXPECT_THAT(faults(some + "@%p5 bar.sync 0;"), found);
    EXPECT_THAT(faults(some + "@%p5 barrier.sync.aligned 0;"), found);
    EXPECT_THAT(faults(some + "@%p5 bar.red.or.pred %p7, 0, %p1;"), found);
    EXPECT_THAT(faults(some + "@!%p5 bra $next; bar.sync 0;"), found);
    EXPECT_THAT(faults("@%p4 bra $next; bar.sync 0;"), found);
    EXPECT_THAT(faults("@%p4 bra $next; bar.arrive 1, 1024;"), found);
    // Those that do come from behind the others, which have gone on by then.
    const std::string from_behind = "ret;\n$wait: bar.sync 0; bra $next;";
    EXPECT_THAT(faults("and.pred %p5, %p1, %p2; @%p5 bra $wait;", from_behind),
                ElementsAre("divergence in line 9"));
    // They do in turns: in odd rounds some, in even ones the others.
    const std::string in_turns =
        "and.b32 %r6, %r5, 1; setp.eq.u32 %p5, %r6, 0; xor.pred %p5, %p5, %p1; ";
    EXPECT_THAT(faults(in_turns + "@%p5 bar.sync 0;"), found);
    EXPECT_THAT(faults(in_turns + "@!%p5 bra $next; bar.sync 0;"), found);
    EXPECT_THAT(faults(in_turns + "@!%p5 bra $next; bar.arrive 1, 512;"), found);
    // The others have come from behind, and touch nothing on the way.
    EXPECT_THAT(
        faults_of(run("and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 8; mov.u32 %r5, 0;\n$loop: "
                      "setp.eq.u32 %p5, %r5, 0; xor.pred %p5, %p5, %p1; @%p5 bra $wait;\n"
                      "$next: add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 2; @%p3 bra $loop;\n"
                      "st.global.u32 [%d3], %r5; ret;\n$wait: bar.sync 0; bra $next;",
                      64, options)
                      .report),
        ElementsAre("divergence in line 7"));
    // Different ones, of which some only arrive.
    EXPECT_THAT(faults("@%p1 bra $one; bar.sync 0; bra $next;\n$one: bar.sync 0;"),
                testing::Not(ElementsAre()));
    EXPECT_THAT(faults("@%p1 bra $one; bar.sync 1, 64; bra $next; $one: bar.arrive 1, 64;"),
                testing::Not(ElementsAre()));
    // In an inner loop, which some leave earlier.
    EXPECT_THAT(faults("mov.u32 %r6, 0; selp.u32 %r7, 2, 3, %p1;\n$inner: bar.sync 0; add.u32 %r6, "
                       "%r6, 1; setp.lt.u32 %p5, %r6, %r7; @%p5 bra $inner;"),
                testing::Not(ElementsAre()));
  }
}

TEST(PtxBarriers, OfWholeWarpsInALoopAreNone) {
  for (const char* body : {
           // Whole warps skip it, or wait at others than other warps do.
           "setp.lt.u32 %p5, %r1, 32; @%p5 bar.sync 1, 32;",
           "setp.lt.u32 %p5, %r1, 32; @!%p5 bra $next; bar.sync 1, 32;",
           "setp.lt.u32 %p5, %r1, 32; @%p5 bra $one; bar.sync 0; bra $next; $one: bar.sync 0;",
           // All skip it in some of the rounds.
           "@%p2 bar.sync 0;",
           "@%p2 bra $next; bar.sync 0;",
           "@%p2 bra $next; bar.arrive 1, 512;",
           // For each lane by itself.
           "@%p1 barrier.sync 1;",
           "@%p1 bra $next; barrier.sync 1;",
           // Lanes have ended, or end on a way of their own.
           "setp.gt.u32 %p5, %r5, 1; and.pred %p5, %p5, %p4; @%p5 ret; bar.sync 0;",
           "setp.gt.u32 %p5, %r5, 1; and.pred %p5, %p5, %p4; @%p5 bra $end; @%p2 bar.sync 0;",
           // They do something else before, for as long as each must, in a loop that begins where
           // this one does.
           "add.u32 %r6, %r6, 1; setp.lt.u32 %p5, %r6, %r2; @%p5 bra $loop; bar.sync 0; mov.u32 "
           "%r6, 0;",
           "add.u32 %r6, %r6, 1; setp.lt.u32 %p5, %r6, %r2; @%p5 bra $loop; @%p2 bar.sync 0; "
           "mov.u32 "
           "%r6, 0;",
           // The same where the loop ends at its beginning, and with an inner one around the
           // barrier.
           "setp.ge.u32 %p5, %r5, 8; @%p5 bra $end; add.u32 %r6, %r6, 1; setp.lt.u32 %p5, %r6, "
           "%r2;\n"
           "@%p5 bra $loop; bar.sync 0; mov.u32 %r6, 0; add.u32 %r5, %r5, 1; bra $loop;",
           "setp.ge.u32 %p5, %r5, 8; @%p5 bra $end; add.u32 %r6, %r6, 1; setp.lt.u32 %p5, %r6, "
           "%r2;\n"
           "@%p5 bra $loop; $inner: bar.sync 0; mov.u32 %r6, 0; add.u32 %r5, %r5, 1; and.b32 %r7, "
           "%r5, 1; setp.eq.u32 %p5, %r7, 0; @%p5 bra $loop; bra $inner;",
           // An inner loop goes round as often as each lane must, and none comes to the barrier in
           // it; then all do, as often.
           "mov.u32 %r6, 0; selp.u32 %r7, 2, %r2, %p2; $inner: @!%p2 bra $around; bar.sync 0;\n"
           "$around: add.u32 %r6, %r6, 1; setp.lt.u32 %p5, %r6, %r7; @%p5 bra $inner;",
       }) {
    EXPECT_THAT(faults_of_rounds(body, "$end: ret;"), ElementsAre()) << body;
  }
}

TEST(PtxBarriers, OfThoseWhoArriveWithoutWaiting) {
  const Ran result = run(R"(
    setp.lt.u32 %p1, %r1, 32; @%p1 bra $producer;
    bar.sync 1, 64; ld.shared.u32 %r2, [s]; st.global.u32 [%d3], %r2; ret;
    $producer: st.shared.u32 [s], 9; bar.arrive 1, 64;)",
                         64, {}, ".shared .u32 s; ");
  EXPECT_TRUE(result.report.finished);
  EXPECT_THAT(faults_of(result.report), ElementsAre());
  EXPECT_EQ(result.words[63], 9U);
}

TEST(PtxBarriers, ThatNobodyOpensAreADeadlockWithItsPlace) {
  const Ran counted = run("\nbar.sync 3, 96;", 64);
  EXPECT_FALSE(counted.report.finished);
  EXPECT_THAT(faults_of(counted.report), ElementsAre("deadlock in line 4"));
  EXPECT_THAT(counted.report.faults[0].message, HasSubstr("barrier 3"));
  const Ran apart =
      run("\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 bra $L;\nbar.sync 0; ret;\n$L: bar.sync 1;", 64);
  EXPECT_THAT(faults_of(apart.report), ElementsAre("deadlock in line 7"));
}

TEST(PtxBarriers, DoNotCountThoseThatHaveEnded) {
  const Ran result =
      run("setp.ge.u32 %p1, %r1, 20; @%p1 exit; bar.sync 0; st.global.u32 [%d3], 4;", 64);
  EXPECT_TRUE(result.report.finished);
  EXPECT_EQ(result.words[19], 4U);
}

TEST(PtxBarriers, ThatDoNotExistOrDisagreeEndTheLaunch) {
  EXPECT_THAT(faults_of(run("\nbar.sync 16;", 32).report), ElementsAre("trap in line 4"));
  EXPECT_THAT(
      faults_of(run("setp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 1, 64;\nbar.sync 1, 96;", 64).report),
      ElementsAre("divergence in line 5"));
}

TEST(PtxLaunches, RunTheBlocksThatAreChosen) {
  const std::string text = module_with(R"(
    ld.param.u64 %d1, [p]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %nctaid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1; mul.wide.u32 %d2, %r4, 4; add.s64 %d3, %d1, %d2;
    st.global.u32 [%d3], 1;)");
  Device device(text);
  const Buffer out = device.buffer(4 * 12, Fill::Kind::zero);
  Launch launch{"k", {3, 4}, {1}, std::nullopt, 0, {Argument::pointer(out)}, {11, 4}};
  const LaunchReport report = device.executor().launch(launch, {});
  EXPECT_EQ(report.blocks, 2U);
  EXPECT_THAT(device.read<std::uint32_t>(out, 12), ElementsAre(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1));
  launch.blocks = {12};
  EXPECT_THAT(error_of<LaunchError>([&] { device.executor().launch(launch, {}); }),
              HasSubstr("no block 12"));
}

TEST(PtxLaunches, OfWrongSizeAreRefused) {
  Device device(module_with("ret;", ".param .u32 n"));
  const std::vector<Argument> one{Argument::value(1)};
  const auto error = [&](Dim3 grid, Dim3 block, std::vector<Argument> arguments,
                         std::uint32_t shared = 0) {
    return error_of<LaunchError>([&] { device.launch(grid, block, std::move(arguments), shared); });
  };
  EXPECT_EQ(error({1}, {1}, one), "");
  EXPECT_THAT(error({1}, {1025}, one), HasSubstr("too large"));
  EXPECT_THAT(error({1}, {32, 32, 2}, one), HasSubstr("too large"));
  EXPECT_THAT(error({1}, {0}, one), HasSubstr("empty"));
  EXPECT_THAT(error({1, 70000}, {1}, one), HasSubstr("cannot be launched"));
  EXPECT_THAT(error({1}, {1}, {}), HasSubstr("1 parameters, and 0 arguments"));
  EXPECT_THAT(error({1}, {1}, {Argument::value(std::uint64_t{1})}), HasSubstr("argument 0 has 8"));
  EXPECT_THAT(error({1}, {1}, one, 1U << 30), HasSubstr("too much shared memory"));
}

TEST(PtxLaunches, GiveTheSameInAnyOrder) {
  // A sum of a block by a tree in shared memory.
  constexpr std::string_view sum = R"(
    mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; st.shared.u32 [%r4], %r1;
    mov.u32 %r5, 64;
    $loop: bar.sync 0; setp.ge.u32 %p1, %r1, %r5; @%p1 bra $skip;
    shl.b32 %r6, %r5, 2; add.u32 %r7, %r4, %r6;
    ld.shared.u32 %r8, [%r7]; ld.shared.u32 %r9, [%r4]; add.u32 %r8, %r8, %r9; st.shared.u32 [%r4], %r8;
    $skip: shr.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra $loop;
    bar.sync 0; ld.shared.u32 %r8, [s]; st.global.u32 [%d3], %r8;)";
  for (const std::uint64_t order : {0, 1, 2, 3, 99}) {
    PtxOptions options;
    options.order = order;
    const Ran result = run(sum, 128, options, ".shared .align 4 .b8 s[512]; ");
    EXPECT_THAT(faults_of(result.report), ElementsAre()) << order;
    EXPECT_THAT(result.words, Each(127 * 64)) << order;
  }
}

TEST(PtxCopies, ThatNobodyWaitsForAreBounded) {
  const Ran result = run(R"($L: cp.async.ca.shared.global [s], [%d1], 4;
    cp.async.commit_group; bra $L;)",
                         1, {}, ".shared .align 16 .b8 s[64]; ");
  EXPECT_FALSE(result.report.finished);
  EXPECT_THAT(result.report.faults.back().message, HasSubstr("nobody waits for them"));
}

}  // namespace
}  // namespace layoutcheck::gpu
