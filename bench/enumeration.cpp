// How fast pairs of layouts are enumerated, composed and judged: on one thread and on several, and
// with what the steps cost alone.
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/small_composition.hpp>

#include <benchmark/benchmark.h>

#include <thread>

namespace layoutcheck::engine {
namespace {

/// Layouts of depth 0 and 1: 707281 pairs.
constexpr const char* bounds = "rank<=2, depth<=1, extent<=4, stride<=6";
constexpr std::size_t pairs = 600000;

const Statement& composition() {
  return *find_operation("composition(layout, layout)");
}

/// The first `pairs` pairs.
template <class Use>
void visit_pairs(Use use) {
  const Range range{parse_bounds(bounds)};
  std::size_t left = pairs;
  for (std::size_t w = 0; left > 0; ++w) {
    composition().domain.enumerate(w, range, [&](const Operands& operands) {
      use(operands);
      return --left > 0;
    });
  }
}

void enumerate_pairs(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t entries = 0;
    visit_pairs([&](const Operands& pair) { entries += std::get<Layout>(pair[1]).length(); });
    benchmark::DoNotOptimize(entries);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void compose(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t exist = 0;
    visit_pairs([&](const Operands& pair) {
      exist += algebra::composition(std::get<Layout>(pair[0]), std::get<Layout>(pair[1]),
                                    Convention::strict)
                   ? 1U
                   : 0U;
    });
    benchmark::DoNotOptimize(exist);
    state.counters["exist"] = static_cast<double>(exist) / pairs;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

/// In the memory of one layout, as the engine composes.
void compose_in_place(benchmark::State& state) {
  Layout c;
  for (auto _ : state) {
    std::size_t exist = 0;
    visit_pairs([&](const Operands& pair) {
      exist += algebra::compose(std::get<Layout>(pair[0]), std::get<Layout>(pair[1]),
                                Convention::strict, c)
                   ? 0U
                   : 1U;
    });
    benchmark::DoNotOptimize(exist);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void decide_in_machine_words(benchmark::State& state) {
  oracle::SmallComposition small;
  for (auto _ : state) {
    std::size_t exist = 0;
    visit_pairs([&](const Operands& pair) {
      exist +=
          small.compose(std::get<Layout>(pair[0]), std::get<Layout>(pair[1]), Convention::strict)
              ? 1U
              : 0U;
    });
    benchmark::DoNotOptimize(exist);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void decide_exactly(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t exist = 0;
    visit_pairs([&](const Operands& pair) {
      exist += oracle::composition(std::get<Layout>(pair[0]), std::get<Layout>(pair[1]),
                                   Convention::strict, {})
                   ? 1U
                   : 0U;
    });
    benchmark::DoNotOptimize(exist);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

/// The engine as `layoutcheck verify --exhaustive` runs it, on as many threads as the argument
/// says.
void judge_compositions(benchmark::State& state) {
  const auto threads = static_cast<std::size_t>(state.range(0));
  std::size_t judged = 0;
  std::size_t met = 0;
  for (auto _ : state) {
    std::vector<Tally> tallies(threads);
    {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < threads; ++i) {
        workers.emplace_back([&, i] {
          ExhaustiveOptions exhaustive;
          exhaustive.range = {parse_bounds(bounds), {i, threads}};

          tallies[i] = run_exhaustive(composition(), exhaustive, {});
        });
      }
    }
    for (const Tally& tally : tallies) {
      judged += tally.cases;
      met += tally.met;
      if (tally.first) state.SkipWithError("a composition was judged wrong");
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(judged));
  state.counters["exist"] = static_cast<double>(met) / static_cast<double>(judged);
}

BENCHMARK(enumerate_pairs)->Unit(benchmark::kMillisecond);
BENCHMARK(compose)->Unit(benchmark::kMillisecond);
BENCHMARK(compose_in_place)->Unit(benchmark::kMillisecond);
BENCHMARK(decide_in_machine_words)->Unit(benchmark::kMillisecond);
BENCHMARK(decide_exactly)->Unit(benchmark::kMillisecond);
BENCHMARK(judge_compositions)
    ->Arg(1)
    ->Arg(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace layoutcheck::engine
