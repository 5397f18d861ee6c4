// A model of CuTe DSL's example tma_pipeline_single_warp.py: tiles are copied into two buffers, one tile ahead. The
// buffer of the next tile is the one that was read last, and the copy begins before all warps are known to have read it:
// the barrier of the block comes after that. The mended form has one before the copy, too. A bulk copy stands for the
// tensor copies.
#include "mbarrier.cuh"

extern "C" __global__ void cutlass_dsl_ahead_sm90(const float* a, float* b, int tiles) {
  constexpr int elements = 64;
  __shared__ alignas(128) float buffers[2][elements];
  __shared__ alignas(8) unsigned long long full[2];
  const int t = int(threadIdx.x);
  if (t == 0) {
    for (int i = 0; i < 2; ++i)
      init(shared_address(&full[i]));
    copy(buffers[0], a, shared_address(&full[0]));
  }
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
#ifdef MENDED
    __syncthreads();
#endif
    const int next = (k + 1) % 2;
    if (t == 0 && k + 1 < tiles)
      copy(buffers[next], a + (k + 1) * elements, shared_address(&full[next]));
    wait(shared_address(&full[k % 2]), k / 2 & 1);
    __syncthreads();
    b[k * elements + t] = buffers[k % 2][t];
  }
}
