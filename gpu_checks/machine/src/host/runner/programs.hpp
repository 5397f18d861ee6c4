// The compiled kernels that the process has loaded.
#pragma once

#include "host/protocol.hpp"

#include <vector>

// As device.hpp declares them.
struct layoutcheck_entry {
  void (*kernel)();
  void (*call)(void (*kernel)(), void* const* arguments);
  std::size_t count;
  const std::size_t* sizes;
};

namespace layoutcheck::gpu::host {

struct Program {
  void* handle = nullptr;
  std::uint64_t base = 0;
  const layoutcheck_entry* entries = nullptr;
  std::size_t count = 0;
};

extern std::vector<Program> programs;
/// That of the launch.
extern const Program* running;

void serve_load(const std::vector<char>& image);

}  // namespace layoutcheck::gpu::host
