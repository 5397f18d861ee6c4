// Where values come from, followed through the instructions of PTX beside the registers.
//
// Loads, stores and the copies of matrices move bytes by their addresses. What else moves bytes
// (mov, prmt, shifts, shuffles, conversions of integers, …) needs no rule of its own: it is tried
// out. The step runs twice more with the bytes that have an origin changed, by a pattern of their
// lane and by one of their place; a byte of the result that changed by a pattern is that byte. All
// other instructions compute: sums and products keep both operands, the others mix them.
//
// Where values are elements of rings, floating-point instructions compute with these, comparisons
// of them make predicates that are values, too, and what decides is noted.
#pragma once

#include "machine.hpp"
#include <layoutcheck/machine/origins.hpp>

namespace layoutcheck::gpu::ptx {

/// Runs the step by `run`, which sets `completed`, and puts the origins of its results and of what
/// it writes in their places.
void run_with_origins(Warp& warp, const Step& step, std::uint32_t lanes, Handler run);

/// A lane copies bytes where origins are followed, or writes bytes that have none.
void move_origins(Warp& warp, const Step& step, unsigned lane, std::uint64_t from, std::uint64_t to,
                  std::uint64_t bytes);
void clear_origins(Warp& warp, const Step& step, unsigned lane, std::uint64_t to,
                   std::uint64_t bytes);

/// The guard of a step, where values are elements of rings: whether it depends on one.
void note_guard(Warp& warp, const Step& step, std::uint32_t lanes);

/// The bytes of a lane's oldest copy have been written.
void copy_arrives(Warp& warp, unsigned lane, const Copy& copy);

}  // namespace layoutcheck::gpu::ptx
