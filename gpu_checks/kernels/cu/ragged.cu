// A copy of a matrix by tiles that need not divide it: what lies beyond the edges is left out.
#include "layout.cuh"

constexpr int tile_rows = 24;
constexpr int tile_columns = 20;

extern "C" __global__ void ragged(Layout<long long> source, Layout<long long> destination,
                                  long long rows, long long columns, const unsigned short* in,
                                  unsigned short* out) {
  for (int k = threadIdx.x; k < tile_rows * tile_columns; k += blockDim.x) {
    const long long row = static_cast<long long>(blockIdx.x) * tile_rows + k % tile_rows;
    const long long column = static_cast<long long>(blockIdx.y) * tile_columns + k / tile_rows;
    if (row < rows && column < columns) {
      const long long i = row + rows * column;
      out[offset_of(destination, i)] = in[offset_of(source, i)];
    }
  }
}
