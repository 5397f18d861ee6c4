// How many accesses a second the executor of PTX records, and the memory for each byte that they
// touch.
#include <layoutcheck/kernels/arguments.hpp>
#include <layoutcheck/kernels/kernel_check.hpp>
#include <layoutcheck/machine/ptx.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>

namespace layoutcheck::gpu {

namespace {

constexpr std::uint32_t elements = 1U << 20;
constexpr std::uint32_t threads = 256;

/// y[i] = x[i] for i < n, a number of 32 bits for each thread.
constexpr const char* plain_copy = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 copy_x, .param .u64 copy_y, .param .u32 copy_n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<7>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [copy_x];
  ld.param.u64 %rd2, [copy_y];
  ld.param.u32 %r2, [copy_n];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $L_end;
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd6, %rd3, %rd5;
  add.s64 %rd7, %rd4, %rd5;
  ld.global.u32 %r6, [%rd6];
  st.global.u32 [%rd7], %r6;
$L_end:
  ret;
}
)";

const Program program{"plain copy", "", plain_copy};
const Dim3 grid{elements / threads, 1, 1};
const Dim3 block{threads, 1, 1};

struct Run {
  std::uint64_t accesses = 0;
  std::uint64_t taken = 0;
};

void measure(benchmark::State& state, Run (*run)(const PtxOptions&), bool races) {
  std::uint64_t accesses = 0;
  std::uint64_t taken = 0;
  for (auto _ : state) {
    PtxOptions options;
    options.exact = true;
    options.races = races;
    const Run done = run(options);
    accesses += done.accesses;
    taken = done.taken;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(accesses));
  // Of the two buffers.
  state.counters["bytes_per_byte"] = static_cast<double>(taken) / (2.0 * 4.0 * elements);
}

/// The executor alone, which tells somebody who only counts.
Run launched(const PtxOptions& options) {
  const auto executor = make_ptx_executor(options);
  executor->load(program);
  const Buffer x = executor->allocate(4 * elements, {Fill::Kind::index});
  const Buffer y = executor->allocate(4 * elements, {});
  Launch launch;
  launch.grid = grid;
  launch.block = block;
  launch.arguments = {Argument::pointer(x), Argument::pointer(y), Argument::value(elements)};
  Run run;
  executor->launch(launch, [&](const WarpAccess& access) {
    run.accesses += static_cast<unsigned>(std::popcount(access.lanes));
  });
  run.taken = options.room->taken();
  return run;
}

/// What the command `kernel` does.
Run checked(const PtxOptions& options) {
  KernelTask task;
  task.program = program;
  task.entry = ptx::summarize(plain_copy).entries.front();
  task.grid = grid;
  task.block = block;
  const std::string count = std::to_string(elements);
  task.arguments =
      parse_arguments("x: in f32[" + count + "], y: out f32[" + count + "], i32=" + count);
  task.blocks = parse_block_choice("0-" + std::to_string(grid.count() - 1));
  task.room = options.room;
  Run run;
  task.stop = [&] {
    run.taken = std::max(run.taken, options.room->taken());
    return false;
  };
  run.accesses = check_kernel([&] { return make_ptx_executor(options); }, task).accesses;
  return run;
}

void recorded_accesses(benchmark::State& state) {
  measure(state, &launched, true);
}
void recorded_accesses_without_races(benchmark::State& state) {
  measure(state, &launched, false);
}
void checked_accesses(benchmark::State& state) {
  measure(state, &checked, true);
}

BENCHMARK(recorded_accesses)->Unit(benchmark::kMillisecond);
BENCHMARK(recorded_accesses_without_races)->Unit(benchmark::kMillisecond);
BENCHMARK(checked_accesses)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace layoutcheck::gpu
