// The executor on the GPU: over a driver that the tests bring along, and over this machine's where
// there is one.
#include "fake_driver/fake_driver.hpp"
#include "variable.hpp"
#include <layoutcheck/machine/cuda.hpp>
#include <layoutcheck/machine/executor.hpp>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

namespace layoutcheck::gpu {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* driver_variable = "LAYOUTCHECK_CUDA_DRIVER";

const std::string head = ".version 6.0\n.target sm_50\n.address_size 64\n";

/// copy(in, out, n) moves 32-bit elements; wild(address) writes to an address.
const std::string copy_ptx = head + R"(
.visible .entry copy(.param .u64 in, .param .u64 out, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<7>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra $done;
    mul.wide.u32 %rd3, %r5, 4;
    add.s64 %rd4, %rd1, %rd3;
    add.s64 %rd5, %rd2, %rd3;
    ld.global.u32 %r6, [%rd4];
    st.global.u32 [%rd5], %r6;
$done:
    ret;
}

.visible .entry wild(.param .u64 address)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [address];
    mov.u32 %r1, 7;
    st.global.u32 [%rd1], %r1;
    ret;
}
)";

/// mixed(out, a, b, c) writes a (u8), the last four bytes of b (12 bytes) and c (u16) to `out`.
const std::string mixed_ptx = head + R"(
.visible .entry mixed(.param .u64 out, .param .u8 a, .param .align 4 .b8 b[12], .param .u16 c)
{
    .reg .b16 %rs<2>;
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.param.u8 %r1, [a];
    ld.param.u32 %r2, [b+8];
    ld.param.u16 %rs1, [c];
    st.global.u8 [%rd1], %r1;
    st.global.u32 [%rd1+4], %r2;
    st.global.u16 [%rd1+8], %rs1;
    ret;
}
)";

/// far(out) takes 9 through the word at 64 KiB of dynamic shared memory.
const std::string shared_ptx = head + R"(
.extern .shared .align 16 .b8 room[];
.visible .entry far(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, room;
    mov.u32 %r2, 9;
    st.shared.u32 [%r1+65536], %r2;
    ld.shared.u32 %r3, [%r1+65536];
    st.global.u32 [%rd1], %r3;
    ret;
}
)";

Fill bytes_of(const std::vector<std::uint32_t>& values) {
  Fill fill;
  fill.kind = Fill::Kind::bytes;
  fill.bytes.resize(values.size() * 4);
  std::memcpy(fill.bytes.data(), values.data(), fill.bytes.size());
  return fill;
}

template <class T>
std::vector<T> contents(Executor& executor, Buffer buffer, std::size_t count,
                        std::uint64_t first = 0) {
  std::vector<T> values(count);
  executor.read(buffer, first * sizeof(T), std::as_writable_bytes(std::span(values)));
  return values;
}

std::string why_not_launched(Executor& executor, const Launch& launch) {
  try {
    return executor.launch(launch, {}).finished ? "it ran" : "it ran and did not finish";
  } catch (const LaunchError& error) {
    return error.what();
  }
}

Launch copy_launch(Buffer in, Buffer out, std::uint32_t count) {
  Launch launch;
  launch.entry = "copy";
  launch.grid = {(count + 31) / 32};
  launch.block = {32};
  launch.arguments = {Argument::pointer(in), Argument::pointer(out), Argument::value(count)};
  return launch;
}

Launch wild_launch() {
  Launch launch;
  launch.entry = "wild";
  launch.arguments = {Argument::value(std::uint64_t{64})};
  return launch;
}

FakeDriverUse use_of_the_fake() {
  void* library = dlopen(LAYOUTCHECK_FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
  auto* use =
      library == nullptr
          ? nullptr
          : reinterpret_cast<FakeDriverUseFunction*>(dlsym(library, "layoutcheck_fake_driver_use"));
  if (use == nullptr) throw std::runtime_error(dlerror());
  return use();
}

/// Over the fake driver, and over the machine's.
class CudaExecutor : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "Fake") variable_.emplace(driver_variable, LAYOUTCHECK_FAKE_DRIVER);
    try {
      executor_ = make_cuda_executor();
    } catch (const Unavailable& error) {
      if (GetParam() == "Fake") FAIL() << error.what();
      GTEST_SKIP() << error.what();
    }
  }

  Executor& executor() { return *executor_; }

 private:
  std::optional<Variable> variable_;
  std::unique_ptr<Executor> executor_;
};

INSTANTIATE_TEST_SUITE_P(Driver, CudaExecutor, testing::Values("Fake", "Machine"),
                         [](const auto& driver) { return driver.param; });

TEST_P(CudaExecutor, RunsAKernelOverBuffersAndReadsWhatItWrote) {
  executor().load({"copy.ptx", "", copy_ptx});
  const Buffer in = executor().allocate(400, bytes_of([] {
                                          std::vector<std::uint32_t> values(100);
                                          std::iota(values.begin(), values.end(), 1000U);
                                          return values;
                                        }()));
  const Buffer out = executor().allocate(400, {Fill::Kind::zero, 4, 0, {}});
  const LaunchReport report = executor().launch(copy_launch(in, out, 97), {});
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.fault_count, 0U);
  EXPECT_EQ(report.blocks, 4U);
  EXPECT_GT(report.seconds, 0.0);
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 5, 94), ElementsAre(1094, 1095, 1096, 0, 0));
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 2), ElementsAre(1000, 1001));
}

TEST_P(CudaExecutor, AddressesAreAligned) {
  for (const std::uint64_t bytes : {0U, 1U, 257U})
    EXPECT_EQ(executor().address_of(executor().allocate(bytes, {})) % 256, 0U);
}

TEST_P(CudaExecutor, FillsEachWidthWithEachDigitOfTheIndex) {
  // More than 16 bits, and no multiple of a block; of bytes, more than there are threads.
  const auto check = [&]<class T>(T /*element*/) {
    constexpr std::size_t count = sizeof(T) == 1 ? 300'000 : 70'000;
    for (std::uint32_t digit = 0; digit < 3; ++digit) {
      const Buffer buffer =
          executor().allocate(count * sizeof(T), {Fill::Kind::index, sizeof(T), digit, {}});
      const std::vector<T> values = contents<T>(executor(), buffer, count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t shift = 8 * sizeof(T) * digit;
        const std::uint64_t expected = shift < 64 ? std::uint64_t{i} >> shift : 0;
        ASSERT_EQ(values[i], static_cast<T>(expected))
            << "width " << sizeof(T) << ", digit " << digit << ", element " << i;
      }
    }
  };
  check(std::uint8_t{});
  check(std::uint16_t{});
  check(std::uint32_t{});
  check(std::uint64_t{});
  EXPECT_THROW(executor().allocate(12, {Fill::Kind::index, 3, 0, {}}), LaunchError);
}

TEST_P(CudaExecutor, FillsWithTheNumbersOfIndices) {
  constexpr std::size_t count = 70'000;
  const Buffer buffer =
      executor().allocate(count * 4, {Fill::Kind::index, 4, 0, {}, {0x3f800000, 65521}});
  const auto values = contents<std::uint32_t>(executor(), buffer, count);
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_EQ(values[i], 0x3f800000 + i % 65521 * Numbering::step % 65521) << i;
}

TEST_P(CudaExecutor, PacksArgumentsOfAllSizes) {
  executor().load({"mixed.ptx", "", mixed_ptx});
  const Buffer out = executor().allocate(32, {Fill::Kind::zero, 4, 0, {}});
  Launch launch;
  launch.arguments = {Argument::pointer(out, 16), Argument::value(std::uint8_t{0xab}),
                      Argument::value(std::array<std::uint32_t, 3>{1, 2, 0x12345678}),
                      Argument::value(std::uint16_t{0xcdef})};
  EXPECT_EQ(why_not_launched(executor(), launch), "it ran");
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 8),
              ElementsAre(0, 0, 0, 0, 0xab, 0x12345678, 0xcdef, 0));
}

TEST_P(CudaExecutor, AsksForDynamicSharedMemoryBeyond48KiB) {
  executor().load({"shared.ptx", "", shared_ptx});
  const Buffer out = executor().allocate(4, {Fill::Kind::zero, 4, 0, {}});
  Launch launch;
  launch.arguments = {Argument::pointer(out)};
  launch.dynamic_shared = 65540;
  if (GetParam() == "Machine" && cuda_device().major < 8)
    GTEST_SKIP() << "the device may have less shared memory";
  EXPECT_EQ(why_not_launched(executor(), launch), "it ran");
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 1), ElementsAre(9));
  launch.dynamic_shared = 0xfffffff0;
  EXPECT_THAT(why_not_launched(executor(), launch),
              AllOf(HasSubstr("4294967280 bytes of dynamic shared memory"),
                    HasSubstr("CUDA_ERROR_INVALID_VALUE (1)")));
}

TEST_P(CudaExecutor, RunsAllBlocksOrNone) {
  executor().load({"copy.ptx", "", copy_ptx});
  const Buffer in = executor().allocate(400, {Fill::Kind::index, 4, 0, {}});
  const Buffer out = executor().allocate(400, {Fill::Kind::zero, 4, 0, {}});
  Launch launch = copy_launch(in, out, 100);
  for (const std::vector<std::uint64_t>& blocks :
       {std::vector<std::uint64_t>{0}, {0, 1, 2}, {0, 1, 2, 2}, {0, 1, 2, 4}, {0, 1, 2, 3, 3}}) {
    launch.blocks = blocks;
    EXPECT_EQ(why_not_launched(executor(), launch),
              "copy.ptx: the cuda executor cannot leave blocks out");
  }
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 2), ElementsAre(0, 0));
  launch.blocks = {3, 1, 0, 2};
  EXPECT_EQ(why_not_launched(executor(), launch), "it ran");
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 1, 99), ElementsAre(99));
}

TEST_P(CudaExecutor, AKernelThatCrashesIsAFaultAndTheExecutorGoesOn) {
  executor().load({"copy.ptx", "", copy_ptx});
  const Buffer lost = executor().allocate(400, {Fill::Kind::zero, 4, 0, {}});
  const LaunchReport report = executor().launch(wild_launch(), {});
  EXPECT_FALSE(report.finished);
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.fault_count, 1U);
  EXPECT_EQ(report.faults[0].kind, Fault::Kind::crash);
  EXPECT_THAT(report.faults[0].message, StartsWith("wild: CUDA_ERROR_ILLEGAL_ADDRESS (700): "));

  std::array<std::byte, 4> bytes{};
  EXPECT_THROW(executor().read(lost, 0, bytes), LaunchError);
  EXPECT_THAT(why_not_launched(executor(), copy_launch(lost, lost, 4)),
              HasSubstr("there is no buffer"));

  const Buffer in = executor().allocate(400, {Fill::Kind::index, 4, 0, {}});
  const Buffer out = executor().allocate(400, {Fill::Kind::zero, 4, 0, {}});
  EXPECT_EQ(why_not_launched(executor(), copy_launch(in, out, 100)), "it ran");
  EXPECT_THAT(contents<std::uint32_t>(executor(), out, 2, 98), ElementsAre(98, 99));
  EXPECT_THROW(executor().read(lost, 0, bytes), LaunchError);
}

TEST_P(CudaExecutor, PtxThatTheDriverRefusesGivesItsLog) {
  std::string broken = copy_ptx;
  broken.replace(broken.find("mad.lo.s32"), 10, "mad.lo.s99");
  std::optional<Variable> failure;
  if (GetParam() == "Fake") failure.emplace(fake_driver_variable, "corrupt kernels");
  try {
    executor().load({"broken.ptx", "", broken});
    FAIL() << "it was loaded";
  } catch (const LaunchError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("broken.ptx: cuda: CUDA_ERROR_INVALID_PTX (218): "),
                                    HasSubstr(GetParam() == "Fake" ? "corrupt" : "s99")));
  }
  EXPECT_THROW(executor().load({"source.cu", "__global__ void f() {}", ""}), LaunchError);
  EXPECT_THROW(executor().load({"zero.ptx", "", copy_ptx + std::string(1, '\0')}), LaunchError);
}

TEST_P(CudaExecutor, RefusesALaunchThatDoesNotFitTheKernel) {
  EXPECT_EQ(why_not_launched(executor(), wild_launch()), "cuda: no program is loaded");
  executor().load({"copy.ptx", "", copy_ptx});
  const Buffer buffer = executor().allocate(400, {Fill::Kind::zero, 4, 0, {}});
  Launch launch = copy_launch(buffer, buffer, 10);

  launch.entry = "";
  EXPECT_EQ(why_not_launched(executor(), launch),
            "copy.ptx: there are 2 entries, and none of them is named");
  launch.entry = "paste";
  EXPECT_EQ(why_not_launched(executor(), launch), "copy.ptx: there is no entry 'paste'");
  launch.entry = "copy";
  launch.arguments[2] = Argument::value(std::uint64_t{10});
  EXPECT_EQ(why_not_launched(executor(), launch),
            "copy.ptx: argument 2 of copy has 8 bytes, and the kernel takes 4");
  launch.arguments.pop_back();
  EXPECT_EQ(why_not_launched(executor(), launch), "copy.ptx: copy takes 3 arguments, not 2");
  launch = copy_launch(buffer, buffer, 10);
  launch.block = {2000};
  EXPECT_THAT(why_not_launched(executor(), launch),
              StartsWith("cuda: copy.ptx: launch of copy with grid (1,1,1) and block (2000,1,1): "
                         "CUDA_ERROR_INVALID_VALUE (1)"));
  // Nothing of this is the kernel's doing, and the executor goes on.
  EXPECT_EQ(why_not_launched(executor(), copy_launch(buffer, buffer, 10)), "it ran");
}

TEST_P(CudaExecutor, SaysHowMuchMemoryThereWasNoRoomFor) {
  try {
    executor().allocate(std::uint64_t{1} << 50, {});
    FAIL() << "a pebibyte was allocated";
  } catch (const LaunchError& error) {
    EXPECT_THAT(error.what(), StartsWith("cuda: a buffer of 1125899906842624 bytes: "
                                         "CUDA_ERROR_OUT_OF_MEMORY (2)"));
  }
  EXPECT_THROW(executor().allocate(4, bytes_of({1, 2})), LaunchError);
}

TEST_P(CudaExecutor, ReadsNothingBeyondABufferNorOfOneThatWasReleased) {
  const Buffer buffer = executor().allocate(8, {Fill::Kind::zero, 4, 0, {}});
  std::array<std::byte, 4> bytes{};
  EXPECT_THROW(executor().read(buffer, 5, bytes), std::out_of_range);
  EXPECT_THROW(executor().read(buffer, ~std::uint64_t{0}, bytes), std::out_of_range);
  EXPECT_NO_THROW(executor().read(buffer, 4, bytes));
  EXPECT_NO_THROW(executor().read(buffer, 8, {}));
  executor().release();
  EXPECT_THROW(executor().read(buffer, 0, bytes), LaunchError);
  EXPECT_THROW((void)executor().address_of(buffer), LaunchError);
  EXPECT_NE(executor().allocate(8, {}).id, buffer.id);
}

class FakeDriver : public testing::Test {
 protected:
  static std::string why_unavailable() {
    try {
      make_cuda_executor();
      return "it is there";
    } catch (const Unavailable& error) {
      return error.what();
    }
  }

 private:
  Variable variable_{driver_variable, LAYOUTCHECK_FAKE_DRIVER};
};

TEST_F(FakeDriver, GetsEverythingBack) {
  {
    const std::unique_ptr<Executor> executor = make_cuda_executor();
    executor->load({"copy.ptx", "", copy_ptx});
    executor->load({"copy.ptx", "", copy_ptx});
    EXPECT_THROW(executor->load({"broken.ptx", "", head + "nonsense"}), LaunchError);
    executor->allocate(8, {Fill::Kind::zero, 4, 0, {}});
    EXPECT_THROW(executor->allocate(4, bytes_of({1, 2})), LaunchError);
    const FakeDriverUse use = use_of_the_fake();
    EXPECT_EQ(use.contexts, 1U);
    EXPECT_EQ(use.modules, 2U) << "the program and the kernels that fill";
    EXPECT_EQ(use.allocations, 1U);
    EXPECT_EQ(use.events, 2U);
    EXPECT_EQ(use.current, 0U) << "the thread's context is as it was before";
    executor->launch(wild_launch(), {});
    EXPECT_EQ(use_of_the_fake().contexts, 1U);
    EXPECT_EQ(use_of_the_fake().current, 0U);
    executor->allocate(8, {});
    executor->release();
    EXPECT_EQ(use_of_the_fake().allocations, 0U);
  }
  EXPECT_EQ(use_of_the_fake().contexts, 0U);
  EXPECT_EQ(use_of_the_fake().current, 0U);
}

TEST_F(FakeDriver, TellsWhyThereIsNoExecutor) {
  {
    const Variable failure(fake_driver_variable, "no device");
    EXPECT_EQ(why_unavailable(),
              "the CUDA driver does not start: CUDA_ERROR_NO_DEVICE (100): says the fake driver");
  }
  {
    const Variable failure(fake_driver_variable, "empty machine");
    EXPECT_EQ(why_unavailable(), "the CUDA driver shows no device");
  }
  {
    const Variable failure(fake_driver_variable, "corrupt kernels");
    EXPECT_THAT(why_unavailable(), AllOf(HasSubstr("CUDA_ERROR_INVALID_PTX (218)"),
                                         HasSubstr("ptxas fatal: corrupt")));
    EXPECT_EQ(use_of_the_fake().contexts, 0U);
  }
  {
    const Variable driver(driver_variable, "/no/such/driver.so");
    EXPECT_THAT(why_unavailable(),
                AllOf(StartsWith("no CUDA driver, which LAYOUTCHECK_CUDA_DRIVER names: "),
                      HasSubstr("/no/such/driver.so")));
  }
  {
    const Variable driver(driver_variable, "libc.so.6");
    EXPECT_THAT(why_unavailable(), HasSubstr("has no function cuInit"));
  }
}

TEST_F(FakeDriver, ADeviceThatIsLostForGoodIsNamedByEachLaterCall) {
  const std::unique_ptr<Executor> executor = make_cuda_executor();
  executor->load({"copy.ptx", "", copy_ptx});
  const Variable failure(fake_driver_variable, "lost device");
  EXPECT_EQ(executor->launch(wild_launch(), {}).fault_count, 1U);
  for (int i = 0; i < 2; ++i) {
    try {
      executor->allocate(8, {});
      FAIL() << "something was allocated";
    } catch (const LaunchError& error) {
      EXPECT_THAT(error.what(), HasSubstr("CUDA_ERROR_LAUNCH_FAILED (719)"));
    }
  }
  EXPECT_THROW(executor->load({"copy.ptx", "", copy_ptx}), LaunchError);
  EXPECT_THROW(executor->launch(wild_launch(), {}), LaunchError);
  EXPECT_NO_THROW(executor->release());
}

TEST_F(FakeDriver, DescribesTheDevice) {
  const DeviceInfo device = cuda_device();
  EXPECT_EQ(device.name, "Fake GPU");
  EXPECT_EQ(device.major, 9);
  EXPECT_EQ(device.minor, 0);
  EXPECT_EQ(device.driver_version, "12.8");
  EXPECT_EQ(device.memory_bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(device.multiprocessors, 4);
  EXPECT_EQ(device.clock, 1.5e9);
  EXPECT_EQ(device.memory_bandwidth, 64e9);
}

}  // namespace
}  // namespace layoutcheck::gpu
