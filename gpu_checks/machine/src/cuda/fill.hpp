// The kernels that fill a buffer with the digits of its indices, so that no such buffer is copied.
#pragma once

#include <cstdint>
#include <string>

namespace layoutcheck::gpu::cuda {

/// PTX with an entry fill_`width` for each width of 1, 2, 4 and 8 bytes. Its parameters are the
/// buffer's address (u64), its number of elements (u64), the number of bits by which an index is
/// shifted to the right (u32), and the first number and the period of its numbering (u64); the
/// threads stride over the grid.
std::string fill_ptx();

/// "fill_4".
std::string fill_entry(std::uint32_t width);

}  // namespace layoutcheck::gpu::cuda
