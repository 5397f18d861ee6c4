// What the device says to have.
#include "attributes.hpp"

#include <algorithm>
#include <iterator>

namespace layoutcheck::gpu::runtime {

namespace {

/// By the CUDA programming guide's table of compute capabilities, each row for those up to the
/// next. The shared memory is that of a block and what the system keeps of it, where none is given.
struct ResidentRow {
  unsigned capability;
  MostResident most;
};
constexpr ResidentRow resident_rows[] = {
    {0, {2048, 32, 64 << 10}},  {61, {2048, 32, 96 << 10}}, {62, {2048, 32, 64 << 10}},
    {70, {2048, 32, 96 << 10}}, {75, {1024, 16, 64 << 10}}, {80, {2048, 32, 0}},
    {86, {1536, 16, 0}},        {89, {1536, 24, 0}},        {90, {2048, 32, 0}},
    {110, {1536, 24, 0}},
};

}  // namespace

MostResident most_resident(const Device& device) {
  const auto* const after =
      std::ranges::upper_bound(resident_rows, device.capability, {}, &ResidentRow::capability);
  MostResident most = std::prev(after)->most;
  if (most.shared == 0)
    most.shared = static_cast<int>(most_shared_per_block(device)) + kept_of_shared;
  return most;
}

std::optional<int> attribute(const Device& device, int number) {
  const auto capability = static_cast<int>(device.capability);
  const auto most_shared = static_cast<int>(most_shared_per_block(device));
  switch (number) {
    case 1:  // threads of a block
    case 2:
    case 3:
      return 1024;
    case 4:
      return 64;
    case 5:  // blocks of a grid
      return 2147483647;
    case 6:
    case 7:
      return 65535;
    case 8:  // shared memory of a block that does not ask for more
      return 48 * 1024;
    case 9:  // constant memory
      return 64 * 1024;
    case 10:
      return 32;
    case 13:  // clocks in kHz, and the width of the bus, in which cards differ, too
      return 1980000;
    case 36:
      return 2619000;
    case 37:
      return 5120;
    case 38:  // bytes of the L2 cache
      return 50 << 20;
    case 39:
      return most_resident(device).threads;
    case 12:  // registers
    case 82:
      return registers_of_multiprocessor;
    case 16:  // multiprocessors, in which cards of one capability differ
      return 132;
    case 17:  // no limit for time
    case 18:  // not of the host's chip
    case 20:  // no mode that keeps threads from it
    case 32:  // no correction of errors
    case 33:  // where it is on the bus
    case 34:
    case 50:
    case 88:  // memory of the host that nobody has registered, nor managed memory while it runs
    case 89:
    case 99:   // memory of the host that is registered
    case 102:  // reservations of addresses
    case 115:  // pools
    case 132:  // multicast objects
      return 0;
    case 31:  // concurrent kernels
    case 41:  // one space of addresses
    case 78:  // priorities of streams
    case 83:  // managed memory
    case 95:  // cooperative launches
      return 1;
    case 120:  // clusters
    case 127:  // tensor maps
      return capability >= 90 ? 1 : 0;
    case 75:
      return capability / 10;
    case 76:
      return capability % 10;
    case 106:
      return most_resident(device).blocks;
    case 81:
      return most_resident(device).shared;
    case 97:  // shared memory of a block that asks for more
      return most_shared;
    default:
      return std::nullopt;
  }
}

}  // namespace layoutcheck::gpu::runtime
