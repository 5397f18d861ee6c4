// The time of a composition against its size: by the algebra, which decides from the entries, and
// by the oracle, which walks.
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/oracles/composition.hpp>

#include <benchmark/benchmark.h>

namespace layoutcheck {
namespace {

/// Of 2^k elements: a composite with two modes although 3 divides no extent of A; two modes of B
/// whose sums come within 1 of a carry; and two that carry at their last coordinate alone.
enum class Kind { exists, sums, carries };

struct Pair {
  Layout a;
  Layout b;
};

Pair pair(Kind kind, int bits) {
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
  }
  return {};
}

void composed(benchmark::State& state, Kind kind) {
  const auto [a, b] = pair(kind, static_cast<int>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(algebra::composition(a, b, Convention::extended));
  }
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
BENCHMARK_CAPTURE(walked, exists, Kind::exists)->DenseRange(10, 16, 2);
BENCHMARK_CAPTURE(walked, sums, Kind::sums)->DenseRange(10, 16, 2);

}  // namespace
}  // namespace layoutcheck
