// Loops that would take a launch over its limits: iterations are left out between which nothing
// changes but integers that grow by the same each time.
//
// At the head of a loop, where all lanes of all warps of a block have come equally often, a *round*
// of some iterations is tried. What two heads differ by is supposed to be what each register grows
// by in a round; the next round is followed with these slopes, instruction by instruction. If it
// ends as supposed, so will all that come, until a comparison comes out otherwise, a number leaves
// its type, or an address its buffer or its power of two: so many rounds do the same, by induction.
// Half of them are left out, and so on, until what changes is near, and that is executed.
//
// What is not followed (what is loaded, floating point, quotients) is not known afterwards, and
// neither is what comes of it, nor what memory holds that was written in rounds, until it is
// written anew. Accesses whose addresses or guards depend on it are not made; a branch or a barrier
// that does ends the launch. What is executed is judged: what was done before the rounds comes
// before what is done behind them if threads meet in them, and bytes are unwritten if no iteration
// that was left out can have written them. Where that is open, nothing is said, and it is counted.
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// A jump back has been made to warp.pc: counts it, and does what is due there. `warp.pauses` says
/// that the warp waits for the others.
void pass_head(Warp& warp);

/// A step is executed by these of the lanes `there`: what it does to the slopes, before and after.
void follow_slopes(Warp& warp, const Step& step, std::uint32_t there, std::uint32_t lanes);
void settle_slopes(Warp& warp, const Step& step);

/// Runs the step by `run`, behind what was left out.
void run_with_gaps(Warp& warp, const Step& step, std::uint32_t there, std::uint32_t lanes,
                   Handler run);

/// Nothing moves any more, or for too long: if all warps wait at a head, rounds are left out if
/// that is to be. Returns whether there are warps that waited; they go on.
bool leave_out_rounds(Block& block);

/// Counts the iterations of the loops of which some were left out.
void count_iterations(const Block& block);

}  // namespace layoutcheck::gpu::ptx
