// Sources recovered from digits: over kernels that are functions here, and over PTX.
#include "variable.hpp"
#include <layoutcheck/gpu/recovery.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;

/// Buffers in the test's own memory, over which a function is run.
class FunctionExecutor : public Executor {
 public:
  /// Is given the addresses of the arguments.
  using Kernel = std::function<void(const std::byte* in, std::byte* out)>;

  explicit FunctionExecutor(Kernel kernel) : kernel_(std::move(kernel)) {}

  [[nodiscard]] std::string_view name() const override { return "function"; }
  [[nodiscard]] bool records() const override { return false; }
  void load(const Program& /*program*/) override {}
  Buffer allocate(std::uint64_t bytes, const Fill& fill) override {
    std::vector<std::byte> made(bytes);
    if (fill.kind == Fill::Kind::index) {
      for (std::uint64_t i = 0; i < bytes / fill.width; ++i) {
        const std::uint64_t shift = std::uint64_t{8} * fill.width * fill.digit;
        const std::uint64_t digit = shift < 64 ? i >> shift : 0;
        std::memcpy(made.data() + i * fill.width, &digit, fill.width);
      }
    }
    buffers_.push_back(std::move(made));
    most_buffers_ = std::max(most_buffers_, buffers_.size());
    return {buffers_.size() - 1};
  }
  void release() override { buffers_.clear(); }
  void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) override {
    const std::vector<std::byte>& from = buffers_.at(buffer.id);
    if (offset + to.size() > from.size()) throw std::out_of_range("beyond the buffer");
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
  }
  [[nodiscard]] std::uint64_t address_of(Buffer /*buffer*/) const override { return 0; }
  LaunchReport launch(const Launch& launch, const AccessSink& /*sink*/) override {
    LaunchReport report;
    report.finished = !crash_;
    report.seconds = 0.5;
    if (crash_) {
      report.faults.emplace_back();
      report.fault_count = 1;
      return report;
    }
    kernel_(place(launch.arguments.at(0)), place(launch.arguments.at(1)));
    return report;
  }

  void set_crash() { crash_ = true; }
  [[nodiscard]] std::size_t most_buffers() const { return most_buffers_; }
  [[nodiscard]] std::size_t buffers() const { return buffers_.size(); }

 private:
  std::byte* place(const Argument& argument) {
    return buffers_.at(argument.buffer.id).data() + argument.offset;
  }

  Kernel kernel_;
  std::vector<std::vector<std::byte>> buffers_;
  std::size_t most_buffers_ = 0;
  bool crash_ = false;
};

Launch two_arguments(const Argument& source, const Argument& destination) {
  Launch launch;
  launch.arguments = {source, destination};
  return launch;
}

/// out[i] = in[sources[i]], as elements of some width; nothing where that is `unwritten`.
FunctionExecutor::Kernel gather(std::vector<std::int64_t> sources, std::ptrdiff_t width) {
  return [sources = std::move(sources), width](const std::byte* in, std::byte* out) {
    for (std::size_t i = 0; i < sources.size(); ++i)
      if (sources[i] != unwritten)
        std::copy_n(in + sources[i] * width, width, out + static_cast<std::ptrdiff_t>(i) * width);
  };
}

class RecoveryOfWidth : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Bytes, RecoveryOfWidth, testing::Values(1U, 2U, 4U, 8U));

TEST_P(RecoveryOfWidth, FindsEverySourceAndWhatNobodyWrote) {
  constexpr std::uint64_t elements = 100'000;
  std::vector<std::int64_t> sources(5000);
  for (std::size_t i = 0; i < sources.size(); ++i)
    sources[i] = static_cast<std::int64_t>(i * 7919 % elements);
  sources[10] = 0;
  sources[11] = elements - 1;
  sources[12] = unwritten;
  sources[4999] = unwritten;
  FunctionExecutor executor(gather(sources, GetParam()));
  const Movement movement{GetParam(), elements, sources.size(), two_arguments};
  const Recovered recovered = recover_sources(executor, movement);
  EXPECT_EQ(recovered.sources, sources);
  EXPECT_EQ(recovered.strays, 0U);
  const std::uint32_t runs = GetParam() == 1 ? 3 : GetParam() == 2 ? 2 : 1;
  EXPECT_EQ(recovered.runs, runs);
  EXPECT_EQ(recovered.seconds, 0.5 * runs);
  EXPECT_EQ(executor.most_buffers(), 2U) << "no run keeps its buffers";
  EXPECT_EQ(executor.buffers(), 0U);

  const Recovered part = recover_sources(executor, movement, Window{4000, 1000});
  EXPECT_EQ(part.sources, std::vector<std::int64_t>(sources.begin() + 4000, sources.end()));
}

TEST_P(RecoveryOfWidth, ShowsReadsBesideTheSourceAndWritesBesideTheDestination) {
  const auto width = static_cast<std::ptrdiff_t>(GetParam());
  FunctionExecutor executor([&](const std::byte* in, std::byte* out) {
    gather({-1, -256 / width, 10, 9 + 256 / width, 9}, width)(in, out);
    std::copy_n(in, width, out - width);
    std::copy_n(in + width, width, out + 5 * width);
    std::copy_n(in, width, out + 4 * width + 256);
  });
  const Recovered recovered = recover_sources(executor, {GetParam(), 10, 5, two_arguments});
  EXPECT_THAT(recovered.sources, ElementsAre(-1, unwritten, 10, 9 + 256 / width, 9))
      << "the first element of the margin has the index that looks like nothing";
  EXPECT_EQ(recovered.strays, 3U);
}

TEST(Recovery, NeedsOneRunMoreOnlyWhereAnIndexHasOneDigitMore) {
  FunctionExecutor executor(gather({0}, 1));
  // 256 bytes of margin at both ends.
  EXPECT_EQ(recover_sources(executor, {1, 0, 1, two_arguments}).runs, 2U);
  EXPECT_EQ(recover_sources(executor, {1, 65536 - 512, 1, two_arguments}).runs, 2U);
  EXPECT_EQ(recover_sources(executor, {1, 65536 - 511, 1, two_arguments}).runs, 3U);
}

TEST(Recovery, StopsAtARunThatDoesNotFinish) {
  FunctionExecutor executor(gather({0}, 1));
  executor.set_crash();
  const Recovered recovered = recover_sources(executor, {1, 1, 1, two_arguments});
  EXPECT_TRUE(recovered.sources.empty());
  EXPECT_EQ(recovered.runs, 1U);
  EXPECT_FALSE(recovered.report.finished);
  EXPECT_EQ(recovered.report.fault_count, 1U);
}

TEST(Recovery, RefusesSizesAndWindowsThatCannotBe) {
  FunctionExecutor executor(gather({}, 1));
  EXPECT_THROW(recover_sources(executor, {3, 1, 1, two_arguments}), std::invalid_argument);
  EXPECT_THROW(recover_sources(executor, {8, std::uint64_t{1} << 60, 1, two_arguments}),
               std::invalid_argument);
  EXPECT_THROW(recover_sources(executor, {1, 1, ~std::uint64_t{0}, two_arguments}),
               std::invalid_argument);
  const Movement movement{1, 4, 4, two_arguments};
  EXPECT_THROW(recover_sources(executor, movement, Window{5, 0}), std::invalid_argument);
  EXPECT_THROW(recover_sources(executor, movement, Window{2, 3}), std::invalid_argument);
  EXPECT_THROW(recover_sources(executor, movement, Window{1, ~std::uint64_t{0}}),
               std::invalid_argument);
  EXPECT_TRUE(recover_sources(executor, movement, Window{4, 0}).sources.empty());
}

/// strided(in, out, n, stride): out[i] = in[i·stride] for i below n, by bytes.
const char* const strided_ptx = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry strided(.param .u64 in, .param .u64 out, .param .u32 n, .param .u32 stride)
{
    .reg .pred %p<2>;
    .reg .b16 %rs<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<7>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    ld.param.u32 %r1, [n];
    ld.param.u32 %r2, [stride];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r6, %r3, %r4, %r5;
    setp.ge.u32 %p1, %r6, %r1;
    @%p1 bra $done;
    mul.wide.u32 %rd3, %r6, %r2;
    add.s64 %rd4, %rd1, %rd3;
    cvt.u64.u32 %rd5, %r6;
    add.s64 %rd6, %rd2, %rd5;
    ld.global.u8 %rs1, [%rd4];
    st.global.u8 [%rd6], %rs1;
$done:
    ret;
}
)";

void expect_strided_sources(Executor& executor) {
  executor.load({"strided.ptx", "", strided_ptx});
  const Movement movement{
      1, 300'000, 1000, [](const Argument& source, const Argument& destination) {
        Launch launch;
        launch.grid = {8};
        launch.block = {128};
        launch.arguments = {source, destination, Argument::value(std::uint32_t{990}),
                            Argument::value(std::uint32_t{300})};
        return launch;
      }};
  const Recovered recovered = recover_sources(executor, movement);
  ASSERT_EQ(recovered.sources.size(), 1000U);
  for (std::size_t i = 0; i < 1000; ++i)
    EXPECT_EQ(recovered.sources[i], i < 990 ? static_cast<std::int64_t>(300 * i) : unwritten);
  EXPECT_EQ(recovered.runs, 3U);
  EXPECT_EQ(recovered.report.fault_count, 0U);
}

TEST(Recovery, FindsTheSourcesOfPtxOnTheCpu) {
  expect_strided_sources(*make_ptx_executor());
}

TEST(Recovery, FindsTheSourcesOfPtxThroughTheDriver) {
  const Variable driver("LAYOUTCHECK_CUDA_DRIVER", LAYOUTCHECK_FAKE_DRIVER);
  expect_strided_sources(*make_cuda_executor());
}

TEST(Recovery, FindsTheSourcesOfPtxOnTheGpu) {
  std::unique_ptr<Executor> executor;
  try {
    executor = make_cuda_executor();
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }
  expect_strided_sources(*executor);
}

}  // namespace
}  // namespace layoutcheck::gpu
