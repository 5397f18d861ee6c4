// A layout followed by a swizzle, which adds the bits of `mask`, moved by `shift`, to lower ones.
#include "layout.cuh"

extern "C" __global__ void swizzle(Layout<long long> layout, long long mask, int shift, long long n,
                                   const unsigned* in, unsigned* out) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const long long offset = offset_of(layout, i);
  out[i] = in[offset ^ ((offset & mask) >> shift)];
}
