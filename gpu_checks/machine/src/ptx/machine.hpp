// The machine that executes decoded PTX: a warp's registers are rows of 32 lanes, and an
// instruction works on a row at a time.
#pragma once

#include "lanes.hpp"
#include "memory.hpp"
#include "warp.hpp"
#include <layoutcheck/machine/executor.hpp>

#include <cstring>
#include <map>
#include <set>
#include <span>

namespace layoutcheck::gpu::ptx {

struct Block;
struct TensorMemory;

/// Blocks that run together and reach each other's shared memory. One that is in no cluster is in
/// one of its own.
struct Cluster {
  /// By rank.
  std::vector<Block*> blocks;
  /// The moments of its threads, and of its blocks.
  Clock now;
  ClusterBarrier barrier;
  /// How many complete copies: the mbarriers that were made, and threads with bulk groups.
  std::size_t completing = 0;
  /// The places in clocks that tell of tensor memory.
  std::vector<std::size_t> tensor_entries;
  /// How many clusters it has taken over.
  unsigned taken = 0;

  Cluster(std::size_t count, std::uint32_t threads);

  /// Where the asynchronous proxy's part of a clock begins.
  [[nodiscard]] std::size_t proxy() const { return now.size(); }
  /// The place in clocks of one more that completes copies.
  std::size_t new_entry() { return 2 * now.size() - blocks.size() + completing++; }

  /// The block of that index in the grid; nullptr if it is in another cluster.
  [[nodiscard]] Block* find(std::uint64_t index) const;
};

/// What goes on beside a thread: its accesses are at a moment of what completes it.
struct Beside {
  std::size_t entry = 0;
  std::uint32_t when = 0;
};

/// An access by a thread of another block of the cluster, or beside a thread.
struct Reach {
  std::uint32_t when = 0;
  Warp* warp = nullptr;
  const Step* step = nullptr;
  unsigned lane = 0;
  std::uint64_t address = 0;
  bool is_beside = false;
};

struct Block {
  Machine& machine;
  Cluster& cluster;
  std::uint32_t rank = 0;
  /// Of the cluster's.
  std::uint32_t first_thread = 0;
  std::uint64_t index = 0;
  Dim3 coordinate;
  Region shared;
  std::vector<Warp> warps;
  std::array<Barrier, 16> barriers;
  std::map<std::uint64_t, MBarrier> mbarriers;
  /// The moment of each of its threads, which are numbered from 0; what all of them know; and what
  /// single threads know beyond that.
  std::span<std::uint32_t> now;
  Clock common;
  std::vector<std::shared_ptr<const Clock>> knowledge;
  /// Of threads that arrive or wait .relaxed: what each knew and did before its last fence that
  /// releases, and what it has waited for since the last one that acquires.
  std::map<std::uint32_t, Clock> fenced;
  std::map<std::uint32_t, std::shared_ptr<const Clock>> awaited;
  /// By the place in clocks of a thread of another block, or of what completes copies: the last
  /// access to the shared memory of this one.
  std::map<std::uint32_t, Reach> reached;
  bool has_ended = false;
  /// Whether it has seen that a cluster was not canceled.
  bool saw_no_cancellation = false;
  /// By the address of a tensor map in global memory: what had written it when the block opened it
  /// to its tensor copies last, by fence.proxy.tensormap.
  std::map<std::uint64_t, Moment> opened_maps;
  /// Four warps that multiply together: how many groups of products each has committed, and the
  /// place in clocks of what these read.
  struct Warpgroup {
    std::array<std::uint32_t, 4> committed{};
    std::size_t entry = 0;
  };
  std::map<std::uint32_t, Warpgroup> warpgroups;
  /// Once it is used (tensor_memory.hpp).
  std::shared_ptr<TensorMemory> tensor;
  LoopTrial trial;
  /// By head.
  std::map<std::uint32_t, std::vector<LeftOut>> left_out;

  Block(Machine& m, Cluster& its_cluster, std::uint32_t its_rank, std::uint64_t shared_bytes);

  /// `other` is a thread or a block of the cluster.
  [[nodiscard]] bool knows(std::uint32_t thread, std::size_t other, std::uint32_t when) const {
    const auto has = [&](const Clock& clock) {
      return other < clock.size() && when < clock[other];
    };
    return has(common) || (knowledge[thread] != nullptr && has(*knowledge[thread]));
  }
  /// What the thread does from now on comes after what it knows and did; joined into `clock`.
  void publish(std::uint32_t thread, Clock& clock);
  /// The thread knows what is in the clock, if there is one.
  void learn(std::uint32_t thread, const std::shared_ptr<const Clock>& clock);
  /// The thread knows what was before that moment.
  void learn(std::uint32_t thread, std::size_t entry, std::uint32_t when);
  /// A fence between its accesses and those of other threads (PTX ISA, membar/fence: release and
  /// acquire patterns).
  void fence(std::uint32_t thread, bool acquires, bool releases);
  /// fence.proxy.async: the asynchronous proxy sees what the thread knows and did.
  void open_to_proxy(std::uint32_t thread);
  /// The thread has waited for the cluster.
  void learn_of_cluster(std::uint32_t thread);
};

/// Thrown when the launch cannot go on.
struct Stop {};

/// A launch is polled every so many steps, of whatever warps.
inline constexpr std::uint32_t steps_of_poll = 1U << 12;

/// The clusters of a launch that have not begun, by their first blocks.
struct Upcoming {
  /// All blocks, if it is empty.
  std::vector<std::uint64_t> firsts;
  std::uint64_t count = 0;
  std::uint64_t next = 0;

  std::optional<std::uint64_t> take() {
    if (next == count) return std::nullopt;
    const std::uint64_t at = next++;
    return firsts.empty() ? at : firsts[at];
  }
};

/// A launch in progress.
struct Machine {
  const Code& code;
  const PtxOptions& options;
  GlobalMemory& memory;
  Region parameters;
  const Launch& launch;
  const AccessSink& sink;
  LaunchReport& report;
  std::uint32_t dynamic_shared = 0;
  /// Set when a block releases or acquires what others may see: then nothing is known of the order
  /// of accesses by different blocks, and they are not taken for races.
  bool blocks_synchronize = false;
  /// The blocks of a cluster, and whether somebody has said so.
  Dim3 cluster = {};
  bool has_clusters = false;
  Upcoming upcoming = {};
  /// Of a cooperative launch: where its blocks meet.
  std::uint64_t workspace = 0;
  /// Whether a step is tried with other operands: then it tells nobody of what it does.
  bool trying = false;
  /// Steps that are left until the launch is polled.
  std::uint32_t until_poll = steps_of_poll;
  /// How often something has changed that is in no register.
  std::uint64_t changes = 0;
  /// Whether an exact integer has left the range of its register, and whether memory has such a
  /// one.
  bool has_wrapped = false;
  bool has_stored = false;
  std::map<std::uint32_t, LoopCode> loop_codes = {};
  /// Of loads: the stores to which their values go, and nothing else; and whether lanes exchange
  /// them on the way.
  struct Uses {
    std::vector<const Step*> stores;
    bool are_exchanged = false;
  };
  std::map<const Step*, std::optional<Uses>> uses_of = {};
  /// For each row the only step that writes it (rounding.cpp); empty until it is asked for.
  std::vector<const Step*> writers = {};
  /// Where each is among the faults of the report; beyond them if it is not kept.
  std::map<std::pair<Fault::Kind, const Step*>, std::size_t> seen = {};
  /// Barriers at which not all threads arrived, because some had ended, or where they arrived by
  /// several steps: what is said of the first time, if there is a race.
  std::map<const Step*, Fault> partial_barriers = {};

  /// Counts a fault, and keeps it if it is the first of its kind at its step.
  template <class Message>
  void fault(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
             std::uint64_t address, Message&& message) {
    if (!trying && count(kind, step))
      report.faults.push_back(told(kind, warp, step, lane, address, message()));
  }
  /// The same of what is only a remark.
  template <class Message>
  void remark(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
              std::uint64_t address, Message&& message) {
    if (trying) return;
    const auto [place, is_new] = seen.try_emplace({kind, &step}, report.remarks.size());
    if (is_new && place->second < options.max_faults)
      report.remarks.push_back(told(kind, warp, step, lane, address, message()));
    else if (place->second < options.max_faults)
      ++report.remarks[place->second].count;
  }
  /// Remembers a barrier that opens, at which the lane is, and not all threads are.
  void note_partial_barrier(const Warp& warp, const Step& step, unsigned lane,
                            std::string message) {
    if (partial_barriers.contains(&step)) return;
    partial_barriers.emplace(
        &step, told(Fault::Kind::divergence, warp, step, lane, 0, std::move(message)));
  }
  /// The same as `fault`, and the launch ends.
  [[noreturn]] void stop(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
                         const std::string& message) {
    fault(kind, warp, step, lane, 0, [&] { return message; });
    throw Stop{};
  }

 private:
  bool count(Fault::Kind kind, const Step& step);
  Fault told(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
             std::uint64_t address, std::string message) const;
};

/// The lanes of a warp-wide instruction: those of the group and of those that wait at it, once all
/// that `mask` names and that have not ended are there; 0, and the lanes wait, until then.
std::uint32_t rendezvous(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t mask);
/// The same of the mask in one of the step's rows.
std::uint32_t rendezvous_by_row(Warp& warp, const Step& step, std::uint32_t lanes, std::size_t row);

/// The same for an instruction that all 32 lanes must execute. Ends the launch if there are fewer.
std::uint32_t whole_warp(Warp& warp, const Step& step, std::uint32_t lanes);

/// Where an address of a state space is among the generic ones.
inline std::uint64_t generic_address(StateSpace space, std::uint64_t address) {
  switch (space) {
    case StateSpace::shared:
    case StateSpace::cluster:
      return shared_window + address;
    case StateSpace::local:
      return local_window + address;
    case StateSpace::param:
      return parameter_window + address;
    default:
      return address;
  }
}

/// The sum of a register and the displacement of the step, in its space: in shared and local memory
/// addresses have 32 bits, so that a register may hold a negative number.
inline std::uint64_t displaced(const Step& step, std::uint64_t bits) {
  const bool is_narrow = step.space == StateSpace::shared || step.space == StateSpace::cluster ||
                         step.space == StateSpace::local;
  const std::uint64_t sum = bits + step.displacement;
  return is_narrow && bits <= ~std::uint32_t{0} ? static_cast<std::uint32_t>(sum) : sum;
}

/// Reads or writes `bytes` bytes for each lane at these generic addresses; whole vectors count as
/// one access. Checks bounds, alignment, written bytes and races, and tells the sink. Lanes whose
/// access is at fault read zeros and write nothing. `data` holds 16 bytes for each lane. Of bytes
/// that `unset` marks by something else than 0, global memory is told of as a fault, and other
/// memory counts as not written.
using LaneBytes = std::array<std::array<std::byte, 32>, warp_size>;
/// Addresses of an access of one lane.
inline std::array<std::uint64_t, warp_size> at_lane(unsigned lane, std::uint64_t address) {
  std::array<std::uint64_t, warp_size> addresses{};
  addresses[lane] = address;
  return addresses;
}
void read_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                 const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                 LaneBytes& data);
void write_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                  const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                  const LaneBytes& data, const LaneBytes* unset = nullptr);
/// Replaces the bytes at each address, one lane after the other, by what `f(lane, bytes)` makes of
/// them; `data` takes the old ones.
using Rewrite = std::function<void(unsigned lane, std::span<std::byte> bytes)>;
void update_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                   const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                   const Rewrite& f, LaneBytes& data);
/// What becomes of an element, which is so many behind the first one.
using AtomicUpdate = std::uint64_t (*)(Warp&, const Step&, unsigned lane, std::uint64_t old,
                                       std::size_t element);

/// The same of what goes on beside the lane, in shared memory; up to 16 bytes. Returns false where
/// the access is at fault.
bool read_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                 const Beside& beside, std::span<std::byte> to);
/// The same of several lanes, whose accesses are recorded.
void read_beside(Warp& warp, const Step& step, std::uint32_t lanes,
                 const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                 const Beside& beside, LaneBytes& data);
bool write_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                  const Beside& beside, std::span<const std::byte> from);
bool update_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                   const Beside& beside, std::uint32_t bytes, AtomicUpdate f);

/// The mbarrier at the address of a step's last row, for copies of the lane beside it, whose bytes
/// lie in the block `to`.
MBarrier& completing_mbarrier(Warp& warp, const Step& step, unsigned lane, const Block* to,
                              std::uint64_t address);
/// The products that the lane has issued arrive at the mbarrier once they are complete.
void arrive_when_multiplied(Warp& warp, const Step& step, unsigned lane, MBarrier& barrier);
/// What the mbarrier's present phase completes.
Beside phase_of(const MBarrier& barrier);
/// What the bulk group completes that the lane commits next.
Beside group_of(Warp& warp, unsigned lane);
/// So many bytes have come.
void complete_bytes(Warp& warp, MBarrier& barrier, std::uint64_t bytes);

/// Where mapa puts the shared memory of the blocks of a cluster in the window, in parts by rank.
/// That of the block itself also begins where the window does, as those do who do not ask mapa. The
/// lowest bit of the rank is bit 24 of an address, as CUTLASS knows of devices.
inline constexpr std::uint64_t mapped_part = std::uint64_t{0x5400'0000};
inline constexpr std::uint64_t bytes_of_part = std::uint64_t{1} << 24;

/// The address, which may lie in another block's part, in that of the block of this rank. There is
/// a part of no block for ranks that are too large.
std::uint64_t mapped(std::uint64_t address, std::uint64_t rank);

/// The rank in the part of an address in the window; nothing if it is in none.
std::optional<std::uint32_t> rank_in(std::uint64_t address);

/// The block in whose shared memory an address in the window lies, and where it would begin with
/// the window; no block if the cluster has none there.
struct SharedPlace {
  Block* block = nullptr;
  std::uint64_t address = 0;
};
SharedPlace shared_place(const Warp& warp, std::uint64_t address);

/// Looks at an access to the shared memory of another block: it must have begun, and not have
/// ended; nor may it end before one that is noted.
void reach_block(Warp& warp, const Step& step, unsigned lane, std::uint64_t address, Block& other,
                 bool is_noted = true);
/// The block has ended; nobody may reach it any more.
void end_block(Block& block);

/// The generic addresses of an operand [row + constant]. In the shared memory of the block itself,
/// they are those that begin with the window.
std::array<std::uint64_t, warp_size> addresses_of(const Warp& warp, const Step& step,
                                                  std::uint32_t row, std::uint32_t lanes);

/// Lets the bytes of finished copies arrive: of all groups but the last `keep` ones that are
/// committed.
void finish_copies(Warp& warp, std::uint32_t lanes, std::uint64_t keep);

/// Where an address lies that a lane sees: a region, or nullptr, and the address in it; of shared
/// memory, the block.
struct Located {
  Region* region = nullptr;
  std::uint64_t address = 0;
  Block* block = nullptr;
};
Located locate(Warp& warp, const Step& step, unsigned lane, std::uint64_t address);

/// Reports addresses that differ from what exact integers give.
void check_exact_address(Warp& warp, const Step& step, std::uint32_t row, std::uint32_t lanes);

/// The threads meet: afterwards each knows what any of them did.
void meet(Block& block, const std::vector<std::uint32_t>& threads);
/// What the thread publishes where it arrives .relaxed, and notes where it has waited so.
void publish_fenced(Block& block, std::uint32_t thread, Clock& clock);
void note_awaited(Block& block, std::uint32_t thread, const std::shared_ptr<const Clock>& clock);

/// Opens the barriers at which all threads have come that they wait for; returns whether there was
/// one.
bool settle_barriers(Block& block);

/// Where lanes go on from a step, within its function, and whether some may end there.
struct Ways {
  std::vector<std::uint32_t> next;
  bool ends = false;
};
Ways ways_from(const Code& code, std::uint32_t at);

/// By step, whether this one leads to it; to itself only if it does.
std::vector<bool> steps_from(const Code& code, std::uint32_t at);

/// Finds the aligned barriers of the entry, and where lanes have them behind them.
void find_aligned(Code& code);

// What is told of the warps that do not execute an aligned barrier together (aligned.cpp): of the
// group at a step where barriers are behind it, of lanes that execute a barrier, and that end.
void note_joins(Warp& warp, const Step& step);
void note_barrier(Warp& warp, const Step& barrier, std::uint32_t lanes);
void note_end(Warp& warp);

/// barrier.cluster.arrive and .wait.
void arrive_at_cluster(Warp& warp, const Step& step, std::uint32_t lanes);
void wait_for_cluster(Warp& warp, const Step& step, std::uint32_t lanes);
/// What `barrier_of` says of lanes that wait there.
inline constexpr std::uint8_t cluster_barrier = 16;

/// A barrier of the block: the lanes wait; when the last has come, all go on. The votes are counted
/// for bar.red.
void arrive_at_barrier(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t barrier,
                       std::uint32_t threads, bool waits, std::uint32_t votes);

}  // namespace layoutcheck::gpu::ptx
