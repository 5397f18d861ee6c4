// The host executor on kernels that use what CUDA gives them, and on ones with planted errors.
#include <layoutcheck/machine/executor.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace layoutcheck::gpu {
namespace {

using ::testing::HasSubstr;

/// One source for all tests, as each compilation takes a second or two. The numbers of lines are
/// looked up, so that it can grow.
constexpr const char* kernels = R"cuda(#include <cuda_runtime.h>
// extern "C" __global__ void no_entry(int);
/* __shared__ */ static const char* text = "__global__ void neither(int)";

extern "C" __global__ void __launch_bounds__(256) copy(const float* __restrict__ in,
                                                       float* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

namespace tiles {
template <int Rows>
__device__ void transpose(const int* in, int* out) {
  __shared__ int tile[Rows][Rows + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * Rows + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * Rows + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transpose16(const int* in, int* out) { transpose<16>(in + 256 * blockIdx.x, out + 256 * blockIdx.x); }
}  // namespace tiles

extern "C" __global__ void no_barrier(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void dynamic(const int* in, int* out, int shift) {
  extern __shared__ __align__(16) unsigned char memory[];
  int* tile = reinterpret_cast<int*>(memory);
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + shift) % blockDim.x];
}

struct Pair { short a; double b; };
extern "C" __global__ void wide(const unsigned char* in, long long stride, Pair pair, double* out) {
  out[0] = in[stride] + pair.a * pair.b;
}

extern "C" __global__ void vectors(const uint4* in, uint4* out) {
  uint4 v = __ldg(&in[threadIdx.x]);
  out[threadIdx.x] = make_uint4(v.w, v.z, v.y, __umulhi(v.x, 0x80000000u));
}

extern "C" __global__ void lanes(int* out) {
  int v = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x & 1);
  int up = __shfl_up_sync(0xffffffffu, int(threadIdx.x), 1);
  int half = threadIdx.x < 16 ? __shfl_sync(0x0000ffffu, int(threadIdx.x), 3) : __shfl_sync(0xffff0000u, int(threadIdx.x), 20);
  int* mine = out + 4 * threadIdx.x;
  mine[0] = v; mine[1] = odd; mine[2] = up; mine[3] = half;
}

__device__ int counter = 5;
__constant__ int weights[3] = {1, 10, 100};
extern "C" __global__ void atomics(int* sum, unsigned* last, unsigned long long* most) {
  __shared__ int inside;
  if (threadIdx.x == 0) inside = 0;
  __syncthreads();
  atomicAdd(&inside, weights[threadIdx.x % 3]);
  atomicMax(most, 1ull << threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) { atomicAdd(sum, inside + counter); atomicCAS(last, 7u, 8u); }
}

extern "C" __global__ void overflow(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] * 65536;  // MARK overflow
}
extern "C" __global__ void beyond(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = 1;  // MARK beyond
}
extern "C" __global__ void beyond_shared(int* out, int at) {
  __shared__ int tile[40];
  __shared__ int other[40];
  tile[threadIdx.x] = other[threadIdx.x] = 1;
  __syncthreads();
  int* first = tile;
  asm volatile("" : "+r"(first));
  out[0] = first[at];  // MARK beyond_shared
}
extern "C" __global__ void some_end(int* out, int most) {
  __shared__ int seen[64];
  if (__syncthreads_count(1) != 64 || threadIdx.x >= most) return;
  seen[threadIdx.x] = threadIdx.x;
  int here = __syncthreads_count(threadIdx.x != 3);
  int all = __syncthreads_and(threadIdx.x < most);
  int some = __syncthreads_or(threadIdx.x == 3);
  out[threadIdx.x] = 1000 * all + 100 * some + here + seen[most - 1 - threadIdx.x];
}
extern "C" __global__ void apart(int* out) {
  if (threadIdx.x < 32 || threadIdx.x == 33) __syncthreads();
  if (threadIdx.x == 32) __syncwarp(3u);
  out[threadIdx.x] = 1;
}
extern "C" __global__ void half_shuffle(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0x0000ffffu, 1, 20);  // MARK half_shuffle
}
extern "C" __global__ void masks(int* out) {
  if (threadIdx.x == 0) __syncwarp(3);
  if (threadIdx.x == 1) __syncwarp(6);
  if (threadIdx.x == 2) __syncthreads();
}
extern "C" __global__ void last_block(int* out) { out[0] = blockIdx.x; }
extern "C" __global__ void endless(volatile int* out) {
  while (blockIdx.x == 2 && out[0] == 0) {}
}
extern "C" __global__ void divide(int* out, int by) { out[0] = 7 / by; }
extern "C" __global__ void deep(int* out) {
  volatile char big[1 << 22];
  for (int i = 0; i < (1 << 22); i += 64) big[i] = 1;
  out[0] = big[64];
}
extern "C" __global__ void stop(int* out) { assert(out[0] == 1); __trap(); }  // MARK stop
extern "C" __global__ void misaligned(float* out) {
  reinterpret_cast<float4*>(out + 1)->y = 1;  // MARK misaligned
}
extern "C" __global__ void unwritten(const int* in, int* out) { out[0] = in[1]; }  // MARK unwritten
)cuda";

std::uint32_t line_of(const std::string& mark) {
  const std::string text = kernels;
  const std::size_t at = text.find("// MARK " + mark + "\n");
  return 1 + static_cast<std::uint32_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

template <class T>
Fill fill_of(const std::vector<T>& values) {
  Fill fill;
  fill.kind = Fill::Kind::bytes;
  fill.bytes.resize(values.size() * sizeof(T));
  std::memcpy(fill.bytes.data(), values.data(), fill.bytes.size());
  return fill;
}

Fill zero() {
  return {Fill::Kind::zero};
}
Fill index(std::uint32_t width = 4, std::uint32_t digit = 0) {
  return {Fill::Kind::index, width, digit};
}

template <class T>
std::vector<T> read_all(Executor& executor, Buffer buffer, std::size_t count) {
  std::vector<T> values(count);
  executor.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

Launch launch_of(const std::string& entry, Dim3 grid, Dim3 block, std::vector<Argument> arguments) {
  Launch launch;
  launch.entry = entry;
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  return launch;
}

struct Mode {
  const char* name;
  HostOptions options;
};

void PrintTo(const Mode& mode, std::ostream* out) {
  *out << mode.name;
}

HostOptions options_of(bool sanitizers, bool record, std::uint64_t order = 0) {
  HostOptions options;
  options.sanitizers = sanitizers;
  options.record = record;
  options.order = order;
  options.time_limit = 20;
  return options;
}

/// Skips where there is no compiler, or no sanitizer for it.
class HostTest : public testing::Test {
 protected:
  void start(const HostOptions& options) {
    try {
      executor_ = make_host_executor(options);
      executor_->load({"test.cu", kernels, ""});
      executor_->allocate(1, zero());
      executor_->release();
    } catch (const Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
  }
  LaunchReport run(const Launch& launch, const AccessSink& sink = {}) {
    return executor_->launch(launch, sink);
  }
  /// The only fault of a launch.
  Fault fault_of(const Launch& launch) {
    const LaunchReport report = run(launch);
    EXPECT_FALSE(report.finished);
    EXPECT_EQ(report.fault_count, 1U);
    return report.faults.empty() ? Fault{} : report.faults.front();
  }

  std::unique_ptr<Executor> executor_;
};

/// What a build must do. A test of its own for each would compile each time.
class HostBuilds : public HostTest, public testing::WithParamInterface<Mode> {
 public:
  /// Each of the checks, in each order of threads.
  void run_all(std::initializer_list<void (HostBuilds::*)()> checks) {
    for (const std::uint64_t order : {0, 1, 7}) {
      SCOPED_TRACE("order " + std::to_string(order));
      HostOptions options = GetParam().options;
      options.order = order;
      start(options);
      if (IsSkipped()) return;
      for (const auto check : checks) {
        (this->*check)();
        executor_->release();
      }
    }
  }

  void copies_a_ragged_edge_and_only_the_blocks_that_are_named();
  void transposes_through_a_shared_tile_of_a_template_with_a_barrier();
  void gives_dynamic_shared_memory();
  void passes_wide_and_structured_arguments_and_memory_beyond32_bits();
  void loads_and_stores_vectors();
  void exchanges_values_between_lanes();
  void adds_atomically_in_shared_and_global_memory();
  void fills_with_digits_of_the_index();
  void meets_at_barriers_without_threads_that_ended();
  void finds_threads_that_wait_for_each_other_elsewhere();
  void finds_a_shuffle_from_a_lane_that_takes_no_part();
  void reports_a_failed_assertion_and_a_trap();
  void goes_on_after_a_crash_with_new_buffers();
  void refuses_what_does_not_fit_the_kernel();
  void find_overflow_with_its_line_and_thread();
  void find_an_access_beyond_a_buffer_with_block_and_thread();
  void find_an_access_beyond_all_buffers();
  void find_an_access_beyond_shared_arrays();
  void find_a_misaligned_vector();
};

INSTANTIATE_TEST_SUITE_P(HostExecutor, HostBuilds,
                         testing::Values(Mode{"plain", options_of(false, false)},
                                         Mode{"sanitizers", options_of(true, false)},
                                         Mode{"recording", options_of(true, true)}),
                         [](const auto& mode) { return std::string(mode.param.name); });

TEST_P(HostBuilds, RunWhatKernelsUse) {
  run_all({&HostBuilds::copies_a_ragged_edge_and_only_the_blocks_that_are_named,
           &HostBuilds::transposes_through_a_shared_tile_of_a_template_with_a_barrier,
           &HostBuilds::gives_dynamic_shared_memory,
           &HostBuilds::passes_wide_and_structured_arguments_and_memory_beyond32_bits,
           &HostBuilds::loads_and_stores_vectors, &HostBuilds::exchanges_values_between_lanes,
           &HostBuilds::adds_atomically_in_shared_and_global_memory,
           &HostBuilds::fills_with_digits_of_the_index,
           &HostBuilds::meets_at_barriers_without_threads_that_ended});
}

TEST_P(HostBuilds, ReportWhatEndsALaunchAndGoOn) {
  run_all({&HostBuilds::finds_threads_that_wait_for_each_other_elsewhere,
           &HostBuilds::finds_a_shuffle_from_a_lane_that_takes_no_part,
           &HostBuilds::reports_a_failed_assertion_and_a_trap,
           &HostBuilds::goes_on_after_a_crash_with_new_buffers,
           &HostBuilds::refuses_what_does_not_fit_the_kernel});
}

class WatchfulHostBuilds : public HostBuilds {};

INSTANTIATE_TEST_SUITE_P(HostExecutor, WatchfulHostBuilds,
                         testing::Values(Mode{"sanitizers", options_of(true, false)},
                                         Mode{"recording", options_of(true, true)}),
                         [](const auto& mode) { return std::string(mode.param.name); });

TEST_P(WatchfulHostBuilds, FindWrongAddressesAndOverflow) {
  run_all({&HostBuilds::find_overflow_with_its_line_and_thread,
           &HostBuilds::find_an_access_beyond_a_buffer_with_block_and_thread,
           &HostBuilds::find_an_access_beyond_all_buffers,
           &HostBuilds::find_an_access_beyond_shared_arrays,
           &HostBuilds::find_a_misaligned_vector});
}

void HostBuilds::copies_a_ragged_edge_and_only_the_blocks_that_are_named() {
  const Buffer in = executor_->allocate(4 * 1000, index());
  const Buffer out = executor_->allocate(4 * 1000, zero());
  Launch launch = launch_of("copy", {4}, {256},
                            {Argument::pointer(in), Argument::pointer(out), Argument::value(1000)});
  launch.blocks = {3, 1};
  LaunchReport report = run(launch);
  ASSERT_TRUE(report.finished);
  EXPECT_EQ(report.blocks, 2U);
  std::vector<int> expected(1000);
  std::iota(expected.begin() + 256, expected.begin() + 512, 256);
  std::iota(expected.begin() + 768, expected.end(), 768);
  EXPECT_EQ(read_all<int>(*executor_, out, 1000), expected);
  launch.blocks.clear();
  report = run(launch);
  EXPECT_EQ(report.blocks, 4U);
  EXPECT_EQ(read_all<int>(*executor_, out, 1000), read_all<int>(*executor_, in, 1000));
}

void HostBuilds::transposes_through_a_shared_tile_of_a_template_with_a_barrier() {
  const Buffer in = executor_->allocate(4 * 1024, index());
  const Buffer out = executor_->allocate(4 * 1024, zero());
  ASSERT_TRUE(run(launch_of("tiles::transpose16", {4}, {16, 16},
                            {Argument::pointer(in), Argument::pointer(out)}))
                  .finished);
  const auto values = read_all<int>(*executor_, out, 1024);
  for (int i = 0; i < 1024; ++i)
    ASSERT_EQ(values[static_cast<std::size_t>(i)], i / 256 * 256 + i % 16 * 16 + i / 16 % 16) << i;
}

void HostBuilds::gives_dynamic_shared_memory() {
  const Buffer in = executor_->allocate(4 * 96, index());
  const Buffer out = executor_->allocate(4 * 96, zero());
  Launch launch = launch_of("dynamic", {1}, {96},
                            {Argument::pointer(in), Argument::pointer(out), Argument::value(5)});
  launch.dynamic_shared = 4 * 96;
  ASSERT_TRUE(run(launch).finished);
  const auto values = read_all<int>(*executor_, out, 96);
  EXPECT_EQ(values[0], 5);
  EXPECT_EQ(values[95], 4);
}

void HostBuilds::passes_wide_and_structured_arguments_and_memory_beyond32_bits() {
  struct Pair {
    short a;
    double b;
  };
  // Nothing of it is touched but one page.
  const std::uint64_t far = (std::uint64_t{1} << 32) + 4096;
  const Buffer in = executor_->allocate(far + 1, {Fill::Kind::uninitialized});
  const Buffer out = executor_->allocate(8, zero());
  const Buffer source = executor_->allocate(1, fill_of<unsigned char>({9}));
  ASSERT_TRUE(
      run(launch_of("copy", {1}, {1},
                    {Argument::pointer(source), Argument::pointer(source), Argument::value(0)}))
          .finished);
  const Buffer small = executor_->allocate(16, index(1));
  ASSERT_TRUE(run(launch_of("wide", {1}, {1},
                            {Argument::pointer(small, 20), Argument::value(-9LL),
                             Argument::value(Pair{3, 0.5}), Argument::pointer(out)}))
                  .finished);
  EXPECT_EQ(read_all<double>(*executor_, out, 1)[0], 11 + 1.5);
  EXPECT_EQ(executor_->address_of(in) % 256, 0U);
}

void HostBuilds::loads_and_stores_vectors() {
  const Buffer in = executor_->allocate(16 * 8, index());
  const Buffer out = executor_->allocate(16 * 8, zero());
  ASSERT_TRUE(run(launch_of("vectors", {1}, {8}, {Argument::pointer(in), Argument::pointer(out)}))
                  .finished);
  const auto values = read_all<unsigned>(*executor_, out, 32);
  EXPECT_THAT(std::vector(values.begin() + 28, values.end()), testing::ElementsAre(31, 30, 29, 14));
}

void HostBuilds::exchanges_values_between_lanes() {
  const Buffer out = executor_->allocate(4 * 4 * 32, zero());
  ASSERT_TRUE(run(launch_of("lanes", {1}, {32}, {Argument::pointer(out)})).finished);
  const auto values = read_all<unsigned>(*executor_, out, 128);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const std::vector<unsigned> found(values.begin() + 4 * lane, values.begin() + 4 * lane + 4);
    EXPECT_THAT(
        found, testing::ElementsAre(496, 0xaaaaaaaa, lane == 0 ? 0 : lane - 1, lane < 16 ? 3 : 20));
  }
}

void HostBuilds::adds_atomically_in_shared_and_global_memory() {
  const Buffer sum = executor_->allocate(4, zero());
  const Buffer last = executor_->allocate(4, fill_of<unsigned>({7}));
  const Buffer most = executor_->allocate(8, zero());
  ASSERT_TRUE(
      run(launch_of("atomics", {3}, {48},
                    {Argument::pointer(sum), Argument::pointer(last), Argument::pointer(most)}))
          .finished);
  EXPECT_EQ(read_all<int>(*executor_, sum, 1)[0], 3 * (16 * 111 + 5));
  EXPECT_EQ(read_all<unsigned>(*executor_, last, 1)[0], 8U);
  EXPECT_EQ(read_all<std::uint64_t>(*executor_, most, 1)[0], std::uint64_t{1} << 47);
}

void HostBuilds::fills_with_digits_of_the_index() {
  const Buffer digits = executor_->allocate(1000, index(1, 1));
  const Buffer halves = executor_->allocate(7, index(2, 0));
  EXPECT_EQ(read_all<unsigned char>(*executor_, digits, 1000)[700], 2);
  EXPECT_THAT(read_all<unsigned char>(*executor_, halves, 7),
              testing::ElementsAre(0, 0, 1, 0, 2, 0, 3));
  const Buffer numbers = executor_->allocate(12, {Fill::Kind::index, 2, 0, {}, {0x3c00, 5}});
  EXPECT_THAT(read_all<std::uint16_t>(*executor_, numbers, 6),
              testing::ElementsAre(0x3c00, 0x3c02, 0x3c04, 0x3c01, 0x3c03, 0x3c00));
}

void HostBuilds::meets_at_barriers_without_threads_that_ended() {
  for (const int most : {64, 40, 32, 5}) {
    const Buffer out = executor_->allocate(4 * 64, zero());
    const LaunchReport report =
        run(launch_of("some_end", {1}, {64}, {Argument::pointer(out), Argument::value(most)}));
    ASSERT_TRUE(report.finished) << most << ": " << to_string(report.faults.at(0));
    const auto values = read_all<int>(*executor_, out, 64);
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(values[static_cast<std::size_t>(i)], i < most ? 1100 + 2 * most - 2 - i : 0);
  }
}

void HostBuilds::finds_threads_that_wait_for_each_other_elsewhere() {
  const Buffer out = executor_->allocate(4 * 64, zero());
  const Fault fault = fault_of(launch_of("apart", {1}, {64}, {Argument::pointer(out)}));
  EXPECT_EQ(fault.kind, Fault::Kind::divergence);
  EXPECT_THAT(fault.message, HasSubstr("33 threads wait at __syncthreads, 1 in __syncwarp"));
  const Fault masks = fault_of(launch_of("masks", {1}, {3}, {Argument::pointer(out)}));
  EXPECT_THAT(masks.message, HasSubstr("1 threads wait at __syncthreads, 2 in __syncwarp"));
  // The process goes on, with its buffers.
  EXPECT_EQ(read_all<int>(*executor_, out, 64)[34], 1);
  EXPECT_TRUE(
      run(launch_of("divide", {1}, {1}, {Argument::pointer(out), Argument::value(7)})).finished);
}

void HostBuilds::finds_a_shuffle_from_a_lane_that_takes_no_part() {
  const Buffer out = executor_->allocate(4 * 32, zero());
  const Fault fault = fault_of(launch_of("half_shuffle", {1}, {32}, {Argument::pointer(out)}));
  EXPECT_EQ(fault.kind, Fault::Kind::divergence);
  EXPECT_EQ(fault.line, line_of("half_shuffle"));
}

void HostBuilds::reports_a_failed_assertion_and_a_trap() {
  const Buffer out = executor_->allocate(4, zero());
  const Launch launch = launch_of("stop", {1}, {1}, {Argument::pointer(out)});
  Fault fault = fault_of(launch);
  EXPECT_EQ(fault.kind, Fault::Kind::trap);
  EXPECT_EQ(fault.line, line_of("stop"));
  EXPECT_THAT(fault.message, HasSubstr("out[0] == 1"));
  const Buffer one = executor_->allocate(4, fill_of<int>({1}));
  fault = fault_of(launch_of("stop", {1}, {1}, {Argument::pointer(one)}));
  EXPECT_EQ(fault.kind, Fault::Kind::trap);
  EXPECT_THAT(fault.message, HasSubstr("__trap"));
  EXPECT_EQ(fault.line, line_of("stop"));
}

void HostBuilds::goes_on_after_a_crash_with_new_buffers() {
  const Buffer out = executor_->allocate(4, zero());
  const Fault fault = fault_of(launch_of("deep", {1}, {1}, {Argument::pointer(out)}));
  EXPECT_THAT(fault.message, HasSubstr("stack"));
  EXPECT_THAT(fault.message, HasSubstr("all buffers are lost"));
  std::vector<std::byte> bytes(4);
  EXPECT_THROW(executor_->read(out, 0, bytes), LaunchError);
  EXPECT_THROW(run(launch_of("deep", {1}, {1}, {Argument::pointer(out)})), LaunchError);
  const Buffer fresh = executor_->allocate(4 * 128, zero());
  EXPECT_TRUE(run(launch_of("lanes", {1}, {32}, {Argument::pointer(fresh)})).finished);
}

void HostBuilds::refuses_what_does_not_fit_the_kernel() {
  const Buffer out = executor_->allocate(4, zero());
  const auto message = [&](const Launch& launch) -> std::string {
    try {
      run(launch);
    } catch (const LaunchError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(
      message(launch_of("divide", {1}, {1}, {Argument::pointer(out), Argument::value(1LL)})),
      HasSubstr("parameter 1 has 4 bytes, and the argument 8"));
  EXPECT_THAT(message(launch_of("divide", {1}, {1}, {Argument::pointer(out)})),
              HasSubstr("has 2 parameters, and there are 1"));
  EXPECT_THAT(message(launch_of("no_entry", {1}, {1}, {})), HasSubstr("no entry no_entry"));
  EXPECT_THAT(message(launch_of("", {1}, {1}, {})), HasSubstr("an entry must be named"));
  EXPECT_THAT(message(launch_of("stop", {1}, {1025}, {Argument::pointer(out)})), HasSubstr("1024"));
  Launch launch = launch_of("stop", {2}, {1}, {Argument::pointer(out)});
  launch.blocks = {2};
  EXPECT_THAT(message(launch), HasSubstr("block 2 is not in the grid"));
  std::vector<std::byte> bytes(5);
  EXPECT_THROW(executor_->read(out, 0, bytes), std::out_of_range);
  EXPECT_THROW(executor_->allocate(std::uint64_t{1} << 60, zero()), LaunchError);
}

void HostBuilds::find_overflow_with_its_line_and_thread() {
  std::vector<int> values(64, 1);
  values[37] = 1 << 15;
  const Buffer in = executor_->allocate(4 * 64, fill_of(values));
  const Fault fault =
      fault_of(launch_of("overflow", {1}, {64}, {Argument::pointer(in), Argument::pointer(in)}));
  EXPECT_EQ(fault.kind, Fault::Kind::sanitizer);
  EXPECT_EQ(fault.line, line_of("overflow"));
  EXPECT_EQ(fault.thread, (Dim3{37, 0, 0}));
  EXPECT_THAT(fault.message, HasSubstr("signed integer overflow: 32768 * 65536"));
  EXPECT_THAT(fault.instruction, testing::StartsWith("out[threadIdx.x] = in"));
}

void HostBuilds::find_an_access_beyond_a_buffer_with_block_and_thread() {
  const Buffer out = executor_->allocate(4 * 100, zero());
  const std::uint64_t end = executor_->address_of(out) + 400;
  const Fault fault =
      fault_of(launch_of("beyond", {4}, {32}, {Argument::pointer(out), Argument::value(100)}));
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(fault.block, (Dim3{3, 0, 0}));
  EXPECT_EQ(fault.thread, (Dim3{4, 0, 0}));
  EXPECT_EQ(fault.line, line_of("beyond"));
  EXPECT_EQ(fault.address, end);
  EXPECT_THAT(fault.message, HasSubstr("write of 4 bytes"));
}

void HostBuilds::find_an_access_beyond_all_buffers() {
  const Buffer out = executor_->allocate(4, zero());
  const Fault fault = fault_of(launch_of(
      "beyond", {1}, {1}, {Argument::pointer(out, std::int64_t{1} << 40), Argument::value(1)}));
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(fault.line, line_of("beyond"));
  struct Pair {
    short a;
    double b;
  };
  const Buffer in = executor_->allocate(1, zero());
  const Buffer odd = executor_->allocate(12, zero());
  const Fault across = fault_of(launch_of("wide", {1}, {1},
                                          {Argument::pointer(in), Argument::value(0LL),
                                           Argument::value(Pair{}), Argument::pointer(odd, 8)}));
  EXPECT_EQ(across.kind, Fault::Kind::out_of_bounds);
  EXPECT_THAT(across.message, HasSubstr("write of 8 bytes"));
}

void HostBuilds::find_an_access_beyond_shared_arrays() {
  const Buffer out = executor_->allocate(4, zero());
  Fault fault = fault_of(
      launch_of("beyond_shared", {1}, {40}, {Argument::pointer(out), Argument::value(40)}));
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(fault.line, line_of("beyond_shared"));
  const Buffer in = executor_->allocate(4 * 64, index());
  Launch launch = launch_of("dynamic", {1}, {64},
                            {Argument::pointer(in), Argument::pointer(in), Argument::value(5)});
  launch.dynamic_shared = 4 * 50;
  fault = fault_of(launch);
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_GE(fault.thread.x, 50U);
}

void HostBuilds::find_a_misaligned_vector() {
  const Buffer out = executor_->allocate(64, zero());
  const Fault fault = fault_of(launch_of("misaligned", {1}, {1}, {Argument::pointer(out)}));
  EXPECT_EQ(fault.kind, Fault::Kind::misaligned);
  EXPECT_EQ(fault.line, line_of("misaligned"));
}

class HostExecutor : public HostTest {};

TEST_F(HostExecutor, GivesOtherResultsInOtherOrdersWhereABarrierIsMissing) {
  std::set<std::vector<int>> results;
  std::set<int> lasts;
  for (const std::uint64_t order : {0, 1, 2}) {
    start(options_of(true, false, order));
    if (IsSkipped()) return;
    const Buffer in = executor_->allocate(4 * 64, index());
    const Buffer out = executor_->allocate(4 * 64, zero());
    ASSERT_TRUE(
        run(launch_of("no_barrier", {1}, {64}, {Argument::pointer(in), Argument::pointer(out)}))
            .finished);
    results.insert(read_all<int>(*executor_, out, 64));
    ASSERT_TRUE(run(launch_of("last_block", {16}, {1}, {Argument::pointer(out)})).finished);
    lasts.insert(read_all<int>(*executor_, out, 1)[0]);
  }
  EXPECT_EQ(results.size(), 3U);
  EXPECT_THAT(lasts, testing::IsSupersetOf(std::vector{0, 15}));
}

TEST_F(HostExecutor, FindsReadsOfWhatNobodyWroteWhenItRecords) {
  start(options_of(true, true));
  if (IsSkipped()) return;
  const Buffer in = executor_->allocate(4 * 64, fill_of<int>({1}));
  const Buffer out = executor_->allocate(4 * 64, zero());
  Fault fault =
      fault_of(launch_of("unwritten", {1}, {1}, {Argument::pointer(in), Argument::pointer(out)}));
  EXPECT_EQ(fault.kind, Fault::Kind::uninitialized);
  EXPECT_EQ(fault.line, line_of("unwritten"));
  EXPECT_EQ(fault.address, executor_->address_of(in) + 4);
  const Buffer full = executor_->allocate(4 * 64, index());
  fault = fault_of(
      launch_of("no_barrier", {1}, {64}, {Argument::pointer(full), Argument::pointer(out)}));
  EXPECT_EQ(fault.kind, Fault::Kind::uninitialized);
  EXPECT_EQ(fault.thread, (Dim3{0, 0, 0}));
}

TEST_F(HostExecutor, TellsEveryAccessWhenItRecords) {
  start(options_of(true, true, 3));
  if (IsSkipped()) return;
  const Buffer in = executor_->allocate(4 * 1024, index());
  const Buffer out = executor_->allocate(4 * 1024, zero());
  using Row = std::tuple<std::uint64_t, std::uint32_t, WarpAccess::Kind, Space>;
  // What each thread does, by its index in the grid.
  std::map<std::uint64_t, std::multiset<Row>> found;
  std::set<std::uint64_t> shared;
  const LaunchReport report =
      run(launch_of("tiles::transpose16", {4}, {16, 16},
                    {Argument::pointer(in), Argument::pointer(out)}),
          [&](const WarpAccess& access) {
            ASSERT_TRUE(std::has_single_bit(access.lanes));
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(access.lanes));
            const bool is_shared = access.space == Space::shared;
            if (is_shared) shared.insert(access.addresses[lane]);
            EXPECT_GT(access.line, 0U);
            found[access.block * 256 + access.warp * 32 + lane].insert(
                {is_shared ? 0 : access.addresses[lane], access.bytes, access.kind, access.space});
          });
  ASSERT_TRUE(report.finished);
  EXPECT_EQ(report.accesses, 4U * 1024U);
  EXPECT_EQ(shared.size(), 256U);
  ASSERT_EQ(found.size(), 1024U);
  for (const auto& [thread, rows] : found) {
    const std::multiset<Row> expected = {
        {executor_->address_of(in) + 4 * thread, 4, WarpAccess::Kind::read, Space::global},
        {executor_->address_of(out) + 4 * thread, 4, WarpAccess::Kind::write, Space::global},
        {0, 4, WarpAccess::Kind::read, Space::shared},
        {0, 4, WarpAccess::Kind::write, Space::shared}};
    ASSERT_EQ(rows, expected) << thread;
  }
  std::size_t atomic = 0;
  const Buffer cells = executor_->allocate(24, zero());
  run(launch_of(
          "atomics", {1}, {32},
          {Argument::pointer(cells), Argument::pointer(cells, 8), Argument::pointer(cells, 16)}),
      [&](const WarpAccess& access) { atomic += access.kind == WarpAccess::Kind::atomic; });
  EXPECT_EQ(atomic, 32U + 32U + 2U);
}

TEST_F(HostExecutor, EndsAKernelThatDoesNotEnd) {
  HostOptions options = options_of(true, false);
  options.time_limit = 1;
  start(options);
  if (IsSkipped()) return;
  const Buffer out = executor_->allocate(4, zero());
  const Fault fault = fault_of(launch_of("endless", {4}, {1}, {Argument::pointer(out)}));
  EXPECT_EQ(fault.kind, Fault::Kind::step_limit);
  EXPECT_EQ(fault.block, (Dim3{2, 0, 0}));
  EXPECT_THAT(fault.message, HasSubstr("no end within 1 seconds"));
}

TEST_F(HostExecutor, ReportsADivisionByZeroWithoutSanitizers) {
  start(options_of(false, false));
  if (IsSkipped()) return;
  const Buffer out = executor_->allocate(4, zero());
  const Fault fault =
      fault_of(launch_of("divide", {1}, {1}, {Argument::pointer(out), Argument::value(0)}));
  EXPECT_EQ(fault.kind, Fault::Kind::crash);
  EXPECT_THAT(fault.message, HasSubstr("divided by zero"));
}

TEST_P(HostBuilds, KeepBuffersWhenAnotherProgramIsLoaded) {
  start(GetParam().options);
  if (IsSkipped()) return;
  // Variables that are set when it is loaded, which is no access of a kernel.
  const Program add{"add.cu",
                    "__device__ int one() { return 1; }\n"
                    "struct Step { int by; Step() : by(one()) {} };\n"
                    "static Step step;\n"
                    "extern \"C\" __global__ void add(int* at) { *at += step.by; }",
                    ""};
  const Program kernels_of_all{"test.cu", kernels, ""};
  const Buffer out = executor_->allocate(4, zero());
  executor_->load(add);
  ASSERT_TRUE(run(launch_of("", {3}, {2}, {Argument::pointer(out)})).finished);
  executor_->load(kernels_of_all);
  ASSERT_TRUE(
      run(launch_of("divide", {1}, {1}, {Argument::pointer(out, 0), Argument::value(7)})).finished);
  executor_->load(add);
  ASSERT_TRUE(run(launch_of("add", {3}, {2}, {Argument::pointer(out)})).finished);
  EXPECT_EQ(read_all<int>(*executor_, out, 1)[0], 1 + 6);
}

TEST_F(HostExecutor, GivesTheCompilersLogWithTheProgramsName) {
  start(options_of(false, false));
  if (IsSkipped()) return;
  const auto message = [&](const std::string& source) -> std::string {
    try {
      executor_->load({"mine.cu", source, ""});
    } catch (const LaunchError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message("\nextern \"C\" __global__ void k(int* p) { p = 1.5; }"),
              HasSubstr("mine.cu:2:"));
  EXPECT_THAT(message("int x;"), HasSubstr("no __global__ function"));
  EXPECT_THAT(message(""), HasSubstr("no source"));
}

TEST(HostExecutorWithoutACompiler, IsUnavailable) {
  HostOptions options;
  options.compiler = "no-such-compiler -O2";
  EXPECT_THROW(make_host_executor(options), Unavailable);
}

TEST_F(HostExecutor, LeavesNothingInTheTemporaryFolder) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "host-executor-leaves-nothing";
  std::filesystem::create_directories(folder);
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", folder.c_str(), 1);
  {
    HostOptions options = options_of(true, true);
    // Not compiled before.
    options.compiler = "g++ -DNEW";
    start(options);
  }
  if (!IsSkipped()) {
    EXPECT_THROW(executor_->load({"bad.cu", "__global__ void k() { syntax }", ""}), LaunchError);
    const Buffer out = executor_->allocate(4, zero());
    executor_->load({"test.cu", kernels, ""});
    fault_of(launch_of("misaligned", {1}, {1}, {Argument::pointer(out)}));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  executor_.reset();
  std::filesystem::remove_all(folder);
  if (before == nullptr)
    unsetenv("TMPDIR");
  else
    setenv("TMPDIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace layoutcheck::gpu
