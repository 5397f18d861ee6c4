// A matrix in shared memory that a descriptor names: an operand of wgmma or tcgen05.mma in one of
// the canonical layouts of the PTX ISA.
#include "asynchronous.cuh"
#include "layout.cuh"

struct Operand {
  Layout<long long> layout;  // in global memory, of (rows, k)
  long long all_rows;
  int rows;     // of a tile, along m or n
  int width;    // of an entry, in bytes
  int along_k;  // whether neighbors are neighbors along k
  int span;     // bytes that are neighbors: 16, or those of the swizzle
  int swizzle;
  int next_span;
  int next_lines;                 // from 8 spans beside each other to the next ones
  int bytes;                      // in shared memory, a multiple of 1024
  unsigned long long descriptor;  // without its start
};

// Without the swizzle.
__device__ int place_of(const Operand& of, int row, int k) {
  const int along = (of.along_k ? k : row) * of.width;
  const int line = of.along_k ? row : k;
  return along / of.span * of.next_span + along % of.span + line / 8 * of.next_lines +
         line % 8 * of.span;
}

// Copies the tile from `first_row` on.
__device__ void stage(const Operand& of, long long first_row, int depth, const unsigned char* from,
                      unsigned char* to) {
  for (int i = threadIdx.x; i < of.rows * depth; i += blockDim.x) {
    const int row = i % of.rows;
    const int k = i / of.rows;
    copy_element(to + swizzled(place_of(of, row, k), of.swizzle),
                 from + offset_of(of.layout, first_row + row + of.all_rows * k) * of.width,
                 of.width);
  }
}

__device__ unsigned long long descriptor_of(const Operand& of, const unsigned char* tile, int k) {
  return of.descriptor | (shared(tile) + place_of(of, 0, k)) >> 4;
}
