// A thread takes a run of neighbours: it divides once, and then carries from mode to mode.
#include "layout.cuh"

template <class Index>
__device__ void gather(const Layout<Index>& layout, Index n, int run, const unsigned* in,
                       unsigned* out) {
  const Index first = (static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x) * run;
  Index coordinate[8];
  Index rest = first;
  Index offset = 0;
#pragma unroll
  for (int mode = 0; mode < 8; ++mode) {
    if (mode == layout.rank) break;
    coordinate[mode] = rest % layout.extents[mode];
    offset += coordinate[mode] * layout.strides[mode];
    rest /= layout.extents[mode];
  }
  for (int k = 0; k < run && first + k < n; ++k) {
    out[first + k] = in[offset];
#pragma unroll
    for (int mode = 0; mode < 8; ++mode) {
      if (mode == layout.rank) break;
      offset += layout.strides[mode];
      if (++coordinate[mode] < layout.extents[mode]) break;
      coordinate[mode] = 0;
      offset -= layout.extents[mode] * layout.strides[mode];
    }
  }
}

extern "C" __global__ void odometer32(Layout<int> layout, int n, int run, const unsigned* in,
                                      unsigned* out) {
  gather(layout, n, run, in, out);
}

extern "C" __global__ void odometer64(Layout<long long> layout, long long n, int run,
                                      const unsigned* in, unsigned* out) {
  gather(layout, n, run, in, out);
}
