// Entries in sorted order: what compactness and complements are decided from.
#pragma once

#include <layoutcheck/notation/layout.hpp>

#include <algorithm>
#include <vector>

namespace layoutcheck::algebra::detail {

struct Entry {
  Int extent;
  Int stride;
  /// Its index among the entries of the layout, for messages.
  std::size_t index;
};

enum class Keep {
  all,
  above_one,  // extent above 1
  moving,     // extent above 1 and stride above 0
};

/// The entries that are kept, by stride, then extent, then index (colfax 2.1.3.31).
inline std::vector<Entry> sorted_entries(const Layout& layout, Keep keep) {
  std::vector<Entry> entries;
  entries.reserve(layout.length());
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Entry entry{layout.extents()[i], layout.strides()[i], i};
    if ((keep == Keep::all || entry.extent > 1) && (keep != Keep::moving || entry.stride > 0))
      entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.stride != b.stride) return a.stride < b.stride;
    return a.extent != b.extent ? a.extent < b.extent : a.index < b.index;
  });
  return entries;
}

}  // namespace layoutcheck::algebra::detail
