// A model of a solution of KernelBench: a block reduces two sums in the same shared memory. All threads read the first
// sum, which only thread 0 needs, and thread 0 overwrites it with its part of the second. The mended form has a barrier
// between the two.

extern "C" __global__ void kernelbench_sums(const float* x, float* out) {
  __shared__ float shared[256];
  const int t = int(threadIdx.x);
  const float mine = x[blockIdx.x * blockDim.x + t];
  shared[t] = mine;
  __syncthreads();
  for (int stride = int(blockDim.x) / 2; stride > 0; stride /= 2) {
    if (t < stride) shared[t] += shared[t + stride];
    __syncthreads();
  }
  const float sum = shared[0];
#ifdef MENDED
  __syncthreads();
#endif
  shared[t] = fabsf(mine);
  __syncthreads();
  for (int stride = int(blockDim.x) / 2; stride > 0; stride /= 2) {
    if (t < stride) shared[t] += shared[t + stride];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum / shared[0];
}
