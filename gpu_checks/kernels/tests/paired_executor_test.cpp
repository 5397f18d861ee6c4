// Two executors as one: what compilers may do differently, and what must not differ.
#include "ptx_device.hpp"
#include "variable.hpp"
#include <layoutcheck/kernels/bench.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>

namespace layoutcheck::gpu {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// An executor that passes everything on, for others to change what they do differently.
class Relay : public Executor {
 public:
  explicit Relay(std::unique_ptr<Executor> to) : to_(std::move(to)) {}

  [[nodiscard]] std::string_view name() const override { return "other"; }
  [[nodiscard]] bool records() const override { return to_->records(); }
  void load(const Program& program) override { to_->load(program); }
  Buffer allocate(std::uint64_t bytes, const Fill& fill) override {
    return to_->allocate(bytes, fill);
  }
  void release() override { to_->release(); }
  void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) override {
    to_->read(buffer, offset, to);
  }
  [[nodiscard]] std::uint64_t address_of(Buffer buffer) const override {
    return to_->address_of(buffer);
  }
  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    return to_->launch(launch, sink);
  }

 private:
  std::unique_ptr<Executor> to_;
};

/// Tells other accesses than it made.
class Teller : public Relay {
 public:
  using Change = std::function<void(const WarpAccess&, const AccessSink&)>;

  Teller(std::unique_ptr<Executor> to, Change change)
      : Relay(std::move(to)), change_(std::move(change)) {}

  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    return Relay::launch(launch, [&](const WarpAccess& access) { change_(access, sink); });
  }

 private:
  Change change_;
};

/// Runs its own program, whatever it is given.
class Stubborn : public Relay {
 public:
  Stubborn(std::unique_ptr<Executor> to, std::string ptx, bool records)
      : Relay(std::move(to)), ptx_(std::move(ptx)), records_(records) {}

  [[nodiscard]] bool records() const override { return records_; }
  void load(const Program& program) override { Relay::load({program.name, "", ptx_}); }
  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    EXPECT_TRUE(records_ || !sink);
    return Relay::launch(launch, sink);
  }

 private:
  std::string ptx_;
  bool records_;
};

/// Over s, 64 threads: %r1 is the thread, %d1 its 16 bytes of the first buffer (which holds its
/// index in words), %d2 those of the second one (which is uninitialized).
std::string module_of(const std::string& body) {
  return module_with(
      "ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; "
      "mad.lo.u32 %r3, %r2, 32, %r1; mul.wide.u32 %d3, %r3, 16; add.u64 %d1, %d1, %d3; add.u64 "
      "%d2, %d2, %d3; " +
          body,
      ".param .u64 p, .param .u64 q", ".shared .align 16 .b8 s[1024];");
}

constexpr std::uint32_t blocks = 2;
constexpr std::uint32_t threads = 32;

LaunchReport run(std::unique_ptr<Executor> second, const std::string& body,
                 Fill::Kind destination = Fill::Kind::uninitialized, const AccessSink& sink = {}) {
  const auto executor = make_paired_executor(make_ptx_executor(), std::move(second));
  executor->load({"test", "", module_of(body)});
  const Buffer in = executor->allocate(16 * blocks * threads, {Fill::Kind::index});
  const Buffer out = executor->allocate(16 * blocks * threads, {destination});
  Launch launch;
  launch.grid.x = blocks;
  launch.block.x = threads;
  launch.arguments = {Argument::pointer(in), Argument::pointer(out)};
  return executor->launch(launch, sink);
}

/// What is said where the second executor runs another body; "" if the two agree.
std::string difference(const std::string& body, const std::string& other, bool records = true,
                       Fill::Kind destination = Fill::Kind::uninitialized) {
  const LaunchReport report =
      run(std::make_unique<Stubborn>(make_ptx_executor(), module_of(other), records), body,
          destination);
  EXPECT_LE(report.fault_count, 1U);
  return report.faults.empty() ? "" : to_string(report.faults.front());
}

const std::string copy_words =
    "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d1]; st.global.v4.u32 [%d2], {%r4, %r5, %r6, %r7};";

TEST(PairedExecutors, MayDoWhatCompilersMayDo) {
  // Accesses split and joined, repeated, and in another order.
  const std::string single =
      "ld.global.u64 %d5, [%d1+8]; ld.global.u64 %d6, [%d1]; ld.global.u32 %r4, [%d1+4]; "
      "st.global.u64 [%d2], %d6; st.global.u32 [%d2+8], %r4; st.global.u64 [%d2+8], %d5;";
  EXPECT_EQ(difference(copy_words, single), "");
  EXPECT_EQ(difference(single, copy_words), "");
  // A value that the thread wrote itself is kept in a register, or read again.
  EXPECT_EQ(difference(copy_words, copy_words + "ld.global.u64 %d7, [%d2+8];"), "");
  // In shared memory as well.
  const std::string shared = "mov.u32 %r8, s; mad.lo.u32 %r8, %r1, 16, %r8; ";
  EXPECT_EQ(difference(shared + "st.shared.u64 [%r8], %d3; ld.shared.u64 %d4, [%r8];",
                       shared + "st.shared.u32 [%r8], %r3; st.shared.u32 [%r8+4], %r3;"),
            "");
}

TEST(PairedExecutors, MustReadAndWriteTheSameBytes) {
  EXPECT_EQ(difference(copy_words,
                       "ld.global.v2.u32 {%r4, %r5}, [%d1]; ld.global.u32 %r6, [%d1+8]; mov.u32 "
                       "%r7, %r6; st.global.v4.u32 [%d2], {%r4, %r5, %r6, %r7};"),
            "block (0,0,0), thread (0,0,0): disagreement: read of buffer 0: expected bytes 0 to "
            "15, as on ptx, found bytes 0 to 11 on other");
  EXPECT_EQ(difference("setp.eq.u32 %p1, %r3, 37; @!%p1 st.global.u8 [%d2], 1;",
                       "st.global.u8 [%d2], 1;"),
            "block (1,0,0), thread (5,0,0): disagreement: write of buffer 1: expected none, as on "
            "ptx, found byte 592 on other");
  EXPECT_EQ(difference("st.global.u8 [%d2], 1;",
                       "setp.eq.u32 %p1, %r3, 37; @!%p1 st.global.u8 [%d2], 1;"),
            "block (1,0,0), thread (5,0,0): disagreement: write of buffer 1: expected byte 592, as "
            "on ptx, found none on other");
  // Reads before a write of the same bytes are no less reads.
  EXPECT_THAT(difference("ld.global.u32 %r4, [%d1]; st.global.u32 [%d1], %r4;",
                         "mov.u32 %r4, 0; st.global.u32 [%d1], %r4;"),
              HasSubstr("read of buffer 0: expected bytes 0 to 3, as on ptx, found none"));
  // A block that does nothing at all.
  EXPECT_THAT(
      difference("st.global.u8 [%d2], 1;", "setp.eq.u32 %p1, %r2, 1; @!%p1 st.global.u8 [%d2], 1;"),
      HasSubstr("block (1,0,0), thread (0,0,0): disagreement: write of buffer 1"));
  const std::string shared = "mov.u32 %r8, s; mad.lo.u32 %r8, %r1, 8, %r8; ";
  EXPECT_THAT(difference(shared + "st.shared.u32 [%r8], %r1;",
                         shared + "setp.eq.u32 %p1, %r1, 9; @%p1 add.u32 %r8, %r8, 4; "
                                  "st.shared.u32 [%r8], %r1;"),
              HasSubstr("thread (9,0,0): disagreement: write of shared memory: expected bytes 72 "
                        "to 75, as on ptx, found bytes 76 to 79"));
}

TEST(PairedExecutors, MustDoTheSameAtomicOperations) {
  const std::string once = "red.global.add.u32 [%d1], 0;";
  EXPECT_EQ(difference(once, once), "");
  EXPECT_THAT(difference(once, once + once),
              HasSubstr("atomic of buffer 0: expected none, as on ptx, found bytes 0 to 3"));
}

TEST(PairedExecutors, MustLeaveTheSameBehind) {
  EXPECT_EQ(difference("st.global.u32 [%d2+4], %r3;",
                       "add.u32 %r3, %r3, %r2; st.global.u32 "
                       "[%d2+4], %r3;"),
            "block (1,0,0), thread (0,0,0): disagreement: buffer 1 holds from byte 516 on: "
            "expected 0x20000000, as on ptx, found 0x21000000 on other");
}

TEST(PairedExecutors, AreComparedByContentsWhereTheSecondTellsNoAccesses) {
  EXPECT_EQ(difference(copy_words, copy_words, false), "");
  // The bytes that were written say which thread it was.
  EXPECT_EQ(difference(copy_words, "add.u64 %d1, %d1, 0; " + copy_words, false), "");
  EXPECT_THAT(
      difference(copy_words, "setp.eq.u32 %p1, %r1, 3; @%p1 sub.u64 %d1, %d1, 16; " + copy_words,
                 false),
      HasSubstr("block (0,0,0), thread (3,0,0): disagreement: buffer 1 holds from byte 48 "
                "on: expected 0x0c0000000d000000"));
  // Also what was not to be written, as far as its contents are known.
  const std::string beside =
      "st.global.u32 [%d2], 7; setp.eq.u32 %p1, %r3, 40; @%p1 st.global.u8 [%d2+9], 5;";
  EXPECT_EQ(difference("st.global.u32 [%d2], 7;", beside, false), "");
  EXPECT_THAT(difference("st.global.u32 [%d2], 7;", beside, false, Fill::Kind::zero),
              HasSubstr("buffer 1 holds from byte 649 on: expected 0x00"));
}

/// What is said of a copy where the second executor tells other accesses.
std::string difference_told(Teller::Change change) {
  const LaunchReport report =
      run(std::make_unique<Teller>(make_ptx_executor(), std::move(change)), copy_words);
  return report.faults.empty() ? "" : to_string(report.faults.front());
}

TEST(PairedExecutors, DifferInOneAddressOfOneLane) {
  const auto at = [](const WarpAccess& access, WarpAccess::Kind kind) {
    return access.kind == kind && access.block == 1 && access.space == Space::global;
  };
  EXPECT_EQ(difference_told([](const WarpAccess& access, const AccessSink& sink) { sink(access); }),
            "");
  for (const auto kind : {WarpAccess::Kind::read, WarpAccess::Kind::write}) {
    const std::string what =
        kind == WarpAccess::Kind::read ? "read of buffer 0" : "write of buffer 1";
    EXPECT_EQ(difference_told([&](WarpAccess access, const AccessSink& sink) {
                if (at(access, kind)) access.addresses[7] -= 4;
                sink(access);
              }),
              "block (1,0,0), thread (7,0,0): disagreement: " + what +
                  ": expected bytes 624 to 639, as on ptx, found bytes 620 to 635 on other");
    EXPECT_EQ(difference_told([&](WarpAccess access, const AccessSink& sink) {
                if (at(access, kind)) access.lanes &= ~(1U << 7);
                sink(access);
              }),
              "block (1,0,0), thread (7,0,0): disagreement: " + what +
                  ": expected bytes 624 to 639, as on ptx, found none on other");
  }
}

TEST(PairedExecutors, PassOnFaultsAndTheAccessesOfTheFirst) {
  const LaunchReport report =
      run(make_ptx_executor(), "add.u64 %d1, %d1, 4096; ld.global.u32 %r4, [%d1];");
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, Fault::Kind::out_of_bounds);
  const LaunchReport second =
      run(std::make_unique<Stubborn>(make_ptx_executor(), module_of("trap;"), true), copy_words);
  EXPECT_THAT(faults_of(second), testing::ElementsAre("trap in line 1"));
  std::size_t accesses = 0;
  EXPECT_THAT(
      run(make_ptx_executor(), copy_words, Fill::Kind::zero, [&](const WarpAccess&) { ++accesses; })
          .faults,
      IsEmpty());
  EXPECT_EQ(accesses, 2U * blocks);
  EXPECT_THROW(make_paired_executor(std::make_unique<Stubborn>(make_ptx_executor(), "", false),
                                    make_ptx_executor()),
               std::invalid_argument);
}

std::shared_ptr<PtxSource> corpus() {
  return std::make_shared<PtxSource>(
      "sm_80",
      PtxSource::Places{std::filesystem::path(LAYOUTCHECK_SOURCE_DIR) / "corpus/ptx", "", false});
}

/// What is wrong in a case of the family, its first sample unless there is another.
std::string mismatch(Bench& bench, const std::string& family, bool& skipped,
                     const std::string& line = "") {
  const Family& of = *find_family(family);
  const Job job = of.job(parse_operands(line.empty() ? of.samples.front() : line)).value();
  const std::optional<Comparison> compared = bench.run(job);
  skipped = !compared.has_value();
  return skipped ? "" : compared->mismatch;
}

/// Has an error planted in the source that it is given.
class Planted : public Relay {
 public:
  Planted(std::unique_ptr<Executor> to, std::string text, std::string replacement)
      : Relay(std::move(to)), text_(std::move(text)), replacement_(std::move(replacement)) {}

  /// Of the host's executor, for which a bench chooses blocks.
  [[nodiscard]] std::string_view name() const override { return "host"; }
  void load(const Program& program) override {
    Program with = program;
    const std::size_t at = with.source.find(text_);
    ASSERT_NE(at, std::string::npos);
    with.source.replace(at, text_.size(), replacement_);
    Relay::load(with);
  }

 private:
  std::string text_;
  std::string replacement_;
};

TEST(PairedExecutors, AgreeOnFamiliesAndFindWhatIsPlantedInOne) {
  for (const char* compiler : {"g++", "clang++"}) {
    HostOptions options;
    options.record = true;
    options.compiler = compiler;
    try {
      bool skipped = false;
      Bench bench(make_paired_executor(make_ptx_executor(), make_host_executor(options)), corpus());
      for (const char* family : {"arrays64", "tile", "vector4", "odometer32"}) {
        EXPECT_EQ(mismatch(bench, family, skipped), "") << family;
        EXPECT_FALSE(skipped) << family;
      }
      // It leaves out what is added as 0: the oracle, which does not look at the tables, is
      // content.
      Bench planted(make_paired_executor(
                        make_ptx_executor(),
                        std::make_unique<Planted>(make_host_executor(options), "offset += rest",
                                                  "if (rest == 0) break;\n    offset += rest")),
                    corpus());
      EXPECT_THAT(
          mismatch(planted, "arrays64", skipped),
          HasSubstr("thread (0,0,0): disagreement: read of buffer 2: expected bytes 0 to "));
    } catch (const Unavailable& missing) {
      std::cout << missing.what() << '\n';
    }
  }
}

/// Tensors that no memory holds: the host's is filled where it is touched.
TEST(PairedExecutors, RunTheChosenBlocksOfLargeTensors) {
  HostOptions options;
  options.record = true;
  try {
    bool skipped = false;
    Bench bench(make_paired_executor(make_ptx_executor(), make_host_executor(options)), corpus());
    Bench planted(make_paired_executor(make_ptx_executor(),
                                       std::make_unique<Planted>(
                                           make_host_executor(options), "in[offset_of(layout, i)]",
                                           "in[static_cast<unsigned>(offset_of(layout, i))]")),
                  corpus());
    for (const char* line :
         {"gpu.parameters64((67108864,3):(1,67108864))", "gpu.parameters64(1048576:4096)",
          "gpu.parameters64((7,268435456):(268435457,1))"}) {
      EXPECT_EQ(mismatch(bench, "parameters64", skipped, line), "");
      EXPECT_FALSE(skipped) << line;
    }
    EXPECT_EQ(mismatch(bench, "copy64", skipped,
                       "gpu.copy64((1048576,8192):(8192,1), (1048576,8192):(1,1048576))"),
              "");
    EXPECT_FALSE(skipped);
    EXPECT_THAT(mismatch(planted, "parameters64", skipped, "gpu.parameters64(1048576:8192)"),
                HasSubstr("disagreement"));
  } catch (const Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

TEST(PairedExecutors, AgreeWithADriver) {
  const Variable driver("LAYOUTCHECK_CUDA_DRIVER", LAYOUTCHECK_FAKE_DRIVER);
  Bench bench(make_paired_executor(make_ptx_executor(), make_cuda_executor()), corpus());
  // tma_gather, tcgen05, tcgen05_scaled.
  std::size_t of_other_devices = 0;
  for (const Family& family : families()) {
    bool skipped = false;
    try {
      EXPECT_EQ(mismatch(bench, family.name, skipped), "") << family.name;
      EXPECT_FALSE(skipped) << family.name;
    } catch (const Unavailable& missing) {
      EXPECT_THAT(missing.what(), HasSubstr("does not have the instructions of sm_100a"));
      ++of_other_devices;
    }
  }
  EXPECT_EQ(of_other_devices, 3U);
}

}  // namespace
}  // namespace layoutcheck::gpu
