// The attributes of a launch (cudaLaunchAttribute, CUlaunchAttribute).
#pragma once

#include <string>

namespace layoutcheck::gpu::runtime {

/// What of them is not supported, "" if all is: clusters of one block, and what changes nothing
/// where launches are executed one after the other.
std::string refused_attribute(const void* attributes, unsigned count);

/// Whether they make the launch a cooperative one.
bool asks_for_cooperation(const void* attributes, unsigned count);

}  // namespace layoutcheck::gpu::runtime
