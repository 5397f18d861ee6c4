// All opcodes: that none is without a test, and that what the executor does not have is refused by
// name and line.
#include "../src/ptx/decode.hpp"
#include "ptx_probe.hpp"

namespace layoutcheck::gpu {
namespace {

TEST(PtxOpcodes, NoneIsWithoutATest) {
  std::set<std::string> names;
  for (const std::string& name : ptx::opcode_names()) {
    names.insert(name);
    EXPECT_TRUE(covered().contains(name)) << name << " is in no test";
  }
  for (const std::string& name : covered())
    EXPECT_TRUE(names.contains(name)) << name << " is tested, but the executor does not have it";
}

/// Over d0 to d3 and s0 to s3 of 32 bits, p and q, and w0 to w3 of 64 bits.
std::string error(const std::string& text) {
  const std::vector<std::string> four(4, "b32");
  return error_of({text, four, four,
                   ".shared .align 16 .b8 tile[64];\n.reg .pred p, q;\n.reg .b64 w0, w1, w2, w3;\n"
                   ".reg .b16 h0, h1;"});
}

TEST(PtxOpcodes, WordsThatAreNotHadAreRefusedByName) {
  const std::vector<std::string> texts = {
      "frobnicate.b32 d0, s0;",
      "wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16 {d0,d1,d2,d0}, w0, w1, s0, s1, p, 1, "
      "1, 0, 0;",
      "add.foo.s32 d0, s0, s1;",
      "add.s33 d0, s0, s1;",
      "add.sat.u32 d0, s0, s1;",
      "add.sat.f64 w0, w1, w2;",
      "add.ftz.f64 w0, w1, w2;",
      "add.rz.f64 w0, w1, w2;",
      "add.rz.f16 h0, h0, h1;",
      "mul.s32 d0, s0, s1;",
      "mul.lo.sat.s32 d0, s0, s1;",
      "mad.hi.sat.s32 d0, s0, s1, s2;",
      "mad24.hi.sat.s32 d0, s0, s1, s2;",
      "mul24.s32 d0, s0, s1;",
      "min.relu.u32 d0, s0, s1;",
      "max.relu.u16x2 d0, s0, s1;",
      "sub.s16x2 d0, s0, s1;",
      "max.xorsign.abs.f32 d0, s0, s1;",
      "div.rz.f64 w0, w1, w2;",
      "div.sat.s32 d0, s0, s1;",
      "fma.rn.relu.f32 d0, s0, s1, s2;",
      "fma.rn.oob.f16x2 d0, s0, s1, s2;",
      "tanh.approx.sat.f32 d0, s0;",
      "dp2a.s32.s32 d0, s0, s1, s2;",
      "shf.l.b32 d0, s0, s1, s2;",
      "prmt.b32.f4e d0, s0, s1, s2;",
      "lop3.or.b32 d0|p, s0, s1, s2, 3, q;",
      "bmsk.b32 d0, s0, s1;",
      "setp.lt.b32 p, s0, s1;",
      "setp.lo.s32 p, s0, s1;",
      "setp.ltu.s32 p, s0, s1;",
      "setp.lt.foo.s32 p, s0, s1;",
      "setp.lt.ftz.s32 p, s0, s1;",
      "set.lt.u64.s32 d0, s0, s1;",
      "set.lt.f16x2.f32 d0, s0, s1;",
      "slct.b32.u32 d0, s0, s1, s2;",
      "slct.foo.s32 d0, s0, s1, s2;",
      "selp.foo.b32 d0, s0, s1, p;",
      "cvt.rn.u32.u64 d0, w0;",
      "cvt.relu.f32.f16 d0, h0;",
      "cvt.rn.foo.f32.s32 d0, s0;",
      "cvt.pack.sat.s8.s32.b32 d0, s0, s1, s2;",
      "cvt.rn.e4m3x2.f32 h0, s0, s1;",
      "cvt.rn.bf16x2.e4m3x2 d0, h0;",
      "cvt.rm.f16x2.f32 d0, s0, s1;",
      "cvt.rs.satfinite.e4m3x4.f32 d0, {s0, s1, s2, s3}, d1;",
      "cvt.rs.satfinite.e2m1x4.f32 h0, {s0, s1, s2, s3}, d1;",
      "mov.v2.b32 d0, s0;",
      "cvta.to.shared.u32 d0, s0;",
      "cvta.to.global w0, w1;",
      "ld.global.foo.b32 d0, [from];",
      "ld.global.v2.b128 {w0, w1}, [from];",
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b16 [tile], s0, [tile];",
      "red.async.relaxed.cluster.global.add.u32 [to], s0;",
      "atom.global.foo.add.u32 d0, [to], s0;",
      "atom.global.min.f32 d0, [to], s0;",
      "atom.global.frob.u32 d0, [to], s0;",
      "multimem.red.global.add.e4m3x4 [to], s0;",
      "multimem.ld_reduce.global.min.acc::f16.e5m2x4 d0, [from];",
      "multimem.ld_reduce.global.add.v8.e4m3x4 {d0, d1, d2, d3, d0, d1, d2, d3}, [from];",
      "shfl.up.b32 d0, s0, 1, 0;",
      "shfl.sync.b32 d0, s0, 1, 0, -1;",
      "vote.all.pred p, q;",
      "vote.sync.some.pred p, q, -1;",
      "vote.sync.ballot.pred p, q, -1;",
      "match.any.b32 d0, s0, -1;",
      "redux.sync.mul.s32 d0, s0, -1;",
      "redux.sync.add.f32 d0, s0, -1;",
      "redux.sync.and.s32 d0, s0, -1;",
      "ldmatrix.sync.aligned.m8n8.x3.shared.b16 {d0,d1,d2}, [s0];",
      "ldmatrix.sync.aligned.m16n16.x1.shared.b8 {d0,d1}, [s0];",
      "cp.async.bulk.commit_group.foo;",
      "cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes "
      "[tile], [from, {s0, s1, s2}], [tile], {h0, h0};",
      "cp.async.ca.shared.global.foo [tile], [from], 4;",
      "mbarrier.arrive.noComplete.shared.b64 w0, [tile], 1;",
      "tcgen05.mma.cta_group::2.kind::i8.ashift [s0], [s1], w1, s1, p;",
      "tcgen05.mma.ws.cta_group::1.kind::mxf4 [s0], w0, w1, s1, p;",
      "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale [s0], w0, w1, s1, [s2], [s3], p;",
      "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::4X [s0], w0, w1, s1, [s2], [s3], "
      "p;",
      "tcgen05.mma.cta_group::1.kind::f16.ashift [s0], [s1], w1, s1, p;",
      "tcgen05.cp.cta_group::1.4x256b [s0], w0;",
      "tcgen05.cp.cta_group::1.32x128b [s0], w0;",
      "tcgen05.ld.sync.aligned.16x256b.x64.b32 {d0}, [s0];",
      "tcgen05.ld.red.sync.aligned.32x32b.x1.max.f32 {d0}, d1, [s0];",
      "tcgen05.ld.red.sync.aligned.32x32b.x2.max.abs.s32 {d0, d1}, d2, [s0];",
      "tcgen05.ld.red.sync.aligned.32x32b.x2.max.pack::16b.u32 {d0, d1}, d2, [s0];",
      "tcgen05.ld.red.sync.aligned.16x64b.x2.max.f32 {d0, d1}, d2, [s0];",
      "mbarrier.arrive_drop.shared.b64 w0, [tile];",
      "mbarrier.init.foo.shared.b64 [tile], 1;",
      "bra.foo there;",
      "brx.foo s0, there;",
      "brx.idx.foo s0, there;",
      "exit.uni;",
      "ret.foo;",
      "trap.foo;",
      "brkpt.foo;",
      "call.foo f;",
      "bar.foo 0;",
      "bar.sync.aligned 0;",
      "bar.sync.foo 0;",
      "bar.red.popc.s32 d0, 0, p;",
      "bar.red.xor.pred p, 0, q;",
      "bar.warp.sync.aligned -1;",
      "barrier.warp.sync -1;",
      "barrier.cluster.wait.relaxed;",
      "barrier.sync.cta 0;",
      "membar.foo;",
      "membar.gpu;",
      "membar.proxy.foo;",
      "fence;",
      "fence.gl;",
      "fence.acq_rel.foo;",
      "fence.gpu.sc;",
      "fence.proxy.foo;",
      "fence.proxy.alias.global;",
      "fence.proxy.tensormap::generic.acquire.foo [w0], 128;",
      "fence.mbarrier_init.acquire.cluster;",
      "nanosleep.u64 20;",
      "griddepcontrol.foo;",
      "griddepcontrol.wait.foo;",
      "setmaxnreg.inc.u32 40;",
      "setmaxnreg.inc.sync.aligned.foo.u32 40;",
      "pmevent.foo 1;",
      "prefetch.global.L3 [from];",
      "prefetch.shared.L1 [from];",
      "prefetchu.L2 [from];",
      "discard.global.L1 [from], 128;",
      "applypriority.global.L2::evict_last [from], 128;",
      "activemask.u32 d0;",
      "createpolicy.fractional.L2::foo.b64 w0, 1.0;",
      "createpolicy.range.L2::evict_last.foo.b64 w0, [from], 1, 1;",
  };
  for (const std::string& text : texts) {
    const std::string found = error(text);
    const std::string opcode = text.substr(0, text.find_first_of(" ;"));
    // The text under test comes behind the declarations.
    EXPECT_NE(found.find("does not have the instruction '" + opcode + "'"), std::string::npos)
        << text << " -> " << found;
    EXPECT_NE(found.find("line "), std::string::npos) << found;
    EXPECT_EQ(found.find("line 0:"), std::string::npos) << found;
  }
}

TEST(PtxOpcodes, WrongOperandsAreRefusedWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"add.s32 d0, s0;", "takes 3 operands, has 2"},
      {"add.s32 d0, s0, s1, s2;", "takes 3 operands, has 4"},
      {"add.f32 d0, s0;", "takes 3 operands, has 2"},
      {"max.u32 d0, s0, s1, s2;", "takes 3 operands, has 4"},
      {"add.cc.u32 d0, s0;", "takes 3 operands, has 2"},
      {"mad.lo.s32 d0, s0, s1;", "takes 4 operands, has 3"},
      {"setp.lt.s32 p, s0;", "takes 3 operands, has 2"},
      {"setp.lt.and.s32 p, s0, s1;", "takes 4 operands, has 3"},
      {"selp.b32 d0, s0, s1;", "takes 4 operands, has 3"},
      {"cvt.u64.u32 w0;", "takes 2 operands, has 1"},
      {"cvt.rn.f16x2.f32 d0, s0;", "takes 3 operands, has 2"},
      {"shfl.sync.up.b32 d0, s0, 1, 0;", "takes 5 operands, has 4"},
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d0, s0;", "takes 4 operands, has 2"},
      {"ld.global.b32 d0, [from], s0;", "takes 2 operands, has 3"},
      {"atom.global.add.u32 d0, [to];", "takes 3 operands, has 2"},
      {"atom.global.cas.b32 d0, [to], s0;", "takes 4 operands, has 3"},
      {"ld.global.v2.b32 d0, [from];", "expected 2 elements, found 1"},
      {"ld.global.v4.b32 {d0, d1}, [from];", "expected 4 elements, found 2"},
      {"st.global.b32 [to], {s0, s1};", "expected 1 elements, found 2"},
      {"ld.global.b32 d0, from;", "expected an address"},
      {"add.s32 d0, s0, nothing;", "'nothing' is not declared"},
      {"add.s32 nothing, s0, s1;", "'nothing' is not declared"},
      {"add.s32 5, s0, s1;", "expected a register"},
      {"add.s32 d0, s0, !p;", "cannot be negated"},
      {"add.s32 d0, s0, 1.5;", "is no s32"},
      {"mov.b16 h0, 0f3F800000;", "is no b16"},
      {"bar.sync;", "takes 1 to 2 operands, has 0"},
      {"membar.gl d0;", "takes 0 operands, has 1"},
      {"fence.proxy.async d0;", "takes 0 operands, has 1"},
      {"nanosleep.u32;", "takes 1 operands, has 0"},
      {"griddepcontrol.wait 1;", "takes 0 operands, has 1"},
      {"prefetch.global.L2;", "takes 1 operands, has 0"},
      {"discard.global.L2 [from];", "takes 2 operands, has 1"},
  };
  for (const auto& [text, message] : texts) {
    const std::string found = error(text);
    EXPECT_NE(found.find(message), std::string::npos) << text << " -> " << found;
    EXPECT_NE(found.find("line "), std::string::npos) << found;
    EXPECT_EQ(found.find("line 0:"), std::string::npos) << found;
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
