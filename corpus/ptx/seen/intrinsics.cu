// What nvcc makes of CUDA's functions: one of each, so that its instructions have a witness.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__global__ void integers(const int* in, const unsigned* u, int* out, long long* wide, __int128* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int a = in[i];
  const unsigned b = u[i];
  int r = abs(a) + min(a, 7) + __popc(b) + __clz(a) + __brev(b) + __ffs(a) + __mul24(a, 5);
  r += __dp4a(a, a, r) + __dp2a_lo(a, a, r) + __usad(b, b >> 3, 9u) + __byte_perm(b, r, 0x5410) +
       __funnelshift_l(b, r, a) + __funnelshift_rc(b, r, a) + __fns(b, 0, a) + __sad(a, r, b);
  r += __umulhi(b, 77u) + __hadd(a, r) + (__isShared(in) ? 1 : 0) + __nv_bswap32(b);
  out[i] = r;
  wide[i] = __popcll(wide[i]) + __clzll(wide[i]) + __umul64hi(wide[i], 3) + __brevll(wide[i]);
  sums[i] = sums[i] * 3 + a - static_cast<__int128>(wide[i]);
}

__global__ void floats(const float* x, const double* y, float* out, double* wide, __half2* halves) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = x[i];
  out[i] = __sinf(a) + __cosf(a) + __expf(a) + __log2f(a) + rsqrtf(a) + __frcp_rn(a) + sqrtf(a) +
           copysignf(a, 2.0f) + fmaf(a, a, 1.0f) + fminf(a, 3.0f) + fabsf(a) + __fdividef(a, 3.0f) +
           __tanhf(a) + (isfinite(a) ? 1.0f : 0.0f);
  wide[i] = fma(y[i], y[i], 1.0) + sqrt(y[i]) + 1.0 / y[i] + copysign(y[i], 1.0);
  halves[i] = __hfma2(halves[i], halves[i], __hmax2(halves[i], __habs2(halves[i])));
}

__global__ void lanes(const int* in, int* out) {
  const int i = threadIdx.x;
  const int a = in[i];
  int r = __shfl_xor_sync(~0u, a, 1) + __shfl_down_sync(~0u, a, 2) + __any_sync(~0u, a > 3) +
          __ballot_sync(~0u, a > 4) + __match_any_sync(~0u, a) + __reduce_add_sync(~0u, a) +
          __activemask() + __syncthreads_count(a > 2) + __syncthreads_or(a > 1);
  int all = 0;
  r += __match_all_sync(~0u, a, &all) + all;
  __syncwarp();
  __nanosleep(20);
  out[i] = r;
}

__global__ void memory(int* counter, unsigned* u, float* sum, double* wide, int* old) {
  const int i = threadIdx.x;
  atomicAdd(sum, 1.0f);
  atomicAdd(wide, 1.0);
  old[i] = atomicAdd(counter, i) + atomicCAS(counter + 1, 0, i) + atomicExch(counter + 2, i) +
           atomicMax(counter + 3, i) + atomicInc(u, 7u) + atomicXor(u + 1, 5u);
  __threadfence();
  __threadfence_block();
  old[i] += __ldg(counter + 4) + __ldcs(counter + 5) + __ldcg(counter + 6);
  __stcg(counter + 7, i);
}

__global__ void ways(const int* in, int* out) {
  const int i = threadIdx.x;
  int r = in[i];
  switch (r) {
    case 0: r = out[1] * 3; break;
    case 1: r = out[2] + 9; break;
    case 2: r = out[3] ^ 5; break;
    case 3: r = out[4] - 2; break;
    case 4: out[7] = 3; break;
    case 5: r = out[5] / 7; break;
    case 6: r = out[6] % 7; break;
    default: break;
  }
  if (r == 99) __trap();
  if (r == 98) __brkpt();
  if (r == 97) __prof_trigger(1);
  if (r == 96) return;
  out[i] = r;
  cg::this_thread_block().sync();
}

__global__ void cluster(int* out) {
  extern __shared__ int tile[];
  const cg::cluster_group group = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int* other = group.map_shared_rank(tile, 0);
  out[threadIdx.x] = other[threadIdx.x] + group.query_shared_rank(tile);
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
}
