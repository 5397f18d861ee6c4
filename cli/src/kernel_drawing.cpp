// Drawings of who touches what: the elements of a buffer, each with the thread and the value that
// touch it.
#include "kernel_drawing.hpp"

#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/notation/number.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace layoutcheck::cli {

namespace {

std::int64_t element_of(const Drawing& drawing, const std::string& offset) {
  const auto element = number_from<std::int64_t>(offset);
  std::int64_t sum = 0;
  if (!element || __builtin_add_overflow(*element, drawing.at, &sum)) {
    throw std::invalid_argument("an offset of the drawing '" + drawing.text +
                                "' does not fit in 64 bits");
  }
  return sum;
}

}  // namespace

Drawing parse_drawing(std::string_view text) {
  Drawing drawing;
  drawing.text = gpu::trimmed(text);
  const auto parts = gpu::split_at_word(text, "at");
  const auto head = gpu::split_at_word(parts[0], "as");
  if (parts.size() > 2 || head.size() > 2) {
    throw std::invalid_argument("a drawing is 'BUFFER[WHICH] as LAYOUT at OFFSET', not '" +
                                drawing.text + "'");
  }
  drawing.target = gpu::parse_target(head[0]);
  if (head.size() == 2) drawing.layout = gpu::parse_layout_expression(head[1]);
  if (parts.size() == 2) {
    drawing.at = gpu::parse_number_in(parts[1], "the offset of a drawing", 0,
                                      std::numeric_limits<std::int64_t>::max());
  }
  return drawing;
}

Grid grid_of(const Drawing& drawing, std::uint64_t elements, std::size_t max_cells) {
  if (drawing.layout) return make_grid(*drawing.layout, Tiles::none, max_cells);
  const auto rest =
      static_cast<Int>(elements - std::min(elements, static_cast<std::uint64_t>(drawing.at)));
  return make_grid(Layout::flat({std::max<Int>(rest, 1)}, {1}), Tiles::none, max_cells);
}

gpu::Watch watch_of(const Drawing& drawing, const Grid& grid) {
  gpu::Watch watch{drawing.target, {}};
  for (const Sheet& sheet : grid.sheets) {
    for (const auto& row : sheet.offsets)
      for (const std::string& offset : row)
        watch.offsets.insert(element_of(drawing, offset));
  }
  return watch;
}

void put_owners(Grid& grid, const Drawing& drawing,
                const std::map<std::int64_t, gpu::Owner>& owners) {
  std::set<std::uint64_t> blocks;
  for (const auto& [element, owner] : owners)
    blocks.insert(owner.block);
  relabel(grid, [&](const std::string& offset) -> Cell {
    const auto it = owners.find(element_of(drawing, offset));
    if (it == owners.end()) return {".", std::nullopt};
    const gpu::Owner& owner = it->second;
    return {(blocks.size() > 1 ? "B" + std::to_string(owner.block) + " " : "") + "T" +
                std::to_string(owner.thread) + "V" + std::to_string(owner.value) +
                (owner.shared ? "+" : ""),
            owner.thread};
  });
}

}  // namespace layoutcheck::cli
