// How many blocks of a kernel a multiprocessor holds at a time.
#pragma once

#include "attributes.hpp"
#include "session.hpp"

namespace layoutcheck::gpu::runtime {

/// The blocks of so many threads, with so much shared memory that the launch adds. Pre: the session
/// is locked.
Error give_resident_blocks(Session& session, int* blocks, const void* function, int threads,
                           std::size_t shared);

/// The shared memory that a launch may add to a block of so many threads, if so many blocks are to
/// be held at a time. Pre: the session is locked.
Error give_available_shared(Session& session, std::size_t* bytes, const void* function, int blocks,
                            int threads);

/// The clusters of a launch that the device holds at a time, if it can spread the blocks of one
/// over any of its multiprocessors. Pre: the session is locked.
Error give_resident_clusters(Session& session, int* clusters, const void* function,
                             const Dim3& block, std::size_t shared,
                             const std::optional<Dim3>& cluster);

}  // namespace layoutcheck::gpu::runtime
