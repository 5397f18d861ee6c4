// The check of a user's kernel, with an executor that plays kernels written here.
#include <layoutcheck/kernels/kernel_check.hpp>
#include <layoutcheck/kernels/numbers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace layoutcheck::gpu {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr std::uint64_t slot = std::uint64_t{1} << 44;

/// One thread's access in a kernel of the tests: in the buffer of the argument, at so many bytes.
struct Touch {
  WarpAccess::Kind kind = WarpAccess::Kind::write;
  std::size_t argument = 0;
  std::int64_t offset = 0;
  std::uint32_t bytes = 4;
};

/// What a thread does, by block and thread.
using Play = std::function<std::vector<Touch>(std::uint64_t, std::uint64_t)>;

class Player final : public Executor {
 public:
  explicit Player(Play play, std::vector<Fault> faults = {}, std::uint64_t steps_of_block = 0)
      : play_(std::move(play)), faults_(std::move(faults)), steps_of_block_(steps_of_block) {}

  [[nodiscard]] std::string_view name() const override { return "player"; }
  [[nodiscard]] bool records() const override { return true; }
  void load(const Program& /*program*/) override {}
  Buffer allocate(std::uint64_t /*bytes*/, const Fill& /*fill*/) override { return {++buffers_}; }
  void release() override { buffers_ = 0; }
  void read(Buffer /*buffer*/, std::uint64_t /*offset*/, std::span<std::byte> /*to*/) override {}
  [[nodiscard]] std::uint64_t address_of(Buffer buffer) const override { return buffer.id * slot; }

  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    LaunchReport report;
    std::vector<std::uint64_t> blocks = launch.blocks;
    for (std::uint64_t b = 0; blocks.empty() && b < launch.grid.count(); ++b)
      blocks.push_back(b);
    for (const std::uint64_t block : blocks) {
      ++report.blocks;
      report.steps += steps_of_block_;
      for (std::uint64_t thread = 0; thread < launch.block.count(); ++thread) {
        std::uint32_t line = 100;
        for (const Touch& touch : play_(block, thread)) {
          const Argument& argument = launch.arguments[touch.argument];
          WarpAccess access;
          access.line = ++line;
          access.kind = touch.kind;
          access.bytes = touch.bytes;
          access.block = block;
          access.warp = static_cast<std::uint32_t>(thread / 32);
          access.lanes = 1U << thread % 32;
          access.addresses[thread % 32] =
              argument.buffer.id * slot +
              static_cast<std::uint64_t>(argument.offset + touch.offset);
          sink(access);
          ++report.accesses;
        }
      }
    }
    report.faults = faults_;
    report.fault_count = faults_.size();
    report.finished = faults_.empty() || faults_.front().kind != Fault::Kind::step_limit;
    return report;
  }

 private:
  Play play_;
  std::vector<Fault> faults_;
  std::uint64_t steps_of_block_;
  std::size_t buffers_ = 0;
};

KernelTask task_of(Dim3 grid, Dim3 block, const std::string& arguments,
                   const std::vector<std::string>& expectations = {}) {
  KernelTask task;
  task.grid = grid;
  task.block = block;
  task.arguments = parse_arguments(arguments);
  task.entry.name = "played";
  for (std::size_t i = 0; i < task.arguments.size(); ++i)
    task.entry.parameters.push_back({"p" + std::to_string(i), "u64", 8, 8 * i, true});
  for (const std::string& text : expectations)
    task.expectations.push_back(parse_expectation(text));
  return task;
}

KernelReport check(const KernelTask& task, const Play& play) {
  return check_kernel([&] { return std::make_unique<Player>(play); }, task);
}

/// Copies 4-byte elements from argument 0 to argument 1, by a linear index of threads of 4 values.
Play copy_of(std::uint64_t threads) {
  return [=](std::uint64_t block, std::uint64_t thread) {
    const auto offset = static_cast<std::int64_t>(16 * (block * threads + thread));
    return std::vector<Touch>{{WarpAccess::Kind::read, 0, offset, 16},
                              {WarpAccess::Kind::write, 1, offset, 16}};
  };
}

const char* const two_buffers = "x: in f32[4096], y: out f32[4096]";

TEST(KernelCheck, RemarksRedundantWritesUnlessTheyAreToBeFindings) {
  KernelTask task = task_of({1, 1, 1}, {32, 1, 1}, "x: f32[16]");
  task.program.ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry played(.param .u64 p0) {\n"
      ".reg .b32 %r<4>; .reg .b64 %d<4>;\nld.param.u64 %d0, [p0]; mov.u32 %r0, %tid.x;\n"
      "and.b32 %r1, %r0, 15; mul.wide.u32 %d1, %r1, 4; add.s64 %d2, %d0, %d1;\n"
      "ld.global.u32 %r2, [%d2];\nadd.u32 %r3, %r2, 1;\nst.global.u32 [%d2], %r3;\n}\n";
  const auto executor = [] { return make_ptx_executor(); };
  const KernelReport report = check_kernel(executor, task);
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  EXPECT_EQ(report.finding_count, 0U);
  ASSERT_EQ(report.remarks.size(), 1U);
  EXPECT_EQ(report.remarks[0].kind, "redundant write");
  EXPECT_EQ(report.remarks[0].line, 10U);
  EXPECT_EQ(report.remarks[0].count, 16U);
  EXPECT_EQ(report.remarks[0].argument, "x");
  task.strict = {Strict::redundant};
  const KernelReport strict = check_kernel(executor, task);
  EXPECT_EQ(strict.verdict, KernelVerdict::wrong);
  EXPECT_EQ(strict.finding_count, 16U);
  ASSERT_EQ(strict.findings.size(), 1U);
  EXPECT_EQ(strict.findings[0].kind, "redundant write");
  EXPECT_TRUE(strict.remarks.empty());
}

/// The check of a copy by these blocks of the 16 that copy all of it.
KernelReport copied_by(const std::string& blocks, const std::set<Strict>& strict,
                       std::uint32_t grid = 16) {
  KernelTask task = task_of({grid, 1, 1}, {64, 1, 1}, two_buffers);
  task.blocks = parse_block_choice(blocks);
  task.strict = strict;
  return check_kernel([] { return std::make_unique<Player>(copy_of(64)); }, task);
}

TEST(KernelCheck, FindsWhatNobodyWritesIfItIsAskedFor) {
  EXPECT_EQ(copied_by("all", {}, 14).verdict, KernelVerdict::right);
  const KernelReport report = copied_by("all", {Strict::unwritten}, 14);
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, "unwritten");
  EXPECT_EQ(report.findings[0].argument, "y");
  EXPECT_EQ(report.findings[0].offset, 3584);
  EXPECT_EQ(report.findings[0].message,
            "512 of 4096 elements of y are written by no thread; the first is 3584");
  EXPECT_EQ(copied_by("all", {Strict::unwritten}).verdict, KernelVerdict::right);
}

TEST(KernelCheck, IsUndecidedWhereItDoesNotJudgeWhatIsAskedFor) {
  EXPECT_EQ(copied_by("0-7", {}).verdict, KernelVerdict::right_in_part);
  EXPECT_EQ(
      copied_by("0-7", {Strict::races, Strict::iterations, Strict::sizes, Strict::factors}).verdict,
      KernelVerdict::right_in_part);
  const KernelReport report = copied_by("0-7", {Strict::blocks});
  EXPECT_EQ(report.verdict, KernelVerdict::undecided);
  EXPECT_EQ(report.why, "not judged, and required to be: blocks");
  ASSERT_EQ(report.not_judged.size(), 1U);
  EXPECT_EQ(report.not_judged[0].kind, Strict::blocks);
  EXPECT_EQ(copied_by("all", {Strict::blocks}).verdict, KernelVerdict::right);
  // Whether all is written is not known then.
  EXPECT_EQ(copied_by("0-7", {Strict::unwritten}).why, "not judged, and required to be: unwritten");
  EXPECT_EQ(copied_by("0-7", {std::begin(all_strict), std::end(all_strict)}).why,
            "not judged, and required to be: unwritten, blocks");
}

TEST(KernelCheck, SaysWhatItIgnores) {
  KernelTask task = task_of({16, 1, 1}, {64, 1, 1}, two_buffers);
  task.ignored = {Fault::Kind::race};
  task.rights = false;
  const KernelReport report =
      check_kernel([] { return std::make_unique<Player>(copy_of(64)); }, task);
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  ASSERT_EQ(report.not_judged.size(), 2U);
  EXPECT_EQ(report.not_judged[0].text, "race: ignored, as asked");
  EXPECT_EQ(report.not_judged[1].text, "access rights: ignored, as asked");
  EXPECT_EQ(report.not_judged[1].kind, std::nullopt);
}

TEST(KernelCheck, SaysThatAFenceEndsTheSearchForRaces) {
  KernelTask task = task_of({2, 1, 1}, {1, 1, 1}, "x: i32[2]");
  const auto check_with = [&](const std::string& fence) {
    task.program.ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry played(.param .u64 p0) {\n"
        ".reg .b32 %r<4>; .reg .b64 %d<4>;\nld.param.u64 %d0, [p0]; mov.u32 %r0, %ctaid.x;\n"
        "mul.wide.u32 %d1, %r0, 4; add.s64 %d2, %d0, %d1;\nst.global.u32 [%d2], %r0;\n" +
        fence + "ret;\n}\n";
    return check_kernel([] { return make_ptx_executor(); }, task);
  };
  EXPECT_TRUE(check_with("").not_judged.empty());
  const KernelReport report = check_with("membar.gl;");
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  ASSERT_EQ(report.not_judged.size(), 1U);
  EXPECT_EQ(report.not_judged[0].kind, Strict::races);
  task.strict = {Strict::races};
  EXPECT_EQ(check_with("").verdict, KernelVerdict::right);
  EXPECT_EQ(check_with("membar.gl;").why, "not judged, and required to be: races");
}

TEST(KernelCheck, RunsNotAllBlocksOfASmallGridIfTheyTakeLong) {
  const auto check_with = [](std::uint64_t steps_of_block) {
    return check_kernel(
        [&] { return std::make_unique<Player>(copy_of(64), std::vector<Fault>(), steps_of_block); },
        task_of({256, 1, 1}, {64, 1, 1}, "x: in f32[65536], y: out f32[65536]"));
  };
  EXPECT_EQ(check_with(1 << 20).choice.text, "all");
  EXPECT_EQ(check_with(1 << 20).blocks_run, 256U);
  const KernelReport report = check_with(std::uint64_t{1} << 27);
  EXPECT_EQ(report.choice.text, "first,last,powers,sample:16");
  EXPECT_LT(report.blocks_run, 64U);
}

TEST(KernelCheck, FindsNothingInARightCopy) {
  const KernelReport report =
      check(task_of({8, 1, 1}, {64, 1, 1}, two_buffers,
                    {"x[reads] = (8,64,4):(256,4,1)", "y = (8,64,4):(256,4,1)"}),
            copy_of(64));
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  EXPECT_EQ(report.blocks_run, 8U);
  EXPECT_EQ(report.launches, 1U);
  ASSERT_EQ(report.buffers.size(), 2U);
  EXPECT_EQ(report.buffers[0].coverage.elements_read(), 2048U);
  EXPECT_EQ(report.buffers[1].coverage.elements_written(), 2048U);
  EXPECT_EQ(report.buffers[1].coverage.most_writes(), 1);
  EXPECT_EQ(report.buffers[1].coverage.alignment(), 16U);
  ASSERT_EQ(report.expectations.size(), 2U);
  EXPECT_EQ(report.expectations[1].compared, 2048U);
  EXPECT_EQ(report.lines.size(), 2U);
}

TEST(KernelCheck, ShowsTheSmallestThreadOfAWrongOffset) {
  const KernelReport report =
      check(task_of({8, 1, 1}, {64, 1, 1}, two_buffers, {"arg1 = (8,64,4):(256,4,1)"}),
            [](std::uint64_t block, std::uint64_t thread) {
              auto touches = copy_of(64)(block, thread);
              touches[1].offset += block == 3 && thread >= 40 ? 4 : 0;
              return touches;
            });
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  EXPECT_EQ(report.finding_count, 96U);
  ASSERT_EQ(report.findings.size(), 1U);
  const Finding& finding = report.findings[0];
  EXPECT_EQ(finding.kind, "wrong offset");
  EXPECT_EQ(finding.line, 102U);
  EXPECT_EQ(finding.block, 3U);
  EXPECT_EQ(finding.thread, 40U);
  EXPECT_EQ(finding.count, 96U);
  EXPECT_EQ(finding.expected, "offset 928");
  EXPECT_EQ(finding.found, "offset 929");
}

TEST(KernelCheck, TellsOfAWriteToABufferThatIsOnlyRead) {
  KernelTask task = task_of({1, 1, 1}, {32, 1, 1}, "x: in f32[4096], y: in f32[4096]");
  const KernelReport report = check(task, copy_of(32));
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, "access rights");
  EXPECT_EQ(report.findings[0].argument, "y");
  EXPECT_EQ(report.findings[0].count, 32U);
  task.rights = false;
  EXPECT_EQ(check(task, copy_of(32)).verdict, KernelVerdict::right);
}

TEST(KernelCheck, TellsOfAccessesThatWereNotMade) {
  const KernelReport report =
      check(task_of({2, 1, 1}, {32, 1, 1}, two_buffers, {"y = (2,32,4):(128,4,1)"}),
            [](std::uint64_t block, std::uint64_t thread) {
              return block == 1 && thread == 5 ? std::vector<Touch>() : copy_of(32)(block, thread);
            });
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, "missing");
  EXPECT_EQ(report.findings[0].block, 1U);
  EXPECT_EQ(report.findings[0].thread, 5U);
  EXPECT_EQ(report.findings[0].count, 4U);
  EXPECT_EQ(report.findings[0].expected, "offset 148");
}

TEST(KernelCheck, CountsOffsetsOfAViewFromItsStart) {
  KernelTask task = task_of({1, 1, 1}, {8, 1, 1}, "x: inout f32[4096], y: &x + 1024",
                            {"y[writes] = (1,8,4):(0,4,1)", "x[reads] = (1,8,4):(0,4,1)"});
  const KernelReport report = check(task, copy_of(8));
  EXPECT_EQ(report.verdict, KernelVerdict::right);
  ASSERT_EQ(report.buffers.size(), 1U);
  EXPECT_EQ(report.buffers[0].coverage.greatest(), 1024U + 31);
}

TEST(KernelCheck, FindsTheFirstBlockWhoseOffsetWraps) {
  // 32-bit byte offsets, in a buffer of 16 GiB.
  const auto wrapping = [](std::uint64_t block, std::uint64_t thread) {
    const std::uint64_t offset = 4 * (block * 256 + thread);
    return std::vector<Touch>{
        {WarpAccess::Kind::write, 0, static_cast<std::int64_t>(offset & 0xffffffffU), 4}};
  };
  const std::uint64_t blocks = std::uint64_t{1} << 24;
  const KernelReport report =
      check(task_of({1U << 24, 1, 1}, {256, 1, 1}, "y: out f32[2^32]",
                    {"y = (" + std::to_string(blocks) + ",256,1):(256,1,0)"}),
            wrapping);
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].block, std::uint64_t{1} << 22);
  EXPECT_EQ(report.findings[0].expected, "offset 1073741824");
  EXPECT_EQ(report.findings[0].found, "offset 0");
  EXPECT_GT(report.probes, 0U);
  EXPECT_LT(report.blocks_run, 200U);
}

TEST(KernelCheck, FindsTheFirstBlockThatIsNotAsExpected) {
  // No offset crosses a power of two.
  const KernelReport report = check(
      task_of({1U << 20, 1, 1}, {32, 1, 1}, "y: out f32[4]", {"y = (2^20,1,1):(0,0,0)"}),
      [](std::uint64_t block, std::uint64_t thread) {
        return thread > 0
                   ? std::vector<Touch>()
                   : std::vector<Touch>{{WarpAccess::Kind::write, 0, block < 12345 ? 0 : 4, 4}};
      });
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].block, 12345U);
}

TEST(KernelCheck, SaysWhoTouchesWatchedElements) {
  KernelTask task = task_of({2, 1, 1}, {32, 1, 1}, two_buffers);
  task.watches.push_back({parse_target("y[writes]"), {0, 6, 130, 9999}});
  const KernelReport report = check(task, copy_of(32));
  ASSERT_EQ(report.owners.size(), 1U);
  EXPECT_EQ(report.owners[0].size(), 3U);
  const Owner& owner = report.owners[0].at(6);
  EXPECT_EQ(owner.thread, 1U);
  EXPECT_EQ(owner.value, 2U);
  EXPECT_FALSE(owner.shared);
  EXPECT_EQ(report.owners[0].at(130).block, 1U);
}

TEST(KernelCheck, EndsWhenItIsToldTo) {
  KernelTask task = task_of({2048, 1, 1}, {256, 1, 1}, "x: in f32[2^24], y: out f32[2^24]");
  task.blocks = parse_block_choice("all");
  int asked = 0;
  task.stop = [&] { return ++asked > 9000; };
  const KernelReport report = check(task, copy_of(256));
  EXPECT_EQ(report.verdict, KernelVerdict::interrupted);
  EXPECT_EQ(report.blocks_run, 1024U);
  EXPECT_THAT(report.why, HasSubstr("1024 of 2048"));
}

KernelReport check_with_fault(KernelTask task, Fault::Kind kind) {
  Fault fault;
  fault.kind = kind;
  fault.line = 31;
  fault.thread = {5, 0, 0};
  fault.address = slot + 40;
  fault.message = "as it happens in buffer 1, not in buffer 12";
  fault.count = 7;
  return check_kernel(
      [&] { return std::make_unique<Player>(copy_of(32), std::vector<Fault>{fault}); }, task);
}

TEST(KernelCheck, TakesFaultsForFindings) {
  KernelTask task = task_of({2, 1, 1}, {32, 1, 1}, two_buffers);
  const KernelReport report = check_with_fault(task, Fault::Kind::wrapped);
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].kind, "wrapped");
  EXPECT_EQ(report.findings[0].line, 31U);
  EXPECT_EQ(report.findings[0].thread, 5U);
  EXPECT_EQ(report.findings[0].argument, "x");
  EXPECT_EQ(report.findings[0].offset, 10);
  EXPECT_EQ(report.findings[0].count, 7U);
  EXPECT_EQ(report.finding_count, 7U);
  EXPECT_EQ(report.findings[0].found, "as it happens in x, not in buffer 12");
  task.ignored.insert(Fault::Kind::wrapped);
  EXPECT_EQ(check_with_fault(task, Fault::Kind::wrapped).verdict, KernelVerdict::right);
}

TEST(KernelCheck, IsUndecidedWhereALimitEndsTheLaunch) {
  // Not all that was expected has been seen, and nothing is said of what is missing.
  const KernelTask task = task_of({2, 1, 1}, {32, 1, 1}, two_buffers, {"y = (2,32,8):(128,4,1)"});
  const KernelReport report = check_with_fault(task, Fault::Kind::step_limit);
  EXPECT_EQ(report.verdict, KernelVerdict::undecided);
  EXPECT_THAT(report.why, HasSubstr("step limit"));
  ASSERT_EQ(report.findings.size(), 1U);
}

TEST(Arguments, AreReadAsTheyAreWritten) {
  const auto specs = parse_arguments(
      "x: in index f16[2^10, (3+1)*2], &x - 4, f32=-1.5, i16=-2, null, bytes=00ff, {u8=1, i64=2}");
  ASSERT_EQ(specs.size(), 7U);
  EXPECT_EQ(specs[0].elements, 8192U);
  EXPECT_EQ(specs[0].element_bytes, 2U);
  EXPECT_EQ(specs[0].rights, Rights::in);
  EXPECT_EQ(specs[0].fill.kind, Fill::Kind::index);
  EXPECT_EQ(specs[1].of, "x");
  EXPECT_EQ(specs[1].offset, -4);
  EXPECT_EQ(specs[1].name, "arg1");
  EXPECT_EQ(specs[2].bytes, Argument::value(-1.5F).bytes);
  EXPECT_EQ(specs[3].bytes, Argument::value(std::int16_t{-2}).bytes);
  EXPECT_EQ(specs[4].bytes, Argument::value(std::uint64_t{0}).bytes);
  EXPECT_EQ(specs[5].bytes, Argument::value(std::uint16_t{0xff00}).bytes);
  EXPECT_EQ(specs[6].members.size(), 2U);
  EXPECT_TRUE(parse_arguments(" ").empty());
}

TEST(Arguments, HaveContentsUnlessTheyAreOut) {
  const auto specs =
      parse_arguments("f32[1], in f32[1], in i32[1], out f32[1], out zero f32[1], in zero bf16[1]");
  EXPECT_EQ(specs[0].fill.kind, Fill::Kind::zero);
  EXPECT_EQ(specs[1].fill.kind, Fill::Kind::index);
  EXPECT_EQ(specs[2].fill.kind, Fill::Kind::zero);
  EXPECT_EQ(specs[3].fill.kind, Fill::Kind::uninitialized);
  EXPECT_EQ(specs[4].fill.kind, Fill::Kind::zero);
  EXPECT_EQ(specs[5].fill.kind, Fill::Kind::zero);
}

TEST(Arguments, OfFloatingPointHoldNumbersFromOneOn) {
  const auto specs =
      parse_arguments("in f8[1], in f16[1], in bf16[1], in f32[1], in f64[1], index i32[1]");
  const auto numbers = [&](std::size_t i) { return specs[i].fill.numbering; };
  // Of an f8 with 4 bits of exponent.
  EXPECT_EQ(numbers(0).of(0), 7U << 3);
  EXPECT_EQ(numbers(1).of(0), 15U << 10);
  EXPECT_EQ(numbers(2).of(0), 127U << 7);
  EXPECT_EQ(numbers(3).of(0), std::bit_cast<std::uint32_t>(1.0F));
  EXPECT_EQ(numbers(4).of(0), std::bit_cast<std::uint64_t>(1.0));
  EXPECT_EQ(numbers(5).of(7), 7U);
  for (const auto& [i, sixteen] :
       {std::pair{0, 11U << 3}, {1, 19U << 10}, {2, 131U << 7}, {3, 131U << 23}}) {
    const Numbering numbering = numbers(static_cast<std::size_t>(i));
    EXPECT_LE(numbering.first + numbering.period, sixteen) << i;
    EXPECT_EQ(numbering.of(numbering.period), numbering.first) << i;
    for (std::uint64_t factor = 2; factor * factor <= numbering.period; ++factor)
      ASSERT_NE(numbering.period % factor, 0U) << i << ", " << factor;
    // Further apart than what is taken for rounding.
    for (std::uint64_t near = 1; near < numbering.period / 16 && near < 10'000; ++near) {
      const std::uint64_t distance = numbering.of(near) - numbering.first;
      EXPECT_GT(std::min(distance, numbering.period - distance), 2U) << i << ", " << near;
    }
  }
  EXPECT_EQ(numbers(4).of(2), std::bit_cast<std::uint64_t>(1.0) + 2 * Numbering::step % 4294967291);
}

TEST(Arguments, HaveTheContentsThatStandBehindThem) {
  const auto specs = parse_arguments(
      "i: in i32[4] = 0, 16, 2^4+1, -1, i32=5, {u8[2]=1,255, f32[1]=0.5}, out f64[1] = 2, null");
  ASSERT_EQ(specs.size(), 5U);
  EXPECT_EQ(specs[0].fill.kind, Fill::Kind::bytes);
  EXPECT_EQ(specs[0].fill.bytes, Argument::value(std::array<std::int32_t, 4>{0, 16, 17, -1}).bytes);
  EXPECT_EQ(specs[1].bytes, Argument::value(5).bytes);
  ASSERT_EQ(specs[2].members.size(), 2U);
  EXPECT_EQ(specs[2].members[0].fill.bytes,
            Argument::value(std::array<std::uint8_t, 2>{1, 255}).bytes);
  EXPECT_EQ(specs[2].members[1].fill.bytes, Argument::value(0.5F).bytes);
  EXPECT_EQ(specs[3].fill.bytes, Argument::value(2.0).bytes);
  const auto defaults = parse_arguments(
      "in i32[1], in zero i32[1], i32[1], out i32[1], in f32[1], in i32[1] = 0, in index u8[1]");
  for (std::size_t i = 0; i < defaults.size(); ++i)
    EXPECT_EQ(defaults[i].is_zero_by_default, i == 0) << i;
}

TEST(Arguments, AreRefusedWithTheirText) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_arguments(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("f32[1], g32[1]"), HasSubstr("'g32[1]'"));
  EXPECT_THAT(refusal("f32[0]"), HasSubstr("positive"));
  EXPECT_THAT(refusal("f32[2^61]"), HasSubstr("2^62"));
  EXPECT_THAT(refusal("f32[2^999999]"), HasSubstr("exponent"));
  EXPECT_THAT(refusal("f32[1"), HasSubstr("missing"));
  EXPECT_THAT(refusal("u8=256"), HasSubstr("does not fit"));
  EXPECT_THAT(refusal("u8=-1"), HasSubstr("does not fit"));
  EXPECT_THAT(refusal("i8=128"), HasSubstr("does not fit"));
  EXPECT_THAT(refusal("f16=1"), HasSubstr("bits"));
  EXPECT_THAT(refusal("f32=one"), HasSubstr("floating-point"));
  EXPECT_THAT(refusal("bytes=0"), HasSubstr("pairs"));
  EXPECT_THAT(refusal("bytes=0g"), HasSubstr("hexadecimal"));
  EXPECT_THAT(refusal("in out f32[1]"), HasSubstr("contradicts"));
  EXPECT_THAT(refusal("const f32[1]"), HasSubstr("'const'"));
  EXPECT_THAT(refusal("i32=1,"), HasSubstr("empty"));
  EXPECT_THAT(refusal("i32[3] = 1, 2"), HasSubstr("3 elements, and 2 numbers"));
  EXPECT_THAT(refusal("i32[1] = 1, 2"), HasSubstr("1 elements, and 2 numbers"));
  EXPECT_THAT(refusal("u8[1] = 256"), HasSubstr("does not fit"));
  EXPECT_THAT(refusal("zero u8[1] = 2"), HasSubstr("'=' contradicts"));
  EXPECT_THAT(refusal("i32[1] ="), HasSubstr("'' is no number"));
  EXPECT_THAT(refusal("i32=1, 2"), HasSubstr("neither"));
  EXPECT_THAT(refusal("x: null, x: null"), HasSubstr("two arguments"));
  EXPECT_THAT(refusal("5"), HasSubstr("neither"));
  EXPECT_THAT(refusal("multimem(f32[4])"), HasSubstr("the number of devices: multimem(x, 4)"));
  EXPECT_THAT(refusal("multimem(f32[4], 0)"), HasSubstr("the number of devices"));
  EXPECT_THAT(refusal("multimem(f32[4], 256)"), HasSubstr("the number of devices"));
  EXPECT_THAT(refusal("multimem(f32[4], 2"), HasSubstr("missing"));
  EXPECT_THAT(refusal(std::string(200, '{') + std::string(200, '}')), HasSubstr("deeply"));
}

TEST(Arguments, MustFitTheParameters) {
  Player player{Play()};
  const auto refusal = [&](const std::string& text, std::uint64_t bytes) -> std::string {
    const ptx::Parameter parameter{"p", "b8", bytes, 0, false};
    try {
      place_arguments(player, parse_arguments(text), {&parameter, 1});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("f32[4]", 8), "");
  EXPECT_EQ(refusal("{u8=1, f32[4], i16=3}", 24), "") << "aligned as in C";
  EXPECT_EQ(refusal("bytes=010203", 3), "");
  EXPECT_THAT(refusal("f32[4]", 4), HasSubstr("8 bytes"));
  EXPECT_THAT(refusal("i32=4", 8), HasSubstr("4 bytes"));
  EXPECT_THAT(refusal("i32=4, i32=4", 4), HasSubstr("1 parameters"));
  EXPECT_THAT(refusal("&z", 8), HasSubstr("no buffer is called 'z'"));
  EXPECT_THAT(refusal("multimem(f32[4], 2)", 8), HasSubstr("only the executor of PTX"));
}

TEST(Arguments, OfAStructHoldAddresses) {
  Player player{Play()};
  const ptx::Parameter parameter{"p", "b8", 24, 0, false};
  const PlacedArguments placed =
      place_arguments(player, parse_arguments("t: {i32=7, v: f64[16], &v + 2}"), {&parameter, 1});
  const auto& bytes = placed.arguments[0].bytes;
  std::uint64_t words[3] = {};
  ASSERT_EQ(bytes.size(), sizeof words);
  std::memcpy(words, bytes.data(), sizeof words);
  EXPECT_EQ(words[0], 7U);
  EXPECT_EQ(words[1], placed.areas[0].address);
  EXPECT_EQ(words[2], placed.areas[0].address + 16);
  EXPECT_EQ(placed.find("arg0.1").area, 0U);
  EXPECT_EQ(placed.find("v").area, 0U);
  EXPECT_EQ(placed.find("t.2").offset, 2);
}

TEST(Numbers, AreExact) {
  EXPECT_EQ(parse_number("2^31+1"), Exact("2147483649"));
  EXPECT_EQ(parse_number("(2^29 + 1)*4 - 1_0"), Exact("2147483642"));
  EXPECT_EQ(parse_number("-0x10"), -16);
  EXPECT_EQ(parse_number("010"), 10);
  EXPECT_EQ(parse_number("2^200") / parse_number("2^199"), 2);
  EXPECT_EQ(parse_number("1024/4"), 256);
  EXPECT_EQ(parse_number("-96 / 2^4 * 3 / (1+1)"), -9);
  for (const char* text : {"", "2^", "1e3", "(1", "1)", "2^-1", "0x", "2**3", "9^256", "1 2", "1/0",
                           "5/2", "1/", "/2", "4//2", "2^3/3*3"})
    EXPECT_THROW(parse_number(text), std::invalid_argument) << text;
  EXPECT_THROW(parse_number(std::string(100000, '(')), std::invalid_argument);
  EXPECT_THROW(parse_number(std::string(100000, '9')), std::invalid_argument);
}

TEST(KernelCheck, IsNotRightWhereNothingIsTouchedOrExpected) {
  const Play nothing = [](std::uint64_t, std::uint64_t) { return std::vector<Touch>(); };
  KernelReport report = check(task_of({8, 1, 1}, {64, 1, 1}, two_buffers), nothing);
  EXPECT_EQ(report.verdict, KernelVerdict::undecided);
  EXPECT_EQ(report.why, "no thread touches a buffer");
  report = check(task_of({8, 1, 1}, {64, 1, 1}, ""), nothing);
  EXPECT_EQ(report.verdict, KernelVerdict::undecided);
  EXPECT_EQ(report.why, "no thread touches memory");

  report = check(task_of({8, 1, 1}, {64, 1, 1}, two_buffers,
                         {"x[writes] = (8,64,4):(256,4,1) where offset < 0"}),
                 copy_of(64));
  EXPECT_EQ(report.verdict, KernelVerdict::undecided);
  EXPECT_THAT(report.why,
              HasSubstr("'x[writes] = (8,64,4):(256,4,1) where offset < 0' expects none"));
  // What is wrong is said before.
  report =
      check(task_of({8, 1, 1}, {64, 1, 1}, two_buffers,
                    {"x[writes] = (8,64,4):(256,4,1) where offset < 0", "y = (8,64,4):(256,4,2)"}),
            copy_of(64));
  EXPECT_EQ(report.verdict, KernelVerdict::wrong);
}

TEST(KernelCheck, FindsThatALaunchCannotBeMade) {
  const auto report_of = [](Dim3 grid) {
    KernelTask task = task_of(grid, {32, 1, 1}, two_buffers);
    task.blocks = parse_block_choice("0");
    task.watches.push_back({parse_target("y"), {0}});
    return check(task, copy_of(32));
  };
  for (const Dim3 most : {Dim3{0x7fffffff, 1, 1}, Dim3{1, 65535, 1}, Dim3{1, 1, 65535}})
    EXPECT_EQ(report_of(most).verdict, KernelVerdict::right_in_part) << to_string(most);
  for (const Dim3 larger : {Dim3{0x80000000, 1, 1}, Dim3{1, 65536, 1}, Dim3{1, 1, 65536},
                            Dim3{0xffffffff, 0xffffffff, 1}}) {
    const KernelReport report = report_of(larger);
    EXPECT_EQ(report.verdict, KernelVerdict::wrong);
    EXPECT_EQ(report.blocks_run, 0U);
    EXPECT_EQ(report.finding_count, 1U);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].kind, "launch");
    EXPECT_EQ(report.findings[0].line, 0U);
    EXPECT_EQ(report.findings[0].message,
              "a grid of " + to_string(larger) +
                  " blocks cannot be launched; (2147483647,65535,65535) are the most");
    EXPECT_EQ(report.owners.size(), 1U);
  }
}

// Of a large buffer an element here and there: what is known of each takes memory as well.
TEST(KernelCheck, ItsMemoryIsBounded) {
  KernelTask task = task_of({1, 1, 1}, {256, 1, 1}, "y: out i32[2^40]");
  const Play scattered = [](std::uint64_t, std::uint64_t thread) {
    return std::vector<Touch>{
        {WarpAccess::Kind::write, 0, static_cast<std::int64_t>(thread) << 20, 4}};
  };
  task.room = std::make_shared<Room>(std::uint64_t{4} << 20);
  EXPECT_EQ(check(task, scattered).verdict, KernelVerdict::right);
  task.room = std::make_shared<Room>(std::uint64_t{2} << 20);
  EXPECT_THROW(check(task, scattered), LaunchError);
  task.room->take(std::uint64_t{2} << 20);  // everything was given back

  task.expectations.push_back(parse_expectation("y[writes, any order] = (1,256,2^16):(0,2^18,0)"));
  task.room = std::make_shared<Room>(std::uint64_t{4} << 20);
  EXPECT_EQ(check(task, scattered).verdict, KernelVerdict::wrong);
  task.expectations.push_back(parse_expectation("y[writes] = (1,1,2^20):(0,0,0)"));
  EXPECT_THROW(check(task, scattered), LaunchError);
}

}  // namespace
}  // namespace layoutcheck::gpu
