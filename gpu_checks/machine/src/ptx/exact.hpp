// Exact integers beside the registers: what the same expression comes to in the integers, so that
// an address that wrapped is seen.
//
// A register's exact integer need not be what its bits say; that is the point. Where nothing is
// known (floating point, values from memory whose sign cannot be told), it is unknown, and nothing
// is claimed of what depends on it.
#pragma once

#include "machine.hpp"

#include <algorithm>
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
  /// Whether a register of so many bits can hold it, as a signed or as an unsigned number.
  [[nodiscard]] bool can_hold(Wide x) const {
    const Wide half = static_cast<Wide>(1) << (bits - 1);
    return x >= -half && x < 2 * half;
  }
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

/// A register's bits as a number of the type.
inline Wide number_in(const IntegerType& type, std::uint64_t bits) {
  const Wide x = bits & (~std::uint64_t{0} >> (64 - type.bits));
  return x > type.greatest ? x - (static_cast<Wide>(1) << type.bits) : x;
}

/// Whether a register with these bits holds the integer modulo 2^n, as it does until a shift, a
/// division or a comparison takes the bits of what has wrapped for the number.
inline bool agrees(const IntegerType& type, Wide x, std::uint64_t bits) {
  return ((static_cast<std::uint64_t>(x) ^ bits) & (~std::uint64_t{0} >> (64 - type.bits))) == 0;
}

/// What the result's register says, where what it was made of has wrapped on purpose. Returns
/// whether it says anything: with its highest bit set, it may be negative or large.
inline bool take_register(const Warp& warp, const Step& step, unsigned lane, Wide& result) {
  const std::uint64_t bits = warp.row(step.rows[0])[lane];
  result = static_cast<Wide>(bits);
  return (bits >> (step.result_type->bits - 1) & 1U) == 0;
}

/// Larger ones are given up: no address comes of them, and sums of these cannot overflow.
inline constexpr Wide most_exact = static_cast<Wide>(1) << 120;

/// Marks the origin of a value whose wrapping is meant, as in hashes and random numbers: nothing is
/// claimed of what it is divided, shifted or compared to. It left the range of its type by a factor
/// that is no stride, or went where no index of 32 bits was to go.
inline constexpr std::uint32_t of_hash = std::uint32_t{1} << 31;

/// What an instruction has to do with hashes.
enum class Hash { ignored, made, refused };

/// The line of an origin.
inline std::uint32_t line_of(std::uint32_t origin) {
  return origin & ~of_hash;
}

/// Whether a literal is a factor of hashes: odd, and so large that in 32 bits the eighth index
/// wraps at the latest, and that in 64 bits no tensor has such a stride.
inline bool is_hash_factor(const IntegerType& type, std::uint64_t literal) {
  const auto factor = type.bits == 64
                          ? static_cast<std::int64_t>(literal)
                          : static_cast<std::int64_t>(static_cast<std::int32_t>(literal));
  const std::int64_t least = std::int64_t{1} << (type.bits == 64 ? 48 : 28);
  return literal % 2 != 0 && (factor >= least || factor <= -least);
}

/// No index of 32 bits was ever to be as large as this: more than any memory holds.
inline constexpr Wide most_plausible = static_cast<Wide>(1) << 48;

/// Applies f(lane, operands, result) to the exact integers of `count` operands, lane by lane. f
/// returns whether there is a result. There is none of hashes that are refused. An operand outside
/// the type as which the registers are read is one that has left its range.
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
      const std::uint32_t its_origin = origin_of(warp, row, lane);
      if (!is_known(warp, row, lane) || (hash == Hash::refused && (its_origin & of_hash) != 0)) {
        set_unknown(warp, result, lane);
        return;
      }
      operands[i] = exact_of(warp, row, lane);
      origin = origin == 0 ? its_origin : origin | (its_origin & of_hash);
      left = left || (step.operand_type != nullptr && !step.operand_type->has(operands[i]));
    }
    Wide value = 0;
    if (!f(lane, operands, value) || value > most_exact || value < -most_exact) {
      set_unknown(warp, result, lane);
      return;
    }
    if (origin == 0 && (left || !step.result_type->has(value))) {
      origin = step.instruction->line | (hash == Hash::made ? of_hash : 0);
      warp.machine->has_wrapped = true;
    }
    if (origin != 0 && step.result_type->bits == 32 &&
        (value >= most_plausible || value <= -most_plausible)) {
      origin |= of_hash;
    }
    set_exact(warp, result, lane, value, origin);
  });
}

/// The rule of an operation of the ring of integers, which takes its operands as they come.
template <class Op, Hash hash = Hash::ignored>
void exact_ring(Warp& warp, const Step& step, std::uint32_t lanes) {
  follow(
      warp, step, lanes, step.rows.size() - 1,
      [](unsigned, const std::array<Wide, 4>& x, Wide& result) { return Op::apply(x, result); },
      hash);
}

/// The same of sums, called behind the instruction. x - x / n * n is a modulus: where x has
/// wrapped and the result has not, but is not what the register holds, its wrapping was meant.
template <class Op, Hash hash = Hash::ignored>
void exact_sum(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& type = *step.result_type;
  follow(
      warp, step, lanes, step.rows.size() - 1,
      [&](unsigned lane, const std::array<Wide, 4>& x, Wide& result) {
        if (!Op::apply(x, result)) return false;
        const bool cancels =
            type.can_hold(result) && !agrees(type, result, warp.row(step.rows[0])[lane]) &&
            !std::ranges::all_of(x, [&](Wide operand) { return type.can_hold(operand); });
        return !cancels || take_register(warp, step, lane, result);
      },
      hash);
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
