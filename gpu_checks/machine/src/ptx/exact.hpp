// Exact integers beside the registers: what the same expression comes to in the integers, so that
// an address that wrapped is seen.
//
// A register's exact integer need not be what its bits say; that is the point. Where nothing is
// known (floating point, values from memory whose sign cannot be told), it is unknown, and nothing
// is claimed of what depends on it.
#pragma once

#include "machine.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace layoutcheck::gpu::ptx {

inline bool is_known(const Warp& warp, std::uint32_t row, unsigned lane) {
  return (warp.registers->exact.known[row] >> lane & 1U) != 0;
}

inline Wide exact_of(const Warp& warp, std::uint32_t row, unsigned lane) {
  const ExactRows& exact = warp.registers->exact;
  const std::size_t cell = std::size_t{row} * warp_size + lane;
  return (exact.is_odd[row] >> lane & 1U) != 0 ? exact.odd[cell].value
                                               : static_cast<Wide>(exact.values[cell]);
}

/// The line at which the value left the range of its type first; 0 if it never did.
inline std::uint32_t origin_of(const Warp& warp, std::uint32_t row, unsigned lane) {
  const ExactRows& exact = warp.registers->exact;
  return (exact.is_odd[row] >> lane & 1U) != 0
             ? exact.odd[std::size_t{row} * warp_size + lane].origin
             : 0;
}

/// See ExactRows::Odd.
inline std::int64_t surplus_of(const Warp& warp, std::uint32_t row, unsigned lane) {
  const ExactRows& exact = warp.registers->exact;
  return (exact.is_odd[row] >> lane & 1U) != 0
             ? exact.odd[std::size_t{row} * warp_size + lane].surplus
             : 0;
}

void set_odd(ExactRows& exact, std::uint32_t row, unsigned lane, const ExactRows::Odd& odd);

inline void set_exact(const Warp& warp, std::uint32_t row, unsigned lane, Wide value,
                      std::uint32_t origin, std::int64_t surplus = 0) {
  ExactRows& exact = warp.registers->exact;
  exact.known[row] |= 1U << lane;
  const auto plain = static_cast<std::int64_t>(value);
  if (origin != 0 || surplus != 0 || static_cast<Wide>(plain) != value) {
    set_odd(exact, row, lane, {value, origin, surplus});
    return;
  }
  exact.values[std::size_t{row} * warp_size + lane] = plain;
  exact.is_odd[row] &= ~(1U << lane);
}

inline void set_unknown(const Warp& warp, std::uint32_t row, unsigned lane) {
  warp.registers->exact.known[row] &= ~(1U << lane);
}

/// What is known of `from` becomes that of `to`.
inline void copy_exact(const Warp& warp, std::uint32_t to, std::uint32_t from, unsigned lane) {
  if (is_known(warp, from, lane))
    set_exact(warp, to, lane, exact_of(warp, from, lane), origin_of(warp, from, lane),
              surplus_of(warp, from, lane));
  else
    set_unknown(warp, to, lane);
}

/// The values of a row, which are those of all `lanes`; nullptr if one of them is unknown or odd.
inline const std::int64_t* plain_row(const Warp& warp, std::uint32_t row, std::uint32_t lanes) {
  const ExactRows& exact = warp.registers->exact;
  return (exact.known[row] & ~exact.is_odd[row] & lanes) == lanes
             ? exact.values.data() + std::size_t{row} * warp_size
             : nullptr;
}

/// The same of a row that is set: the lanes of `known` to what is put there, the other `lanes` to
/// unknown.
inline std::int64_t* new_plain_row(const Warp& warp, std::uint32_t row, std::uint32_t lanes,
                                   std::uint32_t known) {
  ExactRows& exact = warp.registers->exact;
  exact.known[row] = (exact.known[row] & ~lanes) | known;
  exact.is_odd[row] &= ~lanes;
  return exact.values.data() + std::size_t{row} * warp_size;
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

/// Whether a literal of 32 bits may be a small negative number, -c, that a compiler has shortened
/// to 2^k - c: LLVM does where a factor to come pushes 2^k out of the register, so that (n - 1) *
/// 64 is (n + 2^26 - 1) << 6.
inline bool is_shortened(const IntegerType& type, std::uint64_t literal) {
  constexpr unsigned least = 16;
  constexpr std::uint64_t most = 256;
  const unsigned k = static_cast<unsigned>(std::bit_width(literal));
  return type.bits == 32 && k > least && k < 32 && (std::uint64_t{1} << k) - literal <= most;
}

/// No index of 32 bits was ever to be as large as this: more than any memory holds.
inline constexpr Wide most_plausible = static_cast<Wide>(1) << 48;

/// Numbers between limits that a sum and a shift tell from others, so that many are told at once.
class Range {
 public:
  /// Those of the type that have no more than so many bits, at most 63, the sign included.
  Range(const IntegerType& type, unsigned most_bits)
      : bits_(std::min(type.bits, type.is_signed() ? most_bits : most_bits - 1)),
        bias_(type.is_signed() ? std::uint64_t{1} << (bits_ - 1) : 0) {}

  /// 0 if it has x.
  [[nodiscard]] std::uint64_t outside(std::int64_t x) const {
    return (static_cast<std::uint64_t>(x) + bias_) >> bits_;
  }

 private:
  unsigned bits_;
  std::uint64_t bias_;
};

/// How many bits operands may have for their sums, or products, to be none that wrap.
inline constexpr unsigned bits_of_terms = 62;
inline constexpr unsigned bits_of_factors = 32;

/// As many as an operation has operands.
template <std::size_t count>
using Bits = std::array<unsigned, count>;

/// What `follow` does where nothing is odd and nothing leaves its range, which is nearly always: f
/// on machine words, of which operand i has no more than bits[i] bits. Returns false, and has done
/// nothing, if that is not so.
template <std::size_t count, class F>
bool follow_plain(Warp& warp, const Step& step, std::uint32_t lanes, const Bits<count>& bits, F f) {
  const IntegerType& type = step.operand_type != nullptr ? *step.operand_type : *step.result_type;
  const auto by_operand = [](auto make) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return std::array{make(i)...};
    }(std::make_index_sequence<count>());
  };
  const auto rows = by_operand(
      [&](std::size_t i) { return plain_row(warp, step.rows[step.results + i], lanes); });
  if (std::ranges::find(rows, nullptr) != rows.end()) return false;
  const auto ranges = by_operand([&](std::size_t i) { return Range(type, bits[i]); });
  std::uint64_t outside = 0;
  for (std::size_t i = 0; i < count; ++i)
    each(lanes, [&](unsigned lane) { outside |= ranges[i].outside(rows[i][lane]); });
  if (outside != 0) return false;
  const Range range(*step.result_type, 63);
  std::array<std::int64_t, warp_size> results{};
  each(lanes, [&](unsigned lane) {
    std::array<std::int64_t, 4> x{};
    for (std::size_t i = 0; i < count; ++i)
      x[i] = rows[i][lane];
    outside |= f(lane, x, results[lane]) ? 0U : 1U;
    outside |= range.outside(results[lane]);
  });
  if (outside != 0) return false;
  std::int64_t* values = new_plain_row(warp, step.rows[0], lanes, lanes);
  each(lanes, [&](unsigned lane) { values[lane] = results[lane]; });
  return true;
}

/// The same of an operation.
template <class Op>
bool follow_plain(Warp& warp, const Step& step, std::uint32_t lanes) {
  return follow_plain(warp, step, lanes, Op::bits,
                      [](unsigned, const std::array<std::int64_t, 4>& x, std::int64_t& result) {
                        return Op::exact(x, result);
                      });
}

// Operations: `exact` returns whether there is a result. Machine words are as small as `bits` says.

template <class T>
bool add(T a, T b, T& result) {
  if constexpr (sizeof(T) > 8) return !__builtin_add_overflow(a, b, &result);
  result = a + b;
  return true;
}
template <class T>
bool multiply(T a, T b, T& result) {
  if constexpr (sizeof(T) > 8) return !__builtin_mul_overflow(a, b, &result);
  result = a * b;
  return true;
}

/// Applies f(lane, operands, result) to the exact integers of `count` operands, lane by lane. f
/// returns whether there is a result. There is none of hashes that are refused. An operand outside
/// the type as which the registers are read is one that has left its range. `ring` is what f is in
/// the ring of integers, if it is anything there: then the result has what the operands' surplus
/// adds to it as its own, and once that is a multiple of 2^n, so that the register has nothing of
/// it, it was not meant. `is_short` says that the second operand has a surplus: see is_shortened.
template <class F, class Ring = std::nullptr_t>
void follow(Warp& warp, const Step& step, std::uint32_t lanes, std::size_t count, F f,
            Hash hash = Hash::ignored, Ring ring = nullptr, bool is_short = false) {
  const std::uint32_t result = step.rows[0];
  one_by_one(lanes, [&](unsigned lane) {
    std::array<Wide, 4> operands{};
    std::array<Wide, 4> without_surplus{};
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
      without_surplus[i] = operands[i] - surplus_of(warp, row, lane);
      origin = origin == 0 ? its_origin : origin | (its_origin & of_hash);
      left = left || (step.operand_type != nullptr && !step.operand_type->has(operands[i]));
    }
    Wide value = 0;
    if (!f(lane, operands, value) || value > most_exact || value < -most_exact) {
      set_unknown(warp, result, lane);
      return;
    }
    std::int64_t surplus = 0;
    if constexpr (!std::is_null_pointer_v<Ring>) {
      if (is_short) {
        without_surplus[1] -= static_cast<Wide>(1)
                              << std::bit_width(static_cast<std::uint64_t>(operands[1]));
      }
      Wide all = 0;
      Wide meant = 0;
      if (without_surplus != operands && ring(operands, all) && ring(without_surplus, meant) &&
          fits<std::int64_t>(all - meant)) {
        surplus = static_cast<std::int64_t>(all - meant);
        if (agrees(*step.result_type, meant, static_cast<std::uint64_t>(all))) {
          value = meant;
          surplus = 0;
          if ((origin & of_hash) == 0) origin = 0;
        }
      }
    }
    if (origin == 0 && (left || !step.result_type->has(value))) {
      origin = step.instruction->line | (hash == Hash::made ? of_hash : 0);
      warp.machine->has_wrapped = true;
    }
    if (origin != 0 && step.result_type->bits == 32 &&
        (value >= most_plausible || value <= -most_plausible)) {
      origin |= of_hash;
    }
    set_exact(warp, result, lane, value, origin, surplus);
  });
}

/// The rule of an operation of the ring of integers, which takes its operands as they come.
template <class Op, Hash hash = Hash::ignored>
void exact_ring(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_plain<Op>(warp, step, lanes)) return;
  follow(
      warp, step, lanes, step.rows.size() - 1,
      [](unsigned, const std::array<Wide, 4>& x, Wide& result) { return Op::exact(x, result); },
      hash, [](const std::array<Wide, 4>& x, Wide& result) { return Op::exact(x, result); });
}

/// The same of sums, called behind the instruction. x - x / n * n is a modulus: where x has
/// wrapped and the result has not, but is not what the register holds, its wrapping was meant.
template <class Op, Hash hash = Hash::ignored, bool is_short = false>
void exact_sum(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (!is_short && follow_plain<Op>(warp, step, lanes)) return;
  const IntegerType& type = *step.result_type;
  follow(
      warp, step, lanes, step.rows.size() - 1,
      [&](unsigned lane, const std::array<Wide, 4>& x, Wide& result) {
        if (!Op::exact(x, result)) return false;
        const bool cancels =
            type.can_hold(result) && !agrees(type, result, warp.row(step.rows[0])[lane]) &&
            !std::ranges::all_of(x, [&](Wide operand) { return type.can_hold(operand); });
        return !cancels || take_register(warp, step, lane, result);
      },
      hash, [](const std::array<Wide, 4>& x, Wide& result) { return Op::exact(x, result); },
      is_short);
}

/// A plain copy of the first operand.
void follow_copy(Warp& warp, const Step& step, std::uint32_t lanes);

/// The results are what the registers say, as values of T.
template <class T>
void follow_registers(Warp& warp, const Step& step, std::uint32_t lanes) {
  for (std::size_t i = 0; i < step.results; ++i) {
    const std::uint32_t row = step.rows[i];
    const std::uint64_t* bits = warp.row(row);
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
      one_by_one(lanes, [&](unsigned lane) {
        set_exact(warp, row, lane, static_cast<Wide>(bits[lane]), 0);
      });
    } else {
      std::int64_t* values = new_plain_row(warp, row, lanes, lanes);
      each(lanes, [&](unsigned lane) { values[lane] = get<T>(bits[lane]); });
    }
  }
}

/// The row is what the registers say, but where this bit is set nobody knows: it may be a sign.
inline void follow_unless(Warp& warp, std::uint32_t row, std::uint32_t lanes, std::uint64_t sign) {
  const std::uint64_t* bits = warp.row(row);
  std::uint32_t negative = 0;
  each(lanes, [&](unsigned lane) { negative |= (bits[lane] & sign) != 0 ? 1U << lane : 0; });
  std::int64_t* values = new_plain_row(warp, row, lanes, lanes & ~negative);
  each(lanes, [&](unsigned lane) { values[lane] = static_cast<std::int64_t>(bits[lane]); });
}

/// The results are what the registers of 32 bits say, if they are not negative as signed numbers.
inline void follow_unless_negative(Warp& warp, const Step& step, std::uint32_t lanes) {
  for (std::size_t i = 0; i < step.results; ++i)
    follow_unless(warp, step.rows[i], lanes, std::uint64_t{1} << 31);
}

/// Called after an instruction that has no rule of its own: the results are what the registers say,
/// if all readings of the bits are the same number; else they are unknown.
void take_registers(Warp& warp, const Step& step, std::uint32_t lanes);

}  // namespace layoutcheck::gpu::ptx
