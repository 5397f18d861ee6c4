// Index to offset with the layout as a parameter of the kernel.
#include "layout.cuh"

template <class Index>
__device__ void gather(const Layout<Index>& layout, Index n, const unsigned* in, unsigned* out) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[offset_of(layout, i)];
}

extern "C" __global__ void parameters32(Layout<int> layout, int n, const unsigned* in,
                                        unsigned* out) {
  gather(layout, n, in, out);
}

extern "C" __global__ void parameters64(Layout<long long> layout, long long n, const unsigned* in,
                                        unsigned* out) {
  gather(layout, n, in, out);
}
