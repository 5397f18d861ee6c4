// Fragments of matrices, and their entries.
#include "fragments.hpp"

#include "half.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace layoutcheck::gpu::ptx {

std::optional<EntryType> entry_type(std::string_view name) {
  static const std::map<std::string_view, EntryType> names = {
      {"f16", EntryType::f16},   {"e4m3", EntryType::e4m3},   {"e5m2", EntryType::e5m2},
      {"bf16", EntryType::bf16}, {"tf32", EntryType::tf32},   {"f32", EntryType::f32},
      {"f64", EntryType::f64},   {"s8", EntryType::s8},       {"u8", EntryType::u8},
      {"s4", EntryType::s4},     {"u4", EntryType::u4},       {"b1", EntryType::b1},
      {"s32", EntryType::s32},   {"e3m2", EntryType::e3m2},   {"e2m3", EntryType::e2m3},
      {"e2m1", EntryType::e2m1}, {"ue8m0", EntryType::ue8m0}, {"ue4m3", EntryType::ue4m3}};
  const auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

unsigned width_of_entry(EntryType type) {
  switch (type) {
    case EntryType::f16:
    case EntryType::bf16:
      return 16;
    case EntryType::e4m3:
    case EntryType::e5m2:
    case EntryType::s8:
    case EntryType::u8:
    case EntryType::ue8m0:
    case EntryType::ue4m3:
      return 8;
    case EntryType::e3m2:
    case EntryType::e2m3:
      return 6;
    case EntryType::s4:
    case EntryType::u4:
    case EntryType::e2m1:
      return 4;
    case EntryType::b1:
      return 1;
    case EntryType::f64:
      return 64;
    default:
      return 32;
  }
}

unsigned bytes_of_entry(EntryType type) {
  return width_of_entry(type) / 8;
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
    case EntryType::e3m2:
      return number_of<E3M2>(bits & 0x3fU);
    case EntryType::e2m3:
      return number_of<E2M3>(bits & 0x3fU);
    case EntryType::e2m1:
      return number_of<E2M1>(bits & 0xfU);
    case EntryType::ue8m0:
      return number_of<UE8M0>(static_cast<std::uint8_t>(bits));
    case EntryType::ue4m3:
      return number_of<E4M3>(bits & 0x7fU);
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
    case EntryType::s4:
      return static_cast<double>(bits & 7U) - static_cast<double>(bits & 8U);
    case EntryType::u4:
      return static_cast<double>(bits & 15U);
    case EntryType::b1:
      return static_cast<double>(bits & 1U);
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

namespace {

unsigned entries_in_register(EntryType type) {
  return std::max(32 / width_of_entry(type), 1U);
}

}  // namespace

unsigned Held::bit(const Home& home) const {
  const unsigned own = width_of_entry(tile.type);
  if (container == 0) return own * home.part;
  return container * home.part + (own == 4 ? 2 : 0);
}

Held held(const std::vector<Fragment>& fragments, std::string_view operand, const Tile& tile,
          unsigned container) {
  const auto values =
      values_by_mode(std::ranges::find(fragments, operand, &Fragment::operand)->layout);
  const unsigned per_register = container != 0 ? 32 / container : entries_in_register(tile.type);
  const bool is_b = operand == "B";
  const unsigned lines = is_b ? tile.columns : tile.rows;
  const std::size_t warps = values.size() / warp_size;
  Held held{tile, 0, std::vector<Home>(std::size_t{tile.rows} * tile.columns),
            values[0].size() / per_register, container};
  for (std::size_t thread = 0; thread < values.size(); ++thread) {
    for (std::size_t v = 0; v < values[thread].size(); ++v) {
      const auto at = static_cast<std::size_t>(values[thread][v]);
      const std::size_t line = at % lines;
      const std::size_t along = at / lines;
      if (thread / warp_size != line * warps / lines)
        throw std::logic_error("a warp has rows of another one");
      held.homes[is_b ? along * tile.columns + line : line * tile.columns + along] = {
          static_cast<std::uint8_t>(thread % warp_size),
          static_cast<std::uint8_t>(v / per_register), static_cast<std::uint8_t>(v % per_register)};
    }
  }
  return held;
}

Held held_of_sparse(const std::vector<Fragment>& fragments, const Tile& tile, unsigned container) {
  const auto values = values_by_mode(std::ranges::find(fragments, "A", &Fragment::operand)->layout);
  const unsigned per_register = container != 0 ? 32 / container : entries_in_register(tile.type);
  const std::size_t chunk = 2 * std::size_t{per_register};
  Held held{tile, 0, std::vector<Home>(std::size_t{tile.rows} * tile.columns),
            values[0].size() / chunk, container};
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    for (std::size_t slot = 0; slot < held.registers; ++slot) {
      const auto first = static_cast<std::size_t>(values[lane][slot * chunk]);
      for (std::size_t part = 0; part < per_register; ++part)
        held.homes[first % tile.rows * tile.columns + first / tile.rows / 2 + part] = {
            static_cast<std::uint8_t>(lane % warp_size), static_cast<std::uint8_t>(slot),
            static_cast<std::uint8_t>(part)};
    }
  }
  return held;
}

// The figures of PTX, sections 9.7.14.6.2.1 to 8: the four threads of a group have the rows
// groupID and groupID + 8.
std::pair<unsigned, unsigned> Sparsity::place(unsigned row, unsigned number,
                                              unsigned chunks) const {
  const unsigned group = 4 * (row % 8);
  const unsigned lower = row / 8;
  // A thread has both rows of four chunks,
  if (chunks == 4) return {group + selector, 16 * lower + 4 * number};
  if (chunks == 8 && !by_rows)
    return {group + 2 * selector + number / 4, 16 * lower + 4 * (number % 4)};
  // or eight chunks of one.
  return {group + 2 * selector + lower + number / 8 * 2, 4 * (number % 8)};
}

std::string Chunks::objection_to(unsigned bits) const {
  const unsigned first = bits & 3U;
  const unsigned second = bits >> 2 & 3U;
  if (chunk == 2) return bits == 0b0100 || bits == 0b1110 ? "" : "neither 0b0100 nor 0b1110";
  if (first == second) return "the index " + std::to_string(first) + " twice";
  if (ordered && first > second)
    return "the index " + std::to_string(second) + " after " + std::to_string(first);
  return "";
}

std::string Chunks::objection_to(unsigned bits, unsigned row, unsigned column,
                                 std::span<const double> held) const {
  const std::string objection = objection_to(bits);
  if (objection.empty() || std::ranges::count(held, 0) == std::ssize(held)) return "";
  return "the metadata of row " + std::to_string(row) + ", columns " + std::to_string(column) +
         " to " + std::to_string(column + chunk - 1) + ", have " + objection;
}

std::vector<int> Chunks::places(unsigned rows, unsigned columns,
                                const std::function<unsigned(unsigned, unsigned)>& bits_of) const {
  std::vector<int> found(std::size_t{rows} * columns, -1);
  const unsigned half = chunk / 2;
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned number = 0; number < columns / chunk; ++number) {
      const unsigned bits = bits_of(row, number);
      for (unsigned e = 0; e < half; ++e) {
        // In a chunk of 8, an index is one of two neighbours.
        const unsigned index = bits >> (2 * (2 * e / half)) & 3U;
        const unsigned column = chunk == 2 ? index / 2 : index * (chunk / 4) + e % (chunk / 4);
        found[std::size_t{row} * columns + chunk * number + column] =
            static_cast<int>(half * number + e);
      }
    }
  }
  return found;
}

std::vector<double> spread(const std::vector<double>& held, const std::vector<int>& places,
                           unsigned rows) {
  const std::size_t columns = places.size() / rows;
  std::vector<double> entries(places.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (places[i] >= 0)
      entries[i] = held[i / columns * (columns / 2) + static_cast<std::size_t>(places[i])];
  return entries;
}

std::vector<int> Sparsity::places(unsigned rows, unsigned columns,
                                  std::span<const std::uint64_t> values) const {
  return Chunks::places(rows, columns, [&](unsigned row, unsigned number) {
    const auto [lane, bit] = place(row, number, columns / chunk);
    return static_cast<unsigned>(values[lane] >> bit & 15U);
  });
}

PlacesOfLanes places_of_lanes(const std::vector<Fragment>& fragments, std::string_view operand,
                              unsigned bytes_of_entry) {
  const auto bits =
      values_by_mode(std::ranges::find(fragments, operand, &Fragment::operand)->layout);
  PlacesOfLanes places(bits.size());
  for (std::size_t lane = 0; lane < bits.size(); ++lane)
    for (std::size_t bit = 0; bit < bits[lane].size(); bit += std::size_t{8} * bytes_of_entry)
      places[lane].push_back(static_cast<unsigned>(bits[lane][bit] / 8));
  return places;
}

std::vector<double> gather(const Warp& warp, const Step& step, const Held& of, unsigned first,
                           unsigned rows) {
  const unsigned columns = of.tile.columns;
  std::vector<double> matrix(std::size_t{rows} * columns);
  for (unsigned r = 0; r < rows; ++r) {
    for (unsigned c = 0; c < columns; ++c) {
      const Home home = of.home(first + r, c);
      const std::uint64_t bits = warp.row(step.rows[of.first + home.slot])[home.lane];
      matrix[std::size_t{r} * columns + c] = entry_of(bits >> of.bit(home), of.tile.type);
    }
  }
  return matrix;
}

}  // namespace layoutcheck::gpu::ptx
