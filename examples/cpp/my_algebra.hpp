// A small algebra on layouts of its own, and the type that shows it to layoutcheck.
#pragma once

#include <layoutcheck/notation/layout.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

namespace my_algebra {

/// An extent and a stride for each mode, innermost first.
using Modes = std::vector<std::pair<std::int64_t, std::int64_t>>;

inline Modes coalesce(const Modes& modes) {
  Modes joined;
  for (const auto& [extent, stride] : modes) {
    if (extent == 1) continue;
    if (!joined.empty() && joined.back().first * joined.back().second == stride)
      joined.back().first *= extent;
    else
      joined.emplace_back(extent, stride);
  }
  return joined;
}

inline std::int64_t size(const Modes& modes) {
  std::int64_t product = 1;
  for (const auto& mode : modes)
    product *= mode.first;
  return product;
}

/// Its members have the names of operations, and take and return the values of layoutcheck.
struct Shown {
  static layoutcheck::Layout coalesce(const layoutcheck::Layout& layout) {
    const Modes joined = my_algebra::coalesce(modes_of(layout));
    if (joined.empty()) return layoutcheck::Layout::entry(1, 0);
    if (joined.size() == 1)
      return layoutcheck::Layout::entry(joined.front().first, joined.front().second);
    layoutcheck::Tuple extents;
    layoutcheck::Tuple strides;
    for (const auto& [extent, stride] : joined) {
      extents.push_back(extent);
      strides.push_back(stride);
    }
    return layoutcheck::Layout::flat(extents, strides);
  }

  static std::int64_t size(const layoutcheck::Layout& layout) {
    return my_algebra::size(modes_of(layout));
  }

 private:
  static Modes modes_of(const layoutcheck::Layout& layout) {
    Modes modes;
    for (std::size_t i = 0; i < layout.length(); ++i)
      modes.emplace_back(layout.extents()[i], layout.strides()[i]);
    return modes;
  }
};

}  // namespace my_algebra
