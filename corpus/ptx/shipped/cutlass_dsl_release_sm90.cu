// A model of the epilogue of CuTe DSL's example dense_gemm_alpha_beta_persistent.py: a thread copies tiles into shared
// memory, a warp reads each, and its first lane tells the mbarrier of the empty buffer that it has. That orders this
// lane's reads before the next copy, and not those of the other lanes, which nothing has put before its arrival. The
// mended form has __syncwarp() there. A bulk copy stands for the tensor copies.
#include "mbarrier.cuh"

extern "C" __global__ void cutlass_dsl_release_sm90(const float* c, float* d, int tiles) {
  constexpr int elements = 32;
  __shared__ alignas(128) float tile[elements];
  __shared__ alignas(8) unsigned long long barriers[2];
  const unsigned full = shared_address(&barriers[0]), empty = shared_address(&barriers[1]);
  const int t = int(threadIdx.x);
  if (t == 0) {
    init(full);
    init(empty);
  }
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    if (t == 32) {
      wait(empty, k & 1 ^ 1);
      copy(tile, c + k * elements, full);
    }
    if (t < 32) {
      wait(full, k & 1);
      d[k * elements + t] = 2 * tile[t];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#ifdef MENDED
      __syncwarp();
#endif
      if (t == 0) arrive(empty);
    }
  }
}
