// Barriers that all lanes of a warp execute together: `bar`, and `barrier` where it is aligned.
//
// Lanes that have ended need not come, and the others may come one after the other, because in
// which order diverged lanes run is a choice of the executor's. That one of them does not come at
// all shows where it waits at another aligned barrier, or where it ends after it has touched memory
// beyond this one. Beyond a barrier is what every way from it leads over and no way leads back
// from: what a branch around the barrier joins. Lanes that leave on a way of their own are like
// those that have ended before.
#include "operations.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// The step of a barrier at which a lane waits.
const Step& awaited_step(const Warp& warp, unsigned lane) {
  return warp.machine->code.steps[warp.pcs[lane] - 1];
}

bool is_aligned(const Step& barrier) {
  return barrier.as<BarrierStep>().is_aligned;
}

/// Calls f(step) for each of the aligned barriers at which some of the lanes wait.
template <class F>
void for_barriers(const Warp& warp, F f) {
  const Step* last = nullptr;
  one_by_one(warp.at_barrier, [&](unsigned lane) {
    const Step& barrier = awaited_step(warp, lane);
    if (&barrier != last && is_aligned(barrier)) f(barrier);
    last = &barrier;
  });
}

/// Some way from the step to an end; empty if there is none.
std::vector<std::uint32_t> way_to_an_end(const Code& code, std::uint32_t from) {
  constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  std::vector<std::uint32_t> came_from(code.steps.size(), nowhere);
  came_from[from] = from;
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const Ways ways = ways_from(code, at);
    if (ways.ends) {
      std::vector<std::uint32_t> way{at};
      while (way.back() != from)
        way.push_back(came_from[way.back()]);
      std::ranges::reverse(way);
      return way;
    }
    for (const std::uint32_t next : ways.next) {
      if (came_from[next] != nowhere) continue;
      came_from[next] = at;
      open.push_back(next);
    }
  }
  return {};
}

/// The steps over which every way from this one to an end leads, in their order.
std::vector<std::uint32_t> always_passed(const Code& code, std::uint32_t from) {
  // They are on any one way. No other leads around a step of it if from the steps before, and from
  // all that is reached from these beside the way, nothing leads to a later step.
  const std::vector<std::uint32_t> way = way_to_an_end(code, from);
  std::vector<std::size_t> place(code.steps.size(), 0);  // on the way, from 1 on
  for (std::size_t i = 0; i < way.size(); ++i)
    place[way[i]] = i + 1;
  std::vector<bool> seen(code.steps.size());
  std::vector<std::uint32_t> passed;
  std::size_t furthest = 0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (i > 0 && furthest == i) passed.push_back(way[i]);
    std::vector<std::uint32_t> open{way[i]};
    while (!open.empty()) {
      const Ways ways = ways_from(code, open.back());
      open.pop_back();
      if (ways.ends) furthest = way.size();
      for (const std::uint32_t next : ways.next) {
        if (place[next] != 0) {
          furthest = std::max(furthest, place[next] - 1);
        } else if (!seen[next]) {
          seen[next] = true;
          open.push_back(next);
        }
      }
    }
  }
  return passed;
}

std::vector<bool> steps_beyond(const Code& code, const Step& barrier) {
  const auto from = static_cast<std::uint32_t>(&barrier - code.steps.data());
  const std::vector<std::uint32_t> passed = always_passed(code, from);
  // If a step leads back to the barrier, those before it do. (A bool: the vector ends there.)
  const auto first = std::ranges::partition_point(
      passed, [&](std::uint32_t step) -> bool { return steps_from(code, step)[from]; });
  std::vector<bool> beyond(code.steps.size());
  for (auto step = first; step != passed.end(); ++step)
    beyond[*step] = true;
  return beyond;
}

void tell(Warp& warp, const Step& barrier, unsigned lane, const std::string& what) {
  warp.machine->fault(Fault::Kind::divergence, warp, barrier, lane, 0, [&] {
    return "all lanes of a warp execute this together, and while others wait here, this thread " +
           what;
  });
}

}  // namespace

void note_step(Warp& warp, const Step& step) {
  Machine& machine = *warp.machine;
  const auto at = static_cast<std::size_t>(&step - machine.code.steps.data());
  for_barriers(warp, [&](const Step& barrier) {
    std::vector<bool>& beyond = machine.beyond[&barrier];
    if (beyond.empty()) beyond = steps_beyond(machine.code, barrier);
    if (beyond[at]) warp.beyond |= warp.lanes;
  });
}

void note_arrival(Warp& warp, const Step& barrier, std::uint32_t lanes) {
  warp.beyond &= ~lanes;
  warp.passed_by &= ~lanes;
  if (!is_aligned(barrier)) return;
  for_barriers(warp, [&](const Step& other) {
    if (&other != &barrier) {
      tell(warp, other, first_of(lanes),
           "comes to another one, in line " + std::to_string(barrier.instruction->line));
    }
  });
}

void note_end(Warp& warp, std::uint32_t lanes) {
  const std::uint32_t passing = lanes & warp.passed_by;
  if (passing == 0) return;
  for_barriers(warp, [&](const Step& barrier) {
    tell(warp, barrier, first_of(passing), "goes on behind it, and ends");
  });
}

}  // namespace layoutcheck::gpu::ptx
