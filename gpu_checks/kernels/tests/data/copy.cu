// Copies floats, four a thread, with a guard at the ragged edge.
extern "C" __global__ void copy(const float4* __restrict__ x, float4* __restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) y[i] = x[i];
}
