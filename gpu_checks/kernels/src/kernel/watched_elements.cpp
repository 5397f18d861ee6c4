// Counts the values of each thread, and notes whose value a watched element is.
#include "kernel/watched_elements.hpp"

#include "kernel/followed_expectations.hpp"

namespace layoutcheck::gpu {

WatchedElements::WatchedElements(const KernelTask& task, const PlacedArguments& place)
    : task_(task) {
  for (const Watch& watch : task.watches)
    watched_.push_back({place.find(watch.target.buffer), &watch, {}, {}});
}

void WatchedElements::see(const WarpAccess& access, std::uint64_t thread, std::size_t area,
                          std::uint64_t offset, std::uint32_t element_bytes) {
  for (OfWatch& watched : watched_) {
    if (watched.named.area != area || !watched.watch->target.takes(access.kind)) continue;
    for_each_element(offset, access.bytes, element_bytes, [&](std::int64_t element, bool) {
      count(watched, access.block, thread, element - watched.named.offset);
    });
  }
}

void WatchedElements::finish(std::span<const std::uint64_t> blocks) {
  for (OfWatch& watched : watched_)
    for (const std::uint64_t block : blocks)
      watched.next.erase(block);
}

void WatchedElements::put_into(KernelReport& report) {
  for (OfWatch& watched : watched_)
    report.owners.push_back(std::move(watched.owners));
}

void WatchedElements::count(OfWatch& watched, std::uint64_t block, std::uint64_t thread,
                            std::int64_t element) {
  std::vector<std::uint64_t>& next = watched.next[block];
  next.resize(task_.block.count());
  const std::uint64_t value = next.at(thread)++;
  if (!watched.watch->offsets.contains(element)) return;
  const auto [it, is_new] = watched.owners.try_emplace(element, Owner{block, thread, value, false});
  it->second.shared =
      it->second.shared || (!is_new && (it->second.block != block || it->second.thread != thread));
}

}  // namespace layoutcheck::gpu
