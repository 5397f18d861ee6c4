// Cooperative launches: all blocks run together, and meet where %envreg1 and %envreg2 say.
#include "ptx_probe.hpp"

#include <gmock/gmock.h>

#include <numeric>

namespace layoutcheck::gpu {
namespace {

/// The first thread of each block counts it in, and waits until the highest bit turns over, as
/// cooperative_groups does; `rounds` times. Each time, every block adds what its right neighbour
/// has to its own number.
std::string kernel_of(unsigned rounds, const std::string& first_adds = "%big",
                      const std::string& wait = "@%waits bra AGAIN;") {
  return R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 numbers)
{
  .reg .b32 %block, %blocks, %thread, %low, %high, %add, %big, %old, %now, %round, %next, %x, %y;
  .reg .b64 %p, %mine, %its, %meet; .reg .pred %first, %is_zero, %waits, %more;
  ld.param.u64 %p, [numbers];
  mov.u32 %low, %envreg2; mov.u32 %high, %envreg1; mov.b64 %meet, {%low, %high};
  mov.u32 %block, %ctaid.x; mov.u32 %blocks, %nctaid.x; mov.u32 %thread, %tid.x;
  setp.eq.u32 %first, %thread, 0; setp.eq.u32 %is_zero, %block, 0;
  sub.u32 %big, 0x80000001, %blocks; selp.b32 %add, )" +
         first_adds + R"(, 1, %is_zero;
  add.u32 %next, %block, 1; rem.u32 %next, %next, %blocks;
  mov.u32 %round, 0;
ROUND:
  mad.wide.u32 %mine, %block, 4, %p; mad.wide.u32 %its, %next, 4, %p;
  @!%first bra MET;
  ld.volatile.global.u32 %x, [%its];
  atom.add.release.gpu.u32 %old, [%meet+4], %add;
AGAIN:
  ld.acquire.gpu.u32 %now, [%meet+4];
  xor.b32 %now, %now, %old;
  setp.ge.s32 %waits, %now, 0;
  )" + wait +
         R"(
  ld.volatile.global.u32 %y, [%mine]; add.u32 %y, %y, %x; st.volatile.global.u32 [%mine], %y;
  atom.add.release.gpu.u32 %old, [%meet+4], %add;
LAST:
  ld.acquire.gpu.u32 %now, [%meet+4];
  xor.b32 %now, %now, %old;
  setp.ge.s32 %waits, %now, 0;
  @%waits bra LAST;
MET:
  bar.sync 0;
  add.u32 %round, %round, 1; setp.lt.u32 %more, %round, )" +
         std::to_string(rounds) + R"(;
  @%more bra ROUND;
  ret;
})";
}

struct Ran {
  LaunchReport report;
  std::vector<std::uint32_t> numbers;
};

Ran ran(const std::string& kernel, std::uint32_t blocks, unsigned order = 0, int launches = 1) {
  PtxOptions options;
  options.order = order;
  const auto executor = make_ptx_executor(options);
  executor->load({"k", "", kernel});
  Ran ran;
  ran.numbers.resize(blocks);
  std::iota(ran.numbers.begin(), ran.numbers.end(), 1);
  Fill fill;
  fill.kind = Fill::Kind::bytes;
  fill.bytes.resize(4 * std::size_t{blocks});
  std::memcpy(fill.bytes.data(), ran.numbers.data(), fill.bytes.size());
  const Buffer buffer = executor->allocate(fill.bytes.size(), fill);
  Launch launch;
  launch.grid.x = blocks;
  launch.block.x = 64;
  launch.arguments = {Argument::pointer(buffer)};
  for (int i = 0; i < launches; ++i)
    ran.report = executor->launch(launch, {});
  executor->read(buffer, 0, std::as_writable_bytes(std::span(ran.numbers)));
  return ran;
}

/// What the rounds make of 1, 2, 3, …
std::vector<std::uint32_t> after(unsigned rounds, std::uint32_t blocks) {
  std::vector<std::uint32_t> numbers(blocks);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (unsigned r = 0; r < rounds; ++r) {
    const std::vector<std::uint32_t> before = numbers;
    for (std::uint32_t i = 0; i < blocks; ++i)
      numbers[i] += before[(i + 1) % blocks];
  }
  return numbers;
}

TEST(PtxCooperative, BlocksWaitForEachOther) {
  for (const unsigned order : {0U, 1U, 5U}) {
    for (const std::uint32_t blocks : {1U, 2U, 7U}) {
      const Ran found = ran(kernel_of(5), blocks, order);
      EXPECT_TRUE(found.report.finished);
      EXPECT_EQ(found.report.blocks, blocks);
      EXPECT_EQ(found.report.fault_count, 0U) << to_string(found.report.faults[0]);
      EXPECT_EQ(found.numbers, after(5, blocks)) << blocks << " blocks";
    }
  }
}

TEST(PtxCooperative, OneLaunchMayFollowAnother) {
  EXPECT_EQ(ran(kernel_of(3), 4, 0, 2).numbers, after(6, 4));
}

TEST(PtxCooperative, WhoDoesNotWaitSeesWhatIsNotThere) {
  EXPECT_NE(ran(kernel_of(5, "%big", ""), 7).numbers, after(5, 7));
}

TEST(PtxCooperative, ABarrierThatNeverOpensEndsTheLaunch) {
  const Ran found = ran(kernel_of(1, "1"), 3);
  EXPECT_FALSE(found.report.finished);
  ASSERT_EQ(found.report.faults.size(), 1U);
  EXPECT_THAT(to_string(found.report.faults[0]),
              testing::HasSubstr("waits for what no block writes"));
}

TEST(PtxCooperative, AllBlocksMustRun) {
  const auto executor = make_ptx_executor();
  executor->load({"k", "", kernel_of(1)});
  Launch launch;
  launch.grid.x = 4;
  launch.blocks = {0, 2};
  launch.arguments = {Argument::pointer(executor->allocate(16, {}))};
  try {
    executor->launch(launch, {});
    FAIL();
  } catch (const LaunchError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("all 4 must run, and 2 are chosen"));
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
