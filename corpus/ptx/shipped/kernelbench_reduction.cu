// A model of a solution of KernelBench: a block reduces in shared memory, all threads read the result in its first
// element, and the same memory is written for the next reduction. The mended form has a barrier between the two.

extern "C" __global__ void kernelbench_reduction(const float* x, float* out) {
  __shared__ float shared[256];
  const int t = int(threadIdx.x);
  const float mine = x[blockIdx.x * blockDim.x + t];
  shared[t] = mine;
  __syncthreads();
  for (int stride = int(blockDim.x) / 2; stride > 0; stride /= 2) {
    if (t < stride) shared[t] = fmaxf(shared[t], shared[t + stride]);
    __syncthreads();
  }
  const float most = shared[0];
#ifdef MENDED
  __syncthreads();
#endif
  shared[t] = mine - most;
  __syncthreads();
  for (int stride = int(blockDim.x) / 2; stride > 0; stride /= 2) {
    if (t < stride) shared[t] += shared[t + stride];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = most + shared[0];
}
