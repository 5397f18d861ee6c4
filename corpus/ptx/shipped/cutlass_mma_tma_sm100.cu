// A model of the main loop of CUTLASS's tutorial 02_mma_tma_sm100.cu: one thread starts the copy of a tile and, when
// it is there, what reads it; all threads wait for both, at two mbarriers, by the parity of the tile's number. Nothing
// holds that thread back until the others have waited, so it may complete two phases before another thread asks for
// the first. The mended form has the barrier of 01_mma_sm100.cu in its loop. A bulk copy stands for the tensor copies,
// and a load for the product.

__device__ unsigned shared_address(const void* pointer) { return unsigned(__cvta_generic_to_shared(pointer)); }

__device__ void wait(unsigned mbarrier, int parity) {
  unsigned complete = 0;
  while (complete == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(complete)
                 : "r"(mbarrier), "r"(parity)
                 : "memory");
}

extern "C" __global__ void cutlass_mma_tma_sm100(const float* a, float* c, int tiles) {
  constexpr int elements = 64;
  __shared__ alignas(128) float tile[elements];
  __shared__ alignas(8) unsigned long long barriers[2];
  const unsigned copied = shared_address(&barriers[0]), used = shared_address(&barriers[1]);
  const int t = int(threadIdx.x);
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(copied) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(used) : "memory");
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      constexpr int bytes = sizeof tile;
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(copied), "n"(bytes) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                   :
                   : "r"(shared_address(tile)), "l"(a + k * elements), "n"(bytes), "r"(copied)
                   : "memory");
    }
    wait(copied, k & 1);
    if (t == 0) {
      sum += tile[0];
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(used) : "memory");
    }
    wait(used, k & 1);
#ifdef MENDED
    __syncthreads();
#endif
  }
  __syncthreads();
  if (t == 0) c[0] = sum;
}
