// Drawings of who touches what: the elements of a buffer, each with the thread and the value that
// touch it.
#pragma once

#include "grid.hpp"
#include <layoutcheck/kernels/kernel_check.hpp>

namespace layoutcheck::cli {

/// One row of elements is drawn as rows of so many, or of fewer where these do not fit.
inline constexpr std::size_t row_length = 32;

struct Drawing {
  std::string text;
  gpu::Target target;
  /// How the elements are arranged; without it, one after the other.
  std::optional<Layout> layout;
  /// The element where the arrangement begins.
  std::int64_t at = 0;
};

/// "y[writes] as (8,16):(16,1) at 2^31". Throws std::invalid_argument.
Drawing parse_drawing(std::string_view text);

/// The elements, by their offsets, that the drawing shows of a buffer of so many.
Grid grid_of(const Drawing& drawing, std::uint64_t elements, std::size_t max_cells);

/// The elements of a grid that are to be watched.
gpu::Watch watch_of(const Drawing& drawing, const Grid& grid);

/// Puts their owners, "T5V2" or "B1 T5V2", in place of the elements; `+` says that others touch
/// it, too.
void put_owners(Grid& grid, const Drawing& drawing,
                const std::map<std::int64_t, gpu::Owner>& owners);

}  // namespace layoutcheck::cli
