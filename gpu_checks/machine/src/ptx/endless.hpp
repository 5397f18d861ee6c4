// Loops that never end.
//
// A warp that jumps back in the state of an earlier jump, while nothing has changed that is in no
// register, will do the same again until somebody else changes something. Where all warps of a
// block that do not wait repeat themselves so, the block never ends; unless they read global
// memory, into which other blocks, which run later here, or the host may write.
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// A jump back has been made to warp.pc. Returns whether the warp repeats itself; then it gives way
/// to others until something changes.
bool look_for_repetition(Warp& warp);

/// Whether it has been found to do so, and nothing has changed since.
bool repeats_itself(const Warp& warp);

/// The warp ends its turn where all of its lanes ask for the phase of an mbarrier.
void note_asked(Warp& warp);

/// Whether all warps of the block repeat themselves or wait.
bool stands_still(const Block& block);

/// Ends the launch if all warps of the block do that do not wait.
void stop_if_endless(Block& block);

}  // namespace layoutcheck::gpu::ptx
