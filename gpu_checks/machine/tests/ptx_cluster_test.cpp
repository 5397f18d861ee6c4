// Clusters of several blocks: who is in one, the shared memory of the others, and what orders them.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A kernel for clusters of two blocks of 32 threads. %r1 is the thread, %r2 the rank, %r3 the
/// thread's word of `s`, %r4 the same in the other block, %d3 the thread's word of the buffer. The
/// body begins in line 2.
std::string kernel_of(std::string_view body, std::string_view directives = ".reqnctapercluster 2") {
  return ".version 8.7 .target sm_90a .address_size 64 .visible .entry k(.param .u64 p) " +
         std::string(directives) +
         " { .reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 %d<32>; .shared .align 16 .b8 s[128]; "
         ".shared .align 8 .b64 m; ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; "
         "mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 4, %r3; "
         "xor.b32 %r5, %r2, 1; mapa.shared::cluster.u32 %r4, %r3, %r5; mov.u32 %r6, %ctaid.x; "
         "mad.lo.u32 %r7, %r6, 32, %r1; mad.wide.u32 %d3, %r7, 4, %d1; setp.eq.u32 %p1, %r1, 0; "
         "setp.eq.u32 %p2, %r2, 0; add.u32 %r8, %r7, 100; " +
         std::string(body) + "\n}\n";
}

constexpr std::string_view meet = "\nbarrier.cluster.arrive; barrier.cluster.wait;";

struct Ran {
  std::vector<std::string> faults;
  std::string message;
  std::vector<std::uint32_t> numbers;
};

Ran ran(const std::string& text, std::uint32_t blocks = 2, unsigned order = 0,
        std::optional<Dim3> cluster = std::nullopt) {
  PtxOptions options;
  options.order = order;
  Device device(text, options);
  const Buffer buffer = device.buffer(std::uint64_t{128} * blocks, Fill::Kind::zero);
  Launch launch;
  launch.grid = {blocks};
  launch.block = {32};
  launch.cluster = cluster;
  launch.arguments = {Argument::pointer(buffer)};
  const LaunchReport report = device.executor().launch(launch, {});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message,
          device.read<std::uint32_t>(buffer, 32 * std::size_t{blocks})};
}

std::vector<std::string> faults(const std::string& body, std::uint32_t blocks = 2) {
  return ran(kernel_of(body), blocks).faults;
}

TEST(PtxCluster, BlocksReadEachOthersMemory) {
  const std::string write = "\nst.shared.u32 [%r3], %r8;";
  const std::string read = "\nld.shared::cluster.u32 %r9, [%r4];\nst.global.u32 [%d3], %r9;";
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 128; ++i)
    expected.push_back((i ^ 32U) + 100);
  for (const unsigned order : {0U, 1U, 7U}) {
    const Ran found =
        ran(kernel_of(write + std::string(meet) + read + std::string(meet)), 4, order);
    EXPECT_THAT(found.faults, ElementsAre());
    EXPECT_EQ(found.numbers, expected);
  }
  // A generic address, of which the block is asked.
  const Ran generic = ran(kernel_of(
      write + std::string(meet) +
      "cvt.u64.u32 %d4, %r3; cvta.shared.u64 %d4, %d4; mapa.u64 %d5, %d4, %r5;\n"
      "ld.u32 %r9, [%d5]; getctarank.u64 %r10, %d5; shl.b32 %r10, %r10, 16;\n"
      "getctarank.u64 %r11, %d4; shl.b32 %r11, %r11, 20; add.u32 %r9, %r9, %r10;\n"
      "isspacep.shared::cluster %p3, %d5; isspacep.shared::cta %p4, %d5;\n"
      "not.pred %p4, %p4; and.pred %p3, %p3, %p4; isspacep.shared::cta %p4, %d4;\n"
      "and.pred %p3, %p3, %p4; mapa.u64 %d6, %d5, %r2; isspacep.shared::cta %p4, %d6;\n"
      "and.pred %p3, %p3, %p4; ld.shared.u32 %r12, [%r3]; ld.u32 %r13, [%d6];\n"
      "setp.eq.and.u32 %p3, %r12, %r13, %p3; selp.u32 %r12, 0, 7, %p3; add.u32 %r9, %r9, %r12;\n"
      "add.u32 %r9, %r9, %r11; st.global.u32 [%d3], %r9;" +
      std::string(meet)));
  EXPECT_THAT(generic.faults, ElementsAre()) << generic.message;
  for (std::uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(generic.numbers[i],
              (i ^ 32U) + 100 + (i < 32 ? 1U << 16 : 0U) + (i < 32 ? 0U : 1U << 20))
        << i;
}

TEST(PtxCluster, BlocksWriteAndUpdateEachOthersMemory) {
  const Ran found = ran(kernel_of(
      "st.shared.u32 [%r3], %r1;" + std::string(meet) +
      "\nred.shared::cluster.add.u32 [%r4], 1000; atom.shared::cluster.add.u32 %r9, [%r4], 1;" +
      std::string(meet) + "\nld.shared.u32 %r9, [%r3]; st.global.u32 [%d3], %r9;"));
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  EXPECT_EQ(found.numbers[40], 8 + 1001U);
  EXPECT_THAT(faults("st.shared.u32 [%r3], %r1;" + std::string(meet) +
                     "\nst.shared::cluster.u32 [%r4], %r8;" + "\nld.shared.u32 %r9, [%r3];" +
                     std::string(meet)),
              ElementsAre("race in line 3", "race in line 4"));
  EXPECT_THAT(faults(std::string(meet) + "\nst.shared::cluster.u32 [%r4], %r8;" +
                     std::string(meet) + "\nld.shared.u32 %r9, [%r3];"),
              ElementsAre());
  EXPECT_THAT(faults(std::string(meet) + "\nst.shared::cluster.u32 [%r4], %r8;" +
                     "\nbarrier.cluster.arrive.relaxed; barrier.cluster.wait;" +
                     "\nld.shared.u32 %r9, [%r3];"),
              ElementsAre("race in line 5", "race in line 3"));
  // But fences around it do.
  const auto fenced = [&](const std::string& fence) {
    return faults(std::string(meet) + "\nst.shared::cluster.u32 [%r4], %r8;\n" + fence +
                  " barrier.cluster.arrive.relaxed; barrier.cluster.wait;\nld.shared.u32 %r9, "
                  "[%r3];");
  };
  for (const char* fence : {"fence.release.cluster;", "fence.acq_rel.gpu;", "fence.sc.sys;",
                            "membar.gl;", "fence.release.sync_restrict::shared::cta.cluster;"})
    EXPECT_THAT(fenced(fence), ElementsAre()) << fence;
  for (const char* fence :
       {"fence.acq_rel.cta;", "fence.mbarrier_init.release.cluster;", "membar.cta;"})
    EXPECT_THAT(fenced(fence), ElementsAre("race in line 5", "race in line 3")) << fence;
}

TEST(PtxCluster, GlobalMemoryIsOrderedWithinOneAlone) {
  const std::string other = "xor.b32 %r9, %r7, 32; mad.wide.u32 %d4, %r9, 4, %d1;";
  const std::string write = "\nst.global.u32 [%d3], %r8;";
  const std::string read = "\nld.global.u32 %r10, [%d4];";
  EXPECT_THAT(faults(other + write + std::string(meet) + read), ElementsAre());
  EXPECT_THAT(faults(other + write + "\nbar.sync 0;" + read), ElementsAre("race in line 4"));
  const std::string across = "xor.b32 %r9, %r7, 64; mad.wide.u32 %d4, %r9, 4, %d1;";
  EXPECT_THAT(faults(across + write + std::string(meet) + read, 4),
              ElementsAre("race in line 2", "race in line 4"));
  // Of a scope that has the cluster.
  const auto strong = [&](const std::string& scope, const std::string& to) {
    return faults(to + "\nst.relaxed." + scope + ".global.u32 [%d3], %r8;\nld.relaxed." + scope +
                      ".global.u32 %r10, [%d4];",
                  4);
  };
  EXPECT_THAT(strong("cluster", other), ElementsAre());
  EXPECT_THAT(strong("gpu", across), ElementsAre());
  EXPECT_THAT(strong("cluster", across), ElementsAre("race in line 2", "race in line 3"));
}

TEST(PtxCluster, BlocksMustHaveBegunAndNotHaveEnded) {
  const std::string read = "\n@%p2 ld.shared::cluster.u32 %r9, [%r4];";
  const std::string write = "\n@!%p2 st.shared.u32 [%r3], %r1;";
  const Ran early = ran(kernel_of("\n@%p2 st.shared::cluster.u32 [%r4], %r1;" + std::string(meet)));
  EXPECT_THAT(early.faults, ElementsAre("race in line 2"));
  EXPECT_THAT(early.message,
              HasSubstr("of block (1,0,0) is accessed by another block of the cluster, and nothing "
                        "says that this one has begun"));
  // A barrier that orders nothing says that they have.
  EXPECT_THAT(faults("\nbarrier.cluster.arrive.relaxed; barrier.cluster.wait;\n"
                     "@%p2 st.shared::cluster.u32 [%r4], %r1;" +
                     std::string(meet)),
              ElementsAre());
  // The reader comes first, or last.
  for (const char* order : {"",
                            "mov.u32 %r20, 40000; $L: sub.u32 %r20, %r20, 1; "
                            "setp.ne.and.u32 %p4, %r20, 0, %p2; @%p4 bra $L;"}) {
    const Ran late = ran(kernel_of(write + std::string(meet) + order + read));
    EXPECT_THAT(late.faults, ElementsAre("race in line 4"));
    EXPECT_THAT(late.message, HasSubstr("ended"));
  }
  const Ran first = ran(kernel_of("\n@%p2 st.shared.u32 [%r3], %r1;" + std::string(meet) +
                                  "\n@!%p2 ld.shared::cluster.u32 %r9, [%r4];"));
  EXPECT_THAT(first.faults, ElementsAre("race in line 4"));
  EXPECT_THAT(first.message, HasSubstr("this one may have ended by then"));
  EXPECT_THAT(faults(write + std::string(meet) + read + std::string(meet)), ElementsAre());
  EXPECT_THAT(faults(write + std::string(meet) + read +
                     "\nbarrier.cluster.arrive; @%p2 bra $E; barrier.cluster.wait; $E:"),
              ElementsAre());
  EXPECT_THAT(faults(write + std::string(meet) + read +
                     "\nbarrier.cluster.arrive; @!%p2 bra $E; barrier.cluster.wait; $E:"),
              ElementsAre("race in line 4"));
}

TEST(PtxCluster, MbarriersOfOtherBlocks) {
  // Every thread of block 0 writes to block 1 and arrives there.
  const std::string body =
      "@%p1 mbarrier.init.shared.b64 [m], 32; fence.mbarrier_init.release.cluster;\n"
      "barrier.cluster.arrive.relaxed; barrier.cluster.wait; mov.u32 %r10, m;\n"
      "mapa.shared::cluster.u32 %r11, %r10, 1; @!%p2 bra $WAIT;\n"
      "st.shared::cluster.u32 [%r4], %r8;\n"
      "mbarrier.arrive.RELEASE.cluster.shared::cluster.b64 _, [%r11]; bra $END;\n"
      "$WAIT: mbarrier.try_wait.parity.ACQUIRE.cluster.shared::cta.b64 %p3, [m], 0;\n"
      "@!%p3 bra $WAIT;\n"
      "ld.shared.u32 %r9, [%r3]; st.global.u32 [%d3], %r9;\n$END:";
  const auto with = [&](const std::string& release, const std::string& acquire = "acquire",
                        const std::string& before = "", const std::string& behind = "") {
    std::string text = body;
    text.insert(text.find("ld.shared.u32"), behind);
    text.replace(text.find("ACQUIRE"), 7, acquire);
    text.replace(text.find("RELEASE"), 7, release);
    return text.insert(text.find("mbarrier.arrive"), before);
  };
  const Ran right = ran(kernel_of(with("release")));
  EXPECT_THAT(right.faults, ElementsAre()) << right.message;
  EXPECT_EQ(right.numbers[32], 100U);
  EXPECT_EQ(right.numbers[63], 131U);
  // The end of block 1 is not ordered, either.
  EXPECT_THAT(faults(with("relaxed")), ElementsAre("race in line 8", "race in line 4"));
  // A fence before the one, and behind the other.
  const std::string fence = "fence.acq_rel.cluster; ";
  const std::string restricted = "fence.acquire.sync_restrict::shared::cluster.cluster; ";
  EXPECT_THAT(faults(with("relaxed", "acquire", fence)), ElementsAre());
  EXPECT_THAT(faults(with("release", "relaxed", "", restricted)), ElementsAre());
  EXPECT_THAT(faults(with("relaxed", "relaxed", fence, fence)), ElementsAre());
  // That a block has seen the arrival is enough for its end, but not for its loads.
  EXPECT_THAT(faults(with("release", "relaxed")), ElementsAre("race in line 8"));
  EXPECT_THAT(faults(with("release", "relaxed", "", "fence.acquire.cta; ")),
              ElementsAre("race in line 8"));
  // Nobody waits for them.
  std::string unheard = with("release");
  unheard.replace(unheard.find("@!%p3 bra"), 9, "@!%p3 bra $END; @%p3 bra");
  EXPECT_THAT(faults(unheard), testing::Contains("race in line 5"));
}

TEST(PtxCluster, AddressesOfOthersAreNotTheBlocksOwn) {
  const Ran other = ran(kernel_of(std::string(meet) + "\nld.shared.u32 %r9, [%r4];"));
  EXPECT_THAT(other.faults, ElementsAre("out of bounds in line 3"));
  EXPECT_THAT(other.message, HasSubstr("at the shared memory of block 0 of the cluster, which is "
                                       "not .shared::cta"));
  const Ran beyond = ran(kernel_of(std::string(meet) + "\nmapa.shared::cluster.u32 %r4, %r3, 2;\n"
                                                       "ld.shared::cluster.u32 %r9, [%r4];"));
  EXPECT_THAT(beyond.faults, ElementsAre("out of bounds in line 4"));
  EXPECT_THAT(beyond.message, HasSubstr("of block 2 of a cluster of 2"));
  const Ran over = ran(kernel_of("st.shared.u32 [%r3], 1;" + std::string(meet) +
                                 "\nld.shared::cluster.u32 %r9, [%r4+136];" + std::string(meet)));
  EXPECT_THAT(over.faults, ElementsAre("out of bounds in line 3"));
  EXPECT_THAT(over.message, HasSubstr("byte 136 of 136 of the shared memory of block (0,0,0)"));
}

TEST(PtxCluster, BarriersThatNotAllReachAreDeadlocks) {
  EXPECT_THAT(faults("\n@%p2 bar.sync 1, 64;\nbarrier.cluster.arrive; barrier.cluster.wait;"),
              ElementsAre("deadlock in line 2"));
  EXPECT_THAT(faults("\nbarrier.cluster.arrive; @%p2 bra $L;\nbarrier.cluster.wait;\n"
                     "barrier.cluster.arrive; barrier.cluster.wait;\n$L: mov.u32 %r20, 0;"),
              ElementsAre());
  // A loop that waits for the other block in vain.
  const Ran endless = ran(kernel_of("st.shared.u32 [%r3], 0;" + std::string(meet) +
                                    "\n$L: ld.volatile.shared::cluster.u32 %r9, [%r4];\n"
                                    "setp.eq.u32 %p3, %r9, 0; @%p3 bra $L;"));
  EXPECT_THAT(endless.faults, ElementsAre("endless loop in line 3"));
  EXPECT_THAT(endless.message, HasSubstr("all threads of the cluster"));
}

TEST(PtxCluster, SpecialRegisters) {
  const std::string text =
      ".version 8.7 .target sm_90a .address_size 64 .visible .entry k(.param .u64 p) DIRECTIVES {\n"
      ".reg .pred %p; .reg .b32 %r<32>; .reg .b64 %d<8>; ld.param.u64 %d1, [p];\n"
      "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %ctaid.z; mov.u32 %r4, "
      "%nctaid.x;\nmov.u32 %r5, %nctaid.y; mad.lo.u32 %r6, %r3, %r5, %r2; mad.lo.u32 %r6, %r6, "
      "%r4, %r1;\nmad.wide.u32 %d2, %r6, 64, %d1;\n"
      "mov.u32 %r10, %clusterid.x; mov.u32 %r11, %clusterid.y; mov.u32 %r12, %clusterid.z;\n"
      "mov.u32 %r13, %cluster_ctaid.x; mov.u32 %r14, %cluster_ctaid.y; mov.u32 %r15, "
      "%cluster_ctaid.z;\nmov.u32 %r16, %nclusterid.x; mov.u32 %r17, %nclusterid.y; mov.u32 %r18, "
      "%nclusterid.z;\nmov.u32 %r19, %cluster_nctaid.x; mov.u32 %r20, %cluster_nctaid.y; mov.u32 "
      "%r21, %cluster_nctaid.z;\nmov.u32 %r22, %cluster_ctarank; mov.u32 %r23, "
      "%cluster_nctarank;\nmov.pred %p, %is_explicit_cluster; selp.u32 %r24, 1, 0, %p;\n"
      "st.global.v4.u32 [%d2], {%r10, %r11, %r12, %r13}; st.global.v4.u32 [%d2+16], {%r14, %r15, "
      "%r16, %r17};\nst.global.v4.u32 [%d2+32], {%r18, %r19, %r20, %r21}; st.global.v2.u32 "
      "[%d2+48], {%r22, %r23};\nst.global.u32 [%d2+56], %r24; ret; }";
  const auto numbers = [&](const char* directives, std::optional<Dim3> cluster,
                           std::uint64_t block) {
    std::string with = text;
    Device device(with.replace(with.find("DIRECTIVES"), 10, directives));
    const Buffer buffer = device.buffer(64 * 4 * 6 * 2, Fill::Kind::zero);
    Launch launch;
    launch.grid = {4, 6, 2};
    launch.block = {1};
    launch.cluster = cluster;
    launch.arguments = {Argument::pointer(buffer)};
    const LaunchReport report = device.executor().launch(launch, {});
    EXPECT_THAT(faults_of(report), ElementsAre());
    EXPECT_EQ(report.blocks, 48U);
    return device.read<std::uint32_t>(buffer, 15, 64 * block);
  };
  // Block (3,5,1).
  EXPECT_THAT(numbers(".reqnctapercluster 2, 3, 1", std::nullopt, 47),
              ElementsAre(1, 1, 1, 1, 2, 0, 2, 2, 2, 2, 3, 1, 5, 6, 1));
  EXPECT_THAT(numbers("", Dim3{1, 2, 2}, 47),
              ElementsAre(3, 2, 0, 0, 1, 1, 4, 3, 1, 1, 2, 2, 3, 4, 1));
  EXPECT_THAT(numbers("", std::nullopt, 47),
              ElementsAre(3, 5, 1, 0, 0, 0, 4, 6, 2, 1, 1, 1, 0, 1, 0));
}

TEST(PtxCluster, LaunchesThatAreNone) {
  const auto refused = [](const std::string& directives, std::uint32_t blocks,
                          std::optional<Dim3> cluster, std::vector<std::uint64_t> chosen = {}) {
    return error_of<LaunchError>([&] {
      Device device(kernel_of("", directives));
      Launch launch;
      launch.grid = {blocks};
      launch.block = {32};
      launch.cluster = cluster;
      launch.blocks = std::move(chosen);
      launch.arguments = {Argument::pointer(device.buffer(4096))};
      device.executor().launch(launch, {});
    });
  };
  EXPECT_EQ(refused(".reqnctapercluster 2", 4, Dim3{2}), "");
  EXPECT_EQ(refused("", 16, Dim3{16}), "");
  EXPECT_THAT(refused(".reqnctapercluster 2", 3, {}),
              HasSubstr("a grid of (3,1,1) blocks does not consist of clusters of (2,1,1) blocks"));
  EXPECT_THAT(refused("", 17, Dim3{17}), HasSubstr("a cluster has from 1 to 16 blocks"));
  EXPECT_THAT(refused("", 17, Dim3{0}), HasSubstr("a cluster has from 1 to 16 blocks"));
  EXPECT_THAT(refused(".reqnctapercluster 2", 4, Dim3{4}),
              HasSubstr("line 1: the entry is for clusters of (2,1,1) blocks, and the launch has "
                        "clusters of (4,1,1)"));
  EXPECT_EQ(refused(".reqnctapercluster 2", 8, {}, {2, 3, 6, 7}), "");
  EXPECT_THAT(refused(".reqnctapercluster 2", 8, {}, {1, 2, 3}),
              HasSubstr("block 1 is chosen, and block 0 is not"));
  EXPECT_THAT(refused(".blocksareclusters .reqnctapercluster 2", 8, {}),
              HasSubstr("grids that are counted in clusters are not supported"));
}

}  // namespace
}  // namespace layoutcheck::gpu
