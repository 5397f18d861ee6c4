// A model of CuTe DSL's example tma_pipeline_single_warp.py: tiles are copied into two buffers, one tile ahead. The
// buffer of the next tile is the one that was read last, and the copy begins before all warps are known to have read it:
// the barrier of the block comes after that. The mended form has one before the copy, too. A bulk copy stands for the
// tensor copies.

__device__ unsigned shared_address(const void* pointer) { return unsigned(__cvta_generic_to_shared(pointer)); }

__device__ void wait(unsigned mbarrier, int parity) {
  unsigned complete = 0;
  while (complete == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(complete)
                 : "r"(mbarrier), "r"(parity)
                 : "memory");
}

__device__ void copy(float* tile, const float* from, unsigned mbarrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(mbarrier), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :
               : "r"(shared_address(tile)), "l"(from), "r"(bytes), "r"(mbarrier)
               : "memory");
}

extern "C" __global__ void cutlass_dsl_ahead_sm90(const float* a, float* b, int tiles) {
  constexpr int elements = 64;
  __shared__ alignas(128) float buffers[2][elements];
  __shared__ alignas(8) unsigned long long full[2];
  const int t = int(threadIdx.x);
  if (t == 0) {
    for (int i = 0; i < 2; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[i])) : "memory");
    copy(buffers[0], a, shared_address(&full[0]), sizeof buffers[0]);
  }
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
#ifdef MENDED
    __syncthreads();
#endif
    const int next = (k + 1) % 2;
    if (t == 0 && k + 1 < tiles)
      copy(buffers[next], a + (k + 1) * elements, shared_address(&full[next]), sizeof buffers[0]);
    wait(shared_address(&full[k % 2]), k / 2 & 1);
    __syncthreads();
    b[k * elements + t] = buffers[k % 2][t];
  }
}
