// Bulk copies, asynchronous stores and reductions: what they move, who completes them, and what the
// asynchronous proxy sees.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// %d1 and %d2 are buffers of 64 words, x and y, %r1 the thread, %r2 the rank, %r3 the thread's
/// word of `s`, %d3 that of y, which blocks have one after the other; %p1 says whether it is thread
/// 0. The body begins in line 2.
std::string kernel_of(std::string_view body, std::string_view directives = "") {
  return ".version 8.7 .target sm_90a .address_size 64 .visible .entry k(.param .u64 p, .param "
         ".u64 q) " +
         std::string(directives) +
         " { .reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 %d<32>; .reg .b16 %h; "
         ".shared .align 16 .b8 s[128]; .shared .align 8 .b64 m; "
         "ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; mov.u32 %r1, %tid.x; "
         "mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 4, %r3; "
         "mov.u32 %r6, %ctaid.x; mad.lo.u32 %r7, %r6, 32, %r1; mad.wide.u32 %d3, %r7, 4, %d2; "
         "setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r2, 0; add.u32 %r8, %r7, 100; " +
         std::string(body) + "\n}\n";
}

struct Ran {
  std::vector<std::string> faults;
  /// Of the first fault, or remark if there is none.
  std::string message;
  std::vector<std::uint32_t> numbers;
  std::size_t remarks = 0;
};

/// With x[i] = i, and y of zeros.
Ran ran(const std::string& text, std::uint32_t blocks = 1) {
  Device device(text);
  const Buffer x = device.buffer(256, Fill::Kind::index);
  const Buffer y = device.buffer(256, Fill::Kind::zero);
  const LaunchReport report =
      device.launch({blocks}, {32}, {Argument::pointer(x), Argument::pointer(y)});
  const auto& told = report.faults.empty() ? report.remarks : report.faults;
  return {faults_of(report), told.empty() ? "" : told[0].message,
          device.read<std::uint32_t>(y, 32 * std::size_t{blocks}), report.remarks.size()};
}

std::vector<std::uint32_t> numbers_from(std::uint32_t first, std::size_t count = 32) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

/// Thread 0 copies, and all wait.
const std::string load =
    "\n@%p1 mbarrier.init.shared.b64 [m], 1; bar.sync 0; @!%p1 bra $WAIT;\n"
    "mbarrier.arrive.expect_tx.shared.b64 %d5, [m], 128;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%d1+64], 128, [m];\n"
    "$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [m], 0;\n@!%p3 bra $WAIT;\n"
    "ld.shared.u32 %r9, [%r3]; st.global.u32 [%d3], %r9;";

TEST(PtxBulk, CopiesToSharedMemoryAreAwaitedAtAnMbarrier) {
  const Ran right = ran(kernel_of(load));
  EXPECT_THAT(right.faults, ElementsAre()) << right.message;
  EXPECT_EQ(right.numbers, numbers_from(16));
  const Ran blind = ran(kernel_of(replaced(load,
                                           "$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, "
                                           "[m], 0;\n@!%p3 bra $WAIT;",
                                           "bar.sync 0;\n$WAIT: bar.sync 0;")));
  EXPECT_THAT(blind.faults, testing::Contains("race in line 7"));
  // What was there before must not be read any more.
  const std::string used = "\nst.shared.u32 [%r3], 1;\nld.shared.u32 %r10, [%r3];";
  EXPECT_THAT(ran(kernel_of(used + "bar.sync 0;" + load)).faults, ElementsAre());
  EXPECT_THAT(ran(kernel_of(replaced(load, "bar.sync 0;", "bar.sync 0;" + used))).faults,
              ElementsAre("race in line 6"));
}

TEST(PtxBulk, RelaxedArrivalsAndWaitsAreOrderedByFences) {
  const std::string loads = "ld.shared.u32 %r9, [%r3];";
  const auto waited = [&](const std::string& fence) {
    const std::string relaxed =
        replaced(load, "try_wait.parity.shared", "try_wait.parity.relaxed.cta.shared::cta");
    return ran(kernel_of(replaced(relaxed, loads, fence + loads))).faults;
  };
  for (const char* fence : {"fence.acquire.cta;", "fence.acq_rel.cta;", "fence.sc.cluster;",
                            "membar.cta;", "fence.acquire.sync_restrict::shared::cluster.cluster;"})
    EXPECT_THAT(waited(fence), ElementsAre()) << fence;
  for (const char* fence : {"", "fence.release.cta;", "fence.mbarrier_init.release.cluster;"})
    EXPECT_THAT(waited(fence), ElementsAre("race in line 7")) << fence;
  // All arrive; the fence is before that, and behind what the others read.
  const auto arrived = [&](const std::string& before, const std::string& fence) {
    return ran(kernel_of(
                   "@%p1 mbarrier.init.shared.b64 [m], 32; bar.sync 0; xor.b32 %r4, %r3, 4;\n" +
                   before + " st.shared.u32 [%r3], %r1; " + fence +
                   " mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [m];\n"
                   "$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [m], 0; @!%p3 bra $WAIT;\n"
                   "ld.shared.u32 %r9, [%r4];"))
        .faults;
  };
  for (const char* fence : {"fence.release.cta;", "fence.acq_rel.cta;", "membar.gl;",
                            "fence.release.sync_restrict::shared::cta.cluster;"})
    EXPECT_THAT(arrived("", fence), ElementsAre()) << fence;
  for (const auto& [before, fence] :
       {std::pair("", ""), {"fence.release.cta;", ""}, {"", "fence.acquire.cta;"}})
    EXPECT_THAT(arrived(before, fence), ElementsAre("race in line 4")) << before << fence;
}

TEST(PtxBulk, AnMbarrierThatIsNeverCompleteSaysWhatIsMissing) {
  const auto never = [](std::string_view what, std::string_view by) {
    const Ran found = ran(kernel_of(replaced(load, what, by)));
    EXPECT_THAT(found.faults, testing::Contains("deadlock in line 5"));
    return found.message;
  };
  EXPECT_EQ(never("[m], 128;", "[m], 256;"),
            "waits for a phase of the mbarrier, of which 128 expected bytes are missing");
  EXPECT_EQ(
      never("[m], 128;", "[m], 64;"),
      "waits for a phase of the mbarrier, of which 64 bytes more have come than are expected");
  EXPECT_EQ(never("[m], 1;", "[m], 3;"),
            "waits for a phase of the mbarrier, of which 2 of 3 arrivals are missing");
  EXPECT_EQ(never("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], "
                  "[%d1+64], 128, [m];",
                  ""),
            "waits for a phase of the mbarrier, of which 128 expected bytes are missing");
  // The parity is not that of the phase that is under way.
  const Ran twice =
      ran(kernel_of(load + replaced(load.substr(load.find("\n$WAIT")), "$WAIT: ", "$MORE: ")));
  EXPECT_THAT(twice.faults, ElementsAre());
}

TEST(PtxBulk, AddressesAndSizesAreMultiplesOf16) {
  const Ran size = ran(kernel_of(replaced(load, "128, [m]", "120, [m]")));
  EXPECT_THAT(size.faults, ElementsAre("misaligned in line 4"));
  EXPECT_THAT(size.message, HasSubstr("multiple of 16 bytes, not of 120"));
  EXPECT_THAT(ran(kernel_of(replaced(load, "%d1+64", "%d1+8"))).faults,
              ElementsAre("misaligned in line 4"));
  EXPECT_THAT(ran(kernel_of(replaced(load, "%d1+64", "%d1+144"))).faults,
              ElementsAre("out of bounds in line 4"));
  EXPECT_THAT(ran(kernel_of(replaced(load, "[s]", "[s+16]"))).faults,
              testing::Contains("out of bounds in line 4"));
}

/// All write, and thread 0 copies what they wrote.
const std::string store =
    "\nst.shared.u32 [%r3], %r8;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n@!%p1 bra $END;\n"
    "cp.async.bulk.global.shared::cta.bulk_group [%d2], [s], 128;\ncp.async.bulk.commit_group;\n"
    "cp.async.bulk.wait_group.read 0;\n$END: bar.sync 0;";

TEST(PtxBulk, CopiesToGlobalMemoryNeedAProxyFence) {
  const Ran right = ran(kernel_of(store));
  EXPECT_THAT(right.faults, ElementsAre()) << right.message;
  EXPECT_EQ(right.numbers, numbers_from(100));
  constexpr std::string_view fence = "fence.proxy.async.shared::cta;";
  const Ran none = ran(kernel_of(replaced(store, fence, "")));
  EXPECT_THAT(none.faults, ElementsAre("race in line 6"));
  EXPECT_THAT(none.message,
              HasSubstr("byte 0 of 136 of shared memory was written by thread (0,0,0) "
                        "of block (0,0,0), and no fence.proxy.async is between"));
  // It may stand behind the barrier, too, but not before the store.
  std::string behind = replaced(store, fence, "");
  EXPECT_THAT(
      ran(kernel_of(replaced(behind, "bra $END;\n", "bra $END; fence.proxy.async;\n"))).faults,
      ElementsAre());
  EXPECT_THAT(
      ran(kernel_of(replaced(behind, "\nst.shared", "\nfence.proxy.async; st.shared"))).faults,
      ElementsAre("race in line 6"));
  EXPECT_THAT(
      ran(kernel_of(replaced(behind, "bar.sync 0;", "fence.proxy.async.global; bar.sync 0;")))
          .faults,
      ElementsAre("race in line 6"));
  // Of thread 0 alone before the barrier.
  const Ran one = ran(kernel_of(replaced(store, fence, "@%p1 fence.proxy.async;")));
  EXPECT_THAT(one.faults, ElementsAre("race in line 6"));
  EXPECT_THAT(one.message, HasSubstr("was written by thread (1,0,0)"));
  EXPECT_THAT(ran(kernel_of(replaced(store, "bar.sync 0;", ""))).faults,
              testing::Contains("race in line 6"));
}

TEST(PtxBulk, SharedMemoryIsNotUsedAgainBeforeItIsRead) {
  const std::string again = store + "\nst.shared.u32 [%r3], 7;";
  EXPECT_THAT(ran(kernel_of(again)).faults, ElementsAre());
  const std::string wait = "cp.async.bulk.wait_group.read 0;";
  for (const auto& [what, by] : {std::pair{wait, std::string()}, {"read 0", "read 1"}}) {
    const Ran early = ran(kernel_of(replaced(again, what, by)));
    EXPECT_THAT(early.faults, ElementsAre("race in line 10"));
    EXPECT_EQ(early.remarks, 1U);
  }
  EXPECT_THAT(ran(kernel_of(replaced(again, ".read 0", " 0"))).faults, ElementsAre());
  // That the block ends before is but a remark.
  for (const std::string& what : {wait, std::string("cp.async.bulk.commit_group;")}) {
    const Ran end = ran(kernel_of(replaced(store, what, "")));
    EXPECT_THAT(end.faults, ElementsAre());
    EXPECT_EQ(end.remarks, 1U);
    EXPECT_THAT(end.message, HasSubstr("is accessed by an asynchronous operation, and this one may "
                                       "have ended by then"));
  }
}

constexpr std::string_view meet = "\nbarrier.cluster.arrive; barrier.cluster.wait;";

/// What `body` sends to the other block, whose mbarrier in %r12 is told of 128 bytes.
std::string exchange(std::string_view body) {
  return kernel_of(
      "xor.b32 %r5, %r2, 1; mapa.shared::cluster.u32 %r4, %r3, %r5; mov.u32 %r10, s;"
      "mov.u32 %r11, m; mapa.shared::cluster.u32 %r12, %r11, %r5; "
      "mapa.shared::cluster.u32 %r13, %r10, %r5; .shared .align 16 .b8 t[128]; "
      "mov.u32 %r14, t; mad.lo.u32 %r15, %r1, 4, %r14; @%p1 mbarrier.init.shared.b64 "
      "[m], 1; @%p1 mbarrier.arrive.expect_tx.shared.b64 %d5, [m], 128;"
      "st.shared.u32 [%r3], 5;" +
          std::string(meet) + "\n" + std::string(body) +
          "\n$WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [m], "
          "0; @!%p3 bra $WAIT;\nld.shared.u32 %r9, [%r3]; st.global.u32 [%d3], %r9;" +
          std::string(meet),
      ".reqnctapercluster 2");
}

TEST(PtxBulk, BlocksSendToEachOther) {
  const auto swapped = [](std::uint32_t first) {
    std::vector<std::uint32_t> numbers = numbers_from(first + 32);
    const auto others = numbers_from(first);
    numbers.insert(numbers.end(), others.begin(), others.end());
    return numbers;
  };
  const Ran stored = ran(
      exchange("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r4], %r8, [%r12];"), 2);
  EXPECT_THAT(stored.faults, ElementsAre()) << stored.message;
  EXPECT_EQ(stored.numbers, swapped(100));
  const Ran summed =
      ran(exchange("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::"
                   "bytes.add.u32 [%r4], %r8, [%r12];"),
          2);
  EXPECT_THAT(summed.faults, ElementsAre()) << summed.message;
  EXPECT_EQ(summed.numbers, swapped(105));
  // By generic addresses, where no state space is named.
  const std::string generic =
      "cvt.u64.u32 %d20, %r4; cvta.shared::cluster.u64 %d20, %d20; cvt.u64.u32 %d21, %r12; "
      "cvta.shared::cluster.u64 %d21, %d21; ";
  const Ran anywhere = ran(
      exchange(generic + "st.async.weak.mbarrier::complete_tx::bytes.u32 [%d20], %r8, [%d21];"), 2);
  EXPECT_THAT(anywhere.faults, ElementsAre()) << anywhere.message;
  EXPECT_EQ(anywhere.numbers, swapped(100));
  const Ran added = ran(exchange(generic + "red.async.relaxed.cluster.mbarrier::complete_tx::"
                                           "bytes.add.u32 [%d20], %r8, [%d21];"),
                        2);
  EXPECT_THAT(added.faults, ElementsAre()) << added.message;
  EXPECT_EQ(added.numbers, swapped(105));
  const std::string copy =
      "st.shared.u32 [%r15], %r8; fence.proxy.async; bar.sync 0;\n@%p1 "
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r13], [%r14], 128, "
      "[%r12];";
  const Ran copied = ran(exchange(copy), 2);
  EXPECT_THAT(copied.faults, ElementsAre()) << copied.message;
  EXPECT_EQ(copied.numbers, swapped(100));
  EXPECT_THAT(ran(exchange(replaced(copy, "fence.proxy.async;", "")), 2).faults,
              ElementsAre("race in line 4"));
  // The mbarrier is the sender's.
  const Ran own = ran(exchange(replaced(copy, "[%r12]", "[m]")), 2);
  EXPECT_THAT(own.faults, ElementsAre("trap in line 4"));
  EXPECT_THAT(own.message, HasSubstr("not in the block to which the bytes go"));
  // Half of it comes twice.
  EXPECT_THAT(ran(exchange("shr.u32 %r16, %r3, 1; st.async.shared::cluster.mbarrier::complete_tx::"
                           "bytes.v2.u32 [%r13], {%r8, %r8}, [%r12];"),
                  2)
                  .faults,
              testing::Contains("race in line 3"));
}

TEST(PtxBulk, BlocksGetWhatOneSends) {
  const Ran both = ran(
      exchange(
          "and.pred %p4, %p1, %p2; mov.u16 %h, 3;\n@%p4 "
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
          "[s], [%d1+128], 128, [m], %h;"),
      2);
  EXPECT_THAT(both.faults, ElementsAre()) << both.message;
  for (std::uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(both.numbers[i], 32 + i % 32) << i;
  const Ran one = ran(
      exchange(
          "and.pred %p4, %p1, %p2; mov.u16 %h, 2;\n@%p4 "
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
          "[s], [%d1+128], 128, [m], %h;"),
      2);
  EXPECT_THAT(one.faults, ElementsAre("deadlock in line 5"));
}

/// Each thread's word of `s` is 3 times its number; y has 100 more than its numbers.
std::string reduction_of(const std::string& words) {
  return kernel_of(
      "mul.lo.u32 %r9, %r1, 3; st.shared.u32 [%r3], %r9; add.u32 %r8, %r1, 100; "
      "st.global.u32 [%d3], %r8; fence.proxy.async; bar.sync 0;\n@%p1 "
      "cp.reduce.async.bulk.global.shared::cta.bulk_group." +
      words +
      " [%d2], [s], 128;\n@%p1 cp.async.bulk.commit_group;\n@%p1 "
      "cp.async.bulk.wait_group 0;");
}

TEST(PtxBulk, ReducesIntoGlobalMemory) {
  using F = std::function<std::uint32_t(std::uint32_t, std::uint32_t)>;
  const std::vector<std::pair<std::string, F>> all = {
      {"add.u32", [](auto a, auto b) { return a + b; }},
      {"min.s32", [](auto a, auto b) { return std::min(a, b); }},
      {"max.u32", [](auto a, auto b) { return std::max(a, b); }},
      {"inc.u32", [](auto a, auto b) { return a >= b ? 0 : a + 1; }},
      {"xor.b32", [](auto a, auto b) { return a ^ b; }},
      {"and.b64", [](auto a, auto b) { return a & b; }}};
  for (const auto& [words, f] : all) {
    const Ran found = ran(reduction_of(words));
    ASSERT_THAT(found.faults, ElementsAre()) << words << ": " << found.message;
    for (std::uint32_t i = 0; i < 32; ++i)
      EXPECT_EQ(found.numbers[i], f(100 + i, 3 * i)) << words << ", " << i;
  }
  EXPECT_THAT(ran(replaced(reduction_of("add.u32"), "fence.proxy.async;", "")).faults,
              ElementsAre("race in line 2"));
}

TEST(PtxBulk, ReducesIntoAnotherBlocksSharedMemory) {
  const std::string text = kernel_of(
      "mul.lo.u32 %r9, %r1, 3; st.shared.u32 [%r3], %r9; @%p1 mbarrier.init.shared.b64 [m], 1; "
      "fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait;\n@%p1 "
      "mbarrier.arrive.expect_tx.shared.b64 _, [m], 64; xor.b32 %r10, %r2, 1; mov.u32 %r11, s; "
      "mov.u32 %r12, m; mapa.shared::cluster.u32 %r13, %r11, %r10; mapa.shared::cluster.u32 %r14, "
      "%r12, %r10; add.u32 %r13, %r13, 64;\n@%p1 "
      "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 "
      "[%r13], [s], 64, [%r14];\n$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [m], 0; @!%p3 "
      "bra $WAIT;\nld.shared.u32 %r15, [%r3]; st.global.u32 [%d3], %r15; barrier.cluster.arrive; "
      "barrier.cluster.wait;",
      ".reqnctapercluster 2, 1, 1");
  const Ran found = ran(text, 2);
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t own = i % 32;
    EXPECT_EQ(found.numbers[i], 3 * own + (own < 16 ? 0 : 3 * (own - 16))) << i;
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
