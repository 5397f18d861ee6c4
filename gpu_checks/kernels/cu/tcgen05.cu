// A matrix product in tensor memory: tcgen05.mma from swizzled shared memory, without and with a
// scale factor for each 32 entries along k.
#include "operand.cuh"

// The product lies in the first columns, the scale factors behind it.
constexpr int allocated = 512;
constexpr int at_scales_a = 256;
constexpr int at_scales_b = 260;

__device__ unsigned allocate() {
  __shared__ unsigned address;
  if (threadIdx.x < 32) {
    asm volatile(
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared(&address)),
        "n"(allocated)
        : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  return address;
}

__device__ void release(unsigned address) {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (threadIdx.x < 32)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address),
                 "n"(allocated)
                 : "memory");
}

__device__ void commit(unsigned long long* barrier) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                   shared(barrier))
               : "memory");
}

__device__ void put(unsigned to, unsigned word) {
  asm volatile(
      "tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(to + (threadIdx.x / 32 << 21)),
      "r"(word)
      : "memory");
}

__device__ void wait_for_puts() {
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

// Writes the product of `m` rows: all lanes of four warps, or with m = 64 half of each warp.
__device__ void write_out(unsigned product, int m, int n, const Layout<long long>& c,
                          long long first_row, long long all_rows, float* out) {
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  for (int column = 0; column < n; ++column) {
    float sum;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                 : "=f"(sum)
                 : "r"(product + (warp << 21) + static_cast<unsigned>(column)));
    asm volatile("tcgen05.wait::ld.sync.aligned;" : "+f"(sum)::"memory");
    const int row = static_cast<int>(warp) * m / 4 + static_cast<int>(lane);
    if (static_cast<int>(lane) < m / 4)
      out[offset_of(c, first_row + row + all_rows * column)] = sum;
  }
}

extern "C" __global__ void tcgen05(Operand a, Operand b, Layout<long long> c, int k,
                                   unsigned instruction, const unsigned char* in_a,
                                   const unsigned char* in_b, float* out) {
  __shared__ unsigned long long done;
  unsigned char* tile_a = aligned_memory();
  unsigned char* tile_b = tile_a + a.bytes;
  const long long first_row = static_cast<long long>(blockIdx.x) * a.rows;
  stage(a, first_row, k, in_a, tile_a);
  stage(b, 0, k, in_b, tile_b);
  if (threadIdx.x == 0) init(&done);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  const unsigned product = allocate();
  if (a.rows == 64) {
    // write_out() reads the other half, too.
    for (int column = 0; column < b.rows; ++column)
      put(product + static_cast<unsigned>(column), 0);
    wait_for_puts();
  }
  if (threadIdx.x == 0) {
    for (int step = 0; step < k; step += 16) {
      asm volatile(
          "{\n"
          ".reg .pred adds;\n"
          "setp.ne.b32 adds, %4, 0;\n"
          "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, adds;\n"
          "}\n" ::"r"(product),
          "l"(descriptor_of(a, tile_a, step)), "l"(descriptor_of(b, tile_b, step)),
          "r"(instruction), "r"(step)
          : "memory");
    }
    commit(&done);
  }
  __syncthreads();
  wait(&done);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  write_out(product, a.rows, b.rows, c, first_row, a.all_rows, out);
  release(product);
}

// Puts a word of scale factors of each row into tensor memory, 32 rows in a column, for all warps.
__device__ void put_scales(unsigned to, const unsigned* words, int rows) {
  const int lane = static_cast<int>(threadIdx.x % 32);
  for (int row = 0; row < rows; row += 32)
    put(to + static_cast<unsigned>(row / 32), row + lane < rows ? words[row + lane] : 0);
}

// k is at most 128, so that a word has all scale factors of a row: of A, then of B.
extern "C" __global__ void tcgen05_scaled(Operand a, Operand b, Layout<long long> c, int k,
                                          unsigned instruction, const unsigned* scales,
                                          const unsigned char* in_a, const unsigned char* in_b,
                                          float* out) {
  __shared__ unsigned long long done;
  unsigned char* tile_a = aligned_memory();
  unsigned char* tile_b = tile_a + a.bytes;
  const long long first_row = static_cast<long long>(blockIdx.x) * a.rows;
  stage(a, first_row, k, in_a, tile_a);
  stage(b, 0, k, in_b, tile_b);
  if (threadIdx.x == 0) init(&done);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  const unsigned product = allocate();
  put_scales(product + at_scales_a, scales + first_row, a.rows);
  put_scales(product + at_scales_b, scales + a.all_rows, b.rows);
  wait_for_puts();
  if (threadIdx.x == 0) {
    for (int step = 0; step < k; step += 32) {
      const unsigned byte = static_cast<unsigned>(step) / 32;
      asm volatile(
          "{\n"
          ".reg .pred adds;\n"
          "setp.ne.b32 adds, %6, 0;\n"
          "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%0], %1, %2, %3, "
          "[%4], [%5], adds;\n"
          "}\n" ::"r"(product),
          "l"(descriptor_of(a, tile_a, step)), "l"(descriptor_of(b, tile_b, step)),
          "r"(instruction | byte << 4 | byte << 29), "r"(product + at_scales_a),
          "r"(product + at_scales_b), "r"(step)
          : "memory");
    }
    commit(&done);
  }
  __syncthreads();
  wait(&done);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  write_out(product, a.rows, b.rows, c, first_row, a.all_rows, out);
  release(product);
}
