// What devices take of a launch: cards, their compute capabilities, and the limits of these.
#pragma once

#include <layoutcheck/machine/ptx.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// A card, or all devices of a compute capability.
struct Device {
  /// "h100", "sm_90".
  std::string name;
  /// 90 is 9.0.
  unsigned capability = 0;
};

/// Throws std::invalid_argument that lists the devices that there are.
Device device_named(std::string_view name);

/// The bytes of shared memory that a block may have which asks for more than 48 KiB.
std::uint64_t most_shared_per_block(const Device& device);

/// What a launch asks of a device.
struct Demands {
  /// Of the module: "sm_90a".
  std::string target;
  ptx::Entry entry;
  Dim3 grid;
  Dim3 block;
  /// As of the launch; the entry may have its own.
  std::optional<Dim3> cluster;
  /// Bytes of shared memory that the entry declares, and that the launch adds.
  std::uint64_t declared = 0;
  std::uint64_t dynamic = 0;
};

/// The blocks of a cluster: what the launch says, or the entry.
Dim3 cluster_of(const std::optional<Dim3>& of_launch, const ptx::Entry& entry);

/// Why the device does not take the launch, or where there is none, no device that runs code for
/// the target does; a sentence for each limit.
std::vector<std::string> refusals_of(const Demands& demands, const Device* device);

/// What only some of the devices take that run code for the target; "" if all do.
std::string restriction_of(const Demands& demands);

}  // namespace layoutcheck::gpu
