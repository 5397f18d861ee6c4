// The attributes of a launch (cudaLaunchAttribute, CUlaunchAttribute).
#pragma once

#include <string>

namespace layoutcheck::gpu::runtime {

/// What of them is not supported, "" if all is: clusters of one block, launches that are not
/// cooperative, and hints, among which the order of launches that do not wait for each other is.
std::string refused_attribute(const void* attributes, unsigned count);

}  // namespace layoutcheck::gpu::runtime
