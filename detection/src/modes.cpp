// Layouts as lists of modes.
#include "modes.hpp"

#include <layoutcheck/algebra/layouts.hpp>

#include <algorithm>

namespace layoutcheck::detection {

Modes modes_of(const Layout& layout) {
  Modes modes;
  for (std::size_t i = 0; i < layout.length(); ++i)
    modes.push_back({layout.extents()[i], layout.strides()[i]});
  return modes;
}

Modes proper_modes_of(const Layout& layout) {
  Modes modes = modes_of(layout);
  std::erase_if(modes, [](const Mode& mode) { return mode.extent == 1; });
  return modes;
}

Layout layout_of(const Modes& modes) {
  if (modes.empty()) return Layout::entry(1, 0);
  if (modes.size() == 1) return Layout::entry(modes[0].extent, modes[0].stride);
  return flat_layout_of(modes);
}

Layout flat_layout_of(const Modes& modes) {
  Tuple extents;
  Tuple strides;
  for (const Mode& mode : modes) {
    extents.push_back(mode.extent);
    strides.push_back(mode.stride);
  }
  return Layout::flat(std::move(extents), std::move(strides));
}

Layout with_modes(const Layout& layout, const Modes& modes) {
  const Layout flat = flat_layout_of(modes);
  return {layout.profile(), flat.extents(), flat.strides()};
}

Layout with_extents(const Layout& layout, Tuple extents) {
  return {layout.profile(), std::move(extents), layout.strides()};
}

Modes sorted(Modes modes) {
  std::ranges::stable_sort(modes, [](const Mode& a, const Mode& b) {
    return a.stride != b.stride ? a.stride < b.stride : a.extent < b.extent;
  });
  return modes;
}

Modes gaps_of(const Modes& modes, Int n) {
  Modes gaps;
  Int filled = 1;
  const auto add = [&](Int extent) {
    if (extent <= 1) return;
    if (!gaps.empty() && checked_multiply(gaps.back().extent, gaps.back().stride) == filled)
      gaps.back().extent = checked_multiply(gaps.back().extent, extent);
    else
      gaps.push_back({extent, filled});
  };
  for (const Mode& mode : modes) {
    add(mode.stride / filled);
    filled = std::max<Int>(1, checked_multiply(mode.extent, mode.stride));
  }
  add((n - 1) / filled + 1);
  return gaps;
}

Int size_of(const Modes& modes) {
  Int size = 1;
  for (const Mode& mode : modes)
    size = checked_multiply(size, mode.extent);
  return size;
}

bool is_permutation(const Modes& modes) {
  Int filled = 1;
  for (const Mode& mode : sorted(modes)) {
    if (mode.extent == 1) continue;
    if (mode.stride != filled) return false;
    filled = checked_multiply(filled, mode.extent);
  }
  return true;
}

Layout compact(const NestedTuple& shape) {
  return algebra::column_major(shape);
}

std::optional<Layout> layout_in(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return *tiler.layout();
  if (tiler.shape() != nullptr && tiler.shape()->is_entry())
    return Layout::entry(tiler.shape()->entries().front(), 1);
  return std::nullopt;
}

std::optional<std::vector<std::optional<Layout>>> parts_of(const Tiler& tiler) {
  std::vector<std::optional<Layout>> parts;
  if (tiler.shape() != nullptr && tiler.shape()->is_flat()) {
    for (const Int extent : tiler.shape()->entries())
      parts.emplace_back(Layout::entry(extent, 1));
    return parts;
  }
  if (tiler.modes() == nullptr) return std::nullopt;
  for (const Tiler& part : *tiler.modes()) {
    std::optional<Layout> layout = layout_in(part);
    if (!layout && !part.keeps()) return std::nullopt;
    parts.push_back(std::move(layout));
  }
  return parts;
}

}  // namespace layoutcheck::detection
