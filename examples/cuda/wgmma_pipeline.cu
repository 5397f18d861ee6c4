// Tiles of two stages, multiplied by wgmma: a stage is loaded while the product of the other one
// reads shared memory. A product has read its tile when `wgmma.wait_group` has waited for it, and
// not when the instruction ends. With `-DEARLY` the tile of a product that may be incomplete is
// overwritten.
//
//     nvcc -cudart shared -gencode arch=compute_90a,code=compute_90a wgmma_pipeline.cu
//     layoutcheck run -- ./a.out    # right; compiled with -DEARLY a race
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#ifdef EARLY
#define PENDING "2"
#else
#define PENDING "1"
#endif

constexpr unsigned rows = 64, columns = 8, depth = 512, tile = 64;

/// Core matrices of 8 rows and 16 bytes, side by side for 8 columns of the tile.
__device__ void load(const __half* from, __half* to, unsigned count) {
  for (unsigned i = threadIdx.x; i < count * tile / 8; i += 128)
    *reinterpret_cast<uint4*>(to + (i % 8 * count + i / 8) * 8) =
        *reinterpret_cast<const uint4*>(from + i / 8 * depth + i % 8 * 8);
}

__device__ std::uint64_t descriptor(const __half* of, unsigned count, unsigned k) {
  const std::uint64_t place = __cvta_generic_to_shared(of + k * 2 * count * 8);
  return place >> 4 | std::uint64_t(count) << 16 | std::uint64_t(128 >> 4) << 32;
}

/// c = a * b^T of 64 x 8.
__global__ void multiply(const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half as[2][rows * tile], bs[2][columns * tile];
  float d[4] = {};
  for (unsigned k = 0; k < depth / tile; ++k) {
    __half *x = as[k % 2], *y = bs[k % 2];
    load(a + k * tile, x, rows);
    load(b + k * tile, y, columns);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (unsigned i = 0; i < tile / 16; ++i)
      asm volatile(
          "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, "
          "0;"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "l"(descriptor(x, rows, i)), "l"(descriptor(y, columns, i)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned " PENDING ";" ::: "memory");
    __syncthreads();
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory");
  const unsigned row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (unsigned i = 0; i < 4; ++i)
    c[(row + i / 2 * 8) * columns + column + i % 2] = d[i];
}

int main() {
  std::vector<__half> a(rows * depth), b(columns * depth);
  for (unsigned i = 0; i < a.size(); ++i)
    a[i] = __float2half(float(i * 7 % 5) - 2);
  for (unsigned i = 0; i < b.size(); ++i)
    b[i] = __float2half(float(i * 3 % 7) - 3);
  __half *a_there = nullptr, *b_there = nullptr;
  float* c_there = nullptr;
  cudaMalloc(&a_there, a.size() * sizeof(__half));
  cudaMalloc(&b_there, b.size() * sizeof(__half));
  cudaMalloc(&c_there, rows * columns * sizeof(float));
  cudaMemcpy(a_there, a.data(), a.size() * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(b_there, b.data(), b.size() * sizeof(__half), cudaMemcpyHostToDevice);
  multiply<<<1, 128>>>(a_there, b_there, c_there);
  std::vector<float> c(rows * columns);
  cudaMemcpy(c.data(), c_there, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (unsigned i = 0; i < c.size(); ++i) {
    float sum = 0;
    for (unsigned k = 0; k < depth; ++k)
      sum += __half2float(a[i / columns * depth + k]) * __half2float(b[i % columns * depth + k]);
    is_right = is_right && c[i] == sum;
  }
  std::printf("%s\n", is_right ? "as expected" : "not as expected");
  return is_right ? 0 : 1;
}
