// Races: which accesses of two threads the PTX executor takes for unordered.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// %r1 is the thread, %d1 the buffer, %d3 the thread's word in it, %r31 what the threads write:
/// another value each. The body begins in line 2.
std::vector<std::string> races(std::string_view body, std::uint32_t threads = 64,
                               std::uint32_t blocks = 1) {
  const std::string begin =
      "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.s64 %d3, %d1, "
      "%d2; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r31, %r2, 1024, %r1; add.u32 %r31, %r31, 1;"
      "setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 1; setp.eq.u32 %p3, %r1, 33;";
  Device device(module_with(begin + std::string(body), ".param .u64 p",
                            ".shared .align 16 .b8 s[8192]; .shared .align 8 .b64 m; "));
  const Buffer buffer = device.buffer(8192, Fill::Kind::zero);
  return faults_of(device.launch({blocks}, {threads}, {Argument::pointer(buffer)}));
}

TEST(PtxRaces, OfTwoWrites) {
  EXPECT_THAT(races("\nst.global.u32 [%d1], %r31;"), ElementsAre("race in line 2"));
  EXPECT_THAT(races("\n@%p1 st.global.u32 [%d1], 1;\n@%p3 st.global.u32 [%d1], 2;"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(races("\n@%p1 st.global.u32 [%d1], 1;\nbar.sync 0;\n@%p3 st.global.u32 [%d1], 2;"),
              ElementsAre());
}

TEST(PtxRaces, OfARead) {
  EXPECT_THAT(races("\n@%p1 st.global.u32 [%d1], 1;\n@%p3 ld.global.u32 %r3, [%d1];"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(races("\n@%p1 st.global.u32 [%d1], 1;\nbar.sync 0;\n@%p3 ld.global.u32 %r3, [%d1];"),
              ElementsAre());
  EXPECT_THAT(races("\n@%p1 ld.global.u32 %r3, [%d1];\n@%p3 st.global.u32 [%d1], 1;"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(races("\n@%p1 ld.global.u32 %r3, [%d1];\nbar.sync 0;\n@%p3 st.global.u32 [%d1], 1;"),
              ElementsAre());
}

TEST(PtxRaces, AreSeenInTheNextRoundToo) {
  // The barrier behind the reads is missing: the next write comes too early.
  constexpr std::string_view round = R"(
    mov.u32 %r5, 0;
    $L: add.u32 %r6, %r31, %r5; mov.u32 %r7, s; shl.b32 %r8, %r1, 2; add.u32 %r7, %r7, %r8;
    st.shared.u32 [%r7], %r6;
    bar.sync 0;
    xor.b32 %r9, %r8, 128; mov.u32 %r10, s; add.u32 %r10, %r10, %r9; ld.shared.u32 %r11, [%r10];
    MAYBE
    add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, 3; @%p4 bra $L;)";
  std::string with(round);
  with.replace(with.find("MAYBE"), 5, "bar.sync 0;");
  std::string without(round);
  without.replace(without.find("MAYBE"), 5, "");
  EXPECT_THAT(races(with), ElementsAre());
  EXPECT_THAT(races(without), ElementsAre("race in line 6", "race in line 4"));
}

/// An access of a warp's lanes: lane i touches `first` + `step` · i.
struct LaneAccess {
  unsigned warp = 0;
  bool writes = false;
  unsigned bytes = 4;
  int first = 0;
  int step = 4;
};

/// The access, of the lanes that a predicate names.
std::string text_of(const LaneAccess& access, std::string_view predicate, unsigned number) {
  const std::string vector = access.bytes > 4 ? "v" + std::to_string(access.bytes / 4) + "." : "";
  const std::string type = vector + "b" + std::to_string(8 * std::min(access.bytes, 4U));
  const std::string registers = access.bytes == 16  ? "{%r20, %r20, %r20, %r20}"
                                : access.bytes == 8 ? "{%r20, %r20}"
                                                    : "%r20";
  const std::string address = "[%d4]";
  return "\nmad.lo.u32 %r20, %r1, 7, " + std::to_string(number * 131) +
         "; mad.lo.s32 %r21, %r11, " + std::to_string(access.step) + ", " +
         std::to_string(access.first) + "; cvt.s64.s32 %d4, %r21; add.s64 %d4, %d1, %d4; @" +
         std::string(predicate) +
         (access.writes ? " st.global." + type + " " + address + ", " + registers + ";"
                        : " ld.global." + type + " " + registers + ", " + address + ";");
}

/// Accesses of all lanes side by side are looked at as one. Who is found to race does not depend on
/// that: it is the same where the halves of a warp touch memory one after the other.
TEST(PtxRaces, AreThoseOfSingleLanesWhereLanesAreSideBySide) {
  constexpr std::string_view begin =
      "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; and.b32 %r11, %r1, 31; shr.u32 %r12, %r1, 5;"
      "setp.lt.u32 %p1, %r11, 16; setp.ge.u32 %p2, %r11, 16;";
  std::mt19937 random(1);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  unsigned with_races = 0;
  for (unsigned program = 0; program < 300; ++program) {
    std::string together(begin);
    std::string by_halves(begin);
    for (unsigned i = 0; i < 7; ++i) {
      LaneAccess access{below(2), below(2) == 0, 1U << below(5)};
      const auto bytes = static_cast<int>(access.bytes);
      // Nearly always in order, at the begin of a line.
      access.step = below(6) == 0 ? -bytes : bytes;
      access.first = static_cast<int>(below(3)) * 512 + (below(4) == 0 ? bytes : 0);
      if (access.step < 0) access.first += 31 * bytes;
      const std::string of_warp = "\nsetp.eq.u32 %p3, %r12, " + std::to_string(access.warp) +
                                  "; and.pred %p4, %p1, %p3; and.pred %p5, %p2, %p3;";
      together += of_warp + text_of(access, "%p3", i);
      by_halves += of_warp + text_of(access, "%p4", i) + text_of(access, "%p5", i);
      if (below(4) == 0) {
        together += "\nbar.sync 0;";
        by_halves += "\nbar.sync 0;";
      }
    }
    const auto run = [&](const std::string& body) {
      PtxOptions options;
      options.order = program % 2;
      Device device(module_with(body), options);
      const LaunchReport report = device.launch(
          {1 + program % 3}, {64}, {Argument::pointer(device.buffer(4096, Fill::Kind::zero))});
      EXPECT_TRUE(report.finished);
      return report.fault_count;
    };
    const std::uint64_t races = run(by_halves);
    with_races += races != 0 ? 1 : 0;
    ASSERT_EQ(run(together), races) << together;
  }
  EXPECT_GT(with_races, 100U);
  EXPECT_LT(with_races, 290U);
}

TEST(PtxRaces, NeedTwoThreads) {
  EXPECT_THAT(
      races("\nst.global.u32 [%d3], 1; ld.global.u32 %r3, [%d3]; st.global.u32 [%d3], %r31;"),
      ElementsAre());
}

TEST(PtxRaces, OfTheSameValueAreNone) {
  EXPECT_THAT(races("\nst.global.u32 [%d1], 1;"), ElementsAre());
  EXPECT_THAT(races("\nst.global.u32 [%d1], 1;", 32, 3), ElementsAre());
}

/// What is only remarked of lanes 0 to 31, of which those that are 16 apart share a word at %d5,
/// and which hold 1.5 and, in lanes from 16 on, the next number, in %f1.
std::vector<std::string> remarks(std::string_view body, std::vector<std::string>* races = nullptr,
                                 std::uint32_t threads = 32) {
  const std::string begin =
      "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 15; shr.u32 %r3, %r1, 4; "
      "and.b32 %r3, %r3, 1; mul.wide.u32 %d4, %r2, 4; add.s64 %d5, %d1, %d4; "
      "add.u32 %r4, %r3, 0x3fc00000; mov.b32 %f2, %r4; add.f32 %f1, %f2, 0f00000000; "
      "setp.lt.u32 %p1, %r1, 16;";
  Device device(module_with(begin + std::string(body)));
  const LaunchReport report =
      device.launch({1}, {threads}, {Argument::pointer(device.buffer(8192, Fill::Kind::zero))});
  if (races != nullptr) *races = faults_of(report);
  std::vector<std::string> all;
  for (const Fault& fault : report.remarks)
    all.push_back(std::string(name(fault.kind)) + " in line " + std::to_string(fault.line));
  return all;
}

TEST(PtxRaces, OfLanesThatUpdateInPlaceAreRemarks) {
  std::vector<std::string> found;
  // Values are equal, or a part of the lanes does not store.
  for (const std::string_view guard : {"", "@%p1 "}) {
    EXPECT_THAT(remarks("\nld.global.u32 %r5, [%d5];\nadd.u32 %r6, %r5, 7;\n" + std::string(guard) +
                            "st.global.u32 [%d5], %r6;",
                        &found),
                ElementsAre("redundant write in line 4"));
    EXPECT_THAT(found, ElementsAre());
  }
  // Those of another warp, or that read in another step, are not of one layout's element.
  EXPECT_THAT(remarks("\nld.global.u32 %r5, [%d5];\nadd.u32 %r6, %r5, 7;\nst.global.u32 [%d5], "
                      "%r6;",
                      &found, 64),
              ElementsAre("redundant write in line 4"));
  EXPECT_THAT(found, ElementsAre("race in line 2", "race in line 4"));
  EXPECT_THAT(remarks("\n@%p1 ld.global.u32 %r5, [%d5];\n@!%p1 ld.global.u32 %r5, [%d5];\n"
                      "@%p1 st.global.u32 [%d5], 7;",
                      &found),
              ElementsAre());
  EXPECT_THAT(found, ElementsAre("race in line 4"));
  // Others read it before, in a step of their own, or with a barrier between.
  EXPECT_THAT(remarks("\n@!%p1 ld.global.u32 %r5, [%d5];\nld.global.u32 %r5, [%d5];\n"
                      "@%p1 st.global.u32 [%d5], 7;",
                      &found),
              ElementsAre("redundant write in line 4"));
  EXPECT_THAT(found, ElementsAre());
  EXPECT_THAT(
      remarks("\nld.global.u32 %r5, [%d5];\nbar.warp.sync -1;\nst.global.u32 [%d5], 7;", &found),
      ElementsAre());
  EXPECT_THAT(found, ElementsAre());
  // Lanes that count in shared memory lose what others count.
  EXPECT_THAT(remarks("\n.shared .align 4 .b8 s[64]; mov.u32 %r7, s; shl.b32 %r8, %r2, 2; "
                      "add.u32 %r7, %r7, %r8; @%p1 st.shared.u32 [%r7], 0; bar.warp.sync -1;\n"
                      "ld.shared.u32 %r5, [%r7];\nadd.u32 %r6, %r5, 1;\n"
                      "st.shared.u32 [%r7], %r6;",
                      &found),
              ElementsAre());
  EXPECT_THAT(found, ElementsAre("race in line 5"));
  // Who writes has not read what others read there.
  EXPECT_THAT(remarks("\nld.global.u32 %r5, [%d5+4];\nst.global.u32 [%d5], 7;", &found),
              ElementsAre());
  EXPECT_THAT(found, ElementsAre("race in line 3"));
}

TEST(PtxRaces, NameAnotherReaderThanTheWriter) {
  // In shared memory, where lanes that have read together are no layout's.
  Device device(
      module_with("mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 32; setp.eq.u32 %p2, %r1, "
                  "63; @%p2 st.shared.u32 [s], 0; bar.sync 0;\n"
                  "@%p1 ld.shared.u32 %r5, [s];\n@%p2 st.shared.u32 [s], 1;",
                  "", ".shared .align 4 .b8 s[4];"));
  const LaunchReport report = device.launch({1}, {64}, {});
  EXPECT_THAT(faults_of(report), ElementsAre("race in line 3"));
  EXPECT_THAT(report.faults.at(0).message,
              testing::HasSubstr("was read by thread (32,0,0) of block (0,0,0)"));
}

TEST(PtxRaces, OfReadsBeforeAnExchangeOfWhatWasReadAreNone) {
  const auto races_of = [](const std::string& body, std::uint32_t threads = 32) {
    std::vector<std::string> found;
    remarks("\n" + body, &found, threads);
    return found;
  };
  const std::string load = "@!%p1 ld.global.u32 %r5, [%d5];\n";
  const std::string store = "\n@%p1 st.global.u32 [%d5], %r4;";
  const std::string sum = "add.u32 %r6, %r5, 1; shfl.sync.bfly.b32 %r7, %r6, 16, 31, -1;";
  EXPECT_THAT(races_of(load + sum + store), ElementsAre());
  EXPECT_THAT(races_of(load + "setp.eq.u32 %p3, %r5, 1; vote.sync.any.pred %p4, %p3, -1;" + store),
              ElementsAre());
  // Something else is exchanged, or by some of the lanes, or before; or another warp has read, too.
  const auto race = ElementsAre("race in line 4");
  EXPECT_THAT(races_of(load + "shfl.sync.bfly.b32 %r7, %r4, 16, 31, -1;" + store), race);
  EXPECT_THAT(races_of(load + "@%p1 bra $L; " + "add.u32 %r6, %r5, 1; " +
                       "shfl.sync.bfly.b32 %r7, %r6, 8, 31, 0xffff0000; $L:" + store),
              race);
  EXPECT_THAT(races_of(sum + "\n" + load + store.substr(1)), race);
  EXPECT_THAT(races_of(load + sum + store, 64), ElementsAre("race in line 2"));
  // A second read that is not exchanged.
  EXPECT_THAT(races_of(load + load.substr(0, load.size() - 1) + sum + store), ElementsAre());
  EXPECT_THAT(
      races_of("@!%p1 ld.global.u32 %r8, [%d5];\n" + load.substr(0, load.size() - 1) + sum + store),
      race);
  // Nor is it forgotten for those of two other lanes that are.
  EXPECT_THAT(races_of("and.b32 %r2, %r1, 3; setp.eq.u32 %p3, %r2, 1; setp.eq.u32 %p4, %r2, 2; "
                       "setp.eq.u32 %p5, %r2, 3; setp.eq.u32 %p6, %r1, 0; @%p3 ld.global.u32 %r8, "
                       "[%d1];\n@%p4 ld.global.u32 %r5, [%d1]; @%p5 ld.global.u32 %r5, [%d1];\n" +
                       sum + "\n@%p6 st.global.u32 [%d1], %r4;"),
              ElementsAre("race in line 5"));
  // What was written and is read after an exchange.
  EXPECT_THAT(races_of("@%p1 st.global.u32 [%d5], %r4;\nshfl.sync.bfly.b32 %r7, %r4, 16, 31, -1;\n"
                       "@!%p1 ld.global.u32 %r5, [%d5];"),
              race);
}

TEST(PtxRaces, OfWhatIsReadWaitForItsUse) {
  // As Triton compiles a rotation in place of a tile that is smaller than the block: both warps
  // load it, and the first one stores.
  const std::string load = "\nld.global.f32 %f3, [%d5];\nadd.f32 %f4, %f3, 0f3F800000;";
  const auto stores_below = [&](const char* threads) {
    return load + "\nsetp.lt.u32 %p2, %r1, " + threads + ";\n@%p2 st.global.f32 [%d5+64], %f4;" +
           "\nbar.warp.sync -1; @%p2 st.global.f32 [%d5], %f4;";
  };
  std::vector<std::string> found;
  remarks(stores_below("32"), &found, 64);
  EXPECT_THAT(found, ElementsAre());
  remarks(stores_below("34"), &found, 64);
  EXPECT_THAT(found, ElementsAre("race in line 2", "race in line 5", "race in line 6"));
  // As it compiles a logarithm: a branch decides what is computed, and nothing else.
  const auto with_branch = [&](const std::string& threads, const std::string& decided) {
    return ".local .b8 l[4]; mov.u64 %d7, l;\nld.global.f32 %f3, [%d5];\nsetp.lt.f32 %p3, %f3, "
           "0f3F800000; add.f32 %f4, %f3, 0f3F000000;"
           "\n$L: @%p3 bra $S; " +
           decided + "\n$S: setp.lt.u32 %p2, %r1, " + threads + ";\n@%p2 st.global.f32 [%d5], %f4;";
  };
  for (const std::string decided :
       {"add.f32 %f4, %f3, 0f3F800000;", "ld.global.f32 %f4, [%d5+64];",
        "setp.eq.u32 %p4, %r1, 1; @%p4 bra $S; add.f32 %f4, %f3, 0f3F800000; bra $S;",
        "add.u32 %r6, %r6, 1; setp.gt.u32 %p3, %r6, 9; bra $L;",
        "st.local.f32 [l], %f3; ld.local.f32 %f4, [l];",
        "mov.u64 %d6, %d5; ld.global.f32 %f4, [%d6+64];"}) {
    remarks(with_branch("32", decided), &found, 64);
    EXPECT_THAT(found, ElementsAre()) << decided;
    remarks(with_branch("34", decided), &found, 64);
    EXPECT_THAT(found, testing::Contains("race in line 2")) << decided;
  }
  // Whether, or how often, something else is done, and which address is taken.
  for (const std::string decided :
       {"st.global.f32 [%d5+64], %f4;", "bar.warp.sync -1;", "ret;",
        "st.global.f32 [%d5+64], %f4; add.u32 %r6, %r6, 1; setp.gt.u32 %p3, %r6, 9; bra $L;",
        "mov.u64 %d6, %d5;", "st.local.f32 [l], %f3; ld.local.u32 %r5, [l]; cvt.u64.u32 %d6, %r5;",
        "mov.b32 %r5, %f3; cvt.u64.u32 %d6, %r5; and.b64 %d6, %d6, 0; add.s64 %d6, %d6, %d5; "
        "ld.global.f32 %f4, [%d6];",
        "st.local.f32 [l], %f3; cvta.local.u64 %d6, %d7; ld.f32 %f4, [%d6];",
        "setp.eq.u32 %p4, %r1, 77; @%p4 red.global.add.u32 [%d5+64], 1;"}) {
    remarks(
        with_branch("32", decided) + "\nsetp.eq.u32 %p4, %r1, 77; @%p4 ld.global.u32 %r6, [%d6];",
        &found, 64);
    EXPECT_THAT(found, testing::Contains("race in line 2")) << decided;
  }
  // Lanes exchange it: then it is told if one of them stores what comes of it.
  const auto stored_by = [&](const std::string& thread, const std::string& exchange) {
    remarks(
        "@%p1 st.global.u32 [%d5], %r4; setp.eq.u32 %p3, %r1, 41;\n@%p3 ld.global.u32 %r5, "
        "[%d5];\n" +
            exchange + " add.u32 %r6, %r6, 1; setp.eq.u32 %p2, %r1, " + thread +
            "; @%p2 st.global.u32 [%d5+64], %r6;",
        &found, 64);
    return std::ranges::count(found, "race in line 2");
  };
  const std::string shuffle = "shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1;";
  EXPECT_EQ(stored_by("40", shuffle), 1);
  EXPECT_EQ(stored_by("99", shuffle), 0);
  EXPECT_EQ(stored_by("40", "mov.b32 %r6, %r5;"), 0);
  // It decides an address, or whether something is stored.
  const std::string write = "\n@%p1 st.global.u32 [%d5], %r4;";
  for (const std::string_view use :
       {"ld.global.u32 %r5, [%d5];\nand.b32 %r6, %r5, 0; cvt.u64.u32 %d6, %r6; add.s64 %d6, %d6, "
        "%d5; setp.eq.u32 %p2, %r1, 99; @%p2 st.global.u32 [%d6], 1;",
        "ld.global.u32 %r5, [%d5];\nsetp.eq.u32 %p2, %r5, 99; @%p2 st.global.u32 [%d5+64], 1;",
        // The same by way of local memory, beside a store that is not executed.
        "ld.global.u32 %r5, [%d5];\n.local .b8 l[4]; st.local.u32 [l], %r5; ld.local.u32 %r6, [l]; "
        "setp.eq.u32 %p2, %r6, 99; @%p2 st.global.u32 [%d5+64], 1; "
        "setp.eq.u32 %p3, %r1, 99; @%p3 st.global.u32 [%d5+64], %r5;",
        "ld.global.u32 %r5, [%d5];\n.local .b8 l[4]; st.local.u32 [l], %r5; mov.u64 %d6, l; "
        "cvta.local.u64 %d6, %d6; ld.u32 %r6, [%d6]; st.global.u32 [%d5+1024], %r6; "
        "setp.eq.u32 %p3, %r1, 99; @%p3 st.global.u32 [%d5+64], %r5;",
        "ld.global.u32 %r5, [%d5];\nshfl.sync.bfly.b32 %r6, %r5, 1, 31, -1; setp.eq.u32 %p2, %r6, "
        "99; @%p2 st.global.u32 [%d5+64], %r6;"}) {
    remarks(write + "\n" + std::string(use), &found, 64);
    EXPECT_THAT(found, testing::Contains("race in line 3")) << use;
  }
}

TEST(PtxRaces, NameABarrierAtWhichSomeWarpsDoNotArrive) {
  std::vector<std::string> found;
  const std::string begin = "setp.ge.u32 %p2, %r1, 32; @%p2 bra $L;\n";
  const std::string store = "st.global.u32 [%d1], %r4;";
  const std::string load = "$L:\nld.global.u32 %r5, [%d1];";
  EXPECT_THAT(remarks(begin + store + "\nbar.sync 0; ret; " + load, &found, 64),
              ElementsAre("divergence in line 3"));
  EXPECT_THAT(found, testing::Contains("race in line 4"));
  EXPECT_THAT(remarks(begin + store + "\nbar.sync 0; ret; " + load + "\nbar.sync 0;", &found, 64),
              ElementsAre("divergence in line 3"));
  EXPECT_THAT(found, testing::Contains("race in line 4"));
  // Without a race, and where all arrive.
  EXPECT_THAT(remarks(begin + "\nbar.sync 0; ret; " + load, &found, 64), ElementsAre());
  EXPECT_THAT(remarks(begin + store + load + "\nbar.sync 0;", &found, 64), ElementsAre());
  EXPECT_THAT(found, testing::Not(testing::IsEmpty()));
}

TEST(PtxRaces, OfWarpsThatRepeatEachOtherAreRemarks) {
  // As Triton compiles a sum over lanes that hold it in different orders.
  std::vector<std::string> found;
  EXPECT_THAT(remarks("\nst.global.f32 [%d5], %f1;", &found, 64),
              ElementsAre("redundant write in line 2"));
  EXPECT_THAT(found, ElementsAre());
  // Not if one of them goes another way, or if the numbers are others.
  remarks(
      "\nsetp.lt.u32 %p2, %r1, 32;\n@%p2 bra $L; mov.u32 %r5, 0;\n$L: st.global.f32 [%d5], "
      "%f1;",
      &found, 64);
  EXPECT_THAT(found, ElementsAre("race in line 4"));
  remarks(
      "\nsetp.lt.u32 %p2, %r1, 32;\n@%p2 add.f32 %f1, %f1, 0f3F800000;\nst.global.f32 [%d5], "
      "%f1;",
      &found, 64);
  EXPECT_THAT(found, ElementsAre("race in line 4"));
}

TEST(PtxRaces, OfLanesThatDifferInTheLastBitAreRemarks) {
  std::vector<std::string> found;
  EXPECT_THAT(remarks("\nst.global.f32 [%d5], %f1;", &found),
              ElementsAre("redundant write in line 2"));
  EXPECT_THAT(found, ElementsAre());
  EXPECT_THAT(remarks("\ncvt.rn.bf16.f32 %h1, %f1; mul.bf16 %h1, %h1, %h1; mov.b32 %r5, %f1;\n"
                      "st.global.b32 [%d5], %r5;",
                      &found),
              ElementsAre("redundant write in line 3"));
  // The bits are no number that was computed.
  remarks("\nmov.b32 %r5, %f1; xor.b32 %r6, %r5, 0;\nst.global.u32 [%d5], %r6;", &found);
  EXPECT_THAT(found, ElementsAre("race in line 3"));
  EXPECT_THAT(remarks("\nst.global.u32 [%d5], %r4;", &found), ElementsAre());
  EXPECT_THAT(found, ElementsAre("race in line 2"));
  // The numbers are another each.
  EXPECT_THAT(
      remarks("\nadd.u32 %r3, %r3, 1; cvt.rn.f32.u32 %f1, %r3;\nst.global.f32 [%d5], %f1;", &found),
      ElementsAre());
  EXPECT_THAT(found, ElementsAre("race in line 3"));
  // They come in two steps.
  EXPECT_THAT(remarks("\n@%p1 st.global.f32 [%d5], %f1;\n@!%p1 st.global.f32 [%d5], %f1;", &found),
              ElementsAre());
  EXPECT_THAT(found, ElementsAre("race in line 3"));
}

TEST(PtxRaces, OfLanesThatDifferInMoreBitsAreRaces) {
  std::vector<std::string> found;
  const auto two_numbers = [](std::string_view low, std::string_view high) {
    return "selp.b32 %r5, " + std::string(low) + ", " + std::string(high) +
           ", %p1; mov.b32 %f2, %r5; add.f32 %f1, %f2, 0f80000000; cvt.rn.bf16.f32 %h1, %f1;";
  };
  struct Two {
    const char* low;
    const char* high;
    bool near;
    const char* store = "st.global.f32 [%d5], %f1;";
  };
  const char* const half = "st.global.b16 [%d5], %h1;";
  for (const Two& two :
       {Two{"0x3fc00000", "0x3fc00010", true}, Two{"0xbfc00010", "0xbfc00000", true},
        Two{"0x3fc00000", "0x3fc00011", false}, Two{"0x3fc00000", "0xbfc00000", false},
        Two{"1", "2", false}, Two{"0x00800000", "0x007fffff", true},
        Two{"0x7f800000", "0x7f7fffff", false}, Two{"0x3fc00000", "0x3fc20000", true, half},
        Two{"0x3fc00000", "0x3fc30000", false, half}}) {
    const auto remarked = remarks(two_numbers(two.low, two.high) + "\n" + two.store, &found);
    EXPECT_EQ(remarked.size(), two.near ? 1U : 0U) << two.low << " " << two.high;
    EXPECT_EQ(found.size(), two.near ? 0U : 1U) << two.low << " " << two.high;
  }
}

TEST(PtxRaces, OfSumsThatCancelAreRemarksIfTheyDifferLittleFromTheirAddends) {
  // Lanes i and i + 16 hold x * y and z * w, and add them by an `fma` on either side, as in a sum
  // by shuffles. The product of 1 + 2^-12 by itself is not exact; minus 1 it cancels.
  const auto sums_of = [](const std::string& other, const std::string& store) {
    std::vector<std::string> found;
    const std::string sum =
        ".reg .f32 %g<5>; selp.f32 %f3, 0f3F800800, " + other +
        ", %p1; selp.f32 %f4, 0f3F800800, 0f3F800000, %p1; mul.f32 %f5, %f3, %f4; "
        "shfl.sync.bfly.b32 %f6, %f5, 16, 31, -1; fma.rn.f32 %f7, %f3, %f4, %f6; " +
        store;
    const auto remarked = remarks(sum, &found);
    EXPECT_EQ(remarked.size() + found.size(), 1U) << sum;
    return found.empty();
  };
  // -(1 + 2^-11) cancels all but the last bits of it.
  const std::string cancels = "0fBF801000";
  for (const std::string store :
       {"\nst.global.f32 [%d5], %f7;",
        "neg.f32 %g1, %f7; mul.f32 %g2, %g1, 0f41000000; mov.b32 %r5, %g2;\n"
        "st.global.b32 [%d5], %r5;",
        "shfl.sync.bfly.b32 %g1, %f7, 1, 31, -1;\nst.global.f32 [%d5], %g1;",
        "mul.f32 %g1, %f7, 0f3F000000; sub.f32 %g2, %g1, 0f00000000;\nst.global.f32 [%d5], %g2;",
        "max.f32 %g1, %f7, 0f00000000;\nst.global.f32 [%d5], %g1;",
        "cvt.rn.bf16.f32 %h1, %f7;\nst.global.b16 [%d5], %h1;",
        // The same in double precision, of 1 + 2^-27.
        ".reg .f64 %w<6>; add.s64 %d6, %d5, %d4; selp.f64 %w1, 0d3FF0000002000000, "
        "0dBFF0000004000000, %p1; selp.f64 %w2, 0d3FF0000002000000, 0d3FF0000000000000, %p1; "
        "mul.f64 %w3, %w1, %w2; mov.b64 {%r5, %r6}, %w3; shfl.sync.bfly.b32 %r5, %r5, 16, 31, -1; "
        "shfl.sync.bfly.b32 %r6, %r6, 16, 31, -1; mov.b64 %w4, {%r5, %r6}; "
        "fma.rn.f64 %w5, %w1, %w2, %w4;\nst.global.f64 [%d6], %w5;"})
    EXPECT_TRUE(sums_of(cancels, store)) << store;
  // As pairs of halves, by stmatrix: two rows of each matrix have one place.
  const auto by_matrix = [](const std::string& number) {
    return ".shared .align 16 .b8 m[64]; and.b32 %r6, %r1, 3; mov.u32 %r7, m; mad.lo.u32 %r6, %r6, "
           "16, %r7; mov.b32 %r5, " +
           number + ";\nstmatrix.sync.aligned.m8n8.x1.shared.b16 [%r6], {%r5};";
  };
  EXPECT_TRUE(sums_of(cancels, by_matrix("%f7")));
  EXPECT_FALSE(sums_of(cancels, by_matrix("%f4")));
  // Numbers that differ by more, and what is no sum.
  EXPECT_FALSE(sums_of("0fBF800000", "\nst.global.f32 [%d5], %f3;"));
  EXPECT_FALSE(sums_of(cancels, "\nst.global.f32 [%d5], %f4;"));
  EXPECT_FALSE(sums_of(cancels, "add.f32 %g1, %f4, %f3;\nst.global.f32 [%d5], %g1;"));
  EXPECT_FALSE(sums_of(cancels,
                       "mov.f32 %g1, %f4; setp.gt.u32 %p3, %r1, 99; @%p3 add.f32 %g1, %f3, "
                       "0f4A800000;\nst.global.f32 [%d5], %g1;"));
  EXPECT_FALSE(sums_of(cancels, "cvt.rn.bf16.f32 %h1, %f3;\nst.global.b16 [%d5], %h1;"));
  EXPECT_FALSE(sums_of(cancels,
                       "mul.f32 %g1, %f7, 0f4A800000; ex2.approx.f32 %g2, %g1;\n"
                       "st.global.f32 [%d5], %g2;"));
}

/// The PTX ISA: of two morally strong operations none is in a race with the other.
TEST(PtxRaces, OfStrongAccessesAreNone) {
  const std::string swap = "\natom.relaxed.gpu.global.cas.b32 %r4, [%d1], %r3, %r31;";
  for (const std::uint32_t blocks : {1U, 2U}) {
    const std::string load = "\nld.relaxed.gpu.global.u32 %r3, [%d1];";
    EXPECT_THAT(races(load + swap, 64, blocks), ElementsAre());
    EXPECT_THAT(races("\nld.relaxed.sys.global.u32 %r3, [%d1];" + swap, 64, blocks), ElementsAre());
    EXPECT_THAT(races("\nst.relaxed.gpu.global.u32 [%d1], %r31;" + load + swap, 64, blocks),
                ElementsAre());
    // A weak access, or one whose scope leaves threads out, races with a strong one.
    const std::string other = "\nadd.u64 %d9, %d1, 0; ld";
    EXPECT_THAT(races(other + ".global.u32 %r3, [%d9];" + swap, 64, blocks),
                ElementsAre("race in line 3", "race in line 2"));
    EXPECT_THAT(races(other + ".relaxed.cta.global.u32 %r3, [%d9];" + swap, 64, blocks),
                ElementsAre("race in line 3", "race in line 2"));
    // Unless it reads what is compared, where it is compared.
    EXPECT_THAT(races("\nld.global.u32 %r3, [%d1];" + swap, 64, blocks), ElementsAre());
    EXPECT_THAT(races("\nld.global.u32 %r3, [%d1];\nst.global.u32 [%d1], %r31;" + swap, 64, blocks),
                testing::Contains("race in line 3"));
    EXPECT_THAT(races(load + "\nst.global.u32 [%d1], %r31;", 64, blocks),
                ElementsAre("race in line 3", "race in line 2"));
  }
  // Strong reads hide no weak one, be it of the same thread.
  EXPECT_THAT(races("\n@%p1 ld.global.u32 %r3, [%d1]; @%p2 ld.relaxed.gpu.global.u32 %r3, [%d1];"
                    "@%p3 ld.relaxed.gpu.global.u32 %r3, [%d1];\nld.relaxed.gpu.global.u32 %r3, "
                    "[%d1];\n@%p3 st.relaxed.gpu.global.u32 [%d1], 7;"),
              ElementsAre("race in line 4"));
  EXPECT_THAT(races("\n@%p1 ld.global.u32 %r3, [%d1]; @%p1 ld.relaxed.gpu.global.u32 %r3, [%d1];"
                    "\n@%p3 st.relaxed.gpu.global.u32 [%d1], 7;"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(races("\n@%p1 ld.relaxed.gpu.global.u32 %r3, [%d1]; @%p1 ld.global.u32 %r3, [%d1];"
                    "\n@%p3 st.relaxed.gpu.global.u32 [%d1], 7;"),
              ElementsAre("race in line 3"));
}

TEST(PtxRaces, OfNeighboursInAWordAreNone) {
  EXPECT_THAT(races("\ncvt.u64.u32 %d4, %r1; add.s64 %d5, %d1, %d4; st.global.u8 [%d5], %r31;"),
              ElementsAre());
  EXPECT_THAT(
      races("\nmul.wide.u32 %d4, %r1, 2; add.s64 %d5, %d1, %d4; st.global.u16 [%d5], %r31;"),
      ElementsAre());
  // But a word overlaps the bytes in it.
  EXPECT_THAT(races("\n@%p1 st.global.u32 [%d1], 7;\n@%p3 st.global.u8 [%d1+3], 1;"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(races("\n@%p1 st.global.u8 [%d1+3], 1;\n@%p3 ld.global.v2.u32 {%r3, %r4}, [%d1];"),
              ElementsAre("race in line 3"));
}

TEST(PtxRaces, OfOneOfManyReaders) {
  EXPECT_THAT(races("\nld.global.u32 %r3, [%d1];\n@%p3 st.global.u32 [%d1], 1;"),
              ElementsAre("race in line 3"));
  // The writer itself was the last reader.
  EXPECT_THAT(races("\n@%p1 ld.global.u32 %r3, [%d1]; @%p2 ld.global.u32 %r3, [%d1];\n"
                    "@%p3 ld.global.u32 %r3, [%d1];\n@%p3 st.global.u32 [%d1], 1;"),
              ElementsAre("race in line 4"));
}

TEST(PtxRaces, InAWarpEndWhereItsLanesMeet) {
  EXPECT_THAT(races("\n@%p1 st.shared.u32 [s], 1;\n@%p2 ld.shared.u32 %r3, [s];"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(
      races("\n@%p1 st.shared.u32 [s], 1;\nbar.warp.sync -1;\n@%p2 ld.shared.u32 %r3, [s];"),
      ElementsAre());
  // Another warp does not meet them.
  EXPECT_THAT(
      races("\n@%p1 st.shared.u32 [s], 1;\nbar.warp.sync -1;\n@%p3 ld.shared.u32 %r3, [s];"),
      ElementsAre("race in line 4"));
  // A part of the warp does not either.
  EXPECT_THAT(races("\n@%p1 st.shared.u32 [s], 1;\nsetp.lt.u32 %p4, %r1, 16;\n@%p4 bar.warp.sync "
                    "65535;\nsetp.eq.u32 %p5, %r1, 16; @%p5 ld.shared.u32 %r3, [s];"),
              ElementsAre("race in line 5"));
}

TEST(PtxRaces, EndAtABarrierOfThoseConcerned) {
  constexpr std::string_view body = R"(
    setp.ge.u32 %p4, %r1, 64;
    @%p1 st.shared.u32 [s], 1;
    @%p4 bra $others;
    barrier.sync 1, 64;
    @%p3 ld.shared.u32 %r3, [s];
    ret;
    $others: barrier.sync 2, 32;
    ld.shared.u32 %r3, [s];)";
  EXPECT_THAT(races(body, 64), ElementsAre());
  EXPECT_THAT(races(body, 96), ElementsAre("race in line 9"));
}

TEST(PtxRaces, EndForThoseWhoWaitForOthersThatOnlyArrive) {
  constexpr std::string_view body = R"(
    setp.ge.u32 %p4, %r1, 32;
    @%p4 bra $consumer;
    @%p1 st.shared.u32 [s], 1; bar.arrive 1, 64; ret;
    $consumer: bar.sync 1, 64;
    ld.shared.u32 %r3, [s];)";
  EXPECT_THAT(races(body), ElementsAre());
}

TEST(PtxRaces, EndWhereAnMbarrierIsAwaited) {
  constexpr std::string_view body = R"(
    @%p1 mbarrier.init.shared.b64 [m], 1;
    bar.sync 0;
    @%p3 st.shared.u32 [s], 7;
    @%p3 mbarrier.arrive.shared.b64 %d4, [m];
    WAIT
    @%p1 ld.shared.u32 %r3, [s];)";
  std::string waits(body);
  waits.replace(waits.find("WAIT"), 4,
                "$W: mbarrier.try_wait.parity.shared.b64 %p4, [m], 0; @!%p4 bra $W;");
  EXPECT_THAT(races(waits), ElementsAre());
  std::string hurries(body);
  hurries.replace(hurries.find("WAIT"), 4, "");
  // Warp 0 reads before warp 1 has written.
  EXPECT_THAT(races(hurries), ElementsAre("uninitialized in line 7", "race in line 4"));
}

/// Who has waited for products knows that all four warps have read what they multiply, and nothing
/// else does. They read in the asynchronous proxy.
TEST(PtxRaces, EndWhereProductsOfFourWarpsAreAwaited) {
  constexpr std::string_view products = R"(
    mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 32, %r2;
    st.shared.v4.u32 [%r3], {%r9, %r9, %r9, %r9}; st.shared.v4.u32 [%r3+16], {%r9, %r9, %r9, %r9};
    FENCE bar.sync 0; @%p3 st.shared.u32 [other], 1;
    shr.u32 %r4, %r2, 4; cvt.u64.u32 %d2, %r4; or.b64 %d2, %d2, 0x1000080000;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %d2, %d2, %p1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    WAIT
    @%p2 st.shared.u32 [tile], 7;)";
  const auto found = [&](std::string_view wait, std::string_view fence = "fence.proxy.async;") {
    std::string body(products);
    body.replace(body.find("WAIT"), 4, wait);
    body.replace(body.find("FENCE"), 5, fence);
    Device device(
        module_with("mov.u32 %r1, %tid.x; mov.u32 %r9, 0; setp.ne.u32 %p1, %r1, %r1; "
                    "setp.eq.u32 %p2, %r1, 32; setp.eq.u32 %p3, %r1, 0;" +
                        body,
                    "", ".shared .align 128 .b8 tile[4096]; .shared .align 4 .b32 other;"));
    return faults_of(device.launch({1}, {128}, {}));
  };
  EXPECT_THAT(found("wgmma.wait_group.sync.aligned 0;"), ElementsAre());
  EXPECT_THAT(found("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;"),
              ElementsAre());
  for (const std::string_view wait : {"", "bar.sync 0;", "wgmma.wait_group.sync.aligned 1;",
                                      "wgmma.wait_group.sync.aligned 1; bar.sync 0;",
                                      "wgmma.commit_group.sync.aligned; bar.sync 0;"})
    EXPECT_THAT(found(wait), testing::Contains("race in line 10")) << wait;
  EXPECT_THAT(found("wgmma.wait_group.sync.aligned 0;", ""), ElementsAre("race in line 7"));
  // The wait orders nothing that the threads did themselves.
  EXPECT_THAT(found("wgmma.wait_group.sync.aligned 0; @%p2 ld.shared.u32 %r5, [other];"),
              ElementsAre("race in line 9"));
  EXPECT_THAT(
      found("wgmma.wait_group.sync.aligned 0; bar.sync 0; @%p2 ld.shared.u32 %r5, [other];"),
      ElementsAre());
}

/// Each thread writes its word, and reads that of a thread of the other warp.
TEST(PtxRaces, EndAtTheBarrierOfTheCluster) {
  const std::string begin =
      "xor.b32 %r5, %r1, 32; mul.wide.u32 %d5, %r5, 4; add.s64 %d5, %d1, %d5;";
  const std::string write = "\nst.global.u32 [%d3], %r31;";
  const std::string read = "\nld.global.u32 %r6, [%d5];";
  const std::string arrive = "\nbarrier.cluster.arrive.release;";
  const std::string wait = "\nbarrier.cluster.wait.acquire.aligned;";
  EXPECT_THAT(races(begin + write + arrive + wait + read), ElementsAre());
  EXPECT_THAT(races(begin + write + arrive + wait + read + arrive + wait +
                    "\nadd.u32 %r31, %r31, 7;" + write),
              ElementsAre());
  EXPECT_THAT(races(begin + write + arrive + wait + read + arrive + "\nadd.u32 %r31, %r31, 7;" +
                    write + wait),
              ElementsAre("race in line 5", "race in line 8"));
  EXPECT_THAT(races(begin + write + arrive + read + wait),
              ElementsAre("race in line 2", "race in line 4"));
  EXPECT_THAT(races(begin + arrive + write + wait + read), ElementsAre("race in line 5"));
  EXPECT_THAT(races(begin + write + "\nbarrier.cluster.arrive.relaxed;" + wait + read),
              ElementsAre("race in line 5"));
  // Threads that have ended need not come.
  EXPECT_THAT(races("setp.ge.u32 %p4, %r1, 32; @%p4 ret;" + begin + write + arrive + wait),
              ElementsAre());
  EXPECT_THAT(races(wait), ElementsAre("divergence in line 2"));
  EXPECT_THAT(races(arrive + arrive), ElementsAre("divergence in line 3"));
  EXPECT_THAT(races("setp.ge.u32 %p4, %r1, 32;\n@%p4 bar.sync 0;" + arrive + wait),
              ElementsAre("deadlock in line 4"));
}

TEST(PtxRaces, OfBlocksAreNotEndedByBarriers) {
  EXPECT_THAT(races("\nbar.sync 0; @%p1 st.global.u32 [%d1], %r31;", 32, 2),
              ElementsAre("race in line 2"));
  EXPECT_THAT(races("\nadd.u32 %r3, %r2, 0; mul.wide.u32 %d4, %r3, 4; add.s64 %d5, %d1, %d4; "
                    "@%p1 st.global.u32 [%d5], %r31;",
                    32, 2),
              ElementsAre());
}

TEST(PtxRaces, OfAtomicsAmongThemselvesAreNone) {
  EXPECT_THAT(races("\natom.global.add.u32 %r3, [%d1], 1;", 64, 2), ElementsAre());
  EXPECT_THAT(races("\nred.global.add.u32 [%d1], 1;\n@%p3 ld.global.u32 %r3, [%d1];"),
              ElementsAre("race in line 3"));
  EXPECT_THAT(races("\n@%p1 st.global.u32 [%d1], 5;\n@%p3 red.global.add.u32 [%d1], 1;"),
              ElementsAre("race in line 3"));
}

TEST(PtxRaces, AreNotClaimedOfBlocksThatSynchronize) {
  EXPECT_THAT(
      races("\n@%p1 st.global.u32 [%d1], %r31; membar.gl; red.global.add.u32 [%d1+4], 1;", 32, 2),
      ElementsAre());
}

TEST(PtxRaces, NameBothThreads) {
  Device device(
      module_with("\nld.param.u64 %d1, [p]; mov.u32 %r1, %tid.y;\nst.global.u32 [%d1], "
                  "%r1;"));
  const LaunchReport report = device.launch({1}, {4, 8, 2}, {Argument::pointer(device.buffer(4))});
  ASSERT_EQ(faults_of(report), std::vector<std::string>{"race in line 3"});
  EXPECT_EQ(report.faults[0].thread, (Dim3{0, 1, 0}));
  EXPECT_THAT(report.faults[0].message, HasSubstr("written by thread (0,0,0) of block (0,0,0)"));
  EXPECT_GT(report.fault_count, 1U);
}

TEST(PtxRaces, AreNotLookedForIfTheyMayBe) {
  PtxOptions options;
  options.races = false;
  Device device(
      module_with("ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; st.global.u32 [%d1], %r1;"),
      options);
  EXPECT_THAT(faults_of(device.launch({1}, {64}, {Argument::pointer(device.buffer(4))})),
              ElementsAre());
}

TEST(PtxCopies, ArriveWhereTheyAreAwaited) {
  constexpr std::string_view copy =
      "\nmov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r4, %r4, %r5;\n"
      "cp.async.ca.shared.global [%r4], [%d3], 4; cp.async.commit_group;\n";
  EXPECT_THAT(races(std::string(copy) + "ld.shared.u32 %r6, [%r4];"),
              ElementsAre("uninitialized in line 4"));
  EXPECT_THAT(races(std::string(copy) + "cp.async.wait_group 1;\nld.shared.u32 %r6, [%r4];"),
              ElementsAre("uninitialized in line 5"));
  EXPECT_THAT(races(std::string(copy) + "cp.async.wait_group 0;\nld.shared.u32 %r6, [%r4];"),
              ElementsAre());
  // What another thread has copied is there, but nothing orders it.
  EXPECT_THAT(races(std::string(copy) +
                    "cp.async.wait_all;\nxor.b32 %r5, %r5, 4; mov.u32 %r4, s; add.u32 %r4, %r4, "
                    "%r5; ld.shared.u32 %r6, [%r4];"),
              ElementsAre("race in line 5"));
}

}  // namespace
}  // namespace layoutcheck::gpu
