// The memory of a device that a program goes on with.
#include "load_module.hpp"
#include "memory.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace layoutcheck::gpu {

using namespace ptx;

struct DeviceMemory::Parts {
  explicit Parts(std::shared_ptr<GlobalMemory> all) : memory(std::move(all)) {}

  std::shared_ptr<GlobalMemory> memory;
  /// By their bases.
  std::map<std::uint64_t, std::span<std::byte>> shared;
  std::map<std::uint64_t, Region*> freed;
  /// Of the launch that goes on.
  std::shared_ptr<Journal> journal;
  std::uint64_t journals = 0;
};

/// Processes have addresses below 2^47.
constexpr std::uint64_t first_device_slot = (std::uint64_t{1} << 47) / GlobalMemory::slot_bytes;

DeviceMemory::DeviceMemory(std::shared_ptr<Room> room)
    : parts_(std::make_unique<Parts>(
          std::make_shared<GlobalMemory>(std::move(room), first_device_slot))) {}
DeviceMemory::~DeviceMemory() = default;

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes, const std::string& name) {
  return parts_->memory->add(bytes, Fill{}, name).base();
}

void DeviceMemory::share(std::span<std::byte> host, const std::string& name) {
  const auto base = reinterpret_cast<std::uintptr_t>(host.data());
  parts_->memory->add_at(base, host.size(), Fill{Fill::Kind::zero}, name);
  parts_->shared[base] = host;
}

void DeviceMemory::refresh() {
  for (const auto& [base, host] : parts_->shared)
    parts_->memory->find(base)->write(0, host);
}

void DeviceMemory::give_back() {
  for (const auto& [base, host] : parts_->shared) {
    parts_->memory->find(base)->each_page(
        [to = host](std::uint64_t at, std::span<const std::byte> page) {
          std::ranges::copy(page, to.begin() + static_cast<std::ptrdiff_t>(at));
        });
  }
}

bool DeviceMemory::free(std::uint64_t address) {
  Region* region = parts_->memory->find(address);
  if (region == nullptr || region->base() != address) return false;
  parts_->memory->remove(*region);
  region->rename(region->name() + ", which was freed,");
  if (parts_->shared.erase(address) == 0) parts_->freed[address] = region;
  return true;
}

void DeviceMemory::allocate_again(std::uint64_t address, const std::string& name) {
  const auto freed = parts_->freed.find(address);
  parts_->memory->restore(*freed->second, name);
  parts_->freed.erase(freed);
}

std::optional<DeviceMemory::Place> DeviceMemory::find(std::uint64_t address,
                                                      std::uint64_t bytes) const {
  const Region* region = parts_->memory->find(address);
  if (region == nullptr || !region->holds(address, bytes)) return std::nullopt;
  return Place{region->base(), region->bytes(), parts_->shared.contains(region->base())};
}

void DeviceMemory::read(std::uint64_t address, std::span<std::byte> to) const {
  Region* region = parts_->memory->find(address);
  region->read(address - region->base(), to);
}

void DeviceMemory::write(std::uint64_t address, std::span<const std::byte> from) {
  Region* region = parts_->memory->find(address);
  region->write(address - region->base(), from);
}

void DeviceMemory::fill(std::uint64_t address, std::uint64_t bytes, std::byte value) {
  Region* region = parts_->memory->find(address);
  region->fill(address - region->base(), bytes, value);
}

void DeviceMemory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  Region& source = *parts_->memory->find(from);
  Region& target = *parts_->memory->find(to);
  std::vector<std::byte> contents(bytes);
  source.read(from - source.base(), contents);
  std::vector<bool> written(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t at = from - source.base() + i;
    written[i] = source.page(at).is_written(at % Page::size, 1);
  }
  target.write(to - target.base(), contents);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t at = to - target.base() + i;
    if (!written[i]) target.page(at).set_unwritten(at % Page::size);
  }
}

DeviceMemory::Unwritten DeviceMemory::unwritten(std::uint64_t address, std::uint64_t bytes) const {
  Region& region = *parts_->memory->find(address);
  Unwritten found{0, 0, region.name()};
  const std::uint64_t end = address - region.base() + bytes;
  for (std::uint64_t at = address - region.base(); at < end;) {
    const std::uint64_t next = std::min((at / Page::size + 1) * Page::size, end);
    const Page& page = region.page(at);
    const bool is_whole = page.is_written(at % Page::size, next - at);
    for (; !is_whole && at < next; ++at) {
      if (page.is_written(at % Page::size, 1) || region.perhaps_written.meets(at, at + 1)) continue;
      if (found.count++ == 0) found.first = at;
    }
    at = next;
  }
  return found;
}

void DeviceMemory::begin_launch(std::uint64_t most_bytes) {
  parts_->journal = std::make_shared<Journal>();
  parts_->journal->number = ++parts_->journals;
  parts_->journal->most_bytes = most_bytes;
  parts_->memory->use_journal(parts_->journal.get());
}

std::shared_ptr<const Journal> DeviceMemory::end_launch() {
  parts_->memory->forget_order();
  parts_->memory->use_journal(nullptr);
  const std::shared_ptr<Journal> journal = std::move(parts_->journal);
  if (journal == nullptr || !journal->is_whole) return nullptr;
  for (Journal::Entry& entry : journal->entries) {
    journal->can_repeat = journal->can_repeat && !entry.region->has_stored();
    const PageState& now = entry.region->page(entry.page * Page::size);
    if (now != entry.before) entry.after = std::make_unique<PageState>(now);
  }
  return journal;
}

bool DeviceMemory::repeat(const Journal& journal) {
  if (!journal.can_repeat) return false;
  for (const Journal::Entry& entry : journal.entries) {
    Region& region = *entry.region;
    if (parts_->memory->find(region.base()) != &region || region.has_stored() ||
        entry.before != region.page(entry.page * Page::size))
      return false;
  }
  for (const Journal::Entry& entry : journal.entries)
    if (entry.after)
      static_cast<PageState&>(entry.region->page(entry.page * Page::size)) = *entry.after;
  return true;
}

std::vector<DeviceMemory::Found> DeviceMemory::found_by(const Journal& journal) const {
  std::map<std::uint64_t, Found> all;
  for (const Journal::Entry& entry : journal.entries) {
    const Region& region = *entry.region;
    Found& found = all[region.base()];
    found.name = region.name();
    found.place = {region.base(), region.bytes(), parts_->shared.contains(region.base())};
    const std::uint64_t first = entry.page * Page::size;
    const std::uint64_t bytes = std::min(Page::size, region.bytes() - first);
    found.pages[first] = {entry.before.data.data(), bytes};
    for (std::uint64_t i = 0; i < bytes; ++i)
      found.written += entry.before.written[i / 64] >> i % 64 & 1;
  }
  std::vector<Found> list;
  for (auto& [base, found] : all)
    list.push_back(std::move(found));
  return list;
}

std::uint64_t DeviceMemory::bytes_of(const Journal& journal) {
  return journal.bytes();
}

std::unique_ptr<PtxModule> DeviceMemory::load(const Program& program, const PtxOptions& options,
                                              ManagedMemory managed) {
  return load_module(program, options, parts_->memory, std::move(managed));
}

}  // namespace layoutcheck::gpu
