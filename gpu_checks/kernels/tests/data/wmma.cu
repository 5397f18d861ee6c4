// Products by nvcuda::wmma: of halves from global memory, and of bytes by way of shared memory.
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void halves(const half* a, const half* b, float* c, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  const int n = gridDim.y * 16;
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(fa, a + blockIdx.x * 16 * k + l, k);
    wmma::load_matrix_sync(fb, b + blockIdx.y * 16 * k + l, k);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + blockIdx.x * 16 * n + blockIdx.y * 16, fc, n, wmma::mem_row_major);
}

extern "C" __global__ void bytes(const signed char* a, const signed char* b, int* c) {
  __shared__ alignas(32) signed char tile[512];
  wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> fc;
  for (int i = threadIdx.x; i < 512; i += 32)
    tile[i] = a[i];
  __syncthreads();
  wmma::load_matrix_sync(fa, tile, 32);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::fill_fragment(fc, 0);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 32, wmma::mem_col_major);
}
