// A model of CUTLASS's tutorial 01_mma_sm100.cu with one tile of 128 x 16 x 16: threads write the tiles of A and B to
// shared memory, where tcgen05.mma reads them in the async proxy. The mended form has a fence between the proxies. The
// tiles lie there as matrices of 8 rows of 16 bytes, without a swizzle.
#include "mbarrier.cuh"

constexpr unsigned between_columns = 128, between_rows = 256;  // bytes from one such matrix to the next

// Of rows of 16 halves, one.
__device__ void copy_row(uint4* tile, const uint4* rows, int row) {
  for (int part = 0; part < 2; ++part)
    tile[(row / 8 * between_rows + part * between_columns) / 16 + row % 8] = rows[row * 2 + part];
}

__device__ unsigned long long descriptor(const void* tile) {
  return shared_address(tile) / 16 | (unsigned long long)(between_columns / 16) << 16 |
         (unsigned long long)(between_rows / 16) << 32 | 1ull << 46;
}

extern "C" __global__ void cutlass_mma_sm100(const uint4* a, const uint4* b, float* d) {
  __shared__ alignas(128) uint4 a_tile[128 * 2], b_tile[16 * 2];
  __shared__ alignas(8) unsigned long long barrier;
  __shared__ unsigned tensor_memory;
  const int t = int(threadIdx.x);
  const unsigned computed = shared_address(&barrier);
  if (t < 32)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;"
                 :
                 : "r"(shared_address(&tensor_memory))
                 : "memory");
  if (t == 0) init(computed);
  copy_row(a_tile, a, t);
  if (t < 16) copy_row(b_tile, b, t);
#ifdef MENDED
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  __syncthreads();
  const unsigned accumulator = tensor_memory;
  if (t == 0) {
    constexpr unsigned f32_of_f16 = 1 << 4, extents = 16 / 8 << 17 | 128 / 16 << 24;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, 0, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }"
                 :
                 : "r"(accumulator), "l"(descriptor(a_tile)), "l"(descriptor(b_tile)), "r"(f32_of_f16 | extents)
                 : "memory");
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];"
                 :
                 : "r"(computed)
                 : "memory");
  }
  wait(computed, 0);
  for (int column = 0; column < 16; ++column) {
    float element;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                 : "=f"(element)
                 : "r"(accumulator + (t / 32 * 32 << 16) + column));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    d[t * 16 + column] = element;
  }
  __syncthreads();
  if (t < 32) {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(accumulator));
  }
}
