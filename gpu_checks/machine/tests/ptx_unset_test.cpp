// Registers that nobody set, in the PTX executor: a fault where they decide something, and no fault
// where compilers leave them unset rightly.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// What a body is told of that runs with a warp; it finds a buffer of zeros in %d1.
LaunchReport run(std::string_view body, const PtxOptions& options = {}) {
  Device device(module_with("ld.param.u64 %d1, [p]; mov.u32 %r30, %laneid; setp.eq.u32 %p8, %r30, "
                            "0;\n" +
                                std::string(body),
                            ".param .u64 p", ".shared .align 16 .b8 s[256]; "),
                options);
  return device.launch({1}, {32}, {Argument::pointer(device.buffer(1024, Fill::Kind::zero))});
}

struct Use {
  const char* body;
  const char* said;
};

class Unset : public testing::TestWithParam<Use> {};

TEST_P(Unset, IsAFaultWhereItDecides) {
  const auto& [body, said] = GetParam();
  for (const bool exact : {false, true}) {
    PtxOptions options;
    options.exact = exact;
    const LaunchReport report = run(body, options);
    ASSERT_THAT(faults_of(report), Contains("uninitialized in line 2")) << body;
    EXPECT_EQ(report.faults.front().message, said) << body;
    options.uninitialized = false;
    EXPECT_THAT(faults_of(run(body, options)), Not(Contains("uninitialized in line 2"))) << body;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Uses, Unset,
    testing::Values(
        Use{"ld.global.u32 %r1, [%d2];", "%d2 is used, and nothing has set it"},
        Use{"st.global.u32 [%d1], %r1;", "%r1 is used, and nothing has set it"},
        Use{"@%p1 mov.u32 %r1, 1;", "%p1 is used, and nothing has set it"},
        Use{"@!%p1 bra L; L:", "%p1 is used, and nothing has set it"},
        Use{"mul.wide.u32 %d2, %r1, 4; add.s64 %d3, %d1, %d2; ld.global.u32 %r2, [%d3];",
            "depends on %r1, and nothing has set it"},
        Use{"setp.eq.u32 %p1, %r1, 7; @%p1 ret;", "depends on %r1, and nothing has set it"},
        Use{"setp.lt.s32 %p1, %r1, 1048576; @%p1 ret;", "depends on %r1, and nothing has set it"},
        Use{"setp.gt.s32 %p1, %r1, %r2; @%p1 ret;", "depends on %r1, and nothing has set it"},
        Use{"fma.rn.f32 %f3, %f1, %f1, 0f3f800000; st.global.f32 [%d1], %f3;",
            "depends on %f1, and nothing has set it"},
        Use{"mov.u32 %r2, 1; st.global.v2.u32 [%d1], {%r2, %r1};",
            "%r1 is used, and nothing has set it"},
        Use{"mov.u16 %h1, 1; mov.b32 %r1, {%h1, %h2}; st.global.u32 [%d1], %r1;",
            "depends on %h2, and nothing has set it"},
        Use{"mov.u16 %h1, 1; @%p8 mov.b32 %r1, {%h1, %h2}; @!%p8 mov.b32 %r1, {%h2, %h1}; @!%p8 "
            "st.global.u16 [%d1], %r1;",
            "depends on %h2, and nothing has set it"},
        Use{"red.global.add.u32 [%d1], %r1;", "%r1 is used, and nothing has set it"},
        Use{"atom.global.cas.b32 %r2, [%d1], 0, %r1;", "%r1 is used, and nothing has set it"},
        Use{"bar.sync %r1;", "%r1 is used, and nothing has set it"},
        Use{"addc.u32 %r1, 1, 1; st.global.u32 [%d1], %r1;",
            "depends on the carry, and nothing has set it"},
        Use{"@%p8 mov.u32 %r1, 5; shfl.sync.idx.b32 %r2, %r1, 1, 31, -1; st.global.u32 [%d1], %r2;",
            "depends on %r1, and nothing has set it"},
        Use{"shfl.sync.idx.b32 %r2, 1, 0, 31, %r1;", "%r1 is used, and nothing has set it"},
        Use{"vote.sync.ballot.b32 %r2, %p1, -1; st.global.u32 [%d1], %r2;",
            "depends on %p1, and nothing has set it"},
        Use{"selp.u32 %r2, %r1, 1, %p8; st.global.u32 [%d1], %r2;",
            "depends on %r1, and nothing has set it"}));

class Harmless : public testing::TestWithParam<const char*> {};

TEST_P(Harmless, IsNoFault) {
  PtxOptions options;
  options.exact = true;
  EXPECT_THAT(faults_of(run(GetParam(), options)), ElementsAre()) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Uses, Harmless,
    testing::Values(
        "mov.u32 %r2, %r1; add.u32 %r3, %r2, 1; setp.eq.u32 %p1, %r3, %r2;",
        "@%p8 mov.u32 %r1, 4; add.u32 %r2, %r1, 1; @%p8 st.global.u32 [%d1], %r2;",
        "@%p8 bra L; mov.u32 %r1, 1; bra M; L: mov.u32 %r1, 2; M: red.global.add.u32 [%d1], %r1;",
        "and.b32 %r2, %r1, 0; st.global.u32 [%d1], %r2;",
        "xor.b32 %r2, %r1, %r1; st.global.u32 [%d1], %r2;",
        "setp.lt.u32 %p1, %r30, 0; and.pred %p2, %p1, %p3; @%p2 st.global.u32 [%d1], 1;",
        "mov.u16 %h1, 1; mov.b32 %r1, {%h1, %h2}; and.b32 %r1, %r1, 65535; st.global.u32 [%d1], "
        "%r1;",
        "mov.u16 %h1, 1; mov.b32 %r1, {%h1, %h2}; st.global.u16 [%d1], %r1;",
        // What a lane does not know of a register says nothing of the others.
        "mov.u16 %h1, 1; @%p8 mov.b32 %r1, {%h1, %h2}; @%p8 st.global.u16 [%d1], %r1;",
        "mov.u16 %h1, 1; @%p8 mov.b32 %r1, {%h1, %h2}; @!%p8 mov.b32 %r1, {%h2, %h1}; @%p8 "
        "st.global.u16 [%d1], %r1; shr.u32 %r2, %r1, 16; @!%p8 st.global.u16 [%d1+2], %r2;",
        "mov.u32 %r1, 1; selp.u32 %r2, %r1, %r3, %p8; @%p8 st.global.u32 [%d1], %r2;",
        "@%p8 mov.u32 %r1, 5; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; st.global.u32 [%d1], %r2;",
        "@%p8 mov.u32 %r1, 5; shfl.sync.idx.b32 %r1, %r1, 0, 31, -1; st.global.u32 [%d1], %r1;",
        "add.cc.u32 %r1, 1, 1; addc.u32 %r2, 1, 1; st.global.u32 [%d1], %r2;",
        "@%p8 st.shared.u32 [s], %r1;"));

TEST(UnsetOfAMemory, CountsAsNotWritten) {
  const LaunchReport report =
      run("@%p8 st.shared.v2.u32 [s], {1, %r1};\n@%p8 ld.shared.u32 %r2, [s];\n"
          "@%p8 ld.shared.u32 %r3, [s+4];");
  EXPECT_THAT(faults_of(report), ElementsAre("uninitialized in line 4"));
}

TEST(UnsetOfAMemory, CountsAsNotWrittenBehindACall) {
  const auto faults = [](const char* argument) {
    Device device(module_with(std::string(R"(
      ld.param.u64 %d1, [p]; mov.u32 %r2, 1;
      { .param .b32 a; .param .b32 b; st.param.b32 [a], )") +
                                  argument + R"(; call.uni (b), f, (a);
        ld.param.b32 %r3, [b]; }
      st.global.u32 [%d1], %r3;)",
                              ".param .u64 p", R"(.func (.param .b32 y) f(.param .b32 x) {
                                .reg .b32 %r<3>; ld.param.b32 %r1, [x]; st.param.b32 [y], %r1; ret; })"));
    return faults_of(
        device.launch({1}, {1}, {Argument::pointer(device.buffer(4, Fill::Kind::zero))}));
  };
  EXPECT_THAT(faults("%r2"), ElementsAre());
  EXPECT_THAT(faults("%r1"), Not(ElementsAre()));
}

// The sum that begins with wgmma or mma is often never set; a row of A that nobody reads may be.
TEST(UnsetOfAMatrix, StaysInItsRow) {
  const std::string product =
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, "
      "{%r5,%r6}, {%f5,%f6,%f7,%f8}; ";
  std::string set = "mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r1, 0; mov.u32 %r3, 0; ";
  for (int i = 5; i < 9; ++i)
    set += "mov.f32 %f" + std::to_string(i) + ", 0f00000000; ";
  // %r2 and %r4 are rows 8 to 15, which go to %f3 and %f4.
  EXPECT_THAT(faults_of(run(set + product + "st.global.v2.f32 [%d1], {%f1, %f2};")), ElementsAre());
  EXPECT_THAT(faults_of(run(set + product + "st.global.v2.f32 [%d1], {%f3, %f4};")),
              ElementsAre("uninitialized in line 2"));
}

TEST(UnsetRegisters, AreUnsetAgainInEachBlock) {
  Device device(
      module_with("mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; @%p1 mov.u32 %r2, 1; "
                  "ld.param.u64 %d1, [p];\nst.global.u32 [%d1], %r2;"));
  const LaunchReport report =
      device.launch({3}, {1}, {Argument::pointer(device.buffer(4, Fill::Kind::zero))});
  EXPECT_EQ(report.fault_count, 2U);
  EXPECT_THAT(faults_of(report), ElementsAre("uninitialized in line 2"));
  EXPECT_EQ(report.faults.front().block.x, 1U);
}

}  // namespace
}  // namespace layoutcheck::gpu
