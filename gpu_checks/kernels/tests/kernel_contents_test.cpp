// The check of a user's kernel, run by the executor of PTX: shared memory, what nothing wrote.
#include <layoutcheck/kernels/kernel_check.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace layoutcheck::gpu {
namespace {

using testing::HasSubstr;

/// What is expected of it, with a kernel.
struct Asked {
  std::string ptx;
  std::string arguments;
  Dim3 grid;
  Dim3 block;
  std::vector<std::string> expectations = {};
};

KernelReport report_of(const Asked& asked) {
  KernelTask task;
  task.program.name = "test";
  task.program.ptx = asked.ptx;
  task.entry = ptx::summarize(asked.ptx).entries.front();
  task.grid = asked.grid;
  task.block = asked.block;
  task.arguments = parse_arguments(asked.arguments);
  for (const std::string& text : asked.expectations)
    task.expectations.push_back(parse_expectation(text));
  PtxOptions options;
  options.exact = true;
  return check_kernel([&] { return make_ptx_executor(options); }, task);
}

/// The only finding of a wrong kernel, as "kind in argument: expected …, found …".
std::string finding_of(const Asked& asked) {
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  if (report.findings.size() != 1) return std::to_string(report.findings.size()) + " findings";
  const Finding& finding = report.findings[0];
  return finding.kind + " in " + finding.argument + ": expected " + finding.expected + ", found " +
         finding.found;
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos) throw std::logic_error("there is no " + old);
  return text.replace(at, old.size(), with);
}

/// Copies n floats: element i in thread i.
const char* const copy = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 from, .param .u64 to, .param .u32 n)
{
  .reg .pred %p;
  .reg .f32 %f;
  .reg .b32 %r<6>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.lt.s32 %p, %r5, %r1;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  @%p ld.global.f32 %f, [%rd4];
  @%p st.global.f32 [%rd5], %f;
  ret;
}
)";

/// Transposes 32×32 floats through a swizzled tile: element (r, c) of it is at r*32 + (c ^ r).
const char* const transpose = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry transpose(.param .u64 from, .param .u64 to)
{
  .reg .f32 %f<3>;
  .reg .b32 %r<14>;
  .reg .b64 %rd<8>;
  .shared .align 8 .b8 other[8];
  .shared .align 4 .b8 _ZZ9transposeE4tile[4096];
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %tid.y;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r1, 32, %r2;
  mul.wide.u32 %rd3, %r3, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  mov.u32 %r4, _ZZ9transposeE4tile;
  xor.b32 %r5, %r2, %r1;
  mad.lo.s32 %r6, %r1, 32, %r5;
  mad.lo.s32 %r7, %r6, 4, %r4;
  ld.global.f32 %f1, [%rd4];
  st.shared.f32 [%r7], %f1;
  bar.sync 0;
  xor.b32 %r8, %r1, %r2;
  mad.lo.s32 %r9, %r2, 32, %r8;
  mad.lo.s32 %r10, %r9, 4, %r4;
  ld.shared.f32 %f2, [%r10];
  st.global.f32 [%rd5], %f2;
  ret;
}
)";

Asked transposed(const std::vector<std::string>& expectations) {
  return {transpose, "x: in f32[1024], y: out f32[1024]", {1, 1, 1}, {32, 32, 1}, expectations};
}

TEST(KernelContents, TellsWhatOfAnOutputNothingWrote) {
  const Asked asked{copy, "x: in f32[100], y: out f32[100], i32=100", {3, 1, 1}, {32, 1, 1}};
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  EXPECT_EQ(report.buffers[0].first_unwritten, std::nullopt);
  EXPECT_EQ(report.buffers[1].unwritten, 4U);
  EXPECT_EQ(report.buffers[1].first_unwritten, 96U);
  Asked whole = asked;
  whole.grid = {4, 1, 1};
  EXPECT_EQ(report_of(whole).buffers[1].first_unwritten, std::nullopt);
}

TEST(KernelContents, SaysNothingOfWhatBlocksThatDidNotRunWouldWrite) {
  const Asked asked{
      copy, "x: in f32[2^20], y: out f32[2^20], i32=2^20", {1U << 15, 1, 1}, {32, 1, 1}};
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  EXPECT_LT(report.blocks_run, 1U << 15);
  EXPECT_EQ(report.buffers[1].first_unwritten, std::nullopt);
}

TEST(KernelContents, FindsAGridThatIsTooSmall) {
  EXPECT_EQ(finding_of({copy,
                        "x: in f32[100], y: out f32[100], i32=100",
                        {3, 1, 1},
                        {32, 1, 1},
                        {"y[writes] = (4,32,1):(32,1,0) where offset < 100"}}),
            "launch in y: expected a block 3, found there is no block 3, of which an access to y "
            "at offset 96 is expected: the grid has 3, and 'y[writes] = (4,32,1):(32,1,0) where "
            "offset < 100' has 4");
}

TEST(KernelContents, FindsAPredicateThatIsOffByOne) {
  const Asked asked{replaced(copy, "setp.lt", "setp.le"),
                    "x: in f32[128], y: out f32[128], i32=100",
                    {4, 1, 1},
                    {32, 1, 1},
                    {"y[writes] = (4,32,1):(32,1,0) where offset < 100"}};
  EXPECT_EQ(finding_of(asked), "unexpected in y: expected no access, found offset 100");
}

TEST(KernelContents, FollowsAVariableOfSharedMemory) {
  const KernelReport report =
      report_of(transposed({"tile[writes] = Sw<5,0,5> o (1,(32,32),1):(0,(1,32),0)",
                            "tile: f32[reads] = swizzle(5,0,5) o (1,(32,32),1):(0,(32,1),0)"}));
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  ASSERT_EQ(report.expectations.size(), 2U);
  EXPECT_EQ(report.expectations[0].compared, 1024U);
  EXPECT_EQ(report.expectations[1].compared, 1024U);
}

TEST(KernelContents, FollowsSharedMemoryByOffset) {
  // The tile begins behind 8 bytes: not at the offset that this says, and no layout begins later.
  EXPECT_EQ(report_of(transposed({"shared[reads] = (1,(32,32),1):(0,(32,1),0)"})).findings.size(),
            1U);
  Asked alone = transposed({"shared[writes] = Sw<5,0,5> o (1,(32,32),1):(0,(1,32),0)"});
  alone.ptx = replaced(transpose, ".shared .align 8 .b8 other[8];", "");
  EXPECT_EQ(report_of(alone).verdict, KernelVerdict::right);
  // Counted in halves, a float is two elements.
  alone.expectations = {"shared: f16[writes] = Sw<5,1,5> o (1,(32,32),2):(0,(2,64),1)"};
  EXPECT_EQ(report_of(alone).verdict, KernelVerdict::right);
}

TEST(KernelContents, FindsAnotherSwizzle) {
  EXPECT_EQ(finding_of(transposed({"tile[writes] = Sw<4,0,5> o (1,(32,32),1):(0,(1,32),0)"})),
            "wrong offset in tile: expected offset 512, found offset 528");
}

TEST(KernelContents, NamesTheVariablesThereAre) {
  try {
    report_of(transposed({"til[writes] = (1,1,1):(1,1,1)"}));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("no buffer is called 'til'; there is x, y, and in shared "
                                        "memory there is other, _ZZ9transposeE4tile"));
  }
  EXPECT_THROW(report_of(transposed({"y: f32[writes] = (1,1,1):(1,1,1)"})), std::invalid_argument);
}

}  // namespace
}  // namespace layoutcheck::gpu
