// clusterlaunchcontrol: which clusters take over the work of others, what they are told, and who
// must wait for that.
#include "ptx_device.hpp"
#include "ptx_probe.hpp"

#include <gmock/gmock.h>

#include <map>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Covers covers{"clusterlaunchcontrol"};

/// How tests change a kernel: what stands in place of a line.
using Changes = std::map<std::string, std::string>;

/// A block of 32 threads writes its number into y at its place, and at those of all blocks that it
/// takes over, in a grid of `x` by 2.
std::string kernel_of(const Changes& changes = {}, bool in_clusters = false) {
  const auto line = [&](const std::string& name, const std::string& text) {
    const auto change = changes.find(name);
    return (change == changes.end() ? text : change->second) + "\n";
  };
  const std::string multicast = in_clusters ? ".multicast::cluster::all" : "";
  return ".version 8.6 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p) " +
         std::string(in_clusters ? ".reqnctapercluster 2, 1, 1 " : "") +
         "{ .reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 %d<32>; .reg .b128 %w; .shared .align "
         "16 .b8 s[32]; .shared .align 8 .b64 m; ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; "
         "setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.y; mov.u32 %r4, "
         "%nctaid.x; mov.u32 %r5, 0; mov.u32 %r10, %cluster_ctarank; setp.eq.u32 %p2, %r10, 0; "
         "and.pred %p2, %p1, %p2; mad.lo.u32 %r11, %r3, %r4, %r2;\n" +
         "@%p1 mbarrier.init.shared.b64 [m], 1; barrier.cluster.arrive; barrier.cluster.wait;\n"
         "$NEXT:\n" +
         line("expect", "@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [m], 16;") +
         line("try",
              "@%p2 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx"
              "::bytes" +
                  multicast + ".b128 [s], [m];") +
         "mad.lo.u32 %r6, %r3, %r4, %r2; mul.wide.u32 %d2, %r6, 4; add.u64 %d2, %d1, %d2; @%p1 "
         "st.global.u32 [%d2], %r11;\n" +
         line("wait",
              "$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [m], %r5; @!%p3 bra "
              "$WAIT; xor.b32 %r5, %r5, 1;") +
         line("load", "ld.shared.b128 %w, [s];") +
         line("asked",
              "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p4, %w; @!%p4 bra "
              "$END;") +
         line("first",
              "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r2, %r3, "
              "%r7, _}, %w;") +
         line("own", "add.u32 %r2, %r2, %r10;") +
         line("open",
              "fence.proxy.async.shared::cta; barrier.cluster.arrive; "
              "barrier.cluster.wait;") +
         "bra $NEXT;\n$END: barrier.cluster.arrive; barrier.cluster.wait;\n}\n";
}

struct Ran {
  std::vector<std::string> faults;
  std::string message;
  std::uint64_t blocks = 0;
  /// By place, the block that has written it.
  std::vector<std::uint32_t> writers;
};

Ran ran(const std::string& text, std::uint32_t x, const std::vector<std::uint64_t>& chosen = {}) {
  Device device(text);
  const Buffer y = device.buffer(8 * std::uint64_t{x}, Fill::Kind::zero);
  Launch launch;
  launch.grid = {x, 2, 1};
  launch.block = {32};
  launch.arguments = {Argument::pointer(y)};
  launch.blocks = chosen;
  const LaunchReport report = device.executor().launch(launch, {});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message, report.blocks,
          device.read<std::uint32_t>(y, 2 * std::size_t{x})};
}

TEST(PtxClusterLaunch, BlocksTakeOverOthersInTheirOrder) {
  const Ran found = ran(kernel_of(), 10);
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  EXPECT_EQ(found.blocks, 20U);
  for (std::uint32_t i = 0; i < 20; ++i)
    EXPECT_EQ(found.writers[i], i / 8 * 8) << i;
}

TEST(PtxClusterLaunch, ClustersTakeOverClusters) {
  const Ran found = ran(kernel_of({}, true), 10);
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  EXPECT_EQ(found.blocks, 20U);
  for (std::uint32_t i = 0; i < 20; ++i)
    EXPECT_EQ(found.writers[i], i / 16 * 16 + i % 2) << i;
}

TEST(PtxClusterLaunch, OnlyChosenBlocksAreTakenOver) {
  const Ran found = ran(kernel_of(), 10, {3, 7, 12});
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  EXPECT_EQ(found.blocks, 3U);
  for (std::uint32_t i = 0; i < 20; ++i)
    EXPECT_EQ(found.writers[i], i == 3 || i == 7 || i == 12 ? 3U : 0U) << i;
}

TEST(PtxClusterLaunch, CoordinatesMayBeAskedForOneByOne) {
  const std::string query = "clusterlaunchcontrol.query_cancel.get_first_ctaid::";
  const Ran found =
      ran(kernel_of({{"first", query + "x.b32.b128 %r2, %w; " + query + "y.b32.b128 %r3, %w; " +
                                   query + "z.b32.b128 %r7, %w; add.u32 %r3, %r3, %r7;"}}),
          10);
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  EXPECT_EQ(found.writers[15], 8U);
}

TEST(PtxClusterLaunch, TheResponseIsWaitedFor) {
  EXPECT_THAT(ran(kernel_of({{"wait", ""}}), 2).faults, testing::Contains("race in line 8"));
  const Ran hidden = ran(kernel_of({{"open", "bar.sync 0;"}}), 10);
  EXPECT_THAT(hidden.faults, ElementsAre()) << "reads before an asynchronous write need no fence";
  const Ran unordered = ran(kernel_of({{"open", ""}}), 10);
  EXPECT_THAT(unordered.faults, testing::Contains("race in line 5")) << unordered.message;
  const Ran unexpected = ran(kernel_of({{"expect", "@%p1 mbarrier.arrive.shared.b64 _, [m];"}}), 2);
  EXPECT_THAT(unexpected.message,
              HasSubstr("was written by an asynchronous operation, and nothing orders the two"));
}

TEST(PtxClusterLaunch, WhatIsUndefinedIsFound) {
  // Coordinates that there are not may be asked for, and not be used.
  const std::string first =
      "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r2, "
      "%r3, %r7, _}, %w;";
  const std::string asked = "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p4, %w;";
  const Ran unused = ran(kernel_of({{"asked", first}, {"first", asked + "@!%p4 bra $END;"}}), 10);
  EXPECT_THAT(unused.faults, ElementsAre()) << unused.message;
  EXPECT_EQ(unused.writers[15], 8U);
  EXPECT_EQ(ran(kernel_of({{"asked", ""},
                           {"own",
                            "mul.wide.u32 %d3, %r2, 4; add.u64 %d3, %d1, %d3; @%p1 st.global.u32 "
                            "[%d3], %r11; bra $END;"}}),
                1, {0})
                .message,
            "depends on %r2, and nothing has set it");
  EXPECT_EQ(ran(kernel_of({{"asked",
                            "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p4, "
                            "%w; @!%p4 bra $NEXT;"}}),
                1)
                .message,
            "the block has seen that a cluster was not canceled, and tries again");
  EXPECT_EQ(ran(kernel_of({{"load", "mov.b128 %w, {%d1, %d1};"}}), 2).message,
            "these 128 bits are no response of clusterlaunchcontrol.try_cancel");
  const std::string elsewhere =
      "@%p2 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 ";
  EXPECT_EQ(ran(kernel_of({{"try", elsewhere + "[s+8], [m];"}}), 2).message,
            "the address of a response is a multiple of 16");
  EXPECT_EQ(ran(kernel_of({{"try",
                            "@%p2 clusterlaunchcontrol.try_cancel.async.mbarrier::"
                            "complete_tx::bytes.b128 [%d1], [m];"}}),
                2)
                .message,
            "the address is not in shared memory");
  EXPECT_EQ(ran(kernel_of({{"try",
                            "mov.u32 %r20, s; mapa.shared::cluster.u32 %r20, %r20, 1; "
                            "cvt.u64.u32 %d20, %r20; cvta.shared::cluster.u64 %d20, %d20; "
                            "@%p2 clusterlaunchcontrol.try_cancel.async.mbarrier::"
                            "complete_tx::bytes.b128 [%d20], [m];"}},
                          true),
                2)
                .message,
            "the response does not go to the block's shared memory");
}

}  // namespace
}  // namespace layoutcheck::gpu
