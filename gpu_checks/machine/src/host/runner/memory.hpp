// The memory of kernels: buffers, and the variables that are shared or constant.
#pragma once

#include "host/runner/channel.hpp"

extern "C" {
// Kernels see it, and so it has a name of its own.
alignas(
    4096) extern char layoutcheck_dynamic_shared[layoutcheck::gpu::host::max_dynamic_shared + 4096];
}

namespace layoutcheck::gpu::host {

struct Memory {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  Space space = Space::global;
  /// A byte for each byte, not 0 where it was written; null if all count as written.
  unsigned char* written = nullptr;
  /// Of a large buffer of indices, which is filled page by page: a byte for each page, not 0 where
  /// it holds them; null if all does, or it is no such buffer.
  unsigned char* filled = nullptr;
  Allocation fill;
  /// What was mapped; null for what is allocated otherwise.
  void* mapped = nullptr;
  std::uint64_t mapped_bytes = 0;

  [[nodiscard]] bool has(std::uint64_t a, std::uint64_t count) const {
    return a - address < bytes && count <= bytes - (a - address);
  }
};

extern std::vector<Memory> buffers;
/// Variables of kernels that are shared or constant.
extern std::vector<Memory> variables;

/// Sees to it that a part of the buffer holds its indices.
void fill_before(const Memory& memory, std::uint64_t offset, std::uint64_t bytes);

/// Null if there is no room.
void* map(std::uint64_t bytes, int protection);

void serve_allocate(Message request);
void serve_release();

void add_variable(const volatile void* address, std::size_t bytes, Space space);
/// So many bytes of dynamic shared memory may be touched in the launch that begins.
void set_dynamic_shared(std::uint32_t bytes);
/// Shared memory holds nothing when a block begins.
void reset_shared(std::uint32_t dynamic_bytes);

}  // namespace layoutcheck::gpu::host
