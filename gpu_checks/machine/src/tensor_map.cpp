// Tensor maps: their conditions, and how a tile lies in shared memory.
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace layoutcheck::gpu {

namespace {

struct TypeOfTensor {
  std::string_view name;
  std::uint32_t bits;
  bool is_floating;
  /// Of what an element takes in shared memory.
  std::uint32_t shared_bits = bits;
};
constexpr std::array tensor_types = {
    TypeOfTensor{"u8", 8, false},           TypeOfTensor{"u16", 16, false},
    TypeOfTensor{"u32", 32, false},         TypeOfTensor{"s32", 32, false},
    TypeOfTensor{"u64", 64, false},         TypeOfTensor{"s64", 64, false},
    TypeOfTensor{"f16", 16, true},          TypeOfTensor{"f32", 32, true},
    TypeOfTensor{"f32.ftz", 32, true},      TypeOfTensor{"f64", 64, true},
    TypeOfTensor{"bf16", 16, true},         TypeOfTensor{"tf32", 32, true},
    TypeOfTensor{"tf32.ftz", 32, true},     TypeOfTensor{"b4x16", 4, false},
    TypeOfTensor{"b4x16_p64", 4, false, 8}, TypeOfTensor{"b6x16_p32", 6, false, 8},
};

/// By their CUtensorMapDataType.
constexpr std::array driver_types = {
    TensorMap::Type::u8,       TensorMap::Type::u16,     TensorMap::Type::u32,
    TensorMap::Type::s32,      TensorMap::Type::u64,     TensorMap::Type::s64,
    TensorMap::Type::f16,      TensorMap::Type::f32,     TensorMap::Type::f64,
    TensorMap::Type::bf16,     TensorMap::Type::f32_ftz, TensorMap::Type::tf32,
    TensorMap::Type::tf32_ftz, TensorMap::Type::b4x16,   TensorMap::Type::b4x16_p64,
    TensorMap::Type::b6x16_p32};

/// Pre: `refusal_of` has looked at it, or it was made of a name.
const TypeOfTensor& facts_of(TensorMap::Type type) {
  return tensor_types[std::min(static_cast<std::size_t>(type), tensor_types.size() - 1)];
}

std::uint32_t swizzle_bytes(TensorMap::Swizzle swizzle) {
  return swizzle == TensorMap::Swizzle::none ? 0 : 16U << static_cast<unsigned>(swizzle);
}

std::string at(const char* what, std::size_t dimension) {
  return std::string(what) + " of dimension " + std::to_string(dimension) + " is ";
}

/// The pixels and corners of im2col mode.
std::string refusal_of_pixels(const TensorMap& map) {
  constexpr unsigned most_pixels = 1024;
  if (map.rank < 3)
    return "its rank is " + std::to_string(map.rank) + ", and in im2col mode from 3 to 5";
  if (map.pixels > most_pixels)
    return "a tile has " + std::to_string(map.pixels) + " pixels, not from 1 to 1024";
  // Bounds for 3, 4 and 5 dimensions.
  constexpr std::array<int, 3> bounds = {1 << 15, 1 << 7, 1 << 4};
  const int bound = bounds[map.rank - 3];
  for (std::size_t i = 1; i + 1 < map.rank; ++i) {
    for (const int corner : {map.lower[i - 1], map.upper[i - 1]}) {
      if (corner < -bound || corner >= bound) {
        return at("a corner", i) + std::to_string(corner) + ", not from " + std::to_string(-bound) +
               " to " + std::to_string(bound - 1);
      }
    }
  }
  return "";
}

/// What elements of 4 and 6 bits require.
std::string refusal_of_packing(const TensorMap& map) {
  constexpr unsigned padded_row = 128;
  const unsigned step = map.is_padded() ? padded_row : map.element_bits() < 8 ? 2 : 1;
  if (map.extents[0] % step != 0) {
    return at("the extent", 0) + std::to_string(map.extents[0]) + ", no multiple of " +
           std::to_string(step);
  }
  if (!map.is_padded()) return "";
  if (map.box[0] != padded_row) return at("the box", 0) + std::to_string(map.box[0]) + ", not 128";
  if (map.swizzle != TensorMap::Swizzle::none &&
      (map.swizzle != TensorMap::Swizzle::of_128 || map.atom == TensorMap::Atom::of_32_flipped))
    return "padded elements have no swizzle, or one of 128 bytes that exchanges no halves";
  return "";
}

/// Pre: rank, type and modes are some.
std::string refusal_of_sizes(const TensorMap& map) {
  constexpr std::uint64_t most_extent = std::uint64_t{1} << 32;
  constexpr std::uint64_t stride_limit = std::uint64_t{1} << 40;
  constexpr unsigned most_box = 256;
  constexpr unsigned most_step = 8;
  const unsigned alignment = map.is_padded() ? 32 : 16;
  const std::string no_multiple = ", no multiple of " + std::to_string(alignment);
  if (map.address % alignment != 0)
    return "the tensor's address is " + std::to_string(map.address) + no_multiple;
  for (std::size_t i = 0; i < map.rank; ++i) {
    if (map.extents[i] == 0 || map.extents[i] > most_extent)
      return at("the extent", i) + std::to_string(map.extents[i]) + ", not from 1 to 2^32";
    if (i > 0 && map.is_im2col()) {
      if (map.box[i] != 0) return at("the box", i) + "given, which im2col mode does not have";
    } else if (map.box[i] == 0 || map.box[i] > most_box)
      return at("the box", i) + std::to_string(map.box[i]) + ", not from 1 to 256";
    if (map.steps[i] == 0 || map.steps[i] > most_step)
      return at("the step", i) + std::to_string(map.steps[i]) + ", not from 1 to 8";
    if (i == 0) continue;
    const std::uint64_t stride = map.strides[i - 1];
    if (stride % alignment != 0 || stride >= stride_limit)
      return at("the stride", i) + std::to_string(stride) + " bytes" + no_multiple + " below 2^40";
  }
  if (const std::string refusal = refusal_of_packing(map); !refusal.empty()) return refusal;
  const std::uint32_t row = map.row_bytes();
  if (row % 16 != 0)
    return "a row of the box has " + std::to_string(row) + " bytes, no multiple of 16";
  const std::uint32_t most_row = swizzle_bytes(map.swizzle);
  if (most_row != 0 && row > most_row) {
    return "a row of the box has " + std::to_string(row) + " bytes, more than the " +
           std::to_string(most_row) + " of its swizzle";
  }
  return "";
}

/// Takes `bits` of the word from bit `first` on; what is left of it are bits of no known meaning.
std::uint64_t take(std::uint64_t& word, unsigned first, unsigned bits) {
  const std::uint64_t mask = ((std::uint64_t{1} << bits) - 1) << first;
  const std::uint64_t taken = (word & mask) >> first;
  word &= ~mask;
  return taken;
}

/// By the number that CuTe DSL writes, the types that it has been seen to write.
constexpr std::array<std::optional<TensorMap::Type>, 12> types_of_cute_dsl = {
    TensorMap::Type::u8,  TensorMap::Type::u16, TensorMap::Type::u32,  std::nullopt,
    TensorMap::Type::u64, std::nullopt,         TensorMap::Type::f16,  TensorMap::Type::f32,
    std::nullopt,         TensorMap::Type::f64, TensorMap::Type::bf16, TensorMap::Type::b4x16};

/// A map as CuTe DSL's code for the host writes it, for a device and without the driver: what
/// version 4.8.1 makes of tensors whose extents, strides, types, boxes and swizzles are known
/// (tensor_map_test.cpp). The last 64 bytes are not written. Nothing if another bit is set.
std::optional<TensorMap> of_cute_dsl(std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 8> words{};
  std::memcpy(words.data(), bytes.data(), sizeof words);
  auto& [address, kind, strides, stride_ends, extents, more_extents, last, box] = words;
  constexpr unsigned version = 2;
  if (take(kind, 0, 4) != version) return std::nullopt;
  TensorMap map;
  map.rank = static_cast<std::uint8_t>(take(kind, 4, 3) + 1);
  if (map.rank > TensorMap::most_rank) return std::nullopt;
  const std::uint64_t type = take(kind, 7, 4);
  if (type >= types_of_cute_dsl.size() || !types_of_cute_dsl[type]) return std::nullopt;
  map.type = *types_of_cute_dsl[type];
  map.swizzle = static_cast<TensorMap::Swizzle>(take(kind, 13, 2));
  // Single precision that is rounded has a bit of its own.
  if (take(kind, 16, 1) != 0) {
    if (map.type != TensorMap::Type::f32) return std::nullopt;
    map.type = TensorMap::Type::tf32;
  }
  // 18 is set in each, and 21 where the tensor has 2^17 bytes or more.
  take(kind, 18, 1);
  take(kind, 21, 1);
  map.address = take(address, 4, 53) << 4;
  for (std::size_t i = 0; i + 1 < TensorMap::most_rank; ++i) {
    std::uint64_t& word = i == 0 ? kind : i < 3 ? strides : stride_ends;
    const auto end = static_cast<unsigned>(32 + 4 * i);
    const std::uint64_t stride = take(word, i % 2 == 0 ? 32 : 0, 32);
    map.strides[i] = (take(stride_ends, end, 4) << 36) | (stride << 4);
  }
  for (std::size_t i = 0; i < map.rank; ++i) {
    std::uint64_t& word = i < 2 ? extents : i < 4 ? more_extents : last;
    map.extents[i] = take(word, i % 2 == 0 ? 0 : 32, 32) + 1;
    const auto place = static_cast<unsigned>(i == 0 ? 56 : 8 * (i - 1));
    map.box[i] = static_cast<std::uint16_t>(take(i == 0 ? last : box, place, 8) + 1);
    map.steps[i] = 1;
  }
  if (std::ranges::any_of(words, [](std::uint64_t word) { return word != 0; })) return std::nullopt;
  return map;
}

}  // namespace

std::uint32_t TensorMap::element_bits() const {
  return facts_of(type).bits;
}

std::uint32_t TensorMap::shared_bits() const {
  return facts_of(type).shared_bits;
}

bool TensorMap::is_floating() const {
  return facts_of(type).is_floating;
}

std::uint32_t TensorMap::pitch() const {
  return std::max(row_bytes(), swizzle_bytes(swizzle));
}

std::uint64_t TensorMap::rows() const {
  if (is_im2col()) return pixels;
  std::uint64_t rows = 1;
  for (std::size_t i = 1; i < rank; ++i)
    rows *= count(i);
  return rows;
}

std::uint32_t TensorMap::atom_bytes() const {
  return atom == Atom::of_16 ? 16 : atom == Atom::of_64 ? 64 : 32;
}

std::uint32_t TensorMap::atoms() const {
  return swizzle_bytes(swizzle) / atom_bytes();
}

// PTX ISA, Swizzling Modes: in each line of 128 bytes, the atom i of a span is where i xor the
// number of the line is, as far as that has bits for the atoms of a span. The number is that of
// the address, which is what the base offset of the ISA comes to.
std::uint64_t TensorMap::swizzled(std::uint64_t plain) const {
  if (swizzle == Swizzle::none) return plain;
  const std::uint64_t line = plain / 128;
  const std::uint64_t half = atom == Atom::of_32_flipped ? line % 2 * 8 : 0;
  return plain ^ (line % atoms() * atom_bytes()) ^ half;
}

std::string refusal_of(const TensorMap& map) {
  if (map.rank == 0 || map.rank > TensorMap::most_rank)
    return "its rank is " + std::to_string(map.rank) + ", not from 1 to 5";
  if (static_cast<std::size_t>(map.type) >= tensor_types.size())
    return "its element type, number " + std::to_string(static_cast<unsigned>(map.type)) +
           ", is none that is supported";
  if (map.interleave != TensorMap::Interleave::none) return "interleaved layouts are not supported";
  if (map.swizzle > TensorMap::Swizzle::of_128)
    return "its swizzle mode, number " + std::to_string(static_cast<unsigned>(map.swizzle)) +
           ", is none that is supported";
  if (map.atom > TensorMap::Atom::of_64 ||
      (map.atom != TensorMap::Atom::of_16 && map.swizzle != TensorMap::Swizzle::of_128)) {
    return "only a swizzle of 128 bytes keeps more than 16 bytes together";
  }
  constexpr std::uint8_t most_promotion = 3;
  if (map.promotion > most_promotion) return "the second cache fetches 32, 64, 128 or 256 bytes";
  if (map.fill > TensorMap::Fill::nan) return "what is outside is filled with zeros or NaN";
  if (map.fill == TensorMap::Fill::nan && !map.is_floating())
    return "there is no NaN of type " + std::string(name(map.type)) + " to fill with";
  if (map.is_im2col())
    if (std::string refusal = refusal_of_pixels(map); !refusal.empty()) return refusal;
  return refusal_of_sizes(map);
}

int driver_number(TensorMap::Type type) {
  return static_cast<int>(std::ranges::find(driver_types, type) - driver_types.begin());
}

std::optional<TensorMap::Type> type_of_driver_number(int number) {
  if (number < 0 || static_cast<std::size_t>(number) >= driver_types.size()) return std::nullopt;
  return driver_types[static_cast<std::size_t>(number)];
}

int swizzle_number(const TensorMap& map) {
  return static_cast<int>(map.swizzle) + static_cast<int>(map.atom);
}

bool put_swizzle(TensorMap& map, int number) {
  constexpr int first_atom = static_cast<int>(TensorMap::Swizzle::of_128);
  constexpr int last = first_atom + static_cast<int>(TensorMap::Atom::of_64);
  if (number < 0 || number > last) return false;
  map.swizzle = static_cast<TensorMap::Swizzle>(std::min(number, first_atom));
  map.atom = static_cast<TensorMap::Atom>(std::max(number - first_atom, 0));
  return true;
}

std::string_view name(TensorMap::Type type) {
  return facts_of(type).name;
}

std::optional<TensorMap::Type> tensor_type(std::string_view name) {
  const auto found = std::ranges::find(tensor_types, name, &TypeOfTensor::name);
  if (found == tensor_types.end()) return std::nullopt;
  return static_cast<TensorMap::Type>(found - tensor_types.begin());
}

std::array<std::byte, TensorMap::size> encoded(const TensorMap& map) {
  return std::bit_cast<std::array<std::byte, TensorMap::size>>(map);
}

std::optional<TensorMap> decoded_tensor_map(std::span<const std::byte> bytes) {
  TensorMap map;
  std::memcpy(&map, bytes.data(), sizeof map);
  return map.mark == TensorMap::own_mark ? map : of_cute_dsl(bytes);
}

bool is_first_half_of_map(std::span<const std::byte> bytes) {
  return of_cute_dsl(bytes).has_value();
}

}  // namespace layoutcheck::gpu
