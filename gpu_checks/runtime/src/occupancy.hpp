// How many blocks of a kernel a multiprocessor holds at a time.
#pragma once

#include "attributes.hpp"
#include "session.hpp"

namespace layoutcheck::gpu::runtime {

/// The blocks of so many threads, with so much shared memory that the launch adds. Pre: the session
/// is locked.
Error give_resident_blocks(Session& session, int* blocks, const void* function, int threads,
                           std::size_t shared);

}  // namespace layoutcheck::gpu::runtime
