// The registers of a warp, rows of 32 lanes, and what is known beside their bits.
#pragma once

#include "code.hpp"
#include "memory.hpp"

#include <map>

namespace layoutcheck::gpu::ptx {

/// Exact integers beside the registers.
struct ExactRows {
  /// By row and lane.
  std::vector<std::int64_t> values;
  /// For each row the lanes whose value is known.
  std::vector<std::uint32_t> known;
  /// For each row the lanes whose value is among `odd`: no `values` holds it, or it has left the
  /// range of its type.
  std::vector<std::uint32_t> is_odd;
  struct Odd {
    Wide value = 0;
    /// The line at which it left the range first; 0 if it never did.
    std::uint32_t origin = 0;
    /// What a compiler may have added to it, to be pushed out of the register by a factor to come.
    std::int64_t surplus = 0;
  };
  /// By row and lane; empty until there is one.
  std::vector<Odd> odd;
  Share share;
};

/// What of a row depends on a register that nobody set.
struct Unset {
  /// The lanes in which a bit of it does, and the bits that do so, unless unset_by_lane has them.
  std::uint32_t lanes = 0;
  /// The row of the register.
  std::uint32_t origin = 0;
  std::uint64_t bits = 0;
};

/// The registers of a warp.
struct Registers {
  std::vector<std::uint64_t> bits;
  ExactRows exact;
  std::vector<Unset> unset;
  /// By row, where those of the lanes differ.
  std::map<std::uint32_t, std::array<std::uint64_t, warp_size>> unset_by_lane;
  /// By row, the lanes in which it is not known, because iterations were left out; or empty.
  std::vector<std::uint32_t> vague;
};

}  // namespace layoutcheck::gpu::ptx
