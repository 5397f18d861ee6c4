// The shared memory of a cluster: where it lies, and whether it is there when others reach it.
#include "operations.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

std::optional<std::uint32_t> rank_in(std::uint64_t address) {
  constexpr std::uint64_t end = mapped_part + (most_blocks_of_cluster + 1) * bytes_of_part;
  const std::uint64_t at = address % window_bytes;
  if (address >= shared_window + window_bytes || at < mapped_part || at >= end) return std::nullopt;
  return static_cast<std::uint32_t>((at - mapped_part) / bytes_of_part);
}

std::uint64_t mapped(std::uint64_t address, std::uint64_t rank) {
  const std::optional<std::uint32_t> before = rank_in(address);
  const std::uint64_t window = address / window_bytes * window_bytes;
  const std::uint64_t at = before ? (address - mapped_part) % bytes_of_part : address - window;
  if (address >= shared_window + window_bytes || at >= bytes_of_part) return address;
  return window + mapped_part + std::min(rank, most_blocks_of_cluster) * bytes_of_part + at;
}

SharedPlace shared_place(const Warp& warp, std::uint64_t address) {
  Block& block = *warp.block;
  const auto rank =
      block.machine.code.maps_addresses ? rank_in(address) : std::optional<std::uint32_t>();
  if (!rank) return {&block, address};
  const auto& blocks = block.cluster.blocks;
  return {*rank < blocks.size() ? blocks[*rank] : nullptr,
          address - mapped_part - *rank * bytes_of_part};
}

namespace {

void tell_of(const Block& block, const Reach& reach, const std::string& why) {
  const auto message = [&] {
    return "the shared memory of block " + to_string(block.coordinate) + " is accessed by " +
           (reach.is_beside ? "an asynchronous operation" : "another block of the cluster") +
           ", and " + why;
  };
  // Of a block's own copies to global memory, nothing says whether its end waits for them; CUTLASS
  // relies on it.
  const bool is_certain =
      reach.warp->block != &block || !reach.is_beside || !has_word(*reach.step, "bulk_group");
  Machine& machine = *reach.warp->machine;
  if (is_certain)
    machine.fault(Fault::Kind::race, *reach.warp, *reach.step, reach.lane, reach.address, message);
  else
    machine.remark(Fault::Kind::race, *reach.warp, *reach.step, reach.lane, reach.address, message);
}

}  // namespace

void reach_block(Warp& warp, const Step& step, unsigned lane, std::uint64_t address, Block& other,
                 bool is_noted) {
  if (!warp.machine->options.races || warp.machine->trying) return;
  const Block& own = *warp.block;
  const std::uint32_t thread = warp.thread(lane);
  const Reach reach{own.now[thread], &warp, &step, lane, address};
  const std::size_t blocks = own.cluster.blocks.size();
  const std::size_t beginning = own.cluster.now.size() - blocks + other.rank;
  if (!own.knows(thread, beginning, 0))
    tell_of(other, reach, "nothing says that this one has begun");
  else if (other.has_ended)
    tell_of(other, reach, "this one has ended");
  else if (is_noted)
    other.reached[own.first_thread + thread] = reach;
}

void end_block(Block& block) {
  block.has_ended = true;
  // The end is no access to memory: what a thread has waited for without ordering is before it.
  for (const auto& [thread, clock] : block.awaited)
    block.learn(thread, clock);
  for (const auto& [other, reach] : block.reached) {
    bool is_known = false;
    for (std::uint32_t thread = 0; thread < block.now.size() && !is_known; ++thread)
      is_known = block.knows(thread, other, reach.when);
    if (!is_known) tell_of(block, reach, "this one may have ended by then");
  }
  block.reached.clear();
}

}  // namespace layoutcheck::gpu::ptx
