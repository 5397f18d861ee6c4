// Fragments of matrices, and their entries.
#include "fragments.hpp"

#include "half.hpp"

#include <algorithm>
#include <limits>

namespace layoutcheck::gpu::ptx {

std::optional<EntryType> entry_type(std::string_view name) {
  static const std::map<std::string_view, EntryType> names = {
      {"f16", EntryType::f16},   {"e4m3", EntryType::e4m3}, {"e5m2", EntryType::e5m2},
      {"bf16", EntryType::bf16}, {"tf32", EntryType::tf32}, {"f32", EntryType::f32},
      {"f64", EntryType::f64},   {"s8", EntryType::s8},     {"u8", EntryType::u8},
      {"s32", EntryType::s32}};
  const auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

unsigned bytes_of_entry(EntryType type) {
  switch (type) {
    case EntryType::f16:
    case EntryType::bf16:
      return 2;
    case EntryType::e4m3:
    case EntryType::e5m2:
    case EntryType::s8:
    case EntryType::u8:
      return 1;
    case EntryType::f64:
      return 8;
    default:
      return 4;
  }
}

double entry_of(std::uint64_t bits, EntryType type) {
  switch (type) {
    case EntryType::f16:
      return number_of<Half>(static_cast<std::uint16_t>(bits));
    case EntryType::bf16:
      return number_of<BFloat>(static_cast<std::uint16_t>(bits));
    case EntryType::e4m3:
      return number_of<E4M3>(static_cast<std::uint8_t>(bits));
    case EntryType::e5m2:
      return number_of<E5M2>(static_cast<std::uint8_t>(bits));
    case EntryType::tf32:
      // The tensor core reads the upper 19 bits.
      return get<float>(bits & 0xffffe000U);
    case EntryType::f32:
      return get<float>(bits);
    case EntryType::f64:
      return get<double>(bits);
    case EntryType::s8:
      return get<std::int8_t>(bits);
    case EntryType::u8:
      return get<std::uint8_t>(bits);
    case EntryType::s32:
      return get<std::int32_t>(bits);
  }
  return 0;
}

std::uint64_t bits_of_entry(double value, EntryType type, bool saturates) {
  switch (type) {
    case EntryType::f16:
      return bits_of<Half>(value);
    case EntryType::f32:
      return put(static_cast<float>(value));
    case EntryType::s32:
      // Sums of products of bytes are exact in f64.
      if (saturates) {
        value = std::clamp<double>(value, std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
      }
      return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    default:
      return put(value);
  }
}

Home home_of(const Tile& tile, unsigned row, unsigned column, unsigned per_register,
             unsigned per_lane) {
  const unsigned outer = tile.inner_is_row ? column : row;
  const unsigned inner = tile.inner_is_row ? row : column;
  const unsigned outers = tile.inner_is_row ? tile.columns : tile.rows;
  const unsigned g = outer % 8;
  const unsigned t = inner / per_lane % 4;
  const unsigned slots_in_lane = per_lane / per_register;
  const unsigned block = outer / 8 + outers / 8 * (inner / (4 * per_lane));
  return {4 * g + t, block * slots_in_lane + inner % per_lane / per_register, inner % per_register};
}

std::array<std::pair<unsigned, unsigned>, 2> entries_of(unsigned lane, bool transposed) {
  const unsigned g = lane / 4;
  const unsigned t = lane % 4;
  if (transposed) return {{{2 * t, g}, {2 * t + 1, g}}};
  return {{{g, 2 * t}, {g, 2 * t + 1}}};
}

std::size_t Multiply::Operand::registers() const {
  return std::size_t{tile.rows} * tile.columns / warp_size / per_register;
}

Multiply multiply_of(unsigned m, unsigned k, const std::array<EntryType, 4>& types) {
  constexpr unsigned n = 8;
  // C and D have two neighbours in a lane, in one register for f16.
  const auto sum = [&](EntryType t) {
    return Multiply::Operand{{m, n, t, false}, 0, t == EntryType::f16 ? 2U : 1U, 2};
  };
  const auto factor = [&](const Tile& tile) {
    const unsigned entries = entries_in_register(tile.type);
    return Multiply::Operand{tile, 0, entries, entries};
  };
  const auto [d, a, b, c] = types;
  Multiply multiply{sum(d), factor({m, k, a, false}), factor({k, n, b, true}), sum(c)};
  std::size_t first = 0;
  for (Multiply::Operand* operand : {&multiply.d, &multiply.a, &multiply.b, &multiply.c}) {
    operand->first = first;
    first += operand->registers();
  }
  return multiply;
}

std::vector<double> gather(const Warp& warp, const Step& step, std::size_t first, const Tile& tile,
                           unsigned per_register, unsigned per_lane) {
  std::vector<double> matrix(std::size_t{tile.rows} * tile.columns);
  for (unsigned r = 0; r < tile.rows; ++r) {
    for (unsigned c = 0; c < tile.columns; ++c) {
      const Home home = home_of(tile, r, c, per_register, per_lane);
      const std::uint64_t bits = warp.row(step.rows[first + home.slot])[home.lane];
      matrix[std::size_t{r} * tile.columns + c] =
          entry_of(bits >> 8 * bytes_of_entry(tile.type) * home.part, tile.type);
    }
  }
  return matrix;
}

unsigned entries_in_register(EntryType type) {
  return type == EntryType::f64 ? 1 : 4 / bytes_of_entry(type);
}

}  // namespace layoutcheck::gpu::ptx
