// Loops over the lanes of a row, and values in registers.
#pragma once

#include "code.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace layoutcheck::gpu::ptx {

/// Calls f(lane) for each of the lanes.
template <class F>
inline void one_by_one(std::uint32_t lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1)
    f(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// The same, in a loop of its own for all lanes, which the compiler can vectorize: twice the code,
/// for what is worth it.
template <class F>
inline void each(std::uint32_t lanes, F f) {
  if (lanes == all_lanes)
    for (unsigned i = 0; i < warp_size; ++i)
      f(i);
  else
    one_by_one(lanes, f);
}

/// f(size), which returns the same as `bytes` as a constant. Pre: a power of two up to 32.
template <class F>
inline auto for_size(std::uint32_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f(std::integral_constant<std::size_t, 1>());
    case 2:
      return f(std::integral_constant<std::size_t, 2>());
    case 4:
      return f(std::integral_constant<std::size_t, 4>());
    case 8:
      return f(std::integral_constant<std::size_t, 8>());
    case 16:
      return f(std::integral_constant<std::size_t, 16>());
    default:
      return f(std::integral_constant<std::size_t, 32>());
  }
}

inline unsigned first_of(std::uint32_t lanes) {
  return static_cast<unsigned>(std::countr_zero(lanes));
}

/// A register's bits as a value of T, and back. Registers hold their bits with zeros above.
template <class T>
inline T get(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, bool>) {
    return bits != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<T>(static_cast<Bits>(bits));
  } else {
    return static_cast<T>(bits);
  }
}
template <class T>
inline std::uint64_t put(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? 1 : 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<Bits>(value);
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

}  // namespace layoutcheck::gpu::ptx
