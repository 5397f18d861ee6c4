// Launches that need not be executed again.
#include "earlier.hpp"

#include <algorithm>

namespace layoutcheck::gpu::runtime {

const Record* EarlierLaunches::repeat(DeviceMemory& memory, const std::string& key) {
  const auto [first, end] = all_.equal_range(key);
  const auto equal = std::find_if(
      first, end, [&](const auto& earlier) { return memory.repeat(*earlier.second.journal); });
  if (equal == end) return nullptr;
  equal->second.used = ++uses_;
  return &equal->second.told;
}

void EarlierLaunches::keep(const std::string& key, std::shared_ptr<const ptx::Journal> journal,
                           const Record& told) {
  constexpr std::size_t most = 1024;
  const auto first_used = [](const auto& a, const auto& b) {
    return a.second.used < b.second.used;
  };
  const std::uint64_t bytes = DeviceMemory::bytes_of(*journal);
  while (!all_.empty() && (all_.size() == most || bytes_ + bytes > most_bytes_)) {
    const auto oldest = std::ranges::min_element(all_, first_used);
    bytes_ -= DeviceMemory::bytes_of(*oldest->second.journal);
    all_.erase(oldest);
  }
  bytes_ += bytes;
  all_.emplace(key, Earlier{std::move(journal), told, ++uses_});
}

}  // namespace layoutcheck::gpu::runtime
