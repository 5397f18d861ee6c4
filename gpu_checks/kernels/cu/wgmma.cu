// A matrix product by a warpgroup: wgmma from swizzled shared memory, with m = 64 and k = 16.
// Defined before this text: `columns`, which is n, and MULTIPLY(sums, a, b, adds), the instruction.
#include "operand.cuh"

__device__ void keep(float (&sums)[columns / 2]) {
#pragma unroll
  for (float& sum : sums)
    asm volatile("" : "+f"(sum)::"memory");
}

extern "C" __global__ void wgmma(Operand a, Operand b, Layout<long long> c, int k,
                                 const unsigned char* in_a, const unsigned char* in_b, float* out) {
  unsigned char* tile_a = aligned_memory();
  unsigned char* tile_b = tile_a + a.bytes;
  const long long first_row = static_cast<long long>(blockIdx.x) * 64;
  stage(a, first_row, k, in_a, tile_a);
  stage(b, 0, k, in_b, tile_b);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();

  float sums[columns / 2] = {};
  for (int step = 0; step < k; step += 16) {
    keep(sums);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY(sums, descriptor_of(a, tile_a, step), descriptor_of(b, tile_b, step), step != 0);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    keep(sums);
  }

  // In eight columns a lane has two neighbors of one row, and those eight rows below.
  const int lane = threadIdx.x % 32;
  const int row = threadIdx.x / 32 * 16 + lane / 4;
#pragma unroll
  for (int i = 0; i < columns / 2; ++i) {
    const int column = i / 4 * 8 + lane % 4 * 2 + i % 2;
    out[offset_of(c, first_row + row + i % 4 / 2 * 8 + a.all_rows * column)] = sums[i];
  }
}
