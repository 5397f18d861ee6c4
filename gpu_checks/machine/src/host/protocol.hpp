// What the host executor and the process that runs its kernels say to each other. Both are built
// from this file, and run on one machine: numbers are as they lie in memory.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <cstdint>

namespace layoutcheck::gpu::host {

/// The descriptors that the process finds open, beside its standard ones.
constexpr int channel_descriptor = 3;
constexpr int status_descriptor = 4;

enum class Request : std::uint64_t {
  load,      // a shared object; answered with its number and, by entry, the sizes of parameters
  allocate,  // Allocation and the bytes of the fill; answered with the address
  release,
  read,    // Region; answered with its bytes
  launch,  // Start, sizes and bytes of the arguments, blocks; answered with End
};

enum class Reply : std::uint64_t {
  done,
  refused,   // a text follows
  accesses,  // some of a launch that goes on
};

/// Before each message, in both directions.
struct Head {
  std::uint64_t what = 0;
  std::uint64_t bytes = 0;
};

struct Allocation {
  std::uint64_t bytes = 0;
  Fill::Kind kind = Fill::Kind::uninitialized;
  std::uint32_t width = 4;
  std::uint32_t digit = 0;
  Numbering numbering;
};

struct Region {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

struct Start {
  std::uint64_t program = 0;
  std::uint64_t entry = 0;
  std::uint64_t order = 0;
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared = 0;
  /// Whether accesses are to be told.
  std::uint32_t tell = 0;
  std::uint64_t arguments = 0;
  std::uint64_t blocks = 0;
};

struct End {
  std::uint64_t blocks = 0;
  std::uint64_t accesses = 0;
  /// Whether all threads ran to their end; if not, Status has the fault.
  std::uint64_t finished = 0;
};

/// What a thread does to memory.
struct Access {
  std::uint64_t address = 0;
  /// Where its instruction ends, from the start of the shared object on.
  std::uint64_t place = 0;
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
  std::uint16_t bytes = 0;
  std::uint8_t kind = 0;
  std::uint8_t space = 0;
};

/// A page that both see, so that it outlives the process.
struct Status {
  Dim3 block;
  Dim3 thread;
  std::uint64_t faulted = 0;
  Fault::Kind kind = Fault::Kind::crash;
  /// 0 if only the place is known.
  std::uint32_t line = 0;
  std::uint64_t program = 0;
  /// As in Access; 0 if it is not known.
  std::uint64_t place = 0;
  std::uint64_t address = 0;
  char message[512] = {};
};

/// Shared memory of a block that the launch asks for, at most: what the largest devices have.
constexpr std::uint32_t max_dynamic_shared = 232448;

}  // namespace layoutcheck::gpu::host
