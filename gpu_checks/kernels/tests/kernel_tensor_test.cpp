// The check of a user's kernel that moves tiles by tensor maps: maps as arguments, and what becomes
// of mistakes in maps and in the kernel.
#include "compiled.hpp"
#include "kernel_task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace layoutcheck::gpu {
namespace {

using testing::HasSubstr;

/// x is 40 × 128, and y its transpose; the last of three tiles goes beyond.
const std::string map_of_x =
    "tensormap(x: in f16[40, 128], (128,40):(1,128), box=(64,16), swizzle=128B)";
const std::string map_of_y = "tensormap(y: out f16[128, 40], (40,128):(1,40), box=(16,64))";

KernelReport tensor_report(const std::string& arguments,
                           const std::string& ptx = compiled_ptx("tensor.ptx")) {
  KernelTask task = task_of(ptx, arguments, {2, 1, 1}, {64, 1, 1}, 0);
  task.origins.push_back(parse_origin_expectation("y o (128,40):(40,1) = x o (128,40):(1,128)"));
  return checked(std::move(task));
}

std::string changed(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

/// "kind in line 5: what was found" of the first finding.
std::string first_finding(const KernelReport& report) {
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  if (report.findings.empty()) return "";
  const Finding& finding = report.findings[0];
  const std::string before = ": " + finding.kind + ": ";
  const std::size_t at = finding.message.find(before);
  return finding.kind + " in line " + std::to_string(finding.line) + ": " +
         (at == std::string::npos ? finding.message : finding.message.substr(at + before.size()));
}

std::size_t line_with(const std::string& text, std::string_view what) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(what));
  return static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1;
}

TEST(KernelTensor, TilesGoWhereTheirMapsSay) {
  const KernelReport report = tensor_report(map_of_x + ", " + map_of_y + ", i32=3");
  EXPECT_EQ(report.verdict, KernelVerdict::right) << first_finding(report);
  ASSERT_EQ(report.expectations.size(), 1U);
  EXPECT_EQ(report.expectations[0].compared, 5120U);
  // A buffer may be an argument of its own, a struct may hold a map, and numbers may be computed.
  const KernelReport named = tensor_report(
      "{m: tensormap(x: in f16[40, 2^7], (2^7,40):(1,2^7), box=(64,16), steps=(1,1), "
      "type=bf16, interleave=none, swizzle=128B, l2=256B, fill=nan)}, " +
      map_of_y + ", i32=3");
  EXPECT_EQ(named.verdict, KernelVerdict::right) << first_finding(named);
}

TEST(KernelTensor, ABoxThatIsOffByOneIsFound) {
  const std::string ptx = compiled_ptx("tensor.ptx");
  const std::string wait = std::to_string(line_with(ptx, "mbarrier.try_wait"));
  const KernelReport less =
      tensor_report(changed(map_of_x, "(64,16)", "(64,15)") + ", " + map_of_y + ", i32=3");
  EXPECT_EQ(first_finding(less),
            "deadlock in line " + wait +
                ": waits for a phase of the mbarrier, of which 128 expected bytes are missing");
  // Of the other map, nothing is counted; but a row of each tile is not written, or was of another.
  const KernelReport store =
      tensor_report(map_of_x + ", " + changed(map_of_y, "(16,64)", "(16,63)") + ", i32=3");
  EXPECT_THAT(first_finding(store), HasSubstr("unwritten"));
}

TEST(KernelTensor, AnotherSwizzleIsFound) {
  for (const char* const swizzle :
       {"128B_atom_32B", "128B_atom_64B", "128B_atom_32B_flip_8B", "none"}) {
    const KernelReport report =
        tensor_report(changed(map_of_x, "128B", swizzle) + ", " + map_of_y + ", i32=3");
    EXPECT_THAT(first_finding(report), HasSubstr("wrong origin")) << swizzle;
  }
}

TEST(KernelTensor, MistakesOfTheKernelAreFoundInTheirLines) {
  const std::string ptx = compiled_ptx("tensor.ptx");
  const std::string arguments = map_of_x + ", " + map_of_y + ", i32=3";
  const auto line_of = [&](std::string_view what) {
    return " in line " + std::to_string(line_with(ptx, what)) + ": ";
  };
  const auto finding = [&](const std::string& mutant) {
    EXPECT_NE(mutant, ptx);
    return first_finding(tensor_report(arguments, mutant));
  };
  // The fence behind the loop that writes the tile.
  const std::size_t second = ptx.rfind("fence.proxy.async.shared::cta;");
  std::string unfenced = ptx;
  unfenced.replace(second, 30, std::string(30, ' '));
  EXPECT_THAT(
      finding(unfenced),
      testing::AllOf(testing::StartsWith("race" + line_of("cp.async.bulk.tensor.2d.global")),
                     HasSubstr("no fence.proxy.async is between the two")));
  const std::string wait = line_of("mbarrier.try_wait");
  EXPECT_EQ(finding(changed(ptx, "2048;", "2050;")),
            "deadlock" + wait +
                "waits for a phase of the mbarrier, of which 2 expected bytes are missing");
  // The parity is 0 in each round.
  EXPECT_THAT(finding(changed(ptx, "and.b32  \t%r5, %r55, 1;", "and.b32  \t%r5, %r55, 0;")),
              testing::StartsWith("deadlock" + wait));
  EXPECT_THAT(finding(changed(ptx, "cp.async.bulk.wait_group.read 0;", "")),
              testing::StartsWith("race"));
}

/// The pixels of 2 images of 5 × 9, and 8 channels, from those before the corner of a filter of
/// 3 × 3 on: offsets (1,1) are its middle.
KernelReport pixel_report(const std::string& offsets, const std::string& options) {
  const std::string ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .align 64 .b8 "
      "map[128], .param .u64 y) {\n.reg .pred %p<4>; .reg .b32 %r<4>; .reg .b64 %d<4>; .shared "
      ".align 128 .b8 s[1440]; .shared .align 8 .b64 m;\nmov.b64 %d1, map; cvta.param.u64 %d1, "
      "%d1; ld.param.u64 %d2, [y]; mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 ret;\n"
      "mbarrier.init.shared.b64 [m], 1; fence.proxy.async; mbarrier.arrive.expect_tx.shared.b64 "
      "%d3, [m], 1440;\ncp.async.bulk.tensor.4d.shared::cluster.global.im2col."
      "mbarrier::complete_tx::bytes [s], [%d1, {0, -1, -1, 0}], [m], {" +
      offsets +
      "};\nTEST: mbarrier.try_wait.parity.shared.b64 %p2, [m], 0; @!%p2 bra TEST;\n"
      "cp.async.bulk.global.shared::cta.bulk_group [%d2], [s], 1440; cp.async.bulk.commit_group; "
      "cp.async.bulk.wait_group 0;\nret;\n}\n";
  KernelTask task = task_of(
      ptx,
      "tensormap(x: in f16[2, 5, 9, 8], (8,9,5,2):(1,8,72,360), " + options + "), y: out f16[720]",
      {1, 1, 1}, {32, 1, 1}, 0);
  task.origins.push_back(parse_origin_expectation("y o 720:1 = x o 720:1"));
  return checked(std::move(task));
}

const std::string pixels = "channels=8, pixels=90, lower=(-1,-1), upper=(-1,-1)";

TEST(KernelTensor, PixelsGoWhereTheirMapsSay) {
  const KernelReport middle = pixel_report("1, 1", pixels);
  EXPECT_EQ(middle.verdict, KernelVerdict::right) << first_finding(middle);
  EXPECT_THAT(first_finding(pixel_report("2, 1", pixels)), HasSubstr("wrong origin"));
  EXPECT_THAT(first_finding(pixel_report("1, 1", changed(pixels, "upper=(-1", "upper=(-2"))),
              HasSubstr("wrong origin"));
  EXPECT_THAT(first_finding(pixel_report("1, 1", changed(pixels, "90", "89"))),
              testing::StartsWith("deadlock"));
  const auto refusal = [](std::string_view what, std::string_view by) -> std::string {
    try {
      pixel_report("1, 1", changed(pixels, what, by));
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("lower=(-1,-1)", "lower=-1"),
              HasSubstr("lower has 1 numbers, and the tensor 4 dimensions"));
  EXPECT_THAT(refusal("pixels=90", "box=(8,1,1,1)"),
              HasSubstr("im2col mode takes channels=, pixels=, lower= and upper=, and no box="));
  EXPECT_THAT(refusal("pixels=90", "pixels=0"), HasSubstr("the number of channels or pixels"));
  EXPECT_THAT(refusal("pixels=90", "pixels=1025"), HasSubstr("1025 pixels"));
  EXPECT_THAT(refusal("upper=(-1", "upper=(128"),
              HasSubstr("a corner of dimension 1 is 128, not from -128 to 127"));
}

std::string refused(const std::string& arguments) {
  try {
    tensor_report(arguments + ", " + map_of_y + ", i32=3");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(KernelTensor, MapsThatAreNoneAreRefusedByTheirPlace) {
  const auto because = [](std::string_view what, std::string_view by) {
    return refused(changed(map_of_x, what, by));
  };
  EXPECT_EQ(because("box=(64,16)", "box=(64,257)"),
            "argument arg0, a tensor map: the box of dimension 1 is 257, not from 1 to 256");
  EXPECT_EQ(
      because("(1,128)", "(1,127)"),
      "argument arg0, a tensor map: the stride of dimension 1 is 254 bytes, no multiple of 16 "
      "below 2^40");
  EXPECT_EQ(because("=128B", "=64B"),
            "argument arg0, a tensor map: a row of the box has 128 bytes, more than the 64 of its "
            "swizzle");
  EXPECT_THAT(because("=128B", "=48B"), HasSubstr("swizzle is one of none, 32B, 64B, 128B"));
  EXPECT_THAT(because("(1,128)", "(2,128)"), HasSubstr("the stride of dimension 0 is 1, not 2"));
  EXPECT_THAT(because("(1,128)", "(1)"), HasSubstr("there are 2 extents and 1 strides"));
  EXPECT_THAT(because("box=(64,16)", "box=64"), HasSubstr("box has 1 numbers"));
  EXPECT_THAT(because("box=(64,16)", "steps=(1,1)"), HasSubstr("it has no box="));
  EXPECT_THAT(because("swizzle=128B", "box=(64,16)"),
              HasSubstr("contradicts what stands before it"));
  EXPECT_THAT(because("swizzle=128B", "swizle=128B"),
              HasSubstr("is not one of box=, channels=, pixels="));
  EXPECT_THAT(because("swizzle=128B", "type=s8"), HasSubstr("'s8' is no type of a tensor"));
  EXPECT_THAT(because("swizzle=128B", "interleave=16B"),
              HasSubstr("interleaved layouts are not supported"));
  EXPECT_THAT(because("x: in f16[40, 128]", "z"), HasSubstr("no buffer is called 'z'; there is y"));
  EXPECT_THAT(because("(128,40):(1,128)", "(128,40,1,1,1,1):(1,128,16,16,16,16)"),
              HasSubstr("at most 5 dimensions, not 6"));
  EXPECT_THAT(refused("tensormap(x: in f16[40, 128])"),
              HasSubstr("expected a buffer, extents and strides, and a box"));
  EXPECT_THAT(refused("tensormap(x: in f16[40, 128], (128,40), box=(64,16))"),
              HasSubstr("expected extents and strides such as"));
}

}  // namespace
}  // namespace layoutcheck::gpu
