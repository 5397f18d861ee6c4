// What `layoutcheck run` costs beside the same arithmetic in loops on the host: each line is a
// kernel, the seconds of its launch and of the loops, and their ratio. The results are compared
// exactly; all numbers are small integers.
#include <cuda_fp16.h>
#include <mma.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

namespace {

constexpr int most = 1 << 20;

__global__ void scale(const float* x, float* y, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = 2 * x[i] + y[i];
}

/// A sum for each row of 1024, by shuffles and shared memory.
__global__ void sum_rows(const float* x, float* y) {
  __shared__ float sums[8];
  float sum = 0;
  for (int i = int(threadIdx.x); i < 1024; i += 256)
    sum += x[blockIdx.x * 1024 + i];
  for (int k = 16; k > 0; k /= 2)
    sum += __shfl_xor_sync(~0U, sum, k);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < 8; ++k)
      sum += sums[k];
    y[blockIdx.x] = sum;
  }
}

/// Transposes 1024 x 1024 in tiles of 32 x 32, padded.
__global__ void transpose(const float* x, float* y) {
  __shared__ float tile[32][33];
  const unsigned across = blockIdx.x * 32, down = blockIdx.y * 32;
  for (unsigned j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = x[(down + j) * 1024 + across + threadIdx.x];
  __syncthreads();
  for (unsigned j = threadIdx.y; j < 32; j += 8)
    y[(across + j) * 1024 + down + threadIdx.x] = tile[threadIdx.x][j];
}

__global__ void histogram(const float* x, float* y, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) atomicAdd(&y[int(x[i]) & 255], 1.0f);
}

/// c = a * b^T of 512 x 512, in tiles of 16 x 16.
__global__ void multiply(const float* a, const float* b, float* c) {
  __shared__ float as[16][16], bs[16][17];
  const unsigned row = blockIdx.y * 16, column = blockIdx.x * 16, x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < 512; k += 16) {
    as[y][x] = a[(row + y) * 512 + k + x];
    bs[y][x] = b[(column + y) * 512 + k + x];
    __syncthreads();
    for (unsigned i = 0; i < 16; ++i)
      sum += as[y][i] * bs[x][i];
    __syncthreads();
  }
  c[(row + y) * 512 + column + x] = sum;
}

/// The same of halves, by a warp for each tile of 16 x 16.
__global__ void multiply_wmma(const __half* a, const __half* b, float* c) {
  using namespace nvcuda::wmma;
  const unsigned row = blockIdx.y * 16, column = blockIdx.x * 16;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  for (unsigned k = 0; k < 512; k += 16) {
    fragment<matrix_a, 16, 16, 16, __half, row_major> x;
    fragment<matrix_b, 16, 16, 16, __half, col_major> y;
    load_matrix_sync(x, a + row * 512 + k, 512);
    load_matrix_sync(y, b + column * 512 + k, 512);
    mma_sync(sum, x, y, sum);
  }
  store_matrix_sync(c + row * 512 + column, sum, 512, mem_row_major);
}

/// Puts 64 columns of a tile into shared memory as core matrices of 8 rows and 16 bytes: those of 8
/// columns side by side.
[[maybe_unused]] __device__ void load_tile(const __half* from, __half* to, unsigned rows) {
  for (unsigned i = threadIdx.x; i < rows * 8; i += 128)
    *reinterpret_cast<uint4*>(to + (i % 8 * rows + i / 8) * 8) =
        *reinterpret_cast<const uint4*>(from + i / 8 * 512 + i % 8 * 8);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}

/// What describes 16 columns of it.
[[maybe_unused]] __device__ std::uint64_t descriptor(const __half* tile, unsigned rows, unsigned k,
                                                     std::uint64_t bits) {
  const std::uint64_t place = __cvta_generic_to_shared(tile + k * 2 * rows * 8);
  return place >> 4 | std::uint64_t(rows) << 16 | std::uint64_t(128 >> 4) << 32 | bits;
}

/// By a warpgroup for each tile of 64 x 64.
__global__ void multiply_wgmma(const __half* a, const __half* b, float* c) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __shared__ alignas(128) __half as[64 * 64], bs[64 * 64];
  const unsigned row = blockIdx.y * 64, column = blockIdx.x * 64, t = threadIdx.x;
  float d[32] = {};
  for (unsigned k = 0; k < 512; k += 64) {
    load_tile(a + row * 512 + k, as, 64);
    load_tile(b + column * 512 + k, bs, 64);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (unsigned i = 0; i < 4; ++i)
      asm volatile(
          "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, "
          "%9, %10, %11, %12, "
          "%13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
          "%30, %31}, %32, %33, 1, "
          "1, 1, 0, 0;"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
            "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
            "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
            "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]),
            "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
          : "l"(descriptor(as, 64, i, 0)), "l"(descriptor(bs, 64, i, 0)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
  }
  for (unsigned i = 0; i < 32; ++i)
    c[(row + t / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8) * 512 + column + i / 4 * 8 + t % 4 * 2 +
      i % 2] = d[i];
#endif
}

/// By tensor memory for each tile of 128 x 64.
__global__ void multiply_tcgen05(const __half* a, const __half* b, float* c) {
#ifdef __CUDA_ARCH_FEAT_SM100_ALL
  __shared__ alignas(128) __half as[128 * 64], bs[64 * 64];
  __shared__ alignas(8) std::uint64_t done;
  __shared__ unsigned tensor_memory;
  const unsigned row = blockIdx.y * 128, column = blockIdx.x * 64, t = threadIdx.x;
  const auto done_at = unsigned(__cvta_generic_to_shared(&done));
  if (t < 32)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" ::"r"(
                     unsigned(__cvta_generic_to_shared(&tensor_memory)))
                 : "memory");
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(done_at) : "memory");
  __syncthreads();
  const unsigned d = tensor_memory;
  // Sums of f32, K-major operands of f16, 64 columns, 128 rows.
  constexpr unsigned kind = 1U << 4 | 64U / 8 << 17 | 128U / 16 << 24;
  constexpr std::uint64_t version = std::uint64_t{1} << 46;
  for (unsigned k = 0; k < 512; k += 64) {
    load_tile(a + row * 512 + k, as, 128);
    load_tile(b + column * 512 + k, bs, 64);
    if (t == 0) {
      for (unsigned i = 0; i < 4; ++i)
        asm volatile(
            "{ .reg .pred p; setp.ne.u32 p, %4, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, "
            "%2, %3, p; }" ::"r"(d),
            "l"(descriptor(as, 128, i, version)), "l"(descriptor(bs, 64, i, version)), "r"(kind),
            "r"(k + i)
            : "memory");
      asm volatile(
          "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
              done_at)
          : "memory");
    }
    asm volatile(
        "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra WAIT; "
        "}" ::"r"(done_at),
        "r"(k / 64 % 2)
        : "memory");
  }
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  for (unsigned i = 0; i < 64; i += 4) {
    float x[4];
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x[0]), "=f"(x[1]), "=f"(x[2]), "=f"(x[3])
                 : "r"(d + (t / 32 * 32 << 16) + i));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (unsigned j = 0; j < 4; ++j)
      c[(row + t) * 512 + column + i + j] = x[j];
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  if (t < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" ::"r"(d));
#endif
}

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Numbers {
  std::vector<float> x = std::vector<float>(most);
  std::vector<float> y = std::vector<float>(most);
  float* on_device = nullptr;
  float* result = nullptr;
  __half* halves = nullptr;
};

/// Runs the kernel once, and the loops, which work on y, until they have taken a tenth of a second.
void measure(Numbers& numbers, const char* name, const std::function<void()>& kernel,
             const std::function<void(std::vector<float>&)>& loops) {
  cudaMemset(numbers.result, 0, most * sizeof(float));
  const double launch = seconds_of([&] {
    kernel();
    cudaDeviceSynchronize();
  });
  double native = 0;
  int times = 0;
  while (native < 0.1) {
    std::fill(numbers.y.begin(), numbers.y.end(), 0.0f);
    native += seconds_of([&] { loops(numbers.y); });
    ++times;
  }
  native /= times;
  std::vector<float> result(most);
  cudaMemcpy(result.data(), numbers.result, most * sizeof(float), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess || result != numbers.y) {
    std::printf("%s: %s\n", name,
                error != cudaSuccess ? cudaGetErrorString(error) : "another result");
    std::exit(1);
  }
  std::printf("%-18s %8.3f s %10.6f s %8.0f\n", name, launch, native, launch / native);
  std::fflush(stdout);
}

void multiply_on_host(const float* a, const float* b, float* c) {
  std::vector<float> across(512 * 512);
  for (int i = 0; i < 512; ++i)
    for (int k = 0; k < 512; ++k)
      across[k * 512 + i] = b[i * 512 + k];
  for (int i = 0; i < 512; ++i)
    for (int k = 0; k < 512; ++k)
      for (int j = 0; j < 512; ++j)
        c[i * 512 + j] += a[i * 512 + k] * across[k * 512 + j];
}

}  // namespace

int main() {
  Numbers numbers;
  std::vector<__half> halves(most);
  for (int i = 0; i < most; ++i) {
    numbers.x[i] = float((i * 7 + i / 512) % 13 - 6);
    halves[i] = __float2half(numbers.x[i]);
  }
  cudaMalloc(&numbers.on_device, most * sizeof(float));
  cudaMalloc(&numbers.result, most * sizeof(float));
  cudaMalloc(&numbers.halves, most * sizeof(__half));
  cudaMemcpy(numbers.on_device, numbers.x.data(), most * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(numbers.halves, halves.data(), most * sizeof(__half), cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(numbers.on_device, numbers.result, 0);  // It loads the module.
  int major = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);

  const float* const x = numbers.on_device;
  float* const y = numbers.result;
  const __half* const h = numbers.halves;
  const float* const host = numbers.x.data();
  const auto multiplied = [&](std::vector<float>& c) {
    multiply_on_host(host, host + 512 * 512, c.data());
  };
  std::printf("%-18s %10s %12s %8s\n", "kernel", "run", "loops", "ratio");
  measure(
      numbers, "scale", [&] { scale<<<most / 256, 256>>>(x, y, most); },
      [&](std::vector<float>& to) {
        for (int i = 0; i < most; ++i)
          to[i] = 2 * host[i] + to[i];
      });
  measure(
      numbers, "sum_rows", [&] { sum_rows<<<1024, 256>>>(x, y); },
      [&](std::vector<float>& to) {
        for (int i = 0; i < 1024; ++i)
          to[i] = std::accumulate(host + i * 1024, host + (i + 1) * 1024, 0.0f);
      });
  measure(
      numbers, "transpose", [&] { transpose<<<dim3(32, 32), dim3(32, 8)>>>(x, y); },
      [&](std::vector<float>& to) {
        for (int i = 0; i < 1024; ++i)
          for (int j = 0; j < 1024; ++j)
            to[j * 1024 + i] = host[i * 1024 + j];
      });
  measure(
      numbers, "histogram", [&] { histogram<<<most / 256, 256>>>(x, y, most); },
      [&](std::vector<float>& to) {
        for (int i = 0; i < most; ++i)
          ++to[int(host[i]) & 255];
      });
  measure(
      numbers, "multiply", [&] { multiply<<<dim3(32, 32), dim3(16, 16)>>>(x, x + 512 * 512, y); },
      multiplied);
  measure(
      numbers, "multiply_wmma", [&] { multiply_wmma<<<dim3(32, 32), 32>>>(h, h + 512 * 512, y); },
      multiplied);
  if (major == 9)
    measure(
        numbers, "multiply_wgmma",
        [&] { multiply_wgmma<<<dim3(8, 8), 128>>>(h, h + 512 * 512, y); }, multiplied);
  if (major == 10)
    measure(
        numbers, "multiply_tcgen05",
        [&] { multiply_tcgen05<<<dim3(8, 4), 128>>>(h, h + 512 * 512, y); }, multiplied);
}
