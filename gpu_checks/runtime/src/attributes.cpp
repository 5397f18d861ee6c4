// What the device says to have.
#include "attributes.hpp"

namespace layoutcheck::gpu::runtime {

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
    case 12:  // registers
    case 82:
      return 65536;
    case 16:  // multiprocessors, in which cards of one capability differ
      return 132;
    case 17:  // no limit for time
    case 18:  // not of the host's chip
      return 0;
    case 31:  // concurrent kernels
    case 41:  // one space of addresses
    case 83:  // managed memory
      return 1;
    case 75:
      return capability / 10;
    case 76:
      return capability % 10;
    case 97:  // shared memory of a block that asks for more
      return most_shared;
    default:
      return std::nullopt;
  }
}

}  // namespace layoutcheck::gpu::runtime
