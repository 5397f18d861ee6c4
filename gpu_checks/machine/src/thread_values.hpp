// Layouts of two modes, threads and values, by their entries.
#pragma once

#include <layoutcheck/notation/layout.hpp>

#include <array>
#include <initializer_list>
#include <utility>

namespace layoutcheck::gpu {

struct Mode {
  Int extent = 1;
  Int stride = 0;
};

/// Without extents of 1, unless there is nothing else.
inline Layout mode(std::initializer_list<Mode> modes) {
  Tuple extents;
  Tuple strides;
  for (const auto& [extent, stride] : modes) {
    if (extent == 1) continue;
    extents.push_back(extent);
    strides.push_back(stride);
  }
  if (extents.empty()) return Layout::entry(1, 0);
  return extents.size() == 1 ? Layout::entry(extents[0], strides[0])
                             : Layout::flat(std::move(extents), std::move(strides));
}

inline Layout pair(std::initializer_list<Mode> threads, std::initializer_list<Mode> values) {
  const std::array modes = {mode(threads), mode(values)};
  return Layout::tuple_of(modes);
}

}  // namespace layoutcheck::gpu
