// Chooses the blocks to run if a grid has too many: the ends, samples, and those where something
// changes.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::gpu {

/// The maximum number of blocks in a list.
inline constexpr std::uint64_t most_blocks = std::uint64_t{1} << 22;

struct BlockChoice {
  /// As written, or the resulting choice.
  std::string text = "auto";
  /// All blocks of a small grid; else the first, the last, powers and a sample.
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

/// The choice for `automatic`: all blocks of a small grid, unless they would take too long.
/// `steps_of_block` runs a block, and returns the number of instructions that its threads execute.
BlockChoice resolved(const BlockChoice& choice, Dim3 grid, Dim3 block,
                     const std::function<std::uint64_t()>& steps_of_block);

/// The signature of one block, for comparison with others.
using Signature = std::vector<std::uint64_t>;

/// The octave of a byte offset: 1 below 2^30, 2 from 2^30 on, 3 from 2^31 on, …
std::uint64_t power_of(std::uint64_t offset);

/// Runs one block and returns its signature; nothing if probing must end.
using Probe = std::function<std::optional<Signature>(std::uint64_t block)>;

/// The ends of the grid and of its axes, the places k·G/8, and adjacent blocks with different
/// signatures, as found by bisection. Each block is probed once, and at most `most_probes` are.
std::vector<std::uint64_t> blocks_where_something_changes(Dim3 grid, const Probe& probe,
                                                          std::size_t most_probes);

/// The blocks to run, in increasing order; `changes` are those found by probing. Throws
/// std::invalid_argument if there are more than most_blocks, or one lies outside the grid.
std::vector<std::uint64_t> chosen_blocks(const BlockChoice& choice, Dim3 grid,
                                         std::span<const std::uint64_t> changes);

}  // namespace layoutcheck::gpu
