// Modules whose variables lie in a memory that others share.
#pragma once

#include <layoutcheck/machine/device_memory.hpp>
#include <layoutcheck/machine/ptx.hpp>

#include <memory>

namespace layoutcheck::gpu::ptx {

class GlobalMemory;

/// Throws LaunchError.
std::unique_ptr<PtxModule> load_module(const Program& program, const PtxOptions& options,
                                       std::shared_ptr<GlobalMemory> memory, ManagedMemory managed);

}  // namespace layoutcheck::gpu::ptx
