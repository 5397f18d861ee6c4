// Operands in shared memory as layouts, against the canonical layouts as the ISA prints them, and
// against where the executor reads them.
#include "../src/ptx/descriptor.hpp"
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/machine/shared_operands.hpp>

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace layoutcheck::gpu {
namespace {

/// CuTe's Swizzle, on a number.
Int swizzled(const Swizzle& of, Int x) {
  const Int mask = ((Int{1} << of.bits) - 1) << (of.base + of.shift);
  return x ^ (x & mask) >> of.shift;
}

/// Of a layout of two modes: [first][second].
std::vector<std::vector<Int>> entries_of(const SwizzledLayout& layout) {
  std::vector<std::vector<Int>> values = values_by_mode(layout.layout());
  for (std::vector<Int>& row : values)
    for (Int& value : row)
      value = swizzled(layout.swizzle(), layout.offset() + value);
  return values;
}

struct Kind {
  std::string instruction;
  Int bits;
  Int lines_of_a;
  Int lines_of_b;
  Int length_of_a;
  Int length_of_b;
  bool may_transpose;
};
const std::vector<Kind> kinds = {
    {"wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", 16, 64, 128, 16, 16, true},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16", 16, 64, 8, 16, 16, true},
    {"wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32", 32, 64, 64, 8, 8, false},
    {"wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.u8", 8, 64, 64, 32, 32, false},
    {"wgmma.mma_async.sync.aligned.m64n64k256.s32.b1.b1.and.popc", 1, 64, 64, 256, 256, false},
    {"wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.f16.f16", 16, 64, 64, 16, 32, true},
    {"tcgen05.mma.cta_group::1.kind::f16.m64n32k16", 16, 64, 32, 16, 16, true},
    {"tcgen05.mma.cta_group::2.kind::tf32.m256n256k8", 32, 128, 128, 8, 8, true},
    {"tcgen05.mma.cta_group::2.kind::f8f6f4.m128n256k32", 8, 64, 128, 32, 32, true},
    {"tcgen05.mma.sp.cta_group::1.kind::f8f6f4.m128n128k64", 8, 128, 128, 32, 64, true},
    {"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X.m128n64k64", 4, 128, 64, 64, 64,
     false},
};

/// Of descriptors with this swizzle: 2^swizzle units, or pairs of them.
std::uint64_t mode_of(const Kind& kind, unsigned swizzle, bool pairs) {
  if (kind.instruction.starts_with("wgmma"))
    return std::array<std::uint64_t, 4>{0, 3, 2, 1}[swizzle] << 62;
  return (pairs ? 1 : std::array<std::uint64_t, 4>{0, 6, 4, 2}[swizzle]) << 61 | std::uint64_t{1}
                                                                                     << 46;
}

/// In bytes: PTX ISA, "Canonical Layouts", with T entries in 16 bytes; `line` is across the
/// contiguous dimension, whose entry is the `along`-th.
Int canonical(Major major, unsigned swizzle, bool pairs, Int leading, Int stride, Int line,
              Int byte) {
  const Int row = Int{16} << swizzle;
  const Int unit = byte / 16;
  const Int in_unit = byte % 16;
  if (major == Major::k && swizzle == 0)  // ((8,m),(T,2k)):((1T,SBO),(1,LBO))
    return line % 8 * 16 + line / 8 * stride + in_unit + unit * leading;
  if (major == Major::k)  // ((8,m),(T,2k)):((rowT,SBO),(1,T))
    return line % 8 * row + line / 8 * stride + in_unit + unit * 16;
  if (swizzle == 0)  // ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))
    return in_unit + unit * stride + line % 8 * 16 + line / 8 * leading;
  const Int lines = pairs ? 4 : 8;
  // ((T,row,m),(lines,k)):((1,T,LBO),(rowT,SBO))
  return in_unit + unit % (row / 16) * 16 + unit / (row / 16) * leading + line % lines * row +
         line / lines * stride;
}

TEST(PtxSharedOperands, DescriptorsNameTheCanonicalLayouts) {
  std::mt19937 random(1);
  std::size_t compared = 0;
  for (const Kind& kind : kinds) {
    for (const char* const operand : {"A", "B"}) {
      const bool is_a = *operand == 'A';
      const Int lines = is_a ? kind.lines_of_a : kind.lines_of_b;
      const Int length = is_a ? kind.length_of_a : kind.length_of_b;
      for (const Major major : {Major::k, Major::mn}) {
        if (major == Major::mn && !kind.may_transpose) continue;
        const bool pairs = major == Major::mn && kind.bits == 32;
        for (unsigned swizzle = pairs ? 3 : 0; swizzle <= 3; ++swizzle) {
          // A span that is wider than the matrix is as wide as it.
          if (major == Major::mn && lines * kind.bits % (128 << swizzle) != 0 &&
              lines * kind.bits > 128)
            continue;
          const Int leading = 16 * static_cast<Int>(random() % 512);
          const Int stride = 16 * static_cast<Int>(random() % 512);
          const Int start = 1024 * static_cast<Int>(random() % 8) + 16 * (swizzle == 0 ? 3 : 2);
          const auto descriptor =
              mode_of(kind, swizzle, pairs) |
              static_cast<std::uint64_t>(start / 16 | leading / 16 << 16 | stride / 16 << 32);
          const auto found =
              entries_of(described_operand(kind.instruction, operand, major, descriptor).layout);
          ASSERT_EQ(found.size(), static_cast<std::size_t>(lines)) << kind.instruction;
          ASSERT_EQ(found[0].size(), static_cast<std::size_t>(length)) << kind.instruction;
          const Swizzle swizzle_of_bytes = pairs ? Swizzle{2, 5, 2} : Swizzle{Int{swizzle}, 4, 3};
          const auto matrix = kind.instruction.starts_with("wgmma")
                                  ? ptx::MatrixDescriptor::of_wgmma(descriptor)
                                  : ptx::MatrixDescriptor::of_tcgen05(descriptor);
          const Int in_unit = 128 / kind.bits;
          for (Int i = 0; i < lines; ++i) {
            for (Int l = 0; l < length; ++l) {
              const Int along = major == Major::k ? l : i;
              const Int line = major == Major::k ? i : l;
              const Int bit = along * kind.bits;
              const Int byte = swizzled(
                  swizzle_of_bytes,
                  start + canonical(major, swizzle, pairs, leading, stride, line, bit / 8));
              const Int entry = found[static_cast<std::size_t>(i)][static_cast<std::size_t>(l)];
              ASSERT_EQ(entry * kind.bits, byte * 8 + bit % 8)
                  << kind.instruction << ' ' << operand << ", swizzle " << swizzle << ": " << i
                  << ", " << l;
              const auto unit = static_cast<Int>(
                  matrix.unit(static_cast<std::uint64_t>(along / in_unit),
                              static_cast<std::uint64_t>(line), major == Major::k));
              ASSERT_EQ(entry, unit * 8 / kind.bits + along % in_unit) << kind.instruction;
              ++compared;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 200000U);
}

void expect_refusal(const std::function<void()>& make, const std::string& why) {
  try {
    make();
    FAIL() << "not refused: " << why;
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(), why);
  }
}

TEST(PtxSharedOperands, WhatMakesNoLayoutIsRefused) {
  const auto refuse = [](const char* instruction, const char* operand, Major major,
                         std::uint64_t descriptor, const std::string& why) {
    expect_refusal([&] { described_operand(instruction, operand, major, descriptor); }, why);
  };
  const char* const half = "tcgen05.mma.cta_group::1.kind::f16.m128n64k16";
  const char* const single = "tcgen05.mma.cta_group::1.kind::tf32.m128n64k8";
  refuse("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "A", Major::k, 0,
         "only operands of wgmma and tcgen05.mma have descriptors");
  refuse("wgmma.mma_async", "A", Major::k, 0, "there is no table of this instruction");
  refuse(half, "C", Major::k, 0, "descriptors are of A and B");
  refuse(half, "A", Major::k, std::uint64_t{3} << 61, "there is no swizzling mode 3");
  refuse(half, "A", Major::k, std::uint64_t{1} << 52,
         "an absolute leading address makes no layout");
  refuse("wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3", "A", Major::mn, 0,
         "only entries of 16 bits may be transposed");
  refuse("tcgen05.mma.cta_group::1.kind::mxf4.block_scale.m128n64k64", "A", Major::mn, 0,
         "packed entries are not transposed");
  refuse(single, "A", Major::mn, std::uint64_t{2} << 61,
         "transposed tf32 takes a swizzle of 128 bytes with atoms of 32");
  refuse(half, "A", Major::mn, std::uint64_t{1} << 61,
         "a swizzle with atoms of 32 bytes is for transposed tf32");
  // 24 columns, of which 16 are swizzled with each other.
  refuse("wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16", "B", Major::mn,
         std::uint64_t{3} << 62, "24 entries are no whole number of swizzled spans");
}

/// A map of any tensor.
TensorMap tile(TensorMap::Type type, const std::vector<std::uint16_t>& box, int swizzle) {
  TensorMap map;
  map.type = type;
  map.rank = static_cast<std::uint8_t>(box.size());
  std::copy(box.begin(), box.end(), map.box.begin());
  map.steps.fill(1);
  map.extents.fill(128);
  map.strides.fill(128);
  EXPECT_TRUE(put_swizzle(map, swizzle));
  return map;
}

TEST(PtxSharedOperands, TilesAreWhereTensorCopiesPutThem) {
  using Type = TensorMap::Type;
  constexpr int of_64_atoms = 6;
  std::vector<TensorMap> maps;
  for (int swizzle = 0; swizzle <= of_64_atoms; ++swizzle) {
    if (swizzle == 5) continue;  // exchanges halves
    maps.push_back(tile(Type::f16, {16, 20}, swizzle));
    maps.push_back(tile(Type::u8, {16, 9, 3}, swizzle));
    maps.push_back(tile(Type::f64, {4, 5, 2, 3}, swizzle));
    maps.push_back(tile(Type::b4x16, {64, 17}, swizzle));
  }
  maps.push_back(tile(Type::bf16, {64, 32}, 3));
  maps.push_back(tile(Type::b4x16_p64, {128, 6}, 3));
  maps.push_back(tile(Type::b6x16_p32, {128, 6}, 0));
  maps.push_back(tile(Type::f32, {8}, 0));
  maps.push_back(tile(Type::f32, {8, 9}, 1));
  maps.back().steps[1] = 2;
  for (const TensorMap& map : maps) {
    const SwizzledLayout layout = tile_operand(map).layout;
    const auto bits = static_cast<Int>(map.shared_bits());
    const std::vector<Layout> modes = layout.layout().modes();
    ASSERT_EQ(modes.size(), map.rank);
    // Rows follow each other at the pitch, and elements of a row without gaps.
    std::array<Int, TensorMap::most_rank> c{};
    Int row = 0;
    while (true) {
      for (c[0] = 0; c[0] < Int{map.box[0]}; ++c[0]) {
        Int entry = layout.offset();
        for (std::size_t i = 0; i < map.rank; ++i)
          entry += c[i] * (modes[i].length() == 0 ? 0 : modes[i].strides()[0]);
        entry = swizzled(layout.swizzle(), entry);
        const Int plain = row * static_cast<Int>(map.pitch()) * 8 + c[0] * bits;
        const auto units = map.swizzled(static_cast<std::uint64_t>(plain / 128 * 16));
        ASSERT_EQ(entry * bits, static_cast<Int>(units) * 8 + plain % 128);
      }
      ++row;
      std::size_t i = 1;
      while (i < map.rank && ++c[i] == Int{map.count(i)})
        c[i++] = 0;
      if (i >= map.rank) break;
    }
    EXPECT_EQ(row, static_cast<Int>(map.rows()));
  }
}

TEST(PtxSharedOperands, TilesThatAreNoLayoutAreRefused) {
  using Type = TensorMap::Type;
  expect_refusal(
      [] {
        tile_operand(tile(Type::f16, {64, 4}, 5));
      },
      "a swizzle that exchanges halves of 16 bytes is none of CuTe's");
  expect_refusal(
      [] {
        tile_operand(tile(Type::f16, {64, 4}, 2));
      },
      "a row of the box has 128 bytes, more than the 64 of its swizzle");
  expect_refusal(
      [] {
        TensorMap map = tile(Type::f16, {64, 0, 0}, 0);
        map.pixels = 4;
        tile_operand(map);
      },
      "a tile of im2col mode depends on where it is");
}

}  // namespace
}  // namespace layoutcheck::gpu
