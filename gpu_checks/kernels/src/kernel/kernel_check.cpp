// The check of a user's own kernel: runs chosen blocks, holds every access against the buffers,
// their rights and what the user expects, and counts what it costs.
#include "kernel/observer.hpp"
#include <layoutcheck/kernels/kernel_check.hpp>
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <tuple>

namespace layoutcheck::gpu {

namespace {

constexpr std::size_t most_probes = 2048;
/// Threads of one launch: races are looked for within it, and memory for what is followed of each
/// thread grows with it.
constexpr std::uint64_t threads_of_launch = std::uint64_t{1} << 18;

/// Launches, and has the observer see each access and what the executor finds. Throws Stopped.
LaunchReport watched_launch(Executor& executor, const Launch& launch, Observer& observer,
                            Findings& findings) {
  LaunchReport report =
      executor.launch(launch, [&](const WarpAccess& access) { observer.see(access); });
  std::uint64_t told = 0;
  for (const Fault& fault : report.faults) {
    observer.see_fault(fault);
    told += fault.count;
  }
  for (const Fault& remark : report.remarks)
    observer.see_remark(remark);
  findings.count_more(report.fault_count - std::min(report.fault_count, told));
  return report;
}

/// An executor with the kernel and its arguments, and what watches over it.
class Bench {
 public:
  /// `follows` says whether origins are followed, if the task asks for any.
  Bench(const ExecutorFactory& make_executor, const KernelTask& task, bool follows)
      : task_(task), executor_(make_executor()), findings_(task) {
    executor_->load(task.program);
    place_ = place_arguments(*executor_, task.arguments, task.entry.parameters);
    observer_.emplace(task, place_, findings_);
    if (follows && !task.origins.empty())
      origins_.emplace(observer_->origins().sources(), task.room);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Throws Stopped.
  LaunchReport run(std::vector<std::uint64_t> blocks) {
    Launch launch = launch_of(task_, place_.arguments, std::move(blocks));
    launch.origins = origins_ ? &*origins_ : nullptr;
    // What expects or watches accesses counts them.
    if (task_.expectations.empty() && task_.origins.empty() && task_.watches.empty())
      launch.loops_take_part = task_.loops_take_part;
    LaunchReport report = watched_launch(*executor_, launch, *observer_, findings_);
    if (report.finished) observer_->finish(launch.blocks);
    return report;
  }

  /// Throws Stopped.
  void compare_origins(bool all_ran) {
    if (origins_) observer_->origins().compare(*origins_, all_ran);
  }

  Observer& observer() { return *observer_; }
  Findings& findings() { return findings_; }

 private:
  const KernelTask& task_;
  std::unique_ptr<Executor> executor_;
  Findings findings_;
  PlacedArguments place_;
  std::optional<Observer> observer_;
  std::optional<Origins> origins_;
};

/// What a verdict would be void of; "" if accesses were judged, and compared with each expectation.
std::string nothing_judged(const KernelReport& report) {
  const auto is_touched = [](const KernelReport::OfBuffer& buffer) {
    return buffer.coverage.least().has_value();
  };
  if (report.buffers.empty()
          ? report.lines.empty()
          : std::none_of(report.buffers.begin(), report.buffers.end(), is_touched))
    return report.buffers.empty() ? "no thread touches memory" : "no thread touches a buffer";
  for (const KernelReport::OfExpectation& of : report.expectations)
    if (of.compared == 0)
      return "there is nothing to compare: no access is made where '" + of.text + "' expects none";
  return "";
}

/// "iterations 34 to 1048610, 1048620 to 1572915 and 9 ranges more".
std::string ranges_of(const CutLoop& loop) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, loop.left_out.size()); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(loop.left_out[i].first) + " to " +
            std::to_string(loop.left_out[i].second);
  }
  if (loop.left_out.size() > most)
    text += " and " + std::to_string(loop.left_out.size() - most) + " ranges more";
  return text;
}

/// What of a report was not judged, if so many blocks were to run.
std::vector<Gap> not_judged_in(const KernelReport& report, const KernelTask& task,
                               std::uint64_t chosen, bool orders_blocks) {
  std::vector<Gap> gaps;
  const std::uint64_t blocks = task.grid.count();
  if (chosen < blocks) {
    gaps.push_back({Strict::blocks, "blocks: " + std::to_string(blocks - chosen) + " of " +
                                        std::to_string(blocks) + " did not run"});
  }
  if (report.launches > 1) {
    gaps.push_back({Strict::races, "races between blocks: they were looked for within each of " +
                                       std::to_string(report.launches) + " launches"});
  }
  for (const Fault::Kind kind : task.ignored)
    gaps.push_back({std::nullopt, std::string(name(kind)) + ": ignored, as asked", false});
  if (!task.rights) gaps.push_back({std::nullopt, "access rights: ignored, as asked", false});
  if (orders_blocks && chosen > 1 && !task.ignored.contains(Fault::Kind::race)) {
    gaps.push_back({Strict::races,
                    "races between blocks: they were looked for up to the first fence or atomic "
                    "that orders blocks",
                    false});
  }
  for (const CutLoop& loop : report.loops) {
    gaps.push_back(
        {Strict::iterations,
         "iterations of the loop in line " + std::to_string(loop.line) + ": " +
             std::to_string(loop.iterations - loop.followed) + " of " +
             std::to_string(loop.iterations) + " were left out" +
             (loop.blocks == 1 ? ", "
                               : " in " + std::to_string(loop.blocks) + " blocks, in the first ") +
             ranges_of(loop) +
             "; addresses that grow by the same in each of them are right by induction, and "
             "nothing is known of other addresses, races, and bytes that nobody wrote"});
  }
  const auto accesses = [](std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " access" : " accesses");
  };
  if (report.accesses_left_out > 0) {
    gaps.push_back({Strict::iterations,
                    accesses(report.accesses_left_out) +
                        " behind them: not made, because addresses or guards depend on them"});
  }
  if (report.accesses_open > 0) {
    gaps.push_back({Strict::iterations,
                    accesses(report.accesses_open) +
                        " behind them: made, and it is open whether they race, or read bytes that "
                        "nobody wrote"});
  }
  const auto is_out = [](const KernelReport::OfBuffer& of) {
    return of.area.rights == Rights::out;
  };
  if (task.strict.contains(Strict::unwritten) && !gaps.empty() &&
      std::ranges::any_of(gaps, &Gap::is_part) && std::ranges::any_of(report.buffers, is_out)) {
    gaps.push_back({Strict::unwritten,
                    "elements that nobody writes: they are looked for where all blocks and all "
                    "iterations ran",
                    false});
  }
  for (const KernelReport::OfExpectation& of : report.expectations) {
    if (of.without_factors == 0) continue;
    gaps.push_back({Strict::factors,
                    "the signs and factors of the terms of " + std::to_string(of.without_factors) +
                        (of.without_factors == 1 ? " element" : " elements") + " of " +
                        of.argument + ", of which more was made than sums and products",
                    false});
  }
  return gaps;
}

/// What no device takes, as a report on a launch that does not run; nothing if one does.
std::optional<KernelReport> refused_launch(const KernelTask& task, const Demands& demands) {
  KernelReport report;
  for (const std::string& refusal : refusals_of(demands, task.device ? &*task.device : nullptr)) {
    Finding finding;
    finding.kind = "launch";
    finding.count = 1;
    finding.found = refusal;
    finding.message = refusal;
    report.findings.push_back(std::move(finding));
  }
  if (report.findings.empty()) return std::nullopt;
  report.finding_count = report.findings.size();
  report.verdict = KernelVerdict::wrong;
  report.choice = task.blocks;
  report.owners.resize(task.watches.size());
  return report;
}

Demands demands_of(const KernelTask& task) {
  Demands demands{task.target, task.entry, task.grid, task.block, task.cluster, 0, task.shared};
  if (task.target.empty()) return demands;
  demands.declared = ptx::declared_shared(task.program.ptx, task.entry.name);
  return demands;
}

/// The blocks with all others of their clusters, one cluster after the other.
std::vector<std::uint64_t> with_clusters(const KernelTask& task,
                                         std::vector<std::uint64_t> blocks) {
  const Dim3 cluster = cluster_of(task.cluster, task.entry);
  if (cluster.count() == 1) return blocks;
  std::set<std::uint64_t> known;
  std::vector<std::uint64_t> all;
  for (const std::uint64_t block : blocks) {
    const auto members = blocks_around(block, cluster, task.grid);
    if (known.insert(members.front()).second) all.insert(all.end(), members.begin(), members.end());
  }
  return all;
}

void choose(const ExecutorFactory& make_executor, const KernelTask& task, KernelReport& report) {
  report.choice = resolved(task.blocks, task.grid, task.block, [&] {
    ++report.probes;
    const std::vector<std::uint64_t> first = with_clusters(task, {0});
    return Bench(make_executor, task, false).run(first).steps / first.size();
  });
  std::vector<std::uint64_t> changes;
  if (report.choice.powers && !report.choice.all) {
    Bench bench(make_executor, task, false);
    changes = blocks_where_something_changes(
        task.grid,
        [&](std::uint64_t block) -> std::optional<Signature> {
          ++report.probes;
          const LaunchReport launched = bench.run(with_clusters(task, {block}));
          if (std::ranges::any_of(launched.faults, [](const Fault& fault) {
                return fault.kind == Fault::Kind::step_limit || fault.kind == Fault::Kind::endless;
              })) {
            return std::nullopt;
          }
          return bench.observer().take_signature();
        },
        most_probes);
  }
  report.blocks = with_clusters(task, chosen_blocks(report.choice, task.grid, changes));
}

}  // namespace

std::string_view name(KernelVerdict verdict) {
  switch (verdict) {
    case KernelVerdict::right:
      return "right";
    case KernelVerdict::right_in_part:
      return "right in part";
    case KernelVerdict::wrong:
      return "wrong";
    case KernelVerdict::undecided:
      return "undecided";
    case KernelVerdict::interrupted:
      return "interrupted";
  }
  return "?";
}

std::string_view name(Strict strict) {
  switch (strict) {
    case Strict::unwritten:
      return "unwritten";
    case Strict::redundant:
      return "redundant";
    case Strict::blocks:
      return "blocks";
    case Strict::races:
      return "races";
    case Strict::iterations:
      return "iterations";
    case Strict::sizes:
      return "sizes";
    case Strict::factors:
      return "factors";
  }
  return "?";
}

std::string line_of(std::string_view ptx, std::uint32_t line) {
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line && begin != std::string_view::npos; ++i) {
    begin = ptx.find('\n', begin);
    begin = begin == std::string_view::npos ? begin : begin + 1;
  }
  if (line == 0 || begin == std::string_view::npos) return "";
  return on_one_line(ptx.substr(begin, ptx.find('\n', begin) - begin));
}

KernelReport check_kernel(const ExecutorFactory& make_executor, const KernelTask& task) {
  // Whoever launches what no device takes gets an error, and nothing runs.
  const Demands demands = demands_of(task);
  if (auto refused = refused_launch(task, demands)) return std::move(*refused);
  KernelReport report;
  bool orders_blocks = false;
  Bench bench(make_executor, task, true);
  bool open = false;
  try {
    choose(make_executor, task, report);
    const std::uint64_t in_cluster = cluster_of(task.cluster, task.entry).count();
    const auto step = static_cast<std::size_t>(
        in_cluster *
        std::max<std::uint64_t>(1, threads_of_launch / (task.block.count() * in_cluster)));
    for (std::size_t i = 0; i < report.blocks.size(); i += step) {
      if (task.progress) task.progress(report.blocks_run, report.blocks.size());
      const auto begin = report.blocks.begin() + static_cast<std::ptrdiff_t>(i);
      const auto count = std::min(step, report.blocks.size() - i);
      const LaunchReport launched = bench.run({begin, begin + static_cast<std::ptrdiff_t>(count)});
      ++report.launches;
      report.blocks_run += launched.blocks;
      report.steps += launched.steps;
      report.accesses += launched.accesses;
      report.accesses_left_out += launched.accesses_left_out;
      report.accesses_open += launched.accesses_open;
      orders_blocks = orders_blocks || launched.orders_blocks;
      for (const CutLoop& loop : launched.loops)
        add(report.loops, loop);
      if (!launched.finished) {
        open = true;
        report.why =
            "the launch ended before its end" +
            (launched.faults.empty() ? std::string() : ": " + to_string(launched.faults.front()));
        break;
      }
    }
    bench.observer().finish_launch();
    bench.compare_origins(report.blocks_run == task.grid.count());
  } catch (const Stopped&) {
    report.verdict = KernelVerdict::interrupted;
    report.why = report.blocks.empty()
                     ? "stopped while blocks were chosen"
                     : "stopped after " + std::to_string(report.blocks_run) + " of " +
                           std::to_string(report.blocks.size()) + " blocks";
  }
  bench.observer().put_into(report);
  bench.findings().put_into(report);
  if (const std::string restriction = restriction_of(demands);
      !restriction.empty() && !task.device) {
    Finding remark;
    remark.kind = "launch";
    remark.count = 1;
    remark.found = remark.message = restriction;
    report.remarks.push_back(std::move(remark));
  }
  report.not_judged = not_judged_in(report, task, report.blocks.size(), orders_blocks);
  if (report.verdict == KernelVerdict::interrupted) return report;
  report.verdict = bench.findings().wrong() ? KernelVerdict::wrong
                   : open                   ? KernelVerdict::undecided
                                            : KernelVerdict::right;
  if (report.verdict == KernelVerdict::right) {
    report.why = nothing_judged(report);
    if (!report.why.empty())
      report.verdict = KernelVerdict::undecided;
    else if (std::ranges::any_of(report.not_judged, &Gap::is_part))
      report.verdict = KernelVerdict::right_in_part;
  }
  require_judged(report, task.strict);
  return report;
}

Launch launch_of(const KernelTask& task, std::vector<Argument> arguments,
                 std::vector<std::uint64_t> blocks) {
  Launch launch;
  launch.entry = task.entry.name;
  launch.grid = task.grid;
  launch.block = task.block;
  launch.cluster = task.cluster;
  launch.dynamic_shared = task.shared;
  launch.is_cooperative = task.is_cooperative;
  launch.arguments = std::move(arguments);
  launch.blocks = std::move(blocks);
  // The observer sees accesses alone.
  if (task.stop) {
    launch.poll = [&task] {
      if (task.stop()) throw Stopped();
    };
  }
  return launch;
}

KernelReport check_launch(Executor& executor, const KernelTask& task,
                          const std::vector<Argument>& arguments, std::uint64_t most) {
  if (auto refused = refused_launch(task, demands_of(task))) return std::move(*refused);
  KernelReport report;
  const PlacedArguments place{arguments, {}, {}};
  Findings findings(task);
  Observer observer(task, place, findings);
  // A launch without blocks runs all, of which there may be more than memory can list.
  if (most < task.grid.count()) {
    report.blocks.resize(most);
    std::iota(report.blocks.begin(), report.blocks.end(), std::uint64_t{0});
    report.blocks = with_clusters(task, std::move(report.blocks));
  }
  const std::uint64_t chosen = report.blocks.empty() ? task.grid.count() : report.blocks.size();
  bool open = false;
  bool orders_blocks = false;
  try {
    const LaunchReport launched =
        watched_launch(executor, launch_of(task, arguments, report.blocks), observer, findings);
    ++report.launches;
    report.blocks_run = launched.blocks;
    report.steps = launched.steps;
    report.accesses = launched.accesses;
    orders_blocks = launched.orders_blocks;
    open = !launched.finished;
    if (open && !launched.faults.empty()) report.why = to_string(launched.faults.back());
  } catch (const Stopped&) {
    report.verdict = KernelVerdict::interrupted;
    report.why = "stopped before its end";
  }
  observer.put_into(report);
  findings.put_into(report);
  report.not_judged = not_judged_in(report, task, chosen, orders_blocks);
  if (findings.wrong())
    report.verdict = KernelVerdict::wrong;
  else if (open)
    report.verdict = KernelVerdict::undecided;
  else if (report.verdict == KernelVerdict::right &&
           std::ranges::any_of(report.not_judged, &Gap::is_part))
    report.verdict = KernelVerdict::right_in_part;
  return report;
}

void require_judged(KernelReport& report, const std::set<Strict>& strict) {
  if (report.verdict != KernelVerdict::right && report.verdict != KernelVerdict::right_in_part)
    return;
  std::set<Strict> missing;
  for (const Gap& gap : report.not_judged)
    if (gap.kind && strict.contains(*gap.kind)) missing.insert(*gap.kind);
  if (missing.empty()) return;
  report.why = "not judged, and required to be: ";
  for (const Strict kind : missing)
    report.why += (kind == *missing.begin() ? "" : ", ") + std::string(name(kind));
  report.verdict = KernelVerdict::undecided;
}

}  // namespace layoutcheck::gpu
