// Floating point as exact numbers: patterns of bits by the definition of their format, and rounding
// by a search among all patterns.
#pragma once

#include <layoutcheck/notation/integers.hpp>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace layoutcheck::gpu {

/// digits · 2^exponent.
struct Dyadic {
  Exact digits;
  int exponent = 0;
};

inline Dyadic operator*(const Dyadic& a, const Dyadic& b) {
  return {a.digits * b.digits, a.exponent + b.exponent};
}
inline Dyadic operator+(const Dyadic& a, const Dyadic& b) {
  const int low = std::min(a.exponent, b.exponent);
  return {(a.digits << (a.exponent - low)) + (b.digits << (b.exponent - low)), low};
}
inline Dyadic operator-(const Dyadic& a) {
  return {-a.digits, a.exponent};
}
inline Dyadic magnitude(const Dyadic& a) {
  return {boost::multiprecision::abs(a.digits), a.exponent};
}
/// -1, 0 or 1 as a is below, at or above b.
inline int order(const Dyadic& a, const Dyadic& b) {
  return (a + -b).digits.sign();
}

/// Sign, exponent and fraction of a small integer.
inline std::uint32_t floating(int value, unsigned exponents, unsigned fractions) {
  if (value == 0) return 0;
  const std::uint32_t sign = value < 0 ? 1U << (exponents + fractions) : 0;
  const auto size = static_cast<std::uint32_t>(std::abs(value));
  const auto power = static_cast<std::uint32_t>(std::bit_width(size)) - 1;
  const std::uint32_t bias = (1U << (exponents - 1)) - 1;
  return sign | (power + bias) << fractions | (size - (1U << power)) << (fractions - power);
}

struct Format {
  const char* name;
  unsigned width;
  unsigned fraction;
  /// Whether the greatest exponent is that of infinities.
  bool infinities = true;

  [[nodiscard]] std::uint64_t sign() const { return std::uint64_t{1} << (width - 1); }
  [[nodiscard]] int bias() const { return (1 << (width - fraction - 2)) - 1; }
  /// What the first pattern beyond the finite numbers is: infinity, or no number.
  [[nodiscard]] std::uint64_t limit() const {
    return infinities ? (sign() - 1) >> fraction << fraction : sign() - 1;
  }
  [[nodiscard]] bool is_finite(std::uint64_t bits) const { return (bits & (sign() - 1)) < limit(); }
  [[nodiscard]] bool is_infinite(std::uint64_t bits) const {
    return infinities && (bits & (sign() - 1)) == limit();
  }
  [[nodiscard]] bool is_nan(std::uint64_t bits) const {
    return !is_finite(bits) && !is_infinite(bits);
  }
  [[nodiscard]] bool is_subnormal(std::uint64_t bits) const {
    const std::uint64_t size = bits & (sign() - 1);
    return size != 0 && size >> fraction == 0;
  }
  /// Of a finite pattern; `limit` continues the numbers below it.
  [[nodiscard]] Dyadic value(std::uint64_t bits) const {
    const std::uint64_t size = bits & (sign() - 1);
    const int exponent = static_cast<int>(size >> fraction);
    const std::uint64_t digits = size & ((std::uint64_t{1} << fraction) - 1);
    Dyadic x{digits, 1 - bias() - static_cast<int>(fraction)};
    if (exponent != 0)
      x = {digits + (std::uint64_t{1} << fraction), exponent - bias() - static_cast<int>(fraction)};
    return (bits & sign()) != 0 ? -x : x;
  }
  /// Zero, subnormal, normal, large and infinite numbers, ties for narrower formats, and no
  /// numbers, of both signs.
  [[nodiscard]] std::vector<std::uint64_t> specials() const {
    const std::uint64_t unit = std::uint64_t{1} << fraction;
    const std::uint64_t one = static_cast<std::uint64_t>(bias()) << fraction;
    std::vector<std::uint64_t> sizes = {0,           1,           2,
                                        3,           unit / 2,    unit - 1,
                                        unit,        unit + 1,    one - 1,
                                        one,         one + 1,     one + unit / 2,
                                        one + 3,     one + unit,  one + unit + 1,
                                        limit() - 2, limit() - 1, limit(),
                                        sign() - 1};
    if (infinities) sizes.push_back(limit() + 1);
    std::vector<std::uint64_t> all;
    for (const std::uint64_t size : sizes) {
      all.push_back(size);
      all.push_back(size | sign());
    }
    return all;
  }
};

inline constexpr Format f16{"f16", 16, 10};
inline constexpr Format bf16{"bf16", 16, 7};
inline constexpr Format f32{"f32", 32, 23};
inline constexpr Format f64{"f64", 64, 52};
inline constexpr Format e5m2{"e5m2", 8, 2};
inline constexpr Format e4m3{"e4m3", 8, 3, false};

/// The pattern for a number that is only compared: `above(c)` is the order of its magnitude and c.
/// How: "rn", "rz", "rm", "rp". Beyond the numbers comes `limit`, whatever it is.
inline std::uint64_t rounded_by_search(const Format& format, bool negative, const std::string& how,
                                       const std::function<int(const Dyadic&)>& above) {
  std::uint64_t low = 0;
  std::uint64_t high = format.limit();
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (above(format.value(middle)) >= 0 ? low : high) = middle;
  }
  // low <= x < high, or x is beyond all numbers.
  const std::uint64_t sign = negative ? format.sign() : 0;
  if (above(format.value(low)) == 0) return low | sign;
  if (how == "rz" || how == (negative ? "rp" : "rm")) return low | sign;
  if (how == "rp" || how == "rm") return high | sign;
  const Dyadic sum = format.value(low) + format.value(high);
  const int half = above({sum.digits, sum.exponent - 1});
  return ((half > 0 || (half == 0 && low % 2 != 0)) ? high : low) | sign;
}

inline std::uint64_t rounded(const Format& format, const Dyadic& x, const std::string& how) {
  const Dyadic size = magnitude(x);
  return rounded_by_search(format, x.digits < 0, how,
                           [&](const Dyadic& c) { return order(size, c); });
}

}  // namespace layoutcheck::gpu
