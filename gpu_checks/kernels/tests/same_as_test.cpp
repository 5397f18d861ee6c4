// Kernels held against others, for all values of floating-point numbers at once.
#include "compiled.hpp"
#include "kernel_task.hpp"
#include <layoutcheck/kernels/same_as.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace layoutcheck::gpu {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct LaunchOf {
  std::string entry;
  std::string arguments;
  Dim3 grid;
  Dim3 block;
  std::string ptx = "same_as.ptx";
  std::uint32_t shared = 0;
};

KernelTask task_of(const LaunchOf& launch) {
  const std::string ptx = launch.ptx.ends_with(".ptx") ? compiled_ptx(launch.ptx) : launch.ptx;
  KernelTask task = task_of(ptx, launch.arguments, launch.grid, launch.block, launch.shared);
  for (const ptx::Entry& entry : ptx::summarize(ptx).entries)
    if (entry.name == launch.entry) task.entry = entry;
  task.program.name = launch.entry;
  return task;
}

KernelReport held(const LaunchOf& kernel, const LaunchOf& reference) {
  KernelTask task = task_of(kernel);
  PtxOptions options;
  options.exact = true;
  task.room = options.room;
  const auto executor = [&] { return make_ptx_executor(options); };
  KernelReport report = check_kernel(executor, task);
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  hold_against(executor, task, task_of(reference), report);
  return report;
}

/// "right", "undecided: why", or the first finding.
std::string told(const LaunchOf& kernel, const LaunchOf& reference) {
  const KernelReport report = held(kernel, reference);
  if (report.findings.empty())
    return std::string(name(report.verdict)) + (report.why.empty() ? "" : ": " + report.why);
  const Finding& first = report.findings.front();
  return first.kind + " in " + first.argument + ": expected " + first.expected + ", found " +
         first.found;
}

LaunchOf sum(const std::string& entry) {
  return {entry, "x: in f32[100], y: out f32[1], i32=100", {1}, {64}};
}

TEST(SameAs, SumsMayBeReordered) {
  EXPECT_EQ(told(sum("sum_tree"), sum("sum_plain")), "right");
  EXPECT_EQ(told(sum("sum_plain"), sum("sum_tree")), "right");
}

TEST(SameAs, ATermOrAFactorThatIsMissingIsFound) {
  EXPECT_THAT(told(sum("sum_short"), sum("sum_plain")),
              StartsWith("different in y: expected y[0]"));
  EXPECT_THAT(told(sum("sum_unscaled"), sum("sum_plain")), StartsWith("different in y"));
}

LaunchOf matmul(const std::string& entry, const std::string& c, const Dim3& grid) {
  return {entry,
          "a: in f32[32, 64], b: in f32[64, 48], c: " + c + " f32[32, 48], i32=32, i32=48, i32=64",
          grid,
          {16, 16}};
}

TEST(SameAs, TiledAndSplitProductsAreThoseOfATripleLoop) {
  const LaunchOf loop = matmul("matmul_floats", "out", {3, 2});
  EXPECT_EQ(told(matmul("matmul_tiled", "out", {3, 2}), loop), "right");
  EXPECT_EQ(told(matmul("matmul_split", "inout zero", {3, 2, 4}), loop), "right");
  // Of what is there before, nobody says that it is zeros.
  EXPECT_THAT(told(matmul("matmul_split", "inout", {3, 2, 4}), loop), StartsWith("different in c"));
  // A fifth of 64 leaves 4 out.
  EXPECT_THAT(told(matmul("matmul_split", "inout zero", {3, 2, 5}), loop),
              StartsWith("different in c"));
}

TEST(SameAs, TensorCoresAreATripleLoop) {
  const LaunchOf loop = {"matmul_loop",
                         "a: in f16[64, 96], b: in f16[96, 128], c: out f16[64, 128], i32=64, "
                         "i32=128, i32=96",
                         {8, 4},
                         {16, 16}};
  LaunchOf tiles = {"matmul",
                    "a: in f16[64, 96], b: in f16[96, 128], c: out f16[64, 128], i32=64, i32=128, "
                    "i32=96, i32=96, i32=128, i32=128, f32[4], f32[4]",
                    {2},
                    {128},
                    "matmul_fp16.sm_80.ptx",
                    16384};
  EXPECT_EQ(told(tiles, loop), "right");
  tiles.arguments.replace(tiles.arguments.find("i32=96"), 6, "i32=80");
  EXPECT_THAT(told(tiles, loop), StartsWith("different in c"));
}

TEST(SameAs, TensorMemoryHoldsTheSumsOfATripleLoop) {
  const std::string matrices = "a: in f16[128, 128], b: in f16[128, 128], c: out f16[128, 128], ";
  const LaunchOf loop = {"matmul_loop", matrices + "i32=128, i32=128, i32=128", {8, 8}, {16, 16}};
  LaunchOf tiles = {"mm_ptr",
                    matrices + "i32=128, i32=128, i32=128, null, null",
                    {1},
                    {128},
                    "dot_fp16.sm_100.ptx",
                    98320};
  EXPECT_EQ(told(tiles, loop), "right");
  // The last of the products along K are left out.
  tiles.arguments.replace(tiles.arguments.rfind("i32=128"), 7, "i32=64");
  EXPECT_THAT(told(tiles, loop), StartsWith("different in c"));
}

TEST(SameAs, BlockScalesAreFactors) {
  const std::string arguments =
      "a: in f8[128,64], b: in f8[64,64], sa: in f8[128,8], sb: in f8[64,8], c: out f32[128,64], "
      "i32=128, null, null";
  const LaunchOf product = {"scaled", arguments, {1}, {128}, "scaled_nvfp4.sm_100.ptx", 13312};
  EXPECT_EQ(told(product, product), "right");
  // The scale factors of the first 64 entries along K, in the second product, too.
  const std::string text = compiled_ptx(product.ptx);
  for (const auto& [what, by] :
       {std::pair{"[ %r210 + 0 ]", "[ %r208 + 0 ]"}, {"[ %r211 + 0 ]", "[ %r209 + 0 ]"}}) {
    LaunchOf other = product;
    other.ptx = text;
    const std::size_t at = text.rfind(what);
    ASSERT_NE(at, std::string::npos);
    other.ptx.replace(at, std::string_view(what).size(), by);
    EXPECT_THAT(told(other, product), StartsWith("different in c"));
  }
}

TEST(SameAs, PairsOfBlocksHaveAInSharedOrInTensorMemory) {
  const auto product = [](const std::string& name, std::uint32_t shared) {
    return LaunchOf{"pair",
                    "a: in f16[256,64], b: in f16[64,64], c: out f32[256,64], null, null",
                    {2},
                    {128},
                    compiled_ptx("pair_" + name + ".sm_100.ptx"),
                    shared};
  };
  const LaunchOf in_tensor_memory = product("256x64_a_in_tensor_memory", 4104);
  LaunchOf in_shared = product("256x64", 20488);
  EXPECT_EQ(told(in_shared, in_tensor_memory), "right");
  // The second part along K is added to nothing.
  const std::string_view multiply = "%rd20, %rd21, %r81, %p10;";
  const std::size_t at = in_shared.ptx.find(multiply);
  ASSERT_NE(at, std::string::npos);
  in_shared.ptx.replace(at, multiply.size(), "%rd20, %rd21, %r81, %p8;");
  EXPECT_THAT(told(in_shared, in_tensor_memory), StartsWith("different in c"));
}

LaunchOf softmax(const std::string& entry) {
  return {entry, "x: in f32[2, 20], y: out f32[2, 20], i32=2, i32=20", {2}, {1}};
}

TEST(SameAs, PowersOfASumAreProductsOfPowers) {
  EXPECT_EQ(told(softmax("softmax_online"), softmax("softmax_plain")), "right");
  EXPECT_THAT(told(softmax("softmax_unscaled"), softmax("softmax_plain")),
              StartsWith("different in y"));
  const LaunchOf triton = {"softmax",
                           "x: in f32[2, 20], y: out f32[2, 20], i32=2, i32=20, i32=20, null, null",
                           {2},
                           {128},
                           "softmax_rows.sm_80.ptx",
                           16384};
  EXPECT_EQ(told(triton, softmax("softmax_plain")), "right");
}

/// Triton's attention for sm_100, or one without tiles.
LaunchOf attention(bool tiled, const std::string& scale = "0.125") {
  const std::string arguments =
      "q: in f16[64, 32], k: in f16[128, 32], v: in f16[128, 32], o: out f16[64, 32], f32=" +
      scale + ", i32=128";
  if (!tiled) return {"attention_plain", arguments, {64}, {32}, "attention.ptx"};
  return {"attention", arguments + ", null, null", {1}, {128}, "attention_fp16.sm_100.ptx", 20512};
}

TEST(SameAs, AttentionInTilesIsThatWithoutTiles) {
  EXPECT_EQ(told(attention(true), attention(false)), "right");
  EXPECT_THAT(told(attention(true, "0.25"), attention(false)), StartsWith("different in o"));
  // What was summed up before is not divided by the power of the new maximum.
  LaunchOf unscaled = attention(true);
  unscaled.ptx = compiled_ptx(unscaled.ptx);
  const std::string_view scaled = "fma.rn.f32 \t%r564, %r564, %r565, %r477;";
  const std::size_t at = unscaled.ptx.find(scaled);
  ASSERT_NE(at, std::string::npos);
  unscaled.ptx.replace(at, scaled.size(), "add.rn.f32 %r564, %r564, %r477;");
  EXPECT_THAT(told(unscaled, attention(false)), StartsWith("different in o"));
}

LaunchOf elementwise(const std::string& entry) {
  return {entry, "a: in f32[64], b: in f32[64], y: out f32[64]", {2}, {32}};
}

TEST(SameAs, AMaximumMayBeASelectionAndARootTheInverseOfOne) {
  EXPECT_EQ(told(elementwise("difference_selected"), elementwise("difference")), "right");
  EXPECT_THAT(told(elementwise("difference_swapped"), elementwise("difference")),
              StartsWith("different in y"));
}

LaunchOf bucketize(const std::string& entry, const std::string& type, bool given) {
  const auto numbers = [given](const char* text) { return given ? std::string(text) : ""; };
  return {entry,
          "values: in " + type + "[4]" + numbers(" = 3,25,47,80") + ", boundaries: in " + type +
              "[16]" + numbers(" = 10,0,20,0,30,0,40,0,50,0,60,0,70,0,80,0") +
              ", buckets: out i32[4], i32=8, i32=2",
          {1},
          {4}};
}

TEST(SameAs, AddressesThatDependOnIntegersAreThose) {
  const LaunchOf counted = bucketize("bucketize_counted", "i32", true);
  EXPECT_EQ(told(bucketize("bucketize_ints", "i32", true), counted), "right");
  EXPECT_THAT(told(bucketize("bucketize_ints_unstrided", "i32", true), counted),
              testing::MatchesRegex("different in buckets: expected buckets\\[0\\] = 0 as in "
                                    "bucketize_counted .*, found 2"));
}

TEST(SameAs, WhatDependsOnAnyNumberIsUndecided) {
  const LaunchOf open = bucketize("bucketize_floats", "f32", false);
  EXPECT_THAT(told(open, open),
              testing::AllOf(StartsWith("undecided: not decided whether"), HasSubstr("bra"),
                             HasSubstr("depends on floating-point numbers")));
  const LaunchOf given = bucketize("bucketize_floats", "f32", true);
  EXPECT_EQ(told(given, given), "right");
}

TEST(SameAs, BuffersMustBeThose) {
  LaunchOf other = sum("sum_plain");
  other.arguments = "x: in f32[100], y: out f32[2], i32=100";
  EXPECT_THROW(held(sum("sum_plain"), other), std::invalid_argument);
  other.arguments = "x: in f32[100], z: out f32[1], i32=100";
  EXPECT_THROW(held(sum("sum_plain"), other), std::invalid_argument);
}

/// A kernel of one thread: x[0] in %f1 and x[1] in %f2, what is made of them in %f3.
std::string made(const std::string& body) {
  return R"(.version 8.8
.target sm_100
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
  .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<4>; .reg .f32 %f<9>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y];
  ld.global.f32 %f1, [%d1]; ld.global.f32 %f2, [%d1+4];
  )" + body +
         R"(
  st.global.f32 [%d2], %f3;
  ret;
})";
}

std::string one(const std::string& body, const std::string& reference) {
  const auto launch = [](const std::string& text) {
    return LaunchOf{"k", "x: in f32[2], y: out f32[1]", {1}, {1}, made(text)};
  };
  return told(launch(body), launch(reference));
}

TEST(SameAs, LawsOfOneInstruction) {
  const std::pair<const char*, const char*> same[] = {
      {"mul.f32 %f4, %f1, %f2; add.f32 %f3, %f4, %f1;", "fma.rn.f32 %f3, %f2, %f1, %f1;"},
      {"neg.f32 %f4, %f2; add.f32 %f3, %f1, %f4;", "sub.f32 %f3, %f1, %f2;"},
      {"mov.b32 %r1, %f1; xor.b32 %r2, %r1, 0x80000000; mov.b32 %f3, %r2;", "neg.f32 %f3, %f1;"},
      {"rcp.rn.f32 %f4, %f2; mul.f32 %f3, %f1, %f4;", "div.rn.f32 %f3, %f1, %f2;"},
      {"div.rn.f32 %f3, %f1, 0f40400000;",
       "div.rn.f32 %f4, 0f3F800000, 0f40400000; mul.f32 %f3, %f4, %f1;"},
      {"max.f32 %f3, %f1, %f2;",
       "neg.f32 %f4, %f1; neg.f32 %f5, %f2; min.f32 %f6, %f4, %f5; "
       "neg.f32 %f3, %f6;"},
      {"setp.lt.f32 %p1, %f1, %f2; selp.f32 %f3, %f2, %f1, %p1;", "max.f32 %f3, %f1, %f2;"},
      {"setp.lt.f32 %p1, %f1, %f2; not.pred %p2, %p1; selp.f32 %f3, %f1, %f2, %p2;",
       "max.f32 %f3, %f2, %f1;"},
      {"cvt.rn.bf16.f32 %h1, %f1; mov.b32 %r1, {0, %h1}; mov.b32 %f3, %r1;", "mov.f32 %f3, %f1;"},
      {"ex2.approx.f32 %f4, %f1; ex2.approx.f32 %f5, %f2; mul.f32 %f3, %f4, %f5;",
       "add.f32 %f4, %f2, %f1; ex2.approx.f32 %f3, %f4;"},
      {"add.f32 %f4, %f1, 0f3F800000; ex2.approx.f32 %f3, %f4;",
       "ex2.approx.f32 %f4, %f1; add.f32 %f3, %f4, %f4;"},
      {"max.f32 %f4, %f1, 0fFF800000; mov.f32 %f3, %f4;", "mov.f32 %f3, %f1;"},
      {"mul.f32 %f4, %f1, %f2; max.f32 %f3, %f4, %f1, %f2;",
       "mul.f32 %f4, %f1, %f2; max.f32 %f5, %f2, %f4; max.f32 %f3, %f1, %f5;"},
      {"mul.f32 %f4, %f1, %f2; max.f32 %f3, %f1, %f2, %f4;",
       "neg.f32 %f5, %f1; neg.f32 %f6, %f2; mul.f32 %f7, %f1, %f6; min.f32 %f8, %f7, %f5, %f6; "
       "neg.f32 %f3, %f8;"},
      {"max.f32 %f3, %f1, %f2, %f1;", "max.f32 %f3, %f2, %f1;"},
      {"min.f32 %f3, %f1, %f2, 0f7F800000;", "min.f32 %f3, %f2, %f1;"},
      {"abs.f32 %f3, %f1;", "neg.f32 %f4, %f1; abs.f32 %f3, %f4;"},
      {"cvt.rn.bf16.f32 %h1, %f1; fma.rn.f32.bf16 %f3, %h1, %h1, %f2;",
       "fma.rn.f32 %f3, %f1, %f1, %f2;"},
      {"cvt.rn.f16.f32 %h1, %f1; sub.f32.f16 %f3, %h1, %f2;", "sub.f32 %f3, %f1, %f2;"},
      {"sin.approx.f32 %f4, %f1; neg.f32 %f3, %f4;", "neg.f32 %f4, %f1; sin.approx.f32 %f3, %f4;"},
  };
  for (const auto& [a, b] : same) {
    EXPECT_EQ(one(a, b), "right") << a;
    EXPECT_EQ(one(b, a), "right") << b;
  }
  const std::pair<const char*, const char*> different[] = {
      {"sub.f32 %f3, %f1, %f2;", "sub.f32 %f3, %f2, %f1;"},
      {"max.f32 %f3, %f1, %f2;", "min.f32 %f3, %f1, %f2;"},
      {"mul.f32 %f4, %f1, %f2; max.f32 %f3, %f1, %f2, %f4;", "max.f32 %f3, %f1, %f2;"},
      {"mul.f32 %f4, %f1, %f2; max.f32 %f3, %f1, %f2, %f4;",
       "mul.f32 %f4, %f1, %f2; min.f32 %f3, %f1, %f2, %f4;"},
      {"setp.lt.f32 %p1, %f1, %f2; selp.f32 %f3, %f1, %f2, %p1;", "max.f32 %f3, %f1, %f2;"},
      {"mul.f32 %f3, %f1, 0f3F000000;", "mul.f32 %f3, %f1, 0f3F000001;"},
      {"mov.b32 %r1, %f1; and.b32 %r2, %r1, 0x7fffff00; mov.b32 %f3, %r2;", "mov.f32 %f3, %f1;"},
      {"ex2.approx.f32 %f3, %f1;", "lg2.approx.f32 %f3, %f1;"},
      {"cvt.rni.f32.f32 %f3, %f1;", "cvt.rzi.f32.f32 %f3, %f1;"},
      {"ex2.approx.f32 %f3, %f1;", "ex2.approx.f32 %f3, %f2;"},
      {"div.rn.f32 %f3, %f1, %f2;", "div.rn.f32 %f3, %f2, %f1;"},
  };
  for (const auto& [a, b] : different)
    EXPECT_THAT(one(a, b), StartsWith("different in y")) << a;
}

TEST(SameAs, PowersInEachOtherThatAreTooDeepAreUndecided) {
  const std::string powers = "ex2.approx.f32 %f4, %f1; ex2.approx.f32 %f5, %f4; ";
  EXPECT_EQ(one(powers + "mov.f32 %f3, %f5;", powers + "mov.f32 %f3, %f5;"), "right");
  const std::string deep = powers + "ex2.approx.f32 %f3, %f5;";
  EXPECT_THAT(one(deep, deep), HasSubstr("stand in each other too deep for y[0]"));
}

TEST(SameAs, AGuardThatDependsOnAnyNumberIsUndecided) {
  const std::string guarded = "mov.f32 %f3, %f1; setp.gt.f32 %p1, %f1, %f2; @%p1 mov.f32 %f3, %f2;";
  EXPECT_THAT(one(guarded, guarded), HasSubstr("depends on floating-point numbers"));
}

}  // namespace
}  // namespace layoutcheck::gpu
