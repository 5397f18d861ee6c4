// Whether two floating-point numbers are one result, computed twice.
//
// Compilers contract sums and products in other ways for lanes that compute the same, so the
// results differ by their rounding. How far depends on what was added: a sum that cancels is small,
// and its error is not. So two results may be a few units in the last place apart, or, if they are
// sums, a few units of their addends.
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// Whether the bytes that a lane stores in this step are floating-point numbers that were computed,
/// and but for rounding those that are there.
bool repeats(const Warp& warp, const Step& step, unsigned lane, const std::byte* there,
             const std::byte* data, std::uint32_t bytes);

}  // namespace layoutcheck::gpu::ptx
