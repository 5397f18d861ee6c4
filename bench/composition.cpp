// The time of a composition against its size: by the algebra, which decides from the entries, and
// by the oracle, which walks.
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/oracles/composition.hpp>

#include <benchmark/benchmark.h>

namespace layoutcheck {
namespace {

/// Of 2^k elements: a composite with two modes although 3 divides no extent of A; two modes of B
/// whose sums come within 1 of a carry; two that carry at their last coordinate alone; and one that
/// divides, for which every implementation has an answer (bench/compositions).
enum class Kind { exists, sums, carries, divides };

struct LayoutPair {
  Layout a;
  Layout b;
};

LayoutPair pair(Kind kind, int bits) {
  const Int size = Int{1} << bits;
  const Int root = Int{1} << (bits / 2);
  switch (kind) {
    case Kind::exists:
      return {Layout::flat({2, 3, 8}, {1, 5, 13}), Layout::entry(size, 3)};
    case Kind::sums:
    case Kind::carries: {
      const Int extent = kind == Kind::sums ? root * root : root * root - 1;
      return {Layout::flat({extent, 8}, {3, 1}), Layout::flat({root, root}, {1, root})};
    }
    case Kind::divides:
      return {Layout::flat({size, 4}, {1, 5 * size}), Layout::entry(size, 2)};
  }
  return {};
}

void composed(benchmark::State& state, Kind kind) {
  const auto [a, b] = pair(kind, static_cast<int>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(algebra::composition(a, b, Convention::extended));
}

void by_colfax(benchmark::State& state, Kind kind) {
  const auto [a, b] = pair(kind, static_cast<int>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(algebra::weak_composite(a, b));
}

void walked(benchmark::State& state, Kind kind) {
  const auto [a, b] = pair(kind, static_cast<int>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        oracle::composition(a, b, Convention::extended, {std::size_t{1} << 20}));
  }
}

BENCHMARK_CAPTURE(composed, exists, Kind::exists)->DenseRange(10, 60, 10);
BENCHMARK_CAPTURE(composed, carries, Kind::carries)->DenseRange(10, 60, 10);
BENCHMARK_CAPTURE(composed, sums, Kind::sums)->DenseRange(10, 60, 10);
BENCHMARK_CAPTURE(composed, divides, Kind::divides)->Arg(16)->DenseRange(10, 60, 10);
BENCHMARK_CAPTURE(by_colfax, divides, Kind::divides)->Arg(16)->DenseRange(10, 60, 10);
BENCHMARK_CAPTURE(walked, divides, Kind::divides)->DenseRange(10, 16, 6);
BENCHMARK_CAPTURE(walked, exists, Kind::exists)->DenseRange(10, 16, 2);
BENCHMARK_CAPTURE(walked, sums, Kind::sums)->DenseRange(10, 16, 2);

}  // namespace
}  // namespace layoutcheck
