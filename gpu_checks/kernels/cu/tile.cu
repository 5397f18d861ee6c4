// A copy of a matrix through tiles in shared memory: what a warp reads along the columns it writes
// along the rows. The tile is padded, or swizzled.
#include "layout.cuh"

constexpr int side = 16;

struct Padded {
  static constexpr int size = side * (side + 1);
  static __device__ int at(int x, int y) { return y * (side + 1) + x; }
};

struct Swizzled {
  static constexpr int size = side * side;
  static __device__ int at(int x, int y) {
    const int i = y * side + x;
    return i ^ ((i >> 4) & 15);
  }
};

template <class Tile>
__device__ void copy(const Layout<long long>& source, const Layout<long long>& destination,
                     long long rows, long long columns, const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[Tile::size];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const long long first_row = static_cast<long long>(blockIdx.x) * side;
  const long long first_column = static_cast<long long>(blockIdx.y) * side;
  if (first_row + x < rows && first_column + y < columns)
    tile[Tile::at(x, y)] = in[offset_of(source, first_row + x + rows * (first_column + y))];
  __syncthreads();
  if (first_row + y < rows && first_column + x < columns)
    out[offset_of(destination, first_row + y + rows * (first_column + x))] = tile[Tile::at(y, x)];
}

extern "C" __global__ void tile(Layout<long long> source, Layout<long long> destination,
                                long long rows, long long columns, const unsigned* in,
                                unsigned* out) {
  copy<Padded>(source, destination, rows, columns, in, out);
}

extern "C" __global__ void swizzled_tile(Layout<long long> source, Layout<long long> destination,
                                         long long rows, long long columns, const unsigned* in,
                                         unsigned* out) {
  copy<Swizzled>(source, destination, rows, columns, in, out);
}
