// Tensor maps as CuTe DSL's code for the host writes them.
#include <layoutcheck/machine/tensor_map.hpp>

#include <gmock/gmock.h>

#include <cstring>

namespace layoutcheck::gpu {

namespace {

using Words = std::array<std::uint64_t, 16>;

std::optional<TensorMap> decoded(const Words& words) {
  return decoded_tensor_map(std::as_bytes(std::span(words)));
}

/// A tensor's, innermost first, and its strides in bytes.
TensorMap tiled(std::uint64_t address, TensorMap::Type type, std::vector<std::uint64_t> extents,
                std::vector<std::uint64_t> strides, std::vector<std::uint16_t> box) {
  TensorMap map;
  map.address = address;
  map.type = type;
  map.rank = static_cast<std::uint8_t>(extents.size());
  std::ranges::copy(extents, map.extents.begin());
  std::ranges::copy(strides, map.strides.begin());
  std::ranges::copy(box, map.box.begin());
  std::fill_n(map.steps.begin(), map.rank, std::uint8_t{1});
  return map;
}

/// 64 × 128 halves, in boxes of 32 × 64 with a swizzle of 128 bytes. The second half is not
/// written.
constexpr Words halves = {0x0000860000000000,
                          0x0000001000046312,
                          0,
                          0,
                          0x0000003f0000007f,
                          0,
                          0x3f00000000000000,
                          0x1f,
                          7};

// Each is what version 4.8.1 wrote for the tensor and box on the right.
TEST(TensorMap, OfCuteDsl) {
  TensorMap expected = tiled(0x860000000000, TensorMap::Type::f16, {128, 64}, {256}, {64, 32});
  expected.swizzle = TensorMap::Swizzle::of_128;
  EXPECT_EQ(decoded(halves), expected);
  EXPECT_EQ(refusal_of(expected), "");

  EXPECT_EQ(decoded({0x0000a60000000000, 0x40302, 0, 0, 0x7f, 0, 0x3f00000000000000, 0}),
            tiled(0xa60000000000, TensorMap::Type::f16, {128}, {}, {64}));
  EXPECT_EQ(decoded({0x0000960000000000, 0x0000004000040492, 0, 0, 0x0000003f0000007f, 0,
                     0x0f00000000000000, 0x1f}),
            tiled(0x960000000000, TensorMap::Type::f64, {128, 64}, {1024}, {16, 32}));
  EXPECT_EQ(decoded({0x00008e0000000000, 0x0000001000040512, 0, 0, 0x0000003f0000007f, 0,
                     0x3f00000000000000, 0x1f}),
            tiled(0x8e0000000000, TensorMap::Type::bf16, {128, 64}, {256}, {64, 32}));
  EXPECT_EQ(decoded({0x0000900000000000, 0x0000000800040012, 0, 0, 0x0000003f0000007f, 0,
                     0x3f00000000000000, 0x1f}),
            tiled(0x900000000000, TensorMap::Type::u8, {128, 64}, {128}, {64, 32}));
  // 3 × 4 × 8 × 64 × 128 halves in boxes of 1 × 1 × 2 × 32 × 64: it exchanges the outermost modes.
  EXPECT_EQ(decoded({0x0000a40000000000, 0x0000001000240342, 0x0000800000000400, 0x2000,
                     0x0000003f0000007f, 0x0000000200000007, 0x3f00000000000003, 0x11f}),
            tiled(0xa40000000000, TensorMap::Type::f16, {128, 64, 8, 3, 4},
                  {256, 16384, 524288, 131072}, {64, 32, 2, 1, 1}));
  // 256 × 256 numbers of 4 bits.
  TensorMap small =
      tiled(0x800000000000, TensorMap::Type::b4x16, {256, 256, 1}, {128, 32768}, {256, 128, 1});
  small.swizzle = TensorMap::Swizzle::of_128;
  EXPECT_EQ(decoded({0x0000800000000000, 0x00000008000465a2, 0x800, 0, 0x000000ff000000ff, 0,
                     0xff00000000000000, 0x7f}),
            small);
  // 256 × 128 of single precision that is rounded, with a swizzle of 128 bytes.
  TensorMap rounded =
      tiled(0x800000000000, TensorMap::Type::tf32, {128, 256, 1}, {512, 131072}, {32, 128, 1});
  rounded.swizzle = TensorMap::Swizzle::of_128;
  EXPECT_EQ(decoded({0x0000800000000000, 0x00000020002563a2, 0x2000, 0, 0x000000ff0000007f, 0,
                     0x1f00000000000000, 0x7f}),
            rounded);
}

TEST(TensorMap, StridesOfCuteDslMayHave40Bits) {
  Words words = halves;
  words[3] = std::uint64_t{0xa} << 32;
  ASSERT_TRUE(decoded(words));
  EXPECT_EQ(decoded(words)->strides[0], (std::uint64_t{0xa} << 36) + 256);
}

TEST(TensorMap, BitsOfNoKnownMeaningAreNoTensorMap) {
  const TensorMap known = *decoded(halves);
  unsigned unknown = 0;
  for (unsigned bit = 0; bit < 512; ++bit) {
    Words words = halves;
    words[bit / 64] ^= std::uint64_t{1} << bit % 64;
    const auto map = decoded(words);
    // 18 and 21 of the second word say nothing of the tile.
    if (map == known) EXPECT_TRUE(bit == 64 + 18 || bit == 64 + 21) << bit;
    unknown += map ? 0 : 1;
  }
  // Another map: 53 bits of the address, 64 of the extents, 144 of strides, 16 of the box, 2 of the
  // swizzle, and those of the type (3) and rank (1) that make another one; the same: 2.
  EXPECT_EQ(unknown, 512U - 53 - 64 - 144 - 16 - 2 - 3 - 1 - 2);
  EXPECT_EQ(decoded({}), std::nullopt);
}

}  // namespace

}  // namespace layoutcheck::gpu
