// Launches, and what they tell of accesses.
#pragma once

#include "host/runner/channel.hpp"

namespace layoutcheck::gpu::host {

void serve_launch(Message request);

/// Counts an access of the thread that runs, and tells it if that is asked for.
void tell_access(std::uint64_t address, std::uint64_t bytes, WarpAccess::Kind kind, Space space,
                 std::uint64_t place);

}  // namespace layoutcheck::gpu::host
