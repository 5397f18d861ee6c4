// A warp in progress: its lanes, and what they wait for.
#pragma once

#include "barriers.hpp"
#include "memory.hpp"
#include "registers.hpp"
#include "rounds.hpp"

#include <array>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::gpu::ptx {

struct Block;
struct Machine;

/// A cp.async that has been issued: the bytes arrive when it is waited for.
struct Copy {
  std::uint32_t lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::array<std::byte, 16> data{};
  const Step* step = nullptr;
  /// Whether nobody knows what the data are.
  bool is_vague = false;
};

/// A race that is told only if the value is used that was read.
struct WaitingRace {
  std::uint64_t address = 0;
  std::function<std::string()> message;
};

/// What a warp was at an earlier jump back (endless.hpp).
struct Earlier {
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;
  std::uint32_t alive = 0;
  std::uint32_t waiting = 0;
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> bits;
  std::vector<std::array<std::uint32_t, warp_size>> returns;
  std::array<std::uint32_t, warp_size> depth{};
  /// The register that was another one when it was last compared.
  std::size_t other = 0;
  /// Jumps back until it is taken anew, and how many there were from one time to the next.
  std::uint64_t left = 0;
  std::uint64_t all = 1;
  /// `changes` of the machine at the last jump back, and for how many these have been.
  std::uint64_t changes = 0;
  std::uint64_t quiet = 0;
};

struct Warp {
  Block* block = nullptr;
  Machine* machine = nullptr;
  std::uint32_t index = 0;
  std::uint32_t first_thread = 0;
  Registers* registers = nullptr;
  std::uint64_t* bits = nullptr;
  /// Lanes that there are, that have not ended, that wait at a barrier of the block, and that wait
  /// for others of the warp.
  std::uint32_t present = 0;
  std::uint32_t alive = 0;
  std::uint32_t at_barrier = 0;
  std::uint32_t at_rendezvous = 0;
  /// Who was alive when the last of these began to wait.
  std::uint32_t awaited = 0;
  /// Lanes that have touched memory since that was counted last, and the counts.
  std::uint32_t touched = 0;
  std::array<std::uint32_t, warp_size> touches{};
  /// By aligned barrier, once there is something of it.
  std::vector<std::unique_ptr<AlignedLanes>> aligned;
  /// Whether a part of it was told of: the rest comes of that.
  bool is_parted = false;
  std::array<std::uint32_t, warp_size> pcs{};
  std::array<std::uint8_t, warp_size> barrier_of{};
  /// The lanes that execute together now, and the step that comes next for them.
  std::uint32_t lanes = 0;
  std::uint32_t pc = 0;
  /// The steps to which lanes return from calls, the innermost last.
  std::vector<std::array<std::uint32_t, warp_size>> returns;
  std::array<std::uint32_t, warp_size> depth{};
  /// Set by a step after which the lanes have to be grouped anew by `pcs`.
  bool regroup = false;
  /// The lanes for which the step is done: those of the group, unless a meeting of lanes adds or
  /// holds back some.
  std::uint32_t completed = 0;
  /// The lanes in which the step has left its results undefined.
  std::uint32_t undefined = 0;
  std::uint64_t steps = 0;
  /// The last step in which all lanes met.
  std::uint64_t met = 0;
  std::vector<Region> locals;
  /// Of each lane: the copies of each group that is not complete; the last group is open.
  std::array<std::vector<std::vector<Copy>>, warp_size> copies;
  /// The memory of these, and of the mbarriers that its threads make.
  Share share;
  /// What the load that is under way has found in memory beside the bits.
  struct Recalled {
    std::uint32_t row = 0;
    unsigned lane = 0;
    Stored stored;
  };
  std::vector<Recalled> recalled;
  /// By load and lane (unused.hpp).
  std::map<std::pair<const Step*, unsigned>, WaitingRace> waiting;
  /// By step: how often it was jumped back to.
  std::vector<std::uint64_t> passes;
  std::unique_ptr<LoopProbe> probe;
  /// Whether it waits at the head of a loop for the other warps.
  bool pauses = false;
  /// The lanes of which nobody knows what the step in hand stores.
  std::uint32_t vague_data = 0;
  /// The step at which it last read what other blocks can write (endless.hpp).
  std::uint64_t read_global = 0;
  std::unique_ptr<Earlier> earlier;
  /// The mbarrier whose phase a lane tested last that was not complete, and when it did.
  struct Awaits {
    const Step* step = nullptr;
    unsigned lane = 0;
    const MBarrier* barrier = nullptr;
    std::uint64_t at = 0;
  };
  Awaits awaits;
  /// Whether it would do nothing but ask once more; and for how many turns it has done that, with
  /// which `changes` of the machine.
  bool yields = false;
  std::uint64_t asked = 0;
  std::uint64_t asked_at = 0;
  /// Of each lane: its place in clocks, and the bulk groups that it has committed.
  struct BulkGroups {
    std::size_t entry = 0;
    std::uint32_t committed = 0;
  };
  std::array<BulkGroups, warp_size> bulk_groups{};
  /// The same of tensor memory: loads and stores of the warp, which are complete once they are
  /// waited for, and of each lane the products that it has committed, and those that it has issued.
  BulkGroups tensor_loads;
  BulkGroups tensor_stores;
  std::array<BulkGroups, warp_size> multiplies{};
  std::array<BulkGroups, warp_size> issues{};
  /// What it was when it was found to repeat itself, if it was: `changes` of the machine.
  std::optional<std::uint64_t> repeats_at;

  [[nodiscard]] std::uint64_t* row(std::uint32_t r) const {
    return bits + std::size_t{r} * warp_size;
  }
  [[nodiscard]] std::uint32_t thread(unsigned lane) const { return first_thread + lane; }

  void set_pcs(std::uint32_t which, std::uint32_t to) {
    for (; which != 0; which &= which - 1)
      pcs[static_cast<unsigned>(std::countr_zero(which))] = to;
  }
};

}  // namespace layoutcheck::gpu::ptx
