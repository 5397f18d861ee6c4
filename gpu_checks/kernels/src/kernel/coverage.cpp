// What of a buffer was touched, and how often.
#include <layoutcheck/kernels/coverage.hpp>

#include <algorithm>
#include <bit>

namespace layoutcheck::gpu {

namespace {

void count(std::uint8_t& counter) {
  counter = counter == Coverage::most_counted ? counter : static_cast<std::uint8_t>(counter + 1);
}

}  // namespace

Coverage::Counts& Coverage::counts_of(std::uint64_t element) {
  const std::uint64_t number = element / page_size;
  if (last_ == nullptr || number != last_number_) {
    std::unique_ptr<Page>& page = pages_[number];
    if (!page) {
      constexpr std::uint64_t place_in_map = 96;
      share_.take(sizeof(Page) + place_in_map);
      page = std::make_unique<Page>();
    }
    last_number_ = number;
    last_ = page.get();
  }
  return (*last_)[element % page_size];
}

void Coverage::add(std::uint64_t offset, std::uint32_t bytes, WarpAccess::Kind kind) {
  const std::uint64_t first = offset / element_bytes_;
  const std::uint64_t last = (offset + std::max(bytes, 1U) - 1) / element_bytes_;
  places_ |= offset;
  least_ = std::min(least_.value_or(first), first);
  greatest_ = std::max(greatest_.value_or(last), last);
  for (std::uint64_t element = first; element <= last; ++element) {
    Counts& counts = counts_of(element);
    const bool was_read = counts.reads > 0 || counts.atomic;
    const bool was_written = counts.writes > 0 || counts.atomic;
    switch (kind) {
      case WarpAccess::Kind::read:
        ++reads_;
        count(counts.reads);
        break;
      case WarpAccess::Kind::write:
        ++writes_;
        count(counts.writes);
        most_writes_ = std::max(most_writes_, counts.writes);
        break;
      case WarpAccess::Kind::atomic:
        ++atomics_;
        counts.atomic = true;
        break;
    }
    elements_read_ += !was_read && (counts.reads > 0 || counts.atomic) ? 1U : 0U;
    elements_written_ += !was_written && (counts.writes > 0 || counts.atomic) ? 1U : 0U;
  }
}

std::optional<std::uint64_t> Coverage::first_unwritten(std::uint64_t elements) const {
  for (std::uint64_t element = 0; element < elements;) {
    const auto page = pages_.find(element / page_size);
    if (page == pages_.end()) return element;
    for (std::uint64_t i = 0; i < page_size && element < elements; ++i, ++element)
      if (const Counts& counts = (*page->second)[i]; counts.writes == 0 && !counts.atomic)
        return element;
  }
  return std::nullopt;
}

std::uint32_t Coverage::alignment() const {
  constexpr std::uint32_t most = 256;
  return places_ == 0 ? most : std::min(most, 1U << std::min(8, std::countr_zero(places_)));
}

}  // namespace layoutcheck::gpu
