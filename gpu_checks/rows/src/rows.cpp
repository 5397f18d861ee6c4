// Families as rows of the runner.
#include "operands.hpp"
#include <layoutcheck/gpu_rows/rows.hpp>

namespace layoutcheck::gpu_rows {

namespace {

/// Cases between two looks at what was counted.
constexpr std::size_t piece = 101;

/// What shrinking may check; little where each case is compiled.
constexpr std::size_t shrink_budget = 600;
constexpr std::size_t shrink_budget_compiled = 150;

}  // namespace

engine::Statement row_of(const gpu::Family& family, gpu::Bench& bench, Counts& counts) {
  engine::Statement row;
  row.id = "gpu." + family.name;
  row.kind = "Family";
  row.says = family.stands_for;
  row.domain = domain_of(family);
  row.check = [&family, &bench, &counts](const engine::Operands& operands) {
    const Outcome<gpu::Job> job = family.job(operands);
    if (!job || !gpu::suffices(*job)) return engine::unmet();
    try {
      const std::optional<gpu::Comparison> compared = bench.run(*job);
      if (!compared) return engine::unmet();
      ++counts.layouts;
      counts.addresses += compared->addresses;
      return engine::holds_if(compared->mismatch.empty(), [&] { return compared->mismatch; });
    } catch (const gpu::Refused&) {
      ++counts.refused;
      return engine::unmet();
    } catch (const gpu::Unavailable& missing) {
      if (counts.unavailable.empty()) counts.unavailable = missing.what();
      return engine::unmet();
    }
  };
  return row;
}

engine::Tally run(const gpu::Family& family, gpu::Bench& bench, const Options& options,
                  Counts& counts) {
  const engine::Statement row = row_of(family, bench, counts);
  engine::RunOptions run;
  run.deadline = options.deadline;
  run.shrink_budget = family.compiles_each ? shrink_budget_compiled : shrink_budget;
  std::atomic<bool> enough = false;
  run.stop = options.stop;

  engine::Statement samples = row;
  std::vector<engine::Operands> instances;
  for (const std::string& line : family.samples)
    instances.push_back(gpu::parse_operands(line));
  samples.domain = engine::make_instances(row.domain.name, row.domain.sorts, instances);
  engine::Tally tally = engine::run_exhaustive(samples, engine::ExhaustiveOptions{}, run);
  if (tally.first) {
    tally.first = engine::shrink(row, *tally.first, run);
    return tally;
  }

  // A piece ends early once there are enough addresses, but not while a failure is shrunk.
  engine::Statement counted = row;
  bool failed = false;
  counted.check = [&](const engine::Operands& operands) {
    engine::Result result = row.check(operands);
    failed = failed || result.kind == engine::Result::Kind::fails;
    // What could not be compiled here tells that no other choice can be.
    const bool stopped =
        (options.stop != nullptr && options.stop->load()) || !counts.unavailable.empty();
    enough = stopped || (!failed && counts.addresses >= options.addresses);
    return result;
  };
  run.stop = &enough;
  run.cases = piece;
  engine::SeededEntropy seeds(options.seed);
  const auto is_over = [&] {
    return tally.first || counts.addresses >= options.addresses || !counts.unavailable.empty() ||
           engine::is_over(run);
  };
  while (!is_over()) {
    run.seed = seeds.next();
    tally += engine::run_random(counted, run);
  }
  return tally;
}

}  // namespace layoutcheck::gpu_rows
