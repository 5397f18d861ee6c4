// What threads wait for, and what they know of each other since.
#pragma once

#include "code.hpp"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace layoutcheck::gpu::ptx {

/// What a thread knows of others in its cluster: everything before these moments has happened. The
/// threads of its blocks come first, one block after the other, and then the blocks themselves:
/// their moment 0 is that they begin. Behind them are the threads once more, with what the
/// asynchronous proxy sees of them; and then what completes copies, where a moment is a phase of an
/// mbarrier, or a bulk group of a thread.
using Clock = std::vector<std::uint32_t>;

struct Barrier {
  std::uint32_t arrived = 0;
  /// All threads that have not ended, or so many.
  bool whole = true;
  std::uint32_t expected = 0;
  std::vector<bool> members;
  std::uint32_t votes = 0;
};

/// The barrier of a cluster. Threads arrive, and wait for the others later.
struct ClusterBarrier {
  /// By thread of the cluster: whether it has arrived since all last had, and whether all have
  /// since it did.
  std::vector<bool> arrived;
  std::vector<bool> is_open;
  Clock arriving;
  std::shared_ptr<const Clock> released;
};

/// An mbarrier object in shared memory.
struct MBarrier {
  std::uint32_t expected = 0;
  std::int64_t pending = 0;
  std::int64_t transactions = 0;
  std::uint64_t phase = 0;
  /// Its place in clocks, as what completes copies.
  std::size_t entry = 0;
  Clock arriving;
  std::shared_ptr<const Clock> released;
};

/// How often the lanes of a warp have executed an aligned barrier.
struct AlignedLanes {
  /// The rounds of the loops around the barrier that a lane has behind it, the outermost first.
  using Rounds = std::array<std::uint32_t, most_loops>;
  /// That a lane had the barrier behind it in some round, and how often it had executed it by then.
  struct Passed {
    Rounds rounds{};
    std::uint32_t count = 0;
  };
  struct Lane {
    Rounds now{};
    std::uint32_t count = 0;
    /// Its rounds when it executed the barrier last.
    Rounds last{};
    /// The last time that it had it behind it, and how often it had touched memory by then; and the
    /// last time before or at that, behind which it has.
    std::optional<Passed> passed;
    std::uint32_t touches = 0;
    std::optional<Passed> passed_by;
  };
  std::array<Lane, warp_size> lanes;
};

}  // namespace layoutcheck::gpu::ptx
