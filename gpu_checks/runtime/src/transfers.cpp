// Copies and fills.
#include "transfers.hpp"

#include "attributes.hpp"

#include <algorithm>
#include <cstring>

namespace layoutcheck::gpu::runtime {

namespace {

/// Device memory that is not the host's as well.
bool is_on_device(Session& session, const void* pointer, std::uint64_t bytes) {
  const auto place = session.find(number(pointer), bytes);
  return place && !place->is_shared;
}

/// No process has such an address.
bool is_beyond_host(const void* pointer) {
  return pointer == nullptr || number(pointer) >> 47 != 0;
}

/// The pattern, as often as it goes into a piece of memory.
std::vector<std::byte> repeated(std::span<const std::byte> pattern, std::uint64_t bytes) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  std::vector<std::byte> piece(std::min(bytes, most / pattern.size() * pattern.size()));
  for (std::size_t i = 0; i < piece.size(); ++i)
    piece[i] = pattern[i % pattern.size()];
  return piece;
}

}  // namespace

Error copy(Session& session, const char* call, void* to, const void* from, std::uint64_t bytes,
           Direction direction) {
  using enum Direction;
  if (bytes == 0) return Error::success;
  const bool to_device = is_on_device(session, to, bytes);
  const bool from_device = is_on_device(session, from, bytes);
  for (const auto& [is_there, pointer] :
       {std::pair(to_device, static_cast<const void*>(to)), {from_device, from}}) {
    const bool is_device_side = direction == device_to_device ||
                                direction == (pointer == to ? host_to_device : device_to_host);
    const bool is_shared = session.find(number(pointer), bytes) && !is_there;
    if (is_there || (!is_beyond_host(pointer) && (!is_device_side || is_shared))) continue;
    return session.failed(call, Error::invalid_value,
                          std::string(pointer == to ? "the destination" : "the source") + " of " +
                              std::to_string(bytes) +
                              " bytes does not lie in an allocation on the device");
  }
  if ((direction == host_to_host && (to_device || from_device)) ||
      (direction == host_to_device && from_device) || (direction == device_to_host && to_device)) {
    return session.failed(call, Error::invalid_value, "the direction is not that of its addresses");
  }
  if (to_device && from_device) {
    session.memory().copy(number(to), number(from), bytes);
  } else if (to_device) {
    session.memory().write(number(to), {static_cast<const std::byte*>(from), bytes});
  } else if (from_device) {
    session.remark_unwritten(call, number(from), bytes);
    session.memory().read(number(from), {static_cast<std::byte*>(to), bytes});
  } else {
    std::memmove(to, from, bytes);
  }
  return Error::success;
}

Error fill(Session& session, const char* call, void* at, std::span<const std::byte> pattern,
           std::uint64_t bytes) {
  if (bytes == 0) return Error::success;
  const auto place = session.find(number(at), bytes);
  if (!place) {
    return session.failed(
        call, Error::invalid_value,
        std::to_string(bytes) + " bytes that do not lie in an allocation on the device");
  }
  if (!place->is_shared && pattern.size() == 1) {
    session.memory().fill(number(at), bytes, pattern.front());
    return Error::success;
  }
  const std::vector<std::byte> piece = repeated(pattern, bytes);
  for (std::uint64_t i = 0; i < bytes; i += piece.size()) {
    const std::span part(piece.data(), std::min<std::uint64_t>(piece.size(), bytes - i));
    if (place->is_shared)
      std::ranges::copy(part, static_cast<std::byte*>(at) + i);
    else
      session.memory().write(number(at) + i, part);
  }
  return Error::success;
}

Error give_memory(const Session& session, std::size_t* free, std::size_t* total) {
  if (free == nullptr || total == nullptr) return Error::invalid_value;
  *total = memory_of_device;
  *free = memory_of_device - std::min<std::size_t>(session.allocated(), memory_of_device);
  return Error::success;
}

Error allocate(Session& session, const char* call, std::uint64_t bytes, void*& pointer) {
  pointer = nullptr;
  if (bytes == 0) return Error::success;
  std::uint64_t address = 0;
  const Error error = session.allocate(
      bytes, std::string(call) + " of " + std::to_string(bytes) + " bytes", address);
  if (error == Error::success) pointer = reinterpret_cast<void*>(address);
  return error;
}

}  // namespace layoutcheck::gpu::runtime
