// Races with reads whose values are not used: Triton loads a tile smaller than a block in all
// warps, and masks the stores of those that repeat others. What such a warp loads of what another
// has updated in place goes nowhere.
//
// Where the value of a load goes through arithmetic into stores alone, that it was written by
// others is told once its lane executes one of these, or a lane of its warp if lanes exchange what
// comes of it; if none is executed, it is no race.
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// Whether what the lane reads in this step may go nowhere: then the race waits for its use.
bool waits_for_use(Warp& warp, const Step& load, unsigned lane, const WaitingRace& race);

/// A store is executed: tells the races that waited for it.
void tell_waiting(Warp& warp, const Step& store, std::uint32_t lanes);

}  // namespace layoutcheck::gpu::ptx
