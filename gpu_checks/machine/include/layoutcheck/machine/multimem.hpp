// Multimem addresses: one address of memory that each of several devices has.
#pragma once

#include <cstdint>
#include <optional>

namespace layoutcheck::gpu {

/// As a kernel's parameter. A buffer has the memories of all devices, one after the other. The bits
/// say how many there are, and the address in the first one.
struct MultimemAddress {
  static constexpr std::uint64_t mark = std::uint64_t{1} << 62;
  static constexpr unsigned device_bit = 48;
  static constexpr std::uint64_t most_devices = 255;
  std::uint64_t devices = 1;
  std::uint64_t address = 0;  // below 2^48

  [[nodiscard]] std::uint64_t bits() const { return mark | devices << device_bit | address; }
  static std::optional<MultimemAddress> of(std::uint64_t bits) {
    if ((bits & ~(mark - 1)) != mark) return std::nullopt;
    const MultimemAddress at{bits >> device_bit & most_devices,
                             bits & ((std::uint64_t{1} << device_bit) - 1)};
    return at.bits() == bits && at.devices != 0 ? std::optional(at) : std::nullopt;
  }
};

}  // namespace layoutcheck::gpu
