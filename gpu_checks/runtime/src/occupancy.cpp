// Occupancy by the limits of the device.
#include "occupancy.hpp"

#include <algorithm>

namespace layoutcheck::gpu::runtime {

namespace {

/// What a block takes of the multiprocessor's shared memory beside its own.
std::uint64_t kept_of_block(const Device& device) {
  return device.capability >= 80 ? std::uint64_t{kept_of_shared} : 0;
}

}  // namespace

Error give_resident_blocks(Session& session, int* blocks, const void* function, int threads,
                           std::size_t shared) {
  Error error = Error::success;
  Binary* binary = nullptr;
  const ptx::Entry* entry = session.entry_of(function, error, binary);
  if (entry == nullptr) return error;
  if (blocks == nullptr || threads <= 0) return Error::invalid_value;
  const Device& device = session.device();
  const MostResident most = most_resident(device);
  constexpr int warp = 32;
  const int resident_threads = (threads + warp - 1) / warp * warp;
  const std::uint64_t bytes = ptx::declared_shared(binary->ptx, entry->name) + shared;
  *blocks = 0;
  if (threads > 1024 || bytes > most_shared_per_block(device)) return Error::success;
  const std::uint64_t kept = kept_of_block(device);
  *blocks = std::min({most.blocks, most.threads / resident_threads,
                      registers_of_multiprocessor / (registers_of_thread * resident_threads)});
  if (bytes + kept > 0) {
    *blocks = static_cast<int>(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(*blocks),
                                static_cast<std::uint64_t>(most.shared) / (bytes + kept)));
  }
  return Error::success;
}

Error give_available_shared(Session& session, std::size_t* bytes, const void* function, int blocks,
                            int threads) {
  int resident = 0;
  if (const Error error = give_resident_blocks(session, &resident, function, threads, 0);
      error != Error::success) {
    return error;
  }
  if (bytes == nullptr || blocks <= 0 || blocks > resident) return Error::invalid_value;
  Error error = Error::success;
  Binary* binary = nullptr;
  const ptx::Entry* entry = session.entry_of(function, error, binary);
  const Device& device = session.device();
  const auto each = static_cast<std::uint64_t>(most_resident(device).shared / blocks);
  *bytes = std::min(each - kept_of_block(device), most_shared_per_block(device)) -
           ptx::declared_shared(binary->ptx, entry->name);
  return Error::success;
}

Error give_resident_clusters(Session& session, int* clusters, const void* function,
                             const Dim3& block, std::size_t shared,
                             const std::optional<Dim3>& cluster) {
  const auto size = static_cast<int>(cluster.value_or(Dim3{}).count());
  if (clusters == nullptr || size == 0 || block.count() > 1024) return Error::invalid_value;
  int blocks = 0;
  const Error error =
      give_resident_blocks(session, &blocks, function, static_cast<int>(block.count()), shared);
  constexpr int multiprocessors = 16;
  *clusters = blocks * attribute(session.device(), multiprocessors).value_or(0) / size;
  return error;
}

}  // namespace layoutcheck::gpu::runtime
