// Tiles come by bulk copies, for which a barrier is awaited.
#include <cuda/barrier>

extern "C" __global__ void stage(const float* x, float* y, int tiles) {
  __shared__ alignas(16) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
  if (threadIdx.x == 0) init(&arrived, blockDim.x);
  __syncthreads();
  for (int i = 0; i < tiles; ++i) {
    const int first = (blockIdx.x * tiles + i) * 256;
    if (threadIdx.x == 0)
      cuda::memcpy_async(tile, x + first, cuda::aligned_size_t<16>(sizeof tile), arrived);
    arrived.arrive_and_wait();
    y[first + threadIdx.x] = 2 * tile[threadIdx.x];
    __syncthreads();
  }
}
