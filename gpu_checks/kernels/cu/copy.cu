// A copy that reads through one layout and writes through another.
#include "layout.cuh"

template <class Index>
__device__ void copy(const Layout<Index>& source, const Layout<Index>& destination, Index n,
                     const unsigned* in, unsigned* out) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[offset_of(destination, i)] = in[offset_of(source, i)];
}

extern "C" __global__ void copy32(Layout<int> source, Layout<int> destination, int n,
                                  const unsigned* in, unsigned* out) {
  copy(source, destination, n, in, out);
}

extern "C" __global__ void copy64(Layout<long long> source, Layout<long long> destination,
                                  long long n, const unsigned* in, unsigned* out) {
  copy(source, destination, n, in, out);
}
