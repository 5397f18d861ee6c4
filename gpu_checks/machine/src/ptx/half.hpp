// f16, bf16 and the formats of 4 to 8 bits: their bits as numbers, and numbers rounded to them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace layoutcheck::gpu::ptx {

/// How a result is rounded: .rn, .rz, .rm, .rp.
enum Rounding : std::uint32_t { nearest, to_zero, down, up };

/// An integer near x.
inline double rounded(double x, std::uint32_t how) {
  switch (how) {
    case to_zero:
      return std::trunc(x);
    case down:
      return std::floor(x);
    case up:
      return std::ceil(x);
    default:
      return std::nearbyint(x);
  }
}

/// A format: its bits, how many of them are the fraction, the least exponent of normal numbers, and
/// the largest number.
struct Half {
  static constexpr int width = 16;
  static constexpr int fraction = 10;
  static constexpr int least = -14;
  static constexpr double largest = 65504;
  static constexpr bool has_infinity = true;
  static constexpr bool has_nan = true;
};
struct BFloat {
  static constexpr int width = 16;
  static constexpr int fraction = 7;
  static constexpr int least = -126;
  static constexpr double largest = 0x1.fep127;
  static constexpr bool has_infinity = true;
  static constexpr bool has_nan = true;
};
struct E5M2 {
  static constexpr int width = 8;
  static constexpr int fraction = 2;
  static constexpr int least = -14;
  static constexpr double largest = 57344;
  static constexpr bool has_infinity = true;
  static constexpr bool has_nan = true;
};
/// All exponents are of numbers, and only the pattern of all bits is none.
struct E4M3 {
  static constexpr int width = 8;
  static constexpr int fraction = 3;
  static constexpr int least = -6;
  static constexpr double largest = 448;
  static constexpr bool has_infinity = false;
  static constexpr bool has_nan = true;
};

/// All patterns are numbers.
struct E3M2 {
  static constexpr int width = 6;
  static constexpr int fraction = 2;
  static constexpr int least = -2;
  static constexpr double largest = 28;
  static constexpr bool has_infinity = false;
  static constexpr bool has_nan = false;
};
struct E2M3 {
  static constexpr int width = 6;
  static constexpr int fraction = 3;
  static constexpr int least = 0;
  static constexpr double largest = 7.5;
  static constexpr bool has_infinity = false;
  static constexpr bool has_nan = false;
};
struct E2M1 {
  static constexpr int width = 4;
  static constexpr int fraction = 1;
  static constexpr int least = 0;
  static constexpr double largest = 6;
  static constexpr bool has_infinity = false;
  static constexpr bool has_nan = false;
};

/// Powers of two, from 2^-127 on, and the pattern of all bits that is none.
struct UE8M0 {
  static constexpr int width = 8;
  static constexpr int least = -127;
};

/// Fixed point: multiples of 2^-6, from -2 on.
struct S2F6 {
  static constexpr int width = 8;
  static constexpr int fraction = 6;
};

/// The bits that a number of the format has in a register with others.
template <class Format>
inline constexpr int packed_width = Format::width == 6 ? 8 : Format::width;

template <class Format>
inline constexpr unsigned sign_bit = 1U << (Format::width - 1);

template <class Format>
double number_of(unsigned bits) {
  constexpr int fraction = Format::fraction;
  const unsigned size = bits & (sign_bit<Format> - 1);
  const unsigned exponent = size >> fraction;
  const unsigned digits = size & ((1U << fraction) - 1);
  constexpr unsigned top = (sign_bit<Format> - 1) >> fraction;
  double value = 0;
  if (Format::has_infinity ? exponent == top : Format::has_nan && size == sign_bit<Format> - 1) {
    value = Format::has_infinity && digits == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    value = std::ldexp(digits, Format::least - fraction);
  } else {
    value = std::ldexp(digits + (1U << fraction),
                       static_cast<int>(exponent) - 1 + Format::least - fraction);
  }
  return (bits & sign_bit<Format>) != 0 ? -value : value;
}

template <>
inline double number_of<UE8M0>(unsigned bits) {
  return (bits & 0xffU) == 0xff ? NAN
                                : std::ldexp(1, static_cast<int>(bits & 0xffU) + UE8M0::least);
}

template <>
inline double number_of<S2F6>(unsigned bits) {
  return std::ldexp(static_cast<std::int8_t>(bits & 0xffU), -S2F6::fraction);
}

/// The number rounded to the format, ties to even. What is beyond the largest number becomes
/// infinite, or with `finite` the largest number, infinities too. No number becomes none, or the
/// largest number if the format has only numbers.
template <class Format>
std::uint16_t bits_of(double value, std::uint32_t how = nearest, bool finite = false) {
  constexpr int fraction = Format::fraction;
  const unsigned sign = std::signbit(value) ? sign_bit<Format> : 0;
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign_bit<Format> - 1);
  constexpr unsigned all = sign_bit<Format> - 1;
  constexpr unsigned infinity = Format::has_infinity ? all >> fraction << fraction : all;
  constexpr unsigned largest = Format::has_nan ? infinity - 1 : all;
  unsigned size = infinity;
  if (std::isfinite(value)) {
    int exponent = 0;
    std::frexp(value, &exponent);  // value = m · 2^exponent, 1/2 <= |m| < 1
    exponent = value == 0 ? Format::least : std::max(exponent - 1, Format::least);
    const double digits = std::fabs(rounded(std::ldexp(value, fraction - exponent), how));
    const double magnitude = std::ldexp(digits, exponent - fraction);
    if (magnitude <= Format::largest) {
      // 2^fraction more in the digits is one more in the exponent above them.
      size = (static_cast<unsigned>(exponent - Format::least) << fraction) +
             static_cast<unsigned>(digits);
    } else if (how == to_zero || how == (sign != 0 ? up : down)) {
      size = largest;
    }
  }
  return static_cast<std::uint16_t>(sign | (finite ? std::min(size, largest) : size));
}

/// The sign is left out, and 0 becomes the least number.
template <>
inline std::uint16_t bits_of<UE8M0>(double value, std::uint32_t how, bool finite) {
  constexpr std::uint16_t none = 0xff;
  if (std::isnan(value)) return none;
  int exponent = UE8M0::least + 1;
  constexpr double power = 0.5;
  const double digits = std::frexp(std::fabs(value), &exponent);
  if (value == 0) return 0;
  exponent += how == up && digits != power ? 0 : -1;
  if (std::isinf(value) || exponent > -UE8M0::least) return finite ? none - 1 : none;
  return static_cast<std::uint16_t>(std::max(exponent, UE8M0::least) - UE8M0::least);
}

/// No number becomes the largest one.
template <>
inline std::uint16_t bits_of<S2F6>(double value, std::uint32_t how, bool) {
  constexpr double most = 127;
  const double digits =
      std::isnan(value)
          ? most
          : std::clamp(rounded(std::ldexp(value, S2F6::fraction), how), -most - 1, most);
  return static_cast<std::uint8_t>(static_cast<std::int8_t>(digits));
}

/// With what is below the normal numbers replaced by 0 of the same sign.
template <class Format>
double without_subnormals(double x) {
  return std::fabs(x) < std::ldexp(1.0, Format::least) ? std::copysign(0.0, x) : x;
}

/// a·b + c of numbers of f32 or of fewer bits, so that rounding it to such a format, in whatever
/// direction, rounds once: the product is exact in double, and a sum that is not is made odd in its
/// last bit.
inline double product_and_sum(double a, double b, double c) {
  const double product = a * b;
  const double sum = product + c;
  if (!std::isfinite(sum)) return sum;
  const double part = sum - product;
  const double error = (product - (sum - part)) + (c - part);
  if (error == 0 || (std::bit_cast<std::uint64_t>(sum) & 1U) != 0) return sum;
  return std::nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

/// x as an f32.
inline float narrowed(double x, std::uint32_t how = nearest) {
  const auto y = static_cast<float>(x);
  const auto wide = static_cast<double>(y);
  if (how == nearest || std::isnan(x) || wide == x) return y;
  const bool lower = how == down || (how == to_zero && x > 0);
  if (lower ? wide > x : wide < x) return std::nextafter(y, lower ? -INFINITY : INFINITY);
  return y;
}

}  // namespace layoutcheck::gpu::ptx
