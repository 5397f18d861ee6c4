// Mutants of PTX: one mistake in one instruction.
#include "ptx_device.hpp"
#include <layoutcheck/machine/ptx.hpp>

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;

/// "kind: what it becomes" of each of the mutants of a body, which all are PTX.
std::vector<std::string> mutants(const std::string& body) {
  const std::string text = module_with(body);
  std::vector<std::string> all;
  for (const ptx::Mutant& mutant : ptx::mutants_of(text, "k")) {
    all.push_back(mutant.kind + ": " + mutant.becomes);
    EXPECT_EQ(text.substr(mutant.begin, mutant.instruction.size()), mutant.instruction);
    const std::string changed = mutated(text, mutant);
    EXPECT_EQ(changed.size(), text.size() - mutant.instruction.size() + mutant.becomes.size());
    EXPECT_THAT(ptx::refused_in(changed, "k"), testing::IsEmpty()) << changed;
  }
  return all;
}

TEST(PtxMutants, LackABarrierAGuardOrABranch) {
  EXPECT_THAT(mutants("bar.sync 0;"), ElementsAre("barrier dropped: "));
  EXPECT_THAT(mutants("@%p1 barrier.sync 1, 64; bar.warp.sync -1;"),
              ElementsAre("barrier dropped: ", "barrier dropped: "));
  EXPECT_THAT(mutants("@!%p1 mov.u32 %r1, 1;"), ElementsAre("guard dropped: mov.u32 %r1, 1;"));
  EXPECT_THAT(mutants("@%p1 bra $M; bra $M; $M: ret;"), ElementsAre("branch dropped: "));
  EXPECT_THAT(mutants("$L: add.u32 %r1, %r1, 1; @%p2 bra $L;"), ElementsAre());
  EXPECT_THAT(mutants("bar.red.popc.u32 %r1, 0, %p1; mov.u32 %r1, 1;"), ElementsAre());
}

TEST(PtxMutants, HaveAnotherBoundOffsetOrStride) {
  EXPECT_THAT(mutants("setp.lt.s32 %p1, %r1, %r2; setp.ge.u64 %p1, %d1, 7;"),
              ElementsAre("bound changed: setp.le.s32 %p1, %r1, %r2;",
                          "bound changed: setp.gt.u64 %p1, %d1, 7;"));
  EXPECT_THAT(mutants("setp.eq.s32 %p1, %r1, %r2; setp.lt.f32 %p1, %f1, %f2;"), ElementsAre());
  EXPECT_THAT(mutants("ld.global.u32 %r1, [%d1]; @%p1 st.shared.v2.f32 [%r1+-8], {%f1, %f2};"),
              ElementsAre("offset changed: ld.global.u32 %r1, [%d1+4];",
                          "guard dropped: st.shared.v2.f32 [%r1+-8], {%f1, %f2};",
                          "offset changed: @%p1 st.shared.v2.f32 [%r1+-4], {%f1, %f2};"));
  EXPECT_THAT(mutants("ld.param.u64 %d1, [p];"), ElementsAre());
  EXPECT_THAT(mutants("mad.lo.s32 %r1, %r2, 32, %r3; mad.lo.s32 %r1, %r2, %r4, %r2;"),
              ElementsAre("stride swapped: mad.lo.s32 %r1, %r3, 32, %r2;"));
  EXPECT_THAT(mutants("mul.wide.s32 %d1, %r1, 4; shl.b32 %r1, %r2, 5; mul.hi.u32 %r1, %r2, 5;"),
              ElementsAre("stride changed: mul.wide.s32 %d1, %r1, 8;",
                          "stride changed: shl.b32 %r1, %r2, 6;"));
}

TEST(PtxMutants, AreThoseOfTheEntry) {
  EXPECT_TRUE(ptx::mutants_of(module_with("bar.sync 0;"), "other").empty());
}

}  // namespace
}  // namespace layoutcheck::gpu
