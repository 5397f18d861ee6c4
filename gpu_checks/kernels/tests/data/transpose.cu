// Transposes 32×32 floats through shared memory. Reading a column of it hits one bank.
extern "C" __global__ void transpose(const float* x, float* y) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = x[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  y[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
