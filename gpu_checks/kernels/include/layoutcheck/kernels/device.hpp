// Device limits: cards, their compute capabilities, and their limits on launches.
#pragma once

#include <layoutcheck/machine/ptx.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// What "sm_90a" names: the number, and what stands behind it.
struct Architecture {
  unsigned number = 0;
  char suffix = ' ';
};

/// Nothing for what is no such name.
std::optional<Architecture> parse_architecture(std::string_view text);

/// A card, or all devices of a compute capability.
struct Device {
  /// "h100", "sm_90".
  std::string name;
  /// 90 is 9.0.
  unsigned capability = 0;
};

/// Throws std::invalid_argument that lists the known devices.
Device device_named(std::string_view name);

/// The maximum shared memory of a block that opts in to more than 48 KiB, in bytes.
std::uint64_t most_shared_per_block(const Device& device);

/// What a launch requires of a device.
struct Demands {
  /// The target of the module: "sm_90a".
  std::string target;
  ptx::Entry entry;
  Dim3 grid;
  Dim3 block;
  /// As in the launch; the entry may have its own.
  std::optional<Dim3> cluster;
  /// The static shared memory of the entry and the dynamic shared memory of the launch, in bytes.
  std::uint64_t declared = 0;
  std::uint64_t dynamic = 0;
};

/// The blocks of a cluster, from the launch or the entry.
Dim3 cluster_of(const std::optional<Dim3>& of_launch, const ptx::Entry& entry);

/// Why the device, or if none is given every device that runs code for the target, rejects the
/// launch: one sentence per limit.
std::vector<std::string> refusals_of(const Demands& demands, const Device* device);

/// The limits that only some of the devices that run code for the target meet; "" if all do.
std::string restriction_of(const Demands& demands);

}  // namespace layoutcheck::gpu
