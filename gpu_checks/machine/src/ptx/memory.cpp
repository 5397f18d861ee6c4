// Sparse memory.
#include "memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace layoutcheck::gpu {

void Room::take(std::uint64_t bytes) {
  if (left_ < bytes) {
    throw LaunchError("what is touched, and what is known of it, takes more than " +
                      std::to_string(all_ >> 20) +
                      " MiB of memory; fewer blocks, or none of the races, take less");
  }
  left_ -= bytes;
}

namespace ptx {

namespace {

/// Bits `from` to `to` - 1 of a word.
std::uint64_t bits_between(std::uint64_t from, std::uint64_t to) {
  const std::uint64_t up_to = to == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << to) - 1;
  return up_to & ~((std::uint64_t{1} << from) - 1);
}

/// Calls f(word, mask) for the words of a bitmap that hold these bits, while it returns true.
template <class F>
bool for_words(std::uint64_t first, std::uint64_t count, F f) {
  for (std::uint64_t bit = first; bit < first + count;) {
    const std::uint64_t end = std::min(first + count, (bit / 64 + 1) * 64);
    if (!f(bit / 64, bits_between(bit % 64, end - bit / 64 * 64))) return false;
    bit = end;
  }
  return true;
}

}  // namespace

bool Page::is_written_slowly(std::uint64_t offset, std::uint64_t bytes) const {
  return for_words(offset, bytes, [&](std::uint64_t word, std::uint64_t mask) {
    return (written[word] & mask) == mask;
  });
}

bool Page::is_unwritten(std::uint64_t offset, std::uint64_t bytes) const {
  return for_words(offset, bytes, [&](std::uint64_t word, std::uint64_t mask) {
    return (written[word] & mask) == 0;
  });
}

void Page::set_written_slowly(std::uint64_t offset, std::uint64_t bytes) {
  for_words(offset, bytes, [&](std::uint64_t word, std::uint64_t mask) {
    written[word] |= mask;
    return true;
  });
}

bool Page::is_fresh(std::uint64_t offset, std::uint64_t bytes, std::uint64_t cuts) const {
  return fresh_ != nullptr && fresh_->cuts == cuts &&
         for_words(offset, bytes, [&](std::uint64_t word, std::uint64_t mask) {
           return (fresh_->bits[word] & mask) == mask;
         });
}

void Page::set_fresh(std::uint64_t offset, std::uint64_t bytes, bool fresh, std::uint64_t cuts) {
  if (fresh_ == nullptr) {
    if (!fresh) return;
    share_.take(sizeof(Fresh));
    fresh_ = std::make_unique<Fresh>();
  }
  if (fresh_->cuts != cuts) *fresh_ = {cuts, {}};
  for_words(offset, bytes, [&](std::uint64_t word, std::uint64_t mask) {
    fresh_->bits[word] = fresh ? fresh_->bits[word] | mask : fresh_->bits[word] & ~mask;
    return true;
  });
}

void ByteSet::add(std::uint64_t first, std::uint64_t end) {
  constexpr std::size_t most = 1U << 13;
  if (first >= end) return;
  auto next = ends_.upper_bound(first);
  if (next != ends_.begin() && std::prev(next)->second >= first) {
    --next;
    first = next->first;
  }
  while (next != ends_.end() && next->first <= end) {
    end = std::max(end, next->second);
    next = ends_.erase(next);
  }
  ends_.emplace(first, end);
  if (ends_.size() <= most) return;
  const std::pair all(ends_.begin()->first, std::prev(ends_.end())->second);
  ends_.clear();
  ends_.insert(all);
}

Page::Page(const std::shared_ptr<Room>& room) : share_(room) {
  constexpr std::uint64_t place_in_map = 96;
  share_.take(sizeof(Page) + place_in_map);
}

void Page::forget_traces() {
  for (Part& part : parts_) {
    if (part.traces != nullptr) share_.give(part.count() * sizeof(Trace));
    part = {};
  }
}

Trace Trace::moved_by(unsigned lanes) const {
  Trace moved = *this;
  for (Moment* moment : {&moved.writer, &moved.readers[0], &moved.readers[1]})
    if (moment->who != Moment::nobody) moment->who += lanes;
  moved.lanes_of_read() <<= lanes;
  return moved;
}

void Page::divide(Part& part, unsigned grain) {
  Part finer{nullptr, static_cast<std::uint8_t>(grain), 0};
  share_.take((finer.count() - part.count()) * sizeof(Trace));
  finer.traces = std::make_unique<Trace[]>(finer.count());
  const unsigned in_grain = part.grain - grain;
  const std::size_t in_line = (std::size_t{1} << part.line) - 1;
  for (std::size_t i = 0; i < finer.count(); ++i) {
    const std::size_t old = i >> in_grain;
    finer.traces[i] = part.traces[old >> part.line].moved_by(static_cast<unsigned>(old & in_line));
  }
  part = std::move(finer);
}

std::span<Trace> Page::traces(std::uint64_t offset, std::uint64_t bytes) {
  constexpr unsigned coarsest = 2;
  Part& part = parts_[offset / part_bytes];
  offset %= part_bytes;
  if (part.traces == nullptr) {
    share_.take(part.count() * sizeof(Trace));
    part.traces = std::make_unique<Trace[]>(part.count());
  }
  // Accesses of several sizes: what is known of a grain holds for its parts.
  const auto needed = static_cast<unsigned>(std::countr_zero(bytes | offset));
  const unsigned grain = std::min({unsigned{part.grain}, coarsest, needed});
  if (part.line != 0 || grain < part.grain) divide(part, grain);
  return {part.traces.get() + (offset >> grain), bytes >> grain};
}

Trace* Page::line(std::uint64_t offset, std::uint32_t bytes) {
  Part& part = parts_[offset / part_bytes];
  const auto grain = static_cast<std::uint8_t>(std::countr_zero(bytes));
  const auto line = static_cast<std::uint8_t>(std::countr_zero(lanes_of_line(bytes)));
  if (part.traces == nullptr) {
    part.grain = grain;
    part.line = line;
    share_.take(part.count() * sizeof(Trace));
    part.traces = std::make_unique<Trace[]>(part.count());
  }
  if (part.grain != grain || part.line != line) return nullptr;
  return &part.traces[offset % part_bytes >> grain >> line];
}

Page& Region::find(std::uint64_t index) {
  const auto known = pages_.find(index);
  if (known != pages_.end()) return *known->second;
  auto made = std::make_unique<Page>(room_);
  const std::unique_ptr<Page>& page = pages_[index] = std::move(made);
  const std::uint64_t first = index * Page::size;
  const std::uint64_t end = std::min(first + Page::size, bytes_);
  switch (fill_.kind) {
    case Fill::Kind::uninitialized:
      break;
    case Fill::Kind::zero:
      page->written.fill(~std::uint64_t{0});
      break;
    case Fill::Kind::index:
      page->written.fill(~std::uint64_t{0});
      for (std::uint64_t at = first; at < end; at += fill_.width) {
        const std::uint64_t shift = std::uint64_t{8} * fill_.width * fill_.digit;
        const std::uint64_t digit = shift >= 64 ? 0 : at / fill_.width >> shift;
        const std::uint64_t number = fill_.numbering.of(digit);
        std::memcpy(page->data.data() + (at - first), &number,
                    std::min<std::uint64_t>(fill_.width, end - at));
      }
      break;
    case Fill::Kind::bytes:
      if (first < fill_.bytes.size()) {
        const std::uint64_t count = std::min<std::uint64_t>(fill_.bytes.size() - first, Page::size);
        std::memcpy(page->data.data(), fill_.bytes.data() + first, count);
        page->set_written(0, count);
      }
      break;
  }
  return *page;
}

void Region::note(Page& page) {
  if (page.journal_ == journal_->number || !journal_->is_whole) return;
  journal_->is_whole = journal_->bytes() < journal_->most_bytes;
  if (!journal_->is_whole) return;
  journal_->can_repeat = journal_->can_repeat && !has_stored();
  page.journal_ = journal_->number;
  journal_->entries.push_back({this, last_index_, page, nullptr});
}

void Region::read(std::uint64_t offset, std::span<std::byte> to) {
  for (std::size_t done = 0; done < to.size();) {
    const std::uint64_t at = (offset + done) % Page::size;
    const std::size_t count = std::min<std::size_t>(to.size() - done, Page::size - at);
    std::memcpy(to.data() + done, page(offset + done).data.data() + at, count);
    done += count;
  }
}

void Region::write(std::uint64_t offset, std::span<const std::byte> from) {
  for (std::size_t done = 0; done < from.size();) {
    const std::uint64_t at = (offset + done) % Page::size;
    const std::size_t count = std::min<std::size_t>(from.size() - done, Page::size - at);
    Page& p = page(offset + done);
    std::memcpy(p.data.data() + at, from.data() + done, count);
    p.set_written(at, count);
    done += count;
  }
}

void Region::fill(std::uint64_t offset, std::uint64_t bytes, std::byte value) {
  if (offset == 0 && bytes == bytes_) {
    clear();
    fill_ = {value == std::byte{0} ? Fill::Kind::zero : Fill::Kind::uninitialized};
    // Zeros need no page.
    if (value == std::byte{0}) return;
  }
  std::array<std::byte, Page::size> same{};
  same.fill(value);
  for (std::uint64_t done = 0; done < bytes; done += Page::size)
    write(offset + done, std::span(same).first(std::min(Page::size, bytes - done)));
}

void Region::copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const Page& source = page(from + i);
    const std::uint64_t at = (from + i) % Page::size;
    const std::byte value = source.data[at];
    const bool is_written = source.is_written(at, 1);
    write(to + i, {&value, 1});
    if (!is_written) page(to + i).set_unwritten((to + i) % Page::size);
  }
}

Region& GlobalMemory::add(std::uint64_t bytes, Fill fill, std::string name) {
  if (slots_.empty()) slots_.resize(first_slot_);  // the windows, and null
  const std::uint64_t count = bytes / slot_bytes + 1;
  // A slot is left free behind each region, so that what runs over its end is in nobody's. All
  // addresses stay below 2^62, where a sum of two is none that wraps.
  constexpr std::uint64_t most_slots = (std::uint64_t{1} << 62) / slot_bytes;
  if (slots_.size() + count + 1 > most_slots) {
    throw LaunchError("a buffer of " + std::to_string(bytes) +
                      " bytes has no room in the address space");
  }
  regions_.push_back(std::make_unique<Region>(slots_.size() * slot_bytes, bytes, std::move(fill),
                                              std::move(name), room_));
  regions_.back()->use_journal(journal_);
  slots_.insert(slots_.end(), count, regions_.back().get());
  slots_.push_back(nullptr);
  return *regions_.back();
}

Region& GlobalMemory::add_at(std::uint64_t base, std::uint64_t bytes, Fill fill, std::string name) {
  regions_.push_back(
      std::make_unique<Region>(base, bytes, std::move(fill), std::move(name), room_));
  regions_.back()->use_journal(journal_);
  placed_[base] = regions_.back().get();
  return *regions_.back();
}

void GlobalMemory::put_into_slots(const Region& region, Region* found) {
  const std::uint64_t first = region.base() / slot_bytes;
  std::fill_n(slots_.begin() + static_cast<std::ptrdiff_t>(first), region.bytes() / slot_bytes + 1,
              found);
}

void GlobalMemory::remove(Region& region) {
  region.clear();
  if (placed_.erase(region.base()) == 0) put_into_slots(region, nullptr);
}

void GlobalMemory::restore(Region& region, std::string name) {
  region.renew(std::move(name));
  put_into_slots(region, &region);
}

Region* GlobalMemory::find_placed(std::uint64_t address) const {
  const auto after = placed_.upper_bound(address);
  return after == placed_.begin() ? nullptr : std::prev(after)->second;
}

std::string GlobalMemory::describe(std::uint64_t address) const {
  const Region* nearest = nullptr;
  std::uint64_t distance = ~std::uint64_t{0};
  for (const std::unique_ptr<Region>& region : regions_) {
    const std::uint64_t end = region->base() + region->bytes();
    const std::uint64_t d = address < region->base() ? region->base() - address
                            : address >= end         ? address - end
                                                     : 0;
    if (d < distance) {
      distance = d;
      nearest = region.get();
    }
  }
  if (nearest == nullptr) return "no buffer";
  const auto offset = static_cast<std::int64_t>(address - nearest->base());
  return nearest->name() + " at byte " + std::to_string(offset) + " of " +
         std::to_string(nearest->bytes());
}

}  // namespace ptx

}  // namespace layoutcheck::gpu
