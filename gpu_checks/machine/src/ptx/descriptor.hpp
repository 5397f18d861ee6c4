// Matrices in shared memory that a descriptor names: wgmma and tcgen05. shared_operands.hpp has
// them as layouts.
#pragma once

#include <array>
#include <cstdint>

namespace layoutcheck::gpu::ptx {

/// Shared memory is read in units of 16 bytes, whose entries are neighbours along k or along the
/// other dimension.
inline constexpr std::uint64_t unit_bytes = 16;

/// Where the units of a matrix lie: PTX, sections "Matrix-Descriptor Format" of wgmma and
/// "Canonical Layouts" of tcgen05.
struct MatrixDescriptor {
  std::uint64_t start = 0;
  std::uint64_t leading = 0;
  std::uint64_t stride = 0;
  /// Units that are swizzled with each other: 1 (none), 2, 4 or 8.
  std::uint64_t swizzled = 1;
  /// Whether the swizzle moves pairs of them, and repeats itself after four lines.
  bool swizzles_pairs = false;
  /// Whether `leading` is the address of the units of a line that are beyond its 128 bytes: PTX,
  /// section "Absolute address mode for K dimension being 48B".
  bool continues = false;

  /// The parts that the descriptors of wgmma and of tcgen05 have in common.
  static constexpr MatrixDescriptor of(std::uint64_t bits) {
    return {(bits & 0x3fffU) * unit_bytes, (bits >> 16 & 0x3fffU) * unit_bytes,
            (bits >> 32 & 0x3fffU) * unit_bytes};
  }
  static constexpr MatrixDescriptor of_wgmma(std::uint64_t bits) {
    constexpr std::array<std::uint64_t, 4> units = {1, 8, 4, 2};
    MatrixDescriptor descriptor = of(bits);
    descriptor.swizzled = units[bits >> 62];
    return descriptor;
  }
  /// `swizzled` is 0 if there is no such mode.
  static constexpr MatrixDescriptor of_tcgen05(std::uint64_t bits) {
    constexpr std::array<std::uint64_t, 8> units = {1, 8, 8, 0, 4, 0, 2, 0};
    MatrixDescriptor descriptor = of(bits);
    descriptor.swizzled = units[bits >> 61];
    descriptor.swizzles_pairs = bits >> 61 == 1;
    descriptor.continues = (bits >> 52 & 1U) != 0;
    return descriptor;
  }

  /// Where the unit lies that is the `unit`-th along the contiguous dimension, in line `line` of
  /// the other. For k contiguous the lines are rows of A (columns of B).
  [[nodiscard]] constexpr std::uint64_t unit(std::uint64_t unit, std::uint64_t line,
                                             bool along_k) const {
    const std::uint64_t lines = swizzles_pairs ? 4 : 8;
    std::uint64_t at = start + line % lines * unit_bytes * swizzled;
    if (along_k) {
      at += line / lines * stride + (swizzled == 1 ? unit * leading : unit * unit_bytes);
      if (const std::uint64_t line_bytes = unit_bytes * swizzled;
          continues && start % line_bytes + unit * unit_bytes >= line_bytes)
        at += leading - start / line_bytes * line_bytes - line_bytes;
    } else if (swizzled == 1)
      at += line / lines * leading + unit * stride;
    else
      at += line / lines * stride + unit % swizzled * unit_bytes + unit / swizzled * leading;
    // The bits of the unit within a line are mixed with those of the line within eight, or four.
    return swizzles_pairs ? at ^ (at >> 7 & 3U) << 5 : at ^ (at >> 7 & (swizzled - 1)) << 4;
  }

  /// Where entry (i, l) lies, i along m or n and l along k, if entries have so many bytes.
  [[nodiscard]] constexpr std::uint64_t entry(unsigned i, unsigned l, unsigned bytes,
                                              bool along_k) const {
    const auto in_unit = static_cast<unsigned>(unit_bytes) / bytes;
    const unsigned across = along_k ? l : i;
    return unit(across / in_unit, along_k ? i : l, along_k) +
           std::uint64_t{across % in_unit} * bytes;
  }
};

}  // namespace layoutcheck::gpu::ptx
