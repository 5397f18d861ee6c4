// A model of the softmax of CUTLASS's example 77_blackwell_fmha: four warps store the maxima of
// rows in tensor memory and arrive at a barrier, after which four others load them. The stores may
// be incomplete: nobody has waited for them. The mended form waits before it arrives.

extern "C" __global__ void cutlass_fmha_sm100(const float* maxima, float* d) {
  __shared__ unsigned tensor_memory;
  const int t = int(threadIdx.x);
  if (t < 32)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;"
                 :
                 : "r"(unsigned(__cvta_generic_to_shared(&tensor_memory)))
                 : "memory");
  __syncthreads();
  const unsigned all = tensor_memory, lanes = all + (t % 128 / 32 * 32 << 16);
  if (t < 128) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(lanes), "f"(maxima[t])
                 : "memory");
#ifdef MENDED
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
#endif
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (t >= 128) {
    float maximum;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=f"(maximum) : "r"(lanes));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    d[t - 128] = maximum;
  }
#ifndef MENDED
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
#endif
  __syncthreads();
  if (t < 32) {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(all));
  }
}
