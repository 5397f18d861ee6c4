// A composed layout beside the two steps that it stands for: in[R(i)] and in[A(B(i))].
#include "layout.cuh"

extern "C" __global__ void composed(Layout<long long> a, Layout<long long> b, Layout<long long> r,
                                    long long n, const unsigned* in, unsigned* out) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[2 * i] = in[offset_of(r, i)];
  out[2 * i + 1] = in[offset_of(a, offset_of(b, i))];
}
