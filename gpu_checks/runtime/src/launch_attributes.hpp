// The attributes of a launch (cudaLaunchAttribute, CUlaunchAttribute).
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <string>

namespace layoutcheck::gpu::runtime {

/// What of them is not supported, "" if all is.
std::string refused_attribute(const void* attributes, unsigned count);

/// Whether they make the launch a cooperative one.
bool asks_for_cooperation(const void* attributes, unsigned count);

/// The blocks of a cluster, if they say so.
std::optional<Dim3> cluster_asked_for(const void* attributes, unsigned count);

}  // namespace layoutcheck::gpu::runtime
