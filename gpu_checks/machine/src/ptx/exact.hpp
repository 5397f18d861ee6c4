// Exact integers beside the registers: what the same expression comes to in the integers, so that
// an address that wrapped is seen.
//
// A register's exact integer need not be what its bits say; that is the point. Where nothing is
// known (floating point, values from memory whose sign cannot be told), it is unknown, and nothing
// is claimed of what depends on it.
#pragma once

#include "machine.hpp"

#include <limits>

namespace layoutcheck::gpu::ptx {

inline bool is_known(const Warp& warp, std::uint32_t row, unsigned lane) {
  return (warp.registers->exact.known[row] >> lane & 1U) != 0;
}

inline Wide exact_of(const Warp& warp, std::uint32_t row, unsigned lane) {
  return warp.registers->exact.values[std::size_t{row} * warp_size + lane];
}

inline std::uint32_t& origin_of(const Warp& warp, std::uint32_t row, unsigned lane) {
  return warp.registers->exact.origins[std::size_t{row} * warp_size + lane];
}

inline void set_exact(const Warp& warp, std::uint32_t row, unsigned lane, Wide value,
                      std::uint32_t origin) {
  ExactRows& exact = warp.registers->exact;
  exact.values[std::size_t{row} * warp_size + lane] = value;
  exact.known[row] |= 1U << lane;
  exact.origins[std::size_t{row} * warp_size + lane] = origin;
}

inline void set_unknown(const Warp& warp, std::uint32_t row, unsigned lane) {
  warp.registers->exact.known[row] &= ~(1U << lane);
}

template <class T>
bool fits(Wide value) {
  return value >= static_cast<Wide>(std::numeric_limits<T>::min()) &&
         value <= static_cast<Wide>(std::numeric_limits<T>::max());
}

/// The integers of a type.
struct IntegerType {
  unsigned bits = 0;
  Wide least = 0;
  Wide greatest = 0;

  [[nodiscard]] bool is_signed() const { return least < 0; }
  [[nodiscard]] bool has(Wide x) const { return x >= least && x <= greatest; }
};

template <class T>
inline constexpr IntegerType integers_of{8 * sizeof(T), std::numeric_limits<T>::min(),
                                         std::numeric_limits<T>::max()};

/// The integer as an instruction that tells signed from unsigned reads it. To read a negative
/// number as an unsigned one is defined and common (a test of a range by one comparison), so that
/// is no wrap; to read 2^31 as a signed one is.
inline Wide read_as(const IntegerType& type, Wide x) {
  return !type.is_signed() && x < 0 && x >= -(type.greatest >> 1) - 1 ? x + type.greatest + 1 : x;
}

/// Larger ones are given up: no address comes of them, and sums of these cannot overflow.
inline constexpr Wide most_exact = static_cast<Wide>(1) << 120;

/// Marks the origin of a value that left the range of its type in a product with a factor such as
/// hash functions have. Their wrapping is meant; so nothing is claimed of what a hash is divided,
/// shifted or compared to.
inline constexpr std::uint32_t of_hash = std::uint32_t{1} << 31;

/// What an instruction has to do with hashes.
enum class Hash { ignored, made, refused };

/// The line of an origin.
inline std::uint32_t line_of(std::uint32_t origin) {
  return origin & ~of_hash;
}

/// Whether a literal is such a factor: odd and large.
inline bool is_hash_factor(std::uint64_t literal) {
  const auto factor = static_cast<std::int64_t>(static_cast<std::int32_t>(literal));
  constexpr std::int64_t least = 1 << 20;
  return literal % 2 != 0 && (factor >= least || factor <= -least);
}

/// Applies f to the exact integers of `count` operands, lane by lane. f returns whether there is a
/// result. There is none of hashes that are refused. An operand outside the type as which the
/// registers are read is one that has left its range.
template <class F>
void follow(Warp& warp, const Step& step, std::uint32_t lanes, std::size_t count, F f,
            Hash hash = Hash::ignored) {
  const std::uint32_t result = step.rows[0];
  one_by_one(lanes, [&](unsigned lane) {
    std::array<Wide, 4> operands{};
    std::uint32_t origin = 0;
    bool left = false;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t row = step.rows[step.results + i];
      if (!is_known(warp, row, lane) ||
          (hash == Hash::refused && (origin_of(warp, row, lane) & of_hash) != 0)) {
        set_unknown(warp, result, lane);
        return;
      }
      operands[i] = exact_of(warp, row, lane);
      origin = origin == 0 ? origin_of(warp, row, lane) : origin;
      left = left || (step.operand_type != nullptr && !step.operand_type->has(operands[i]));
    }
    Wide value = 0;
    if (!f(operands, value) || value > most_exact || value < -most_exact) {
      set_unknown(warp, result, lane);
      return;
    }
    if (origin == 0 && (left || !step.result_type->has(value)))
      origin = step.instruction->line | (hash == Hash::made ? of_hash : 0);
    set_exact(warp, result, lane, value, origin);
  });
}

/// The rule of an operation of the ring of integers, which takes its operands as they come.
template <class Op, Hash hash = Hash::ignored>
void exact_ring(Warp& warp, const Step& step, std::uint32_t lanes) {
  follow(
      warp, step, lanes, step.rows.size() - 1,
      [](const std::array<Wide, 4>& x, Wide& result) { return Op::apply(x, result); }, hash);
}

/// A plain copy of the first operand.
void follow_copy(Warp& warp, const Step& step, std::uint32_t lanes);

/// The results are what the registers say, as values of T.
template <class T>
void follow_registers(Warp& warp, const Step& step, std::uint32_t lanes) {
  for (std::size_t i = 0; i < step.results; ++i) {
    const std::uint32_t row = step.rows[i];
    each(lanes, [&](unsigned lane) {
      set_exact(warp, row, lane, static_cast<Wide>(get<T>(warp.row(row)[lane])), 0);
    });
  }
}

/// The same, but where the highest bit of T is set nobody knows whether that is a sign.
template <class T>
void follow_unless_negative(Warp& warp, const Step& step, std::uint32_t lanes) {
  for (std::size_t i = 0; i < step.results; ++i) {
    const std::uint32_t row = step.rows[i];
    each(lanes, [&](unsigned lane) {
      const T value = get<T>(warp.row(row)[lane]);
      if (value < 0)
        set_unknown(warp, row, lane);
      else
        set_exact(warp, row, lane, static_cast<Wide>(value), 0);
    });
  }
}

/// Called after an instruction that has no rule of its own: the results are what the registers say,
/// if all readings of the bits are the same number; else they are unknown.
void take_registers(Warp& warp, const Step& step, std::uint32_t lanes);

}  // namespace layoutcheck::gpu::ptx
