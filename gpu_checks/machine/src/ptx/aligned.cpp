// Barriers that all lanes of a warp execute together: `bar`, and `barrier` where it is aligned.
//
// Lanes that have ended need not come, and the others may come one after the other, because in
// which order diverged lanes run is a choice of the executor's. A *join* of a barrier is the first
// step to which every way from it leads, and also one around it: there a lane has the barrier
// behind it, whether it has executed it or not, in this round of the loops around both. A lane
// passes by if another one has executed the barrier more often by the same round, and if it touches
// memory behind the join: lanes that leave on a way of their own, or only end there, are like those
// that have ended before. Nor do lanes execute a barrier together that differ in the guard, that
// wait at two of them, or at one in different rounds.
//
// A round is counted where it joins, not at the head of its loop: a way from the head back to it
// that leads to no join may be that of an inner loop, which lanes go round as often as each must.
//
// A call in the entry stands for all barriers that are executed in it: it is executed as often as
// they are. So who skips one in a function is found where the call is behind both; in which round
// of the function's own loops each executes them is not looked at.
#include "flow.hpp"
#include "operations.hpp"

#include <algorithm>
#include <set>

namespace layoutcheck::gpu::ptx {

namespace {

/// A loop: its steps, and the one by which it is entered.
struct Loop {
  Steps steps;
  std::uint32_t head = 0;
};

/// The loops around a step, the outermost first.
std::vector<Loop> loops_around(const Graph& graph, std::uint32_t step) {
  std::vector<Loop> loops;
  Steps among(graph.next.size(), true);
  while (true) {
    Loop loop{reached_in(graph.next, step, among), step};
    if (!loop.steps[step]) return loops;
    const Steps leading = reached_in(graph.before, step, among);
    for (std::uint32_t at = 0; at < leading.size(); ++at)
      if (!leading[at]) loop.steps[at] = false;
    const auto is_entered = [&](std::uint32_t at) {
      return at == 0 || std::ranges::any_of(graph.before[at],
                                            [&](std::uint32_t from) { return !loop.steps[from]; });
    };
    for (std::uint32_t at = 0; at < leading.size(); ++at) {
      if (loop.steps[at] && is_entered(at)) {
        loop.head = at;
        break;
      }
    }
    loops.push_back(loop);
    if (loop.head == step) return loops;
    // Without the head only inner loops lead back.
    among = std::move(loop.steps);
    among[loop.head] = false;
  }
}

bool is_call(const Step& step) {
  return step.instruction->words.front() == "call" && step.target != 0;
}

/// The join of the innermost loop: to it a way leads on which the barrier is not executed.
std::optional<std::uint32_t> inner_join(const Graph& graph, const Step& barrier, std::uint32_t at,
                                        const std::vector<Loop>& loops,
                                        const std::vector<std::uint32_t>& passed) {
  Steps among = loops.empty() ? Steps(graph.next.size(), true) : loops.back().steps;
  const std::uint32_t head = loops.empty() ? 0 : loops.back().head;
  if (!loops.empty()) among[head] = false;
  const bool all_execute = barrier.guard < 0 && !is_call(barrier);
  among[at] = among[at] && !all_execute;
  const Steps around = reached_in(graph.next, head, among);
  for (const std::uint32_t step : passed) {
    if (!loops.empty() && (step == head || !loops.back().steps[step])) return std::nullopt;
    if (around[step]) return step;
  }
  return std::nullopt;
}

void add_barrier(Code& code, const Graph& graph, std::uint32_t at) {
  AlignedBarrier barrier;
  barrier.step = at;
  const std::vector<Loop> loops = loops_around(graph, at);
  const std::vector<std::uint32_t> passed = always_passed(graph, at);
  barrier.is_in_loop = !loops.empty();
  const auto add_join = [&](std::uint32_t step, std::size_t level) {
    std::uint32_t& joins = code.steps[step].joins;
    if (joins == 0) {
      code.joins.emplace_back();
      joins = static_cast<std::uint32_t>(code.joins.size());
    }
    code.joins[joins - 1].push_back({code.aligned.size(), level});
  };
  // Where the loops end that the barrier is in.
  for (std::size_t level = 0; level < loops.size(); ++level) {
    const auto join = std::ranges::find_if(
        passed, [&](std::uint32_t step) -> bool { return !loops[level].steps[step]; });
    const bool is_there =
        join != passed.end() &&
        (level == 0 || (loops[level - 1].steps[*join] && loops[level - 1].head != *join));
    if (is_there && level < most_loops) {
      add_join(*join, level);
    } else if (level > 0) {
      barrier.has_rounds = false;
      break;
    }
  }
  barrier.has_rounds = barrier.has_rounds && loops.size() <= most_loops;
  if (barrier.has_rounds) {
    const auto join = inner_join(graph, code.steps[at], at, loops, passed);
    if (join) add_join(*join, loops.size());
  }
  code.aligned.push_back(barrier);
  code.steps[at].aligned = static_cast<std::uint32_t>(code.aligned.size());
}

bool is_aligned(const Step& step) {
  const auto* barrier = std::any_cast<BarrierStep>(&step.operation);
  return barrier != nullptr && barrier->is_aligned;
}

/// Whether there may be an aligned barrier in the call, and in none of these calls before.
bool calls_aligned(const Code& code, const Step& call, std::set<std::uint32_t>& before) {
  if (!is_call(call) || !before.insert(call.target).second) return false;
  Steps reached = steps_from(code, call.target);
  reached[call.target] = true;
  for (std::uint32_t at = 0; at < code.steps.size(); ++at) {
    const Step& step = code.steps[at];
    if (reached[at] && (is_aligned(step) || calls_aligned(code, step, before))) return true;
  }
  return false;
}

/// The step of a barrier at which a lane waits.
const Step& awaited_step(const Warp& warp, unsigned lane) {
  return warp.machine->code.steps[warp.pcs[lane] - 1];
}

const Step& step_of(const Warp& warp, std::size_t barrier) {
  return warp.machine->code.steps[warp.machine->code.aligned[barrier].step];
}

constexpr std::uint32_t endless_round = ~std::uint32_t{0};
/// Behind all rounds of all loops.
constexpr AlignedLanes::Rounds behind_all = {endless_round, endless_round, endless_round,
                                             endless_round};

bool is_in_loop(const Warp& warp, const Step& barrier) {
  return barrier.aligned != 0 && warp.machine->code.aligned[barrier.aligned - 1].is_in_loop;
}

AlignedLanes& lanes_at(Warp& warp, std::size_t barrier) {
  warp.aligned.resize(warp.machine->code.aligned.size());
  std::unique_ptr<AlignedLanes>& lanes = warp.aligned[barrier];
  if (!lanes) lanes = std::make_unique<AlignedLanes>();
  return *lanes;
}

/// Once for a warp. Within a loop, which lanes that pass by may go round for long, it ends the
/// launch.
void tell(Warp& warp, const Step& barrier, unsigned lane, bool goes_round,
          const std::string& what) {
  if (warp.is_parted) return;
  warp.is_parted = true;
  warp.machine->fault(Fault::Kind::divergence, warp, barrier, lane, 0, [&] {
    return "aligned barrier executed by a part of a warp: all lanes of a warp execute it together, "
           "and this thread " +
           what;
  });
  if (goes_round) throw Stop{};
}

std::string named(const Warp& warp, unsigned lane) {
  return "thread " + to_string(warp.machine->launch.block.at(warp.thread(lane)));
}

/// How often the lane has executed the barrier by these rounds, as far as is known.
std::uint32_t executed_by(const AlignedLanes::Lane& lane, const AlignedLanes::Rounds& rounds) {
  if (lane.last <= rounds) return lane.count;
  for (const auto& passed : {lane.passed, lane.passed_by})
    if (passed && passed->rounds <= rounds) return passed->count;
  return 0;
}

/// Tells of a lane that has passed by the barrier, if there is one.
void judge(Warp& warp, std::size_t barrier) {
  AlignedLanes& of = lanes_at(warp, barrier);
  std::uint32_t most = 0;
  for (const AlignedLanes::Lane& lane : of.lanes)
    most = std::max(most, lane.count);
  for (unsigned i = 0; i < warp_size; ++i) {
    AlignedLanes::Lane& lane = of.lanes[i];
    if (lane.passed && warp.touches[i] + (warp.touched >> i & 1U) != lane.touches)
      lane.passed_by = std::exchange(lane.passed, std::nullopt);
    if (!lane.passed_by || lane.passed_by->count == most) continue;
    const auto other = std::ranges::find_if(of.lanes, [&](const AlignedLanes::Lane& executes) {
      return executed_by(executes, lane.passed_by->rounds) > lane.passed_by->count;
    });
    if (other == of.lanes.end()) continue;
    const Step& step = step_of(warp, barrier);
    const std::string executes = named(warp, static_cast<unsigned>(other - of.lanes.begin()));
    tell(warp, step, i, lane.passed_by->rounds != behind_all,
         is_call(step) ? "goes on behind this call, in which " + executes + " executes more of them"
                       : "goes on behind it, which " + executes + " executes");
    return;
  }
}

/// Lanes of the group that do not execute the barrier, though they are at it in the same round.
void tell_of_guards(Warp& warp, const Step& barrier, std::uint32_t lanes) {
  std::uint32_t others = warp.lanes & ~lanes;
  if (barrier.aligned != 0) {
    const std::size_t index = barrier.aligned - 1;
    const AlignedLanes& of = lanes_at(warp, index);
    const AlignedLanes::Rounds& now = of.lanes[first_of(lanes)].now;
    one_by_one(others, [&](unsigned i) {
      if (!warp.machine->code.aligned[index].has_rounds || of.lanes[i].now != now)
        others &= ~(1U << i);
    });
  }
  if (others != 0) {
    tell(warp, barrier, first_of(others), is_in_loop(warp, barrier),
         "has another guard than " + named(warp, first_of(lanes)));
  }
}

void count_execution(Warp& warp, const Step& barrier, std::uint32_t lanes) {
  one_by_one(lanes, [&](unsigned i) {
    // The step to which a lane returns is the one behind the call.
    const Step& step =
        warp.depth[i] == 0 ? barrier : warp.machine->code.steps[warp.returns[0][i] - 1];
    if (step.aligned == 0) return;
    AlignedLanes::Lane& lane = lanes_at(warp, step.aligned - 1).lanes[i];
    ++lane.count;
    lane.last = lane.now;
  });
  // Whoever waits for others goes on with the launch as who touches memory does.
  warp.touched |= lanes;
}

}  // namespace

void find_aligned(Code& code) {
  if (std::ranges::none_of(code.steps, is_aligned)) return;
  Steps entry = steps_from(code, 0);
  entry[0] = true;
  const Graph graph = graph_of(code, entry);
  for (std::uint32_t at = 0; at < code.steps.size(); ++at) {
    std::set<std::uint32_t> called;
    const bool is_of_entry = !graph.next[at].empty() || graph.ends[at];
    if (is_of_entry && (is_aligned(code.steps[at]) || calls_aligned(code, code.steps[at], called)))
      add_barrier(code, graph, at);
  }
}

void note_joins(Warp& warp, const Step& step) {
  one_by_one(warp.touched, [&](unsigned i) { ++warp.touches[i]; });
  warp.touched = 0;
  for (const auto& [barrier, level] : warp.machine->code.joins[step.joins - 1]) {
    // What was open of the rounds before.
    judge(warp, barrier);
    AlignedLanes& of = lanes_at(warp, barrier);
    one_by_one(warp.lanes, [&, level = level](unsigned i) {
      AlignedLanes::Lane& lane = of.lanes[i];
      const auto inner = static_cast<std::ptrdiff_t>(level);
      lane.passed = {lane.now, lane.count};
      std::fill(lane.passed->rounds.begin() + inner, lane.passed->rounds.end(), endless_round);
      lane.touches = warp.touches[i];
      if (level == 0) return;
      ++lane.now[level - 1];
      std::fill(lane.now.begin() + inner, lane.now.end(), 0);
    });
  }
}

void note_barrier(Warp& warp, const Step& barrier, std::uint32_t lanes) {
  if (!is_aligned(barrier)) return;
  tell_of_guards(warp, barrier, lanes);
  if (barrier.as<BarrierStep>().waits) {
    const Step* last = nullptr;
    one_by_one(warp.at_barrier, [&](unsigned lane) {
      const Step& other = awaited_step(warp, lane);
      if (&other == last || &other == &barrier || !is_aligned(other)) return;
      last = &other;
      tell(warp, other, first_of(lanes), is_in_loop(warp, other),
           "comes to another one, in line " + std::to_string(barrier.instruction->line) +
               ", while " + named(warp, lane) + " waits here");
    });
  }
  count_execution(warp, barrier, lanes);
}

void note_end(Warp& warp) {
  for (std::size_t i = 0; i < warp.aligned.size(); ++i)
    if (warp.aligned[i]) judge(warp, i);
}

}  // namespace layoutcheck::gpu::ptx
