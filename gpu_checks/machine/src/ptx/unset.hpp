// Registers that nobody set: which bits of other registers depend on them, and whether such a bit
// decides what the kernel does.
//
// To copy such a register, or to compute with it, harms nobody: compilers do so where the result is
// used only under a condition that excludes it. It is a fault where an address, a guard, a barrier
// or what is written depends on it. Whether a result depends on it is tried out: the step runs with
// several values in its place, and the bits of the result that differ do. So no instruction needs a
// rule of its own, and `and` with 0, or `xor` of a register with itself, are known to depend on
// nothing.
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// Of these lanes, those in which an operand of the step depends on what nobody set.
inline std::uint32_t unset_operands(const Warp& warp, const Step& step, std::uint32_t lanes) {
  const Unset* unset = warp.registers->unset.data();
  std::uint32_t found = 0;
  for (std::size_t i = step.first_read; i < step.rows.size(); ++i)
    found |= unset[step.rows[i]].lanes;
  return found & lanes;
}

using UnsetRow = std::array<std::uint64_t, warp_size>;
/// The bits of each lane of the row that depend on what nobody set; they are put into `bits`.
const std::uint64_t* unset_bits(const Warp& warp, std::uint32_t row, UnsetRow& bits);

/// In these lanes, these bits of the row depend on the register of the row `origin`, which nobody
/// set; in the others it is as before.
void put_unset(Warp& warp, std::uint32_t row, std::uint32_t lanes, UnsetRow bits,
               std::uint32_t origin);

/// Reports the operands that are written to memory, or the row, if they depend on what nobody set.
/// From then on they count as set, so that each is told once.
void tell_unset(Warp& warp, const Step& step, std::uint32_t lanes);
void tell_unset(Warp& warp, const Step& step, std::uint32_t row, std::uint32_t lanes);

/// Runs the step, of which an operand depends on what nobody set, by `run`, which is to set
/// `completed`; and finds out which results do.
void run_with_unset(Warp& warp, const Step& step, std::uint32_t lanes, Handler run);

}  // namespace layoutcheck::gpu::ptx
