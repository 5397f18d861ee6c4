// The check of a user's kernel, run by the executor of PTX: shared memory, what nothing wrote, and
// where what was written comes from.
#include "compiled.hpp"
#include "kernel_task.hpp"

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
  std::string blocks = "auto";
  std::uint32_t shared = 0;
};

KernelReport report_of(const Asked& asked) {
  KernelTask task = task_of(asked.ptx, asked.arguments, asked.grid, asked.block, asked.shared);
  task.blocks = parse_block_choice(asked.blocks);
  for (const std::string& text : asked.expectations)
    if (is_origin_expectation(text))
      task.origins.push_back(parse_origin_expectation(text));
    else
      task.expectations.push_back(parse_expectation(text));
  return checked(std::move(task));
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

/// Each thread stores the square of its element to one place of shared memory; nothing orders them.
std::string square(const std::string& type) {
  const std::string bits = ".b" + type.substr(type.size() - 2);
  const std::string bytes = bits == ".b16" ? "2" : bits == ".b32" ? "4" : "8";
  return R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry square(.param .u64 x, .param .u64 y)
{
  .shared .align 8 .b64 last;
  .reg )" +
         bits + " %x;\n  .reg .b32 %i;\n  .reg .b64 %d<5>;\n" + R"(
  ld.param.u64 %d0, [x];
  ld.param.u64 %d1, [y];
  mov.u32 %i, %tid.x;
  mul.wide.u32 %d2, %i, )" +
         bytes + ";\n  add.s64 %d3, %d0, %d2;\n  add.s64 %d4, %d1, %d2;\n  ld.global" + bits +
         " %x, [%d3];\n  mul." + type + " %x, %x, %x;\n  st.shared" + bits +
         " [last], %x;\n  st.global" + bits + " [%d4], %x;\n  ret;\n}\n";
}

TEST(KernelContents, OfInputsShowRacesBetweenProducts) {
  for (const std::string type : {"f16", "bf16", "f32", "f64"}) {
    const auto verdict = [&](const std::string& fill) {
      const std::string buffers = "x: in " + fill + type + "[64], y: out " + type + "[64]";
      const KernelReport report = report_of({square(type), buffers, {1}, {64}});
      EXPECT_EQ(report.findings.empty() ? "race" : report.findings[0].kind, "race") << type;
      return report.verdict;
    };
    EXPECT_EQ(verdict(""), KernelVerdict::wrong) << type;
    EXPECT_EQ(verdict("zero "), KernelVerdict::right) << type;
  }
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
  EXPECT_EQ(report.verdict, KernelVerdict::right_in_part);
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

// Where contents come from.

Asked copied(const std::string& expectation) {
  return {copy, "x: in f32[100], y: out f32[128], i32=100", {4, 1, 1}, {32, 1, 1}, {expectation}};
}

TEST(KernelOrigins, OfACopyAreItsElements) {
  const KernelReport report = report_of(copied("y = x o 100:1"));
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  ASSERT_EQ(report.expectations.size(), 1U);
  EXPECT_TRUE(report.expectations[0].is_of_origins);
  EXPECT_EQ(report.expectations[0].compared, 100U);
  EXPECT_EQ(report_of(copied("y o (10,10):(10,1) = x o (10,10):(10,1)")).verdict,
            KernelVerdict::right);
  EXPECT_EQ(report_of(copied("y = x o coalesce((10,10):(1,10))")).verdict, KernelVerdict::right);
  EXPECT_EQ(finding_of(copied("y = x o (10,10):(10,1)")),
            "wrong origin in y: expected y[1] from x[10], found x[1]");
}

TEST(KernelOrigins, TellWhatNothingWrote) {
  Asked small = copied("y = x o 100:1");
  small.grid = {3, 1, 1};
  EXPECT_EQ(finding_of(small),
            "unwritten in y: expected y[96] from x[96], found y[96] is written by no thread, and "
            "is expected from x[96]");
  EXPECT_EQ(report_of(small).findings[0].count, 4U);
  // Of blocks that did not run nothing is said.
  small.grid = {4, 1, 1};
  small.blocks = "0,2";
  EXPECT_EQ(report_of(small).verdict, KernelVerdict::right_in_part);
  EXPECT_EQ(report_of(small).expectations[0].compared, 64U);
}

TEST(KernelOrigins, TellWhatIsWrittenBeyond) {
  Asked wide = copied("y = x o 100:1");
  wide.ptx = replaced(copy, "setp.lt", "setp.le");
  wide.arguments = "x: in f32[128], y: out f32[128], i32=100";
  EXPECT_EQ(finding_of(wide),
            "unexpected in y: expected y[100] from no element there, found x[100]");
}

TEST(KernelOrigins, TakeNoMemoryForWhatIsNotTouched) {
  const Asked asked{copy,
                    "x: in f32[2^31-32], y: out f32[2^31-32], i32=2^31-32",
                    {67108863, 1, 1},
                    {32, 1, 1},
                    {"y = x o 2147483616:1"},
                    "first,last"};
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::right_in_part);
  EXPECT_EQ(report.expectations[0].compared, 64U);
}

/// A tile of 32×32 floats, transposed through shared memory with Sw<5,0,5>. `$1` and `$2` say what
/// mixes an offset when it is written and read.
const char* const staged = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry staged(.param .u64 from, .param .u64 to)
{
  .reg .f32 %f<3>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %tid.y;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r1, 32, %r2;
  mul.wide.u32 %rd3, %r3, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  mov.u32 %r4, tile;
  shr.u32 %r5, %r3, 5; // written
  and.b32 %r6, %r5, 31; // written
  xor.b32 %r7, %r3, %r6; // written
  mad.lo.s32 %r8, %r7, 4, %r4;
  ld.global.f32 %f1, [%rd4];
  st.shared.f32 [%r8], %f1;
  bar.sync 0;
  mad.lo.s32 %r9, %r2, 32, %r1;
  shr.u32 %r10, %r9, 5; // read
  and.b32 %r11, %r10, 31; // read
  xor.b32 %r12, %r9, %r11; // read
  mad.lo.s32 %r13, %r12, 4, %r4;
  ld.shared.f32 %f2, [%r13];
  st.global.f32 [%rd5], %f2;
  ret;
}
)";

struct Mutant {
  const char* name;
  std::vector<std::pair<const char*, const char*>> changes;
};

/// Each leaves all addresses within the tile, and the accesses to the buffers as they are.
const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = {
      {"WrittenShift4", {{"5; // written", "4; // written"}}},
      {"WrittenShift6", {{"5; // written", "6; // written"}}},
      {"WrittenMask15", {{"31; // written", "15; // written"}}},
      {"WrittenMask30", {{"31; // written", "30; // written"}}},
      {"WrittenMask7", {{"31; // written", "7; // written"}}},
      {"WrittenPlain", {{"31; // written", "0; // written"}}},
      {"ReadShift4", {{"5; // read", "4; // read"}}},
      {"ReadShift6", {{"5; // read", "6; // read"}}},
      {"ReadMask15", {{"31; // read", "15; // read"}}},
      {"ReadMask30", {{"31; // read", "30; // read"}}},
      {"ReadMask7", {{"31; // read", "7; // read"}}},
      {"ReadPlain", {{"31; // read", "0; // read"}}},
      {"ReadOr", {{"xor.b32 %r12", "or.b32 %r12"}}},
  };
  return all;
}

Asked staged_by(const std::vector<std::pair<const char*, const char*>>& changes) {
  Asked asked{staged,
              "x: in f32[1024], y: out f32[1024]",
              {1, 1, 1},
              {32, 32, 1},
              {"x[reads] = (1,1024,1):(0,1,0)", "y[writes] = (1,1024,1):(0,1,0)"}};
  for (const auto& [from, to] : changes)
    asked.ptx = replaced(asked.ptx, from, to);
  return asked;
}

class Swizzles : public testing::TestWithParam<Mutant> {};

TEST_P(Swizzles, AreFoundByTheContentsAlone) {
  Asked asked = staged_by(GetParam().changes);
  // All addresses are as expected.
  EXPECT_EQ(report_of(asked).verdict, KernelVerdict::right);
  asked.expectations.emplace_back("y = x o (32,32):(32,1)");
  EXPECT_THAT(finding_of(asked),
              testing::MatchesRegex("wrong origin in y: expected y.[0-9]+. from x.[0-9]+., found "
                                    "x.[0-9]+."));
}

INSTANTIATE_TEST_SUITE_P(Mutants, Swizzles, testing::ValuesIn(mutants()),
                         [](const auto& mutant) { return std::string(mutant.param.name); });

TEST(KernelOrigins, OfAStagedTransposeAreTransposed) {
  Asked asked = staged_by({});
  asked.expectations.emplace_back("y = x o (32,32):(32,1)");
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  EXPECT_EQ(report.expectations[2].compared, 1024U);
}

TEST(KernelOrigins, DoNotTellASwizzleThatIsWrongOnBothSides) {
  // The contents are right; the layout of the tile is not what it should be.
  Asked asked = staged_by({{"31; // written", "15; // written"}, {"31; // read", "15; // read"}});
  asked.expectations = {"y = x o (32,32):(32,1)"};
  EXPECT_EQ(report_of(asked).verdict, KernelVerdict::right);
  asked.expectations.emplace_back("tile[writes] = Sw<5,0,5> o (1,(32,32),1):(0,(1,32),0)");
  EXPECT_EQ(finding_of(asked), "wrong offset in tile: expected offset 528, found offset 512");
}

/// A kernel of one warp: $ stands for what makes of the halves or floats in the registers of a
/// lane.
std::string warp_kernel(const std::string& body) {
  return R"(
.version 9.1
.target sm_100a
.address_size 64
.visible .entry lanes(.param .u64 from, .param .u64 to)
{
  .reg .pred %p<3>;
  .reg .b16 %h<9>;
  .reg .f32 %f<9>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<20>;
  .shared .align 16 .b8 tile[1024];
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 2;
  mul.wide.u32 %rd4, %r1, 4;
  add.s64 %rd5, %rd1, %rd3;  // from, by halves
  add.s64 %rd6, %rd2, %rd3;  // to, by halves
  add.s64 %rd7, %rd1, %rd4;  // from, by words
  add.s64 %rd8, %rd2, %rd4;  // to, by words
)" + body +
         "\n  ret;\n}\n";
}

struct Moved {
  const char* name;
  const char* arguments;
  const char* body;
  const char* expectation;
};

class Moves : public testing::TestWithParam<Moved> {};

TEST_P(Moves, KeepTheOrigin) {
  const Asked asked{warp_kernel(GetParam().body),
                    GetParam().arguments,
                    {1, 1, 1},
                    {32, 1, 1},
                    {GetParam().expectation}};
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  for (const Finding& finding : report.findings)
    ADD_FAILURE() << finding.message;
}

constexpr const char* halves = "x: in f16[64], y: out f16[64]";
constexpr const char* words = "x: in f32[32], y: out f32[32]";

INSTANTIATE_TEST_SUITE_P(
    KernelOrigins, Moves,
    testing::Values(
        Moved{"Conversions", "x: in f32[32], y: out f16[32]",
              "ld.global.f32 %f1, [%rd7]; cvt.rn.f16.f32 %h1, %f1; st.global.b16 [%rd6], %h1;",
              "y = x o 32:1"},
        Moved{"ScalesAndBiases", words,
              "ld.global.f32 %f1, [%rd7]; mul.f32 %f2, %f1, 0f40000000; add.f32 %f3, %f2, "
              "0f3f800000; max.f32 %f4, %f3, 0f00000000; st.global.f32 [%rd8], %f4;",
              "y = x o 32:1"},
        Moved{"OftenByItself", words,
              "ld.global.f32 %f1, [%rd7]; add.f32 %f2, %f1, %f1; fma.rn.f32 %f3, %f1, %f2, %f1; "
              "tanh.approx.f32 %f4, %f3; max.f32 %f5, %f4, %f1; mul.f32 %f6, %f5, %f1; "
              "st.global.f32 [%rd8], %f6;",
              "y = x o 32:1"},
        // Lane l takes from lane l % 4 * 8 + l / 4.
        Moved{"Shuffles", words,
              "ld.global.f32 %f1, [%rd7]; mov.b32 %r2, %f1; and.b32 %r3, %r1, 3; shl.b32 %r4, "
              "%r3, 3; shr.u32 %r5, %r1, 2; or.b32 %r6, %r4, %r5; shfl.sync.idx.b32 %r7|%p1, %r2, "
              "%r6, 31, -1; st.global.b32 [%rd8], %r7;",
              "y = x o (4,8):(8,1)"},
        Moved{"PackedByShifts", halves,
              "ld.global.u16 %h1, [%rd5]; ld.global.u16 %h2, [%rd5+64]; cvt.u32.u16 %r2, %h1; "
              "cvt.u32.u16 %r3, %h2; shl.b32 %r4, %r3, 16; or.b32 %r5, %r2, %r4; st.global.b32 "
              "[%rd8], %r5;",
              "y = x o (2,32):(32,1)"},
        Moved{"PackedByMoves", halves,
              "ld.global.u16 %h1, [%rd5]; ld.global.u16 %h2, [%rd5+64]; mov.b32 %r5, {%h1, %h2}; "
              "st.global.b32 [%rd8], %r5;",
              "y = x o (2,32):(32,1)"},
        Moved{"PackedByConversion", "x: in f32[64], y: out f16[64]",
              "ld.global.f32 %f1, [%rd7]; ld.global.f32 %f2, [%rd7+128]; cvt.rn.f16x2.f32 %r5, "
              "%f2, %f1; st.global.b32 [%rd8], %r5;",
              "y = x o (2,32):(32,1)"},
        Moved{"RoundedAtRandom", "x: in f32[64], y: out bf16[64]",
              "ld.global.f32 %f1, [%rd7]; ld.global.f32 %f2, [%rd7+128]; cvt.rs.bf16x2.f32 %r5, "
              "%f2, %f1, %r1; st.global.b32 [%rd8], %r5;",
              "y = x o (2,32):(32,1)"},
        Moved{"PackedAsFixedPoint", "x: in f32[64], y: out u8[64]",
              "ld.global.f32 %f1, [%rd7]; ld.global.f32 %f2, [%rd7+128]; "
              "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 %h1, %f2, %f1, 0xfefe; "
              "st.global.b16 [%rd6], %h1;",
              "y = x o (2,32):(32,1)"},
        Moved{"ScaledFixedPoint", "x: in u8[64], y: out bf16[64]",
              "ld.global.b16 %h1, [%rd5]; cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2 %r5, %h1, 0x8181; "
              "st.global.b32 [%rd8], %r5;",
              "y[m] = 4 * sum_k x[k,m] where y = 64:1 and x = (1,64):(64,1)"},
        Moved{"PowersOfTwo", "x: in u8[64], y: out bf16[64]",
              "ld.global.b16 %h1, [%rd5]; cvt.rn.bf16x2.ue8m0x2 %r5, %h1; st.global.b32 [%rd8], "
              "%r5;",
              "y = x o 64:1"},
        Moved{"PackedArithmetic", halves,
              "ld.global.b32 %r2, [%rd7]; mov.b32 %r3, 0x3c003c00; fma.rn.f16x2 %r4, %r2, %r3, "
              "%r3; st.global.b32 [%rd8], %r4;",
              "y = x o 64:1"},
        Moved{"Permutes", halves,
              "ld.global.b32 %r2, [%rd7]; ld.global.b32 %r3, [%rd7]; prmt.b32 %r4, %r2, %r3, "
              "0x3254; prmt.b32 %r5, %r4, 0, 0x1032; prmt.b32 %r6, %r5, 0, 0x1032; st.global.b32 "
              "[%rd8], %r6;",
              "y = x o 64:1"},
        Moved{"Selects", words,
              "ld.global.f32 %f1, [%rd7]; ld.global.f32 %f2, [%rd7]; setp.lt.u32 %p1, %r1, 7; "
              "selp.f32 %f3, %f1, %f2, %p1; st.global.f32 [%rd8], %f3;",
              "y = x o 32:1"},
        Moved{"FloatsOfBfloats", "x: in bf16[64], y: out f32[32]",
              "ld.global.b32 %r2, [%rd7]; shl.b32 %r3, %r2, 16; st.global.b32 [%rd8], %r3;",
              "y = x o composition(64:1, 32:2)"},
        Moved{"CopiesInFlight", words,
              "mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 4, %r2; cp.async.ca.shared.global [%r3], "
              "[%rd7], 4; cp.async.commit_group; cp.async.wait_group 0; bar.warp.sync -1; xor.b32 "
              "%r4, %r1, 0; mad.lo.u32 %r5, %r4, 4, %r2; ld.shared.f32 %f1, [%r5]; st.global.f32 "
              "[%rd8], %f1;",
              "y = x o 32:1"},
        // Row r of 8 halves is loaded by lane r; lane 4g + t holds entries (g, 2t) and (g, 2t+1).
        Moved{"Matrices", halves,
              "ld.global.b32 %r2, [%rd7]; mov.u32 %r3, tile; mad.lo.u32 %r4, %r1, 4, %r3; "
              "st.shared.b32 [%r4], %r2; bar.warp.sync -1; and.b32 %r5, %r1, 7; mad.lo.u32 %r6, "
              "%r5, 16, %r3; ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r7}, [%r6]; "
              "st.global.b32 [%rd8], %r7;",
              "y = x o (8,8):(8,1)"},
        Moved{"TransposedMatrices", halves,
              "ld.global.b32 %r2, [%rd7]; movmatrix.sync.aligned.m8n8.trans.b16 %r7, %r2; "
              "st.global.b32 [%rd8], %r7;",
              "y = x o (8,8):(8,1)"},
        Moved{"StoredMatrices", halves,
              "ld.global.b32 %r2, [%rd7]; mov.u32 %r3, tile; and.b32 %r5, %r1, 7; mad.lo.u32 %r6, "
              "%r5, 16, %r3; stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r6], {%r2}; "
              "bar.warp.sync -1; mad.lo.u32 %r4, %r1, 4, %r3; ld.shared.b32 %r7, [%r4]; "
              "st.global.b32 [%rd8], %r7;",
              "y = x o (8,8):(8,1)"},
        Moved{"TransposedBytes", "x: in s8[256], y: out s8[256]",
              "mul.wide.u32 %rd9, %r1, 8; add.s64 %rd10, %rd1, %rd9; ld.global.v2.b32 {%r2, %r3}, "
              "[%rd10]; mov.u32 %r4, tile; mad.lo.u32 %r5, %r1, 8, %r4; st.shared.v2.b32 [%r5], "
              "{%r2, %r3}; bar.warp.sync -1; and.b32 %r6, %r1, 15; mad.lo.u32 %r7, %r6, 16, %r4; "
              "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r8, %r9}, [%r7]; add.s64 %rd11, "
              "%rd2, %rd9; st.global.v2.b32 [%rd11], {%r8, %r9};",
              "y = x o (4,2,4,8):(16,8,64,1)"},
        Moved{"StoredBytes", "x: in s8[128], y: out s8[128]",
              "ld.global.b32 %r2, [%rd7]; mov.u32 %r3, tile; and.b32 %r5, %r1, 7; mad.lo.u32 %r6, "
              "%r5, 16, %r3; stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r6], {%r2}; "
              "bar.warp.sync -1; mad.lo.u32 %r4, %r1, 4, %r3; ld.shared.b32 %r7, [%r4]; "
              "st.global.b32 [%rd8], %r7;",
              "y = x o (8,2,2,4):(16,2,1,4)"},
        Moved{"LocalMemory", words,
              ".local .align 4 .b8 own[8]; .reg .b64 %la; mov.u64 %la, own; ld.global.f32 %f1, "
              "[%rd7]; st.local.f32 [%la+4], %f1; ld.local.f32 %f2, [%la+4]; st.global.f32 [%rd8], "
              "%f2;",
              "y = x o 32:1"},
        Moved{"Sums", words,
              "ld.global.f32 %f1, [%rd7]; mov.b32 %r2, %f1; shfl.sync.bfly.b32 %r3, %r2, 1, 31, "
              "-1; mov.b32 %f2, %r3; add.f32 %f3, %f1, %f2; mov.b32 %r4, %f3; shfl.sync.bfly.b32 "
              "%r5, %r4, 2, 31, -1; mov.b32 %f4, %r5; add.f32 %f5, %f3, %f4; st.global.f32 [%rd8], "
              "%f5;",
              "y[r,m] = sum_k x[k,m] where y = (4,8):(1,4) and x = (4,8):(1,4)"},
        Moved{"AtomicSums", "x: in f32[32], y: zero f32[4]",
              "ld.global.f32 %f1, [%rd7]; and.b32 %r2, %r1, 3; mul.wide.u32 %rd9, %r2, 4; add.s64 "
              "%rd10, %rd2, %rd9; red.global.add.f32 [%rd10], %f1;",
              "y[m] = sum_k x[m,k] where y = 4:1 and x = (4,8):(1,4)"}),
    [](const auto& moved) { return std::string(moved.param.name); });

/// A thread's elements of multimem x and of y, or of x and of multimem y.
Asked on_devices(const std::string& body, const std::string& arguments,
                 const std::string& expectation) {
  return {
      ".version 8.1 .target sm_90 .address_size 64 .visible .entry k(.param .u64 x, .param .u64 "
      "y) { .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %d<9>; ld.param.u64 %d1, [x]; "
      "ld.param.u64 %d2, [y]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, "
      "32, %r1; mul.wide.u32 %d3, %r3, 4; add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3; " +
          body + " }",
      arguments,
      {2, 1, 1},
      {32, 1, 1},
      {expectation}};
}

TEST(KernelOrigins, AreFollowedToAllDevices) {
  const std::string reduce =
      "multimem.ld_reduce.global.add.f32 %f1, [%d1]; st.global.f32 [%d2], %f1;";
  const std::string arguments = "multimem(x: in f32[4,64], 4), y: out f32[64]";
  const std::string sum = "y[m] = sum_k x[k,m] where y = 64:1 and x = (4,64):(64,1)";
  const KernelReport report = report_of(on_devices(reduce, arguments, sum));
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  EXPECT_EQ(report.expectations[0].compared, 64U);
  EXPECT_EQ(
      report_of(on_devices(reduce, "multimem(x: in f32[4,64], 2), y: out f32[64]", sum)).verdict,
      KernelVerdict::wrong);
  // Of 8 bits, four in a register.
  Asked narrow = on_devices(
      "multimem.ld_reduce.global.add.e4m3x4 %r4, [%d1]; st.global.b32 [%d2], "
      "%r4;",
      "multimem(x: zero u8[4,256], 4), y: out u8[256]",
      "y[m] = sum_k x[k,m] where y = 256:1 and x = (4,256):(256,1)");
  narrow.ptx = replaced(narrow.ptx, "8.1 .target sm_90", "8.6 .target sm_100a");
  EXPECT_EQ(report_of(narrow).verdict, KernelVerdict::right);
  const std::string store = "ld.global.f32 %f1, [%d1]; multimem.st.global.f32 [%d2], %f1;";
  const auto stored = [&](const std::string& expectation) {
    return report_of(on_devices(store, "x: in f32[64], multimem(y: out f32[4,64], 4)", expectation))
        .verdict;
  };
  EXPECT_EQ(stored("y = x o (64,4):(1,0)"), KernelVerdict::right);
  EXPECT_EQ(stored("y = x o (4,64):(0,1)"), KernelVerdict::wrong);
  EXPECT_EQ(stored("y[writes] = (2,32,1):(32,1,0)"), KernelVerdict::wrong);
  EXPECT_EQ(stored("y[writes] = (2,32,4):(32,1,64)"), KernelVerdict::right);
  const std::string update = "ld.global.f32 %f1, [%d1]; multimem.red.global.add.f32 [%d2], %f1;";
  const auto updated = [&](const std::string& expectation) {
    return report_of(
               on_devices(update, "x: in f32[64], multimem(y: zero f32[4,64], 4)", expectation))
        .verdict;
  };
  EXPECT_EQ(updated("y = x o (64,4):(1,0)"), KernelVerdict::right);
  EXPECT_EQ(updated("y = x o (4,64):(0,1)"), KernelVerdict::wrong);
}

TEST(KernelOrigins, TellBytesInAnotherOrder) {
  const Asked asked{warp_kernel("ld.global.b32 %r2, [%rd7]; prmt.b32 %r3, %r2, 0, 0x0123; "
                                "st.global.b32 [%rd8], %r3;"),
                    words,
                    {1, 1, 1},
                    {32, 1, 1},
                    {"y = x o 32:1"}};
  EXPECT_EQ(finding_of(asked),
            "wrong origin in y: expected y[0] from x[0], found x[0] with its bytes in another "
            "order");
}

TEST(KernelOrigins, TellWhatIsMixed) {
  const auto found = [](const std::string& body) {
    return finding_of({warp_kernel(body),
                       "x: in f32[64], y: out f32[32]",
                       {1, 1, 1},
                       {32, 1, 1},
                       {"y = x o 32:1"}});
  };
  const std::string load = "ld.global.f32 %f1, [%rd7]; ld.global.f32 %f2, [%rd7+128]; ";
  EXPECT_EQ(found(load + "add.f32 %f3, %f1, %f2; st.global.f32 [%rd8], %f3;"),
            "wrong origin in y: expected y[0] from x[0], found the sum of 2, among them x[32]");
  EXPECT_EQ(found(load + "max.f32 %f3, %f1, %f2; st.global.f32 [%rd8], %f3;"),
            "wrong origin in y: expected y[0] from x[0], found a mixture of several");
  EXPECT_EQ(found(load + "mul.f32 %f3, %f1, %f2; st.global.f32 [%rd8], %f3;"),
            "wrong origin in y: expected y[0] from x[0], found x[0]*x[32]");
  EXPECT_EQ(found(load + "mov.f32 %f3, 0f3f800000; st.global.f32 [%rd8], %f3;"),
            "wrong origin in y: expected y[0] from x[0], found no element of a source");
}

// Products.

/// c[m,n] = Σ a[m,k]·b[k,n], one thread for each of m = tid.x, n = tid.y: a's strides are given.
const char* const product = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry product(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 am, .param .u32 ak)
{
  .reg .pred %p;
  .reg .f32 %f<5>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<12>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u32 %r1, [am];
  ld.param.u32 %r2, [ak];
  mov.u32 %r3, %tid.x;
  mov.u32 %r4, %tid.y;
  mul.lo.u32 %r5, %r3, %r1;
  mov.u32 %r6, 0;
  mov.f32 %f1, 0f00000000;
loop:
  mad.lo.u32 %r7, %r6, %r2, %r5;
  mad.lo.u32 %r8, %r6, 16, %r4;
  mul.wide.u32 %rd4, %r7, 4;
  mul.wide.u32 %rd5, %r8, 4;
  add.s64 %rd6, %rd1, %rd4;
  add.s64 %rd7, %rd2, %rd5;
  ld.global.f32 %f2, [%rd6];
  ld.global.f32 %f3, [%rd7];
  fma.rn.f32 %f1, %f2, %f3, %f1;
  add.u32 %r6, %r6, 1;
  setp.lt.u32 %p, %r6, 8;
  @%p bra loop;
  mad.lo.u32 %r9, %r3, 16, %r4;
  mul.wide.u32 %rd8, %r9, 4;
  add.s64 %rd9, %rd3, %rd8;
  st.global.f32 [%rd9], %f1;
  ret;
}
)";

Asked product_of(const std::string& strides, const std::string& expectation) {
  return {product,
          "a: in f32[64], b: in f32[128], c: out f32[128], " + strides,
          {1, 1, 1},
          {8, 16, 1},
          {expectation}};
}

const char* const of_a_and_b =
    "c[m,n] = sum_k a[m,k] * b[k,n] where a = (8,8):(8,1) and b = (8,16):(16,1) and c = "
    "(8,16):(16,1)";

TEST(KernelOrigins, OfAProductAreItsFactors) {
  const KernelReport report = report_of(product_of("i32=8, i32=1", of_a_and_b));
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  EXPECT_EQ(report.expectations[0].compared, 128U);
}

TEST(KernelOrigins, FindSwappedStrides) {
  EXPECT_EQ(finding_of(product_of("i32=1, i32=8", of_a_and_b)),
            "wrong origin in c: expected c[0] from the sum of 8, among them a[1]*b[16], found the "
            "sum of 8, among them a[8]*b[16]");
}

TEST(KernelOrigins, FindATermThatIsMissing) {
  Asked asked = product_of("i32=8, i32=1", of_a_and_b);
  asked.ptx = replaced(product, "%r6, 8;", "%r6, 7;");
  EXPECT_EQ(finding_of(asked),
            "wrong origin in c: expected c[0] from the sum of 8, among them a[7]*b[112], found the "
            "sum of 7, among them a[0]*b[0]");
}

// Signs and factors.

/// The product, with this for the sum of %f2 * %f3 in %f1.
KernelReport report_of_sum(const std::string& step, const std::string& scale = "") {
  Asked asked = product_of("i32=8, i32=1", replaced(of_a_and_b, "sum_k", scale + "sum_k"));
  asked.ptx = replaced(product, "fma.rn.f32 %f1, %f2, %f3, %f1;", step);
  asked.ptx = replaced(asked.ptx, "%f<5>", "%f<9>; .reg .b16 %h<9>");
  return report_of(asked);
}

std::string found_in_sum(const std::string& step, const std::string& scale = "") {
  const KernelReport report = report_of_sum(step, scale);
  if (report.findings.empty())
    return report.expectations.at(0).without_factors == 0 ? "right" : "right but for factors";
  return report.findings.at(0).expected + "; " + report.findings.at(0).found;
}

struct Sum {
  const char* name;
  const char* step;
  /// What goes in: "", "-", "0.5*"; and what the expectation says for it.
  const char* factor;
  const char* scale;
};

class Sums : public testing::TestWithParam<Sum> {};

TEST_P(Sums, HaveTheSignAndTheFactorOfEachTerm) {
  const auto [name, step, factor, scale] = GetParam();
  EXPECT_EQ(found_in_sum(step, scale), "right");
  EXPECT_EQ(found_in_sum(step, "any * "), "right");
  const std::string sum = "the sum of 8, among them ";
  EXPECT_EQ(found_in_sum(step, "4 * "),
            "c[0] from " + sum + "4*a[0]*b[0]; " + sum + factor + "a[0]*b[0]");
  if (std::string(factor).empty()) return;
  EXPECT_EQ(found_in_sum(step), "c[0] from " + sum + "a[0]*b[0]; " + sum + factor + "a[0]*b[0]");
}

INSTANTIATE_TEST_SUITE_P(
    KernelOrigins, Sums,
    testing::Values(
        Sum{"Once", "fma.rn.f32 %f1, %f2, %f3, %f1;", "", ""},
        Sum{"Added", "mul.f32 %f4, %f2, %f3; add.f32 %f1, %f1, %f4;", "", "1 * "},
        Sum{"Subtracted", "mul.f32 %f4, %f2, %f3; sub.f32 %f1, %f1, %f4;", "-", "-"},
        Sum{"Negated", "neg.f32 %f4, %f2; fma.rn.f32 %f1, %f4, %f3, %f1;", "-", "-1 * "},
        Sum{"WithItsSignFlipped",
            "mov.b32 %r10, %f2; xor.b32 %r10, %r10, -2147483648; mov.b32 %f4, %r10; "
            "fma.rn.f32 %f1, %f4, %f3, %f1;",
            "-", "-"},
        Sum{"OfBothNegated", "neg.f32 %f4, %f2; neg.f32 %f5, %f3; fma.rn.f32 %f1, %f4, %f5, %f1;",
            "", ""},
        Sum{"Twice", "fma.rn.f32 %f1, %f2, %f3, %f1; fma.rn.f32 %f1, %f2, %f3, %f1;", "2*", "2 * "},
        Sum{"Halved", "mul.f32 %f4, %f2, 0f3F000000; fma.rn.f32 %f1, %f4, %f3, %f1;", "0.5*",
            "1/2 * "},
        Sum{"Divided",
            "mul.f32 %f4, %f2, %f3; div.rn.f32 %f4, %f4, 0fC1000000; "
            "add.f32 %f1, %f1, %f4;",
            "-0.125*", "-1/8 * "},
        // What was rounded off, and what was not: the product in two parts.
        Sum{"InTwoParts",
            "cvt.rn.f16.f32 %h1, %f2; cvt.f32.f16 %f4, %h1; sub.f32 %f5, %f2, %f4; "
            "fma.rn.f32 %f1, %f4, %f3, %f1; fma.rn.f32 %f1, %f5, %f3, %f1;",
            "", ""},
        Sum{"OfNothingElse", "fma.rn.f32 %f1, %f2, %f3, %f1; fma.rn.f32 %f1, %f3, 0f00000000, %f1;",
            "", ""}),
    [](const auto& sum) { return std::string(sum.param.name); });

TEST(KernelOrigins, FindOneTermWithAnotherFactor) {
  EXPECT_EQ(
      found_in_sum("fma.rn.f32 %f1, %f2, %f3, %f1; setp.eq.u32 %p, %r6, 5; @%p neg.f32 %f2, %f2;"
                   "@%p fma.rn.f32 %f1, %f2, 0f3F800000, %f1;"),
      "c[0] from the sum of 8, among them a[0]*b[0]; the sum of 9, among them -a[5]");
  EXPECT_EQ(
      found_in_sum("setp.eq.u32 %p, %r6, 5; @%p neg.f32 %f2, %f2; fma.rn.f32 %f1, %f2, %f3, %f1;"),
      "c[0] from the sum of 8, among them a[5]*b[80]; the sum of 8, among them -a[5]*b[80]");
  EXPECT_EQ(found_in_sum("setp.eq.u32 %p, %r6, 5; @%p mul.f32 %f2, %f2, 0f00000000; "
                         "fma.rn.f32 %f1, %f2, %f3, %f1;"),
            "c[0] from the sum of 8, among them a[5]*b[80]; the sum of 7, among them a[0]*b[0]");
}

TEST(KernelOrigins, TellWhereFactorsAreNotKnown) {
  // A function of an element, and a function of the sum.
  EXPECT_EQ(found_in_sum("max.f32 %f4, %f2, 0f00000000; fma.rn.f32 %f1, %f4, %f3, %f1;"),
            "right but for factors");
  EXPECT_EQ(found_in_sum("mov.b32 %r10, %f2; and.b32 %r10, %r10, 2147483647; mov.b32 %f4, %r10; "
                         "fma.rn.f32 %f1, %f4, %f3, %f1;"),
            "right but for factors");
  EXPECT_EQ(found_in_sum("add.f32 %f4, %f2, 0f3F800000; fma.rn.f32 %f1, %f4, %f3, %f1;"),
            "right but for factors");
  EXPECT_EQ(found_in_sum("fma.rn.f32 %f1, %f2, %f3, %f1; tanh.approx.f32 %f1, %f1;", "-"),
            "right but for factors");
  EXPECT_EQ(found_in_sum("tanh.approx.f32 %f4, %f2; fma.rn.f32 %f1, %f4, %f3, %f1;", "any * "),
            "right");
  EXPECT_EQ(report_of_sum("fma.rn.f32 %f1, %f2, %f3, %f1; max.f32 %f1, %f1, 0f00000000;")
                .expectations.at(0)
                .without_factors,
            128U);
}

TEST(KernelOrigins, TellASquareFromItsRoot) {
  const auto found = [](const std::string& square, const std::string& expectation) {
    const Asked asked{warp_kernel("ld.global.f32 %f1, [%rd7]; " + square +
                                  " and.b32 %r2, %r1, 3; mul.wide.u32 %rd9, %r2, 4; add.s64 %rd10, "
                                  "%rd2, %rd9; red.global.add.f32 [%rd10], %f2;"),
                      "x: in f32[32], y: zero f32[4]",
                      {1, 1, 1},
                      {32, 1, 1},
                      {"y[m] = " + expectation + " where y = 4:1 and x = (4,8):(1,4)"}};
    const KernelReport report = report_of(asked);
    return report.findings.empty() ? "right" : report.findings.at(0).found;
  };
  EXPECT_EQ(found("mul.f32 %f2, %f1, %f1;", "sum_k x[m,k] * x[m,k]"), "right");
  EXPECT_EQ(found("mul.f32 %f2, %f1, %f1;", "sum_k x[m,k]"), "the sum of 8, among them x[0]*x[0]");
  EXPECT_EQ(found("mov.f32 %f2, %f1;", "sum_k x[m,k] * x[m,k]"), "the sum of 8, among them x[0]");
  EXPECT_EQ(found("mul.f32 %f2, %f1, %f1; neg.f32 %f2, %f2;", "-sum_k x[m,k] * x[m,k]"), "right");
  EXPECT_EQ(found("neg.f32 %f2, %f1;", "sum_k x[m,k]"), "the sum of 8, among them -x[0]");
  // By another function, or times one.
  EXPECT_EQ(found("lg2.approx.f32 %f2, %f1; add.f32 %f2, %f2, %f2; ex2.approx.f32 %f2, %f2;",
                  "sum_k x[m,k] * x[m,k]"),
            "right");
  EXPECT_EQ(found("tanh.approx.f32 %f2, %f1; mul.f32 %f2, %f2, %f1;", "sum_k x[m,k]"), "right");
}

TEST(KernelOrigins, OfAnElementAloneHaveNoFactorUnlessSaid) {
  const auto found = [](const std::string& expectation) {
    const Asked asked{warp_kernel("ld.global.f32 %f1, [%rd7]; mul.f32 %f2, %f1, 0fC0000000; "
                                  "st.global.f32 [%rd8], %f2;"),
                      words,
                      {1, 1, 1},
                      {32, 1, 1},
                      {expectation}};
    const KernelReport report = report_of(asked);
    return report.findings.empty() ? "right" : report.findings.at(0).found;
  };
  EXPECT_EQ(found("y = x o 32:1"), "right");
  EXPECT_EQ(found("y[i] = x[i] where x = 32:1 and y = 32:1"), "right");
  EXPECT_EQ(found("y[i] = any * x[i] where x = 32:1 and y = 32:1"), "right");
  EXPECT_EQ(found("y[i] = -2 * x[i] where x = 32:1 and y = 32:1"), "right");
  EXPECT_EQ(found("y[i] = -x[i] where x = 32:1 and y = 32:1"), "-2*x[0]");
}

/// Sums by the tensor core, or of bytes in a word, with one operand that is a number.
TEST(KernelOrigins, OfProductsWithNumbersHaveTheirFactors) {
  const auto found = [](const std::string& body, const std::string& arguments,
                        const std::string& expectation) {
    const KernelReport report =
        report_of({warp_kernel(body), arguments, {1, 1, 1}, {32, 1, 1}, {expectation}});
    return report.findings.empty() ? "right" : report.findings.at(0).found;
  };
  // Row g of a is in the lanes 4g to 4g + 3, and row g + 8 in the second register.
  const auto multiplied = [&](const std::string& number, const std::string& scale) {
    return found(
        "ld.global.b32 %r2, [%rd7]; ld.global.b32 %r3, [%rd7+128]; mov.b32 %r4, " + number +
            "; mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, "
            "%r3}, {%r4}, {0f00000000, 0f00000000, 0f00000000, 0f00000000}; "
            "mul.wide.u32 %rd9, %r1, 8; add.s64 %rd10, %rd2, %rd9; "
            "st.global.v2.f32 [%rd10], {%f1, %f2}; st.global.v2.f32 [%rd10+256], {%f3, %f4};",
        "x: in f16[128], y: out f32[128]",
        "y[m,n] = " + scale + "sum_k x[m,k] where x = (16,8):(8,1) and y = (16,8):(8,1)");
  };
  EXPECT_EQ(multiplied("0x3c003c00", ""), "right");
  EXPECT_EQ(multiplied("0xc000c000", ""), "the sum of 8, among them -2*x[0]");
  EXPECT_EQ(multiplied("0xc000c000", "-2 * "), "right");
  EXPECT_EQ(multiplied("0x00003c00", ""), "the sum of 4, among them x[0]");
  // Of a sparse matrix, whose held entries are those of the columns that the metadata name.
  const auto sparse = [&](const std::string& metadata, const std::string& number) {
    return found(
        "ld.global.b32 %r2, [%rd7]; ld.global.b32 %r3, [%rd7+128]; mov.b32 %r4, " + number +
            "; mov.b32 %r5, " + metadata +
            "; mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, "
            "%r3}, {%r4, %r4}, {0f00000000, 0f00000000, 0f00000000, 0f00000000}, %r5, 0; "
            "mul.wide.u32 %rd9, %r1, 8; add.s64 %rd10, %rd2, %rd9; "
            "st.global.v2.f32 [%rd10], {%f1, %f2}; st.global.v2.f32 [%rd10+256], {%f3, %f4};",
        "x: in f16[128], y: out f32[128]",
        "y[m,n] = sum_k x[m,k] where x = (16,8):(8,1) and y = (16,8):(8,1)");
  };
  EXPECT_EQ(sparse("0x44444444", "0x3c003c00"), "right");
  EXPECT_EQ(sparse("0x88888888", "0x00003c00"), "right");
  EXPECT_EQ(sparse("0x44444444", "0x00003c00"), "the sum of 4, among them x[0]");
  const auto dotted = [&](const std::string& number, const std::string& scale) {
    return found("ld.global.b32 %r2, [%rd7]; dp4a.s32.s32 %r3, %r2, " + number +
                     ", 5; st.global.b32 [%rd8], %r3;",
                 "x: in i8[128], y: out i32[32]",
                 "y[m] = " + scale + "sum_k x[k,m] where x = (4,32):(1,4) and y = 32:1");
  };
  EXPECT_EQ(dotted("0x01010101", ""), "right");
  EXPECT_EQ(dotted("-1", ""), "the sum of 4, among them -x[0]");
  EXPECT_EQ(dotted("-1", "-"), "right");
  EXPECT_EQ(found("ld.global.b32 %r2, [%rd7]; shl.b32 %r3, %r2, 3; mad.lo.s32 %r4, %r2, -2, %r3; "
                  "st.global.b32 [%rd8], %r4;",
                  "x: in i32[32], y: out i32[32]", "y[i] = 6 * x[i] where x = 32:1 and y = 32:1"),
            "right");
}

Asked compiled_product(const char* file, std::uint32_t shared, const std::string& lda) {
  return {compiled_ptx(file),
          "a: in f16[64,96], b: in f16[96,128], c: out f16[64,128], i32=64, i32=128, i32=96, i32=" +
              lda + ", i32=128, i32=128, s: f32[4], t: f32[4]",
          {2, 1, 1},
          {128, 1, 1},
          {"c[m,n] = sum_k a[m,k] * b[k,n] where a = (64,96):(96,1) and b = (96,128):(128,1) and "
           "c = (64,128):(128,1)"},
          "auto",
          shared};
}

void expect_followed(const char* file, std::uint32_t shared) {
  const KernelReport report = report_of(compiled_product(file, shared, "96"));
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  EXPECT_EQ(report.expectations[0].compared, 64U * 128);
  EXPECT_THAT(finding_of(compiled_product(file, shared, "64")),
              testing::StartsWith("wrong origin in c: expected c[2048] from the sum of 96, among "
                                  "them a[1536]*b[0]"));
}

TEST(KernelOrigins, AreFollowedThroughMma) {
  expect_followed("matmul_fp16.sm_80.ptx", 16384);
}

TEST(KernelOrigins, AreFollowedThroughWgmma) {
  expect_followed("matmul_fp16.sm_90.ptx", 24576);
}

/// Triton's product for sm_100, of a and of b with these strides of rows.
Asked tensor_product(const std::string& lda, const std::string& ldb) {
  return {compiled_ptx("dot_fp16.sm_100.ptx"),
          "a: in f16[128,192], b: in f16[192,128], c: out f16[128,128], i32=128, i32=128, i32=192, "
          "null, null",
          {1, 1, 1},
          {128, 1, 1},
          {"c[m,n] = sum_k a[m,k] * b[k,n] where a = (128,192):(" + lda +
           ",1) and b = (192,128):(" + ldb + ",1) and c = (128,128):(128,1)"},
          "auto",
          98320};
}

TEST(KernelOrigins, AreFollowedThroughTcgen05) {
  const KernelReport report = report_of(tensor_product("192", "128"));
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  EXPECT_EQ(report.expectations[0].compared, 128U * 128);
  EXPECT_EQ(report.expectations[0].without_factors, 0U);
  const auto first_of = [](const Asked& asked) {
    const KernelReport wrong = report_of(asked);
    if (wrong.findings.empty()) return std::string("none");
    const Finding& finding = wrong.findings[0];
    return finding.kind + ": expected " + finding.expected + ", found " + finding.found;
  };
  EXPECT_THAT(first_of(tensor_product("128", "128")),
              testing::StartsWith("wrong origin: expected"));
  const auto mutant = [&](const std::string& what, const std::string& by) {
    Asked asked = tensor_product("192", "128");
    asked.ptx = replaced(asked.ptx, what, by);
    return first_of(asked);
  };
  // A is negated in the first products, or it is the same tile twice.
  EXPECT_THAT(mutant("mov.b32 \t%r135, 136380432;", "mov.b32 \t%r135, 136388624;"),
              testing::HasSubstr("-a[0]*b[0]"));
  EXPECT_THAT(mutant("mov.b64 \t%rd66, {%r143, %r141};", "mov.b64 \t%rd66, {%r138, %r141};"),
              testing::StartsWith("wrong origin: expected"));
}

/// Triton's product of e4m3 with e2m1, of which two are in a byte of b.
Asked scaled_product(const std::string& b) {
  return {compiled_ptx("scaled_mxfp8_mxfp4.sm_100.ptx"),
          "a: in f8[128,128], b: in u8[64,64], sa: in u8[128,4], sb: in u8[64,4], c: out "
          "f32[128,64], i32=128, null, null",
          {1, 1, 1},
          {128, 1, 1},
          {"c[m,n] = any * sum_k a[m,k] * b[n,k] where a = (128,128):(128,1) and b = " + b +
           " and c = (128,64):(64,1)"},
          "auto",
          25088};
}

TEST(KernelOrigins, AreFollowedThroughBlockScales) {
  const KernelReport report = report_of(scaled_product("(64,(2,64)):(64,(0,1))"));
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  EXPECT_EQ(report.expectations[0].compared, 128U * 64);
  EXPECT_EQ(report_of(scaled_product("(64,(64,2)):(64,(1,0))")).verdict, KernelVerdict::wrong);
}

/// A product by a pair of blocks, of which a block has half of the rows.
Asked pair_product(const std::string& name, std::uint32_t shared, const std::string& m,
                   const std::string& ldb) {
  return {compiled_ptx("pair_" + name + ".sm_100.ptx"),
          "a: in f16[" + m + ",64], b: in f16[64,64], c: out f32[" + m + ",64], null, null",
          {2, 1, 1},
          {128, 1, 1},
          {"c[m,n] = sum_k a[m,k] * b[k,n] where a = (" + m + ",64):(64,1) and b = (64,64):(" +
           ldb + ",1) and c = (" + m + ",64):(64,1)"},
          "auto",
          shared};
}

TEST(KernelOrigins, AreFollowedThroughPairsOfBlocks) {
  for (const auto& [name, shared, m] : {std::tuple{"256x64", 20488U, "256"},
                                        {"128x64", 12296U, "128"},
                                        {"256x64_a_in_tensor_memory", 4104U, "256"}}) {
    const KernelReport report = report_of(pair_product(name, shared, m, "64"));
    EXPECT_EQ(report.verdict, KernelVerdict::right) << name << report.why;
    EXPECT_EQ(report.expectations[0].without_factors, 0U);
    EXPECT_EQ(report_of(pair_product(name, shared, m, "32")).verdict, KernelVerdict::wrong);
  }
}

/// 512 words of x in shared memory, copied to tensor memory as four columns, and given to y by
/// lane.
Asked tensor_copy(const std::string& shape, const std::string& expected) {
  return {
      ".version 8.8 .target sm_100a .address_size 64 .visible .entry k(.param .u64 x, .param "
      ".u64 y) { .reg .pred %p<3>, %q; .reg .b32 %r<20>; .reg .b64 %d<9>; .shared .align 128 .b8 "
      "s[2048]; .shared .align 8 .b64 m; .shared .align 4 .b32 a; ld.param.u64 %d1, [x]; "
      "ld.param.u64 %d2, [y]; mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; setp.eq.u32 %p2, "
      "%r1, 0; @%p2 mbarrier.init.shared.b64 [m], 1; @%p1 "
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 32; mul.wide.u32 %d3, %r1, "
      "16; add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3; ld.global.v4.b32 {%r2, %r3, %r4, "
      "%r5}, [%d1]; mov.u32 %r6, s; shl.b32 %r7, %r1, 4; add.u32 %r6, %r6, %r7; "
      "st.shared.v4.b32 [%r6], {%r2, %r3, %r4, %r5}; fence.proxy.async.shared::cta; bar.sync 0; "
      "ld.shared.u32 %r8, [a]; mov.u64 %d4, 70403103916032; @%p2 tcgen05.cp.cta_group::1." +
          shape +
          " [%r8], %d4; @%p2 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster"
          ".b64 [m]; $WAIT: mbarrier.try_wait.parity.shared.b64 %q, [m], 0; @!%q bra $WAIT; "
          "shr.u32 %r9, %r1, 5; shl.b32 %r9, %r9, 21; add.u32 %r9, %r9, %r8; "
          "tcgen05.ld.sync.aligned.32x32b.x4.b32 {%r10, %r11, %r12, %r13}, [%r9]; "
          "tcgen05.wait::ld.sync.aligned; st.global.v4.b32 [%d2], {%r10, %r11, %r12, %r13}; "
          "bar.sync 0; @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r8, 32; }",
      "x: in u8[2048], y: out u8[2048]",
      {1, 1, 1},
      {128, 1, 1},
      {expected}};
}

TEST(KernelOrigins, AreFollowedThroughCopiesToTensorMemory) {
  const auto verdict = [](const std::string& shape, const std::string& expected) {
    const KernelReport report = report_of(tensor_copy(shape, expected));
    EXPECT_NE(report.verdict, KernelVerdict::undecided) << report.why;
    return report.verdict;
  };
  EXPECT_EQ(verdict("128x128b", "y = x o 2048:1"), KernelVerdict::right);
  EXPECT_EQ(verdict("32x128b.warpx4", "y = x o (512,4):(1,0)"), KernelVerdict::right);
  EXPECT_EQ(verdict("32x128b.warpx4", "y = x o 2048:1"), KernelVerdict::wrong);
  // Two of 4 bits in a byte, and padding after 16 of them.
  EXPECT_EQ(verdict("128x128b.b8x16.b4x16_p64", "y = x o (2,8,128):(0,1,16)"),
            KernelVerdict::right);
  EXPECT_EQ(verdict("128x128b.b8x16.b4x16_p64", "y = x o 2048:1"), KernelVerdict::wrong);
}

TEST(KernelOrigins, AreMixedByLoadsThatReduce) {
  Asked asked = tensor_copy("128x128b", "y = x o 512:1");
  asked.arguments = "x: in u32[512], y: out u32[512]";
  asked.ptx = replaced(asked.ptx, "sm_100a", "sm_103a");
  // The third of four words is the greatest of them.
  asked.ptx = replaced(asked.ptx, "ld.sync.aligned.32x32b.x4.b32 {%r10, %r11, %r12, %r13}",
                       "ld.red.sync.aligned.32x32b.x4.max.u32 {%r10, %r11, %r14, %r13}, %r12");
  EXPECT_EQ(finding_of(asked),
            "wrong origin in y: expected y[2] from x[2], found a mixture of several");
}

TEST(KernelOrigins, HaveTheSignsThatWgmmaGives) {
  Asked asked = compiled_product("matmul_fp16.sm_90.ptx", 24576, "96");
  for (unsigned i = 0; i < 2; ++i)
    asked.ptx = replaced(asked.ptx, "%p10, 1, 1, 0, 1;", "%p10, -1, 1, 0, 1;");
  EXPECT_THAT(finding_of(asked), testing::EndsWith("found the sum of 96, among them -a[0]*b[0]"));
  asked.expectations[0] = replaced(asked.expectations[0], "sum_k", "-sum_k");
  const KernelReport report = report_of(asked);
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  EXPECT_EQ(report.expectations[0].without_factors, 0U);
}

TEST(KernelOrigins, AreFollowedThroughWmma) {
  const auto product_of_halves = [](const std::string& b) {
    return Asked{compiled_ptx("wmma.ptx"),
                 "a: in f16[32,48], b: in f16[32,48], c: out f32[32,32], i32=48",
                 {2, 2, 1},
                 {32, 1, 1},
                 {"c[m,n] = sum_k a[m,k] * b[k,n] where a = (32,48):(48,1) and b = (48,32):" + b +
                  " and c = (32,32):(32,1)"}};
  };
  const KernelReport report = report_of(product_of_halves("(1,48)"));
  EXPECT_EQ(report.verdict, KernelVerdict::right) << report.why;
  EXPECT_EQ(report.expectations[0].compared, 32U * 32);
  EXPECT_EQ(finding_of(product_of_halves("(1,32)")),
            "wrong origin in c: expected c[1] from the sum of 48, among them a[0]*b[32], found the "
            "sum of 48, among them a[0]*b[48]");
  // By way of shared memory, and columns.
  std::string text = compiled_ptx("wmma.ptx");
  const std::size_t first = text.find(".visible .entry halves");
  text.erase(first, text.find(".visible .entry bytes") - first);
  const auto product_of_bytes = [](const std::string& ptx) {
    return Asked{ptx,
                 "a: in index i8[16,32], b: in index i8[16,16], c: out i32[8,32]",
                 {1, 1, 1},
                 {32, 1, 1},
                 {"c[m,n] = sum_k a[m,k] * b[k,n] where a = (32,16):(1,32) and b = (16,8):(16,1) "
                  "and c = (32,8):(1,32)"}};
  };
  EXPECT_EQ(report_of(product_of_bytes(text)).verdict, KernelVerdict::right);
  EXPECT_THAT(finding_of(product_of_bytes(replaced(text, "bar.sync", "//bar.sync"))),
              testing::StartsWith("race"));
}

TEST(KernelOrigins, AreFollowedFromBlockToBlock) {
  const std::string text = compiled_ptx("grid_sync.ptx");
  const auto shifted = [](const std::string& ptx, const std::string& by) {
    return Asked{ptx,
                 "x: in f32[256], y: out f32[256], z: out f32[256], i32=256",
                 {4, 1, 1},
                 {64, 1, 1},
                 {"z[m,n] = 2 * x[m,n] where z = (64,4):(1,64) and x = " + by}};
  };
  Asked asked = shifted(text, "(64,4):(1,64)");
  EXPECT_EQ(finding_of(asked),
            "wrong origin in z: expected z[0] from 2*x[0], found the sum of 2, among them x[0]");
  // Blocks that do not wait for each other race.
  asked = shifted(text, "(64,4):(1,64)");
  asked.expectations.clear();
  EXPECT_EQ(report_of(asked).verdict, KernelVerdict::right);
  asked.ptx =
      replaced(replaced(replaced(text, "@%p4 bra", "//@%p4 bra"), "add.release", "add.relaxed"),
               "ld.acquire", "ld.relaxed");
  EXPECT_THAT(finding_of(asked), testing::StartsWith("race in y"));
}

TEST(KernelOrigins, AreFollowedInAllBlocksOfACluster) {
  const std::string text = compiled_ptx("cluster.ptx");
  const auto asked = [](const std::string& ptx, const std::string& expectation) {
    return Asked{ptx, "x: in f32[512], y: out f32[512]", {8, 1, 1}, {64, 1, 1}, {expectation}};
  };
  EXPECT_EQ(report_of(asked(text, "y = x o (16,4,4,2):(1,64,16,256)")).verdict,
            KernelVerdict::right);
  EXPECT_EQ(finding_of(asked(text, "y = x o (16,4,4,2):(1,16,64,256)")),
            "wrong origin in y: expected y[16] from x[16], found x[64]");
  // A part of another block than is meant.
  EXPECT_THAT(finding_of(asked(replaced(text, "%cluster_ctarank", "%cluster_ctaid.y"),
                               "y = x o (16,4,4,2):(1,64,16,256)")),
              testing::StartsWith("wrong origin in y"));
  // All blocks of a cluster run, whichever are chosen.
  Asked some = asked(text, "y = x o (16,4,4,2):(1,64,16,256)");
  some.blocks = "5";
  const KernelReport report = report_of(some);
  EXPECT_EQ(report.verdict, KernelVerdict::right_in_part);
  EXPECT_THAT(report.blocks, testing::ElementsAre(4, 5, 6, 7));
}

TEST(OriginExpectation, IsToldFromOneOfAddresses) {
  for (const char* text : {"y = x o 32:1", "y o 4:2 = x o 4:2", "y = x o Sw<1,0,1> o 4:1",
                           "c[m,n] = sum_k a[m,k] * b[k,n] where a = (1,1):(1,1)"})
    EXPECT_TRUE(is_origin_expectation(text)) << text;
  for (const char* text : {"y = (1,32,1):(0,1,0)", "y[writes] = Sw<1,0,1> o (1,4,1):(0,1,0)",
                           "y = swizzle(1,0,1) o (1,4,1):(0,1,0)", "y"})
    EXPECT_FALSE(is_origin_expectation(text)) << text;
}

TEST(OriginExpectation, RefusesWhatItIsNot) {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      report_of({product,
                 "a: in f32[64], b: in f32[128], c: out f32[128], i32=8, i32=1",
                 {1, 1, 1},
                 {8, 16, 1},
                 {text}});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refused("c = z o 8:1"), HasSubstr("no buffer is called 'z'"));
  EXPECT_THAT(refused("c = a o b o 8:1"), HasSubstr("swizzle"));
  EXPECT_THAT(refused("c[m] = sum_k a[m,k]"), HasSubstr("where"));
  EXPECT_THAT(refused("c[m] = sum_k a[m,k] where c = 8:1"), HasSubstr("the layout of a"));
  EXPECT_THAT(refused("c[m] = a[m,k] where c = 8:1 and a = (8,8):(1,8)"), HasSubstr("sum_k"));
  EXPECT_THAT(refused("c[m,m] = a[m] where c = 8:1 and a = 8:1"), HasSubstr("twice"));
  EXPECT_THAT(refused("c[m] = a[m]*a[m]*a[m] where c = 8:1 and a = 8:1"), HasSubstr("two"));
  EXPECT_THAT(refused("c[m] = sum_k a[m,k] where c = 8:1 and a = 8:1"), HasSubstr("2 indices"));
  EXPECT_THAT(refused("c[m] = a[m] where c = 8:1 and a = 9:1"), HasSubstr("9 in that of a"));
  for (const char* factor : {"x", "0", "1/0", "inf", "-any", "", "2*3", "1/x"}) {
    EXPECT_THAT(refused("c[m] = " + std::string(factor) + " * a[m] where c = 8:1 and a = 8:1"),
                HasSubstr("': "))
        << factor;
  }
  EXPECT_THAT(refused("c[m] = x * a[m] where c = 8:1 and a = 8:1"),
              HasSubstr("'x': here stands a number, 'any', or a buffer with its indices"));
  EXPECT_THAT(refused("c[m] = 0 * a[m] where c = 8:1 and a = 8:1"), HasSubstr("other than 0"));
}

}  // namespace
}  // namespace layoutcheck::gpu
