// Which blocks of a grid run, when it has too many of them: the ends, samples, and those where
// something changes.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::gpu {

/// Blocks that a launch can be asked to run, at most.
inline constexpr std::uint64_t most_blocks = std::uint64_t{1} << 22;

struct BlockChoice {
  /// As it was written, or what it came to.
  std::string text = "auto";
  /// All blocks of a small grid, else the first, the last, powers and a sample.
  bool automatic = true;
  bool all = false;
  bool first = false;
  bool last = false;
  bool powers = false;
  std::uint64_t sample = 0;
  /// From the first to the last.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges = {};
};

/// "auto", or a union such as "first,last,powers,sample:100,17,32-63". Throws
/// std::invalid_argument.
BlockChoice parse_block_choice(std::string_view text);

/// The choice that `automatic` stands for: all blocks of a small grid, unless they would take long.
/// `steps_of_block` runs a block, and returns how many instructions its threads execute.
BlockChoice resolved(const BlockChoice& choice, Dim3 grid, Dim3 block,
                     const std::function<std::uint64_t()>& steps_of_block);

/// What is said of one block, to be compared with others.
using Signature = std::vector<std::uint64_t>;

/// In which power of two, from 2^30 up, an offset in bytes lies; 1 for all below.
std::uint64_t power_of(std::uint64_t offset);

/// Runs one block and says what it did; nothing if probing has to end.
using Probe = std::function<std::optional<Signature>(std::uint64_t block)>;

/// The ends of the grid and of its axes, the places k·G/8, and the neighbours whose signatures
/// differ, as far as bisection between blocks of different signatures finds them. Each block is
/// probed once, and no more than `most_probes` are.
std::vector<std::uint64_t> blocks_where_something_changes(Dim3 grid, const Probe& probe,
                                                          std::size_t most_probes);

/// The blocks that run, increasing; `changes` are those found by probing. Throws
/// std::invalid_argument if there are more than most_blocks, or one lies outside of the grid.
std::vector<std::uint64_t> chosen_blocks(const BlockChoice& choice, Dim3 grid,
                                         std::span<const std::uint64_t> changes);

}  // namespace layoutcheck::gpu
