// What kernels with asynchronous copies and products share: memory for tiles, an mbarrier for one
// phase.

struct alignas(64) TensorMap {
  unsigned char bytes[128];
};

__device__ unsigned shared(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// The dynamic shared memory from a multiple of 1024 on, where the swizzles repeat.
__device__ unsigned char* aligned_memory() {
  extern __shared__ unsigned char memory[];
  return memory + (1024 - shared(memory) % 1024) % 1024;
}

// Where the byte lies if its line exchanges the bits of `swizzle`: 16, 48 or 112 for 32, 64 or 128
// bytes.
__device__ int swizzled(int plain, int swizzle) {
  return plain ^ ((plain >> 3) & swizzle);
}

__device__ void copy_element(void* to, const void* from, int width) {
  if (width == 1) *static_cast<unsigned char*>(to) = *static_cast<const unsigned char*>(from);
  if (width == 2) *static_cast<unsigned short*>(to) = *static_cast<const unsigned short*>(from);
  if (width == 4) *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
  if (width == 8)
    *static_cast<unsigned long long*>(to) = *static_cast<const unsigned long long*>(from);
}

__device__ void init(unsigned long long* barrier) {
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared(barrier)) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
}

__device__ void expect(unsigned long long* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared(barrier)),
               "r"(bytes)
               : "memory");
}

__device__ void wait(unsigned long long* barrier) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared.b64 done, [%0], 0;\n"
      "@!done bra again;\n"
      "}\n" ::"r"(shared(barrier))
      : "memory");
}
