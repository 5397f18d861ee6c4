// Tensor maps: the box of a tensor in global memory that tensor copies move, and its layout in
// shared memory. The 128-byte encoding of devices is undocumented; this one is our own.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace layoutcheck::gpu {

/// Dimensions are ordered innermost first. Types and modes are numbered as for tensormap.replace
/// (PTX ISA, tensormap.replace, Tensormap new_val validity).
struct TensorMap {
  static constexpr std::size_t most_rank = 5;
  static constexpr std::size_t size = 128;
  static constexpr std::uint64_t alignment = 64;
  /// Distinguishes a tensor map from other bytes.
  static constexpr std::uint64_t own_mark = 0x70616d726f736e74;

  enum class Type : std::uint8_t {
    u8,
    u16,
    u32,
    s32,
    u64,
    s64,
    f16,
    f32,
    f32_ftz,
    f64,
    bf16,
    tf32,
    tf32_ftz,
    // 16 elements of 4 or 6 bits; followed by padding in shared memory, up to 16 bytes. Those of 6
    // bits have 8 there if they go to global memory, .b6p2x16.
    b4x16,
    b4x16_p64,
    b6x16_p32
  };
  enum class Interleave : std::uint8_t { none, of_16, of_32 };
  enum class Swizzle : std::uint8_t { none, of_32, of_64, of_128 };
  /// The atom of a 128-byte swizzle: 16, 32 or 64 bytes; or 32, where in every second line of 128
  /// bytes the halves of each 16 bytes are exchanged.
  enum class Atom : std::uint8_t { of_16, of_32, of_32_flipped, of_64 };
  enum class Fill : std::uint8_t { zero, nan };

  std::uint64_t mark = own_mark;
  /// In global memory.
  std::uint64_t address = 0;
  /// In elements.
  std::array<std::uint64_t, most_rank> extents{};
  /// In bytes, for all dimensions but the innermost.
  std::array<std::uint64_t, most_rank - 1> strides{};
  /// In elements of the tensor; the tile has every `steps`-th.
  std::array<std::uint16_t, most_rank> box{};
  std::array<std::uint8_t, most_rank> steps{};
  std::uint8_t rank = 0;
  Type type = Type::u8;
  Interleave interleave = Interleave::none;
  Swizzle swizzle = Swizzle::none;
  Atom atom = Atom::of_16;
  Fill fill = Fill::zero;
  /// The bytes of a sector that the L2 cache fetches are 32 << promotion.
  std::uint8_t promotion = 0;
  /// In im2col mode: the pixels of a tile, box[0] channels each (0 in tiled mode); and by how much
  /// the corners of the bounding box, in which filters have their bases, are beyond those of an
  /// image, for the dimensions from 1 to rank - 2.
  std::uint16_t pixels = 0;
  std::array<std::int16_t, most_rank - 2> lower{};
  std::array<std::int16_t, most_rank - 2> upper{};
  std::array<std::uint8_t, 4> unused{};

  [[nodiscard]] bool is_im2col() const { return pixels != 0; }
  /// The first and the last base in a dimension of an image.
  [[nodiscard]] std::int64_t first_base(std::size_t dimension) const {
    return lower[dimension - 1];
  }
  [[nodiscard]] std::int64_t last_base(std::size_t dimension) const {
    return static_cast<std::int64_t>(extents[dimension]) - 1 + upper[dimension - 1];
  }
  /// Of an element in global memory, and of what it takes in shared memory.
  [[nodiscard]] std::uint32_t element_bits() const;
  [[nodiscard]] std::uint32_t shared_bits() const;
  [[nodiscard]] bool is_padded() const { return shared_bits() != element_bits(); }
  /// Pre: an element has whole bytes.
  [[nodiscard]] std::uint32_t element_bytes() const { return element_bits() / 8; }
  [[nodiscard]] bool is_floating() const;
  /// The elements of a tile along a dimension.
  [[nodiscard]] std::uint32_t count(std::size_t dimension) const {
    const std::uint32_t step = dimension == 0 ? 1 : steps[dimension];
    return (box[dimension] + step - 1) / step;
  }
  /// The bytes of its rows, along the innermost dimension; their pitch in shared memory, which
  /// exceeds the row if the swizzle is wider (CUDA C++ Programming Guide, The Swizzle Modes); and
  /// their number.
  [[nodiscard]] std::uint32_t row_bytes() const { return box[0] * shared_bits() / 8; }
  [[nodiscard]] std::uint32_t pitch() const;
  [[nodiscard]] std::uint64_t rows() const;
  /// The bytes that a swizzle keeps together, but for halves of 16 that it exchanges.
  [[nodiscard]] std::uint32_t atom_bytes() const;
  /// The atoms of a span that it permutes; 0 without a swizzle.
  [[nodiscard]] std::uint32_t atoms() const;
  /// The swizzled place in shared memory of the 16 bytes of a tile at `plain`. In a flipped atom
  /// they begin with their second half if the result is not a multiple of 16.
  /// Pre: `plain` is one.
  [[nodiscard]] std::uint64_t swizzled(std::uint64_t plain) const;

  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};
static_assert(sizeof(TensorMap) == TensorMap::size);

/// `value` as a member of a map, or the largest number of its type, which refusal_of() rejects.
template <class T>
T at_most(std::uint64_t value) {
  return static_cast<T>(std::min<std::uint64_t>(value, std::numeric_limits<T>::max()));
}

/// Why cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col rejects such a map (CUDA Driver API,
/// Tensor Map Object Management), or the executor does not support it; "" if neither.
std::string refusal_of(const TensorMap& map);

/// The type's CUtensorMapDataType, whose numbers are others than those of tensormap.replace; the
/// type of such a number.
int driver_number(TensorMap::Type type);
std::optional<TensorMap::Type> type_of_driver_number(int number);

/// The map's CUtensorMapSwizzle, in which the atoms of a swizzle of 128 bytes are modes of their
/// own; puts that of such a number into the map, and returns whether there is one.
int swizzle_number(const TensorMap& map);
bool put_swizzle(TensorMap& map, int number);

/// "f16", "tf32.ftz"; the type of a name.
std::string_view name(TensorMap::Type type);
std::optional<TensorMap::Type> tensor_type(std::string_view name);

std::array<std::byte, TensorMap::size> encoded(const TensorMap& map);
/// Of our encoding, or of a device's as far as CuTe DSL's code for the host writes it. Nothing if
/// the bytes are not a tensor map. Its members are not validated. Pre: there are 128.
std::optional<TensorMap> decoded_tensor_map(std::span<const std::byte> bytes);
/// Whether the first 64 bytes are a tensor map as CuTe DSL writes it. Pre: there are 64.
bool is_first_half_of_map(std::span<const std::byte> bytes);

}  // namespace layoutcheck::gpu
