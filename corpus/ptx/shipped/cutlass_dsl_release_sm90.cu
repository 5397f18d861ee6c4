// A model of the epilogue of CuTe DSL's example dense_gemm_alpha_beta_persistent.py: a thread copies tiles into shared
// memory, a warp reads each, and its first lane tells the mbarrier of the empty buffer that it has. That orders this
// lane's reads before the next copy, and not those of the other lanes, which nothing has put before its arrival. The
// mended form has __syncwarp() there. A bulk copy stands for the tensor copies.

__device__ unsigned shared_address(const void* pointer) { return unsigned(__cvta_generic_to_shared(pointer)); }

__device__ void wait(unsigned mbarrier, int parity) {
  unsigned complete = 0;
  while (complete == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(complete)
                 : "r"(mbarrier), "r"(parity)
                 : "memory");
}

extern "C" __global__ void cutlass_dsl_release_sm90(const float* c, float* d, int tiles) {
  constexpr int elements = 32;
  __shared__ alignas(128) float tile[elements];
  __shared__ alignas(8) unsigned long long barriers[2];
  const unsigned full = shared_address(&barriers[0]), empty = shared_address(&barriers[1]);
  const int t = int(threadIdx.x);
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(empty) : "memory");
  }
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    if (t == 32) {
      wait(empty, k & 1 ^ 1);
      constexpr int bytes = sizeof tile;
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full), "n"(bytes) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                   :
                   : "r"(shared_address(tile)), "l"(c + k * elements), "n"(bytes), "r"(full)
                   : "memory");
    }
    if (t < 32) {
      wait(full, k & 1);
      d[k * elements + t] = 2 * tile[t];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#ifdef MENDED
      __syncwarp();
#endif
      if (t == 0) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(empty) : "memory");
    }
  }
}
