// A model of the main loop of CUTLASS's tutorial wgmma_sm90.cu: tiles come into three stages of shared memory by cp.async,
// and each thread waits for its own copies alone before elements that other threads copied are read, and before a stage
// that other threads still read is written. The mended form has the two barriers of sgemm_1.cu.

extern "C" __global__ void cutlass_wgmma_sm90(const float* a, float* c, int tiles) {
  constexpr int stages = 3, threads = 128;
  __shared__ float smem[stages][threads];
  const int t = int(threadIdx.x);
  const auto copy = [&](int tile, int stage) {
    const unsigned to = unsigned(__cvta_generic_to_shared(&smem[stage][t]));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a + tile * threads + t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (int k = 0; k < stages - 1; ++k) copy(k, k);
  __syncthreads();
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    const int next = tile + stages - 1;
    copy(next < tiles ? next : tiles - 1, next % stages);
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#ifdef MENDED
    __syncthreads();
#endif
    sum += smem[tile % stages][(t + 32) % threads];
#ifdef MENDED
    __syncthreads();
#endif
  }
  c[t] = sum;
}
