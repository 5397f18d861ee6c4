// A matrix product in tensor memory: tcgen05.mma from swizzled shared memory, without and with a
// scale factor for each 32 entries along k.
#include "operand.cuh"

// The product lies in the first columns, the scale factors behind it.
constexpr int allocated = 512;
constexpr int at_scales_a = 256;
constexpr int at_scales_b = 260;

// A barrier that orders tcgen05, too.
__device__ void synchronize() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

__device__ unsigned allocate() {
  __shared__ unsigned address;
  if (threadIdx.x < 32) {
    asm volatile(
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared(&address)),
        "n"(allocated)
        : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
  }
  synchronize();
  return address;
}

__device__ void release(unsigned address) {
  synchronize();
  if (threadIdx.x < 32)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address),
                 "n"(allocated)
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
  synchronize();
}

// A tile of both operands in shared memory, and where their product goes.
struct Product {
  unsigned char* a;
  unsigned char* b;
  long long first_row;
  unsigned address;
};

// Stages the operands for the asynchronous proxy, and allocates tensor memory.
__device__ Product begin(const Operand& a, const Operand& b, int k, const unsigned char* in_a,
                         const unsigned char* in_b, unsigned long long* done) {
  Product product;
  product.a = aligned_memory();
  product.b = product.a + a.bytes;
  product.first_row = static_cast<long long>(blockIdx.x) * a.rows;
  stage(a, product.first_row, k, in_a, product.a);
  stage(b, 0, k, in_b, product.b);
  if (threadIdx.x == 0) init(done);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  product.address = allocate();
  return product;
}

// Waits for what the first thread has issued, and writes the product of all rows: of all lanes of
// four warps, or of 64 rows of half of each warp.
__device__ void end(const Product& product, const Operand& a, const Operand& b,
                    const Layout<long long>& c, float* out, unsigned long long* done) {
  if (threadIdx.x == 0)
    asm volatile(
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
            shared(done))
        : "memory");
  __syncthreads();
  wait(done);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  const unsigned warp = threadIdx.x / 32;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int lanes = a.rows / 4;
  for (int column = 0; column < b.rows; ++column) {
    float sum;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];"
                 : "=f"(sum)
                 : "r"(product.address + (warp << 21) + static_cast<unsigned>(column)));
    asm volatile("tcgen05.wait::ld.sync.aligned;" : "+f"(sum)::"memory");
    const int row = static_cast<int>(warp) * lanes + lane;
    if (lane < lanes) out[offset_of(c, product.first_row + row + a.all_rows * column)] = sum;
  }
  release(product.address);
}

extern "C" __global__ void tcgen05(Operand a, Operand b, Layout<long long> c, int k,
                                   unsigned instruction, const unsigned char* in_a,
                                   const unsigned char* in_b, float* out) {
  __shared__ unsigned long long done;
  const Product product = begin(a, b, k, in_a, in_b, &done);
  if (a.rows == 64) {
    // The end reads the other half, too.
    for (int column = 0; column < b.rows; ++column)
      put(product.address + static_cast<unsigned>(column), 0);
    wait_for_puts();
  }
  if (threadIdx.x == 0) {
    for (int step = 0; step < k; step += 16) {
      asm volatile(
          "{\n"
          ".reg .pred adds;\n"
          "setp.ne.b32 adds, %4, 0;\n"
          "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, adds;\n"
          "}\n" ::"r"(product.address),
          "l"(descriptor_of(a, product.a, step)), "l"(descriptor_of(b, product.b, step)),
          "r"(instruction), "r"(step)
          : "memory");
    }
  }
  end(product, a, b, c, out, &done);
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
  const Product product = begin(a, b, k, in_a, in_b, &done);
  put_scales(product.address + at_scales_a, scales + product.first_row, a.rows);
  put_scales(product.address + at_scales_b, scales + a.all_rows, b.rows);
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
          "}\n" ::"r"(product.address),
          "l"(descriptor_of(a, product.a, step)), "l"(descriptor_of(b, product.b, step)),
          "r"(instruction | byte << 4 | byte << 29), "r"(product.address + at_scales_a),
          "r"(product.address + at_scales_b), "r"(step)
          : "memory");
    }
  }
  end(product, a, b, c, out, &done);
}
