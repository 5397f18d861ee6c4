// A matrix of halves is transposed by tiles of 16 x 64: tensor maps with a swizzle of 128 bytes, and without one.
#include <cuda.h>
#include <cuda/ptx>

constexpr int rows = 16;
constexpr int columns = 64;

extern "C" __global__ void transposed(const __grid_constant__ CUtensorMap x, const __grid_constant__ CUtensorMap y,
                                      int tiles) {
  namespace ptx = cuda::ptx;
  __shared__ alignas(1024) unsigned short in[rows * columns];
  __shared__ alignas(128) unsigned short out[columns * rows];
  __shared__ std::uint64_t full;
  const int thread = threadIdx.x;
  const int column = columns * static_cast<int>(blockIdx.x);
  if (thread == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (thread == 0) {
      const int at[2] = {column, rows * t};
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(in));
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, in, &x, at, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, t % 2)) {
    }
    for (int i = thread; i < rows * columns; i += blockDim.x) {
      const int r = i / columns;
      const int c = i % columns;
      out[c * rows + r] = in[r * columns + ((c / 8 ^ r % 8) * 8 | c % 8)];
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (thread == 0) {
      const int at[2] = {rows * t, column};
      ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &y, at, out);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}
