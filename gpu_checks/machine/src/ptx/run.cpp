// The schedule. Of the lanes of a warp those with the lowest step go first, so that lanes that
// diverged meet again where their paths join; a group that goes on for long gives way to others.
#include "run.hpp"

#include "endless.hpp"
#include "exact.hpp"
#include "loops.hpp"
#include "origins.hpp"
#include "tensor_memory.hpp"
#include "unset.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>
#include <utility>

namespace layoutcheck::gpu::ptx {

namespace {

constexpr std::uint64_t patience = 1U << 14;

std::uint64_t value_of(Special special, const Warp& warp, unsigned lane, const Dim3& thread) {
  const Machine& machine = *warp.machine;
  const Launch& launch = machine.launch;
  const Dim3& block = warp.block->coordinate;
  const Dim3& cluster = machine.cluster;
  const std::uint32_t bit = 1U << lane;
  switch (special) {
    case Special::tid_x:
      return thread.x;
    case Special::tid_y:
      return thread.y;
    case Special::tid_z:
      return thread.z;
    case Special::ntid_x:
      return launch.block.x;
    case Special::ntid_y:
      return launch.block.y;
    case Special::ntid_z:
      return launch.block.z;
    case Special::ctaid_x:
      return block.x;
    case Special::ctaid_y:
      return block.y;
    case Special::ctaid_z:
      return block.z;
    case Special::nctaid_x:
      return launch.grid.x;
    case Special::nctaid_y:
      return launch.grid.y;
    case Special::nctaid_z:
      return launch.grid.z;
    case Special::laneid:
      return lane;
    case Special::warpid:
      return warp.index;
    case Special::nwarpid:
      return (launch.block.count() + warp_size - 1) / warp_size;
    case Special::lanemask_eq:
      return bit;
    case Special::lanemask_lt:
      return bit - 1;
    case Special::lanemask_le:
      return bit | (bit - 1);
    case Special::lanemask_ge:
      return ~(bit - 1);
    case Special::lanemask_gt:
      return ~(bit | (bit - 1));
    case Special::dynamic_shared:
      return launch.dynamic_shared;
    case Special::total_shared:
      return machine.code.shared_bytes + launch.dynamic_shared;
    case Special::cluster_x:
      return block.x / cluster.x;
    case Special::cluster_y:
      return block.y / cluster.y;
    case Special::cluster_z:
      return block.z / cluster.z;
    case Special::clusters_x:
      return launch.grid.x / cluster.x;
    case Special::clusters_y:
      return launch.grid.y / cluster.y;
    case Special::clusters_z:
      return launch.grid.z / cluster.z;
    case Special::in_cluster_x:
      return block.x % cluster.x;
    case Special::in_cluster_y:
      return block.y % cluster.y;
    case Special::in_cluster_z:
      return block.z % cluster.z;
    case Special::of_cluster_x:
      return cluster.x;
    case Special::of_cluster_y:
      return cluster.y;
    case Special::of_cluster_z:
      return cluster.z;
    case Special::cluster_rank:
      return warp.block->rank;
    case Special::cluster_size:
      return cluster.count();
    case Special::has_clusters:
      return machine.has_clusters ? 1 : 0;
    case Special::workspace_low:
      return machine.workspace & 0xffffffffU;
    case Special::workspace_high:
      return machine.workspace >> 32;
    case Special::one:
      return 1;
    default:
      return 0;
  }
}

void set_specials(Warp& warp) {
  const bool exact = warp.machine->options.exact;
  const Dim3& threads = warp.machine->launch.block;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const Dim3 thread = threads.at(warp.thread(lane));
    for (const auto& [special, row] : warp.machine->code.specials) {
      const std::uint64_t value = value_of(special, warp, lane, thread);
      warp.row(row)[lane] = value;
      if (exact) set_exact(warp, row, lane, static_cast<Wide>(value), 0);
    }
  }
}

std::uint32_t guarded(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto row = static_cast<std::uint32_t>(step.guard);
  if (warp.machine->options.uninitialized && (warp.registers->unset[row].lanes & lanes) != 0)
    tell_unset(warp, step, row, lanes);
  if (warp.machine->launch.origins != nullptr) note_guard(warp, step, lanes);
  const std::uint64_t* p = warp.row(row);
  std::uint32_t chosen = 0;
  each(lanes, [&](unsigned lane) { chosen |= p[lane] != 0 ? 1U << lane : 0; });
  return lanes & (step.guard_negated ? ~chosen : chosen);
}

/// The step, with its exact integers if they are followed; sets `completed`.
void run_with_exact(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (!warp.machine->options.exact) {
    warp.completed = lanes;
    step.run(warp, step, lanes);
    return;
  }
  if (step.exact != nullptr && !step.exact_after) step.exact(warp, step, lanes);
  warp.completed = lanes;
  step.run(warp, step, lanes);
  if (step.exact == nullptr)
    take_registers(warp, step, warp.completed);
  else if (step.exact_after)
    step.exact(warp, step, warp.completed);
}

/// The same, with the origins of what it moves.
void run_step(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (warp.machine->launch.origins == nullptr)
    run_with_exact(warp, step, lanes);
  else
    run_with_origins(warp, step, lanes, &run_with_exact);
}

void execute(Warp& warp, const Step& step, std::uint32_t lanes) {
  const bool follows = warp.machine->options.uninitialized;
  if (follows && unset_operands(warp, step, lanes | warp.at_rendezvous) != 0) {
    run_with_unset(warp, step, lanes, &run_step);
  } else {
    run_step(warp, step, lanes);
    for (std::size_t i = 0; follows && i < step.results; ++i)
      warp.registers->unset[step.rows[i]].lanes &= ~warp.completed;
  }
  const std::uint32_t undefined = std::exchange(warp.undefined, 0);
  if (undefined == 0 || !follows) return;
  UnsetRow all_bits{};
  all_bits.fill(~std::uint64_t{0});
  for (std::size_t i = 0; i < step.results; ++i)
    put_unset(warp, step.rows[i], undefined, all_bits, step.rows[i]);
}

/// Lanes that wait for others of their warp, none of which can come any more.
[[noreturn]] void stop_at_rendezvous(Warp& warp) {
  const unsigned lane = first_of(warp.at_rendezvous);
  const Step& step = warp.machine->code.steps[warp.pcs[lane]];
  warp.machine->stop(Fault::Kind::divergence, warp, step, lane,
                     "waits for lanes of the warp that do not come to this instruction");
}

/// Chooses the lanes that go next, and the step at which others join them. Returns whether there
/// are any.
bool choose_group(Warp& warp, std::uint32_t after, std::uint32_t& joined_at) {
  std::uint32_t runnable = warp.alive & ~warp.at_barrier & ~warp.at_rendezvous;
  if (runnable == 0) return false;
  std::uint32_t lowest = ~std::uint32_t{0};
  std::uint32_t lowest_beyond = ~std::uint32_t{0};
  each(runnable, [&](unsigned lane) {
    lowest = std::min(lowest, warp.pcs[lane]);
    if (warp.pcs[lane] > after) lowest_beyond = std::min(lowest_beyond, warp.pcs[lane]);
  });
  const bool gives_way = lowest_beyond != ~std::uint32_t{0};
  warp.pc = gives_way ? lowest_beyond : lowest;
  warp.lanes = 0;
  joined_at = ~std::uint32_t{0};
  each(runnable, [&](unsigned lane) {
    if (warp.pcs[lane] == warp.pc)
      warp.lanes |= 1U << lane;
    else if (warp.pcs[lane] > warp.pc)
      joined_at = std::min(joined_at, warp.pcs[lane]);
  });
  return true;
}

/// Runs a warp until its lanes have ended or wait. Returns whether it did anything.
bool run_warp(Warp& warp) {
  Machine& machine = *warp.machine;
  const std::vector<Step>& steps = machine.code.steps;
  // In a cluster, a loop may wait for other blocks.
  const bool cuts_loops = machine.launch.loops_take_part != 0 && machine.options.exact &&
                          warp.block->cluster.blocks.size() == 1 && !machine.code.has_bulk_copies;
  const std::uint64_t first_step = warp.steps;
  constexpr std::uint32_t nobody = ~std::uint32_t{0};
  std::uint32_t after = nobody;
  std::uint32_t joined_at = 0;
  bool gives_way = false;
  bool waits = false;
  while (true) {
    // Whoever had more than its share goes behind the others for once.
    if (!choose_group(warp, after, joined_at)) {
      if (warp.at_rendezvous != 0 && warp.awaited != warp.alive) {
        // Lanes that were waited for have ended: the others try again.
        warp.at_rendezvous = 0;
        continue;
      }
      break;
    }
    after = nobody;
    std::uint64_t turn = 0;
    warp.regroup = false;
    while (!warp.regroup) {
      const Step& step = steps[warp.pc];
      const std::uint32_t at = warp.pc;
      const std::uint32_t there = warp.lanes;
      const std::uint32_t lanes = step.guard < 0 ? there : guarded(warp, step, there);
      const bool is_followed = warp.probe != nullptr && warp.probe->is_followed;
      if (is_followed) follow_slopes(warp, step, there, lanes);
      ++warp.pc;
      ++warp.steps;
      machine.report.steps += static_cast<unsigned>(std::popcount(lanes));
      if (step.joins != 0) note_joins(warp, step);
      if (machine.memory.cuts != 0)
        run_with_gaps(warp, step, there, lanes, &execute);
      else if (lanes != 0)
        execute(warp, step, lanes);
      if (is_followed) settle_slopes(warp, step);
      if (warp.pc <= at && !warp.regroup) {
        if (cuts_loops) pass_head(warp);
        if (!warp.regroup) gives_way = look_for_repetition(warp);
      }
      if (--machine.until_poll == 0) {
        machine.until_poll = steps_of_poll;
        if (machine.launch.poll) machine.launch.poll();
      }
      if (warp.steps > machine.options.max_steps) {
        machine.stop(
            Fault::Kind::step_limit, warp, step, first_of(warp.lanes),
            "the warp has executed " + std::to_string(machine.options.max_steps) + " instructions");
      }
      ++turn;
      if (warp.yields) {
        // Other lanes of the warp go first, if there are any; else other warps do.
        warp.yields = false;
        waits = warp.lanes == (warp.alive & ~warp.at_barrier & ~warp.at_rendezvous);
        warp.set_pcs(warp.lanes, warp.pc);
        after = warp.pc;
        warp.regroup = true;
      }
      if (!warp.regroup && (warp.pc >= joined_at || turn >= patience)) {
        warp.set_pcs(warp.lanes, warp.pc);
        // A loop that waits for a slower lane must not keep it waiting.
        after = turn >= patience ? warp.pc : nobody;
        warp.regroup = true;
      }
    }
    if (waits) note_asked(warp);
    if (warp.pauses || gives_way || waits) break;
    if (warp.steps - first_step > 4 * patience) break;  // other warps have their turn
  }
  return warp.steps != first_step;
}

void start_warp(Warp& warp, Registers& registers) {
  if (warp.machine->options.uninitialized) {
    std::fill(registers.unset.begin(), registers.unset.end(), Unset());
    registers.unset_by_lane.clear();
    for (const RegisterRow& r : warp.machine->code.registers)
      registers.unset[r.row] = {all_lanes, r.row, r.bits};
  }
  std::ranges::fill(registers.vague, 0);
  warp.registers = &registers;
  warp.bits = registers.bits.data();
  set_specials(warp);
}

void report_deadlock(Block& block) {
  for (Warp& warp : block.warps)
    if (warp.at_rendezvous != 0) stop_at_rendezvous(warp);
  for (Warp& warp : block.warps) {
    if (warp.at_barrier != 0) {
      const unsigned lane = first_of(warp.at_barrier);
      const std::uint8_t id = warp.barrier_of[lane];
      const Step& step = block.machine.code.steps[warp.pcs[lane] - 1];
      if (id == cluster_barrier) {
        block.machine.stop(Fault::Kind::deadlock, warp, step, lane,
                           "waits at the barrier of the cluster, at which not all threads arrive");
      }
      const Barrier& barrier = block.barriers[id];
      block.machine.stop(Fault::Kind::deadlock, warp, step, lane,
                         "waits at barrier " + std::to_string(id) + ", where " +
                             std::to_string(barrier.arrived) + " threads have come and " +
                             std::to_string(barrier.expected) + " are expected");
    }
  }
}

}  // namespace

Registers& RegisterPool::take() {
  if (!free_.empty()) {
    Registers& registers = *free_.back();
    free_.pop_back();
    return registers;
  }
  const std::size_t cells = std::size_t{code_.rows} * warp_size;
  share_.take(code_.rows * (sizeof(Unset) + 2 * sizeof(std::uint32_t)) +
              cells * (sizeof(std::uint64_t) + (exact_ ? sizeof(std::int64_t) : std::size_t{0})));
  all_.push_back(std::make_unique<Registers>());
  Registers& registers = *all_.back();
  registers.bits.resize(cells);
  registers.unset.resize(code_.rows);
  if (exact_) {
    registers.exact.values.resize(cells);
    registers.exact.known.resize(code_.rows);
    registers.exact.is_odd.resize(code_.rows);
    registers.exact.share = Share(share_.room());
  }
  for (const ConstantRow& constant : code_.constants) {
    const std::size_t first = std::size_t{constant.row} * warp_size;
    std::fill_n(registers.bits.begin() + static_cast<std::ptrdiff_t>(first), warp_size,
                constant.bits);
    if (exact_ && constant.exact) {
      registers.exact.known[constant.row] = all_lanes;
      std::fill_n(registers.exact.values.begin() + static_cast<std::ptrdiff_t>(first), warp_size,
                  static_cast<std::int64_t>(constant.bits));
    }
  }
  return registers;
}

namespace {

/// A block that is on its way.
class RunningBlock {
 public:
  RunningBlock(Machine& machine, RegisterPool& pool, Cluster& cluster, std::uint32_t rank,
               std::uint64_t index);
  RunningBlock(const RunningBlock&) = delete;
  RunningBlock& operator=(const RunningBlock&) = delete;
  ~RunningBlock();

  /// What came of a turn of each of its warps: whether a barrier opened, and whether one moved.
  struct Turn {
    bool ended = false;
    bool opened = false;
    bool moved = false;
  };
  Turn turn();
  /// Leaves out rounds of loops, if its warps wait for that.
  bool leaves_out(const Turn& turn);

  [[nodiscard]] bool has_ended() const { return has_ended_; }
  Block& block() { return block_; }

 private:
  Block block_;
  RegisterPool& pool_;
  std::vector<std::size_t> order_;
  unsigned turns_ = 0;
  bool has_ended_ = false;
};

RunningBlock::RunningBlock(Machine& machine, RegisterPool& pool, Cluster& cluster,
                           std::uint32_t rank, std::uint64_t index)
    : block_(machine, cluster, rank, machine.code.shared_bytes + machine.launch.dynamic_shared),
      pool_(pool) {
  const Launch& launch = machine.launch;
  const auto threads = static_cast<std::uint32_t>(launch.block.count());
  block_.index = index;
  block_.coordinate = launch.grid.at(index);
  block_.warps.resize((threads + warp_size - 1) / warp_size);
  for (std::uint32_t i = 0; i < block_.warps.size(); ++i) {
    Warp& warp = block_.warps[i];
    warp.block = &block_;
    warp.machine = &machine;
    warp.index = i;
    warp.share = Share(machine.memory.room());
    warp.first_thread = i * warp_size;
    const std::uint32_t count = std::min(threads - warp.first_thread, warp_size);
    warp.present = count == warp_size ? all_lanes : (1U << count) - 1;
    warp.alive = warp.present;
    for (unsigned lane = 0; machine.code.local_bytes != 0 && lane < warp_size; ++lane)
      warp.locals.emplace_back(local_window, machine.code.local_bytes, Fill{}, "local memory",
                               machine.memory.room());
  }
  if (launch.origins != nullptr) launch.origins->begin_block(index, block_.warps.size());
  order_.resize(block_.warps.size());
  std::iota(order_.begin(), order_.end(), 0);
  if (machine.options.order == 1) {
    std::reverse(order_.begin(), order_.end());
  } else if (machine.options.order > 1) {
    std::mt19937_64 random(machine.options.order + index);
    std::shuffle(order_.begin(), order_.end(), random);
  }
}

// The registers go back on every way out.
RunningBlock::~RunningBlock() {
  for (Warp& warp : block_.warps)
    if (warp.registers != nullptr) pool_.give_back(*warp.registers);
  count_iterations(block_);
  if (block_.machine.launch.origins != nullptr)
    block_.machine.launch.origins->end_block(block_.index);
}

RunningBlock::Turn RunningBlock::turn() {
  if (block_.machine.launch.origins != nullptr)
    block_.machine.launch.origins->go_on_with_block(block_.index);
  Turn turn;
  bool alive = false;
  bool pauses = false;
  for (const std::size_t i : order_) {
    Warp& warp = block_.warps[i];
    if (warp.alive == 0) continue;
    if (warp.pauses) {
      alive = pauses = true;
      continue;
    }
    if (repeats_itself(warp)) {
      alive = true;
      continue;
    }
    if (warp.registers == nullptr) start_warp(warp, pool_.take());
    turn.moved = run_warp(warp) || turn.moved;
    if (warp.alive == 0) {
      pool_.give_back(*warp.registers);
      warp.registers = nullptr;
      warp.bits = nullptr;
    } else {
      alive = true;
    }
  }
  if (!alive) {
    turn.ended = has_ended_ = true;
    end_block(block_);
    end_tensor_memory(block_);
    return turn;
  }
  turns_ = pauses ? turns_ + 1 : 0;
  turn.opened = settle_barriers(block_);
  return turn;
}

bool RunningBlock::leaves_out(const Turn& turn) {
  // So many turns a warp waits at a head for the others, which may wait for it in turn.
  constexpr unsigned longest_pause = 64;
  const bool stands = !turn.opened && !turn.moved;
  return (stands || turns_ > longest_pause) && leave_out_rounds(block_);
}

}  // namespace

void run_block(Machine& machine, RegisterPool& pool, std::uint64_t index) {
  Cluster alone(1, static_cast<std::uint32_t>(machine.launch.block.count()));
  RunningBlock running(machine, pool, alone, 0, index);
  while (true) {
    const RunningBlock::Turn turn = running.turn();
    if (turn.ended) return;
    if (!turn.opened) stop_if_endless(running.block());
    if (running.leaves_out(turn)) continue;
    if (!turn.opened && !turn.moved) report_deadlock(running.block());
  }
}

void run_together(Machine& machine, RegisterPool& pool, std::span<const std::uint64_t> firsts) {
  const auto threads = static_cast<std::uint32_t>(machine.launch.block.count());
  std::deque<Cluster> clusters;
  std::deque<RunningBlock> blocks;
  for (const std::uint64_t first : firsts) {
    const std::vector<std::uint64_t> members =
        blocks_around(first, machine.cluster, machine.launch.grid);
    Cluster& cluster = clusters.emplace_back(members.size(), threads);
    for (std::uint32_t rank = 0; rank < members.size(); ++rank)
      blocks.emplace_back(machine, pool, cluster, rank, members[rank]);
  }
  std::size_t ended = 0;
  while (ended != blocks.size()) {
    const std::uint64_t changes = machine.changes;
    bool goes_on = false;
    for (RunningBlock& running : blocks) {
      if (running.has_ended()) continue;
      const RunningBlock::Turn turn = running.turn();
      ended += turn.ended ? 1U : 0U;
      machine.report.blocks += turn.ended ? 1U : 0U;
      goes_on = turn.ended || turn.opened || running.leaves_out(turn) ||
                !stands_still(running.block()) || goes_on;
    }
    if (goes_on || machine.changes != changes) continue;
    for (RunningBlock& running : blocks)
      if (!running.has_ended()) stop_if_endless(running.block());
    for (RunningBlock& running : blocks)
      if (!running.has_ended()) report_deadlock(running.block());
  }
}

}  // namespace layoutcheck::gpu::ptx
