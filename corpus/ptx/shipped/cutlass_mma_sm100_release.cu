// A model of the end of CUTLASS's tutorials 01_mma_sm100.cu to 05_mma_tma_epi_sm100.cu: each warp loads its lanes of
// tensor memory, and the first warp releases all of it after a barrier, while no warp has waited for its loads. The
// mended form waits for them. A store to tensor memory stands for the product.

extern "C" __global__ void cutlass_mma_sm100_release(const float* a, float* d) {
  __shared__ unsigned tensor_memory;
  const int t = int(threadIdx.x);
  if (t < 32)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;"
                 :
                 : "r"(unsigned(__cvta_generic_to_shared(&tensor_memory)))
                 : "memory");
  __syncthreads();
  const unsigned accumulator = tensor_memory, lanes = accumulator + (t / 32 * 32 << 16);
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(lanes), "f"(a[t]) : "memory");
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  float element;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=f"(element) : "r"(lanes));
#ifdef MENDED
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#endif
  d[t] = element;
  __syncthreads();
  if (t < 32) {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(accumulator));
  }
}
