// The rounds of long loops that a block tries and leaves out (loops.hpp).
#pragma once

#include "code.hpp"
#include "memory.hpp"

#include <array>
#include <map>
#include <set>
#include <vector>

namespace layoutcheck::gpu::ptx {

/// A loop, by its head: what lives there.
struct LoopCode {
  bool can_be_cut = false;
  std::vector<RegisterRow> live;
};

/// The rounds of a loop that a block tries (loops.hpp).
struct LoopTrial {
  bool is_on = false;
  std::uint32_t head = 0;
  /// At how many passes of the head it begins, and how many iterations a round has.
  std::uint64_t start = 0;
  unsigned period = 1;
  /// The memory that was taken when it began, and the moments of all threads.
  std::uint64_t taken = 0;
  std::uint64_t moments = 0;
  /// How many trials have not done in a row.
  unsigned misses = 0;
  /// Of the periods that did, the one at which the fewest registers are unknown, and how many; and
  /// whether it is to be that one.
  unsigned best = 0;
  std::size_t fewest_unknown = 0;
  bool is_settled = false;
  /// By head: how many passes a trial needs.
  std::map<std::uint32_t, std::uint64_t> due;
};

/// What a warp knows of a round.
struct LoopProbe {
  std::uint32_t head = 0;
  unsigned period = 0;
  /// The rows that live at the head, at one time.
  struct Contents {
    struct Row {
      std::array<std::uint64_t, warp_size> bits{};
      std::array<std::int64_t, warp_size> exact{};
      std::uint32_t plain = 0;
      std::uint32_t known = 0;
    };
    std::vector<Row> rows;
  };
  Contents first;
  Contents second;
  /// What they grow by in a round, as far as that is supposed to be known.
  struct Supposed {
    std::array<std::int64_t, warp_size> slopes{};
    std::uint32_t unknown = 0;
  };
  std::vector<Supposed> supposed;
  /// Rows of which it is not.
  std::set<std::uint32_t> given_up;
  /// By row and lane, while a round is followed; and what the step in hand gives its first result.
  std::vector<std::int64_t> slopes;
  std::vector<std::uint32_t> unknown;
  std::array<std::int64_t, warp_size> pending{};
  std::uint32_t pending_unknown = 0;
  std::uint32_t pending_lanes = 0;
  /// What it has stored since the round began.
  struct Bytes {
    Region* region = nullptr;
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::int64_t slope = 0;
    /// Whether each round writes to them.
    bool is_sure = true;
  };
  std::vector<Bytes> stored;
  /// Whether it may have stored where nobody knows.
  bool loses_track = false;
  bool is_followed = false;
  /// Whether it depends on what is not followed; and whether it ended otherwise than supposed.
  bool fails = false;
  bool is_other = false;
  /// How many rounds do the same, this one included; and until a comparison comes out otherwise.
  Wide rounds = 0;
  Wide end = 0;
  /// The warp's steps when it began.
  std::uint64_t steps = 0;
};

/// Iterations of a loop that were left out: the passes of its head before them, of those that were
/// executed, and how many.
struct LeftOut {
  std::uint64_t after = 0;
  std::uint64_t count = 0;
};

}  // namespace layoutcheck::gpu::ptx
