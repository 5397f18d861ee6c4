// The time to judge a composition by the module of its strides, on the same small layouts, and to
// compose over XOR where no table could hold the operands.
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/notation/text.hpp>

#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

namespace layoutcheck {
namespace {

/// What a stride of A is an element of.
enum class Module { integers, coordinates, bits };

std::string stride(Module module, int value, int place) {
  const std::string number = std::to_string(value);
  switch (module) {
    case Module::integers:
      return number;
    case Module::coordinates:
      return number + '@' + std::to_string(place);
    case Module::bits:
      return 'F' + number;
  }
  return {};
}

/// Compositions of layouts with two modes, with the algebra's answers. The extents and strides are
/// the same in every module; all are powers of two, as hardware has them.
std::vector<Case> compositions(Module module) {
  std::mt19937 random(1);
  const auto power = [&](int most) { return 1 << (random() % static_cast<unsigned>(most + 1)); };
  std::vector<Case> cases;
  for (int i = 0; i < 1000; ++i) {
    std::string text =
        "composition((" + std::to_string(power(3)) + ',' + std::to_string(power(3)) + "):(";
    text += stride(module, power(5), 0) + ',' + stride(module, power(5), 1) + "), (";
    text += std::to_string(power(2)) + ',' + std::to_string(power(2)) + "):(";
    text += std::to_string(power(2)) + ',' + std::to_string(power(2)) + "))";
    Case question = parse_case(text);
    question.answer = algebra::evaluate(question, Convention::extended).answer;
    cases.push_back(std::move(question));
  }
  return cases;
}

void judged(benchmark::State& state, Module module) {
  const std::vector<Case> cases = compositions(module);
  JudgeOptions options;
  options.convention = Convention::extended;
  std::size_t i = 0;
  std::size_t right = 0;
  for (auto _ : state) {
    const Verdict verdict = judge(cases[i++ % cases.size()], options);
    right += is_right(verdict.kind) ? 1 : 0;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["right"] =
      static_cast<double>(right) / static_cast<double>(std::max<std::size_t>(i, 1));
}

BENCHMARK_CAPTURE(judged, integers, Module::integers);
BENCHMARK_CAPTURE(judged, coordinates, Module::coordinates);
BENCHMARK_CAPTURE(judged, xor, Module::bits);

/// Composes and judges a swizzle of 2^bits points after a transposition of them.
void transposed_xor(benchmark::State& state) {
  const int bits = static_cast<int>(state.range(0));
  const std::string rows = std::to_string(std::uint64_t{1} << (bits / 2));
  const std::string swizzled = std::to_string((std::uint64_t{1} << (bits / 2)) + 1);
  Case question = parse_case("composition((" + rows + ',' + rows + "):(F1,F" + swizzled + "), (" +
                             rows + ',' + rows + "):(" + rows + ",1))");
  JudgeOptions options;
  options.convention = Convention::extended;
  for (auto _ : state) {
    question.answer = algebra::evaluate(question, Convention::extended).answer;
    const Verdict verdict = judge(question, options);
    if (!is_right(verdict.kind)) state.SkipWithError(to_string(verdict).c_str());
  }
}

BENCHMARK(transposed_xor)->Arg(20)->Arg(40)->Arg(60)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace layoutcheck
