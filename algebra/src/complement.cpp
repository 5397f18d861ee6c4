// Complements: the gaps between the sorted entries.
#include "endless_complement.hpp"
#include "entries.hpp"
#include "parts.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>

#include <optional>

namespace layoutcheck::algebra {

namespace {

using detail::Entry;
using detail::Wide;

std::string text(const Entry& entry) {
  return "entry " + std::to_string(entry.index) + " (" +
         detail::to_text(entry.extent, entry.stride) + ")";
}

struct Gaps {
  Tuple shape;
  Tuple stride;
  /// s_m d_m, up to which A and the gaps fill everything; 1 if A has no entries that count.
  Wide filled = 1;
};

/// The entries of the complement for `size`, or of the least one. They are coalesced: the one that
/// fills the gap before s:d ends at d, and the next one begins at s·d, beyond it.
Outcome<Gaps> gaps(const Layout& layout, std::optional<Int> size, Convention convention) {
  const detail::Keep keep =
      convention == Convention::strict ? detail::Keep::above_one : detail::Keep::moving;
  const std::vector<Entry> entries = detail::sorted_entries(layout, keep);
  Gaps found;
  found.shape.reserve(entries.size() + 1);
  found.stride.reserve(entries.size() + 1);
  // Everything below `filled` is in the image of A and its complement, once.
  Wide& filled = found.filled;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& e = entries[i];
    if (e.stride == 0) return Undefined{text(e) + " takes the same offset more than once"};
    const Wide stride = static_cast<Wide>(e.stride);
    if (stride % filled != 0) {
      // The first stride is a multiple of 1, so there is an entry before.
      const Entry& before = entries[i - 1];
      return Undefined{text(before) + " and " + text(e) + ": " + std::to_string(before.extent) +
                       " * " + std::to_string(before.stride) + " does not divide " +
                       std::to_string(e.stride)};
    }
    if (stride != filled) {
      found.shape.push_back(static_cast<Int>(stride / filled));
      found.stride.push_back(static_cast<Int>(filled));
    }
    filled = stride * static_cast<Wide>(e.extent);
  }
  if (!size) return found;
  const Wide wanted = static_cast<Wide>(*size);
  if (wanted % filled != 0 && convention == Convention::strict) {
    const Entry& last = entries.back();
    return Undefined{text(last) + ": " + std::to_string(last.extent) + " * " +
                     std::to_string(last.stride) + " does not divide " + std::to_string(*size)};
  }
  const Wide rest = wanted / filled + (wanted % filled == 0 ? 0 : 1);
  if (rest > 1) {
    // Below 2 when filled is beyond `size`, so that this stride fits.
    found.shape.push_back(static_cast<Int>(rest));
    found.stride.push_back(static_cast<Int>(filled));
  }
  return found;
}

Outcome<Layout> flat_layout(Outcome<Gaps> found) {
  if (!found) return found.undefined();
  Gaps g = std::move(found).value();
  return Layout::flat(std::move(g.shape), std::move(g.stride));
}

Outcome<Layout> coalesced_layout(Outcome<Gaps> found) {
  if (!found) return found.undefined();
  Gaps g = std::move(found).value();
  if (g.shape.empty()) return Layout::entry(1, 0);
  Profile profile = g.shape.size() == 1 ? Profile() : Profile::flat(g.shape.size());
  return Layout(std::move(profile), std::move(g.shape), std::move(g.stride));
}

/// Whether the gaps of A can be filled, and then what s_m d_m is; nothing if they cannot.
std::optional<Wide> filled_by(const Layout& layout) {
  Wide filled = 1;
  for (const Entry& e : detail::sorted_entries(layout, detail::Keep::above_one)) {
    if (e.stride == 0 || static_cast<Wide>(e.stride) % filled != 0) return std::nullopt;
    filled = static_cast<Wide>(e.stride) * static_cast<Wide>(e.extent);
  }
  return filled;
}

}  // namespace

bool is_complementable(const Layout& layout) {
  return filled_by(layout).has_value();
}

bool is_complementable(const Layout& layout, Int size) {
  const std::optional<Wide> filled = filled_by(layout);
  return filled && static_cast<Wide>(size) % *filled == 0;
}

bool is_complement(const Layout& a, const Layout& b) {
  const Layout both[] = {a, b};
  return is_compact(flat_concatenate(both));
}

Outcome<Layout> flat_complement(const Layout& layout) {
  return flat_layout(gaps(layout, std::nullopt, Convention::strict));
}

Outcome<Layout> flat_complement(const Layout& layout, Int size) {
  return flat_layout(gaps(layout, size, Convention::strict));
}

Outcome<Layout> complement(const Layout& layout, Convention convention) {
  return coalesced_layout(gaps(layout, std::nullopt, convention));
}

Outcome<Layout> complement(const Layout& layout, Int size, Convention convention) {
  return coalesced_layout(gaps(layout, size, convention));
}

Outcome<detail::EndlessComplement> detail::endless_complement(const Layout& layout,
                                                              Convention convention) {
  Outcome<Gaps> found = gaps(layout, std::nullopt, convention);
  if (!found) return found.undefined();
  Gaps g = std::move(found).value();
  return EndlessComplement{Layout::flat(std::move(g.shape), std::move(g.stride)), g.filled};
}

detail::ExactLayout detail::endless_layout(const EndlessComplement& complement) {
  ExactLayout endless(complement.least);
  endless.push_back(2, Exact(complement.last_stride));
  return endless;
}

}  // namespace layoutcheck::algebra
