// Copies and fills, for the functions of both interfaces.
#pragma once

#include "session.hpp"

#include <span>

namespace layoutcheck::gpu::runtime {

/// Where copies go, as cudaMemcpyKind has it.
enum class Direction {
  host_to_host,
  host_to_device,
  device_to_host,
  device_to_device,
  by_addresses
};

inline std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

// Errors are told of under the name of the call. Pre: the session is locked.

Error copy(Session& session, const char* call, void* to, const void* from, std::uint64_t bytes,
           Direction direction);

/// Repeats the pattern over so many bytes. Pre: its size divides them.
Error fill(Session& session, const char* call, void* at, std::span<const std::byte> pattern,
           std::uint64_t bytes);

/// What of the device's memory is free, and all of it.
Error give_memory(const Session& session, std::size_t* free, std::size_t* total);

/// An allocation of no bytes is null.
Error allocate(Session& session, const char* call, std::uint64_t bytes, void*& pointer);

}  // namespace layoutcheck::gpu::runtime
