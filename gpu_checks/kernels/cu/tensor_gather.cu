// Rows of a matrix from a list, four by a copy: cp.async.bulk.tensor in mode tile::gather4.
#include "asynchronous.cuh"

// How rows lie in shared memory, by fours.
struct Rows {
  int count;  // a multiple of 4
  int columns;
  int width;  // of an element, in bytes
  int pitch;
  int four;  // the pitch of four rows, a multiple of 128
  int swizzle;
};

extern "C" __global__ void tma_gather(const __grid_constant__ TensorMap map, Rows rows,
                                      const int* list, unsigned char* out) {
  __shared__ unsigned long long full;
  unsigned char* tile = aligned_memory();
  const int first_column = static_cast<int>(blockIdx.x) * rows.columns;
  if (threadIdx.x == 0) {
    init(&full);
    expect(&full, rows.count * rows.columns * rows.width);
    for (int i = 0; i < rows.count; i += 4) {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
          "[%0], [%1, {%2, %3, %4, %5, %6}], [%7];" ::"r"(shared(tile + i / 4 * rows.four)),
          "l"(&map), "r"(first_column), "r"(list[i]), "r"(list[i + 1]), "r"(list[i + 2]),
          "r"(list[i + 3]), "r"(shared(&full))
          : "memory");
    }
  }
  __syncthreads();
  wait(&full);
  const int count = rows.count * rows.columns;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const int row = i / rows.columns;
    const int plain = row / 4 * rows.four + row % 4 * rows.pitch + i % rows.columns * rows.width;
    copy_element(out + (static_cast<long long>(blockIdx.x) * count + i) * rows.width,
                 tile + swizzled(plain, rows.swizzle), rows.width);
  }
}
