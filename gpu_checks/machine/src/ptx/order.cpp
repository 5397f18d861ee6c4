// The order of what threads do: barriers, and what each thread knows of the others.
//
// Every thread counts moments. An access by thread u at its moment m comes before what thread t
// does now if t knows of u's moments beyond m. All threads of a block know the moments in
// `Block::common`, which grows when the whole block meets; what single threads know beyond that is
// in `knowledge`.
#include "exact.hpp"
#include "operations.hpp"
#include "tensor_memory.hpp"

#include <algorithm>
#include <optional>

namespace layoutcheck::gpu::ptx {

namespace {

/// What is in either clock.
void join(Clock& clock, const Clock& other) {
  clock.resize(std::max(clock.size(), other.size()));
  for (std::size_t u = 0; u < other.size(); ++u)
    clock[u] = std::max(clock[u], other[u]);
}

/// Whether all of `other` is in the clock.
bool covers(const Clock& clock, const Clock& other) {
  if (clock.size() < other.size()) return false;
  std::uint32_t missing = 0;
  for (std::size_t u = 0; u < other.size(); ++u)
    missing |= clock[u] < other[u] ? 1U : 0U;
  return missing == 0;
}

}  // namespace

Cluster::Cluster(std::size_t count, std::uint32_t threads)
    : blocks(count), now(count * threads + count) {
  std::fill_n(now.rbegin(), count, 1U);
}

Block* Cluster::find(std::uint64_t index) const {
  const auto found = std::ranges::find(blocks, index, &Block::index);
  return found == blocks.end() ? nullptr : *found;
}

Block::Block(Machine& m, Cluster& its_cluster, std::uint32_t its_rank, std::uint64_t shared_bytes)
    : machine(m),
      cluster(its_cluster),
      rank(its_rank),
      shared(shared_window, shared_bytes, Fill{}, "shared memory", m.memory.room()),
      common(its_cluster.now.size()) {
  const std::size_t blocks = cluster.blocks.size();
  const std::size_t threads = cluster.now.size() / blocks - 1;
  first_thread = static_cast<std::uint32_t>(rank * threads);
  now = std::span(cluster.now).subspan(first_thread, threads);
  common[blocks * threads + rank] = 1;
  knowledge.resize(threads);
  cluster.blocks[rank] = this;
}

void Block::publish(std::uint32_t thread, Clock& clock) {
  join(clock, common);
  if (knowledge[thread] != nullptr) join(clock, *knowledge[thread]);
  clock[first_thread + thread] = ++now[thread];
}

void Block::learn(std::uint32_t thread, const std::shared_ptr<const Clock>& clock) {
  if (clock == nullptr) return;
  std::shared_ptr<const Clock>& known = knowledge[thread];
  if (known == nullptr || covers(*clock, *known)) {
    known = clock;
  } else {
    Clock both = *known;
    join(both, *clock);
    known = std::make_shared<const Clock>(std::move(both));
  }
}

void Block::learn(std::uint32_t thread, std::size_t entry, std::uint32_t when) {
  Clock known = knowledge[thread] != nullptr ? *knowledge[thread] : common;
  known.resize(std::max(known.size(), entry + 1));
  known[entry] = std::max(known[entry], when);
  knowledge[thread] = std::make_shared<const Clock>(std::move(known));
}

void publish_fenced(Block& block, std::uint32_t thread, Clock& clock) {
  const auto found = block.fenced.find(thread);
  if (found != block.fenced.end()) join(clock, found->second);
  publish_tensor_fenced(block, thread, clock);
}

void note_awaited(Block& block, std::uint32_t thread, const std::shared_ptr<const Clock>& clock) {
  if (clock == nullptr) return;
  note_tensor_awaited(block, thread, clock);
  std::shared_ptr<const Clock>& before = block.awaited[thread];
  if (before == nullptr || covers(*clock, *before)) {
    before = clock;
    return;
  }
  Clock both = *before;
  join(both, *clock);
  before = std::make_shared<const Clock>(std::move(both));
}

void Block::fence(std::uint32_t thread, bool acquires, bool releases) {
  if (const auto found = awaited.find(thread); acquires && found != awaited.end()) {
    learn(thread, found->second);
    awaited.erase(found);
  }
  if (releases) publish(thread, fenced[thread]);
}

void Block::open_to_proxy(std::uint32_t thread) {
  Clock known = common;
  if (knowledge[thread] != nullptr) join(known, *knowledge[thread]);
  const std::size_t threads = cluster.now.size() - cluster.blocks.size();
  known.resize(std::max(known.size(), cluster.proxy() + threads));
  for (std::size_t u = 0; u < threads; ++u)
    known[cluster.proxy() + u] = std::max(known[cluster.proxy() + u], known[u]);
  // What it does from now on is not seen.
  known[cluster.proxy() + first_thread + thread] = ++now[thread];
  knowledge[thread] = std::make_shared<const Clock>(std::move(known));
}

void meet(Block& block, const std::vector<std::uint32_t>& threads) {
  if (threads.size() == block.now.size()) {
    for (std::size_t u = 0; u < block.now.size(); ++u) {
      // Of the threads of the block all is known now.
      if (block.knowledge[u] != nullptr &&
          (block.cluster.blocks.size() > 1 || block.machine.code.has_bulk_copies)) {
        join(block.common, *block.knowledge[u]);
      }
      block.knowledge[u] = nullptr;
    }
    for (std::size_t u = 0; u < block.now.size(); ++u)
      block.common[block.first_thread + u] = ++block.now[u];
    return;
  }
  Clock together;
  for (const std::uint32_t thread : threads)
    block.publish(thread, together);
  const auto known = std::make_shared<const Clock>(std::move(together));
  for (const std::uint32_t thread : threads)
    block.learn(thread, known);
}

namespace {

std::string thread_text(const Block& block, std::uint32_t thread) {
  return "thread " + to_string(block.machine.launch.block.at(thread));
}

/// A race in a block may be due to a barrier that does not hold all of its threads.
void note_if_partial(Block& block, std::uint32_t id) {
  const Barrier& barrier = block.barriers[id];
  struct Arrival {
    const Warp* warp = nullptr;
    const Step* step = nullptr;
    unsigned lane = 0;
  };
  // One of those who wait, and one who does by another step.
  std::optional<Arrival> first;
  std::optional<Arrival> other;
  for (const Warp& warp : block.warps) {
    one_by_one(warp.at_barrier, [&](unsigned lane) {
      if (other || warp.barrier_of[lane] != id) return;
      const Arrival arrival{&warp, &block.machine.code.steps[warp.pcs[lane] - 1], lane};
      if (!first)
        first = arrival;
      else if (arrival.step != first->step)
        other = arrival;
    });
  }
  if (!first) return;
  const auto missing = std::ranges::find(barrier.members, false);
  std::string message;
  if (missing != barrier.members.end()) {
    message = std::to_string(barrier.arrived) + " of " + std::to_string(barrier.members.size()) +
              " threads arrive here; the others have ended, such as " +
              thread_text(block, static_cast<std::uint32_t>(missing - barrier.members.begin()));
  } else if (other) {
    message = "not all threads arrive here; " +
              thread_text(block, other->warp->thread(other->lane)) + " does in line " +
              std::to_string(other->step->instruction->line);
  } else {
    return;
  }
  block.machine.note_partial_barrier(*first->warp, *first->step, first->lane, message);
}

/// A barrier whose threads have all come: they go on.
void open_barrier(Block& block, std::uint32_t id) {
  Barrier& barrier = block.barriers[id];
  if (barrier.whole) note_if_partial(block, id);
  std::vector<std::uint32_t> threads;
  for (std::uint32_t thread = 0; thread < barrier.members.size(); ++thread)
    if (barrier.members[thread]) threads.push_back(thread);
  // Threads that have ended do nothing any more, so that those who meet are all there are.
  if (barrier.whole) {
    threads.resize(block.now.size());
    for (std::uint32_t thread = 0; thread < threads.size(); ++thread)
      threads[thread] = thread;
  }
  meet(block, threads);
  for (Warp& warp : block.warps) {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const std::uint32_t bit = 1U << lane;
      if ((warp.at_barrier & bit) == 0 || warp.barrier_of[lane] != id) continue;
      warp.at_barrier &= ~bit;
      const Step& step = block.machine.code.steps[warp.pcs[lane] - 1];
      using Votes = BarrierStep::Votes;
      if (const Votes what = step.as<BarrierStep>().votes; what != Votes::none) {
        const std::uint32_t votes = barrier.votes;
        const bool holds = what == Votes::all ? votes == barrier.arrived : votes != 0;
        warp.row(step.rows[0])[lane] = what == Votes::counted ? votes : holds ? 1 : 0;
        if (block.machine.options.exact)
          set_exact(warp, step.rows[0], lane, static_cast<Wide>(warp.row(step.rows[0])[lane]), 0);
      }
    }
  }
  barrier = {};
}

/// Threads of the barrier's warps that will not come, because they have ended or were never there:
/// a count of threads is one of whole warps.
std::uint32_t absent_from(const Block& block, const Barrier& barrier) {
  std::uint32_t absent = 0;
  for (const Warp& warp : block.warps) {
    std::uint32_t members = 0;
    each(warp.present,
         [&](unsigned lane) { members |= barrier.members[warp.thread(lane)] ? 1U << lane : 0; });
    if (members != 0) absent += static_cast<std::uint32_t>(std::popcount(~warp.alive & ~members));
  }
  return absent;
}

}  // namespace

namespace {

/// Lets those who wait for the cluster go on if all threads that have not ended have arrived;
/// returns whether they have.
bool open_cluster(Cluster& cluster) {
  ClusterBarrier& barrier = cluster.barrier;
  if (std::ranges::find(barrier.arrived, true) == barrier.arrived.end()) return false;
  for (const Block* block : cluster.blocks) {
    for (const Warp& warp : block->warps) {
      bool all = true;
      one_by_one(warp.alive, [&](unsigned lane) {
        all = all && barrier.arrived[block->first_thread + warp.thread(lane)];
      });
      if (!all) return false;
    }
  }
  barrier.is_open = std::move(barrier.arrived);
  barrier.arrived.assign(barrier.is_open.size(), false);
  barrier.released = std::make_shared<const Clock>(std::move(barrier.arriving));
  barrier.arriving.clear();
  for (Block* block : cluster.blocks) {
    for (Warp& warp : block->warps) {
      one_by_one(warp.at_barrier, [&](unsigned lane) {
        if (warp.barrier_of[lane] != cluster_barrier) return;
        warp.at_barrier &= ~(1U << lane);
        block->learn_of_cluster(warp.thread(lane));
      });
    }
  }
  return true;
}

}  // namespace

void Block::learn_of_cluster(std::uint32_t thread) {
  cluster.barrier.is_open[first_thread + thread] = false;
  learn(thread, cluster.barrier.released);
}

void arrive_at_cluster(Warp& warp, const Step& step, std::uint32_t lanes) {
  Block& block = *warp.block;
  Cluster& cluster = block.cluster;
  ClusterBarrier& barrier = cluster.barrier;
  ++warp.machine->changes;
  barrier.arrived.resize(cluster.now.size());
  barrier.is_open.resize(cluster.now.size());
  // Whatever it orders, all blocks have begun when it opens.
  barrier.arriving.resize(std::max(barrier.arriving.size(), cluster.now.size()));
  std::fill_n(barrier.arriving.begin() + static_cast<std::ptrdiff_t>(cluster.now.size()) -
                  static_cast<std::ptrdiff_t>(cluster.blocks.size()),
              cluster.blocks.size(), 1U);
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint32_t thread = warp.thread(lane);
    const std::size_t in_cluster = block.first_thread + thread;
    if (barrier.arrived[in_cluster] || barrier.is_open[in_cluster]) {
      warp.machine->stop(Fault::Kind::divergence, warp, step, lane,
                         "arrives at the barrier of the cluster once more without having waited");
    }
    barrier.arrived[in_cluster] = true;
    if (step.as<BarrierStep>().orders)
      block.publish(thread, barrier.arriving);
    else
      publish_fenced(block, thread, barrier.arriving);
  });
  open_cluster(cluster);
}

void wait_for_cluster(Warp& warp, const Step& step, std::uint32_t lanes) {
  Block& block = *warp.block;
  const ClusterBarrier& barrier = block.cluster.barrier;
  std::uint32_t waiting = 0;
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint32_t thread = warp.thread(lane);
    const std::size_t in_cluster = block.first_thread + thread;
    if (in_cluster < barrier.is_open.size() && barrier.is_open[in_cluster]) {
      block.learn_of_cluster(thread);
      return;
    }
    if (in_cluster >= barrier.arrived.size() || !barrier.arrived[in_cluster]) {
      warp.machine->stop(Fault::Kind::divergence, warp, step, lane,
                         "waits at the barrier of the cluster, and did not arrive there");
    }
    waiting |= 1U << lane;
    warp.barrier_of[lane] = cluster_barrier;
  });
  if (waiting == 0) return;
  warp.at_barrier |= waiting;
  warp.set_pcs(warp.lanes, warp.pc);
  warp.regroup = true;
}

bool settle_barriers(Block& block) {
  bool opened = open_cluster(block.cluster);
  std::uint32_t alive = 0;
  for (const Warp& warp : block.warps)
    alive += static_cast<std::uint32_t>(std::popcount(warp.alive));
  for (std::uint32_t id = 0; id < block.barriers.size(); ++id) {
    Barrier& barrier = block.barriers[id];
    if (barrier.arrived == 0) continue;
    if (barrier.whole ? barrier.arrived >= alive
                      : barrier.arrived + absent_from(block, barrier) >= barrier.expected) {
      open_barrier(block, id);
      opened = true;
    }
  }
  return opened;
}

void arrive_at_barrier(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t id,
                       std::uint32_t threads, bool waits, std::uint32_t votes) {
  Block& block = *warp.block;
  const unsigned first = first_of(lanes);
  if (id >= block.barriers.size()) {
    warp.machine->stop(Fault::Kind::trap, warp, step, first,
                       "there is no barrier " + std::to_string(id));
  }
  Barrier& barrier = block.barriers[id];
  ++warp.machine->changes;
  const bool whole = threads == 0;
  if (barrier.arrived == 0) {
    barrier.whole = whole;
    barrier.expected = threads;
    barrier.members.assign(block.now.size(), false);
  } else if (barrier.whole != whole || barrier.expected != threads) {
    warp.machine->stop(Fault::Kind::divergence, warp, step, first,
                       "barrier " + std::to_string(id) +
                           " is waited for with another number of "
                           "threads");
  }
  each(lanes, [&](unsigned lane) {
    barrier.members[warp.thread(lane)] = true;
    warp.barrier_of[lane] = static_cast<std::uint8_t>(id);
  });
  barrier.arrived += static_cast<std::uint32_t>(std::popcount(lanes));
  barrier.votes += votes;
  if (waits) {
    warp.at_barrier |= lanes;
    warp.set_pcs(warp.lanes, warp.pc);
    warp.regroup = true;
  }
  if (whole) return;
  const std::uint32_t there = barrier.arrived + absent_from(block, barrier);
  if (there >= barrier.expected) {
    if (there > barrier.expected) {
      warp.machine->stop(Fault::Kind::divergence, warp, step, first,
                         "more threads arrive at barrier " + std::to_string(id) +
                             " than it expects, " + std::to_string(barrier.expected));
    }
    settle_barriers(block);
  }
}

}  // namespace layoutcheck::gpu::ptx
